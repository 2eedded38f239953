"""Law 43B: dummy, who has looked at other hands or left the seat, warns or asks declarer, or points something out."""

from __future__ import annotations

import random
from typing import Any, Final

from exams.scenarios.narration.bridge import number
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.play.boards import Moment, one_moment
from exams.scenarios.play.players import card_for
from exams.scenarios.play.revokes import Overlooked, kind_of, revokes
from exams.scenarios.tables import Table, Unfit, one_of
from laws.rulings.calls import SUIT_NAMES
from laws.rulings.cards import card_words
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_43b")
_TRICKS: Final = (3, 10)
_SIDES: Final = {"NS": "North–South", "EW": "East–West"}


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """What dummy says at a moment of the play that the table has, and what it is about."""
    did = facts["barred_dummy_did"]
    if did == "warned declarer":
        return _setting(table, facts, rng, _declarers_lead(table, rng))
    if did == "asked declarer":
        return _asked(table, facts, rng)
    what = facts["defenders_irregularity"]
    if what == "a defender revoked":
        revoke = one_of(list(revokes(table, rng, ("defender",), *_TRICKS)), rng)
        return _setting(table, facts, rng, revoke.moment, revoke.hand, revoke.card, revoke)
    moment = _declarers_lead(table, rng)
    offender = rng.choice((moment.player.lho, moment.player.rho))
    card = _led(moment, offender) if what == "a defender led" else _dropped(moment, offender, rng)
    return _setting(table, facts, rng, moment, offender, card)


def _declarers_lead(table: Table, rng: random.Random) -> Moment:
    """A moment at which declarer's side is on lead."""
    return one_moment(
        table, lambda one: one.leads and not one.position.defends(one.hand), rng, first=_TRICKS[0], last=_TRICKS[1]
    )


def _led(moment: Moment, hand: Seat) -> str:
    """What a defender would lead who believes it is their turn."""
    position = moment.position.copy()
    position.leads_next(hand)
    return card_for(position, hand)


def _dropped(moment: Moment, hand: Seat, rng: random.Random) -> str:
    """A card that falls out of a defender's hand."""
    return rng.choice(sorted(moment.position.hands[hand]))


def _asked(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """Declarer does not follow suit, and dummy asks."""
    if facts["could_follow"]:
        revoke = one_of(list(revokes(table, rng, ("declarer",), *_TRICKS)), rng)
        return _setting(table, facts, rng, revoke.moment, revoke.hand, revoke.card, revoke)

    def void(one: Moment) -> bool:
        led = one.position.trick.led
        return bool(led) and one.card[0] != led and kind_of(one.position, one.hand) == "declarer"

    moment = one_moment(table, void, rng, first=_TRICKS[0], last=_TRICKS[1])
    return _setting(table, facts, rng, moment, moment.hand, moment.card)


def _setting(
    table: Table,
    facts: Facts,
    rng: random.Random,
    moment: Moment,
    offender: Seat | None = None,
    card: str = "",
    revoke: Overlooked | None = None,
) -> Setting:
    position = moment.position
    declarer, dummy = position.declarer, position.dummy
    witness = rng.choice((declarer.lho, declarer.rho))
    kind = TEXTS.kind("found", facts)
    led = position.trick.led
    suit = SUIT_NAMES[led] if led else ""
    other = moment.hand.partner
    chooser = other.lho
    defenders, declarers = (_SIDES[seat.side.value] for seat in (declarer.lho, declarer))
    hands = {declarer: "declarer", dummy: "dummy"}
    if facts.get("hand_prevails") is not None:
        wanted = "declarer" if facts["hand_prevails"] == "declarer's own hand" else "dummy"
        against = "dummy" if wanted == "declarer" else "declarer"
    else:
        wanted = "declarer" if facts.get("hand_chosen") == "declarer's own hand" else "dummy"
        against = wanted
    places: dict[str, Any] = {
        "dummy": dummy,
        "breach": TEXTS.line(
            "breaches", rng.choice(("looked", "left")), witness=witness, dummy=dummy, declarer=declarer
        ),
        "contract_by": moment.contract,
        "trick": number(moment.number),
        "later": number(moment.number + 2),
        "the_suit": suit,
        "a_suit": f"a {suit[:-1]}" if suit else "a legal card",
        "played": f"the {card_words(card)}" if card else None,
        "on_lead_words": TEXTS.line("hands", hands.get(moment.hand, "dummy"), declarer=declarer),
        "other_words": TEXTS.line("hands", hands.get(other, "dummy"), declarer=declarer),
        "warning": TEXTS.line("warnings", hands.get(moment.hand, "dummy")),
        "chooser": chooser,
        "wanted_words": TEXTS.line("hands", wanted, declarer=declarer),
        "against_words": TEXTS.line("hands", against, declarer=declarer),
        "defenders": defenders,
        "declarers": declarers,
        "result": TEXTS.line("results", facts.get("defenders_gained", "open"), defenders=defenders),
        "lead_owner": TEXTS.line("hands", hands.get(moment.hand, "dummy"), declarer=declarer),
    }
    if revoke is None and kind.startswith("revoke"):
        raise Unfit
    return Setting(
        {"offender": offender or declarer, "player": dummy, "declarer": declarer, "auction": table.made},
        TEXTS.lines("openings", kind),
        places=places,
        situation=(kind, moment.number, card),
    )
