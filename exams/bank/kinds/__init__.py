"""The kinds of question: what each asks of a candidate, how an answer is read, and when it is right.

Kinds of one shape share a file. Outside this folder only what writes files of other systems and printed papers knows kinds by
their names. What a candidate typed or ticked is read into one spelling, which answer events store and marking compares: `b`,
`a,c`, `c,a,b`, `27B1(a)`, `2`.
"""

from __future__ import annotations

from collections.abc import Mapping

from exams.bank.kinds.base import Content, Kind, Line, NotOffered, Reason, Step, Unreadable
from exams.bank.kinds.choose_all import ChooseAll
from exams.bank.kinds.cite_law import CiteLaw
from exams.bank.kinds.number import Number
from exams.bank.kinds.order_steps import OrderSteps
from exams.bank.kinds.single import BestRuling, BookFact, JudgeRuling, WhoseTurn
from exams.bank.kinds.written import Written

__all__ = ["BY_NAME_ONLY", "KINDS", "Content", "Kind", "Line", "NotOffered", "Reason", "Step", "Unreadable", "kind_of"]

KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        BestRuling(),
        JudgeRuling(),
        WhoseTurn(),
        ChooseAll(),
        OrderSteps(),
        CiteLaw(),
        Number(),
        BookFact(),
        Written(),
    )
}
"""Every kind by the name that contents bear."""

BY_NAME_ONLY = frozenset(name for name, kind in KINDS.items() if kind.by_people)
"""The kinds that a paper holds only where its blueprint asks for them by name."""


def kind_of(content: Content) -> Kind:
    """The kind of a question that has this content."""
    return KINDS[content["kind"]]
