"""Laws 28 to 32: a player calls before his turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from exams.scenarios.bidding.system import Option
from exams.scenarios.plots.replacing import choices, tells_something
from exams.scenarios.stories import Story
from exams.scenarios.tables import Table, calls_data, data_of, telling
from laws.rulings.calls import PASS, Call
from laws.rulings.replay import Standing
from laws.rulings.seats import Seat

THEMES: Final = {
    "30": ("at RHO's turn", "comparable", "not comparable", "at RHO's turn", "comparable", "accepted", "in turn"),
    "31": ("not comparable", "comparable", "repeated", "not comparable", "comparable", "accepted", "in turn"),
    "32": ("not comparable", "comparable", "repeated", "not comparable", "accepted", "in turn"),
}
"""What the stories of each law are about, in the proportion in which questions are wanted."""

STAGED: Final = {"comparable": ("replaced",), "not comparable": ("replaced",)}
"""The themes for which stories of another name are told; which of them it is only the ruling shows."""

_RESTS_ON: Final = {
    ("30", "at RHO's turn"): "30A",
    ("30", "comparable"): "30B1(b)(i)",
    ("30", "not comparable"): "30B1(b)(ii)",
    ("31", "comparable"): "31A2(a)",
    ("31", "not comparable"): "31A2(b)",
    ("31", "repeated"): "31A1",
    ("32", "comparable"): "32A2(a)",
    ("32", "not comparable"): "32A2(b)",
    ("32", "repeated"): "32A1",
}


@dataclass(frozen=True)
class _Early:
    """The call out of rotation: after `calls`, at the turn of `turn`, who is the offender's `relation`."""

    table: Table
    place: int
    offender: Seat
    turn: Seat
    relation: str
    believed: Sequence[Call]
    option: Option
    cause: str

    @property
    def calls(self) -> list[Call]:
        """The legal calls before it."""
        return self.table.calls[: self.place]


def stories(table: Table, procedure: str) -> Iterator[Story]:
    """Every story of a pass (30), bid (31) or double (32) out of rotation on this table, or of a bid that is too low as
    well (27).
    """
    for early in _early_calls(table, too_low=procedure == "27"):
        if procedure in ("27", _law_of(early.option.call)):
            yield from _accepted(early)
            yield from _called_in_turn(early)
            yield from _given_back(early)


def fits(theme: str, procedure: str, citations: Sequence[str]) -> bool:
    """A story staged for the theme, ruled on with these citations, is about it."""
    wanted = _RESTS_ON.get((procedure, theme))
    return wanted is None or wanted in citations


def _law_of(call: Call) -> str:
    return "30" if call.text == "P" else "31" if call.is_bid else "32"


def _early_calls(table: Table, *, too_low: bool) -> Iterator[_Early]:
    calls = table.calls
    for place in range(min(len(calls), 7)):
        turn = table.made[place][0]
        before = calls[:place]
        for relation, offender in (("rho", turn.lho), ("partner", turn.partner), ("lho", turn.rho)):
            belief = _unseen(table, place, offender) if too_low else _belief(table, place, relation, offender)
            if belief is None:
                continue
            believed, cause = belief
            option = table.system.choose(table.dealer, believed, table.hands[offender])
            standing = _standing(table.dealer, before)
            fits = _is_too_low(standing, option.call) if too_low else standing.legal(offender, option.call)
            if fits and _is_plain(option):
                yield _Early(table, place, offender, turn, relation, believed, option, cause)


def _is_plain(option: Option) -> bool:
    """A call with a meaning; not a pass that promises strength or suits, which somebody could call artificial (30C)."""
    if option.meaning is None or option.call is not PASS:
        return tells_something(option)
    return (
        tells_something(option)
        and not option.meaning.promises
        and not min(shown.hcp[0] for shown in option.meaning.alternatives)
    )


def _belief(table: Table, place: int, relation: str, offender: Seat) -> tuple[list[Call], str] | None:
    """The auction he may think he is in, with the words for it; None where nobody would make that mistake."""
    calls = table.calls[:place]
    if place == 0:
        return [], "I thought I was dealer."
    if relation == "rho":
        return [*calls, PASS], f"I thought {offender.rho.full_name} had passed."
    sides = {seat.side for seat, option in table.made[:place] if option.call.text != "P"}
    if relation == "partner" and place == 1 and offender.side not in sides and sides:
        return calls, "I thought it was my turn."
    return None


def _unseen(table: Table, place: int, offender: Seat) -> tuple[list[Call], str] | None:
    """He takes himself for the dealer after somebody has opened; None for a player who has called already."""
    if not 0 < place <= 2 or any(seat is offender for seat, _ in table.made[:place]):
        return None
    return [], "I thought I was dealer. I had not seen that anybody had called."


def _is_too_low(standing: Standing, call: Call) -> bool:
    return call.is_bid and standing.bid is not None and not standing.sufficient(call)


def _standing(dealer: Seat, calls: Sequence[Call]) -> Standing:
    standing = Standing(dealer)
    for call in calls:
        standing.take(standing.turn, call)
    return standing


def _record(early: _Early, **more: Any) -> dict[str, Any]:
    table, option = early.table, early.option
    over = more.pop("over", [])
    record: dict[str, Any] = {
        "board": table.board,
        "auction": [
            *calls_data(table.made[: early.place]),
            {"by": early.offender.value, "call": option.call.text},
            *over,
        ],
        "meanings": {"withdrawn": data_of(option)} | more.pop("meanings", {}),
    }
    return record | more


def _story(early: _Early, theme: str, record: dict[str, Any], events: list[str], *told: tuple[str, str]) -> Story:
    mine = telling(early.option)
    return Story(early.table, theme, early.offender, record, early.cause, events, (mine, *told))


def _accepted(early: _Early) -> Iterator[Story]:
    """LHO calls over it, or says that he accepts it."""
    table, lho = early.table, early.offender.lho
    option = table.system.choose(table.dealer, [*early.believed, early.option.call], table.hands[lho])
    call: dict[str, Any] = {"by": lho.value, "call": option.call.text}
    if early.relation == "lho":
        call["over"] = True
        words = f"{lho.full_name} has {_done(option.call)}, and tells you that this was meant as a call over it."
    else:
        words = f"{lho.full_name} has {_done(option.call)} over it; only then did anybody notice."
    if early.relation != "partner" or early.place == 0:  # else LHO has called just before, and would not call again
        yield _story(early, "accepted", _record(early, over=[call]), [words])
    words = f"You explain the choices, and {lho.full_name} says: “I accept it.”"
    yield _story(early, "accepted", _record(early, accepted=True), [words])


def _called_in_turn(early: _Early) -> Iterator[Story]:
    """The player whose turn it was calls, without looking, before anything is ruled (28B)."""
    if early.relation == "partner":
        return
    table, turn = early.table, early.turn
    option = table.system.choose(table.dealer, early.calls, table.hands[turn])
    call: dict[str, Any] = {"by": turn.value, "call": option.call.text}
    if early.relation == "lho":
        call["over"] = False
    words = (
        f"{turn.full_name}, whose turn it was, had not seen it and {_done(option.call)} in turn before you were called."
    )
    yield _story(early, "in turn", _record(early, over=[call]), [words])


def _given_back(early: _Early) -> Iterator[Story]:
    """LHO does not accept; the auction goes back to the player whose turn it was, and on to the offender."""
    table, offender = early.table, early.offender
    declined = f"You explain the choices. {_declined(early)}"
    continued = _natural(early)
    if continued is None:
        return
    name = offender.full_name
    record = _record(early, accepted=False, continued=calls_data(continued))
    told_of = _telling(continued)
    rho_passed = early.relation == "rho" and continued[-1][1].call.text == "P"
    if early.option.call.text == "P" and early.relation == "rho":
        if _ends_by_passing(early, continued):
            return  # nobody asks what is allowed when only the last pass is missing
        yield _story(early, "at RHO's turn", record, [declined, told_of, f"{name} asks what is allowed now."])
        return
    if rho_passed:
        yield _story(early, "repeated", record, [declined, told_of, f"{name} would now rather make another call."])
        return
    calls = [*early.calls, *(option.call for _, option in continued)]
    for option in choices(table.system, table.dealer, calls, table.hands[offender], early.option):
        if option.call is PASS and _ends_by_passing(early, continued):
            continue  # nothing is left that partner could be barred from
        more = {"replacement": option.call.text, "meanings": {"replacement": data_of(option)}}
        chosen = _record(early, accepted=False, continued=calls_data(continued), **more)
        events = [declined, told_of, f"{name} now {_does(option.call)}."]
        yield _story(early, "replaced", chosen, events, telling(option))


def _natural(early: _Early) -> list[tuple[Seat, Option]] | None:
    """The calls from the player whose turn it was up to the offender's turn; None when the auction ends before."""
    table = early.table
    standing = _standing(table.dealer, early.calls)
    calls, made = early.calls, []
    while standing.turn is not early.offender:
        option = table.system.choose(table.dealer, calls, table.hands[standing.turn])
        made.append((standing.turn, option))
        calls.append(option.call)
        standing.take(standing.turn, option.call)
        if standing.ended:
            return None
    return made


def _ends_by_passing(early: _Early, continued: Sequence[tuple[Seat, Option]]) -> bool:
    standing = _standing(early.table.dealer, [*early.calls, *(option.call for _, option in continued)])
    standing.take(early.offender, PASS)
    return standing.ended


def _declined(early: _Early) -> str:
    lho, turn = early.offender.lho, early.turn
    if lho is turn:
        return f"{lho.full_name}, whose turn it was, does not accept it."
    return f"{lho.full_name} does not accept it, and the auction goes back to {turn.full_name}."


def _telling(made: Sequence[tuple[Seat, Option]]) -> str:
    """`West and North pass, and East bids 1♥.`"""
    parts: list[str] = []
    for passed, group in groupby(made, key=lambda one: one[1].call is PASS):
        calls = list(group)
        seats = [seat.full_name for seat, _ in calls]
        if passed and len(seats) > 1:
            parts.append(f"{', '.join(seats[:-1])} and {seats[-1]} pass")
        else:
            parts += [f"{seat.full_name} {_does(option.call)}" for seat, option in calls]
    if len(parts) == 1:
        return f"{parts[0]}."
    return f"{', '.join(parts[:-1])}, and {parts[-1]}."


def _does(call: Call) -> str:
    return {"P": "passes", "X": "doubles", "XX": "redoubles"}.get(call.text, f"bids {call.symbol}")


def _done(call: Call) -> str:
    return {"P": "passed", "X": "doubled", "XX": "redoubled"}.get(call.text, f"bid {call.symbol}")
