"""A measure as a value: parsed from the way ir_measures spells it, printed always in full."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

import msgspec

from gold.errors import GoldError

Kind = Literal["AnswerRecall", "Success", "R", "nDCG", "RR", "P", "Judged", "Distractor", "Refusal", "FalseRefusal"]
ALIASES = {
    "MRR": "RR",
    "Recall": "R",
    "Precision": "P",
    "NDCG": "nDCG",
    "ndcg": "nDCG",
    "answer_recall": "AnswerRecall",
}
PARAMETER = {"Success": "rel", "R": "rel", "RR": "rel", "P": "rel", "nDCG": "dcg"}
NEEDS_CUTOFF = ("AnswerRecall", "Success", "R", "P", "Judged", "Distractor")
NO_CUTOFF = ("Refusal", "FalseRefusal")
KINDS = ("AnswerRecall", "Success", "R", "nDCG", "RR", "P", "Judged", "Distractor", *NO_CUTOFF)
VERSIONS = dict.fromkeys(KINDS, 1)
"""How often the definition of each kind has changed: one more whenever the same ranks and labels give another value."""
DEEPEST = 1_000_000_000
_SPELLING = re.compile(r"^\s*(?P<kind>\w+)\s*(?:\((?P<parameters>[^()]*)\))?\s*(?:@\s*(?P<k>\d+))?\s*$")
_PARAMETER = re.compile(r"^\s*(?P<key>\w+)\s*=\s*(?P<value>'[^']*'|\"[^\"]*\"|-?\d+)\s*$")


class Measure(msgspec.Struct, frozen=True):
    """One measure: its kind, the cutoff `k` (None: the whole list), `rel` (least grade that counts) or `dcg`."""

    kind: Kind
    k: int | None = None
    rel: int | None = None
    dcg: Literal["log2", "exp-log2"] | None = None

    @property
    def less_is_better(self) -> bool:
        """Whether a lower value is the better one."""
        return self.kind in ("Distractor", "FalseRefusal")

    def gained(self, change: float) -> float:
        """A change of it as a gain: above zero where it is for the better."""
        return -change if self.less_is_better else change

    @property
    def is_quality(self) -> bool:
        """Whether a change of it is better or worse at all; how much is judged says nothing of the system."""
        return self.kind != "Judged"

    @property
    def is_share(self) -> bool:
        """Whether each case has 0 or 1, so that the mean is a share."""
        return self.kind in ("AnswerRecall", "Success", "Distractor", "Refusal", "FalseRefusal")

    @property
    def asks_refusal(self) -> bool:
        """Whether it asks if the run refused, and not what it ranked."""
        return self.kind in NO_CUTOFF

    @property
    def version(self) -> int:
        """The version of its definition."""
        return VERSIONS[self.kind]

    def __str__(self) -> str:
        inside = f"(rel={self.rel})" if self.rel is not None else f"(dcg={self.dcg!r})" if self.dcg else ""
        return f"{self.kind}{inside}" + ("" if self.k is None else f"@{self.k}")


def parse_measure(text: str) -> Measure:
    """Read one measure, such as `nDCG@10`, `P(rel=2)@5` or `RR`. Errors name the spelling and what is known.

    Defaults are those of ir_measures: `nDCG@10` is linear gain (`dcg='log2'`), `rel` is 1.
    """
    match = _SPELLING.match(text)
    if match is None:
        raise GoldError(f"cannot read the measure {text!r}: write it like nDCG@10, P(rel=2)@5 or RR")
    kind = ALIASES.get(match["kind"], match["kind"])
    if kind not in KINDS:
        whole = "" if match["kind"] == text.strip() else f" in {text!r}"
        raise GoldError(f"unknown measure {match['kind']!r}{whole}: known are {', '.join(KINDS)}")
    k = None if match["k"] is None else int(match["k"])
    if k is None and kind in NEEDS_CUTOFF:
        raise GoldError(f"the measure {text!r} needs a cutoff: write {text.strip()}@10")
    if k == 0 or (k is not None and (kind in NO_CUTOFF or k > DEEPEST)):
        why = f"a cutoff is 1 to {DEEPEST:,}" if kind not in NO_CUTOFF else f"{kind} has no cutoff"
        raise GoldError(f"cannot read the measure {text!r}: {why}")
    given = _parameters(text, match["parameters"] or "", PARAMETER.get(kind))
    if kind == "nDCG":
        return Measure(kind, k, dcg=_dcg(text, given or "log2"))  # type: ignore[arg-type]  # checked above
    rel = _rel(text, given or "1") if kind in PARAMETER else None
    return Measure(kind, k, rel=rel)  # type: ignore[arg-type]  # checked above


def measure_on(scale: Sequence[int] | None, text: str) -> Measure:
    """The same for a set that declares its grades. Error: a measure that no label of theirs could ever meet."""
    measure = parse_measure(text)
    if scale and measure.rel is not None and measure.rel > max(scale):
        above = f"{measure} counts labels of grade {measure.rel} or better"
        raise GoldError(f"{above}, and the grades of gold.yaml are {', '.join(map(str, scale))}: ask for one of these")
    return measure


def _parameters(text: str, inside: str, allowed: str | None) -> str | None:
    given: str | None = None
    for piece in filter(None, (part.strip() for part in inside.split(","))):
        match = _PARAMETER.match(piece)
        if match is None or match["key"] != allowed or given is not None:
            known = f"only {allowed}=…" if allowed else "no parameter"
            raise GoldError(f"cannot read {piece!r} in the measure {text!r}: it takes {known}")
        given = match["value"].strip("'\"")
    return given


def _dcg(text: str, value: str) -> Literal["log2", "exp-log2"]:
    if value == "log2":
        return "log2"
    if value == "exp-log2":
        return "exp-log2"
    raise GoldError(f"unknown gain dcg={value!r} in {text!r}: 'log2' (linear) or 'exp-log2' (2^grade - 1)")


def _rel(text: str, value: str) -> int:
    if value.isdecimal() and int(value) > 0:
        return int(value)
    raise GoldError(f"rel={value} in {text!r} is no positive grade")
