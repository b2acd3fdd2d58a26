"""The demo corpus, mutated in the ways of documents: every label of the demo set has the state that is right."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gold.model.corpus import Corpus, Passage
from gold.model.version import Version
from gold.read.cases import read_version
from gold.read.corpus import read_corpus
from gold.resolve.resolve import resolve

Edit = Callable[[Passage], Passage | list[Passage]]
LATER = "later"
FEE = "returns#restocking-fee"


@pytest.fixture(scope="module")
def atlas(root: Path) -> tuple[Version, Corpus]:
    """The newest version, and the build that it was judged on."""
    home = root / "testsets" / "atlas"
    return read_version(str(home / "atlas-v2.jsonl")), read_corpus(str(home / "corpora" / "sections-2026-03.jsonl"))


def with_(passage: Passage, **more: Any) -> Passage:
    """The passage with other fields."""
    return msgspec.structs.replace(passage, **more)


def text(pattern: str, new: str) -> Edit:
    """Every text edited by a pattern."""
    return lambda p: with_(p, text=re.sub(pattern, new, p.text))


def in_(passage_id: str, edit: Edit) -> Edit:
    """The edit of one passage alone."""
    return lambda p: edit(p) if p.passage_id == passage_id else p


def under(doc_id: str) -> Edit:
    """The passage in another document, its id made from that document's."""
    return lambda p: with_(p, doc_id=doc_id, passage_id=f"{doc_id}#{p.passage_id.partition('#')[2]}")


def cut(p: Passage) -> list[Passage]:
    """The passage cut in two within a sentence, at a blank."""
    at = p.text.index("the portal")
    halves = (p.text[:at], p.text[at:])
    return [with_(p, text=half, passage_id=f"{p.passage_id}-{n}") for n, half in enumerate(halves)]


def renamed_heading(p: Passage) -> Passage:
    """Another heading, and the passage id that is made from it."""
    return with_(p, heading=("Fees",), passage_id="returns#fees")


MUTATIONS: dict[str, tuple[tuple[str, ...], Edit, dict[str, str]]] = {
    "white space reflowed": (("rma", "returns"), text(r" ", "\n  "), {}),
    "dashes and quotation marks translated": (("rma", "returns"), text("-", "\u2013"), {}),
    "markup added": (("rma", "returns"), text(r"\b(form|five|goods)\b", r"**\1**"), {}),
    "markup dropped": (("rma", "returns"), text(r"\*\*|`", ""), {}),
    "heading levels changed": (
        ("rma", "returns"),
        lambda p: with_(p, heading=tuple(f"### {step}" for step in p.heading or ()), text=f"## \n{p.text}"),
        {},
    ),
    "one number changed inside a quote": (
        ("returns",),
        in_(FEE, text("25%", "30%")),
        {"chat-007 0": "gone", "tkt-20655 3": "changed"},
    ),
    "a sentence added to a judged passage": (
        ("rma",),
        in_("rma#raising-an-rma", lambda p: with_(p, text=p.text + " Forms are free.")),
        {"00135 0": "changed"},
    ),
    "a heading renamed": (
        ("returns",),
        in_(FEE, renamed_heading),
        {"tkt-20655 3": "changed"},
    ),
    "a document renamed": (
        ("rma",),
        under("rma-2026"),
        {"00023 0": "moved", "chat-035 0": "moved", "00142 0": "moved"}
        | {"chat-035 3": "gone", "00142 3": "gone", "00135 0": "gone"},
    ),
    "a document split": (
        ("returns",),
        in_(FEE, under("fees")),
        {"chat-007 0": "moved", "tkt-20672 2": "moved", "tkt-20655 3": "changed"},
    ),
    "a document merged into another": (
        ("rma",),
        under("returns"),
        {"00023 0": "moved", "chat-035 0": "moved", "00142 0": "moved"}
        | {"chat-035 3": "gone", "00142 3": "gone", "00135 0": "gone"},
    ),
    "a section deleted": (
        ("returns",),
        in_(FEE, lambda p: []),
        {"chat-007 0": "gone", "tkt-20672 2": "gone", "tkt-20655 3": "changed"},
    ),
    "a document deleted": (
        ("rma",),
        lambda p: [],
        dict.fromkeys(("00023 0", "chat-035 0", "chat-035 3", "00135 0", "00142 0", "00142 3"), "gone"),
    ),
    "a sentence copied into another section": (
        ("rma",),
        in_("rma#at-the-dock", lambda p: with_(p, text=f"{p.text} Fill in **form 1138** (return request) on the portal "
            "or ask inside sales to do it.")),
        {"00023 0": "ambiguous", "00135 0": "changed"},
    ),
    "a passage cut within a quote": (
        ("rma",),
        in_("rma#raising-an-rma", cut),
        {"00023 0": "split", "00142 0": "moved"},
    ),
    "an id recycled for another text": (
        ("returns",),
        in_(FEE, lambda p: with_(p, text="Returns by post are not taken.")),
        {"chat-007 0": "gone", "tkt-20672 2": "gone", "tkt-20655 3": "changed"},
    ),
}  # fmt: skip


def mutated(build: Corpus, documents: tuple[str, ...], edit: Edit) -> Corpus:
    """The build with some documents edited; they have a later version then."""

    def passages() -> Iterator[Passage]:
        for passage in build.passages:
            if passage.doc_id not in documents:
                yield passage
                continue
            edited = edit(passage)
            for one in edited if isinstance(edited, list) else [edited]:
                yield with_(one, doc_version=LATER)

    return Corpus("later", "later.jsonl", tuple(passages()))


def states(version: Version, build: Corpus, *earlier: Corpus) -> dict[str, str]:
    """The state of each label, by case and number."""
    placed = resolve(version.cases, build, earlier).labels
    pairs = zip(version.cases, placed, strict=True)
    return {f"{case.query_id} {n}": place.state for case, places in pairs for n, place in enumerate(places)}


@pytest.mark.parametrize("name", MUTATIONS)
def test_each_label_has_the_right_state(atlas: tuple[Version, Corpus], name: str) -> None:
    """The labels that the edit touches, and no other, are in another state than before."""
    version, build = atlas
    documents, edit, expected = MUTATIONS[name]
    before = states(version, build)
    assert set(before.values()) == {"present", "ambiguous"}
    assert states(version, mutated(build, documents, edit), build) == before | expected


def test_without_the_judged_text_another_version_is_a_change(atlas: tuple[Version, Corpus]) -> None:
    """Where no build has what was judged, a label without a quote is looked at again, reflowed or rewritten."""
    version, build = atlas
    documents, edit, _ = MUTATIONS["white space reflowed"]
    now = states(version, mutated(build, documents, edit))
    changed = {name for name, state in now.items() if state == "changed"}
    unquoted = {
        f"{case.query_id} {n}"
        for case in version.cases
        for n, label in enumerate(case.labels)
        if label.quote is None and label.doc_id in documents and label.doc_version is not None
    }
    assert changed == unquoted
