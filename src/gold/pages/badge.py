"""A set's decision into a badge: a line that a README or a dashboard shows as a picture."""

from __future__ import annotations

import re
from typing import ClassVar
from unicodedata import east_asian_width

import msgspec

from gold.pages.decision import Decision, decide
from gold.pages.material import Material
from gold.pages.measures import named
from gold.pages.numbers import figure
from gold.pages.verdicts import WORD_OF_TONE

ELSEWHERE = "https://example.org/"
SPECIAL = re.compile(r"[\\\[\]`*_<>!]")
"""What Markdown would take for markup."""
LONGEST = 40
PADDING = 12
NARROW, BROAD = frozenset(" .,:;|!'()[]·-fijlrtI1"), frozenset("mwMW@%▲▼")


class Badge(msgspec.Struct, frozen=True):
    """`name` stands left and `said` right, on `left` and `right` pixels; `about` and `alt` are the whole sentence."""

    template: ClassVar[str] = "badge.svg"
    name: str
    said: str
    about: str
    alt: str
    tone: str
    left: int
    right: int


def badge(material: Material) -> Badge:
    """The badge of the newest version: the verdict, and the headline of the candidate with its n."""
    decision = decide(material)
    version = material.version.shown
    score = _score(material, decision)
    name = f"{_cut(material.testset.name)} {version}"
    said = " · ".join((_word(decision), *score))
    alt = ", ".join((f"{version}: {decision.verdict}", *score))
    return Badge(name, said, material.testset.title, alt, decision.tone, _width(name), _width(said))


def badge_link(material: Material, url: str) -> str:
    """The Markdown of a README that shows the badge and leads to the set."""
    home = f"{url or ELSEWHERE}{material.slug}/"
    name = SPECIAL.sub(r"\\\g<0>", material.testset.name)
    return f"[![gold: {name}]({home}badge.svg)]({home}index.html)"


def _word(decision: Decision) -> str:
    if decision.headline is None:
        return "not compared"
    sign = f"{decision.sign} " if decision.sign else ""
    if decision.tone == "worse":
        return f"{sign}worse" if decision.headline.verdict.word == "worse" else f"{sign}worse on a class"
    return f"{sign}{WORD_OF_TONE[decision.tone]}"


def _score(material: Material, decision: Decision) -> tuple[str, ...]:
    """The first measure of the candidate and its n; of what is compared, over the cases compared."""
    if decision.headline is not None:
        return f"{decision.headline.measure.full} {decision.headline.after}", f"n {decision.headline.verdict.n}"
    if material.candidate is None:
        return ()
    mean = material.candidate.overall.means[material.headline]
    return f"{named(material.headline).full} {figure(mean.value)}", f"n {mean.n}"


def _cut(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def _width(text: str) -> int:
    """About how many pixels a text takes at 11 pixels a line: it is drawn as wide as this says."""
    return PADDING + round(sum(map(_advance, text)))


def _advance(character: str) -> float:
    if character in NARROW:
        return 4.4
    if character in BROAD or east_asian_width(character) in "WF":
        return 11
    return 7.8 if character.isupper() else 6.8
