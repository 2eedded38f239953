"""Leads out of turn: an opening lead by the wrong player, and later leads by a defender or from the wrong hand."""

from __future__ import annotations

import random
from typing import Any, Final

from exams.scenarios.narration.bridge import contract_of, lead_from
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.play.boards import Moment, one_moment, played, record_of
from exams.scenarios.play.players import card_for, high
from exams.scenarios.tables import Table, Unfit
from laws.rulings.play.position import Position
from laws.rulings.play.told import Played
from laws.rulings.seats import Seat

OPENING: Final = texts("law_54")


# -- opening leads -----------------------------------------------------------------------------------------------------


def opening(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """54: the wrong player leads to the first trick, and others go on."""
    contract = contract_of(table)
    declarer = contract.declarer
    moment = next(played(table).moments(1, 1))
    offender = declarer.rho
    if not facts["defends"]:
        offender = rng.choice((declarer, declarer.partner))
    card = _lead(moment.position, offender, void=_void_wanted(moment.position, facts, offender))
    kind = OPENING.kind("led", facts)
    if facts.get("opening_lead_faced") is False:
        record: dict[str, Any] = {"declarer": declarer, "contract": contract.bid.text}
        shown = {"defends"}
        card = ""
    else:
        since = {"a card from hand": declarer, "a card from dummy": declarer.partner}.get(
            facts.get("since_opening_lead", "")
        )
        to_it = _played_to(moment.position, offender, card, since)
        record = record_of(moment, [(offender, card), *to_it], known=())
        shown = {"defends", "opening_lead_faced"} | ({"since_opening_lead"} if to_it else set())
    return Setting(
        record | {"offender": offender, "auction": table.before()},
        OPENING.lines("openings", kind),
        shown=shown & facts.keys(),
        places={"contract_by": contract, "first": rng.choice(("two", "three", "four"))},
        situation=(kind, card),
    )


def _void_wanted(position: Position, facts: Facts, offender: Seat) -> str:
    """A suit that partner does not hold, where the path needs one; it is led for that reason."""
    if facts.get("lead_choice") != "required" or facts.get("can_obey", True):
        return ""
    for suit in "SHDC":
        mine = [card for card in position.hands[offender] if card[0] == suit]
        if suit != position.trumps and mine and position.holds(offender.partner, suit) is False:
            return suit
    raise Unfit


def _lead(position: Position, leader: Seat, *, void: str = "") -> str:
    """What a player leads who takes the lead for theirs."""
    if void:
        held = sorted((card for card in position.hands[leader] if card[0] == void), key=high, reverse=True)
        return void + lead_from("".join(card[1] for card in held))
    own = position.copy()
    own.leads_next(leader)
    return card_for(own, leader)


def _played_to(position: Position, leader: Seat, card: str, by: Seat | None) -> list[Played]:
    """A card that a hand plays to the lead, if it does."""
    if by is None:
        return []
    led = position.copy()
    led.play(leader, card)
    legal = [one for one in sorted(led.hands[by], key=high) if one[0] == card[0]]
    if not legal:
        raise Unfit
    above = [one for one in legal if high(one) > high(card)]
    return [(by, above[0] if above else legal[0])]


# -- later leads -------------------------------------------------------------------------------------------------------

_LAST: Final = 13
_MIDDLE: Final = 9
"""Later on a lead is hardly a matter of choice."""
_SHOWN: Final = frozenset(("thirteenth_trick", "whose_lead", "played_since"))
"""What the play of the record shows of a later lead."""


def by_a_defender(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """56: a defender leads, although partner, declarer or dummy is on lead."""
    return _later("law_56", table, facts, rng, declaring=False)


def by_declarer(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """55: declarer leads from the wrong hand, or when a defender is on lead."""
    return _later("law_55", table, facts, rng, declaring=True)


def _later(law: str, table: Table, facts: Facts, rng: random.Random, *, declaring: bool) -> Setting:
    words, last = texts(law), facts["thirteenth_trick"]

    def hands(moment: Moment) -> list[Seat]:
        """Those that can have led out of turn, as the path wants it."""
        side = [seat for seat in Seat if moment.position.defends(seat) is not declaring and seat is not moment.hand]
        wanted = facts.get("whose_lead")
        return [hand for hand in side if wanted is None or _whose(hand, moment.hand) == wanted]

    moment = one_moment(
        table,
        lambda moment: moment.leads and bool(hands(moment)),
        rng,
        first=_LAST if last else 2,
        last=_LAST if last else _MIDDLE,
    )
    hand = rng.choice(hands(moment))
    card = _lead(moment.position, hand, void=_void_wanted(moment.position, facts, hand))
    to_it = _since(moment, facts, hand, card)
    dummy = moment.position.dummy
    on_lead = {dummy: "dummy", moment.contract.declarer: "declarer"}.get(moment.hand, "defender")
    return Setting(
        record_of(moment, [(hand, card), *to_it], known=()) | {"offender": hand, "auction": table.before()},
        words.lines("openings", words.kind("led", facts)),
        shown=_SHOWN & facts.keys(),
        places={
            "contract_by": moment.contract,
            "whose": words.line("whose", on_lead),
            "from_where": words.line("from", "dummy" if dummy in (hand, *(by for by, _ in to_it)) else "hand"),
            "trick": words.lines("tricks")[moment.number - 2],
            "mine": words.line("mine", on_lead),
        },
        situation=(moment.number, hand.value, card),
    )


def _whose(hand: Seat, leader: Seat) -> str:
    return {hand.partner: "partner", hand.lho: "lho", hand.rho: "rho"}[leader]


def _since(moment: Moment, facts: Facts, hand: Seat, card: str) -> list[Played]:
    """What an opponent has put down since: a play to the lead, or their own lead."""
    by = {"lho": hand.lho, "rho": hand.rho}.get(facts.get("played_since", ""))
    if by is None:
        return []
    if not facts.get("meant_as_lead"):
        return _played_to(moment.position, hand, card, by)
    if moment.card[0] == card[0]:
        raise Unfit  # a card of the same suit is taken for a play to the lead
    return [(by, moment.card)]
