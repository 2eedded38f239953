"""Law 40: tables at which somebody looks at a system card, or uses an aid."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final

from exams.scenarios.narrating.auctions import Made, owned, plain_calls, standing
from exams.scenarios.narrating.bridge import Contract, contract_of, number, pair
from exams.scenarios.narrating.narrative import Facts, Setting
from exams.scenarios.tables import Table
from laws.rulings.calls import PASS
from laws.rulings.seats import ROUND, Seat
from laws.rulings.words import fill

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
    ways = _HANDS_IN_THE_BOARD if facts["card_when"] == "before the auction" else _BEFORE_THE_FIRST_CALL
    way = rng.randrange(len(ways))
    return _setting(
        table, facts, offender, (ways[way],), (), situation=(f"way {way}", table.dealer.value, offender.value)
    )


_HANDS_IN_THE_BOARD: Final = (
    "Between two boards, before anybody has taken a hand out of the next one, {offender} opens {card}.",
    "The next board lies on the table with all four hands in it. {offender} uses the time to read {card}.",
    "The players wait for the next board. Until it comes, {offender} looks something up on {card}, and you are called.",
    "The board has been put on the table, but nobody has touched the hands. {offender} goes through {card} first.",
)
_BEFORE_THE_FIRST_CALL: Final = (
    "The hands of the board have been taken out, and {dealer} has not called yet, when {offender} opens {card}.",
    "{dealer} is still sorting, nobody has called, and {offender} uses the time to read {card}.",
    "{offender} has sorted the hand. Before anybody has called, {offender} takes {card} and looks something up.",
    "{offender}, with the hand sorted and waiting for {dealer} to open the auction, goes through {card}. You are called.",
)


def _clarification(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    played = contract_of(table)
    if played is None:
        return None
    declares = facts.get("presumed_declarer_side")
    seats = [seat for seat in ROUND if declares is None or (seat.side is played.declarer.side) is declares]
    return _setting(table, facts, rng.choice(seats), _AFTER_THE_AUCTION, table.made, played)


_AFTER_THE_AUCTION: Final = (
    "The auction has ended in {contract_by}. Before a lead is faced, {offender} takes {card} and reads it.",
    "The contract is {contract_by}. Before anything has been led, {offender} opens {card}.",
    "{contract_by} is the contract, and nothing has been led yet. {offender} looks something up on {card}, and you are called.",
)


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
    ways = _OWN_TO_EXPLAIN if facts["issue"] == _OWN else _THEIRS_TO_EXPLAIN
    return _setting(table, facts, bidder.partner, ways, made[: index + 1], None, (), **places)


_OWN_TO_EXPLAIN: Final = (
    "{asker}, whose turn it is, asks {offender} what {bid} means. {offender} is not sure and reaches for {card} in order to "
    "answer rightly.",
    "Asked by {asker} about {bid}, {offender} wants to get it right and opens {card}.",
    "“One moment, I want to tell you exactly,” says {offender} to {asker}, who has asked about {bid}, and takes up {card}.",
)
_THEIRS_TO_EXPLAIN: Final = (
    "{asker}, whose turn it is, asks {offender} what {bid} means. “That depends on what {theirs} shows,” says {offender}, and "
    "looks it up on {card}.",
    "Asked by {asker} about {bid}, {offender} first wants to know what kind of bid {theirs} was, and opens {card}.",
    "{asker} asks about {bid}. Their defence depends on the meaning of {theirs}, so {offender} reads {card} before answering.",
)


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
    ways = _AT_OWN_TURN if own_turn else _AT_ANOTHERS
    return _setting(table, facts, offender, ways, made, turn=turn.full_name)


def _in_the_play(table: Table, facts: Facts, rng: random.Random, played: Contract, *, own_turn: bool) -> Setting:
    """Dummy is left out: dummy has no turn of his own."""
    players = [played.declarer, played.declarer.lho, played.declarer.rho]
    turn = rng.choice(players)
    offender = turn if own_turn else rng.choice([seat for seat in players if seat is not turn])
    ways = _AT_OWN_PLAY if own_turn else _AT_ANOTHERS_PLAY
    trick = number(rng.randrange(2, 9))
    return _setting(table, facts, offender, ways, table.made, played, turn=turn.full_name, trick=trick)


_AT_OWN_TURN: Final = (
    "It is {offender}'s turn to call. Before doing so {offender} takes {card} and looks something up.",
    "{offender}, whose turn it is, opens {card} before calling. An opponent calls you.",
    "Thinking about the next call, {offender} reads {card}.",
)
_AT_ANOTHERS: Final = (
    "It is {turn}'s turn to call. Meanwhile {offender} takes {card} and looks something up.",
    "While {turn} is thinking about the next call, {offender} opens {card}, and you are called.",
    "{turn} has to call. {offender} uses the time to read {card}.",
)
_AT_OWN_PLAY: Final = (
    "The contract is {contract_by}. At trick {trick}, when it is {offender}'s turn to play, {offender} first takes {card} and "
    "looks something up.",
    "{contract_by} is being played. {offender}, who is to play to trick {trick}, opens {card} first.",
)
_AT_ANOTHERS_PLAY: Final = (
    "The contract is {contract_by}. At trick {trick} {turn} is thinking what to play, and {offender} reads {card}.",
    "{contract_by} is being played. While {turn} has to play to trick {trick}, {offender} opens {card}.",
)


def aid(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """An aid to memory, calculation or technique, in the auction or in the play."""
    what = rng.choice(_AIDS)
    made = table.made[: rng.randrange(1, len(table.made) + 1)]
    offender = rng.choice(ROUND)
    opening = rng.choice(_WITH_AN_AID)
    if standing(made).ended:
        return None
    return _setting(table, facts, offender, (opening,), made, what=what, situation=(what,))


_AIDS: Final = (
    "a table with the probabilities of suit breaks",
    "a slip with the point ranges of their bids",
    "a sheet with the answers to Blackwood",
    "a note on the odds of finesses",
    "a table that turns points into expected tricks",
    "a copy of the scoring table with the break-even odds for slams",
)
_WITH_AN_AID: Final = (
    "During the auction {offender} has {what} lying on the knee and reads in it. The regulations do not mention such things.",
    "{offender} takes {what} out of a pocket and looks at it before the next call. No regulation speaks about it.",
    "You are called because {offender} is reading {what} while the auction goes on. The body has made no regulation about it.",
)


_RULES: Final = {
    _OWN: {
        "before the auction": "{offender} may read {card} as long as the hands are in the board",
        "hands out": "{offender} may not read {card}, although nobody has called",
        "own turn": "{offender} may not read {card} during the auction or the play",
        "other turn": "{offender} may not read {card} during the auction or the play",
        "declaring": "{offender} may read {card} until a lead is faced",
        "defending": "{offender} may not read {card}; only the declaring side may read its own, until a lead is faced",
        "to explain": "{offender} may not read {card}, not even in order to explain",
    },
    "opponents' card": {
        "before the auction": "{offender} may read {card} now, and later at each turn to call or play",
        "hands out": "{offender} may read {card} until somebody calls, and later at each turn to call or play",
        "own turn": "{offender} may read {card} at each turn to call or play",
        "other turn": "{offender} may not read {card} now, but may at the next turn to call or play",
        "clarification": "{offender} may read {card} until a lead is faced, whoever declares",
        "to explain": "{offender} may read {card} in order to explain {partner}'s call",
    },
    "aid": {"": "{offender} may not use such a thing from the start of the auction to the end of play"},
}
"""What the law lets the player do, by what it is about and the moment."""


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
    known["rule"] = fill(_RULES[facts["issue"]][_moment(facts)], known)
    return Setting(
        record,
        openings,
        offender.value,
        shown=frozenset({"presumed_declarer_side"} & facts.keys()),
        told=frozenset(("issue", "card_when", "presumed_declarer_side")) & facts.keys(),
        places=known,
        situation=tuple(situation),
    )
