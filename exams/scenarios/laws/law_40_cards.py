"""Law 40: tables at which somebody looks at a system card, or uses an aid."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final

from exams.scenarios.narration.auctions import Made, owned, plain_calls, standing
from exams.scenarios.narration.bridge import Contract, contract_of, number, pair
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table
from laws.rulings.calls import PASS
from laws.rulings.seats import ROUND, Seat
from laws.rulings.words import fill

TEXTS: Final = texts("law_40")


_OWN: Final = "own card"


def card(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
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
    ways = (
        TEXTS.lines("hands_in_the_board")
        if facts["card_when"] == "before the auction"
        else TEXTS.lines("before_the_first_call")
    )
    way = rng.randrange(len(ways))
    return _setting(
        table, facts, offender, (ways[way],), (), situation=(f"way {way}", table.dealer.value, offender.value)
    )


def _clarification(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    played = contract_of(table)
    if played is None:
        return None
    declares = facts.get("presumed_declarer_side")
    seats = [seat for seat in ROUND if declares is None or (seat.side is played.declarer.side) is declares]
    return _setting(table, facts, rng.choice(seats), TEXTS.lines("after_the_auction"), table.made, played)


def _to_explain(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """An opponent asks what partner's call means, made over a call of the opponents."""
    made = table.made
    found = [
        i
        for i, (seat, option) in enumerate(made)
        if option.call is not PASS
        and any(other.call.is_bid and by.side is not seat.side for by, other in made[:i])
        and not standing(made[: i + 1]).ended
    ]
    if not found:
        return None
    index = rng.choice(found)
    bidder, option = made[index]
    over = next((by, other) for by, other in reversed(made[:index]) if other.call.is_bid and by.side is not bidder.side)
    places = {"asker": bidder.lho.full_name, "bid": owned(bidder, option.call), "theirs": owned(over[0], over[1].call)}
    ways = TEXTS.lines("own_to_explain") if facts["issue"] == _OWN else TEXTS.lines("theirs_to_explain")
    return _setting(table, facts, bidder.partner, ways, made[: index + 1], None, (), **places)


def _at_a_turn(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    own_turn = facts["card_when"] == "own turn"
    played = contract_of(table)
    if played is not None and rng.random() < 0.4:
        return _in_the_play(table, facts, rng, played, own_turn=own_turn)
    made = table.made[: rng.randrange(1, len(table.made) + 1)]
    state = standing(made)
    if state.ended:
        return None
    turn = state.turn
    offender = turn if own_turn else rng.choice([seat for seat in ROUND if seat is not turn])
    ways = TEXTS.lines("at_own_turn") if own_turn else TEXTS.lines("at_anothers")
    return _setting(table, facts, offender, ways, made, turn=turn.full_name)


def _in_the_play(table: Table, facts: Facts, rng: random.Random, played: Contract, *, own_turn: bool) -> Setting:
    """Dummy is left out: dummy has no turn of his own."""
    players = [played.declarer, played.declarer.lho, played.declarer.rho]
    turn = rng.choice(players)
    offender = turn if own_turn else rng.choice([seat for seat in players if seat is not turn])
    ways = TEXTS.lines("at_own_play") if own_turn else TEXTS.lines("at_anothers_play")
    trick = number(rng.randrange(2, 9))
    return _setting(table, facts, offender, ways, table.made, played, turn=turn.full_name, trick=trick)


def aid(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """An aid to memory, calculation or technique, in the auction or in the play."""
    what = rng.choice(TEXTS.lines("aids"))
    made = table.made[: rng.randrange(1, len(table.made) + 1)]
    offender = rng.choice(ROUND)
    opening = rng.choice(TEXTS.lines("with_an_aid"))
    if standing(made).ended:
        return None
    return _setting(table, facts, offender, (opening,), made, what=what, situation=(what,))


def _moment(facts: Facts) -> str:
    """The moment, with the side where it matters."""
    if "presumed_declarer_side" in facts:
        return "declaring" if facts["presumed_declarer_side"] else "defending"
    return str(facts.get("card_when", ""))


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
    record: dict[str, Any] = {"board": table.board, "offender": offender.value}
    if made:
        record["auction"] = plain_calls(made)
    if played:
        record["declarer"] = played.declarer.value
    own = facts["issue"] == _OWN
    known = {
        "card": f"{pair(offender if own else offender.lho)}'s system card",
        "dealer": table.dealer.full_name,
        "contract_by": played.words if played else "",
        "offender": offender.full_name,
        "partner": offender.partner.full_name,
        "what": "",
        **places,
    }
    known["rule"] = fill(TEXTS.line("rules", facts["issue"], _moment(facts)), known)
    return Setting(
        record,
        openings,
        offender.value,
        shown=frozenset({"presumed_declarer_side"} & facts.keys()),
        told=frozenset(("issue", "card_when", "presumed_declarer_side")) & facts.keys(),
        places=known,
        situation=tuple(situation),
    )
