"""What a ruling would be if something were otherwise: one fact the other way, or another edition of the law."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from laws.rulings.case import Asked, Case, Decided, NeedsAnswer
from laws.rulings.editions import EDITIONS
from laws.rulings.effects import Effect
from laws.rulings.facts import Fact, Source
from laws.rulings.natural import Assumption
from laws.rulings.readers import explore_given, interview, rule, rule_of
from laws.rulings.record import TableRecord
from laws.rulings.replay import Situation
from laws.rulings.ruling import Pending, Ruling
from laws.rulings.words import fill, names_at


@dataclass(frozen=True, slots=True)
class Contrast:
    """The ruling if one fact were otherwise:
    at `fact`, `value` instead of `was`; `ruling` is told about the same table.
    """

    fact: Fact
    provision: str
    was: Any
    value: Any
    ruling: Ruling


def contrast(ruling: Ruling) -> list[Contrast]:
    """Flip each fact of a ruling in turn, incidental ones aside.

    After the flipped fact the path goes on with the answers the ruling already has; where a new question comes up
    that it never answered, each answer gives a contrast of its own. The rulings keep the table, so their words name
    its seats.
    """
    found = []
    known = dict(ruling.path)
    for step in ruling.asked:
        if step.noted:
            continue
        for value in step.fact.values:
            if value == step.value:
                continue
            for other in explore_given(ruling.procedure, known | {step.fact.id: value}, ruling.edition):
                told = Ruling(other.procedure, other.title, other.edition, other.steps, situation=ruling.situation)
                found.append(Contrast(step.fact, step.provision, step.value, value, told))
    return found


def needs_no_more(ruling: Ruling, other: Contrast) -> bool:
    """The flipped fact needs no further one, save such as have the answer no."""
    known = dict(ruling.path)
    return not any(value for fact, value in other.ruling.path if fact not in known and fact != other.fact.id)


def untaken(ruling: Ruling) -> list[dict[str, Any]]:
    """The branches a ruling considered and did not take: for each fact, what the other answer would have led to.

    Each is a mapping with `fact`, `answer` (the one not given), `provision` and `words` of the first decision beyond
    it.
    """
    names = names_at(ruling.situation)
    beyond = _branches(ruling.procedure, ruling.edition, ruling.path)
    found = [
        {"fact": fact, "answer": answer, "provision": provision, "words": fill(words, names)}
        for fact, answer, provision, words in beyond
    ]
    return [item for i, item in enumerate(found) if item not in found[:i]]


@lru_cache(maxsize=4096)
def _branches(procedure: str, edition: str, path: tuple[tuple[str, Any], ...]) -> tuple[tuple[str, Any, str, str], ...]:
    """For each fact of a path what another answer leads to: fact, answer, provision and sentence with places.

    The path alone decides that, whatever the table; so it is worked out once.
    """
    ruling = interview(procedure, dict(path), edition)
    seen = {(step.effect, step.provision) for step in ruling.decided}
    found: dict[tuple[str, Any, str, str], None] = {}
    for other in contrast(ruling):
        at = next(
            i
            for i, step in enumerate(other.ruling.steps)
            if isinstance(step, Asked) and step.fact is other.fact and step.value == other.value
        )
        for step in other.ruling.steps[at + 1 :]:
            if not isinstance(step, Decided) or (step.effect, step.provision) in seen or not step.effect.main:
                continue
            found[other.fact.id, other.value, step.provision, step.effect.words] = None
            break
    return tuple(found)


# -- what differs between two rulings ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Difference:
    """What decides in one ruling and not in another: `becomes` is new there, `instead_of` is what it replaces.

    Both hold pairs of the sentence, with the seats of the table, and its provision.
    """

    becomes: tuple[tuple[str, str], ...]
    instead_of: tuple[tuple[str, str], ...]

    def __bool__(self) -> bool:
        return bool(self.becomes or self.instead_of)


def difference(ruling: Ruling, other: Ruling) -> Difference:
    """How another ruling on the same table differs from this one in what happens to calls, players, leads and score.

    Provisions and wording do not count: the same decision under another number is no difference. Rights, the Director's
    own duties and other things beside the decision are left out. While the other ruling waits for an answer, what
    it has not decided yet is not told as gone.
    """
    owed = not ruling.complete and not other.complete
    ours, theirs = _decisions(ruling, owed=owed), _decisions(other, owed=owed)
    return Difference(
        _not_in(theirs, ours),
        _not_in(ours, theirs) if other.complete else (),
    )


def _decisions(ruling: Ruling, *, owed: bool) -> list[tuple[str, str, str]]:
    """What a ruling decides: the sentence, the provision, and the outcome without its law, to compare by.

    owed: also what is announced only until it has been done, such as a call to be made.
    """
    found: dict[str, tuple[str, str, str]] = {}
    for step in ruling.decided:
        effect = step.effect
        if effect.main and (effect.spoken or owed):
            outcome = {key: value for key, value in effect.outcome(ruling.situation).items() if key != "law"}
            words = ruling.words(effect.words)
            found.setdefault(words, (words, step.provision, json.dumps(outcome, sort_keys=True, default=str)))
    return list(found.values())


def _not_in(some: list[tuple[str, str, str]], others: list[tuple[str, str, str]]) -> tuple[tuple[str, str], ...]:
    words, outcomes = {item[0] for item in others}, {item[2] for item in others}
    return tuple((item[0], item[1]) for item in some if item[0] not in words and item[2] not in outcomes)


# -- editions ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class InEdition:
    """A record under one edition.

    ruling: None where the edition does not rule on it; `why` then says why. difference: from the ruling under the
    record's own edition; empty for that edition itself.
    """

    edition: str
    ruling: Ruling | None
    difference: Difference
    why: str = ""


def subjects() -> tuple[Mapping[str, str], ...]:
    """Procedures that have another number elsewhere, by the book of the edition: their laws declare it."""
    rules = (rule for edition in EDITIONS.values() for rule in edition.procedures.values())
    return tuple(
        {EDITIONS[rule.edition].book: rule.id, **rule.declared.elsewhere}
        for rule in rules
        if rule.declared.elsewhere is not None
    )


def same_subject(number: str, edition: str, other: str) -> str | None:
    """The procedure of another edition that is about the same thing as this one; None when its book has none."""
    here, there = EDITIONS[edition].book, EDITIONS[other].book
    if here == there:
        return number
    rows = subjects()
    moved = next((row for row in rows if row.get(here) == number), None)
    if moved is not None:
        return moved.get(there)
    return None if any(row.get(there) == number for row in rows) else number


def editions_of(record: TableRecord, procedure: str | None = None) -> list[InEdition]:
    """The record ruled on under its own edition first, and then under every other that the engine knows.

    The day of play is left out for the others: the question is what they would have said. The answers of the record
    stand where the other edition asks for the same facts; what only the other one asks is left open in its ruling
    (`pending`). Raises what `rule` raises for the record's own edition.
    """
    own = rule(record, procedure)
    seen_in_auction = procedure is None and record.procedure is None and bool(own.situation and own.situation.kinds)
    found = [InEdition(record.edition, own, Difference((), ()))]
    for slug in EDITIONS:
        if slug == record.edition:
            continue
        subject = None if seen_in_auction else same_subject(own.procedure, record.edition, slug)
        if subject is None and not seen_in_auction:
            why = f"nothing in {slug} answers to Law {own.procedure} of {record.edition}"
            found.append(InEdition(slug, None, Difference((), ()), why))
            continue
        try:
            ruling = rule(replace(record, edition=slug, date=None, procedure=subject))
        except ValueError as error:
            found.append(InEdition(slug, None, Difference((), ()), str(error)))
        else:
            found.append(InEdition(slug, ruling, difference(own, ruling)))
    return found


# -- the facts that decide ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Flip:
    """A fact that decides: at `provision`, with `value` instead of `was`, the ruling would be `ruling`.

    That ruling is `pending` when it then depends on something that the record does not tell.
    """

    fact: Fact
    provision: str
    was: Any
    value: Any
    ruling: Ruling
    difference: Difference


def flips_of(ruling: Ruling) -> list[Flip]:
    """Every single fact that would change what a complete ruling on a record decides, in the order they were asked.

    Everything else stays as the record tells it. A fact that the auction shows is another auction when it is
    otherwise, and so what comes up after it is open, whatever this one shows. Facts whose other answer changes nothing
    that decides are left out. A ruling that still waits for an answer has no flips yet.
    """
    if not ruling.complete:
        return []
    known = dict(ruling.path)
    found = []
    for step in ruling.asked:
        if step.noted:
            continue
        for value in step.fact.values:
            if value != step.value:
                other = _otherwise(ruling, step.fact, known | {step.fact.id: value})
                differs = difference(ruling, other)
                # Another call in place of this one, of which the same is decided, changes no more than its name.
                if not other.complete or (differs and _main(other) != _main(ruling)):
                    found.append(Flip(step.fact, step.provision, step.value, value, other, differs))
    return found


def _main(ruling: Ruling) -> set[tuple[Effect, str]]:
    """What a ruling decides and under what, whichever calls and players it speaks of."""
    return {(step.effect, step.provision) for step in ruling.decided if step.effect.main}


def _otherwise(ruling: Ruling, fact: Fact, answers: Mapping[str, Any]) -> Ruling:
    """The procedure run again on answers of which that to `fact` has changed."""
    situation = ruling.situation
    if situation is not None and fact.id == "replacement_kind":  # another call: nothing is known of it
        situation = Situation(replace(situation.record, replacement=None, attempted=()))
    told = situation if fact.source is not Source.OBSERVED else None
    chosen = rule_of(ruling.procedure, ruling.edition)
    case = Case(_OtherAnswers(answers, told))
    pending = None
    try:
        chosen.run(case)
    except NeedsAnswer as need:
        pending = Pending(need.fact, need.provision)
    return Ruling(chosen.id, chosen.title, chosen.edition, case.steps, pending, situation)


class _OtherAnswers:
    """Takes facts from answers, then from what a table shows or states, if it is still the same table."""

    __slots__ = ("_answers", "_situation")

    def __init__(self, answers: Mapping[str, Any], situation: Situation | None) -> None:
        self._answers = answers
        self._situation = situation

    def read(self, fact: Fact, provision: str) -> Any:
        value = self._value(fact)
        if value is None:
            raise NeedsAnswer(fact, provision)
        return value

    def incidental(self, fact: Fact) -> Any:
        value = self._value(fact)
        return fact.default if value is None else value

    def _value(self, fact: Fact) -> Any:
        if fact.id in self._answers:
            return self._answers[fact.id]
        if self._situation is None:
            return None
        stated = self._situation.record.findings.get(fact.id)
        value = fact.seen(self._situation) if stated is None else stated
        told = value.value if isinstance(value, Assumption) else value
        return value if told in fact.values else None
