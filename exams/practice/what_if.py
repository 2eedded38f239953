"""What would be ruled at a table that was practised if one fact were otherwise, and where its ruling can be gone through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from exams.practice.models import Exercise
from exams.practice.units import is_fact, law_of
from laws.assistant.addresses import Address, spoken
from laws.assistant.charts import charts
from laws.assistant.happenings import top
from laws.assistant.interviews import OFFENDER, about
from laws.rulings.contrasts import Flip, flips_of
from laws.rulings.readers import rule, rule_of
from laws.rulings.record import parse_record
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat


@dataclass(frozen=True)
class Said:
    """A sentence of a ruling and the provision that it rests on."""

    words: str
    provision: str


@dataclass(frozen=True)
class WhatIf:
    """One fact the other way.

    question: as the ruling asked it, at `provision`. was, value: the answer here and the other one, in words. becomes: what
    would be ruled that is not ruled here. falls: what is ruled here and would not be. asks: what would have to be known
    first, where the answers of this table do not settle it; empty otherwise. address: where the other case is gone through.
    """

    question: str
    provision: str
    was: str
    value: str
    becomes: Sequence[Said]
    falls: Sequence[Said]
    asks: str
    address: str


def what_ifs(exercise: Exercise) -> list[WhatIf]:
    """Every fact of the ruling that would change it, in the order in which the facts are asked.

    Empty where the engine of today does not rule on the table as it was ruled on when it was staged.
    """
    ruling = _ruled(exercise.content)
    return [_what_if(ruling, flip) for flip in flips_of(ruling)] if ruling is not None else []


def _ruled(content: Mapping[str, Any]) -> Ruling | None:
    receipt = content.get("receipt")
    if receipt is None:
        # A fact of the book has no table that the engine could rule on.
        return None
    procedure = receipt["path"].partition("/")[0]
    try:
        ruling = rule(parse_record(content["record"]), procedure)
    except ValueError:
        # Staged under other code or another edition: its explanation stays as stored, and nothing is added to it.
        return None
    return ruling if ruling.receipt()["path"] == receipt["path"] else None


def _what_if(ruling: Ruling, flip: Flip) -> WhatIf:
    pending, turned = flip.ruling.pending, flip.difference
    answers = {**_before(ruling, flip), flip.fact.id: flip.value}
    if pending is None:
        answers |= dict(flip.ruling.path)
    return WhatIf(
        question=ruling.words(flip.fact.question),
        provision=flip.provision,
        was=ruling.words(spoken(flip.was)),
        value=ruling.words(spoken(flip.value)),
        becomes=[Said(f"{words}.", provision) for words, provision in turned.becomes],
        falls=[Said(f"{words}.", provision) for words, provision in turned.instead_of],
        asks=flip.ruling.words(pending.fact.question) if pending else "",
        address=_interview(ruling, answers),
    )


def _before(ruling: Ruling, flip: Flip) -> dict[str, Any]:
    """What was answered before the fact was asked."""
    path = dict(ruling.path)
    return {fact: path[fact] for fact in list(path)[: list(path).index(flip.fact.id)]}


def steps_of(exercise: Exercise) -> str:
    """The address of the interview that leads to the ruling, every answer given, so that each can be changed there.

    Empty for a procedure that the engine has no longer, and for a fact of the book.
    """
    if is_fact(exercise.unit):
        return ""
    ruling = _ruled(exercise.content)
    if ruling is not None:
        return _interview(ruling, dict(ruling.path))
    edition, procedure = exercise.content["edition"], law_of(exercise.unit)
    try:
        rule_of(procedure, edition)
    except ValueError:
        return ""
    return reverse("laws:interview", args=[edition, procedure])


def _interview(ruling: Ruling, answers: Mapping[str, Any]) -> str:
    known = rule_of(ruling.procedure, ruling.edition)
    seat = _seat(ruling)
    query = Address(rule=known, answers=answers, seat=seat).query()
    return reverse("laws:interview", args=[ruling.edition, ruling.procedure]) + query


def _seat(ruling: Ruling) -> Seat | None:
    """The seat of the player whom the procedure is about, where the table tells it."""
    at = ruling.situation
    if at is None:
        return None
    if about(rule_of(ruling.procedure, ruling.edition)) != OFFENDER:
        return at.record.player
    return at.offender if at.knows_seats else None


def charted(exercise: Exercise) -> str:
    """The address of the flow chart of its law, with the way that the ruling took; empty where there is none."""
    edition, number = exercise.content["edition"], top(law_of(exercise.unit))
    if is_fact(exercise.unit) or not charts(edition, number):
        return ""
    way = urlencode({"way": exercise.content["receipt"]["path"]}, safe="/")
    return f"{reverse('laws:chart', args=[edition, number])}?{way}"
