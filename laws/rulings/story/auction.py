"""One irregular call of a story, from the moment it is made until the auction goes on: its record, and what it leaves.

The calls around it fall into the fields that a procedure reads (`laws.rulings.record`). What was called before the Director
came stands in `auction`; after that, a call of the offender's is the one offered in its place, calls of others while
the offender has not called again are `continued`, and a choice by the offender's LHO is `accepted`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from laws.rulings.calls import PASS, parse_call
from laws.rulings.effects.calls import CallCancelled, CallStands
from laws.rulings.effects.inadmissible import PassSubstituted
from laws.rulings.readers import every_way, rule, rule_of
from laws.rulings.record import BadRecord, Contradiction, parse_record
from laws.rulings.replay import Kind, Situation, diagnose
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat, Side
from laws.rulings.story.form import Story
from laws.rulings.story.standing import (
    ENTRY,
    Data,
    begun,
    bound_by,
    flat,
    joined,
    plain,
    standing_of,
)

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
    record = {**story.frame, "auction": plain(auction)}
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


def ruled_on(record: Mapping[str, Any], at: int, entries: Mapping[str, int] | None = None) -> Ruling:
    """The ruling on a record that was made of a story.

    entries: which entry tells of a field of the record. Raises BadRecord naming the entry, or the one that it is about.
    """
    try:
        return rule(parse_record(record))
    except BadRecord as error:
        field = error.path.removeprefix("record.")
        place = next((place for name, place in (entries or {}).items() if field.startswith(name)), None)
        if place is None:
            raise BadRecord(f"story[{at}]", str(error)) from error
        raise BadRecord(f"story[{place}]", str(error).removeprefix(f"{error.path}: ")) from error
    except Contradiction as error:
        raise BadRecord(f"story[{at}]", str(error)) from error


class IrregularCall:
    """An irregular call, or one that is said to be a slip, and what followed until the auction went on.

    at: its entry in the story. auction: the legal auction before it, the call, and what was called until the Director came.
    owed: who had to pass when it was made. legal_length: once it is dealt with, how long the legal auction then was.
    forbidden_at: the entry at which declarer forbade a suit after it.
    aside: calls of players whose turn it was not, made while it was open; each is looked at once it is dealt with.
    """

    def __init__(self, story: Story, at: int, auction: list[Any], owed: Mapping[str, Any]) -> None:
        self.at = at
        self.auction = auction
        self.came_at: int | None = None
        self.legal_length: int | None = None
        self.told: Data = {}
        self.aside: list[Data] = []
        self.forbidden_at: int | None = None
        self._passed = False  # the offender has made the pass that the ruling put in the place of the call
        self._jumped = False  # somebody has called at the turn at which the offender has to pass
        self._story = story
        self.owed = dict(owed)

    @property
    def came(self) -> bool:
        """The Director has come since it was made."""
        return self.came_at is not None

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
        record |= {name: plain(record[name]) for name in ("attempted", "continued") if name in record}
        if "replacement" in record:
            record["replacement"] = plain([record["replacement"]])[0]
        if owed := begun(self.owed, self.auction):
            record["must_pass"] = owed
        record |= {name: value for name, value in more.items() if value not in (None, [])}
        law = self.ruled(record).procedure if findings else ""
        return with_findings(record, law, self._story.edition, findings) if law else record

    def ruling(self, findings: Mapping[str, Any], **more: Any) -> Ruling:
        """The ruling on what is told so far. Raises BadRecord naming the entry for what cannot have been."""
        return self.ruled(self.record(findings, **more))

    def ruled(self, record: Mapping[str, Any]) -> Ruling:
        """The ruling on a record of it. Raises BadRecord naming the entry that cannot have been."""
        return ruled_on(record, self.at, self._entries(record))

    def _entries(self, record: Mapping[str, Any]) -> dict[str, int]:
        """Which entry of the story tells of a field of the record."""
        found = {f"auction[{i}]": made[ENTRY] for i, made in enumerate(flat(self.auction)) if ENTRY in made}
        calls = {"continued": self.told.get("continued", ()), "attempted": self.told.get("attempted", ())}
        found |= {f"{name}[{i}]": made[ENTRY] for name, made_ in calls.items() for i, made in enumerate(made_)}
        if "replacement" in self.told:
            found["replacement"] = self.told["replacement"][ENTRY]
        if self.forbidden_at is not None:
            found["lead"] = self.forbidden_at
        if "noticed" in record and self.came_at is not None:
            found["noticed"] = self.came_at
        return found

    def goes_wrong(self, made: Data, findings: Mapping[str, Any]) -> tuple[list[Any], Data] | None:
        """A call that is irregular itself, made while the auction goes back and the offender's turn is still to come.

        The auction of the new irregularity, and who has to pass there; None for any other call.
        """
        if not self._after_the_director(made) or Kind.OUT_OF_ROTATION not in self.situation.kinds:
            return None
        if "replacement" in self.told or self.told.get("accepted"):
            return None
        by, at = Seat(made["by"]), self.situation
        if "accepted" not in self.told and "continued" not in self.told and by is at.offender.lho and by is not at.turn:
            return None  # who calls over it accepts it (29A)
        auction = [*self.before(), *self.told.get("continued", []), made]
        owed = joined(self.owed, bound_by(self.ruling(findings), len(auction) - 1))
        return (auction, owed) if irregular_at(self._story, auction, owed) is not None else None

    def goes_on_with(self, legal: Sequence[Any], findings: Mapping[str, Any]) -> list[Data]:
        """The legal auction once an irregularity inside this one is dealt with. The calls after the offender's own."""
        since = flat(legal)[len(self.before()) :]
        own = next((i for i, made in enumerate(since) if made["by"] == self.offender.value), len(since))
        self.told["continued"] = since[:own]
        silenced = self._silenced(self.ruling(findings))
        if silenced and own < len(since) and since[own]["call"] != PASS.text:
            self._jumped = True  # it broke the obligation and stands all the same (37A)
            return since[own:]
        if own < len(since):
            self.told["replacement"] = _offered(since[own])
        return since[own + 1 :]

    def takes(self, made: Data, findings: Mapping[str, Any]) -> bool:
        """A call made while it is open. False when it is no longer part of it, because the auction has gone on."""
        ruling = self.ruling(findings)
        if self._is_the_pass(made, ruling):
            self._passed = True
            return True
        if self.is_over(ruling):
            return False
        at, came = self.situation, self._after_the_director(made)
        if self._waits(made, at, came=came):
            self.aside.append(made)
            return True
        if not came:
            self.auction.append(made)
            return True
        by = Seat(made["by"])
        if by is at.offender:
            return self._offers(made, ruling)
        if "replacement" in self.told or self.told.get("accepted"):
            if self._is_over_an_attempt(made, at):
                self.told["attempt_accepted"] = True
            return False
        if not _given_back(at) or ("accepted" not in self.told and by is at.offender.lho and by is not at.turn):
            self.auction.append(made)  # who calls over it, with the Director there, treats it as legal (27A1, 29A)
            return True
        if self._at_the_turn_of_the_silenced(by, ruling):
            self._jumped = True
            return False
        self.told.setdefault("accepted", False)
        self.told.setdefault("continued", []).append(made)
        return True

    def _after_the_director(self, made: Data) -> bool:
        return self.came_at is not None and made[ENTRY] > self.came_at

    def _is_the_pass(self, made: Data, ruling: Ruling) -> bool:
        """The offender makes the pass that the ruling has put in the place of the call (37B2, 38C)."""
        return (
            not self._passed
            and self._after_the_director(made)
            and made["by"] == self.offender.value
            and made["call"] == PASS.text
            and _passes(ruling)
            and not _given_back(self.situation)  # else the pass is made at the offender's own turn
        )

    def _waits(self, made: Data, at: Situation, *, came: bool) -> bool:
        """A call of a player who has no say in what becomes of the irregular one: it is looked at when that is known."""
        by = Seat(made["by"])
        if not at.kinds or not _VOIDS_WHAT_FOLLOWS.isdisjoint(at.kinds):
            return False
        if by is at.offender:  # others have gone on without the Director, and it is the offender's turn again
            return not came and len(self.aside) > 1 and by is Seat(self.aside[-1]["by"]).lho
        if at.next_made is not None or "replacement" in self.told or self.told.get("accepted"):
            return False
        if made["call"] == PASS.text and at.call is PASS:
            return False  # whether passes alone take a player's turn away is seen when they have been made (17D3)
        if not _given_back(at):
            return by is not at.offender.lho or self.told.get("accepted") is False
        chosen = came and ("accepted" in self.told or "continued" in self.told)
        return not chosen and by not in (at.turn, at.offender.lho)

    def _is_over_an_attempt(self, made: Data, at: Situation) -> bool:
        """The offender has put another insufficient bid in the place of the call, and LHO calls over it (27A1, 27B4)."""
        attempt = parse_call(self.told["replacement"]["call"]) if "replacement" in self.told else PASS
        over = Seat(made["by"]) is at.offender.lho and "attempt_accepted" not in self.told
        return over and attempt.is_bid and not at.standing.legal(at.offender, attempt) and not _given_back(at)

    def _at_the_turn_of_the_silenced(self, by: Seat, ruling: Ruling) -> bool:
        """Somebody else calls when it is the offender's turn, who has to pass: that is in rotation (28A)."""
        calls = [*self.before(), *self.told.get("continued", [])]
        turn = standing_of(self._story.dealer, calls, self.owed).turn
        return self._silenced(ruling) and turn is self.offender and by is not self.offender

    def _silenced(self, ruling: Ruling) -> bool:
        """The offender has to pass."""
        return self.offender.value in bound_by(ruling, 0)

    def _offers(self, made: Data, ruling: Ruling) -> bool:
        """The offender calls again, in place of the irregular call or of an attempt that was cancelled (27B3, 27B4)."""
        offered = _offered(made)
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
            return (
                nothing_more or self._jumped or _passes(ruling) or not owed
            )  # else the offender's proper turn is still to come
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
                return self._in_turn([*before, *continued], replacement), []
            return [*before, replacement], [*over, *continued]
        if _passes(ruling) and Kind.OUT_OF_ROTATION in at.kinds:
            return before, continued  # the pass that takes its place is made at the offender's own turn
        if _passes(ruling):
            return [*before, {**self._by_offender({"call": PASS.text}), "stands": True}], continued
        if "over" in stands:
            return before, [*since, *continued]
        if "replacement" in self.told and Kind.OUT_OF_ROTATION in at.kinds:  # a repetition or a pass that was owed
            return self._in_turn([*before, *continued], self._by_offender(self.told["replacement"])), []
        owes = any(step.effect.name in ("must_substitute", "must_repeat_call") for step in ruling.decided)
        return None if owes or not ruling.complete else (before, continued)

    def _in_turn(self, auction: list[Any], made: Data) -> list[Any]:
        """The call joins the auction; where nobody has told the calls before it, it is taken to be in turn."""
        turn = standing_of(self._story.dealer, auction, self.owed).turn
        return [*auction, made if turn is self.offender else {**made, "stands": True}]

    def _by_offender(self, offered: Mapping[str, Any]) -> Data:
        return {ENTRY: self.at, "by": self.offender.value, **offered}


def _offered(made: Mapping[str, Any]) -> Data:
    return {name: value for name, value in made.items() if name in ("call", "means", "stands", ENTRY)}


_VOIDS_WHAT_FOLLOWS: Final = frozenset((Kind.MORE_THAN_SEVEN, Kind.AFTER_FINAL_PASS))
"""Every call after one of these is cancelled with it."""


def _given_back(at: Situation) -> bool:
    """Unless the call is accepted, the auction goes back to a player whose turn was jumped."""
    return Kind.OUT_OF_ROTATION in at.kinds or Kind.SKIPPED_BY_PASSES in at.kinds


def _passes(ruling: Ruling) -> bool:
    return any(isinstance(step.effect, PassSubstituted) for step in ruling.decided)


def _stands(ruling: Ruling) -> set[str]:
    return {step.effect.call for step in ruling.decided if isinstance(step.effect, CallStands)}
