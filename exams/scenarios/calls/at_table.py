"""The table of a call: who is who, what its words name, and what lies on it. Everything that a call says is said with these."""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from exams.scenarios.calls.conduct import CARD, Asking, Conduct, conduct_of
from exams.scenarios.calls.conversation import NAMES
from exams.scenarios.narration.bridge import did
from exams.scenarios.narration.words import Words
from exams.scenarios.plots import PLOTS, Ruled
from exams.scenarios.tables import NOTHING_MORE, Unfit
from laws.rulings.cards import card_words
from laws.rulings.case import Asked
from laws.rulings.editions import EDITIONS
from laws.rulings.facts import Fact, Source
from laws.rulings.play.position import TRICKS
from laws.rulings.replay import Situation
from laws.rulings.roles import seat_of, side_of
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat
from laws.rulings.words import NOBODY, list_of, names_at

SEEN: Final = "seen"
"""A look at what lies on the table."""
TABLE: Final = "table"
NOTHING: Final = "no special meaning"
"""What the system says of a call that promises nothing."""
_LAW: Final = re.compile(r"\d+")
_NAME: Final = r"(?<![\w–])(%s)(?![\w–])"
"""A name by itself: not that of a player in the name of a side."""


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

    def is_put(self, step: Asked) -> bool:
        """Whether the Director asks for it or finds it out; what everybody sees is, where the law's file says how."""
        return is_put(self.conduct, step)

    def chooser(self, choice: Asked) -> str:
        """Whose choice it is: the letter of a seat, or those of a side of which each player has it."""
        asking = self.conduct.facts.get(choice.fact.id)
        role = (asking and asking.to) or choice.fact.who
        return side_of(self.at, role) or self.seat(role)

    def elector(self, choice: Asked) -> Seat:
        """Who says what is chosen."""
        asking = self.conduct.facts.get(choice.fact.id)
        return Seat(self.seat(asking.of if asking else choice.fact.who))

    @property
    def elector_other(self) -> Seat:
        """Who might be taken for that player: the partner, or of the other side the player who sits next. Raises Unfit where
        nobody has a choice.
        """
        if self.first_choice is None:
            raise Unfit
        elector = self.elector(self.first_choice)
        return next(seat for seat in Seat if seat.full_name == self.mirror[elector.full_name])

    @cached_property
    def mirror(self) -> dict[str, str]:
        """Each name with the one that stands for it when the choice is told as somebody else's: of a player the partner, of a
        side the other one. Empty where nobody has a choice.
        """
        if self.first_choice is None:
            return {}
        to = self.chooser(self.first_choice)
        if len(to) == 1:
            seat = Seat(to)
            return {seat.full_name: seat.partner.full_name, seat.partner.full_name: seat.full_name}
        turned = {Seat.N: Seat.E, Seat.E: Seat.N, Seat.S: Seat.W, Seat.W: Seat.S}
        seats = {one.full_name: other.full_name for one, other in turned.items()}
        return {NAMES["NS"]: NAMES["EW"], NAMES["EW"]: NAMES["NS"], **seats}

    def mirrored(self, text: str, *, telling: Collection[str] | None = None) -> str:
        """What is said of whoever has the choice, said of the other player or side; the same where it names none of `telling`.

        telling: the names that say whose choice it is; any that have another, when left out.
        """
        named = self.mirror.keys() if telling is None else telling
        if not any(re.search(_NAME % re.escape(name), text) for name in named):
            return text
        either = "|".join(map(re.escape, self.mirror))
        return re.sub(_NAME % either, lambda found: self.mirror[found[1]], text)

    @cached_property
    def names(self) -> dict[str, str]:
        """What the declared words name: everybody and every call, and who has the choice."""
        known = dict(names_at(self.at))
        if (choice := self.first_choice) is not None:
            seat = self.elector(choice)
            known |= {"elector": seat.full_name, "elector_partner": seat.partner.full_name}
            asking = self.conduct.facts.get(choice.fact.id)
            own = self.story.voice.clause(self.ruling, asking.say).strip("“”") if asking else ""
            known["put"] = own or self.ruling.words(choice.fact.put or choice.fact.question)
            to_other = self.mirrored(known["put"])
            known["elector_other"] = self.elector_other.full_name
            known["put_to_other"] = "" if to_other == known["put"] else to_other
        shown = self.shown
        told = shown and shown[0][1] not in (NOTHING, NOTHING_MORE)
        known["reason"] = f"I was showing {shown[0][1]}." if told else "It looked right to me."
        return known

    def said(self, template: str, **more: str) -> str:
        """A declared sentence at this table. Raises Unfit where it names what the table does not have."""
        own = {**self.names, **more}
        named = re.findall(r"\{(\w+)\}", template)
        known = {name: own[name] for name in named if own.get(name, "") not in ("", NOBODY.get(name))}
        # What the story names is filled by its voice, as in what else is told at this table.
        known = {name: told for name, told in known.items() if name in more or name not in self.words.places}
        rest = re.sub(r"\{(\w+)\}", lambda found: known.get(found[1], found[0]), template)
        text = self.story.voice.clause(self.ruling, rest)
        if not text:
            raise Unfit
        # Whoever is spoken to begins the sentence, and a call may begin it too.
        return re.sub(r"^(“?)([a-z])", lambda found: found[1] + found[2].upper(), text)

    def seat(self, role: str) -> str:
        """The seat of a role, by its letter. Raises Unfit where no player has it."""
        if role == TABLE:
            return TABLE
        if role == "elector_other":
            return self.elector_other.value if self.first_choice else self._seat(None)
        if role in ("elector", "elector_partner"):
            seat = self.elector(self.first_choice) if self.first_choice else None
            return self._seat(seat.partner if seat and role == "elector_partner" else seat)
        return self._seat(seat_of(self.at, role) or self._named(role))

    def plays(self, role: str) -> bool:
        """Whether somebody has a role at this table."""
        try:
            return bool(self.seat(role))
        except Unfit:
            return False

    def _named(self, place: str) -> Seat | None:
        """The player whom a place of the story names; None where it names none."""
        template = f"{{{place}}}"
        told = self.story.voice.clause(self.ruling, template) if place.isidentifier() else ""
        return next((seat for seat in Seat if seat.full_name == told), None)

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

    @property
    def was_led(self) -> bool:
        """Whether the irregular card was led."""
        return self.at.irregular_play is not None and self.at.irregular_play.place[1] == 0

    def in_the_book(self, laws: Iterable[str]) -> list[str]:
        """Those that are provisions of the book, each once: a law that has parts is none itself."""
        keys = EDITIONS[self.ruling.edition].keys
        return [law for law in dict.fromkeys(laws) if law in keys]

    # -- what lies there --

    def table(self) -> dict[str, Any]:
        """What the Director sees: the board, each player's calls so far, and the cards that lie face up; no hands."""
        made = [{"by": one["by"], "call": one["call"]} for one in flat(self.record.get("auction", ()))]
        if self.record.get("premature") and "replacement" in self.record:
            made.append({"by": self.at.offender.value, "call": str(self.record["replacement"])})
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
        under_way = self.record.get("play") and not self._played_out
        return told | {"tricks": self._first_trick + len(self.tricks) - 2 if under_way else 0}

    @cached_property
    def tricks(self) -> list[list[tuple[str, str]]]:
        """The tricks that the record tells, each as the cards with the seats that played them; the last one lies there."""
        told = self.record.get("play", {}).get("tricks") or [[]]
        return [[(by, card) for by, card in (str(one).split() for one in cards)] for cards in told]

    @property
    def _first_trick(self) -> int:
        return int(self.record.get("play", {}).get("from", 1))

    @property
    def _played_out(self) -> bool:
        last = self._first_trick + len(self.tricks) - 1
        return last == TRICKS and len(self.tricks[-1]) == len(Seat)

    def faced(self) -> dict[str, list[str]]:
        """The cards that lie face up, by player: those of the trick, and those that were shown."""
        faced: dict[str, list[str]] = {}
        tricks = self.tricks
        for by, card in () if self._played_out else tricks[-1]:
            faced.setdefault(by, []).append(card)
        for lying in self.record.get("play", {}).get("penalty_cards", ()):
            faced.setdefault(lying["by"], []).append(lying["card"])
        if any(one.fits(dict(self.ruling.usual_path)) for one in self.conduct.unseen):
            return faced
        played = {card for trick in self.tricks for _by, card in trick}
        for card in self.record.get("cards", ()):
            lies = any(str(card) in cards for cards in faced.values())
            if str(card) not in played and not lies and self.at.knows_seats:
                faced.setdefault(self.at.offender.value, []).append(str(card))
        return faced

    def lies_there(self, *, played: bool) -> str:
        """What one sees on the table, in a sentence or two."""
        record = self.at.record
        if not played:
            made = [f"{one.by.full_name} {did(one.call)}" for one in record.auction]
            return f"{listed(made)}." if made else "Nobody has called."
        quitted = self.tricks if self._played_out else self.tricks[:-1]
        earlier = [
            f"Trick {number}: {', '.join(f'{Seat(by).full_name} {card_words(card)}' for by, card in cards)}."
            for number, cards in enumerate(quitted, start=self._first_trick)
        ]
        lying = [
            f"{Seat(seat).full_name} has {list_of([card_words(card) for card in cards], 'and')} face up."
            for seat, cards in self.faced().items()
        ]
        on_lead = seat_of(self.at, "on_lead") if self.was_led else None
        turn = [f"It was {on_lead.full_name}'s lead."] if on_lead is not None else []
        return " ".join([*earlier, *lying, *turn]) or "Nobody has played to this trick."

    def cards(self, player: Seat) -> str:
        """The hand as it is seen; where the story has not said what it holds, only that it was looked at."""
        remaining = str(self.record.get("play", {}).get("remaining", {}).get(player.value, ""))
        if not remaining.strip("."):  # not told, or there are none left
            remaining = ""
        told = remaining or self.story.table.hands[player]
        if (self.record.get("play") and not remaining) or player.value in self.story.held:
            return f"You look through {player.full_name}'s cards."
        spaced = (" ".join(cards).replace("T", "10") or "none" for cards in told.split("."))
        suits = [f"{sign} {cards}" for sign, cards in zip("♠♥♦♣", spaced, strict=False)]
        return f"{player.full_name} holds {', '.join(suits)}."

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


def is_put(conduct: Conduct, step: Asked) -> bool:
    """Whether the Director has to find this out: a finding, or what is seen where the law's file says how one finds it."""
    return step.fact.source is Source.FINDING or (step.fact.source is Source.OBSERVED and step.fact.id in conduct.facts)


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
