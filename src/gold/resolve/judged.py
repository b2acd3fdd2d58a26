"""A label into what stood there when it was judged, as the other builds of the set have it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import msgspec

from gold.model.case import Label
from gold.model.corpus import Corpus, Passage
from gold.resolve.normal import normal


class Judged(msgspec.Struct, frozen=True, dict=True):
    """The other builds of a set. No answer depends on their order."""

    builds: tuple[Corpus, ...]

    def passage(self, label: Label) -> Passage | None:
        """The passage that a label names, at the version that was judged; None where no build has it.

        An id may be given anew when documents are cut anew: a build of the cutting that was judged goes before others,
        and where they have several texts under the id none of them is known to be the one.
        """
        name, of = label.passage_id or "", label.doc_id
        known = [(build, build.by_id[name]) for build in self.builds if name in build.by_id]
        known = [(b, p) for b, p in known if p.doc_version == label.doc_version and of in (None, p.doc_id)]
        cut = [(b, p) for b, p in known if label.chunking is not None and cut_so(b, label.chunking)]
        there = [passage for _, passage in cut or known]
        if len(there) > 1 and len({normal(passage.text) for passage in there}) > 1:
            return None
        return there[0] if there else None

    def documents(self, doc_id: str, version: str) -> list[list[Passage]]:
        """The passages of a document at a version, in each build that has it: one text, which builds cut as they do."""
        return [found for build in self._documents if (found := build.get((doc_id, version))) is not None]

    @cached_property
    def _documents(self) -> Sequence[dict[tuple[str, str | None], list[Passage]]]:
        builds = []
        for build in self.builds:
            here: dict[tuple[str, str | None], list[Passage]] = {}
            for passage in build.passages:
                here.setdefault((passage.doc_id, passage.doc_version), []).append(passage)
            builds.append(here)
        return builds


def cut_so(build: Corpus, chunking: str) -> bool:
    """Whether a build is the one named, or one of that cutting: `sections-2026-04` is cut as `sections`."""
    return build.id == chunking or (build.id.startswith(chunking) and not build.id[len(chunking)].isalnum())
