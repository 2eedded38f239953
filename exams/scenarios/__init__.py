"""Questions from the rules engine: staging a table for a path through the law, and telling it to a candidate.

Plain Python without Django. `generate` is the one way in; what it yields is a finished product that is stored as it
is and never made again from later code.
"""

from __future__ import annotations

from exams.scenarios.generating import PROCEDURES, UnknownProcedureError, generate

__all__ = ["PROCEDURES", "UnknownProcedureError", "generate"]
