"""Stories of irregular calls: a table has many of one theme, and what they are about only the ruling shows.

The stem tells how the call came about, what followed, and what the side has agreed that its calls show.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from exams.scenarios.narration.bridge import pair, the_call
from exams.scenarios.narration.options import Voice
from exams.scenarios.narration.words import Words, texts
from exams.scenarios.stories import Drawn, Story
from exams.scenarios.tables import NOTHING_MORE, Table
from laws.rulings.calls import CALLS
from laws.rulings.seats import Seat

TEXTS: Final = texts("irregular_calls")


@dataclass(frozen=True)
class Episode:
    """One way in which an irregular call is made at a table, and in which it goes on.

    - theme: what the words file calls it among the `staged` stories of a theme.
    - done: what the offender did, after "has". cause: how it happened, in the offender's own words.
    - events: what followed, as sentences.
    - told: calls whose meaning the candidate must know, with words; the withdrawn one first.
    - places: what else the words name; like: names under `table` in the words file that fit this table.
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

    def stem(self, rng: random.Random) -> list[str]:
        """The paragraphs of the question: how it happened, what followed, what the partnership has agreed."""
        caller = rng.choice([self.offender.lho, self.offender.rho]).full_name
        known = {"caller": caller, "name": self.offender.full_name, "done": self.done, "cause": self.cause}
        return [TEXTS.draw(rng, "openings", **known), " ".join(self.events), self._methods()]

    def _methods(self) -> str:
        """What the calls show that the candidate must know, the withdrawn one first."""
        (withdrawn, words), *others = self.told
        meant = "meant"
        if (withdrawn, words) in others:
            others.remove((withdrawn, words))
            meant = "meant and real"
        calls = [(meant, withdrawn, words), *(("real", call, shown) for call, shown in others)]
        listed = [
            TEXTS.line("agreed", how).format(
                call=the_call(CALLS[call]), name=self.offender.full_name, shown=_shown(shown)
            )
            for how, call, shown in calls
        ]
        return TEXTS.line("methods").format(side=pair(self.offender), agreed="; ".join(listed))

    def story(self, words: Words) -> Story:
        """The episode as a question tells it."""
        return Story(
            table=self.table,
            theme=self.theme,
            offender=self.offender,
            record=self.record,
            stem=self.stem,
            drawn=self._drawn(),
            voice=Voice(words, self.places, self.like),
            question=words.question,
            told=self.told,
        )

    def _drawn(self) -> Drawn:
        """The auction with the irregular call marked, and the offender's hand."""
        record, seat = self.record, self.offender.value
        calls = [(made["by"], made["call"]) for made in record["auction"]]
        marked = max(place for place, (by, _) in enumerate(calls) if by == seat)
        if "continued" in record:
            calls += [(made["by"], made["call"]) for made in record["continued"]]
            calls += [(seat, record["replacement"])] if "replacement" in record else []
        return Drawn(calls, frozenset((marked,)), hands={seat: self.table.hands[self.offender]})


def _shown(words: str) -> str:
    """The words of the system for a reader who sees them alone."""
    if words == NOTHING_MORE:
        return TEXTS.line("nothing")
    if "+ points" not in words:
        words = words.replace(" or better", "")
    *parts, last = words.split("; or ")
    if parts and last.endswith(" points") and last.count(" ") == 1:
        last = TEXTS.line("points").format(points=last)
    return "; or ".join([*parts, last])
