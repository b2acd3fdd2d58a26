"""A scored run into what `gold score` prints beside its ranking scores: refusals, right answers, what users meet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from gold.measure.refusals import UNASKABLE
from gold.measure.score import RunScore
from gold.model.bare import BareCases
from gold.model.settings import Traffic
from gold.resolve.lost import Loss

Credited = Mapping[str, RunScore]
Losses = Callable[[RunScore], Mapping[int, Loss]]


class Beside(NamedTuple):
    """Shares of the traffic, runs by name with twins of labelled passages credited, and why cases cannot be won."""

    traffic: Traffic
    credited: Credited
    losses: Losses


REFUSED = ("refusals", "no answer", "refused", "share", "95 % interval", "answer", "refused", "share", "95 % interval")
RIGHT = ("answers", "reached", "right", "share", "95 % interval", "not reached", "right", "share", "95 % interval")


def beside_scores(score: RunScore, traffic: Traffic, draw: Callable[..., str]) -> tuple[list[str], list[str]]:
    """Tables, and sentences on them; of bare qrels nothing, for nothing is known of their questions."""
    if isinstance(score.scored.cases, BareCases):
        return [], []
    from gold.pages.met import met_of  # not for a run on qrels, which starting them would double
    from gold.pages.two_shares import SharesRow, answers_part, refusal_rows

    def table(header: Sequence[str], rows: Sequence[SharesRow]) -> str:
        cells = [[f"{r.facet}: {r.name}" if r.facet else r.name, *r.one, *r.two] for r in rows]
        return draw(header, cells)

    tables, said = [], []
    refused, answered, met = refusal_rows(score), answers_part(score), met_of(score, traffic)
    if refused:
        tables.append(table(REFUSED, refused))
    elif not score.run.can_abstain and score.scored.unanswerable.any() and not score.not_measurable:
        said.append(f"refusals are not measurable: {UNASKABLE}")
    if answered is not None:
        tables.append(table(RIGHT, answered.rows))
        said += answered.said
    if met is not None:
        header = (f"what users meet, {met.measure.full}", "n", "effective n", "mean", "95 % interval")
        tables.append(draw(header, [[row.what, str(row.n), row.effective, *row.means[0]] for row in met.rows]))
        said += [met.said, *met.remarks]
    return tables, said
