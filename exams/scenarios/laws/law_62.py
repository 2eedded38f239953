"""Law 62: a revoke and how it is corrected, with the cards that were played after it."""

from __future__ import annotations

import random
from typing import Any, Final

from exams.scenarios.narration.bridge import number
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.play.revokes import (
    Line,
    Overlooked,
    begun,
    from_dummy,
    goes_on,
    legal_instead,
    other_side_revokes,
    revokes,
    shown_by,
    side_plays_on,
    spoken_of,
    to_the_end,
    told_since,
)
from exams.scenarios.tables import Table, Unfit
from laws.rulings.cards import card_words
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_62")
_TRIES: Final = 24
_TRICKS: Final = (2, 10)
_LAST: Final = 12


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A revoke with what a path says of it, looked for among those that the table's play can have."""
    hand = str(facts.get("revoking_hand", "any"))
    hands = ("defender", "declarer") if hand == "any" else (hand,)
    first, last = (_LAST, _LAST) if facts.get("twelfth_trick") else _TRICKS
    for place, revoke in enumerate(revokes(table, rng, hands, first, last)):
        if place == _TRIES:
            break
        try:
            return _told(facts, rng, revoke)
        except Unfit:
            continue
    raise Unfit


def _told(facts: Facts, rng: random.Random, revoke: Overlooked) -> Setting:
    line = begun(revoke)
    second = None
    if facts.get("both_revoked"):
        second = other_side_revokes(line)
    _plays_on(line, revoke, facts, rng)
    player = revoke.moment.player
    record = {"offender": player, **line.record()}
    seen = shown_by({**record, "procedure": "62"}, facts)
    kind = TEXTS.kind("found", facts)
    changes = _changes(facts, line, revoke, rng)
    return Setting(
        record,
        TEXTS.lines("openings", kind),
        shown=seen,
        places={
            **spoken_of(revoke, TEXTS, rng),
            **changes,
            "second": second.moment.player if second is not None else None,
            "played_2": f"the {card_words(second.card)}" if second is not None else None,
            "leader": line.position.player_of(line.position.trick.cards[0][0]) if line.position.trick.cards else None,
            "led_from": from_dummy(line.position, line.position.trick.cards[0][0]) if line.position.trick.cards else "",
            "led": f"the {card_words(line.position.trick.cards[0][1])}" if line.position.trick.cards else None,
            "asker": _asker(facts, revoke, rng),
            "since": told_since(line),
            "breach": rng.choice(TEXTS.lines("breaches")),
            "trick": number(min(revoke.moment.number, _LAST)),
            "what": TEXTS.line("what", "after" if facts.get("others_withdraw") else "ruling"),
        },
        situation=(kind,),
    )


def _plays_on(line: Line, revoke: Overlooked, facts: Facts, rng: random.Random) -> None:
    """As far as the path has it: no further, through the trick, or to the next one."""
    place = len(revoke.moment.cards)
    if facts.get("both_revoked"):
        if line.position.turn is None or line.position.number == revoke.moment.number:
            raise Unfit
        goes_on(line, 1)
    elif facts["revoke_established"]:
        if facts.get("twelfth_trick"):
            to_the_end(line)
            return
        side_plays_on(line)
    elif facts.get("others_played_on"):
        after = len(Seat) - 1 - place
        if facts.get("partner_played_on"):
            wanted = 2
        elif facts.get("others_withdraw"):
            wanted = 1
        else:
            wanted = rng.randrange(1, after + 1) if after else 1
        if after < wanted and not (after == 0 and wanted == 1):
            raise Unfit
        goes_on(line, wanted)


def _asker(facts: Facts, revoke: Overlooked, rng: random.Random) -> Seat:
    """Who points it out: dummy where that is asked about, else an opponent other than dummy, or the partner who defends."""
    player, position = revoke.moment.player, revoke.moment.position
    if facts.get("as_if_established"):
        return position.dummy
    others = [seat for seat in (player.lho, player.rho) if seat is not position.dummy]
    own = [player.partner] if position.defends(player) else []
    return rng.choice([*others, *own])


def _changes(facts: Facts, line: Line, revoke: Overlooked, rng: random.Random) -> dict[str, Any]:
    """The cards that are taken back after the revoke has been corrected, and those played instead."""
    position, found = line.position, dict[str, Any]()
    found["corrected"] = f"the {card_words(rng.choice(revoke.stray))}"
    other = revoke.hand.partner
    theirs = next((card for hand, card in line.cards[1:] if hand is other), "")
    found["changer_2"] = position.player_of(other)
    found["changed_2"] = f"the {card_words(theirs)}" if theirs else f"{other.full_name}'s card"
    after = [*line.cards[1:], *(one for trick in line.later for one in trick)]
    hand, card = after[0] if after else (revoke.hand.lho, "")
    found |= {
        "changer": position.player_of(hand),
        "changed": f"the {card_words(card)}" if card else "a card played since",
    }
    if not facts.get("others_withdraw"):
        return found
    leads = len(line.cards) == 1
    found |= {
        "changer": position.player_of(hand),
        "changed": f"the {card_words(card)}",
        "changed_to": legal_instead(position, hand, card, "" if leads else revoke.suit, rng),
    }
    if facts.get("partner_withdraws"):
        partner, theirs = line.cards[2]
        found |= {
            "changer_2": position.player_of(partner),
            "changed_2": f"the {card_words(theirs)}",
            "changed_to_2": legal_instead(position, partner, theirs, revoke.suit, rng),
        }
    elif facts.get("partner_played_on"):
        partner, theirs = line.cards[2]
        legal_instead(position, partner, theirs, revoke.suit, rng)
        found |= {"changer_2": position.player_of(partner), "changed_2": f"the {card_words(theirs)}"}
    return found
