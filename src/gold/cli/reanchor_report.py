"""What `gold reanchor` says: which labels were anchored anew and where, and which are left to a person."""

from __future__ import annotations

from collections.abc import Sequence

from gold.cli.inputs import Inputs
from gold.curate.reanchor import Reanchored
from gold.model.corpus import Corpus


def bullets(inputs: Inputs, found: Sequence[Reanchored]) -> dict[str, tuple[Sequence[str], str]]:
    """The changelog's bullets: the open cases whose labels have new anchors; held-back ones are not named."""
    ids = [one.case.query_id for one in found if one.applied and one.case.query_id not in inputs.versions.hidden]
    return {"Anchored anew": (ids, "the same text under another passage, heading or document")}


def said(inputs: Inputs, build: Corpus, found: Sequence[Reanchored], written: Sequence[str]) -> str:
    """The whole answer, for stdout. Labels are counted from 1, as on pages."""
    version = inputs.version
    name = version.title
    applied, left = sum(len(one.applied) for one in found), sum(len(one.left) for one in found)
    if not found:
        return f"{name}: every label lies in {build.id} where it says, nothing written"
    lines = [f"{name} in {build.id}: {applied} of {applied + left} lost or moved labels have the same text"]
    shown = [one for one in found if one.case.query_id not in inputs.versions.hidden]
    lines += [f"- {one.case.query_id} label {n + 1}: {passage}" for one in shown for n, passage in one.applied]
    held_back = [one for one in found if one.case.query_id in inputs.versions.hidden]
    if hidden := sum(len(one.applied) for one in held_back):
        lines.append(f"- {hidden} of held-back cases")
    if left:
        lines.append(f"left to a person: {left}")
        numbered = [(one.case.query_id, ", ".join(str(n + 1) for n in one.left)) for one in shown if one.left]
        lines += [f"- {query_id} label {numbers}" for query_id, numbers in numbered]
        if hidden := sum(len(one.left) for one in held_back):
            lines.append(f"- {hidden} of held-back cases")
    return "\n".join((*lines, *(map("wrote {}".format, written) if written else ("nothing written",))))
