"""`make bench`: gold against its peers, in turn, on generated data; writes the table of the README's speed section."""

from __future__ import annotations

import argparse
import compileall
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import gold
from tests.bench import data, inside, make_site
from tests.bench.pairs import Command, Job, Ratio, in_turn

HERE = Path(__file__).parent
WORK = HERE.parents[1] / ".bench"
MEASURES = ("-m", "nDCG@10", "-m", "RR", "-m", "R@10", "-m", "P@10")
GOLD = (sys.executable, "-m", "gold")
NO_NEAR = ("--skip", "contradicting-labels", "--skip", "held-back-leak")
"""Without the rules that look for near-duplicates."""


@dataclass(frozen=True)
class Bench:
    """One job of gold's and the peers that do the same; a bar is the ratio that it must stay under.

    Where there is a least recall, each command prints its own first; `most_memory` is in MiB, and gold's alone, as are
    `most_seconds`; `most_more` seconds is what it may take beyond the peer.
    """

    name: str
    ours: Job
    peers: Mapping[str, Job]
    bars: dict[str, float]
    peak_bar: float | None = None
    before: Command | None = None
    least_recall: float | None = None
    most_memory: float | None = None
    most_seconds: float | None = None
    most_more: float | None = None


def peer(name: str, *arguments: str | Path) -> Command:
    """A peer's command."""
    return (sys.executable, str(HERE / "peers.py"), name, *map(str, arguments))


def scoring() -> Iterator[Bench]:
    """Scoring of TREC files against trec_eval's, ir_measures' and ranx's Python interfaces."""
    qrels, runs = data.trec(WORK / "big", 7000, 1000)
    every = {name: peer(name, qrels, *runs) for name in ("pytrec_eval", "ir_measures", "ranx")}
    ours = (*GOLD, "score", str(qrels), *map(str, runs), *MEASURES)
    bars = {"pytrec_eval": 0.40, "ir_measures": 0.10, "ranx": 0.07}
    yield Bench("score 7,000 × 1,000 (7 M rows)", ours, every, bars, peak_bar=1.0)
    sizes = (
        ("score 50,000 × 100", "wide", 50_000, 1, 0.40),
        ("score 10 runs of 250 × 100", "ten", 250, 10, 0.85),
        ("score 1 run of 250 × 100", "one", 250, 1, 1.5),
    )
    for name, folder, queries, count, bar in sizes:
        qrels, runs = data.trec(WORK / folder, queries, 100, count)
        ours = (*GOLD, "score", str(qrels), *map(str, runs), *MEASURES)
        yield Bench(name, ours, {"pytrec_eval": peer("pytrec_eval", qrels, *runs)}, {"pytrec_eval": bar})


def reading() -> Iterator[Bench]:
    """Reading and checking of versions, and starting at all."""
    lines, yaml = data.cases(WORK / "cases", 100_000)
    peers = {"a json loop": peer("json_loop", lines), "a msgspec loop": peer("msgspec_loop", lines)}
    yield Bench("read and check 100,000 cases, JSONL", peer("read_version", lines), peers, {"a json loop": 1.0})
    loader = {"CSafeLoader": peer("safe_loader", yaml)}
    yield Bench("read and check 10,000 cases, YAML", peer("read_version", yaml), loader, {"CSafeLoader": 0.30})
    yield Bench("gold --help", (*GOLD, "--help"), {"import click": peer("import_click")}, {"import click": 1.5})


def building() -> Iterator[Bench]:
    """A site of 7,000 questions: against plain reading and writing, one process, and a rebuild."""
    folder, site = site_set(), WORK / "site"
    build = (*GOLD, "build-site", str(folder), "--out")
    fresh = ("sh", "-c", 'rm -rf "$0" && exec "$@"', str(site), *build, str(site))
    copy = peer("read_and_write", folder, site, WORK / "copy")
    yield Bench(
        "build 7,000 question pages", fresh, {"plain reading and writing": copy}, {"plain reading and writing": 10}
    )
    one = ("sh", "-c", 'rm -rf "$0" && exec "$@"', str(site), *build, str(site), "--jobs", "1")
    yield Bench("build with two processes", (*fresh, "--jobs", "2"), {"one process": one}, {"one process": 0.75})
    change = (sys.executable, str(HERE / "make_site.py"), "change", str(folder))
    again = (*build, str(site))
    yield Bench("rebuild after one changed run", again, {"a full build": fresh}, {"a full build": 0.4}, before=change)


def checking() -> Iterator[Bench]:
    """Large versions validated, in time in line with their size; near-duplicates against datasketch."""
    files = {count: data.cases(WORK / "cases" / str(count), count)[0] for count in (50_000, 100_000, 200_000)}
    validate = {count: (*GOLD, "validate", str(path), *NO_NEAR) for count, path in files.items()}
    loop = {"a json loop": peer("json_loop", files[100_000])}
    yield Bench("validate 100,000 cases", validate[100_000], loop, {"a json loop": 4.0})
    without = (*validate[100_000], "--skip", "personal-data")
    yield Bench("the same without personal data", without, loop, {"a json loop": 2.0})
    fewer = {"50,000": validate[50_000], "100,000": validate[100_000]}
    yield Bench("validate 200,000 cases", validate[200_000], fewer, {"50,000": 4.4, "100,000": 2.2}, most_memory=2048)
    for count in (7000, 100_000):
        planted = data.queries(WORK / "near", count)
        yield Bench(
            f"near-duplicates of {count:,} queries",
            peer("near_duplicates", *planted),
            {"datasketch MinHash LSH": peer("datasketch", *planted)},
            {"datasketch MinHash LSH": 1.2},
            least_recall=0.99,
            most_memory=2048,
        )


def labels() -> Iterator[Bench]:
    """Labels found again in a build: in time in line with both, and soon after the start where there are few."""
    sizes = {1_000_000: 20_000, 500_000: 10_000, 5000: 1000, 10: 2}
    find = {
        passages: (*GOLD, "coverage", str(data.labelled(WORK / "labels", count, passages)), "build", "--format", "csv")
        for passages, count in sizes.items()
    }
    half = {"half of both": find[500_000]}
    name, bars = "find 20,000 quotes in 1,000,000 passages", {"half of both": 2.4}
    yield Bench(name, find[1_000_000], half, bars, most_memory=4096, most_seconds=90)
    start = {"2 in 10": find[10]}
    yield Bench("find 1,000 quotes in 5,000 passages", find[5000], start, {"2 in 10": 6}, most_more=1.0)


def agreement() -> Iterator[Bench]:
    """Agreement of many annotators with its intervals against the krippendorff package; many judgments read."""
    ours, package = inside.resampled_alpha(data.sample(WORK / "agreement", 4423, 34))
    name, peers = "agreement of 4,423 × 34, 1,000 resamples", {"krippendorff, alphas only": package}
    yield Bench(name, ours, peers, dict.fromkeys(peers, 1.0), most_seconds=5)
    many = data.sample(WORK / "agreement", 51_600, 20)
    loop = {"a csv loop": peer("csv_loop", many)}
    name = "agreement of 1,000,000 judgments"
    yield Bench(name, (*GOLD, "agreement", str(many), "--format", "json"), loop, {"a csv loop": 5.0}, most_seconds=10)


def small() -> Iterator[Bench]:
    """Jobs within one process: HTML against f-strings, statistics against scipy."""
    ours, plain = inside.question_pages(site_set())
    yield Bench(f"HTML of {inside.PAGES:,} question pages", ours, {"f-strings": plain}, {"f-strings": 3})
    facet = f"{inside.CLASSES} × {inside.MEASURES} × {inside.SMALL}"
    ours, scipy = inside.sign_flips()
    yield Bench(f"10,000 sign flips, {facet}", ours, {"scipy": scipy}, {"scipy": 0.1})
    ours, scipy = inside.resamples()
    yield Bench(f"10,000 resamples, {facet}", ours, {"scipy": scipy}, {"scipy": 0.35})
    ours, fewer = inside.large_verdicts()
    yield Bench(f"verdicts of {inside.CLASSES} classes of {inside.WIDE:,}", ours, {"of 250": fewer}, {"of 250": 2})


def site_set() -> Path:
    """The set of 7,000 questions that sites are built from."""
    folder = WORK / "site-set"
    if not (folder / "gold.yaml").exists():
        make_site.make(folder, 7000, 100)
    return folder


GROUPS = {
    "scoring": scoring,
    "reading": reading,
    "building": building,
    "checking": checking,
    "labels": labels,
    "agreement": agreement,
    "small": small,
}


def recalls(bench: Bench) -> dict[str, float]:
    """How much of what was planted gold ("") and each peer find, where that is asked."""
    if bench.least_recall is None:
        return {}
    commands = {"": bench.ours, **bench.peers}
    return {
        name: float(subprocess.check_output(command).split()[0])
        for name, command in commands.items()
        if not callable(command)
    }


def rows(bench: Bench, taken: dict[str, Ratio], recall: dict[str, float]) -> Iterator[str]:
    """The lines of the table for one bench."""
    for name, ratio in taken.items():
        job = f"{bench.name}, recall {recall['']:.3f} / {recall[name]:.3f}" if recall else bench.name
        bar = f"{bench.bars[name]:g}" if name in bench.bars else "–"
        seconds = f"{ratio.ours.seconds:.2f} s / {ratio.peer.seconds:.2f} s"
        peaks = " / ".join(mebibytes(side.peak) for side in (ratio.ours, ratio.peer)) + " MiB"
        memory = "–" if callable(bench.ours) else peaks
        spread = f"{ratio.median:.2f} ({ratio.least:.2f}–{ratio.most:.2f})"
        yield f"| {job} | {name} | {spread} | {bar} | {seconds} | {memory} |"


def mebibytes(peak: float) -> str:
    """A peak; under that of this process, which every child begins with, nothing can be told."""
    floor = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return f"{peak:.0f}" if peak > floor + 1 else f"≤ {floor:.0f}"


def missed(bench: Bench, taken: dict[str, Ratio], recall: dict[str, float]) -> Iterator[str]:
    """What is over its bar, or short of it."""
    if bench.least_recall is not None and recall[""] < bench.least_recall:
        yield f"{bench.name}: recall {recall['']:.4f} is under {bench.least_recall:g}"
    for name, bar in bench.bars.items():
        if taken[name].median > bar:
            yield f"{bench.name} / {name}: {taken[name].median:.3f} is over {bar:g}"
        if bench.most_memory is not None and taken[name].ours.peak > bench.most_memory:
            yield f"{bench.name}: {taken[name].ours.peak:.0f} MiB is over {bench.most_memory:g}"
        if bench.most_seconds is not None and taken[name].ours.seconds > bench.most_seconds:
            yield f"{bench.name}: {taken[name].ours.seconds:.1f} s is over {bench.most_seconds:g}"
        if bench.most_more is not None and taken[name].ours.seconds - taken[name].peer.seconds > bench.most_more:
            more = taken[name].ours.seconds - taken[name].peer.seconds
            yield f"{bench.name} / {name}: {more:.2f} s more is over {bench.most_more:g}"
        if bench.peak_bar is not None and taken[name].peak > bench.peak_bar and name == "pytrec_eval":
            yield f"{bench.name} / {name}: peak memory {taken[name].peak:.2f} is over {bench.peak_bar:g}"


def main(arguments: Sequence[str]) -> int:
    """Take the figures; exit 1 where one is over its bar."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("groups", nargs="*", choices=[[], *GROUPS], help="which groups; all without one")
    parser.add_argument("--pairs", type=int, default=5)
    options = parser.parse_args(arguments)
    WORK.mkdir(exist_ok=True)
    compileall.compile_dir(gold.__path__[0], quiet=1)  # as installed packages, the peers among them, are
    head = [
        "| job | peer | ratio (least–most) | bar | gold / peer | peak memory |",
        "| --- | --- | ---: | ---: | ---: | ---: |",
    ]
    table, over = list(head), list[str]()
    print("\n".join(head), flush=True)
    for group in options.groups or GROUPS:
        for bench in GROUPS[group]():
            taken = in_turn(bench.ours, bench.peers, options.pairs, bench.before)
            recall = recalls(bench)
            for row in rows(bench, taken, recall):
                table.append(row)
                print(row, flush=True)
            over.extend(missed(bench, taken, recall))
    (WORK / "speed.md").write_text("\n".join(table) + "\n")
    shutil.rmtree(WORK / "copy", ignore_errors=True)
    print("\n".join(over) or "every ratio is within its bar", file=sys.stderr)
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
