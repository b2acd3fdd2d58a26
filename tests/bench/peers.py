"""The peers that gold is timed against, each a whole process: `python peers.py NAME ARGUMENT…`."""

from __future__ import annotations

import sys
from collections.abc import Callable

MEASURES = ("ndcg_cut_10", "recip_rank", "recall_10", "P_10")


def pytrec_eval(qrels: str, *runs: str) -> None:
    """trec_eval's C code behind its Python readers."""
    import pytrec_eval as library

    with open(qrels) as file:
        judged = library.parse_qrel(file)
    for path in runs:
        with open(path) as file:
            run = library.parse_run(file)
        values = library.RelevanceEvaluator(judged, set(MEASURES)).evaluate(run)
        print(*(f"{name} {sum(case[name] for case in values.values()) / len(values):.6f}" for name in MEASURES))


def ir_measures(qrels: str, *runs: str) -> None:
    """ir_measures by its own command, which reads and scores one run."""
    from ir_measures.__main__ import main_cli

    for path in runs:
        sys.argv = ["ir_measures", qrels, path, "nDCG@10 RR R@10 P@10"]
        main_cli()  # type: ignore[no-untyped-call]


def ranx(qrels: str, *runs: str) -> None:
    """ranx with its own readers; its compiled code is warm after the first process."""
    from ranx import Qrels, Run, evaluate

    judged = Qrels.from_file(qrels, kind="trec")
    for path in runs:
        run = Run.from_file(path, kind="trec")
        print(evaluate(judged, run, ["ndcg@10", "mrr", "recall@10", "precision@10"], make_comparable=True))


def json_loop(path: str) -> None:
    """A plain loop over the lines of a JSONL file."""
    import json

    with open(path) as file:
        print(len([json.loads(line) for line in file]))


def csv_loop(path: str) -> None:
    """A plain loop over the rows of a CSV file, its grades counted."""
    import csv
    from collections import Counter

    with open(path, newline="") as file:
        print(sorted(Counter(int(row["grade"]) for row in csv.DictReader(file)).items()))


def msgspec_loop(path: str) -> None:
    """The same by msgspec, untyped."""
    import msgspec

    decode = msgspec.json.Decoder().decode
    with open(path, "rb") as file:
        print(len([decode(line) for line in file]))


def safe_loader(path: str) -> None:
    """PyYAML's C loader, which keeps no lines and infers types."""
    import yaml

    with open(path) as file:
        print(len(yaml.load(file, Loader=yaml.CSafeLoader)))


def import_click() -> None:
    """The least that a Click command pays."""
    import click

    print(click)


def read_version(path: str) -> None:
    """Not a peer: gold's own reading and checking of a version."""
    from gold.read.cases import read_version as read

    print(len(read(path).cases))


def read_and_write(folder: str, site: str, copy: str) -> None:
    """Read every file of a set and write every file of its site once more, by plain open, read and write."""
    from pathlib import Path

    inputs = [path.read_bytes() for path in sorted(Path(folder).rglob("*")) if path.is_file()]
    print(sum(map(len, inputs)))
    for path in sorted(Path(site).rglob("*")):
        target = Path(copy) / path.relative_to(site)
        if path.is_dir():
            target.mkdir(parents=True, exist_ok=True)
        else:
            data = path.read_bytes()
            target.parent.mkdir(parents=True, exist_ok=True)
            with open(target, "wb") as out:
                out.write(data)


def near_duplicates(texts: str, planted: str) -> None:
    """Not a peer: gold's own near-duplicates."""
    from gold.compare.queries.near_duplicates import near_pairs

    with open(texts) as file:
        pairs = near_pairs(file.read().splitlines())
    _found({(pair.one, pair.two) for pair in pairs}, planted)


def datasketch(texts: str, planted: str) -> None:
    """datasketch's MinHash LSH over the runs of three letters in words: 128 permutations, threshold 0.7."""
    from datasketch import MinHash, MinHashLSH

    with open(texts) as file:
        lines = [line.casefold() for line in file.read().splitlines()]
    shingles = [{f" {word} "[i : i + 3].encode() for word in line.split() for i in range(len(word))} for line in lines]
    index, pairs = MinHashLSH(threshold=0.7, num_perm=128), set[tuple[int, int]]()
    for i, sketch in enumerate(MinHash.generator(shingles, num_perm=128)):
        pairs.update((j, i) for j in index.query(sketch))
        index.insert(i, sketch, check_duplication=False)
    _found(pairs, planted)


def _found(pairs: set[tuple[int, int]], planted: str) -> None:
    with open(planted) as file:
        wanted = [tuple(sorted(map(int, line.split()))) for line in file]
    print(f"{sum(pair in pairs for pair in wanted) / len(wanted):.4f} of {len(wanted)} planted, {len(pairs)} pairs")


PEERS: tuple[Callable[..., None], ...] = (
    pytrec_eval,
    ir_measures,
    ranx,
    json_loop,
    csv_loop,
    msgspec_loop,
    safe_loader,
    import_click,
    read_version,
    read_and_write,
    near_duplicates,
    datasketch,
)

if __name__ == "__main__":
    {peer.__name__: peer for peer in PEERS}[sys.argv[1]](*sys.argv[2:])
