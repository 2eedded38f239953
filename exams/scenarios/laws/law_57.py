"""Law 57: a card played before partner's, a lead to the next trick too soon, a card at right-hand opponent's turn."""

from __future__ import annotations

import random
from typing import Final

from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.play.boards import Moment, one_moment, record_of
from exams.scenarios.play.players import high
from exams.scenarios.tables import Table, Unfit, one_of
from laws.rulings.calls import SUIT_NAMES, SUITS
from laws.rulings.cards import card_words
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_57")
_SHOWN: Final = frozenset(("defends", "too_early", "partner_had_played", "both_hands_played"))
"""What the play of the record shows."""
_MIDDLE: Final = 9
"""Later on there is hardly a choice between suits."""


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A trick in progress, and a card that comes too soon."""
    kind = TEXTS.kind("early", facts)

    def fits(moment: Moment) -> bool:
        return bool(moment.cards) and _offender(moment, kind) is not None and _partner_fits(moment, facts)

    moment = one_moment(table, fits, rng, first=2, last=_MIDDLE)
    offender = _offender(moment, kind)
    if offender is None:
        raise Unfit
    card = _card(moment, offender, facts, kind, rng)
    named = _named(moment, facts, rng)
    record = record_of(moment, [(offender, card)], known=())
    shown = _SHOWN
    if kind == "after both hands":  # the record's first irregular card would be declarer's
        record = {name: record[name] for name in ("contract", "declarer")} | {"cards": (card,)}
        shown = frozenset(("defends",))
    elif "legal_to_trick" in facts and facts["legal_to_trick"] and card[0] == moment.cards[0][1][0]:
        shown |= {"legal_to_trick"}
    return Setting(
        record | {"offender": offender, "auction": table.before()},
        TEXTS.lines("openings", kind),
        shown=shown & facts.keys(),
        places={
            "contract_by": moment.contract,
            "so_far": _so_far(moment),
            "from_where": TEXTS.line("from", "dummy" if offender is moment.position.dummy else "hand"),
            "led_suit": SUIT_NAMES[moment.cards[0][1][0]],
            "obstacle": TEXTS.line(
                "obstacle", "follows" if named else "void", led_suit=SUIT_NAMES[moment.cards[0][1][0]]
            ),
            "named": SUIT_NAMES[named] if named else "",
            "named_one": SUIT_NAMES[named][:-1] if named else "",
        },
        situation=(kind, moment.number, card),
    )


def _offender(moment: Moment, kind: str) -> Seat | None:
    """Whose card it is, where the trick has come to the point that the path is about."""
    position, declarer = moment.position, moment.contract.declarer
    played = [seat for seat, _ in moment.cards]
    if kind == "from declarer's side":
        # Declarer led from one hand, and plays from the other before the defender between them.
        fits = len(played) == 1 and not position.defends(played[0])
        return played[0].partner if fits and position.player_of(played[0].partner) is declarer else None
    partner = moment.hand.partner
    if kind == "a lead too soon":
        return played[0] if len(played) == 2 and played[0] is partner and position.defends(partner) else None
    if kind == "at RHO's turn":
        offender = moment.hand.lho
        return offender if played == [offender.partner] and position.defends(offender) else None
    return partner if len(played) == 1 and position.defends(partner) and not position.defends(played[0]) else None


def _partner_fits(moment: Moment, facts: Facts) -> bool:
    """Whether the player who is next can do what declarer asks for, or cannot, as the path wants it."""
    choice = facts.get("premature_choice")
    if choice is None:
        return True
    hand, led = moment.position.hands[moment.hand], moment.cards[0][1][0]
    follows = any(card[0] == led for card in hand)
    others = {card[0] for card in hand} - {led}
    if choice in ("highest", "lowest"):
        several = sum(card[0] == led for card in hand) > 1
        return several if facts["can_play_so"] else not follows
    if choice == "another suit":
        return len(others) > 1 and follows is not facts["can_play_so"]
    return not follows and len(others) > 1


def _named(moment: Moment, facts: Facts, rng: random.Random) -> str:
    """The suit that declarer names, one that the player has: trumps, where a ruff is to be prevented."""
    if facts.get("premature_choice") not in ("another suit", "not a suit"):
        return ""
    held = {card[0] for card in moment.position.hands[moment.hand]} - {moment.cards[0][1][0]}
    trumps = moment.position.trumps
    if facts["premature_choice"] == "not a suit" and trumps in held:
        return trumps
    return one_of([suit for suit in SUITS if suit in held and suit != trumps], rng)


def _card(moment: Moment, offender: Seat, facts: Facts, kind: str, rng: random.Random) -> str:
    """The card that comes too soon: one that follows suit, unless it is a lead or cannot be played."""
    held, led = sorted(moment.position.hands[offender], key=high), moment.cards[0][1][0]
    following = [card for card in held if card[0] == led]
    others = [card for card in held if card[0] not in (led, moment.position.trumps)]
    if kind == "a lead too soon":
        return one_of(others, rng)
    if not following:
        raise Unfit
    if facts.get("legal_to_trick") is False:
        return one_of(others, rng)
    return following[-1] if kind == "at RHO's turn" else following[0]


def _so_far(moment: Moment) -> str:
    """What has been played to the trick, in words."""
    position, told = moment.position, []
    for place, (seat, card) in enumerate(moment.cards):
        side = "defender" if position.defends(seat) else "dummy" if seat is position.dummy else "declarer"
        how, player = "lead" if place == 0 else "follow", position.player_of(seat)
        told.append(TEXTS.line("so far", how, side, by=player, one=f"the {card_words(card)}"))
    return ", and ".join(told)
