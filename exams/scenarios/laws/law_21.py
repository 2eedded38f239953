"""Law 21: a call made on an opponent's wrong explanation, or after an alert that did not come."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, Final

from exams.scenarios.narration.auctions import Made, capital, owned, plain_calls, standing
from exams.scenarios.narration.bridge import Contract, contract_of, number, pair, the_call
from exams.scenarios.narration.explained import Explained, explained
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table
from laws.rulings.calls import PASS, Call
from laws.rulings.seats import Seat
from laws.rulings.words import fill

TEXTS: Final = texts("law_21")


@dataclass(frozen=True)
class _Case:
    """A misexplained call, the opponent who called after it, and how far the auction is shown."""

    one: Explained
    player: Seat
    own: int
    made: Made

    @property
    def call(self) -> Call:
        """The call that the misinformed player made."""
        return self.made[self.own][1].call

    @property
    def next_call(self) -> Call | None:
        """The call after it, by the next player; None when there is none yet."""
        follows = self.own + 1
        return self.made[follows][1].call if follows < len(self.made) else None


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    case = _case(table, facts, rng)
    if case is None:
        return None
    played = contract_of(table) if _played(facts) else None
    if _played(facts) and played is None:
        return None
    return _setting(table, facts, rng, case, played)


def _case(table: Table, facts: Facts, rng: random.Random) -> _Case | None:
    """Somebody at this table to be misinformed, with as much of the auction as the path wants."""
    made = table.made
    one = explained(made, rng, lambda one: one.index + 1 < len(made))
    if one is None:
        return None
    own = one.index + rng.choice((1, 1, 3))
    length = len(made) if _played(facts) else own + _calls_shown(facts, rng)
    return _Case(one, made[own][0], own, made[:length]) if own < length <= len(made) else None


def _played(facts: Facts) -> bool:
    """The story is told when the auction is over and a lead has been faced."""
    return facts.get("auction_period_over") is True or facts.get("what_was_wrong") == "call wrong"


def _calls_shown(facts: Facts, rng: random.Random) -> int:
    """How many calls the auction shows from the misinformed player's own call on."""
    if facts.get("partner_since"):
        return 3
    if facts["misinformed"] is False or facts.get("lho_since") is False:
        return 1
    return 2 if facts.get("lho_since") else rng.choice((1, 2))


def _setting(table: Table, facts: Facts, rng: random.Random, case: _Case, played: Contract | None) -> Setting:
    one, made = case.one, case.made
    forgotten = facts.get("what_was_wrong") == "call wrong"
    agreed, given = (one.other, one.other) if forgotten else (one.meant, one.other)
    if facts["misinformed"] is False:
        agreed, given = one.meant, one.meant
    silent = one.hidden and facts.get("what_was_wrong") == "explanation wrong" and rng.random() < 0.5
    record: dict[str, Any] = {
        "board": table.board,
        "offender": one.explainer.value,
        "player": case.player.value,
        "auction": plain_calls(made),
    }
    shown = frozenset({"partner_since", "lho_since"} & facts.keys() if played is None else ())
    following = case.next_call
    polled = rng.randrange(6, 11)
    places = {
        "bidder": one.bidder.full_name,
        "explainer": one.explainer.full_name,
        "misinformed": case.player.full_name,
        "misinformed_lho": case.player.lho.full_name,
        "side": pair(one.explainer),
        "bid": owned(one.bidder, one.call),
        "call_explained": the_call(one.call),
        "given": given,
        "Given": capital(given),
        "agreed": agreed,
        "meant": one.meant,
        "other": one.other,
        "call": owned(case.player, case.call),
        "it": the_call(case.call),
        "lho_call": owned(case.player.lho, following) if following else f"{case.player.lho.full_name}'s next call",
        "lho_partner": case.player.rho.full_name,
        "lho_it": the_call(following) if following else "the next call",
        "instead": _instead(made[: case.own], case.player, case.call),
        "next": standing(made).turn.full_name,
        "contract_by": played.words if played else "",
        "trick": number(rng.randrange(2, 9)),
        "asked": number(polled),
        "some": number(rng.randrange(polled // 3, polled // 2 + 1)),
    }
    places["noticed"] = fill(_noticed(facts, made, played, rng), places)
    places["free"] = fill(TEXTS.lines("free")[facts.get("changes") is False], places)
    places["no_change"] = fill(
        TEXTS.lines("no_change")[facts.get("partner_since") is True or played is not None], places
    )
    places["lho_may"] = fill(TEXTS.lines("lho_may")[facts.get("lho_changes") is True], places)
    return Setting(
        record,
        _openings(facts, silent, forgotten),
        one.explainer.value,
        shown=shown,
        told=frozenset(("misinformed", "partner_since", "lho_since", "auction_period_over")) & facts.keys(),
        places=places,
        notes={one.index: "not alerted" if silent else f"explained as “{given}”"},
        situation=(given, agreed, str(silent)),
    )


def _openings(facts: Facts, silent: bool, forgotten: bool) -> tuple[str, ...]:
    if facts["misinformed"] is False:
        after = "Noticing the mistake, {misinformed} wants to change {it}."
        return tuple(f"{words} {after}" for words in TEXTS.lines("own"))
    words = TEXTS.lines("unalerted") if silent else TEXTS.lines("wrong")
    return tuple(f"{one} {{noticed}}" for one in words)


def _noticed(facts: Facts, made: Made, played: Contract | None, rng: random.Random) -> str:
    """How it came to light, and how far the board had come."""
    wrong = facts.get("what_was_wrong")
    if wrong == "call wrong":
        return rng.choice(TEXTS.lines("hands_seen"))
    if played is not None:
        return rng.choice(TEXTS.lines("in_play") if facts.get("advantage") == "open" else TEXTS.lines("after_play"))
    when = rng.choice(TEXTS.lines("final_pass") if standing(made).ended else TEXTS.lines("before_the_next"))
    return when + rng.choice(TEXTS.lines("in_doubt") if wrong == "no evidence" else TEXTS.lines("admitted"))


def _instead(before: Made, player: Seat, call: Call) -> str:
    """What the player would rather have called."""
    if call is not PASS:
        return "a pass"
    state = standing(before)
    if (
        state.bid is not None
        and state.multiplier == 1
        and state.bidder is not None
        and state.bidder.side is not player.side
    ):
        return "a double"
    return "a bid"
