"""Tables for Law 16B: a partner who pauses or asks, and a player who then calls or leads."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from exams.scenarios.narration.bridge import contract_of, did, doing, the_call
from exams.scenarios.narration.narrative import Facts, Setting, first_that_fits
from exams.scenarios.narration.suggestions import (
    SHARES,
    Spot,
    clear,
    compared,
    forward,
    in_doubt,
    is_jump,
    lead_in_doubt,
    nothing_done,
    polled,
)
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table, Unfit, needed, one_of
from laws.rulings.calls import PASS, SUIT_NAMES, SUITS, Call
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_16b")

Given = Mapping[str, str]
"""What partner did: {given} is the sentence, {hint} a noun, {reading} what players take it to mean (how many of them is for
the poll to say), and a note for the call."""


def acted(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """Partner has given something away, and the player has called or led."""
    stagings = [_after_a_pass]
    if "suggested" in facts:
        stagings.append(_on_lead)
    rng.shuffle(stagings)
    if not facts.get("suggested"):
        # Few tables have one, and only there is a bid not suggested.
        stagings.insert(0, _after_an_invitation)
    return first_that_fits(stagings, table, facts, rng)


def _passes(table: Table) -> list[int]:
    """Places at which somebody passed over an opponent's bid, and their partner called afterwards."""
    bidders = [table.standing(place).bidder for place in range(len(table.made))]
    return [
        place
        for place in range(1, len(table.made) - 2)
        if table.calls[place] is PASS and bidders[place] in (table.made[place][0].lho, table.made[place][0].rho)
    ]


def _over(table: Table, place: int) -> str:
    """The last bid before a place."""
    return the_call(table.standing(place).bid or PASS)


def _given(rng: random.Random, kind: str, **places: Any) -> Given:
    hint = TEXTS.part("hints", kind, rng.choice(TEXTS.names("hints", kind)))
    noun = hint.line("noun")
    reading = TEXTS.line("readings", hint.line("reading"), hint=noun, **SHARES, **places)
    return {"given": hint.line("given", **places), "hint": noun, "note": hint.line("note"), "reading": reading}


def _before_a_pass(table: Table, place: int, rng: random.Random) -> Given:
    return _given(rng, "before a pass", partner=table.made[place][0], over=_over(table, place))


def _setting(
    table: Table,
    chooser: Seat,
    calls: Sequence[tuple[Seat, Call]],
    given: Given,
    place: int,
    openings: Sequence[str],
    places: Mapping[str, Any],
    poll: Mapping[str, int] | None = None,
    findings: Mapping[str, bool] | None = None,
    polled_when: str = "",
) -> Setting:
    natural = next((at for at, made in enumerate(calls) if table.before(at + 1)[at:] != [made]), len(calls))
    return Setting(
        {"auction": [*table.made[:natural], *calls[natural:]], "offender": chooser, "poll": poll}
        | ({"findings": findings} if findings else {}),
        openings,
        shown={"alternative"},
        # What players take it to mean is told with the poll, and only there.
        places={**nothing_done(), **given, "reading": "", **places},
        notes={place: given["note"]} if given else {},
        hands=(chooser,),
        situation=(given.get("hint", ""),),
        polled_when=polled_when,
    )


# -- nothing given, nothing done ---------------------------------------------------------------------------------------


def nothing_given(table: Table, facts: Facts, rng: random.Random) -> Setting:
    place = one_of((place for place in _passes(table) if table.calls[place + 2] is not PASS), rng)
    chooser, option = table.made[place + 2]
    openings = [*TEXTS.lines("ordinary"), *(TEXTS.lines("skipped") if is_jump(table, place - 1) else ())]
    said = {"over": _over(table, place), "chosen": the_call(option.call), "accuser": chooser.lho}
    said |= {"doing": doing(option.call), "doing_other": doing(PASS)}
    # What happened is in dispute, and the board is over (16B3).
    return _setting(table, chooser, table.before(), {}, place, openings, said, findings={"disputed": True})


def before_the_call(table: Table, facts: Facts, rng: random.Random) -> Setting:
    place = one_of(_passes(table), rng)
    chooser = table.made[place + 2][0]
    given = _before_a_pass(table, place, rng)
    openings = TEXTS.lines("reserved")
    said = {"claimer": chooser.lho, "next": chooser.rho, "between": did(table.calls[place + 1])}
    return _setting(table, chooser, table.before(place + 2), given, place, openings, said)


# -- calls -------------------------------------------------------------------------------------------------------------


def _after_a_pass(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """Partner passed with an effort; the player bids on, or passes too."""
    places = _passes(table)
    rng.shuffle(places)
    for place in places:
        with suppress(Unfit):
            spot = in_doubt(table, place + 2, facts, rng)
            break
    else:
        raise Unfit
    return _chosen(table, spot, _before_a_pass(table, place, rng), place, facts, rng)


def _after_an_invitation(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """Partner invited game after long thought; the player accepts or declines."""
    invitations = [
        place
        for place, (_, option) in enumerate(table.made[:-2])
        if any(mark in option.words for mark in ("invites game", "limit raise")) and table.calls[place + 1] is PASS
    ]
    place = needed(next(iter(invitations), None))
    turn = place + 2
    (partner, invitation), (seat, natural) = table.made[place], table.made[turn]
    other = PASS
    if not facts["alternative"]:
        if not clear(table, turn):
            raise Unfit
    else:
        suit = invitation.call.denomination
        bids = [bid for bid in forward(table, turn) if bid.denomination == suit]
        if not bids:
            raise Unfit
        other = PASS if natural.call.is_bid else bids[0]
    given = _given(rng, "before an invitation", partner=partner, bid=invitation.call)
    spot = Spot(table.dealer, table.before(turn), seat, natural.call, other)
    return _chosen(table, spot, given, place, facts, rng)


def _chosen(table: Table, spot: Spot, given: Given, place: int, facts: Facts, rng: random.Random) -> Setting:
    chooser, calls = spot.chooser, [*spot.before, (spot.chooser, spot.chosen)]
    places = spot.words
    advantage = facts.get("advantage", "open")
    if advantage != "open":
        places |= compared(table, spot, rng, better=advantage == "gained")
        calls += [(seat, PASS) for seat in (chooser.lho, chooser.partner, chooser.rho)]
    places["compare"] = TEXTS.draw(
        rng, "compared", "open" if advantage == "open" else "over", chooser=chooser, **places
    )
    poll, said, when = polled(
        rng,
        chooser,
        places,
        alternative=bool(facts["alternative"]),
        reading=given["reading"],
        over=facts.get("advantage") != "open",
    )
    return _setting(table, chooser, calls, given, place, TEXTS.lines("called"), places | said, poll, polled_when=when)


# -- leads -------------------------------------------------------------------------------------------------------------

_MINORS: Final = ("D", "C")


def _on_lead(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """The leader's partner asked about one bid of the opponents; that suit is led, or another one."""
    played = contract_of(table)
    if played.multiplier > 1:
        raise Unfit
    leader, partner = played.declarer.lho, played.declarer.rho
    suggested = bool(facts["suggested"])
    asked = [
        place
        for place, made in enumerate(table.before()[1:])
        if made == (partner, PASS) and _may_ask(table, place, partner, shown=suggested)
    ]
    place = needed(asked[-1] if asked else None)
    bid = table.calls[place]
    lead = lead_in_doubt(table, played, bid.denomination, (2, 3), suggested=suggested)
    suit = SUIT_NAMES[bid.denomination][:-1]
    given = _given(rng, "about a suit", partner=partner, bid=bid, suit=suit)
    lead["compare"] = TEXTS.draw(rng, "compared_leads", str(facts.get("advantage", "open")), **lead)
    over = facts.get("advantage") != "open"
    poll, said, when = polled(rng, leader, lead, alternative=True, reading=given["reading"], over=over)
    calls = table.before()
    return _setting(table, leader, calls, given, place + 1, TEXTS.lines("led"), lead | said, poll, polled_when=when)


def _may_ask(table: Table, place: int, partner: Seat, *, shown: bool) -> bool:
    """An opponent's bid in a suit that one could well ask about: an artificial one, or a minor that shows the suit.

    shown: whether the latter will do; nobody leads a suit that the opponents have shown without some hint.
    """
    seat, option = table.made[place]
    artificial = option.meaning is not None and option.meaning.artificial
    return (
        seat.side is not partner.side
        and option.call.denomination in SUITS
        and (artificial or (shown and option.call.denomination in _MINORS))
    )
