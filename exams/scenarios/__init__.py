"""Questions from the rules engine: staging a table for a path through the law, and telling it to a candidate.

Plain Python without Django. `generate` is the way in, `covering` says which paths it reaches, and `thrown_out` what nobody
would believe. What it yields is a finished product that is stored as it is and never made again from later code.
"""

from __future__ import annotations

from exams.scenarios import book
from exams.scenarios.book import BOOK_FACT
from exams.scenarios.contents import GENERATOR_VERSION
from exams.scenarios.covering import Covering, ThrownOut, covering, reason_of, thrown_out, way_of, ways
from exams.scenarios.demand import NotStagedError, UnknownPathError, staged, staged_pair
from exams.scenarios.generating import (
    ALL,
    MIX,
    PAIR,
    PROCEDURES,
    WANTED,
    NoMoreQuestionsError,
    UnknownKindError,
    UnknownProcedureError,
    generate,
)
from exams.scenarios.kinds.catalogue import KINDS
from exams.scenarios.levels import Levelled, level_of_path
from exams.scenarios.narration.paths import answers
from exams.scenarios.plots import read_words
from exams.scenarios.reach import askable, pairable, stageable

__all__ = [
    "ALL",
    "BOOK_FACT",
    "GENERATOR_VERSION",
    "KINDS",
    "MIX",
    "PAIR",
    "PROCEDURES",
    "WANTED",
    "Covering",
    "Levelled",
    "NoMoreQuestionsError",
    "NotStagedError",
    "ThrownOut",
    "UnknownKindError",
    "UnknownPathError",
    "UnknownProcedureError",
    "answers",
    "askable",
    "book",
    "covering",
    "generate",
    "level_of_path",
    "pairable",
    "read_words",
    "reason_of",
    "stageable",
    "staged",
    "staged_pair",
    "thrown_out",
    "way_of",
    "ways",
]
