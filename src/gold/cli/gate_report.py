"""The gates of sets into what `gold gate` prints: text, JSON, Markdown for a pull request, JUnit's XML."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from gold.cli.gate_baseline import Since
from gold.cli.table import as_document, plain
from gold.pages.gates import gates_document, in_short
from gold.pages.material import Material

HEADER = ("gate", "met", "measured", "wanted", "n", "what was measured")


class Gate(NamedTuple):
    """One set whose gates were asked: what is known of it, the commit, and where the site is."""

    material: Material
    since: Since | None
    site: str | None

    @property
    def passed(self) -> bool:
        return all(line.passed for line in self.material.gates)

    @property
    def name(self) -> str:
        version = self.material.version
        return f"{self.material.testset.name} {version.shown}"


def as_text(gates: Sequence[Gate]) -> str:
    """A table a set, under what it comes to."""
    return "\n".join(_block(gate) for gate in gates)


def _block(gate: Gate) -> str:
    rows = [
        (line.gate, "met" if line.passed else "NOT MET", line.measured, line.bound, str(line.n), line.reason)
        for line in gate.material.gates
    ]
    return f"{gate.name}: {in_short(gate.material.gates)}\n\n{plain(HEADER, rows)}\n"


def as_json(gates: Sequence[Gate]) -> str:
    """One set's gates; of several sets all of them, each with its set, and one such object a set under `sets`."""
    documents = [gates_document(gate.material.gates) for gate in gates]
    whole: dict[str, Any] = documents[0]
    if len(gates) > 1:
        sets = [{"set": gate.material.testset.name, **one} for gate, one in zip(gates, documents, strict=True)]
        flat = [{"set": one["set"], **line} for one in sets for line in one["gates"]]
        whole = {"passed": all(one["passed"] for one in documents), "gates": flat, "sets": sets}
    return as_document(whole) + "\n"


def as_markdown(gates: Sequence[Gate]) -> str:
    """What a pull request shows."""
    from gold.cli.gate_summary import summary

    return summary(gates)


def as_junit(gates: Sequence[Gate]) -> str:
    """A suite a set and a test a gate, in the form that CI systems read; what XML cannot hold is replaced."""
    from xml.etree.ElementTree import Element, SubElement, indent, tostring

    root = Element("testsuites", {"name": "gold gate"})
    for gate in gates:
        lines = gate.material.gates
        failed = sum(not line.passed for line in lines)
        counts = {"tests": str(len(lines)), "failures": str(failed), "errors": "0", "skipped": "0"}
        suite = SubElement(root, "testsuite", {"name": _xml(gate.name), **counts})
        for line in lines:
            said = f"measured {line.measured}, wanted {line.bound}, n = {line.n}: {line.reason}"
            one = {"classname": _xml(f"gold.{gate.material.testset.name}"), "name": line.gate}
            test = SubElement(suite, "testcase", one)
            if line.passed:
                SubElement(test, "system-out").text = _xml(said)
            else:
                SubElement(test, "failure", {"type": "gate", "message": _xml(line.reason)}).text = _xml(said)
    indent(root)
    return tostring(root, encoding="unicode", xml_declaration=False) + "\n"


def _xml(text: str) -> str:
    from gold.write.characters import NOT_IN_XML

    return NOT_IN_XML.sub("\ufffd", text)


FORMATS: dict[str, Callable[[Sequence[Gate]], str]] = {
    "text": as_text,
    "json": as_json,
    "markdown": as_markdown,
    "junit": as_junit,
}
