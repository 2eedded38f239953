"""The definitions of the notes, with commentary among them.

A definition is a term and its meaning on one line, with a tab between them or the meaning in bold type.
"""

from __future__ import annotations

import re

from laws.sources.notes_paragraphs import Paragraph
from laws.sources.notes_remarks import Run
from laws.sources.reading import Lines, ReadDefinition

# A sub-term goes on with the definition above: it is written small, and the definition has announced it.
_ANNOUNCES = re.compile(r"(?::|, and|; and)$")


def read_definitions(paragraphs: list[Paragraph]) -> tuple[list[ReadDefinition], list[Run]]:
    """The definitions and the runs of commentary, each under the term above it (none above the first term)."""
    found: list[ReadDefinition] = []
    runs: list[Run] = []
    for paragraph in paragraphs:
        # A row without a term goes on with the one above; with none above it is no definition.
        if paragraph.is_table and (found or not paragraph.text.startswith("\t")):
            for offset, line in enumerate(paragraph.text.split("\n")):
                _add(found, line, paragraph.lines.first + offset)
            runs.append(Run("", term=found[-1].term))
        elif paragraph.bold and not paragraph.labels:
            term = paragraph.text.removesuffix(paragraph.bold)
            _add(found, f"{term}\t{paragraph.bold}", paragraph.lines.first)
            runs.append(Run("", term=found[-1].term))
        else:
            if not runs:
                runs.append(Run(""))
            runs[-1].paragraphs.append(paragraph)
    return found, [run for run in runs if run.paragraphs]


def _add(found: list[ReadDefinition], line: str, number: int) -> None:
    """Another definition, or more of the last one."""
    term, _, text = (part.strip() for part in line.partition("\t"))
    goes_on = not term or (term[0].islower() and found and _ANNOUNCES.search(found[-1].text))
    if goes_on and found:
        last = found.pop()
        text = f"{last.text}\n\n{term}: {text}" if term else f"{last.text}\n\n{text}"
        found.append(ReadDefinition(term=last.term, text=text, lines=Lines(last.lines.first, number)))
    else:
        found.append(ReadDefinition(term=term, text=text, lines=Lines(number, number)))
