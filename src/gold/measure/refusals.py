"""A run's refusals into a value a case: 1 where it refused, of questions without an answer or of those with one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gold.measure.laid_out import Scored
from gold.model.ids import Bools
from gold.model.run import Run

UNASKABLE = "the run can say neither that it refused nor that it did not"


def refusal_values(scored: Scored, run: Run, unanswerable: bool, asked: Bools) -> NDArray[np.float64]:
    """1 where the run refused a question without an answer (else: with one), 0 where not, NaN for all others.

    A refusal of a case that expects one (`expect_abstention`) is no false refusal.
    """
    wanted = (scored.unanswerable if unanswerable else ~scored.unanswerable) & asked
    expected = np.array([case.expect_abstention not in (None, False) for case in scored.cases], dtype=np.bool_)
    refused = np.array([want and run.abstained(case.query_id) for want, case in zip(wanted, scored.cases, strict=True)])
    fault = refused.astype(np.bool_) & (unanswerable | ~expected)
    return np.where(wanted, fault.astype(np.float64), np.nan)
