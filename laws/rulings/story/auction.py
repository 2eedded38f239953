"""One irregular call of a story, from the moment it is made until the auction goes on: its record, and what it leaves.

The calls around it fall into the fields that a procedure reads (`laws.rulings.record`). What was called before the Director
came stands in `auction`; after that, a call of the offender's is the one offered in its place, calls of others while
the offender has not called again are `continued`, and a choice by the offender's LHO is `accepted`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from laws.rulings.calls import PASS, Call, parse_call
from laws.rulings.effects.calls import CallCancelled, CallStands
from laws.rulings.effects.inadmissible import PassSubstituted
from laws.rulings.readers import every_way, rule, rule_of
from laws.rulings.record import BadRecord, Contradiction, parse_record
from laws.rulings.replay import Kind, Situation, Standing, diagnose
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat, Side
from laws.rulings.story.form import Story

Data = dict[str, Any]
"""A call as a record writes it: `by`, `call`, and if told `means`, `over` and `stands`."""
COMPARABLE: Final = "comparable"
"""The finding that answers the three tests of Law 23A in one, beside the facts of a procedure."""


@cache
def facts_of(law: str, edition: str) -> frozenset[str]:
    """The facts by which a finding can belong to a ruling under this law."""
    found = {COMPARABLE}
    for ruling, listened in every_way(rule_of(law, edition)):
        found.update(fact for fact, _ in ruling.path)
        found.update(fact.id for fact in listened)
    return frozenset(found)


def board_record(story: Story, side: Side | None, auction: Sequence[Any]) -> Data:
    """The fields of a record that hold for the whole board, with an auction; side: whose methods it is about."""
    record = {**story.frame, "auction": list(auction)}
    if side is not None and (methods := story.methods.get(side)):
        record["meanings"] = dict(methods)
    return record


def with_findings(record: Data, law: str, edition: str, findings: Mapping[str, Any]) -> Data:
    """The record with those findings that can belong to a ruling under this law."""
    known = facts_of(law, edition)
    mine = {fact: value for fact, value in findings.items() if fact in known}
    return {**record, "findings": {**record.get("findings", {}), **mine}} if mine else record


def irregular_at(story: Story, auction: Sequence[Any], owed: Mapping[str, Any]) -> int | None:
    """The place of the first irregular call of an auction, counted call by call; None when there is none."""
    record = {**board_record(story, None, auction), "must_pass": begun(owed, auction)}
    found = diagnose(parse_record(record))
    return found[0].index if found else None


def begun(owed: Mapping[str, Any], auction: Sequence[Any]) -> Data:
    """The obligations to pass that have begun by the end of an auction."""
    calls = sum(len(item) if isinstance(item, list) else 1 for item in auction)
    return {seat: duty for seat, duty in owed.items() if not isinstance(duty, Mapping) or duty.get("from", 0) <= calls}


def ruled_on(record: Mapping[str, Any], at: int) -> Ruling:
    """The ruling on a record that was made of a story. Raises BadRecord naming the entry that it is about."""
    try:
        return rule(parse_record(record))
    except (BadRecord, Contradiction) as error:
        raise BadRecord(f"story[{at}]", str(error)) from error


class IrregularCall:
    """An irregular call, or one that is said to be a slip, and what followed until the auction went on.

    at: its entry in the story. auction: the legal auction before it, the call, and what was called until the Director came.
    owed: who had to pass when it was made. legal_length: once it is dealt with, how long the legal auction then was.
    """

    def __init__(self, story: Story, at: int, auction: list[Any], owed: Mapping[str, Any]) -> None:
        self.at = at
        self.auction = auction
        self.came = False
        self.legal_length: int | None = None
        self.told: Data = {}
        self._story = story
        self.owed = dict(owed)

    @property
    def situation(self) -> Situation:
        """The table as a procedure sees it, by what was called until the Director came."""
        record: Data = {**board_record(self._story, None, self.auction), "must_pass": begun(self.owed, self.auction)}
        record |= {name: self.told[name] for name in ("intended", "offender") if name in self.told}
        return Situation(parse_record(record))

    @property
    def offender(self) -> Seat:
        """Who made the irregular call."""
        return self.situation.offender

    def before(self) -> list[Data]:
        """The legal auction before the call."""
        found = self.situation.irregularity
        return flat(self.auction)[: found.index if found else 0]

    def record(self, findings: Mapping[str, Any], **more: Any) -> Data:
        """What a procedure reads. findings: what the Director has found out. more: further fields (`after`, `lead` ...)."""
        record = {**board_record(self._story, self.offender.side, self.auction), **self.told}
        if owed := begun(self.owed, self.auction):
            record["must_pass"] = owed
        record |= {name: value for name, value in more.items() if value not in (None, [])}
        law = ruled_on(record, self.at).procedure if findings else ""
        return with_findings(record, law, self._story.edition, findings) if law else record

    def ruling(self, findings: Mapping[str, Any], **more: Any) -> Ruling:
        """The ruling on what is told so far. Raises BadRecord naming the entry for what cannot have been."""
        return ruled_on(self.record(findings, **more), self.at)

    def goes_wrong(self, made: Data) -> list[Any] | None:
        """A call that is irregular itself, made while the auction goes back and the offender's turn is still to come.

        The auction of the new irregularity; None for any other call.
        """
        at = self.situation
        if (
            not self.came
            or Kind.OUT_OF_ROTATION not in at.kinds
            or "replacement" in self.told
            or self.told.get("accepted")
        ):
            return None
        by = Seat(made["by"])
        if "accepted" not in self.told and "continued" not in self.told and by is at.offender.lho and by is not at.turn:
            return None  # who calls over it accepts it (29A)
        auction = [*self.before(), *self.told.get("continued", []), made]
        return auction if irregular_at(self._story, auction, self.owed) is not None else None

    def goes_on_with(self, legal: Sequence[Any]) -> list[Data]:
        """The legal auction once an irregularity inside this one is dealt with. The calls after the offender's own."""
        since = flat(legal)[len(self.before()) :]
        own = next((i for i, made in enumerate(since) if made["by"] == self.offender.value), len(since))
        self.told["continued"] = since[:own]
        if own < len(since):
            self.told["replacement"] = {name: since[own][name] for name in ("call", "means") if name in since[own]}
        return since[own + 1 :]

    def takes(self, made: Data, findings: Mapping[str, Any]) -> bool:
        """A call made while it is open. False when it is no longer part of it, because the auction has gone on."""
        ruling = self.ruling(findings)
        if self.is_over(ruling):
            return False
        if not self.came:
            self.auction.append(made)
            return True
        by, at = Seat(made["by"]), self.situation
        if by is at.offender:
            return self._offers(made, ruling)
        if "replacement" in self.told or self.told.get("accepted"):
            return False
        given_back = Kind.OUT_OF_ROTATION in at.kinds or Kind.SKIPPED_BY_PASSES in at.kinds
        if not given_back or ("accepted" not in self.told and by is at.offender.lho and by is not at.turn):
            self.auction.append(made)  # who calls over it, with the Director there, treats it as legal (27A1, 29A)
            return True
        self.told.setdefault("accepted", False)
        self.told.setdefault("continued", []).append(made)
        return True

    def _offers(self, made: Data, ruling: Ruling) -> bool:
        """The offender calls again, in place of the irregular call or of an attempt that was cancelled (27B3, 27B4)."""
        offered = {name: value for name, value in made.items() if name in ("call", "means")}
        if "replacement" not in self.told:
            self.told.setdefault("accepted", False)
        elif "attempted" in self.told or not any(
            isinstance(step.effect, CallCancelled) and step.effect.call == "attempt" for step in ruling.decided
        ):
            return False
        else:
            self.told["attempted"] = [self.told["replacement"]]
        self.told["replacement"] = offered
        return True

    def is_over(self, ruling: Ruling, *, nothing_more: bool = False) -> bool:
        """It is dealt with: by the Director, or by what the players did without one.

        nothing_more: no more calls follow, so that nothing can take the place of the call.
        """
        if not ruling.complete or self.legal(ruling) is None:
            return False
        at, stands = self.situation, _stands(ruling)
        if self.came:
            owed = Kind.OUT_OF_ROTATION in at.kinds and not stands and "replacement" not in self.told
            return nothing_more or not owed  # else the offender's proper turn is still to come
        # Passes alone decide nothing before it is known whether they take a player's turn (17D3).
        since = flat(self.auction)[at.irregularity.index if at.irregularity else 0 :]
        went_on = at.next_made is not None and any(made["call"] != PASS.text for made in since)
        return went_on and not stands.isdisjoint({"irregular", "over"})

    def legal(self, ruling: Ruling) -> tuple[list[Any], list[Data]] | None:
        """The legal auction that the ruling leaves, and calls made after it that have still to be looked at in turn.

        None while the ruling cannot say, because it waits for an answer or for a call.
        """
        at = ruling.situation
        if at is None or at.irregularity is None:
            return None
        auction, index, stands = flat(self.auction), at.irregularity.index, _stands(ruling)
        before, rest = auction[:index], auction[index + 1 :]
        irregular = {**auction[index], "stands": True}
        changed = rest[0] if at.substituted is not None else None
        since = rest[1:] if changed is not None else rest
        continued: list[Data] = self.told.get("continued", [])
        over = since if "over" in stands else []
        if "irregular" in stands:
            return [*(before[:-1] if at.original is not None else before), irregular], [*since, *continued]
        if "original" in stands:
            return before, [*since, *continued]
        if "intended" in stands:
            return [*before, self._by_offender({"call": self.told["intended"]})], []
        if "attempt" in stands:
            attempt = changed or self._by_offender(self.told.get("attempted", [self.told.get("replacement")])[0])
            return [*before, {**attempt, "stands": True}], over
        if "replacement" in stands:
            replacement = self._by_offender(self.told["replacement"]) if "replacement" in self.told else changed
            if replacement is None:
                return None
            if Kind.OUT_OF_ROTATION in at.kinds:
                return [*before, *continued, replacement], []
            return [*before, replacement], [*over, *continued]
        if any(isinstance(step.effect, PassSubstituted) for step in ruling.decided):
            return [*before, {**self._by_offender({"call": PASS.text}), "stands": True}], continued
        if "over" in stands:
            return before, [*since, *continued]
        if "replacement" in self.told and Kind.OUT_OF_ROTATION in at.kinds:  # a repetition or a pass that was owed
            return [*before, *continued, self._by_offender(self.told["replacement"])], []
        owes = any(step.effect.name in ("must_substitute", "must_repeat_call") for step in ruling.decided)
        return None if owes or not ruling.complete else (before, continued)

    def _by_offender(self, offered: Mapping[str, Any]) -> Data:
        return {"by": self.offender.value, **offered}


def _stands(ruling: Ruling) -> set[str]:
    return {step.effect.call for step in ruling.decided if isinstance(step.effect, CallStands)}


def as_data(story: Story, by: Seat, call: Call, details: Mapping[str, Any]) -> Data:
    """A call of a story as a record writes it, with what it shows by the methods of its side where nothing else is told."""
    kept = {name: details[name] for name in ("means", "over", "stands") if name in details}
    shown = story.methods.get(by.side, {}).get(call.text)
    return {"by": by.value, "call": call.text, **({} if shown is None else {"means": shown}), **kept}


def standing_of(dealer: Seat, auction: Sequence[Any]) -> Standing:
    """The state of an auction after these calls, each treated as legal."""
    standing = Standing(dealer)
    for made in flat(auction):
        standing.take(Seat(made["by"]), parse_call(made["call"]))
    return standing


def contract_of(standing: Standing, auction: Sequence[Any]) -> tuple[Call, Seat] | None:
    """The contract and its declarer, who first named its denomination for the side (22A, 54); None without one."""
    if not standing.ended or standing.bid is None or standing.bidder is None:
        return None
    side, denomination = standing.bidder.side, standing.bid.denomination
    named = (Seat(made["by"]) for made in flat(auction) if parse_call(made["call"]).denomination == denomination)
    return standing.bid, next(seat for seat in named if seat.side is side)


def flat(auction: Sequence[Any]) -> list[Data]:
    """The calls of an auction one by one, those of one moment one after the other."""
    return [made for item in auction for made in (item if isinstance(item, list) else [item])]
