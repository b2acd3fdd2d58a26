"""The review queue: what a person should do next, with the reason, what it costs, and what to look at."""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar, NamedTuple

import msgspec

from gold.curate.queue import LOOKS, Item, Reason
from gold.model.case import Label
from gold.model.words import listed
from gold.pages.frame import Frame, set_frame
from gold.pages.material import Material
from gold.pages.measures import named
from gold.pages.numbers import counted, figure, grouped, sentence
from gold.resolve.nearest import Near, Nearest

MOST = 100
WORDS: dict[Reason, tuple[str, str]] = {
    "lost": ("lost label", "no passage of the build holds it: find where the answer is now, and judge it again"),
    "unknown": ("unknown answer", "nobody has found the answer: look once more, or mark the question unanswerable"),
    "changed": ("changed document", "its document has another version than the one judged, and no quote proves it"),
    "ambiguous": ("ambiguous anchor", "the quoted words stand in several places: quote more of them"),
    "unjudged": ("unjudged results", "the run failed, and these of its first results nobody has judged"),
    "differ": ("annotators differ", "settle it in adjudicated.jsonl: by the guideline, or with a line more in it"),
    "borderline": ("borderline label", "its judge was not sure: have a second person judge it"),
    "twin": (
        "twin passage",
        "others say the same and earn nothing: label them too, or anchor it by a quote alone",
    ),
    "review": ("review date passed", "it was judged longer ago than its source allows"),
}


class Task(NamedTuple):
    """One thing to do: `what`, and `where` to look; `near` is the passage that comes nearest to a lost quote."""

    reason: Reason
    name: str
    query_id: str
    href: str | None
    query: str
    what: str
    where: str
    label: str
    anchor: str
    cost: str
    near: Near | None


class ReasonCount(NamedTuple):
    """How many things there are of one kind, and what is to be done with them."""

    name: str
    size: str
    what: str


class QueuePage(msgspec.Struct, frozen=True):
    """`first` is the first thing to do, `rest` what follows; `more` counts what only the downloads list."""

    template: ClassVar[str] = "queue.html"
    frame: Frame
    build: str | None
    run: str | None
    size: str
    costs: tuple[str, ...]
    first: Task | None
    rest: tuple[Task, ...]
    more: int
    reasons: tuple[ReasonCount, ...]


def queue_page(material: Material) -> QueuePage:
    """The queue on the build that the newest run searched."""
    items = material.queue
    build = material.queue_build
    nearest = None if build.corpus is None else Nearest(build.corpus)
    tasks = [_task(material, item, nearest) for item in items[:MOST]]
    seen = Counter(item.reason for item in items)
    return QueuePage(
        frame=set_frame(material.testset, "Review queue", "queue.html"),
        build=build.id,
        run=None if material.candidate is None else material.candidate.run.name,
        size=counted(len(items), "thing to do", "things to do") if items else "Nothing to do",
        costs=_costs(material, seen),
        first=tasks[0] if tasks else None,
        rest=tuple(tasks[1:]),
        more=len(items) - len(tasks),
        reasons=tuple(ReasonCount(WORDS[r][0], grouped(seen[r]), WORDS[r][1]) for r in LOOKS if seen[r]),
    )


def queue_line(material: Material) -> str:
    """The queue in a sentence: how much there is of each reason, and what comes first."""
    items = material.queue
    if not items:
        return "Nothing to do."
    seen = Counter(item.reason for item in items)
    reasons = ", ".join(f"{WORDS[reason][0]} ({grouped(seen[reason])})" for reason in LOOKS if seen[reason])
    first = items[0]
    return (
        f"{counted(len(items), 'thing to do', 'things to do')}: {reasons}. "
        f"First {first.query_id}, {WORDS[first.reason][0]}, which {_cost(first)}."
    )


def _costs(material: Material, seen: Counter[Reason]) -> tuple[str, ...]:
    """What the queue costs, in sentences."""
    scored = material.queue_build.scored
    answerable = int(scored.answerable.sum())
    lost = int((scored.answerable & ~scored.winnable).sum())
    said = []
    if lost:
        most = f"up to {figure(lost / answerable)} of {named(material.bar.measure).shown}"
        said.append(f"{grouped(lost)} of {counted(answerable, 'question')} cannot be won: {most}.")
    if seen["unknown"]:
        unmeasured = counted(seen["unknown"], "question has", "questions have")
        said.append(f"{unmeasured} no known answer and no score.")
    if seen and not lost and not seen["lost"] and not seen["unknown"]:
        said.append("Nothing here costs the score for certain; all of it may.")
    return tuple(said)


def _task(material: Material, item: Item, nearest: Nearest | None) -> Task:
    case = material.version.by_id[item.query_id]
    label = None if item.label is None else case.labels[item.label]
    name, what = WORDS[item.reason]
    where = listed(item.passages, 3) if item.day is None else f"due since {item.day}"
    if label is not None and label.quote is None and where == label.passage_id:
        where = ""  # its anchor says the same
    if item.reason == "differ":
        where = " \u00b7 ".join(filter(None, (where, _grades(material, item))))
    near = nearest.find(label) if nearest is not None and label is not None and item.reason == "lost" else None
    return Task(
        reason=item.reason,
        name=name,
        query_id=item.query_id,
        href=material.href(item.query_id),
        query=case.query,
        what=f"{sentence(what)}.",
        where=where,
        label="" if item.label is None or label is None else f"label {item.label + 1}, grade {label.grade}",
        anchor="" if label is None or near is not None else anchor_of(label),
        cost=_cost(item),
        near=near,
    )


def _grades(material: Material, item: Item) -> str:
    """What each annotator said of a disputed passage."""
    judged = () if material.judged is None else material.judged.disputed
    said = next((i.said for i in judged if (i.query_id, i.passage_id) == (item.query_id, item.passages[0])), ())
    return listed([f"{a.annotator} {a.grade}" for a in said], 6)


def anchor_of(label: Label) -> str:
    """What a label says of its place, in short."""
    place = " \u203a ".join(filter(None, (label.doc_id or label.document, *(label.heading or ()))))
    words = f"\u201c{label.quote}\u201d" if label.quote is not None else label.passage_id
    return " \u00b7 ".join(filter(None, (place, words)))


def _cost(item: Item) -> str:
    if item.cost:
        return "costs a question" if item.cost == 1 else f"costs {figure(item.cost)} of a question"
    if item.stake:
        return "decides a question" if item.stake == 1 else f"decides {figure(item.stake)} of a question"
    return "costs nothing yet"


QUEUE_HEADER = ("place", "reason", "query_id", "label", "cost", "stake", "passages", "due")


def queue_rows(material: Material) -> tuple[tuple[str, ...], ...]:
    """The whole queue as rows; labels are counted from 1, as on pages."""
    return tuple(
        (
            str(place),
            item.reason,
            item.query_id,
            "" if item.label is None else str(item.label + 1),
            f"{item.cost:.6f}",
            f"{item.stake:.6f}",
            " ".join(item.passages),
            item.day or "",
        )
        for place, item in enumerate(material.queue, start=1)
    )


def queue_document(material: Material) -> dict[str, Any]:
    """The whole queue as JSON."""
    return {"build": material.queue_build.id, "queue": [_item(item) for item in material.queue]}


def queue_summary(material: Material) -> dict[str, Any]:
    """The queue in numbers: how much there is, how much of each reason, and what comes first."""
    items = material.queue
    seen = Counter(item.reason for item in items)
    return {
        "size": len(items),
        "reasons": {reason: seen[reason] for reason in LOOKS if seen[reason]},
        "first": _item(items[0]) if items else None,
    }


def _item(item: Item) -> dict[str, Any]:
    return {
        "reason": item.reason,
        "query_id": item.query_id,
        "label": None if item.label is None else item.label + 1,
        "cost": item.cost,
        "stake": item.stake,
        "passages": list(item.passages),
        "due": item.day,
    }
