"""Law 45: a card that somebody held, touched or called at a moment of the play, or put on a trick that was complete."""

from __future__ import annotations

import random
from typing import Any, Final

from exams.scenarios.narration.bridge import number
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.play.boards import Moment, one_moment, played, record_of
from exams.scenarios.play.players import high
from exams.scenarios.tables import Table, Unfit, one_of
from laws.rulings.cards import card_words, is_honour
from laws.rulings.play.legal import may_play

TEXTS: Final = texts("law_45")
_FIRST: Final = 2
_LAST: Final = 10
_SHOWN: Final = frozenset(
    ("card_in_turn", "card_legal", "had_played", "played_again", "follower", "legal_before", "defends", "fifth_honour")
)
"""What the play of the record shows."""


def held(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A defender or declarer holds a card, declarer touches one of dummy's, or a player names one."""
    matter = facts["card_matter"]

    def fits(moment: Moment) -> bool:
        position = moment.position
        whose = {
            "a defender's card in view": position.defends(moment.hand),
            "a card named": position.defends(moment.hand),
            "dummy's card touched": moment.hand is position.dummy,
        }.get(str(matter), moment.hand is position.declarer)
        return whose and bool(moment.cards) and bool(_others(moment))

    moment = one_moment(table, fits, rng, first=_FIRST, last=_LAST)
    card = one_of(_others(moment), rng)
    return _setting(moment, facts, rng, {"offender": moment.hand, "cards": [card], **_told(moment)}, card, moment.card)


def _others(moment: Moment) -> list[str]:
    """Cards of the suit that the player would play, which could be played as well."""
    legal = may_play(moment.position, moment.hand)
    return sorted(card for card in legal if card != moment.card and card[0] == moment.card[0])


def _told(moment: Moment) -> dict[str, Any]:
    """The play with what is left of the player's own hand, and of dummy."""
    return record_of(moment, known=(moment.hand, moment.position.dummy))


def called(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """Declarer calls a card from dummy and then another, before or after the next player has played."""
    slip, follower = facts["slip_of_tongue"], facts.get("follower")

    def fits(moment: Moment) -> bool:
        if moment.hand is not moment.position.dummy or not moment.cards or len(moment.cards) == _LAST_TO_PLAY:
            return False
        return any(abs(high(card) - high(moment.card)) == 1 for card in _others(moment)) or not slip

    moment = one_moment(table, fits, rng, first=_FIRST, last=_LAST)
    near = [card for card in _others(moment) if not slip or abs(high(card) - high(moment.card)) == 1]
    card = one_of(near, rng)
    cards = [(moment.hand, card)]
    if follower == "dummy's LHO":
        table_now = moment.position.copy()
        table_now.play(*cards[0])
        if table_now.turn is None:
            raise Unfit
        cards.append((table_now.turn, one_of(may_play(table_now, table_now.turn), rng)))
    record = record_of(moment, cards, known=(moment.position.dummy, moment.position.dummy.lho))
    return _setting(
        moment,
        facts,
        rng,
        {"offender": moment.hand, "cards": [card], "designation": moment.card, **record},
        card,
        moment.card,
        since=cards[1][1] if cards[1:] else "",
    )


_LAST_TO_PLAY: Final = 3
"""Cards of a trick to which dummy is last to play."""


def fifth(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A player puts a second card on a trick that is complete."""
    board, defends = played(table), facts["defends"]
    tricks = list(board.tricks[_FIRST - 1 : _LAST])
    rng.shuffle(tricks)
    for start, cards in tricks:
        after = start.copy()
        for hand, card in cards:
            after.play(hand, card)
        winner = start.trick.winner(start.trumps) if start.trick.cards else after.quitted[-1].winner(start.trumps)
        for hand, _ in cards[:-1]:
            if start.defends(hand) is not defends or hand is winner or hand is start.dummy:
                continue
            extra = sorted(
                card
                for card in after.hands[hand]
                if "fifth_honour" not in facts or is_honour(card) is facts["fifth_honour"]
            )
            if not extra:
                continue
            moment = next(board.moments(start.number, start.number))
            card = one_of(extra, rng)
            record = record_of(moment, [*cards, (hand, card)], known=(hand, start.dummy))
            return _setting(moment, facts, rng, {"offender": hand, **record}, card, "", last=cards[-1][0])
    raise Unfit


def _setting(
    moment: Moment,
    facts: Facts,
    rng: random.Random,
    record: dict[str, Any],
    card: str,
    other: str,
    *,
    since: str = "",
    last: Any = None,
) -> Setting:
    kind = TEXTS.kind("happened", facts)
    led = moment.cards[0] if moment.cards else None
    seen = _SHOWN | ({"card_matter"} if kind.startswith("fifth") else set())
    return Setting(
        record,
        TEXTS.lines("openings", kind),
        shown=facts.keys() & seen,
        places={
            "trick": number(moment.number),
            "leader": moment.position.player_of(led[0]) if led else None,
            "led": f"the {card_words(led[1])}" if led else "",
            "from": TEXTS.line("from", "dummy" if led and led[0] is moment.position.dummy else "hand"),
            "it": f"the {card_words(card)}",
            "other": f"the {card_words(other)}" if other else "another card",
            "other_name": f"{card_words(other)}" if other else "",
            "it_name": card_words(card),
            "since": f"the {card_words(since)}" if since else "a card",
            "last": last or moment.hand,
            "contract_by": moment.contract,
        },
        hands=[str(record["offender"].value), moment.position.dummy.value],
        situation=(kind,),
    )
