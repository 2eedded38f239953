"""Stories of irregular calls: a table has many of one theme, and what they are about only the ruling shows.

The stem tells how the call came about, what followed, and what the side has agreed that its calls show.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from exams.scenarios.bidding.rows import NOTHING_BEYOND
from exams.scenarios.bidding.system import Option
from exams.scenarios.narration.bridge import a_call, capital, owned, the_call
from exams.scenarios.narration.compared import shows_by, up_to
from exams.scenarios.narration.options import Voice
from exams.scenarios.narration.words import Words, texts
from exams.scenarios.stories import Story, calls_drawn
from exams.scenarios.tables import NOTHING_MORE, Table, calls_data, data_of, telling
from laws.rulings.calls import CALLS, PASS, Call
from laws.rulings.seats import Seat

TEXTS: Final = texts("irregular_calls")
_DENIED: Final = re.compile(r"0–[4-6] [♠♥♦♣], (?=.*\d\+ [♠♥♦♣])|(?<=\d\+ [♠♥♦♣], )0–[4-6] [♠♥♦♣], ")


@dataclass(frozen=True)
class Episode:
    """One way in which an irregular call is made at a table, and in which it goes on.

    - theme: what the words file calls it among the `staged` stories of a theme.
    - done: what the offender did, after "has". cause: how it happened, in the offender's own words.
    - events: what followed, as sentences.
    - told: calls whose meaning the candidate must know, with words; the withdrawn one first.
    - places: what else the words name; like: names under `table` in the words file that fit this table.
    - answer: what the Director says to the offender who has asked something, before the ruling is given to the table.
    """

    table: Table
    theme: str
    offender: Seat
    record: Mapping[str, Any]
    done: str
    cause: str
    events: Sequence[str]
    told: Sequence[tuple[str, str]]
    places: Mapping[str, str] = field(default_factory=dict)
    like: frozenset[str] = frozenset()
    answer: str = ""

    def stem(self, rng: random.Random) -> list[str]:
        """The paragraphs of the question: how it happened, what followed, what the partnership has agreed."""
        caller = rng.choice([self.offender.lho, self.offender.rho]).full_name
        known = {"caller": caller, "name": self.offender.full_name, "done": self.done, "cause": self.cause}
        return [TEXTS.draw(rng, "openings", **known), " ".join(self.events), self._methods()]

    def _methods(self) -> str:
        """What the calls show that the candidate must know, in the order in which they were made."""
        (withdrawn, words), *others = self.told
        partners = [told for told in others if self._by_partner(told[0])]
        others = [told for told in others if told not in partners]
        meant, real = "meant", "real"
        if (withdrawn, words) in others:
            others.remove((withdrawn, words))
            meant = "meant and real"
        elif CALLS[withdrawn] is not PASS and withdrawn in (call for call, _ in others):
            meant, real = "meant first", "real again"
        calls = [
            (meant, withdrawn, words),
            *(("real too" if place else real, call, shown) for place, (call, shown) in enumerate(others)),
        ]
        for call, shown in partners:
            calls.insert(0 if self._by_partner(call) == "before" else 1, ("partners", call, shown))
        if len(calls) == 1 and CALLS[withdrawn].is_bid:  # nobody agrees on how few cards it has in another suit
            calls = [(meant, withdrawn, _DENIED.sub("", words))]
        listed = [self._told(how, CALLS[call], shown) for how, call, shown in calls]
        # More than one thing agreed takes a sentence of its own each.
        apart = "; " if len(listed) == 2 and meant != "meant and real" and not partners else ". "
        return TEXTS.line("meant", agreed=apart.join(capital(one) if apart == ". " else one for one in listed))

    def _by_partner(self, call: str) -> str | None:
        """Where partner made this bid in turn: before the withdrawn call, after it, or (None) nowhere."""
        bid = (self.offender.partner.value, call)
        if not CALLS[call].is_bid or call == self.record.get("replacement"):
            return None
        for when, part in (("before", "auction"), ("after", "continued")):
            if any((made["by"], made["call"]) == bid for made in self.record.get(part, ())):
                return when
        return None

    def _told(self, how: str, call: Call, shown: str) -> str:
        """What one call shows; of a pass in its own words, since nobody agrees on one that tells nothing."""
        name = self.offender
        if how == "meant" and call is PASS:
            again = any(made == PASS.text for made, _ in self.told[1:])
            which = TEXTS.line("agreed", "with another" if again else "alone")
            if most := up_to(shown):
                return TEXTS.line("agreed", "meant up to", name=name, most=most, **{"pass": which})
            if shown == NOTHING_BEYOND:
                return TEXTS.line("agreed", "meant naturally", name=name, **{"pass": which})
        if how == "real" and call is PASS and (up_to(shown) or shown in (NOTHING_BEYOND, NOTHING_MORE)):
            how = "pass"
        if how in ("meant first", "real again"):
            named = call.symbol
        elif how == "partners":
            named = owned(name.partner, call)
        else:
            named = (the_call if how.startswith("meant") else a_call)(call)
        return TEXTS.line("agreed", how, call=named, name=name, shows=shows_by(call, shown))

    def story(self, words: Words) -> Story:
        """The episode as a question tells it: the irregular call marked, the offender's hand shown."""
        seat = self.offender.value
        marked = max(place for place, made in enumerate(self.record["auction"]) if made["by"] == seat)
        return Story(
            table=self.table,
            theme=self.theme,
            offender=self.offender,
            record=self.record,
            stem=self.stem,
            calls=calls_drawn(self.record, seat),
            voice=Voice(words, self.places, self.like),
            question=words.question,
            marked=frozenset((marked,)),
            hands={seat: self.table.hands[self.offender]},
            told=self.told,
            cause=self.cause,
            answer=self.answer,
        )


@dataclass(frozen=True)
class Irregular:
    """An irregular call at a place of the natural auction: by whom, which, how it came about, and what was done so."""

    table: Table
    place: int
    offender: Seat
    option: Option
    cause: str
    done: str

    @property
    def calls(self) -> list[Call]:
        """The legal calls before it."""
        return self.table.calls[: self.place]

    def record(
        self, *over: Mapping[str, Any], meanings: Mapping[str, Any] | None = None, **more: Any
    ) -> dict[str, Any]:
        """The table record with the calls made over it; the meanings are those beside its own."""
        made = {"by": self.offender.value, "call": self.option.call.text}
        return {
            "board": self.table.board,
            "auction": [*calls_data(self.table.made[: self.place]), made, *over],
            "meanings": {"withdrawn": data_of(self.option), **(meanings or {})},
            **more,
        }

    def episode(
        self,
        theme: str,
        record: Mapping[str, Any],
        events: Sequence[str],
        *told: tuple[str, str],
        places: Mapping[str, str] | None = None,
        like: Iterable[str] = (),
        answer: str = "",
    ) -> Episode:
        """How it goes on, with the meanings that must be known beside its own."""
        return Episode(
            self.table,
            theme,
            self.offender,
            record,
            self.done,
            self.cause,
            events,
            (telling(self.option), *told),
            places=places or {},
            like=frozenset(like),
            answer=answer,
        )
