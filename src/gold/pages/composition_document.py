"""What the page of a set's composition shows, as a document for those who compute on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gold.compare.composition import FacetMix, Failing, facet_mix
from gold.compare.shares import Between, Share
from gold.curate.retire import USUAL_RUNS, standing
from gold.model.case import FACETS
from gold.model.version import Version
from gold.pages.material import Material


def mixes_of(material: Material, versions: Sequence[Version]) -> list[FacetMix]:
    """The mix of every facet that has a class or a target, over the versions, the one that is shown last."""
    targets = material.testset.settings.target_composition
    facets = [facet for facet in dict.fromkeys([*material.facets, *targets]) if facet in FACETS]
    return [mix for facet in facets if (mix := facet_mix(versions, facet, targets.get(facet, {}))).classes]


def composition_document(material: Material) -> dict[str, Any]:
    """Shares of every version, oldest first; what to add; failures over versions; what the runs always or never won."""
    found = standing(material.scores, USUAL_RUNS)
    return {
        "versions": [version.shown for version in material.in_order],
        "facets": [_facet(mix) for mix in mixes_of(material, material.in_order)],
        "failures": None if material.failing is None else _failing(material.failing),
        "won": None
        if found is None
        else {"runs": list(found.runs), "always": list(found.always), "never": list(found.never)},
    }


def _facet(mix: FacetMix) -> dict[str, Any]:
    classes = [
        {
            "class": one.name,
            "shares": list(map(_share, one.shares)),
            "interval": _between(one.between),
            "target": one.target,
            "add": one.add,
        }
        for one in mix.classes
    ]
    return {"facet": mix.facet, "classes": classes}


def _failing(found: Failing) -> dict[str, Any]:
    versions = [{"version": label} | _share(part) for label, part in zip(found.versions, found.shares, strict=True)]
    apart = {"added": _share(found.added), "kept": _share(found.kept), "difference": _between(found.apart)}
    return {"run": found.run, "versions": versions, "drifts": found.drifts} | apart


def _share(part: Share) -> dict[str, int]:
    return {"n": part.part, "of": part.whole}


def _between(between: Between | None) -> list[float] | None:
    return None if between is None else [between.low, between.high]
