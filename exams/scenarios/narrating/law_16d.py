"""Law 16D: information that reaches a player by accident, before the first call and after it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

from exams.scenarios.choices import Choice
from exams.scenarios.narrating import law_16d_words as words
from exams.scenarios.narrating.bridge import any_card, auction_data, pair
from exams.scenarios.narrating.narrative import Facts, Narrative, Setting
from exams.scenarios.tables import Table
from laws.rulings.ruling import Ruling
from laws.rulings.seats import ROUND


def _stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """A player who has learned something; what it is depends on what can still be done about it."""
    recipient = rng.choice(ROUND)
    others = [seat for seat in ROUND if seat is not recipient]
    seen = rng.choice(others)
    record: dict[str, Any] = {"board": table.board, "player": recipient.value, "offender": recipient.value}
    late = facts.get("received_when") == "after the first call"
    belated = bool(facts.get("called_already"))
    if late or belated:
        record["auction"] = auction_data(table, rng.randrange(1, min(5, len(table.made)) + 1))
    learned = rng.choice(_choices(facts)).format(
        recipient=recipient.full_name,
        seen=seen.full_name,
        card=any_card(table, seen, rng),
        made=rng.choice(words.RESULTS),
    )
    openings = words.LATE if late else words.BELATED if belated else words.EARLY
    if not facts["by_accident"]:
        openings = words.LOOKED
    return Setting(
        record,
        openings,
        recipient.value,
        shown=frozenset({"called_already"} & facts.keys()),
        told=frozenset({"by_accident", "received_when"}),
        places={"learned": learned, "recipients": pair(recipient), "seen": seen.full_name},
        situation=(learned,),
    )


def _choices(facts: Facts) -> tuple[str, ...]:
    if not facts["by_accident"]:
        return words.SOUGHT
    late = facts["received_when"] == "after the first call"
    if not facts["interferes"]:
        return words.HARMLESS_LATER if late else words.HARMLESS
    if late:
        return words.DURING_THE_AUCTION
    if facts.get("changes_seats"):
        return words.ONE_HAND
    return words.AT_THE_TABLE if facts.get("redeals") else words.SERIOUS


def _mistakes(ruling: Ruling) -> Iterator[Choice]:
    for text, why in words.wrong(dict(ruling.path)):
        yield Choice(text, why)


ELSEWHERE: Final = Narrative(
    procedure="16D",
    topic="information",
    stage=_stage,
    tells={
        ("by_accident", True): (),
        ("by_accident", False): (),
        ("received_when", "before the first call"): (),
        ("received_when", "after the first call"): (),
        ("called_already", True): (),
        ("called_already", False): (),
        **words.TELLS,
    },
    conditions=words.CONDITIONS,
    phrases={
        "director_action:deal_with_looking": "You deal with it as an offence",
        "director_action:rule_under_89A1": "You report it to those who apply the disciplinary code",
        "director_action:weigh_results": "The score is weighted by the chances of those results",
        "board_played@16D2": "The board is played as usual, and the result counts",
        "board_played": "The board is played",
        "director_action:rearrange": "You seat the players so that {recipient} holds the hand that is known",
        "redeal": "The board is dealt again for these players, who play the new deal",
        "adjusted_score:artificial:gained": "The board is not played, and you award an artificial adjusted score",
        "adjusted_score:assigned:gained@16D2(d)": "The board is not played, and you assign the score that was likely on it",
        "adjusted_score:possible:affected": "You adjust the score afterwards if it had an effect",
        "adjusted_score:assigned:gained": "You assign an adjusted score",
        "adjusted_score:none:gained": "The score obtained stands and is not adjusted",
    },
    uncited=frozenset({"board_played@16D2"}),
    aloud=frozenset({"director_action:rule_under_89A1", "director_action:weigh_results"}),
    silent=frozenset({"duty:notify", "no_further_rectification", "result_stands"}),
    plain=frozenset({"received_when", "by_accident", "interferes"}),
    settled=frozenset({("called_already", False)}),
    mistakes=_mistakes,
    hard=words.hard,
)
