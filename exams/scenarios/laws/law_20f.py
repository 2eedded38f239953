"""Laws 20F4, 20F5 and 75B: a player notices that an explanation of his side was wrong, and asks what to do."""

from __future__ import annotations

import random
from typing import Any, Final

from exams.scenarios.narration.auctions import Made, capital, owned, plain_calls, standing
from exams.scenarios.narration.bridge import Contract, contract_of, number
from exams.scenarios.narration.explained import Explained, explained
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_20f")


_AUCTION: Final = "in the auction"
_PLAY: Final = "in the play"


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    when = facts["noticed_when"]
    if when == _AUCTION:
        return _during_the_auction(table, facts, rng)
    played = contract_of(table)
    if played is None:
        return None
    declares = facts.get("knower_declares")

    def wanted(one: Explained) -> bool:
        return declares is None or (one.bidder.side is played.declarer.side) is declares

    one = explained(table.made, rng, wanted)
    return None if one is None else _setting(table, facts, rng, one, table.made, played)


def _during_the_auction(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    made = table.made
    one = explained(made, rng, lambda one: one.index + 2 <= len(made))
    if one is None:
        return None
    lengths = [n for n in range(one.index + 2, min(one.index + 5, len(made)) + 1) if not standing(made[:n]).ended]
    return _setting(table, facts, rng, one, made[: rng.choice(lengths)], None) if lengths else None


def _setting(
    table: Table, facts: Facts, rng: random.Random, one: Explained, made: Made, played: Contract | None
) -> Setting:
    own = facts["whose_explanation"] == "own"
    knower = one.explainer if own else one.bidder
    in_play = facts["noticed_when"] == _PLAY and not own and rng.random() < 0.6
    asker = _asker_in_play(one, played, rng) if in_play and played else one.bidder.lho
    record: dict[str, Any] = {
        "board": table.board,
        "offender": one.explainer.value,
        "player": knower.value,
        "auction": plain_calls(made),
    }
    if played:
        record["declarer"] = played.declarer.value
    told = frozenset({"knower_declares"} & facts.keys())
    places = {
        "asker": asker.full_name,
        "bidder": one.bidder.full_name,
        "explainer": one.explainer.full_name,
        "bid": owned(one.bidder, one.call),
        "given": one.other,
        "Given": capital(one.other),
        "agreed": one.meant,
        "next": standing(made).turn.full_name,
        "contract_by": played.words if played else "",
        "trick": number(rng.randrange(2, 9)),
    }
    return Setting(
        record,
        TEXTS.lines("asked_in_play") if in_play else TEXTS.lines("asked"),
        knower.value,
        shown=told | {"whose_explanation"},
        told=told,
        places=places,
        notes={one.index: f"explained as “{one.other}”" + (" during the play" if in_play else "")},
        situation=(one.other, one.meant),
    )


def _asker_in_play(one: Explained, played: Contract, rng: random.Random) -> Seat:
    """Declarer about a defender's call, a defender about a call of the declaring side: dummy may not ask (20F2)."""
    if one.bidder.side is not played.declarer.side:
        return played.declarer
    return rng.choice([played.declarer.lho, played.declarer.rho])
