"""The table of a call: who is who, what its words name, and what lies on it. Everything that a call says is said with these."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from exams.scenarios.calls.conduct import CARD, Asking, conduct_of
from exams.scenarios.narration.bridge import did
from exams.scenarios.narration.words import Words
from exams.scenarios.plots import PLOTS, Ruled
from exams.scenarios.stories import diagrams
from exams.scenarios.tables import NOTHING_MORE, Unfit
from laws.rulings.cards import card_words
from laws.rulings.case import Asked
from laws.rulings.facts import Fact, Source
from laws.rulings.replay import Situation
from laws.rulings.roles import seat_of
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat
from laws.rulings.words import NOBODY, fill, list_of, names_at

SEEN: Final = "seen"
"""A look at what lies on the table."""
TABLE: Final = "table"
NOTHING: Final = "no special meaning"
"""What the system says of a call that promises nothing."""
_LAW: Final = re.compile(r"\d+")


class AtTable:
    """One story with its ruling, read as a call. Raises Unfit where its table does not show what an answer needs."""

    def __init__(self, told: Ruled, rng: random.Random) -> None:
        self.story, self.ruling = told
        self.rng = rng
        self.words: Words = needed_words(self.ruling)
        self.conduct = conduct_of(self.words)
        found = self.ruling.situation
        if found is None:
            raise Unfit
        self.at: Situation = found
        self.record: Mapping[str, Any] = self.story.record

    # -- who and what --

    @cached_property
    def first_choice(self) -> Asked | None:
        """The first choice that a player has, which the Director tells the options of."""
        return next((step for step in self.asked if step.fact.source is Source.ELECTION), None)

    @cached_property
    def asked(self) -> tuple[Asked, ...]:
        return tuple(step for step in self.ruling.asked if not step.noted)

    @cached_property
    def names(self) -> dict[str, str]:
        """What the declared words name: everybody and every call, and who has the choice."""
        known = dict(names_at(self.at))
        if (choice := self.first_choice) is not None and (seat := seat_of(self.at, choice.fact.who)) is not None:
            known |= {"elector": seat.full_name, "elector_partner": seat.partner.full_name}
            known["put"] = self.ruling.words(choice.fact.put or choice.fact.question)
        shown = self.shown
        told = shown and shown[0][1] not in (NOTHING, NOTHING_MORE)
        known["reason"] = f"I was showing {shown[0][1]}." if told else "It looked right to me."
        return known

    def said(self, template: str, **more: str) -> str:
        """A declared sentence at this table. Raises Unfit where it names what the table does not have."""
        known = {**self.names, **more}
        named = re.findall(r"\{(\w+)\}", template)
        if any(name not in known or known[name] in ("", NOBODY.get(name)) for name in named):
            raise Unfit
        # Whoever is spoken to begins the sentence, and a call may begin it too.
        text = fill(template, known)
        return re.sub(r"^(“?)([a-z])", lambda found: found[1] + found[2].upper(), text)

    def seat(self, role: str) -> str:
        """The seat of a role, by its letter. Raises Unfit where no player has it."""
        if role == TABLE:
            return TABLE
        if role == "elector_partner":
            choice = self.first_choice
            seat = seat_of(self.at, choice.fact.who) if choice else None
            return self._seat(seat.partner if seat else None)
        if role == "elector":
            choice = self.first_choice
            return self._seat(seat_of(self.at, choice.fact.who) if choice else None)
        return self._seat(seat_of(self.at, role))

    @staticmethod
    def _seat(seat: Seat | None) -> str:
        if seat is None:
            raise Unfit
        return seat.value

    @cached_property
    def shown(self) -> list[tuple[str, str]]:
        """What the agreements show of the calls in question: each with its words, as far as the table knows them."""
        known = names_at(self.at)
        meanings = self.record.get("meanings", {})
        found = [
            (known[name], str(meanings[part]["words"]))
            for part, name in (("withdrawn", "irregular"), ("replacement", "attempt"))
            if meanings.get(part, {}).get("words")
        ]
        if not found and self.at.original is not None:
            made = [one for one in flat(self.record.get("auction", ())) if one["by"] == self.at.offender.value][-2:]
            found = [
                (known[name], str(one["means"]["words"]))
                for name, one in zip(("original", "irregular"), made, strict=False)
                if one.get("means", {}).get("words")
            ]
        return found

    # -- what lies there --

    def table(self) -> dict[str, Any]:
        """What the Director sees: the board, each player's calls so far, and the cards that lie face up; no hands."""
        made = [{"by": one["by"], "call": one["call"]} for one in flat(self.record.get("auction", ()))]
        if self.record.get("premature") and "replacement" in self.record:
            made.append({"by": self.at.offender.value, "call": str(self.record["replacement"])})
        drawn = diagrams(self.story)
        table = self.story.table
        told = {
            "board": table.board,
            "dealer": table.dealer.value,
            "vulnerability": table.vulnerability,
            "calls": made,
            "faced": self.faced(),
            "contract": str(self.record.get("contract", "")),
            "declarer": str(self.record.get("declarer", "")),
        }
        return told | {"tricks": drawn["play"]["first"] - 1 if drawn.get("play", {}).get("first") else 0}

    def faced(self) -> dict[str, list[str]]:
        """The cards that lie face up, by player: those of the trick, and those that were shown."""
        faced: dict[str, list[str]] = {}
        tricks = self.record.get("play", {}).get("tricks") or [[]]
        for played in tricks[-1]:
            by, card = str(played).split()
            faced.setdefault(by, []).append(card)
        if any(one.fits(dict(self.ruling.usual_path)) for one in self.conduct.unseen):
            return faced
        for card in self.record.get("cards", ()):
            if all(str(card) not in cards for cards in faced.values()) and self.at.knows_seats:
                faced.setdefault(self.at.offender.value, []).append(str(card))
        return faced

    def lies_there(self, *, played: bool) -> str:
        """What one sees on the table, in a sentence or two."""
        record = self.at.record
        if not played:
            made = [f"{one.by.full_name} {did(one.call)}" for one in record.auction]
            return f"{listed(made)}." if made else "Nobody has called."
        lying = [
            f"{Seat(seat).full_name} has {list_of([card_words(card) for card in cards], 'and')} face up."
            for seat, cards in self.faced().items()
        ]
        on_lead = seat_of(self.at, "on_lead") if self.at.irregular_play is not None else None
        turn = [f"It was {on_lead.full_name}'s lead."] if on_lead is not None else []
        return " ".join([*lying, *turn]) or "Nobody has played to this trick."

    def cards(self, player: Seat) -> str:
        """The hand as it is seen; where the story has not said what it holds, only that it was looked at."""
        remaining = self.record.get("play", {}).get("remaining", {}).get(player.value)
        told = str(remaining) if remaining else self.story.table.hands[player]
        if (self.record.get("play") and not remaining) or player.value in self.story.held:
            return f"You look through {player.full_name}'s cards."
        suits = [f"{sign}{cards or '–'}" for sign, cards in zip("♠♥♦♣", told.split("."), strict=False)]
        return f"{player.full_name} holds {' '.join(suits)}."

    # -- answers --

    def answer(self, asking: Asking, step: Asked) -> str:
        return self.said(asking.answers[step.value])

    def act_of(self, fact: Fact) -> str:
        asking = self.conduct.facts.get(fact.id)
        return CARD if asking is None or asking.of == CARD else fact.id


def needed_words(ruling: Ruling) -> Words:
    """The words of the ruling's path. Raises Unfit where it has none."""
    words = PLOTS[ruling.procedure].words(dict(ruling.usual_path))
    if words is None:
        raise Unfit
    return words


def flat(calls: Iterable[Any]) -> Iterator[Mapping[str, Any]]:
    for one in calls:
        yield from one if isinstance(one, list) else (one,)


def number_of(law: str) -> str:
    found = _LAW.match(law)
    return found.group() if found else law


def listed(told: Sequence[str]) -> str:
    return told[0] if len(told) == 1 else f"{', '.join(told[:-1])}, and {told[-1]}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
