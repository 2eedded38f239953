"""Tables for Law 9: an irregularity that is about to happen, and one that has happened in the auction or the play."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from exams.scenarios.laws import law_09_words as words
from exams.scenarios.narration.bridge import auction_data, contract_of, pair
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.slips import Slip, in_auction, in_play, insufficient_bid
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table
from laws.rulings.calls import BIDS, CALLS
from laws.rulings.seats import ROUND, Seat

TEXTS: Final = texts("law_09")


_TELLS_ALL: Final = frozenset({"does", "how_far", "is_dummy", "own_side", "attention_drawn"})


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """A table for a path through Law 9; None when this one does not fit."""
    return _STAGES[str(facts["does"])](table, facts, rng)


# -- about to happen ---------------------------------------------------------------------------------------------------


def _prevents(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    if facts["is_dummy"] or rng.random() < 0.5:
        return _prevents_in_play(table, facts, rng)
    place = rng.randrange(1, min(5, len(table.made)))
    turn = table.made[place][0]
    culprit = rng.choice([turn.lho, turn.partner])
    speaker = rng.choice([seat for seat in ROUND if seat is not culprit])
    about = rng.choice(TEXTS.lines("about_to_call")).format(culprit=culprit.full_name, turn=turn.full_name)
    openings = (
        f"{about}. Before a card is out of the box {{speaker}} says: “It is not your turn.” {{other}} calls you and objects.",
        f"{about}; {{speaker}} says so at once, and the card goes back unseen. {{other}} wants to know whether "
        "{speaker} was allowed to say anything.",
        f"{about}. “Wait!” says {{speaker}} in time, and nothing is called. {{other}} asks you to deal with the remark.",
    )
    record = {"board": table.board, "auction": auction_data(table, place), "player": speaker.value}
    return _about(record, openings, culprit, speaker, rng, frozenset())


def _prevents_in_play(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    played = contract_of(table)
    if played is None:
        return None
    declarer, dummy = played.declarer, played.declarer.partner
    culprit = rng.choice([declarer, declarer.lho, declarer.rho])
    speaker = dummy if facts["is_dummy"] else rng.choice([s for s in ROUND if s not in (culprit, dummy)])
    if culprit is declarer:
        about = f"{culprit.full_name}, declarer in {played.bid.symbol}, is about to lead from hand, though the lead is in dummy"
    else:
        turn = rng.choice([culprit.partner.full_name, f"declarer {declarer.full_name}"])
        about = f"{culprit.full_name}, defending {played.bid.symbol}, is about to lead, though it is {turn}'s lead"
    who = f"{dummy.full_name}, who is dummy and has seen no other hand," if facts["is_dummy"] else speaker.full_name
    openings = (
        f"{about}. No card has been faced when {who} says: “Not your lead.” {{other}} calls you and objects to the remark.",
        f"{about}. {who} says so in time, and nothing is led. {{other}} asks you whether that was allowed.",
        f"{about}; {who} raises a hand and says “Wait!”, and no card is led. {{other}} calls you about it.",
    )
    record = {
        "board": table.board,
        "auction": auction_data(table),
        "declarer": declarer.value,
        "player": speaker.value,
    }
    return _about(record, openings, culprit, speaker, rng, frozenset({"is_dummy"}))


def _about(
    record: Mapping[str, object],
    openings: Sequence[str],
    culprit: Seat,
    speaker: Seat,
    rng: random.Random,
    shown: frozenset[str],
) -> Setting:
    objecting = [seat for seat in (speaker.lho, speaker.rho, culprit) if seat is not speaker]
    places = {
        "culprit": culprit.full_name,
        "culprits": pair(culprit),
        "speakers": pair(speaker),
        "other": rng.choice(objecting).full_name,
        "other_culprits": pair(culprit.lho),
    }
    return Setting(record, openings, speaker.value, shown=shown, told=_TELLS_ALL, places=places, situation=openings[:1])


# -- has happened ------------------------------------------------------------------------------------------------------


def _speaks(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """Attention is drawn, or the Director is summoned."""
    how_far = str(facts.get("how_far") or rng.choice(["auction period", "play"]))
    slip = in_auction(table, rng) if how_far == "auction period" else _in_play(table, facts, rng)
    if slip is None:
        return None
    speaker = _speaker(slip, facts, rng)
    if speaker is None:
        return None
    if facts["does"] == "draws attention":
        openings = TEXTS.lines("draws", how_far)
    else:
        openings = TEXTS.lines("summons_second") if facts["attention_drawn"] else TEXTS.lines("summons_first", how_far)
    return _after(table, slip, speaker, openings, rng)


def _in_play(table: Table, facts: Facts, rng: random.Random) -> Slip | None:
    played = contract_of(table)
    if played is None:
        return None
    offender = None
    if facts.get("is_dummy") and "own_side" in facts:
        declarer = played.declarer
        offender = declarer if facts["own_side"] else rng.choice([declarer.lho, declarer.rho])
    return in_play(table, rng, offender)


def _dummy(slip: Slip) -> Seat | None:
    return slip.contract.declarer.partner if slip.contract is not None else None


def _speaker(slip: Slip, facts: Facts, rng: random.Random) -> Seat | None:
    """Whoever fits the path."""
    offender, dummy = slip.offender, _dummy(slip)
    if facts.get("is_dummy"):
        return dummy
    fitting = [
        seat
        for seat in (offender.partner, offender, offender.lho, offender.rho)
        if not ("is_dummy" in facts and seat is dummy)
        and ("own_side" not in facts or (seat.side is offender.side) == facts["own_side"])
    ]
    return rng.choice(fitting) if fitting else None


def _after(table: Table, slip: Slip, speaker: Seat, openings: Sequence[str], rng: random.Random) -> Setting:
    """The table after a slip, with a player who says or does something about it."""
    offender, dummy = slip.offender, _dummy(slip)
    record = {
        "board": table.board,
        "auction": list(slip.auction),
        "offender": offender.value,
        "player": speaker.value,
    }
    shown = {"own_side"}
    if slip.contract is not None:
        record["declarer"] = slip.contract.declarer.value
        shown.add("is_dummy")
    role = " (dummy)" if speaker is dummy else ""
    first = [seat for seat in (offender.lho, offender.rho) if seat not in (speaker, dummy)]
    places = {
        "happened": slip.clause,
        "kind": slip.kind,
        "who": f"{speaker.full_name}{role}",
        "first": rng.choice(first or [offender]).full_name,
        "where": f"The contract is {slip.contract.words}. " if slip.contract else "",
    }
    return Setting(
        record,
        openings,
        offender.value,
        shown=frozenset(shown),
        told=_TELLS_ALL,
        places=places,
        marked=slip.marked,
        situation=(slip.clause, speaker.value),
    )


# -- before the Director has come --------------------------------------------------------------------------------------


def _acts(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """Somebody goes on after attention was drawn: an opponent who takes the law into his own hands, or a partner."""
    slip = in_auction(table, rng) if rng.random() < 0.6 else in_play(table, rng)
    own = bool(facts["own_side"])
    if slip is None or (own, slip.kind) not in words.ACTS:
        return None
    offender = slip.offender
    speaker = offender.partner if own else offender.lho
    if speaker is _dummy(slip):
        return None
    action = rng.choice(words.ACTS[own, slip.kind]).format(speaker=speaker.full_name, offender=offender.full_name)
    setting = _after(table, slip, speaker, TEXTS.lines("acts_openings"), rng)
    first = offender.rho.full_name
    return replace(
        setting,
        places={**setting.places, "first": first, "action": action},
        situation=(*setting.situation, action),
    )


def _corrects(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """The offender puts an insufficient bid, a lead or an exposed card right before anybody has called the Director."""
    slip = insufficient_bid(table, rng) if rng.random() < 0.5 else in_play(table, rng)
    if slip is None or slip.kind not in TEXTS.part("corrects"):
        return None
    setting = _after(table, slip, slip.offender, TEXTS.lines("corrects", slip.kind), rng)
    made = CALLS[str(slip.auction[-1]["call"])]
    correction = BIDS[made.rank + 5].symbol if slip.contract is None else ""
    return replace(
        setting, shown=setting.shown - {"own_side", "is_dummy"}, places={**setting.places, "correction": correction}
    )


_STAGES: Final[Mapping[str, Callable[[Table, Facts, random.Random], Setting | None]]] = {
    "prevents": _prevents,
    "draws attention": _speaks,
    "summons": _speaks,
    "acts": _acts,
    "corrects": _corrects,
}
