"""Hands, auction and play as people type them, read into the diagrams of a content and written back.

One file for each diagram says what is understood. Reading what was written gives the same diagram again.
"""

from __future__ import annotations

from exams.bank.notation.diagrams import BadDiagram, Typed, read, read_what_can_be, write
from exams.bank.notation.pieces import BadNotation

__all__ = ["BadDiagram", "BadNotation", "Typed", "read", "read_what_can_be", "write"]
