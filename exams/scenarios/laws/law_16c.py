"""Tables for Law 16C: a partner opened out of turn and had to take it back; the player calls, or leads, knowing that."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

from exams.scenarios.bidding.system import Option
from exams.scenarios.narration.bridge import contract_of, did, pair
from exams.scenarios.narration.narrative import Facts, Setting, first_that_fits
from exams.scenarios.narration.suggestions import SHARES, clear, in_doubt, lead_in_doubt, nothing_done, polled
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table, Unfit, needed, one_of
from laws.rulings.calls import PASS, SUIT_NAMES, SUITS, Call
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_16c")


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A table for a path through Law 16C."""
    stagings = [_in_the_auction, _on_lead] if "suggested" in facts else [_in_the_auction]
    rng.shuffle(stagings)
    return first_that_fits(stagings, table, facts, rng)


def _opened(table: Table, offender: Seat) -> Option:
    """The offender's opening bid out of turn, as the system has it. Raises Unfit when they would not open."""
    option = table.choice(offender, [])
    return needed(option if option.call.is_bid else None)


def _strong(option: Option) -> bool:
    """It shows the values of an opening bid, and not of a pre-empt."""
    return option.meaning is not None and all(shown.hcp[0] >= 12 for shown in option.meaning.alternatives)


def _setting(
    table: Table,
    chooser: Seat,
    opened: Option,
    continued: Sequence[Any],
    openings: Sequence[str],
    places: Mapping[str, str],
    poll: Mapping[str, int] | None = None,
    polled_when: str = "",
) -> Setting:
    offender = chooser.partner
    record = {"auction": [(offender, opened)], "accepted": False, "offender": offender, "player": chooser}
    return Setting(
        record | {"continued": continued or None, "poll": poll},
        openings,
        shown={"alternative"},
        places={"bid": opened.call, "words": opened.words, "dealer": table.dealer, **nothing_done(), **places},
        marked={0},
        notes={0: TEXTS.line("note")},
        hands=(chooser,),
        polled_when=polled_when,
    )


def _in_the_auction(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """The partner of the dealer, or of the dealer's left-hand opponent, has opened before the dealer called."""
    turns = [turn for turn in (0, 1) if clear(table, turn)] if facts.get("alternative") is False else [0, 1]
    turn = one_of(turns, rng)
    chooser = table.made[turn][0]
    opened = _opened(table, chooser.partner)
    if facts["acted"] and not _strong(opened):
        raise Unfit
    before = table.made[:turn]
    if not facts["acted"]:
        return _setting(
            table,
            chooser,
            opened,
            before,
            TEXTS.lines("asks", ("dealer", "second")[turn]),
            {"dealer_done": _begun(table.calls[0])},
        )
    spot = in_doubt(table, turn, facts, rng, opened.call)
    places = spot.words
    places["outcome"] = TEXTS.draw(
        rng, "outcomes", str(facts.get("damage", "open")), side=pair(chooser), others=pair(chooser.lho)
    )
    reading = TEXTS.draw(rng, "readings", bid=opened.call, **SHARES)
    alternative, over = bool(facts["alternative"]), facts.get("damage") != "open"
    poll, said, when = polled(rng, chooser, places, alternative=alternative, reading=reading, over=over)
    calls = [*before, (chooser, spot.chosen)]
    return _setting(table, chooser, opened, calls, TEXTS.lines("called"), places | said, poll, when)


def _begun(call: Call) -> str:
    """What the dealer did with the first call of the auction."""
    return f"opened {call.symbol}" if call.is_bid else did(call)


def _on_lead(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """The leader's partner opened a suit out of turn and passed ever after; that suit is led, or another one."""
    played = contract_of(table)
    leader, offender = played.declarer.lho, played.declarer.rho
    if played.multiplier > 1 or offender is table.dealer:
        raise Unfit
    if any(option.call is not PASS for by, option in table.made if by in (leader, offender)):
        raise Unfit
    opened = _opened(table, offender)
    suit = opened.call.denomination
    if suit not in SUITS or any(call.denomination == suit for call in table.calls):
        raise Unfit
    places = lead_in_doubt(table, played, suit, (1, 2, 3), suggested=bool(facts["suggested"]))
    places["outcome"] = TEXTS.draw(rng, "lead_outcomes", str(facts.get("damage", "open")), **places)
    reading = TEXTS.line("lead_reading", suit=SUIT_NAMES[suit][:-1], bid=opened.call, **SHARES)
    over = facts.get("damage") != "open"
    poll, said, when = polled(rng, leader, places, alternative=True, reading=reading, over=over)
    return _setting(table, leader, opened, table.made, TEXTS.lines("led"), places | said, poll, when)
