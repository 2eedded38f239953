"""Law 63: a revoke, and what the side that revoked has done since."""

from __future__ import annotations

import random
from typing import Any, Final

from exams.scenarios.narration.bridge import number
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.play.players import card_for
from exams.scenarios.play.revokes import (
    Line,
    Overlooked,
    begun,
    ends_trick,
    from_dummy,
    other_side_revokes,
    revokes,
    shown_by,
    side_plays_on,
    spoken_of,
    to_the_end,
)
from exams.scenarios.tables import Table, Unfit
from laws.rulings.calls import SUIT_NAMES
from laws.rulings.cards import card_words

TEXTS: Final = texts("law_63")
_TRIES: Final = 24
_TRICKS: Final = (3, 10)
_LAST: Final = 12
_NAMES: Final = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten"}


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A revoke and what a path says of it, looked for among those that the table's play can have."""
    since = str(facts["since_revoke"])
    hands = {"named a card": ("declarer",), "conceded": ("defender",), "an opponent claimed": ("defender",)}
    first, last = (_LAST, _LAST) if facts.get("twelfth_trick") else _TRICKS
    for place, revoke in enumerate(revokes(table, rng, hands.get(since, ("defender", "declarer")), first, last)):
        if place == _TRIES:
            break
        try:
            return _told(facts, rng, revoke, since)
        except Unfit:
            continue
    raise Unfit


def _told(facts: Facts, rng: random.Random, revoke: Overlooked, since: str) -> Setting:
    line = begun(revoke)
    player, position = revoke.moment.player, line.position
    places: dict[str, Any] = {"named": "", "second": None, "played_2": None}
    if facts.get("both_revoked"):
        second = other_side_revokes(line)
        side_plays_first(line)
        places |= {"second": second.moment.player, "played_2": f"the {card_words(second.card)}"}
    elif facts.get("twelfth_trick"):
        to_the_end(line)
    elif since == "played on":
        side_plays_on(line)
    else:
        ends_trick(line)
    if since == "named a card":
        leader = position.on_lead
        if leader is None or leader.side is not player.side:
            raise Unfit
        places["named"] = _as_called(card_for(position, leader))
    record = {"offender": player, **line.record()}
    seen = shown_by({**record, "procedure": "63"}, facts)
    kind = TEXTS.kind("found", facts)
    trick = position.trick.cards
    spoken = spoken_of(revoke, TEXTS, rng)
    return Setting(
        record,
        TEXTS.lines("openings", kind),
        shown=seen,
        places={
            **spoken,
            **places,
            "leader": position.player_of(trick[0][0]) if trick else None,
            "led": f"the {card_words(trick[0][1])}" if trick else None,
            "led_from": from_dummy(position, trick[0][0]) if trick else "",
            "last": position.player_of(trick[-1][0]) if trick else None,
            "last_from": from_dummy(position, trick[-1][0]) if trick else "",
            "last_card": f"the {card_words(trick[-1][1])}" if trick else None,
            "doer": rng.choice([player, player.partner]) if position.defends(player) else player,
            "claimer": position.declarer,
            "what": TEXTS.line("what"),
            "trick": number(min(revoke.moment.number, _LAST)),
        },
        situation=(kind,),
    )


def side_plays_first(line: Line) -> None:
    """One card to the next trick, by whoever has won the last one."""
    hand, number_now = line.position.turn, line.position.number
    if hand is None or line.position.trick.cards or number_now == line.revoke.moment.number:
        raise Unfit
    line.play(hand, card_for(line.position, hand))


def _as_called(card: str) -> str:
    """How declarer names a card: `ace of spades`, `five of clubs`."""
    rank = _NAMES.get(card[1]) or number(int(card[1]))
    return f"{rank.capitalize()} of {SUIT_NAMES[card[0]]}"
