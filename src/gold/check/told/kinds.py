"""The words of a changelog into the kinds of change that they name."""

from __future__ import annotations

import re

KIND_WORDS = (
    (r"added|adds|new(?=\s*$|\s+(?:cases?|questions?|queries|topics?)\b)|harvested|imported", "added"),
    (r"removed|removes|deleted|dropped", "removed"),
    (r"re-?labell?ed|re-?graded|re-?judged|re-?anchored", "relabelled"),
    (r"re-?worded|rephrased", "reworded"),
    (r"re-?classified", "reclassified"),
    (r"retired|retires", "retired"),
    (r"re-?split", "re-split"),
    (r"other|notes|answers|reasons", "other"),
)
WORD_OF = tuple((re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE), kind) for words, kind in KIND_WORDS)
OF_LABELS = re.compile(r"\b(?:labels?|judge?ments?|anchors?|grades?|parts?|quotes?|distractors?)\b", re.IGNORECASE)
OF_FACETS = re.compile(r"\b(?:tags?|class|classes|facets?|strat(?:um|a)|intents?)\b", re.IGNORECASE)
LEADING = re.compile(
    r"^\**(?P<word>added|new|removed|deleted|re-?labell?ed|reworded|reclassified|retired|re-?split)\**(?P<colon>:)?\**\s+",
    re.IGNORECASE,
)
VERB = (
    r"added|harvested|imported|removed|deleted|dropped|re-?labell?ed|re-?graded|re-?judged|reworded|rephrased"
    r"|re-?classified|retired"
)


def kinds_of(words: str) -> frozenset[str]:
    """The kinds of change that some words name, what stands in brackets aside.

    Labels that are added or removed relabel their case, and tags reclassify it.
    """
    text = re.sub(r"\([^)]*\)", "", words).strip(" *:")
    kinds = frozenset(kind for pattern, kind in WORD_OF if pattern.search(text))
    for words_of, kind in ((OF_LABELS, "relabelled"), (OF_FACETS, "reclassified")):
        if words_of.search(text) and kinds & {"added", "removed"}:
            kinds = (kinds - {"added", "removed"}) | {kind}
    return kinds
