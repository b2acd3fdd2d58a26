"""A run file of any format, with its sidecar, into a run."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

import msgspec

from gold.errors import GoldError, Refuse, stop
from gold.model.run import Run, Sidecar
from gold.read.file import begins_an_object, ending

JSONL_ENDINGS = ("jsonl", "json", "ndjson")
SIDECAR_ENDINGS = ("yaml", "yml")


def read_run(path: str, name: str | None = None, refuse: Refuse = stop, without: Collection[str] = frozenset()) -> Run:
    """Read one run; the ending tells the format, and a bad record goes to `refuse`.

    `name` is how it is called where the file's name is not enough. The questions `without` are left out, as if the
    run had never been asked them.
    """
    sidecar = sidecar_of(path, refuse)
    if ending(path) in SIDECAR_ENDINGS:
        raise GoldError(f"{path}: describes a run and is none: name the run file beside it")
    if ending(path) in JSONL_ENDINGS or begins_an_object(path):
        from gold.read.jsonl_run import read_jsonl_run  # each format's reader is started where it is needed

        run = read_jsonl_run(path, sidecar, refuse, without)
    elif ending(path) == "parquet":
        from gold.read.parquet_run import read_parquet_run

        run = read_parquet_run(path, sidecar)
    else:
        from gold.read.trec_run import read_trec_run

        run = read_trec_run(path, sidecar, refuse)
    run = run.without(without) if without else run
    return run if name is None else msgspec.structs.replace(run, name=name)


def sidecar_path(path: str) -> str | None:
    """The YAML file beside a run, where there is one."""
    bare = path.removesuffix(".gz")
    base = bare.rsplit(".", 1)[0] if "." in Path(bare).name else bare
    return next((beside for beside in (f"{base}.yaml", f"{base}.yml") if os.path.lexists(beside)), None)


def sidecar_of(path: str, refuse: Refuse = stop) -> Sidecar:
    """What the YAML file beside a run says; an empty sidecar where there is none."""
    beside = sidecar_path(path)
    if beside is None:
        return Sidecar()
    from gold.read.mapping import read_sidecar

    return read_sidecar(beside, refuse)
