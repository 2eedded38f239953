"""Files of cases: all cases that can be read, and all faults of those that cannot."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from laws.cases.case import RulingCase
from laws.cases.entries import Entry, Fault
from laws.cases.loose.cases import read_loose
from laws.cases.reading import read_case
from laws.sources.lines import Document, read_lines


def read_path(path: Path) -> tuple[list[RulingCase], list[Fault]]:
    """The cases of a file, or of all `*.yaml` in a folder. Raises OSError for one that cannot be opened."""
    cases: list[RulingCase] = []
    faults: list[Fault] = []
    for file in sorted(path.glob("**/*.yaml")) if path.is_dir() else [path]:
        found, wrong = read_text(file.name, file.read_text(encoding="utf-8"))
        cases += found
        faults += wrong
    return cases, faults


def read_text(name: str, text: str) -> tuple[list[RulingCase], list[Fault]]:
    """The cases that a text holds."""
    wrong: list[str] = []
    document = read_lines(name, text, wrong, answers=True)
    faults = [Fault(place, "", words) for place, _, words in (line.partition(": ") for line in wrong)]
    if document is None:
        return [], faults
    cases, others = read_cases(document)
    return cases, faults + others


def read_cases(document: Document) -> tuple[list[RulingCase], list[Fault]]:
    """The cases of a document, a list of them or one alone, strict ones and loose ones, no id twice."""
    whole = Entry(document, document.data)
    alone = isinstance(whole.value, Mapping) and "id" in whole.value
    if not alone and not isinstance(whole.value, list):
        whole.fault("expected a list of cases")
        return [], whole.faults
    found: dict[str, RulingCase] = {}
    for entry in [whole] if alone else whole.list():
        case = (read_loose if entry.has("facts") else read_case)(entry)
        if case is not None and case.id in found:
            Entry(document, None, entry.path, case.id, whole.faults).fault("this id is used twice")
        elif case is not None:
            found[case.id] = case
    return list(found.values()), whole.faults
