"""A story as the checks of believable bridge look at it: its calls, each as the player who made it saw the auction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from exams.scenarios.bidding.hands import Hand, read
from exams.scenarios.bidding.system import Option, after
from exams.scenarios.stories import Story, calls_made
from laws.rulings.calls import CALLS, PASS, Call
from laws.rulings.meanings import Shown
from laws.rulings.replay import Standing
from laws.rulings.seats import Seat


@dataclass(frozen=True)
class Act:
    """A call that was made in a story.

    - before: the legal calls as the player saw them; turns that were skipped are passes. None where that is lost, after a
      call that cannot be made.
    - option: what the system says of the call there; None for one that it does not have, and for an irregular call.
    - words: what it shows, as the record or the system tells it.
    - irregular: marked in the diagram. place: where it stands in the auction; None for one made after the ruling.
    """

    seat: Seat
    call: Call
    before: Sequence[Call] | None
    option: Option | None
    words: str = ""
    irregular: bool = False
    place: int | None = None


@dataclass(frozen=True)
class Scene:
    """A story with what the checks want to know of it."""

    story: Story

    @property
    def record(self) -> Mapping[str, Any]:
        """The table record."""
        return self.story.record

    @property
    def dealer(self) -> Seat:
        """Who dealt."""
        return self.story.table.dealer

    def hand(self, seat: Seat) -> Hand | None:
        """The hand on which a player has called; None where the story says that it was another than was dealt."""
        return None if seat.value in self.story.held else read(self.story.table.hands[seat])

    def held(self) -> Iterator[tuple[Seat, Shown]]:
        """What the story says of hands that players had, where it is not what was dealt."""
        for seat, shown in self.story.held.items():
            if shown is not None:
                yield Seat(seat), shown

    def standing(self, act: Act) -> Standing:
        """The auction as the player saw it."""
        return after(self.dealer, act.before or ())

    def options(self, act: Act) -> Sequence[Option]:
        """What the system offered the player."""
        return () if act.before is None else self.story.table.system.options(act.before)

    @cached_property
    def acts(self) -> tuple[Act, ...]:
        """Every call of the story in the order in which they were made, that after the ruling last."""
        return tuple(self._acts())

    @cached_property
    def ended(self) -> bool:
        """The auction that the story shows has come to its end, and nothing in it was irregular."""
        calls = [act.call for act in self.acts]
        regular = all(not act.irregular and act.before is not None for act in self.acts)
        return regular and bool(calls) and after(self.dealer, calls).ended

    def after(self, act: Act) -> Iterator[Act]:
        """What was called later."""
        acts = iter(self.acts)
        any(one is act for one in acts)
        yield from acts

    def _acts(self) -> Iterator[Act]:
        table, made = self.story.table, [*calls_made(self.record, "auction")]
        natural = next(
            (
                place
                for place, (one, (seat, option)) in enumerate(zip(made, table.made, strict=False))
                if place in self.story.marked or one["by"] != seat.value or one["call"] != option.call.text
            ),
            min(len(made), len(table.made)),
        )
        calls = table.calls
        for place, (seat, option) in enumerate(table.made[:natural]):
            yield Act(seat, option.call, calls[:place], option, option.words, place=place)
        seen: list[Call] | None = calls[:natural]
        for one, at in self._later(made, natural):
            seat, irregular, call = Seat(one["by"]), at in self.story.marked, CALLS.get(one["call"])
            if call is None:
                seen = None
                continue
            before = None if seen is None else _up_to(self.dealer, seen, seat)
            found = None
            if before is not None and not irregular:
                found = next((option for option in table.system.options(before) if option.call is call), None)
            yield Act(seat, call, before, found, self._words(one, found, irregular=irregular), irregular, at)
            if irregular and self.record.get("accepted") is False:
                continue  # cancelled: the auction goes on without it
            legal = before is not None and after(self.dealer, before).legal(seat, call)
            seen = [*before, call] if before is not None and legal else None

    def _later(self, made: Sequence[Mapping[str, Any]], natural: int) -> Iterator[tuple[Mapping[str, Any], int | None]]:
        """The calls that are not those of the natural auction, each with its place; those made after the ruling have none."""
        yield from ((one, place) for place, one in enumerate(made) if place >= natural)
        yield from ((one, None) for one in calls_made(self.record, "continued"))
        if "replacement" in self.record:
            means = self.record.get("meanings", {}).get("replacement", {})
            yield {"by": self.story.offender.value, "call": self.record["replacement"], "means": means}, None

    def _words(self, made: Mapping[str, Any], option: Option | None, *, irregular: bool) -> str:
        """What a call shows, as the record tells it, or else the system."""
        withdrawn = self.record.get("meanings", {}).get("withdrawn") if irregular else None
        means = made.get("means") or withdrawn or {}
        return str(means.get("words") or (option.words if option is not None else ""))


def _up_to(dealer: Seat, calls: Sequence[Call], seat: Seat) -> list[Call]:
    """These calls with a pass for each turn up to this player's, or up to the end of the auction."""
    found = [*calls]
    state = after(dealer, found)
    while state.turn is not seat and not state.ended:
        state.take(state.turn, PASS)
        found.append(PASS)
    return found
