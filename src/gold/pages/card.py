"""What the set is: its card, its sizes, and its composition against the target."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from statistics import median
from typing import ClassVar

from gold.model.case import FACETS, UNCLASSIFIED
from gold.pages.badge import Badge, badge, badge_link
from gold.pages.bins import Bins
from gold.pages.frame import Frame, set_frame
from gold.pages.held_back import without_held_back
from gold.pages.material import Material
from gold.pages.numbers import DASH, counted, grouped, share
from gold.pages.provenance import Provenance, provenance
from gold.pages.sanity import BuildSanity, Facts, Overlap, build_sanity, case_bins, case_sanity, overlaps


@dataclass(frozen=True, slots=True)
class CompositionRow:
    """One class of a facet: how many cases, their share, and the target where there is one."""

    name: str
    n: int
    share: str
    target: str
    off: str


@dataclass(frozen=True, slots=True)
class Composition:
    """The make-up of the set by one facet."""

    facet: str
    rows: tuple[CompositionRow, ...]
    has_target: bool


@dataclass(frozen=True, slots=True)
class CardPage:
    """`card` is Markdown."""

    template: ClassVar[str] = "card.html"
    frame: Frame
    card: str | None
    version: str
    versions: tuple[str, ...]
    sizes: tuple[tuple[str, str], ...]
    compositions: tuple[Composition, ...]
    questions: Facts
    question_bins: tuple[Bins, ...]
    builds: tuple[BuildSanity, ...]
    overlaps: tuple[Overlap, ...]
    downloads: tuple[tuple[str, str], ...]
    provenance: Provenance
    badge: Badge
    badge_link: str
    published: bool
    stress: bool


def card_page(material: Material, downloads: tuple[tuple[str, str], ...], url: str) -> CardPage:
    """The card; `downloads` are (address, what it holds), `url` is where the site is published."""
    testset = material.testset
    return CardPage(
        frame=set_frame(testset, "Card", "card.html"),
        card=without_held_back(testset.card, *material.unseen),
        version=material.version.shown,
        versions=tuple(f"v{number}" for number in testset.versions),
        sizes=_sizes(material),
        compositions=tuple(c for facet in _facets(material) if (c := _composition(material, facet)).rows),
        questions=case_sanity(material),
        question_bins=case_bins(material),
        builds=build_sanity(material),
        overlaps=overlaps(material),
        downloads=downloads,
        provenance=provenance(material),
        badge=badge(material),
        badge_link=badge_link(material, url),
        published=bool(url),
        stress=testset.settings.kind == "stress",
    )


def _sizes(material: Material) -> tuple[tuple[str, str], ...]:
    cases = material.cases
    labels = [label for case in cases for label in case.labels]
    words = [len(case.query.split()) for case in cases] or [0]
    others = [case for case in material.version.cases if not case.is_held_back and not case.is_confirmed]
    status = Counter(case.status or "" for case in others)
    answer_grade = material.builds[0].scored.answer_grade
    answers = sum(label.grade >= answer_grade for label in labels)
    return (
        ("confirmed cases", grouped(len(cases))),
        ("of them unanswerable", grouped(sum(case.is_unanswerable for case in cases))),
        ("of unknown answer, not scored", grouped(sum(case.supporting is not None for case in cases))),
        ("follow-ups", grouped(sum(bool(case.history) for case in cases))),
        ("proposed, not scored", grouped(status["proposed"])),
        ("retired, not scored", grouped(status["retired"])),
        ("labels", grouped(len(labels))),
        (f"labels of answer grade ({answer_grade} or more)", grouped(answers)),
        ("distractors", grouped(sum(label.distractor is True for label in labels))),
        ("labels a case", f"{len(labels) / len(cases):.1f}" if cases else DASH),
        ("words a question, median", f"{median(words):g}"),
        ("corpus builds", grouped(sum(build.corpus is not None for build in material.builds))),
        ("runs", grouped(len(material.scores) + len(material.unscored))),
    )


def _facets(material: Material) -> list[str]:
    named = [*material.facets, *material.testset.settings.target_composition]
    return [facet for facet in dict.fromkeys(named) if facet in FACETS]


def _composition(material: Material, facet: str) -> Composition:
    seen = Counter(name for case in material.cases for name in case.classes(facet))
    target = material.testset.settings.target_composition.get(facet, {})
    names = sorted({*seen, *target}, key=lambda name: (name == UNCLASSIFIED, -seen[name], name))
    whole = len(material.cases)
    rows = tuple(_row(name, seen[name], whole, target.get(name)) for name in names)
    return Composition(facet, rows, bool(target))


def _row(name: str, n: int, whole: int, wanted: float | None) -> CompositionRow:
    if wanted is None or not whole:
        return CompositionRow(name, n, share(n, whole), "" if wanted is None else f"{100 * wanted:.0f}\u202f%", "")
    points = round(100 * (n / whole - wanted))
    off = "on target" if abs(points) < 3 else f"{counted(abs(points), 'point')} {'over' if points > 0 else 'under'}"
    return CompositionRow(name, n, share(n, whole), f"{100 * wanted:.0f}\u202f%", off)
