"""What a set's decision rests on, as plain sentences: how far its labels can be believed, and where that is shown."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from gold.compare.freshness import freshness
from gold.pages.frame import Link
from gold.pages.label_loss import rot_said
from gold.pages.material import Material
from gold.pages.measures import judged_by, named
from gold.pages.notes import coverage_line
from gold.pages.numbers import counted, grouped, percent, sentence, share
from gold.pages.pools import SYSTEMS, in_use, own_answers, said_of_pool
from gold.pages.queue import queue_line
from gold.pages.two_shares import answers_part
from gold.pages.who import who_judged


class Trust(msgspec.Struct, frozen=True):
    """One sentence under its heading, with the page that says more."""

    about: str
    text: str
    link: Link


def trust(material: Material) -> tuple[Trust, ...]:
    """What is known of coverage, label rot, judging, annotators, freshness, agreement, answers and floors, in order.

    What a person should look at next comes last.
    """
    covered = coverage_line(material)
    found = [] if covered is None else [Trust("Coverage", *covered)]
    looks = (_rot, _judged, _pool, _annotators, _fresh, _agreed, _answers, _floor, _drifts, _queue)
    return (*found, *(line for look in looks for line in look(material)))


def _rot(material: Material) -> Iterator[Trust]:
    """How many labels lie nowhere any more, or in a document that changed."""
    build = material.queue_build
    if build.id is None:
        return
    rot = build.scored.resolution.rot()
    if rot.whole:
        what = f"{sentence(rot_said(rot, build.id))} ({share(rot.gone + rot.changed, rot.whole)})."
        yield Trust("Label rot", what, _COVERAGE)


def _judged(material: Material) -> Iterator[Trust]:
    """How much of what the candidate shows anyone has judged."""
    measure, score = judged_by(material.measures), material.candidate
    mean = None if score is None or measure is None else score.overall.means[measure].value
    if score is not None and measure is not None and mean is not None:
        what = f"{percent(mean)} of the first {measure.k} results of {score.run.name} are judged"
        yield Trust(named(measure).shown, f"{what}.", Link("Runs", "runs.html"))


def _pool(material: Material) -> Iterator[Trust]:
    """Whether scores on the build in use rest on what one run alone found, or on the answers of the run in use."""
    pool = material.pools.get(material.queue_build.id, ())
    if len(pool) > 1:
        yield Trust("Pool", said_of_pool(material, pool)[0], SYSTEMS)
    used = in_use(material)
    said, high = ("", False) if used is None else own_answers(material, material.pools[used.build])
    if high:
        yield Trust("Own answers", said, SYSTEMS)


def _annotators(material: Material) -> Iterator[Trust]:
    """Who gave the labels, as they say."""
    said = who_judged(material)
    if said:
        yield Trust("Who judged", said, _CARD)


def _fresh(material: Material) -> Iterator[Trust]:
    """Whether labels were judged on the documents as they are, and when."""
    scored = material.queue_build.scored
    if not any(case.labels for case in scored.cases):
        return
    found = freshness(scored.cases, scored.resolution, material.today)[0]
    when = f"; the newest is of {found.newest}" if found.newest else "; none has a date"
    if found.same + found.other:
        known = f"{grouped(found.same)} of {counted(found.same + found.other, 'label')} that can be told"
        yield Trust("Freshness", f"{known} were judged on the document as it is{when}.", _COVERAGE)
    else:
        yield Trust("Freshness", f"No label says which version of its document was judged{when}.", _COVERAGE)


def _agreed(material: Material) -> Iterator[Trust]:
    """How far two people agree, where that was measured."""
    if material.judged is not None:
        from gold.pages.agreement_words import in_short  # it costs what most sets do not need

        said = in_short(material.judged.first, material.samples).sentence
        yield Trust("Agreement", said, Link("Agreement", "agreement.html"))


def _answers(material: Material) -> Iterator[Trust]:
    """Whether retrieval is what the candidate's answers fail by, where it says which of them are right."""
    part = None if material.candidate is None else answers_part(material.candidate)
    if part is not None:
        yield Trust("Answers", part.said[0], Link("Failures", "failures.html#answers-1"))


def _floor(material: Material) -> Iterator[Trust]:
    """Where the candidate is not above a system without any skill; nothing where it is."""
    found = material.floors
    if found is not None and found.below:
        yield Trust("No skill needed", found.said, Link("Classes", "classes.html#floors"))


def _drifts(material: Material) -> Iterator[Trust]:
    """Whether the cases that were added fail more often than those that were there; of no drift nothing is said."""
    from gold.pages.composition import failing_table  # it imports what most of a site's sets do not need

    found = failing_table(material)
    if found is not None and found.drifts:
        yield Trust("Drift", found.said, Link("Composition", "composition.html#failures"))


def _queue(material: Material) -> Iterator[Trust]:
    """What a person should look at next."""
    yield Trust("Review queue", queue_line(material), Link("Review queue", "queue.html"))


_COVERAGE, _CARD = Link("Coverage", "coverage.html"), Link("Card", "card.html")
