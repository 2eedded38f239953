"""Leads out of turn, face-down opening leads and dummy's hand, and what is played after a card out of turn."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Final

from exams.scenarios.narration.bridge import contract_of, lead_from
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.play.boards import Moment, one_moment, played, record_of
from exams.scenarios.play.players import card_for, high
from exams.scenarios.tables import Table, Unfit, one_of
from laws.rulings.calls import SUIT_NAMES
from laws.rulings.cards import card_words, is_honour, parse_hand
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
_SHOWN: Final = frozenset(("thirteenth_trick", "defends", "whose_lead", "played_since"))
"""What the play of the record shows of a later lead."""


def by_a_defender(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """56: a defender leads, although partner, declarer or dummy is on lead."""
    return _later("law_56", table, facts, rng, declaring=False)


def by_declarer(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """55: declarer leads from the wrong hand, or when a defender is on lead."""
    return _later("law_55", table, facts, rng, declaring=True)


def by_either_side(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """53: somebody leads out of turn, and the other side accepts it, or may not."""
    words, declaring = texts("law_53"), not facts.get("defends", rng.random() < 1 / 2)

    def more(moment: Moment, hand: Seat, to_it: Sequence[Played]) -> dict[str, Any]:
        """Who leads and plays next from which hand, and who may accept the lead or calls the Director."""
        position, declarer = moment.position, moment.contract.declarer
        by, card = to_it[0] if to_it else (hand.lho, "")
        next_player = position.player_of(by)
        hands = {declarer: "hand", position.dummy: "dummy"}
        comes_from = hands.get(hand, "defender")
        on_lead = {position.dummy: "dummy", declarer: "declarer"}.get(moment.hand, "defender")
        acceptor = rng.choice((declarer.lho, declarer.rho)) if declaring else declarer
        next_card = {"next_player": next_player, "next_card": f"the {card_words(card)}" if card else ""}
        return {
            "leader": position.player_of(hand),
            "from_leader": words.line("from", comes_from),
            "asks": words.line("asks", comes_from),
            "told": words.line("told", comes_from),
            "acceptor": acceptor,
            "witness": (next_player if to_it else acceptor).partner if declaring else hand.partner,
            "to_lead": words.line("to_lead", on_lead, declarer=declarer, on_lead=moment.hand),
            "next_player": next_player,
            "second": words.draw(rng, "second", **next_card, from_there=words.line("from", hands.get(by, "defender"))),
            "next_from": words.line("next", hand_lho=hand.lho),
        }

    return _later("law_53", table, facts, rng, declaring=declaring, more=more)


_More = Callable[[Moment, Seat, Sequence[Played]], dict[str, Any]]
"""What else the sentences about a lead name, by the moment, the hand that led and what was played to it."""


def _nothing_more(moment: Moment, hand: Seat, to_it: Sequence[Played]) -> dict[str, Any]:
    return {}


def _later(
    law: str, table: Table, facts: Facts, rng: random.Random, *, declaring: bool, more: _More = _nothing_more
) -> Setting:
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
            **more(moment, hand, to_it),
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


# -- before the opening lead is faced, and dummy's hand ----------------------------------------------------------------


def face_down(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """41: a card lies face down as the opening lead."""
    words, contract = texts("law_41"), contract_of(table)
    declarer = contract.declarer
    has_bid = any(seat is declarer.partner and call.is_bid for seat, call in table.before())
    if facts.get("taken_back_for") == "an explanation was wrong" and not has_bid:
        raise Unfit  # there is no bid of dummy's that declarer could have explained
    offender = {
        "in turn": declarer.lho,
        "other defender": declarer.rho,
        "declaring side": rng.choice((declarer, declarer.partner)),
    }[facts["face_down_by"]]
    card = _lead(next(played(table).moments(1, 1)).position, declarer.rho)
    return Setting(
        {"declarer": declarer, "contract": contract.bid.text, "offender": offender, "auction": table.before()},
        words.lines("openings", words.kind("lies", facts)),
        shown={"face_down_by"},
        places={"contract_by": contract, "faced": f"the {card_words(card)}"},
        situation=(facts["face_down_by"], offender.value),
    )


def dummys_hand(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """41D: dummy's hand does not lie as it should, or a card of it could not be seen."""
    words, contract = texts("law_41d"), contract_of(table)
    dummy = contract.declarer.partner
    hand = parse_hand(table.hands[dummy])
    low = [card for card in hand if not is_honour(card) and sum(one[0] == card[0] for one in hand) > 1]
    hidden = one_of(low, rng)
    over = one_of({card[0] for card in hand} - {hidden[0]}, rng)
    return Setting(
        {"declarer": contract.declarer, "contract": contract.bid.text, "offender": dummy, "auction": table.before()},
        words.lines("openings", words.kind("wrong", facts)),
        places={
            "contract_by": contract,
            "hidden": f"the {card_words(hidden)}",
            "hidden_suit": SUIT_NAMES[hidden[0]],
            "hidden_one": SUIT_NAMES[hidden[0]][:-1],
            "over": SUIT_NAMES[over],
            "trick": rng.choice(words.lines("tricks")),
        },
        situation=(hidden, over),
    )


# -- a card after an irregular one -------------------------------------------------------------------------------------


def played_on(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """60: somebody plays on after a lead out of turn, or before declarer has led from the correct hand."""
    words, kind = texts("law_60"), texts("law_60").kind("played on", facts)
    declaring = kind == "after retraction"
    own_lead = facts.get("played_on_by_leading", False)

    def hand_of(moment: Moment) -> Seat | None:
        """Whose hand led out of turn."""
        if not moment.leads:
            return None
        if declaring:
            fits = not moment.position.defends(moment.hand)
            return moment.hand.partner if fits else None
        hand = moment.hand.rho if own_lead else moment.hand.partner
        return hand if moment.position.defends(hand) else None

    moment = one_moment(table, lambda one: hand_of(one) is not None, rng, first=2, last=_MIDDLE)
    hand = hand_of(moment)
    if hand is None:
        raise Unfit
    card = _lead(moment.position, hand)
    first = facts.get("played_before_correct_lead", "lho")
    by = hand.partner if kind == "own side" else hand.rho if first == "rho" else hand.lho
    since = (by, moment.card) if own_lead else _played_to(moment.position, hand, card, by)[0]
    if own_lead and moment.card[0] == card[0]:
        raise Unfit
    position = moment.position
    dummy = position.dummy
    on_lead = {dummy: "dummy", moment.contract.declarer: "declarer"}.get(moment.hand, "defender")
    lying = _penalty_card(position, hand, (card, since[1])) if facts.get("earlier_obligation") else ""
    return Setting(
        {
            "declarer": moment.contract.declarer,
            "contract": moment.contract.bid.text,
            "offender": hand,
            "cards": (card, since[1]),
            "auction": table.before(),
        },
        words.lines("openings", kind),
        places={
            "contract_by": moment.contract,
            "whose": words.line("whose", on_lead),
            "leader": moment.player,
            "trick": words.lines("tricks")[moment.number - 2],
            "from_where": words.line("from", "dummy" if dummy in (hand, by) else "hand"),
            "next_player": position.player_of(by),
            "lying": lying,
        },
        situation=(kind, moment.number, card, lying),
    )


def _penalty_card(position: Position, hand: Seat, played_already: Sequence[str]) -> str:
    """A card of the hand's that lies there from before, of a suit that has not come up since."""
    suits = {card[0] for card in played_already}
    found = [card for card in sorted(position.hands[hand], key=high) if card[0] not in suits]
    if not found:
        raise Unfit
    return f"the {card_words(found[-1])}"
