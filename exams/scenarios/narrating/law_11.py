"""Law 11: a player acts before the Director is summoned, and may lose the right to rectification."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from exams.scenarios.choices import Choice
from exams.scenarios.narrating.narrative import Facts, Narrative, Setting
from exams.scenarios.tables import Table
from laws.rulings.ruling import Ruling
from laws.rulings.seats import ROUND

_HAPPENED: Final = (
    "{offender} passed out of turn",
    "{offender} made an insufficient bid",
    "{offender} led out of turn",
    "{offender} revoked",
    "{offender} doubled out of turn",
    "{offender} exposed a card during the auction",
    "{offender} played a card to a trick twice",
    "{offender} took back a bid and made another one",
)


def _stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    offender = rng.choice(ROUND)
    lho, rho = offender.lho.full_name, offender.rho.full_name
    happened = rng.choice(_HAPPENED)
    places = {"caller": rng.choice([lho, rho]), "lho": lho, "rho": rho}
    openings = (
        f"{happened}. You are called to the table only some time afterwards, by {{caller}}.",
        f"“Director, please!” {{caller}} tells you that {happened}, a while ago.",
        f"When you are called at last, {{caller}} says that {happened}, and that this was noticed at once.",
    )
    record = {"board": table.board, "offender": offender.value}
    return Setting(record, openings, offender.value, places=places, situation=(happened,))


def _mistakes(ruling: Ruling) -> Iterator[Choice]:
    yield Choice(
        "{others} may have the irregularity rectified. A procedural penalty to {side} is due for not calling.",
        "nobody who offended is bound to call attention to it; 9B1(a) speaks to all four players, once attention is drawn",
    )
    yield Choice(
        "{others} may not have the irregularity rectified. The board is cancelled and both sides get average.",
        "the board has been played; what the table made of it counts, save for an advantage that 11A takes away",
    )
    yield Choice(
        "Both sides keep the table result, whoever gained.",
        "11A takes from a side what it gained by an opponent's ignorance of the law",
    )


FORFEITURE: Final = Narrative(
    procedure="11",
    topic="forfeiture",
    stage=_stage,
    tells={
        ("acted_first", True): (
            "Before anybody called you, {lho} had chosen a rectification and the table had gone on with it.",
            "{rho} acted at once, before you were summoned: the player named a penalty, and play went on.",
        ),
        ("acted_first", False): (
            "Nobody of {others} has done anything since; they were waiting for the end of the round of bidding or the trick.",
            "Since then {others} have neither called nor played, nor asked for anything.",
        ),
        ("forfeited", True): (
            "You find that {others} would not have been hurt by waiting for you, and that their action makes a fair ruling "
            "impossible: the right is forfeited.",
            "Having heard both sides you rule that by this action {others} have lost their right.",
        ),
        ("forfeited", False): (
            "You find that the action did no harm and took nothing from anybody: the right is not forfeited.",
            "Having heard both sides you do not hold the action against {others}.",
        ),
        ("gained_by_ignorance", "nobody"): (
            "Compared with the right ruling, neither side gained by it.",
            "The result is what the right ruling would have brought as well.",
        ),
        ("gained_by_ignorance", "the non-offenders"): (
            "{others} gained by it, because {side} did not know the law and let them.",
            "It turns out that {others} did better than the law allows, as {side} knew no better.",
        ),
        ("gained_by_ignorance", "the offenders"): (
            "{side} gained by it, because {others} did not know the law.",
            "It turns out that {side} did better than by the right ruling, as {others} knew no better.",
        ),
    },
    conditions={
        ("acted_first", True): "{others} had acted before you were summoned",
        ("acted_first", False): "{others} had not acted before you were summoned",
        ("forfeited", True): "you ruled the right forfeited",
        ("forfeited", False): "you did not rule the right forfeited",
        ("gained_by_ignorance", "nobody"): "neither side had gained by an opponent's ignorance",
        ("gained_by_ignorance", "the non-offenders"): "{others} had gained by the ignorance of {side}",
        ("gained_by_ignorance", "the offenders"): "{side} had gained by the ignorance of {others}",
    },
    phrases={
        "right:rectification": "{others} may have the irregularity rectified",
        "no_right:rectification": "{others} may not have the irregularity rectified",
        "director_action:rule_on_irregularity": "You rule on the irregularity under its own law",
    },
    mistakes=_mistakes,
    hard=lambda facts: bool(facts.get("forfeited")),
)
