"""What a site was built from, as its manifest gives it and as a set's card shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from gold import __version__
from gold.pages.material import Material
from gold.pages.numbers import DASH

MANIFEST = "data/manifest.json"
SHORT = 16
"""Digits of a digest that a page shows; the manifest has all."""


class Provenance(msgspec.Struct, frozen=True):
    """What a set's pages were made from and by.

    `files` are (path, what the digest is of, its first digits); `measures` are (name, version of the definition).
    """

    gold: str
    facts: tuple[tuple[str, str], ...]
    measures: tuple[tuple[str, int], ...]
    files: tuple[tuple[str, str, str], ...]
    manifest: str


def provenance(material: Material) -> Provenance:
    """The part of a set's card."""
    used = _settings(material)
    shown = ("baseline", "candidate", "production", "answer_grade", "margin", "min_class_size", "kind")
    facts = [(name, DASH if used[name] is None else str(used[name])) for name in shown]
    return Provenance(
        gold=__version__,
        facts=(*facts, ("ages counted from", DASH if material.today is None else material.today.isoformat())),
        measures=tuple((str(measure), measure.version) for measure in material.measures),
        files=tuple((file.path, file.of, file.sha256[:SHORT]) for file in material.files()),
        manifest=f"../{MANIFEST}",
    )


def manifest(materials: Sequence[Material], url: str | None) -> dict[str, Any]:
    """All that the site was built from: whoever has the same files, settings and gold gets the same site."""
    return {
        "format": 1,
        "gold": __version__,
        "url": url,
        "release": any(material.release is not None for material in materials),
        "stable": any(material.stable is not None for material in materials),
        "sets": [_set(material) for material in materials],
    }


def _set(material: Material) -> dict[str, Any]:
    return {
        "name": material.testset.name,
        "folder": material.slug,
        "version": material.version.label,
        "day": None if material.today is None else material.today.isoformat(),
        "measures": [{"name": str(measure), "version": measure.version} for measure in material.measures],
        "settings": _settings(material),
        "inputs": [msgspec.to_builtins(file) for file in material.files()],
    }


def _settings(material: Material) -> dict[str, Any]:
    """The settings in effect: what `gold.yaml` leaves open is what was chosen. Terms that may be published are not."""
    given: dict[str, Any] = msgspec.to_builtins(material.testset.settings)
    del given["format"], given["privacy"], given["measures"]
    return given | {
        "answer_grade": material.builds[0].scored.answer_grade,
        "facets": list(material.facets),
        "baseline": None if material.baseline is None else material.baseline.run.name,
        "candidate": None if material.candidate is None else material.candidate.run.name,
    }
