"""Laws 20F4, 20F5 and 75B: a player notices that an explanation by their side was wrong, and asks what to do."""

from __future__ import annotations

import random
from typing import Final

from exams.scenarios.narration.bridge import Contract, capital, contract_of, number, owned, plain
from exams.scenarios.narration.explained import Explained, explained
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table, one_of
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_20f")


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A call that partner, or the player, has explained wrongly: in the auction that goes on, or after it."""
    made = table.made
    if facts["noticed_when"] == "in the auction":
        one = explained(made, rng, lambda one: one.index + 2 <= len(made))
        lengths = range(one.index + 2, min(one.index + 5, len(made)) + 1)
        length = one_of([length for length in lengths if not table.standing(length).ended], rng)
        return _setting(table, facts, rng, one, length, None)
    played = contract_of(table)
    declares = facts.get("knower_declares")
    side = played.declarer.side
    one = explained(made, rng, lambda one: declares is None or (one.bidder.side is side) is declares)
    return _setting(table, facts, rng, one, len(made), played)


def _setting(
    table: Table, facts: Facts, rng: random.Random, one: Explained, length: int, played: Contract | None
) -> Setting:
    own = facts["whose_explanation"] == "own"
    knower = one.explainer if own else one.bidder
    in_play = facts["noticed_when"] == "in the play" and not own and rng.random() < 0.6
    asker = _asker_in_play(one, played, rng) if in_play and played else one.bidder.lho
    asked = "asked_in_play" if in_play else "asked"
    record = {"offender": one.explainer.value, "player": knower.value, "auction": plain(table.before(length))}
    return Setting(
        {**record, **({"declarer": played.declarer.value} if played else {})},
        TEXTS.lines(asked),
        knower.value,
        shown=frozenset({"knower_declares", "whose_explanation"}),
        places={
            "asker": asker.full_name,
            "bidder": one.bidder.full_name,
            "explainer": one.explainer.full_name,
            "bid": owned(one.bidder, one.call),
            "given": one.other,
            "Given": capital(one.other),
            "agreed": one.meant,
            "next": table.standing(length).turn.full_name,
            "contract_by": played.words if played else "",
            "trick": number(rng.randrange(2, 9)),
        },
        notes={one.index: TEXTS.line("note", asked).format(given=one.other)},
        situation=(one.other, one.meant),
    )


def _asker_in_play(one: Explained, played: Contract, rng: random.Random) -> Seat:
    """Declarer about a defender's call, a defender about a call of the declaring side: dummy may not ask (20F2)."""
    if one.bidder.side is not played.declarer.side:
        return played.declarer
    return rng.choice([played.declarer.lho, played.declarer.rho])
