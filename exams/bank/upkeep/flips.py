"""Whether a change of the law changes the ruling on a stored table: the engine asked under both laws."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from exams.scenarios.stories import outcomes
from laws.confirming import Moved, concerned
from laws.rulings.citing import rests_on
from laws.rulings.readers import UnknownProcedure, rule
from laws.rulings.record import BadRecord, Contradiction, parse_stored
from laws.rulings.ruling import Ruling

CORRECTED = "corrected"
"""The text was corrected for the days it was in force already: one law, so there is nothing to compare."""
NO_RECORD = "no_record"
"""A person wrote the question without a table that the engine could read."""
NOT_CONFIRMED = "not_confirmed"
"""The engine still follows the former text: it would rule the same on both days whatever the new words say."""
NOT_RULED = "not_ruled"
"""The engine has no complete ruling on the table on one of the days."""


@dataclass(frozen=True, slots=True)
class Flip:
    """flips: whether the effects are others; None where that cannot be told, and `rulings["why"]` says why not.

    rulings: {"day": the first day of the new law, "before": outcomes, "after": outcomes}, each outcome {text, provision}.
    """

    flips: bool | None
    rulings: dict[str, Any]


def flip(
    record: Mapping[str, Any] | None, day: dt.date | None, former: Sequence[Moved] = (), after: int | None = None
) -> Flip:
    """Rule on a content's record as if the board had been played on the day before the change, and on the day.

    former: the wordings that the engine was not written from; after: the id of the new wording. Nothing is claimed of a
    ruling where the engine does not read the new wording, or rests on another that it does not read.
    """
    if record and any(one.version == after for one in former):
        return Flip(None, {"why": NOT_CONFIRMED, **({"day": day.isoformat()} if day else {})})
    if day is None:
        return Flip(None, {"why": CORRECTED})
    if not record:
        return Flip(None, {"why": NO_RECORD, "day": day.isoformat()})
    try:
        before, after_it = _ruled(record, day - dt.timedelta(days=1)), _ruled(record, day)
    except (BadRecord, Contradiction, UnknownProcedure) as refused:
        return Flip(None, {"why": NOT_RULED, "said": str(refused), "day": day.isoformat()})
    if not (before.complete and after_it.complete):
        return Flip(None, {"why": NOT_RULED, "day": day.isoformat()})
    if concerned(rests_on(after_it), [one for one in former if one.on(day)]):
        return Flip(None, {"why": NOT_CONFIRMED, "day": day.isoformat()})
    told = {"day": day.isoformat(), "before": _outcomes(before), "after": _outcomes(after_it)}
    return Flip(_effects(before) != _effects(after_it), told)


def _ruled(record: Mapping[str, Any], day: dt.date) -> Ruling:
    return rule(parse_stored({**record, "date": day.isoformat()}))


def _effects(ruling: Ruling) -> list[dict[str, Any]]:
    """What is decided, whatever provision it stands in: a rule that only moved to another number rules the same."""
    return [{name: value for name, value in one.items() if name != "provision"} for one in ruling.outcomes]


def _outcomes(ruling: Ruling) -> list[dict[str, str]]:
    return [{"text": one["text"], "provision": one["provision"]} for one in outcomes(ruling)]
