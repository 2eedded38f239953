"""A story: one way in which an irregularity happens and goes on at a table, and what a candidate is shown and told of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from exams.scenarios.narration.bridge import names, pair
from exams.scenarios.narration.compared import comparison
from exams.scenarios.narration.options import Voice
from exams.scenarios.narration.words import Answer
from exams.scenarios.tables import Table
from laws.rulings.cards import card_words
from laws.rulings.case import Asked, Decided
from laws.rulings.contrasts import Contrast, contrast, needs_no_more
from laws.rulings.effects import Effect, Referral
from laws.rulings.effects.calls import MustSubstitute
from laws.rulings.facts import Source, answer_words
from laws.rulings.meanings import Shown
from laws.rulings.play.told import PlayTold
from laws.rulings.readers import rule
from laws.rulings.record import USUAL, BadRecord, parse_record
from laws.rulings.replay import Situation
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat, Side
from laws.rulings.speech import speech
from laws.rulings.words import fill


@dataclass(frozen=True)
class Wish:
    """What a player would rather have called at a place, had they been told what was agreed.

    do: `double`, `bid` or `pass`.
    """

    player: Seat
    place: int
    do: str
    told: str
    agreed: str


@dataclass(frozen=True)
class Story:
    """One way in which an irregularity happens and goes on at a table.

    - record: the table record for the engine, as plain data. theme: which part of the law it is meant for.
    - offender: who offended, or whom the case is about.
    - stem: the paragraphs that the candidate reads, told with the numbers drawn for their wording.
    - calls, marked, notes, hands: what the diagrams show: calls with those marked irregular, notes by the place of a call.
    - voice: the words of its options. question: what is asked. aside: what a written question leaves out.
    - told: calls whose meaning the stem tells, with words.
    - situation: what else makes it another ruling situation than the next, beside path, auction and cards.
    - cause: how it came about, in the words of whoever did it.
    - held: by player, what the story says of a hand that is not the one that was dealt; None when it says nothing.
    - wish: what a player who was told something else says they would have called.
    - polled_when: when the players of the record's poll were asked; nothing where the story has no such moment.
    - answer: what the Director says to the player who has asked something, before the ruling is given to the table.
    - general: the player asks a question of law about no board: what the Director says is an answer and not a ruling.
    - ruling: the engine's ruling where it has been asked for already.
    """

    table: Table
    theme: str
    offender: Seat
    record: Mapping[str, Any]
    stem: Callable[[random.Random], Sequence[str]]
    calls: Sequence[tuple[str, str]]
    voice: Voice
    question: str
    aside: str = ""
    marked: frozenset[int] = frozenset()
    notes: Mapping[int, str] = field(default_factory=dict)
    hands: Mapping[str, str] = field(default_factory=dict)
    told: Sequence[tuple[str, str]] = ()
    situation: Sequence[str] = ()
    cause: str = ""
    held: Mapping[str, Shown | None] = field(default_factory=dict)
    wish: Wish | None = None
    polled_when: str = ""
    answer: str = ""
    general: bool = False
    ruling: Ruling | None = None

    def __post_init__(self) -> None:
        """The players bid naturally, as the stem says where it does not tell another meaning; so the record says it too."""
        object.__setattr__(self, "record", {"assume": USUAL, **self.record})

    def under(self, regulations: Mapping[str, Any] | None) -> Story:
        """The story at a table of a body that has laid these down: its record brings them, and is ruled on by them."""
        if not regulations:
            return self
        return replace(self, record={**self.record, "regulations": dict(regulations)}, ruling=None)

    def ruled(self) -> Ruling:
        """The engine's ruling on it."""
        return self.ruling or rule(parse_record(self.record))


def calls_made(record: Mapping[str, Any], part: str) -> Iterator[Mapping[str, Any]]:
    """The calls of a part of a record, those of one moment one after the other."""
    for item in record.get(part, ()):
        yield from item if isinstance(item, list) else (item,)


def calls_drawn(record: Mapping[str, Any], offender: str) -> list[tuple[str, str]]:
    """The calls of a record as a diagram has them: who called what, before the ruling and since.

    Where the auction has come back to the offender, their new call belongs to it too.
    """
    drawn = [(made["by"], made["call"]) for part in ("auction", "continued") for made in calls_made(record, part)]
    if "continued" in record and "replacement" in record:
        drawn.append((offender, record["replacement"]))
    return drawn


def diagrams(story: Story) -> dict[str, Any]:
    """The auction with irregular calls marked and explained ones noted, and the hands that are shown."""
    table = story.table
    board = {"board": table.board, "dealer": table.dealer.value, "vulnerability": table.vulnerability}
    shown: dict[str, Any] = {}
    if story.calls:
        noted = {place: number for number, place in enumerate(sorted(story.notes), start=1)}
        calls = [
            {"by": by, "call": call}
            | ({"bad": True} if place in story.marked else {})
            | ({"note": noted[place]} if place in noted else {})
            for place, (by, call) in enumerate(story.calls)
        ]
        shown["auction"] = board | {"calls": calls, "notes": [story.notes[place] for place in sorted(story.notes)]}
    if story.hands:
        shown["hands"] = board | {"show": dict(story.hands)}
    if story.record.get("play", {}).get("tricks", [[]])[0]:
        shown["play"] = _play_drawn(story.record)
    return shown


def _play_drawn(record: Mapping[str, Any]) -> dict[str, Any]:
    """The tricks of a record as a diagram has them: irregular cards are marked, but a revoke nobody has noticed yet shows only
    in the hands.
    """
    at = Situation(parse_record(record))
    bad = {found.place for found in at.play.irregular} if at.play is not None else set()
    told = at.record.play
    tricks: list[dict[str, Any]] = []
    position = at.play.start.copy() if at.play is not None else None
    for i, cards in enumerate(told.tricks if told is not None else ()):
        leader = position.turn if position is not None else None
        drawn = []
        for j, (by, card) in enumerate(cards):
            drawn.append({"by": by.value, "card": card} | ({"bad": True} if (i, j) in bad else {}))
            if position is not None:
                position.follow(by, card)
        if drawn:
            tricks.append({"leader": (leader or cards[0][0]).value, "cards": drawn})
    contract = {"contract": str(record["contract"])} if record.get("contract") else {}
    drawn_play: dict[str, Any] = {**contract, "declarer": str(record["declarer"]), "tricks": tricks}
    if told is not None and told.number > 1:
        drawn_play["first"] = told.number
    notes = _lying_there(told) if told is not None else []
    return {**drawn_play, "notes": notes} if notes else drawn_play


def _lying_there(told: PlayTold) -> list[str]:
    """What else the table shows: the tricks won before, and the penalty cards."""
    notes = []
    if told.number > 1 and len(told.won) == len(Side):
        won = [f"{pair(seat)} {told.won[seat.side]}" for seat in (Seat.N, Seat.E)]
        notes.append(f"Tricks won before trick {told.number}: {', '.join(won)}.")
    notes += [
        f"{card_words(lying.card)} lies in front of {lying.by.full_name} as a {lying.rank} penalty card."
        for lying in told.penalty_cards
    ]
    return notes


def referred(record: Mapping[str, Any]) -> Ruling | None:
    """What the engine rules on a table when it is not told by which law; nothing where no call was irregular."""
    try:
        return rule(parse_record({name: value for name, value in record.items() if name != "procedure"}))
    except BadRecord:
        return None


def _say(ruling: Ruling, record: Mapping[str, Any]) -> str:
    """What the Director says now, after the choices that the stem tells of; where another law goes on at this table, what is
    said under that one.
    """
    if any(isinstance(effect, Referral) for effect in ruling.effects):
        other = referred(record)
        if other is not None and other.complete and other.procedure != ruling.procedure:
            return _now(other)
    return _now(ruling)


def _now(ruling: Ruling) -> str:
    said = speech(ruling)
    at_once = " ".join(one.words for one in said.say if one.first)
    later = " ".join(one.words for one in said.say if not one.first and not one.before)
    if at_once and later:
        return f"{_AT_ONCE} {at_once} {_LATER} {later}"
    return said.now or ruling.say()


_AT_ONCE: Final = "(At once:)"
_LATER: Final = "(Later:)"
"""What stands before the two halves of a ruling of which one is given when the auction has ended."""


def explanation(ruling: Ruling, voice: Voice, record: Mapping[str, Any]) -> dict[str, Any]:
    """Why the ruling is what it is, what the Director says, the steps taken and not taken, what follows, and the laws."""
    known = names(ruling)
    asked = [step for step in ruling.asked if not _another_limb_is_met(step, ruling)]
    told = [(step.fact.question, answered(step, known), step.provision, True) for step in asked]
    told += [
        (f"if {voice.considered[other.fact.id, other.value]}: {decided.effect.words}", "", decided.provision, False)
        for other, decided in _considered(ruling, voice.considered)
    ]
    steps = [
        {"question": fill(question, known), "answer": answer, "provision": provision, "taken": taken}
        for question, answer, provision, taken in told
    ]
    found: dict[str, Any] = {"say": voice.named(_say(ruling, record)), "steps": steps, "outcomes": outcomes(ruling)}
    reason, compared = voice.reason(ruling), comparison(ruling, known)
    if reason:
        found["reason"] = reason
    if compared:
        found["comparison"] = compared
    return found | {"cites": list(ruling.citations)}


def _another_limb_is_met(step: Asked, ruling: Ruling) -> bool:
    """Whether this is one of the tests of which one is enough, as 23A1 to 23A3 are, and the next to be met is another."""
    head = step.provision.rstrip("0123456789")
    tests = [
        one
        for one in ruling.asked
        if one.fact.source is Source.FINDING and one.provision.rstrip("0123456789") == head != one.provision
    ]
    later = tests[tests.index(step) + 1 :] if step in tests else []
    return step.value is False and any(one.value is True for one in later)


def outcomes(ruling: Ruling) -> list[dict[str, Any]]:
    """What follows, decision by decision, with the law of each."""
    known = names(ruling)
    return [
        {
            "text": f"{fill(step.effect.words, known)}.",
            "provision": step.provision,
            "main": step.effect.main or step.effect.name == "adjusted_score",
        }
        for step in ruling.decided
        if not _was_done(step.effect)
    ]


def _was_done(effect: Effect) -> bool:
    """A call that was still owed when the irregular one was cancelled; the story goes on to tell which was made."""
    return isinstance(effect, MustSubstitute) and effect.what == "a legal call"


def answered(step: Asked, known: dict[str, str]) -> str:
    """An answer in words, with seats for roles."""
    return known[step.value] if step.value in ("rho", "partner", "lho") else answer_words(step.value)


def _considered(ruling: Ruling, considered: Mapping[Answer, str]) -> Iterator[tuple[Contrast, Decided]]:
    """The branches worth showing: where somebody chose or the director judged, one for each fact."""
    if not any(step.fact.id == fact for fact, _ in considered for step in ruling.asked):
        return
    told = {step.effect for step in ruling.decided}
    shown: set[str] = set()  # the three tests of Law 23A have one condition
    for other in contrast(ruling):
        condition = considered.get((other.fact.id, other.value))
        if other.fact.source is Source.OBSERVED or condition is None or condition in shown:
            continue
        if not needs_no_more(ruling, other):
            continue
        decided = next((step for step in other.ruling.decided if step.effect.main and step.effect not in told), None)
        if decided is not None:
            shown.add(condition)
            yield other, decided
