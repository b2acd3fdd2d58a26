"""Cases that hold nothing but passage ids and grades (qrels), kept as columns and made into records when looked at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import overload

from gold.model.case import Case, Label
from gold.model.ids import IdColumn, Ints


class BareCases(Sequence[Case]):
    """Rows `first[i]:first[i + 1]` are the labels of question i: a passage id each, and its grade."""

    def __init__(
        self,
        query_ids: tuple[str, ...],
        first: Ints,
        passages: IdColumn,
        grades: Ints,
        texts: Mapping[str, str],
    ) -> None:
        self.query_ids = query_ids
        self.first = first
        self.passages = passages
        self.grades = grades
        self.texts = texts

    def __len__(self) -> int:
        return len(self.query_ids)

    @overload
    def __getitem__(self, index: int) -> Case: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Case, ...]: ...
    def __getitem__(self, index: int | slice) -> Case | tuple[Case, ...]:
        if isinstance(index, slice):
            return tuple(self[i] for i in range(*index.indices(len(self))))
        place = range(len(self))[index]
        query_id, start, stop = self.query_ids[place], int(self.first[place]), int(self.first[place + 1])
        names = self.passages.names(range(start, stop))
        rows = zip(names, self.grades[start:stop].tolist(), strict=True)
        labels = tuple(Label(grade=grade, passage_id=name) for name, grade in rows)
        return Case(query_id=query_id, query=self.texts.get(query_id) or query_id, judgments=labels)

    def __iter__(self) -> Iterator[Case]:
        return (self[i] for i in range(len(self)))
