"""Law 11: a player acts before the Director is summoned, and may lose the right to rectification."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, Final

from exams.scenarios.choices import Choice
from exams.scenarios.narrating.law_09_words import ACTS
from exams.scenarios.narrating.narrative import Facts, Narrative, Setting
from exams.scenarios.narrating.slips import Slip, in_auction, in_play
from exams.scenarios.tables import Table
from laws.rulings.ruling import Ruling


def _stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """An irregularity that everybody saw, and what the other side did, or did not do, before the Director came."""
    slip = in_auction(table, rng) if rng.random() < 0.5 else in_play(table, rng)
    if slip is None:
        return None
    offender = slip.offender
    dummy = slip.contract.declarer.partner if slip.contract is not None else None
    actor = rng.choice([seat for seat in (offender.lho, offender.rho) if seat is not dummy])
    actions = _actions(slip, facts.get("gained_by_ignorance"))
    if not actions:
        return None
    action = rng.choice(actions).format(speaker=actor.full_name, offender=offender.full_name)
    record: dict[str, Any] = {"board": table.board, "auction": list(slip.auction), "offender": offender.value}
    if slip.contract is not None:
        record["declarer"] = slip.contract.declarer.value
    places = {
        "happened": slip.clause,
        "where": f"The contract is {slip.contract.words}. " if slip.contract is not None else "",
        "first": rng.choice([seat for seat in (offender.lho, offender.rho) if seat is not dummy]).full_name,
        "action": action,
    }
    return Setting(
        record,
        _ACTED if facts["acted_first"] else _WAITED,
        offender.value,
        told=frozenset({"acted_first"}),
        places=places,
        marked=slip.marked,
        situation=(slip.clause, action if facts["acted_first"] else ""),
    )


def _actions(slip: Slip, gained: object) -> Sequence[str]:
    """What the other side can have done, so that the side that gained by it can believably have done so."""
    lenient, harsh = ACTS[False, slip.kind]
    if gained == "the offenders":
        # Declarer's card put right costs declarer nothing by law either (62A, 48).
        by_declarer = slip.contract is not None and slip.offender is slip.contract.declarer
        return () if by_declarer and slip.kind == "revoke" else (lenient,)
    if gained == "the non-offenders":
        # A card left on the table until it can be played is what the law asks for (50).
        return () if slip.kind == "exposed card" else (harsh,)
    return (lenient, harsh)


_ACTED: Final = (
    "{where}{happened}. {first} said so, but nobody called you; instead {action}. Only afterwards you are asked for a "
    "ruling.",
    "{where}{happened}, and {first} remarked on it. Before you were called, {action}. Now you are asked for a ruling.",
    "{where}{happened}. “That was not right,” said {first}. Then {action}, and some time later you are called.",
)
_WAITED: Final = (
    "{where}{happened}. {first} said so and wanted you at once, but you were busy elsewhere. Till you come {others} have "
    "done nothing, and {offender} has waited too.",
    "{where}{happened}, and {first} remarked on it. {side} would have liked to go on, but {others} waited for you "
    "without calling or playing.",
    "{where}{happened}. “Director!” called {first}. It took you five minutes; {others} have neither called nor played "
    "since, and have agreed to nothing.",
)


def _mistakes(ruling: Ruling) -> Iterator[Choice]:
    path = dict(ruling.path)
    yield Choice(
        "{others} may have the irregularity rectified. {side} get a procedural penalty in addition.",
        "an irregularity is rectified under its own law; nothing here deserves a penalty of {side} as well (11A)",
    )
    yield Choice(
        "{others} may not have the irregularity rectified. You cancel the board, with average to both sides.",
        "the board goes on, or counts as it was played, save for an advantage that 11A takes away",
    )
    if not path["acted_first"]:
        yield Choice(
            "{others} may not have the irregularity rectified, as they let time go by.",
            "waiting for you costs nothing; only an action taken first can (11A)",
        )
        return
    if not path["forfeited"]:
        yield Choice(
            "{others} may not have the irregularity rectified, as acting first always costs that right.",
            "it may cost the right, but need not (11A)",
        )
        return
    yield Choice(
        "{others} may have the irregularity rectified, since {side} committed it.",
        "the right was lost by acting before you were summoned (11A)",
    )
    if path["gained_by_ignorance"] != "nobody":
        yield Choice(
            "{others} may not have the irregularity rectified. Both sides keep what they scored.",
            "11A takes from a side what it gained because an opponent did not know the law",
        )


FORFEITURE: Final = Narrative(
    procedure="11",
    topic="forfeiture",
    stage=_stage,
    tells={
        ("acted_first", True): (),
        ("acted_first", False): (),
        ("forfeited", True): (
            "{others} knew that you have to be called, and preferred to see to it themselves. As things are now, you cannot "
            "rule on the irregularity any more as the law intends.",
            "You find that {others} thought that they would do better without you, and that the position after the "
            "irregularity cannot be restored.",
        ),
        ("forfeited", False): (
            "You find that {others} acted in good faith, at the urging of {side}, and that everything can still be put "
            "right.",
            "Nobody was hurt by that, {others} did not know better, and you can still rule as if you had been called in "
            "time.",
        ),
        ("gained_by_ignorance", "nobody"): (
            "Compared with the right ruling neither side is better off.",
            "The result is what the right ruling would have brought as well.",
        ),
        ("gained_by_ignorance", "the non-offenders"): (
            "Compared with the right ruling {others} are better off, as {side} did not know that they had a choice.",
            "It turns out that {others} got more than the law gives them: {side} took their word for what the law is.",
        ),
        ("gained_by_ignorance", "the offenders"): (
            "Compared with the right ruling {side} are better off, as {others} did not know what they were "
            "entitled to.",
            "It turns out that {side} got away cheaply: {others}, who did not know the law, asked for less than it gives "
            "them.",
        ),
    },
    conditions={
        ("acted_first", True): "{others} had acted before you were summoned",
        ("acted_first", False): "{others} had not acted before you were summoned",
        ("forfeited", True): "{others} had acted so as to lose the right",
        ("forfeited", False): "the action of {others} had done no harm",
        ("gained_by_ignorance", "nobody"): "neither side had gained by an opponent's ignorance",
        ("gained_by_ignorance", "the non-offenders"): "{others} had gained by the ignorance of {side}",
        ("gained_by_ignorance", "the offenders"): "{side} had gained by the ignorance of {others}",
    },
    phrases={
        "right:rectification": "{others} may have the irregularity rectified",
        "no_right:rectification": "{others} may not have the irregularity rectified",
        "director_action:rule_on_irregularity": "You rule on the irregularity under its own law",
        "result_stands": "The result at the table stands",
        "adjusted_score:split:gained:side": "You take the advantage away from {side}, and {others} keep their score",
        "adjusted_score:split:gained:others": "You take the advantage away from {others}, and {side} keep their score",
    },
    # They follow from 11A, which says what acting first may cost and what is taken away.
    uncited=frozenset({"right:rectification", "director_action:rule_on_irregularity", "result_stands"}),
    mistakes=_mistakes,
    hard=lambda facts: bool(facts.get("forfeited")),
)
