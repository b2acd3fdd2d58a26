"""A drafted section tells exactly what changed, as the rules read it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gold.check.told.against import hold, step
from gold.check.told.sections import sections
from gold.compare.versions.change import Diff
from gold.curate.draft import drafted
from gold.model.case import Case
from gold.write.changelog import section_of
from tests.builders import case, label, version

IDS = st.sampled_from([*(f"real-{n:04}" for n in range(12)), "chat/03:7", "tkt-9", "00017", "x", "drücken"])
CASES = st.builds(
    lambda i, query, grade, facet, status, split: case(
        i, label(grade, "p"), query=query, class_=facet, status=status, split=split
    ),
    IDS,
    st.sampled_from(("a", "b")),
    st.integers(0, 2),
    st.sampled_from(("x: y; z", "y", None)),
    st.sampled_from((None, "retired")),
    st.sampled_from((None, "dev", "held_back")),
)
VERSIONS = st.lists(CASES, max_size=14, unique_by=lambda one: one.query_id)


@given(VERSIONS, VERSIONS)
def test_a_draft_tells_everything_and_nothing_else(old: list[Case], new: list[Case]) -> None:
    """No case is undocumented, unknown or under a wrong heading; every bullet waits for its reason."""
    change = step(version(*old, number=1), version(*new, number=2))
    text = section_of(2, "2026-05-01", "", drafted(change.open))
    told = hold(sections(text), change)
    assert (told.undocumented, told.unknown, told.wrong, told.miscounted) == ((), (), (), ())
    assert len(told.unreasoned) == text.count("\n- ")


def test_many_cases_stand_together() -> None:
    """Numbers in a row are a range; two are named, and so is one of another width or name."""
    ids = ("real-0001", "real-0002", "real-0003", "real-0005", "real-0006", "tkt-7", "x")
    assert drafted(Diff(added=ids)) == {"Added": ["real-0001 to real-0003, real-0005, real-0006, tkt-7, x: (why?)"]}
    assert drafted(Diff()) == {}
