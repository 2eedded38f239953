"""Law 40: tables at which somebody looks at a system card, or uses an aid."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final

from exams.scenarios.narration.bridge import Contract, Made, contract, contract_of, number, owned, plain
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table, Unfit, one_of
from laws.rulings.calls import PASS
from laws.rulings.seats import ROUND, Seat

TEXTS: Final = texts("law_40")
OPENINGS: Final = TEXTS.part("openings")


def card(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A look at a system card, the player's own or an opponent's, at some moment of the board."""
    match facts["card_when"]:
        case "before the auction" | "hands out":
            return _before(table, facts, rng)
        case "clarification":
            return _clarification(table, facts, rng)
        case "to explain":
            return _to_explain(table, facts, rng)
    return _at_a_turn(table, facts, rng)


def _before(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """With all hands in the board; or with a hand out of it (17A), while nobody has called."""
    offender = rng.choice(ROUND)
    ways = OPENINGS.lines("card", facts["card_when"])
    way = rng.randrange(len(ways))
    situation = (f"way {way}", table.dealer.value, offender.value)
    return _setting(table, facts, offender, (ways[way],), (), situation=situation)


def _clarification(table: Table, facts: Facts, rng: random.Random) -> Setting:
    played = contract_of(table)
    declares = facts.get("presumed_declarer_side")
    seats = [seat for seat in ROUND if declares is None or (seat.side is played.declarer.side) is declares]
    return _setting(table, facts, rng.choice(seats), OPENINGS.lines("card", "clarification"), table.made, played)


def _to_explain(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """An opponent asks what partner's call means, made over a call of the opponents."""
    made = table.made
    found = [
        i
        for i, (seat, option) in enumerate(made)
        if option.call is not PASS
        and any(other.call.is_bid and by.side is not seat.side for by, other in made[:i])
        and not table.standing(i + 1).ended
    ]
    index = one_of(found, rng)
    bidder, option = made[index]
    over = next((by, other) for by, other in reversed(made[:index]) if other.call.is_bid and by.side is not bidder.side)
    places = {"asker": bidder.lho.full_name, "bid": owned(bidder, option.call), "theirs": owned(over[0], over[1].call)}
    ways = OPENINGS.lines("card", "to explain", facts["issue"])
    return _setting(table, facts, bidder.partner, ways, made[: index + 1], None, **places)


def _at_a_turn(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """At the player's own turn or at another's: in the play, where dummy has no turn of their own, or in the auction."""
    when = facts["card_when"]
    played = contract(table.dealer, table.before())
    if played is not None and rng.random() < 0.4:
        players: Sequence[Seat] = [played.declarer, played.declarer.lho, played.declarer.rho]
        made, turn, when = table.made, rng.choice(players), f"{when} to play"
    else:
        players, played = ROUND, None
        made = table.made[: rng.randrange(1, len(table.made) + 1)]
        state = table.standing(len(made))
        if state.ended:
            raise Unfit
        turn = state.turn
    own = facts["card_when"] == "own turn"
    offender = turn if own else rng.choice([seat for seat in players if seat is not turn])
    trick = number(rng.randrange(2, 9)) if played is not None else ""
    ways = OPENINGS.lines("card", when)
    return _setting(table, facts, offender, ways, made, played, turn=turn.full_name, trick=trick)


def aid(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """An aid to memory, calculation or technique, in the auction or in the play."""
    what = rng.choice(TEXTS.lines("aids"))
    made = table.made[: rng.randrange(1, len(table.made) + 1)]
    offender = rng.choice(ROUND)
    opening = rng.choice(OPENINGS.lines("aid"))
    if table.standing(len(made)).ended:
        raise Unfit
    return _setting(table, facts, offender, (opening,), made, what=what, situation=(what,))


def _setting(
    table: Table,
    facts: Facts,
    offender: Seat,
    openings: Sequence[str],
    made: Made,
    played: Contract | None = None,
    situation: Sequence[str] = (),
    **places: str,
) -> Setting:
    record: dict[str, Any] = {"offender": offender.value}
    if made:
        record["auction"] = plain(table.before(len(made)))
    if played:
        record["declarer"] = played.declarer.value
    moment = facts.get("card_when", "at any time")
    if "presumed_declarer_side" in facts:
        moment = "declaring" if facts["presumed_declarer_side"] else "defending"
    return Setting(
        record,
        openings,
        offender.value,
        shown=frozenset({"presumed_declarer_side"} & facts.keys()),
        places={
            "card": "" if facts["issue"] == "aid" else TEXTS.line("cards", facts["issue"]),
            "dealer": table.dealer.full_name,
            "contract_by": played.words if played else "",
            "rule": TEXTS.line("rules", facts["issue"], moment),
            **places,
        },
        situation=tuple(situation),
    )
