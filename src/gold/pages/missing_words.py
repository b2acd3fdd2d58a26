"""A case into the words of its question that its passages lack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gold.measure.lacking import lacking
from gold.model.case import Case
from gold.model.corpus import Passage
from gold.resolve.resolution import Placed


def missing_words(case: Case, places: Sequence[Placed], passages: Mapping[str, Passage]) -> tuple[str, ...]:
    """The question's words that stand in no passage of a label of positive grade, nor in its title or headings."""
    held = (placed for label, placed in zip(case.labels, places, strict=True) if label.grade >= 1)
    found = {name: passages[name] for placed in held for name in placed.passages}
    texts = [" ".join((p.title or "", *(p.heading or ()), p.text)) for p in found.values()]
    return lacking(case.query, texts) if texts else ()
