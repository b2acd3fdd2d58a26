"""The labels and samples of a set into who gave its labels: a person or a machine, one judge or several."""

from __future__ import annotations

from gold.pages.judges import judges
from gold.pages.material import Material
from gold.pages.notes import Note
from gold.pages.numbers import grouped


def who_judged(material: Material) -> str:
    """Who gave the labels of a set, and how many of them more people than one judged; empty where there is none."""
    judged = material.judged
    models = set() if judged is None else {model.name for model in judged.agreement.models}
    said = judges(material.labels_by, models)
    if not said:
        return ""
    twice = 0 if judged is None else judged.labels_of_several(material)
    if judged is None:
        return f"{said}: as far as the set tells, one judge a label."
    return f"{said}; {grouped(twice)} of the labels {'was' if twice == 1 else 'were'} judged by two people or more."


def who_note(material: Material) -> tuple[Note, ...]:
    """The same as a note beside scores."""
    said = who_judged(material)
    return (Note(said if said.startswith(("None of", "The one label")) else f"Labels by {said}"),) if said else ()
