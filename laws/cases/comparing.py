"""Holding the engine's ruling on a case's table against what the case expects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from laws.cases import plays
from laws.cases.case import Expected, Part, Question, RulingCase
from laws.cases.entries import Fault
from laws.rulings.case import Decided
from laws.rulings.readers import rule
from laws.rulings.ruling import Ruling


@dataclass(frozen=True)
class Verdict:
    """How the engine's rulings compare. rulings: by the label of the part; empty when it could not rule."""

    case: RulingCase
    rulings: Mapping[str, Ruling]
    faults: tuple[Fault, ...]

    @property
    def passed(self) -> bool:
        """The rulings have every expected outcome and citation and none of the absent ones."""
        return not self.faults

    @property
    def ruling(self) -> Ruling | None:
        """The ruling on the first part."""
        return next(iter(self.rulings.values()), None)


def check(case: RulingCase) -> Verdict:
    """Rule on each of the case's tables, and compare.

    Where something is missing and a ruling still waits for an answer, the fault says for which fact.
    """
    faults: list[Fault] = []
    rulings: dict[str, Ruling] = {}
    for part in case.parts:
        try:
            rulings[part.label] = rule(part.record)
        except ValueError as error:
            return Verdict(case, {}, (Fault(part.question.place or case.place, case.id, f"no ruling: {error}"),))
    for part in case.parts:
        found = _compared(part.question, [part], rulings, case)
        faults += [
            replace(fault, words=f"part {part.label}: {fault.words}") if part.label else fault for fault in found
        ]
    faults += _compared(case.anywhere, case.parts, rulings, case)
    if case.disputed and not any(ruling.doubted for ruling in rulings.values()):
        faults.append(Fault(case.place, case.id, "is disputed, but the ruling shows no doubt"))
    return Verdict(case, rulings, tuple(faults))


def _compared(asked: Question, parts: Sequence[Part], rulings: Mapping[str, Ruling], case: RulingCase) -> list[Fault]:
    """What is wrong with the rulings on some parts, of which any may bring an expected outcome."""
    at_table = [rulings[part.label] for part in parts]
    under = {
        id(expected): [*_rulings_if(expected.under, parts)]
        for expected in asked.expect + asked.absent
        if expected.under
    }
    faults = [
        Fault(expected.place, case.id, f"expected {expected}")
        for expected in asked.expect
        if not has_outcome(expected, under.get(id(expected), at_table))
    ]
    faults += [
        Fault(expected.place, case.id, f"did not expect {expected}")
        for expected in asked.absent
        if has_outcome(expected, under.get(id(expected), at_table))
    ]
    reached = [*at_table, *(ruling for branch in under.values() for ruling in branch)]
    place = asked.place or case.place
    faults += [
        Fault(place, case.id, f"does not rest on {key}")
        for key in asked.cites
        if not any(rests_on(key, ruling) for ruling in reached)
    ]
    waiting = [ruling for ruling in at_table if ruling.pending is not None]
    if asked.open is not None and asked.open is not bool(waiting):
        words = "expected an open question" if asked.open else f"still asks: {_question(waiting[0])}"
        faults.append(Fault(place, case.id, words))
    elif faults and waiting and not asked.open:
        pending = waiting[0].pending
        fact = pending.fact.id if pending else "?"
        faults.append(Fault(place, case.id, f"the facts do not tell {fact}: {_question(waiting[0])}"))
    return faults


def _rulings_if(under: Mapping[str, Any], parts: Iterable[Part]) -> Iterable[Ruling]:
    """The rulings on the parts once these facts are told as well; none where the table denies them."""
    for part in parts:
        try:
            yield rule(replace(part.record, findings={**part.record.findings, **under}))
        except ValueError:
            continue


def _question(ruling: Ruling) -> str:
    return ruling.words(ruling.pending.fact.question) if ruling.pending else ""


# -- one outcome -------------------------------------------------------------------------------------------------------


def has_outcome(expected: Expected, rulings: Iterable[Ruling]) -> bool:
    """Whether one of the rulings has the outcome."""
    if expected.outcome == plays.NAME:
        return any(plays.agrees(expected.keys, ruling) for ruling in rulings)
    return any(
        _agrees(expected, step, outcome, ruling)
        for ruling in rulings
        for step, outcome in zip(ruling.decided, ruling.outcomes, strict=True)
    )


def _agrees(expected: Expected, step: Decided, outcome: Mapping[str, Any], ruling: Ruling) -> bool:
    if expected.outcome != outcome["outcome"]:
        return False
    found = {"condition": step.effect.depends_on, **outcome}
    if expected.law and not any(
        inside(key, expected.law) for key in (str(outcome.get("law") or step.provision), step.provision)
    ):
        return False
    return all(_same(key, wanted, found.get(key), ruling) for key, wanted in expected.keys.items())


ALL_OF: Final = {"table": "NESW", "NS": "NS", "EW": "EW"}
"""Whoever is meant, each of them is."""


def _same(key: str, wanted: Any, found: Any, ruling: Ruling) -> bool:
    if key == "side":
        return bool(_side(wanted, ruling) == _side(found, ruling))
    if key in ("player", "by", "who"):
        return bool(wanted == found or str(wanted) in tuple(ALL_OF.get(str(found), "")))
    if key == "suits":
        return set(wanted) == set(found or ())
    return bool(wanted == found or (isinstance(found, list) and wanted in found))


def _side(named: Any, ruling: Ruling) -> Any:
    """A side as offending or not; as it is named where no seat is known."""
    at = ruling.situation
    if named in ("OS", "NOS") or at is None or not at.knows_seats:
        return named
    return "OS" if named == at.offender.side.value else "NOS"


def rests_on(key: str, ruling: Ruling) -> bool:
    """A whole law or paragraph is cited when anything inside it is, be it as the law by which an outcome is named."""
    named = (str(outcome["law"]) for outcome in ruling.outcomes if outcome.get("law"))
    return any(inside(cited, key) for cited in (*ruling.citations, *named))


def inside(key: str, ancestor: str) -> bool:
    """Whether a provision is this one or stands within it."""
    rest = key[len(ancestor) :]
    return key.startswith(ancestor) and not (rest[:1].isdigit() and ancestor[-1:].isdigit())
