"""Tables for Law 9: an irregularity that is about to happen, and one that has happened in the auction or the play."""

from __future__ import annotations

import random
from typing import Any, Final

from exams.scenarios.narration.bridge import contract_of, number, pair
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.slips import SEEN, TRICKS, Slip, in_auction, in_play, insufficient_bid, somewhere
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table, Unfit, needed, one_of
from laws.rulings.calls import BIDS, CALLS
from laws.rulings.seats import ROUND, Seat

TEXTS: Final = texts("law_09")


# -- about to happen ---------------------------------------------------------------------------------------------------

Warned = tuple[Seat, Seat, str, dict[str, Any]]
"""Who is about to commit an irregularity, who speaks, what is about to happen, and the record."""


def prevents(table: Table, facts: Facts, rng: random.Random) -> Setting:
    in_play = facts["is_dummy"] or rng.random() < 0.5
    found = _about_to_lead(table, facts, rng) if in_play else _about_to_call(table, rng)
    culprit, speaker, about, record = found
    who = TEXTS.line("dummy", dummy=speaker) if facts["is_dummy"] else speaker.full_name
    warning = TEXTS.line("warning", "declarer" if record.get("declarer") is culprit else "defender")
    openings = [
        said.replace("{about}", about).replace("{who}", who).replace("{warning}", warning)
        for said in TEXTS.lines("prevents", "play" if in_play else "auction period")
    ]
    dummy = record["declarer"].partner if in_play else None  # who takes no part in a dispute during play (43A1)
    objecting = [seat for seat in (speaker.lho, speaker.rho, culprit) if seat not in (speaker, dummy)]
    return Setting(
        {"player": speaker, **record},
        openings,
        speaker,
        shown={"is_dummy"} if in_play else (),
        places={
            "culprit": culprit,
            "culprits": pair(culprit),
            "speakers": pair(speaker),
            "other": rng.choice(objecting),
            "other_culprits": pair(culprit.lho),
            "deed": TEXTS.line("deeds", "prevents"),
            "doubted": _doubted(speaker, bool(facts["is_dummy"]) and in_play),
            "entitled": pair(culprit.lho),
        },
        situation=openings[:1],
    )


def _about_to_call(table: Table, rng: random.Random) -> Warned:
    place = rng.randrange(1, min(5, len(table.made)))
    turn = table.made[place][0]
    culprit = rng.choice([turn.lho, turn.partner])
    speaker = rng.choice([seat for seat in ROUND if seat is not culprit])
    about = TEXTS.draw(rng, "about_to_call", culprit=culprit, turn=turn)
    return culprit, speaker, about, {"auction": table.made[:place]}


def _about_to_lead(table: Table, facts: Facts, rng: random.Random) -> Warned:
    played = contract_of(table)
    declarer, dummy = played.declarer, played.declarer.partner
    culprit = rng.choice([declarer, declarer.lho, declarer.rho])
    speaker = dummy if facts["is_dummy"] else rng.choice([s for s in ROUND if s not in (culprit, dummy)])
    names = {"culprit": culprit, "contract": played.bid, "declarer": declarer, "trick": number(rng.choice(TRICKS))}
    if culprit is declarer:
        about = TEXTS.line("about_to_lead", "declarer", **names)
    else:
        about = TEXTS.draw(rng, "about_to_lead", "defender", partner=culprit.partner, **names)
    return culprit, speaker, about, {"auction": table.made, "declarer": declarer}


# -- has happened ------------------------------------------------------------------------------------------------------


def speaks(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """Attention is drawn, or the Director is summoned."""
    how_far = str(facts.get("how_far") or rng.choice(["auction period", "play"]))
    slip = in_auction(table, rng) if how_far == "auction period" else _in_play(table, facts, rng)
    speaker = _speaker(slip, facts, rng)
    steps = ("summons_second",) if facts.get("attention_drawn") else (str(facts["does"]), how_far)
    return _after(slip, speaker, rng, *steps, does=str(facts["does"]))


def _in_play(table: Table, facts: Facts, rng: random.Random) -> Slip:
    own = facts.get("own_side")
    if facts.get("how_far") == "after play":
        return in_play(table, rng, kinds=("revoke",))  # nothing comes of anything else when play is over
    if own is None or not facts.get("is_dummy"):
        return in_play(table, rng, kinds=SEEN)
    declarer = contract_of(table).declarer
    return in_play(table, rng, declarer if own else rng.choice([declarer.lho, declarer.rho]), SEEN)


def _speaker(slip: Slip, facts: Facts, rng: random.Random) -> Seat:
    """Whoever fits the path."""
    if facts.get("is_dummy"):
        return needed(slip.dummy)
    offender = slip.offender
    fitting = [
        seat
        for seat in (offender.partner, offender, offender.lho, offender.rho)
        if not ("is_dummy" in facts and seat is slip.dummy)
        and ("own_side" not in facts or (seat.side is offender.side) == facts["own_side"])
    ]
    return one_of(fitting, rng)


def _after(
    slip: Slip, speaker: Seat, rng: random.Random, *steps: str, does: str, action: str = "", **places: Any
) -> Setting:
    """The table after a slip, with a player who says or does something about it."""
    who = TEXTS.line("as_dummy", dummy=speaker) if speaker is slip.dummy else speaker
    others = [seat for seat in (slip.offender.lho, slip.offender.rho) if seat not in (speaker, slip.dummy)]
    first = rng.choice(others or [slip.offender])
    # Whoever objects is of the other side, or the partner of a player who speaks of their own side's irregularity.
    own = slip.offender.partner if speaker is slip.offender else slip.offender
    of_dummy = speaker is slip.dummy and own is speaker.partner  # declarer does not complain of dummy
    objector = (
        own
        if own is not slip.dummy and not of_dummy
        else rng.choice([one for one in (own.lho, own.rho) if one is not speaker])
    )
    return slip.setting(
        TEXTS.lines(*steps),
        shown=frozenset({"own_side", *(("is_dummy",) if slip.contract else ())}),
        player=speaker,
        situation=(speaker.value, *([action] if action else ())),
        **{
            "deed": TEXTS.line("deeds", "summons second" if "summons_second" in steps else does),
            "doubted": _doubted(speaker, speaker is slip.dummy),
            "entitled": pair(slip.offender.lho),
            "who": who,
            "first": first,
            "objector": objector,
            "action": action,
            **places,
        },
    )


def _doubted(speaker: Seat, dummy: bool) -> str:
    """Who others ask about."""
    return TEXTS.line("doubted", dummy, speaker=speaker)


# -- before the Director has come --------------------------------------------------------------------------------------


def acts(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """Somebody goes on after attention was drawn: an opponent who takes the law into their own hands, or a partner."""
    slip = somewhere(table, rng, auctions=0.6, kinds=SEEN)
    own, offender = bool(facts["own_side"]), slip.offender
    speaker = offender.partner if own else offender.lho
    if speaker is slip.dummy:
        raise Unfit
    action = TEXTS.draw(rng, "acts", own, slip.kind, speaker=speaker, offender=offender, partner=offender.partner)
    return _after(slip, speaker, rng, "acts_openings", does="acts", action=action, first=offender.rho)


def corrects(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """The offender puts an insufficient bid, a lead or an exposed card right before anybody has called the Director."""
    slip = (insufficient_bid if rng.random() < 0.5 else in_play)(table, rng)
    if slip.kind not in TEXTS.part("corrects"):
        raise Unfit
    correction = "" if slip.contract else BIDS[CALLS[str(slip.auction[-1]["call"])].rank + 5].symbol
    return _after(slip, slip.offender, rng, "corrects", slip.kind, does="corrects", correction=correction)
