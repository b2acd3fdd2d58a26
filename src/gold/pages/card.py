"""What the set is: its card, its sizes, and its composition against the target."""

from __future__ import annotations

from collections import Counter
from statistics import median
from typing import ClassVar

import msgspec

from gold.measure.rank_overlap import PERSISTENCE
from gold.pages.badge import Badge, badge, badge_link
from gold.pages.bins import Bins
from gold.pages.composition import MixTable, mix_table
from gold.pages.composition_document import mixes_of
from gold.pages.frame import Frame, set_frame
from gold.pages.held_back import without_held_back
from gold.pages.material import Material
from gold.pages.numbers import DASH, grouped
from gold.pages.overlaps import PairRow
from gold.pages.provenance import Provenance, provenance
from gold.pages.sanity import BuildSanity, Facts, build_sanity, case_bins, case_sanity


class CardPage(msgspec.Struct, frozen=True):
    """`card` is Markdown."""

    template: ClassVar[str] = "card.html"
    frame: Frame
    card: str | None
    version: str
    versions: tuple[str, ...]
    sizes: tuple[tuple[str, str], ...]
    compositions: tuple[MixTable, ...]
    questions: Facts
    question_bins: tuple[Bins, ...]
    builds: tuple[BuildSanity, ...]
    overlaps: tuple[PairRow, ...]
    persistence: float
    downloads: tuple[tuple[str, str], ...]
    provenance: Provenance
    badge: Badge
    badge_link: str
    published: bool
    stress: bool


def card_page(
    material: Material, downloads: tuple[tuple[str, str], ...], url: str, overlaps: tuple[PairRow, ...]
) -> CardPage:
    """The card; `downloads` are (address, what it holds), `url` is where the site is published."""
    testset = material.testset
    return CardPage(
        frame=set_frame(testset, "Card", "card.html"),
        card=without_held_back(testset.card, *material.unseen),
        version=material.version.shown,
        versions=tuple(f"v{number}" for number in testset.versions),
        sizes=_sizes(material),
        compositions=tuple(mix_table(mix, ()) for mix in mixes_of(material, (material.version,))),
        questions=case_sanity(material),
        question_bins=case_bins(material),
        builds=build_sanity(material),
        overlaps=overlaps,
        persistence=PERSISTENCE,
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
