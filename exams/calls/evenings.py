"""Staging an evening of calls, taking each press, and closing a call with its judgement.

A simulated call never burns the exam: no situation of one stands in a paper to come, is kept for an assessment, or came to this
learner lately; and what was shown here is left out of later papers, as everything practised is (`receivers`).
"""

from __future__ import annotations

import datetime as dt
import random
import secrets
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from exams import scenarios
from exams.bank.models import Level
from exams.calls.models import Call, Evening, Press
from exams.practice.exercises import NotPractised, kept_back, open_path
from exams.practice.models import SEEN_FOR, Exercise, Learner
from exams.practice.units import Unit, catalogue, unit_of
from exams.practice.units import title_of as title_of_unit
from exams.scenarios.calls import check, follow, judged, offered_paths, staged_call

CALLS = 6
"""Calls of an evening."""
BOARDS = 24
TABLES = 12
"""Tables of the room that one is called in."""


class NoCalls(ValueError):
    """Why nothing can be staged, in a sentence for the learner."""


def twisted(learner: Learner, call_id: UUID) -> str:
    """The path of the call that differs in one fact from one that this learner has taken; empty where there is none."""
    content = Call.objects.closed().filter(learner=learner, pk=call_id).values_list("content", flat=True).first()
    return leads_on(content or {})


def leads_on(content: Mapping[str, Any]) -> str:
    """The path with one fact changed that a call leads on to; empty where nobody is called about that one."""
    path = str((content.get("twist") or {}).get("path", ""))
    return path if path in callable_units() else ""


@cache
def callable_units() -> Mapping[str, Unit]:
    """Every path that somebody can be called about, by its name, in the order of the law book.

    Some of them are no units of practice: so few tables have them that no question on them is made on demand, but there are
    tables at which a call about them is known to arise (`exams.scenarios.calls.known`).
    """
    known = catalogue()
    found = {path: known.get(path) or unit_of(path, {}) for path in offered_paths()}
    return {path: unit for path, unit in found.items() if unit is not None}


def title_of(path: str) -> str:
    """What a call is about, in words; of one whose path is no longer there, its law."""
    unit = callable_units().get(path)
    return unit.title if unit else title_of_unit(path)


def units_for(learner: Learner, law: str = "") -> list[Unit]:
    """The paths that this learner can be called about, in the order of the law book: of a law if one is named, else those at
    their level; a congress candidate gets the club's too.
    """
    found = list(callable_units().values())
    if law:
        return [one for one in found if one.law == law]
    levels = {Level.CLUB} if learner.level == Level.CLUB else {Level.CLUB, Level.CONGRESS}
    return [one for one in found if one.level in levels] or found


def begin(
    learner: Learner, *, reference: UUID, count: int = 1, law: str = "", path: str = "", seed: str = ""
) -> Evening:
    """Stage so many calls and store them; the same reference begins one evening. Raises NoCalls where none can be staged.

    law, path: what it is about, if it is to be about that. seed: for a test; else drawn. The same seed stages the same, for a
    learner who has met nothing yet.
    """
    if (before := Evening.objects.filter(learner=learner, reference=reference).first()) is not None:
        return before
    seed = seed or secrets.token_hex(8)
    units = [one for one in units_for(learner, law) if path in ("", one.path)]
    staged = list(_staged(learner, units, seed, count))
    if not staged:
        raise NoCalls(_("No table can call you about this just now. Try again, or choose another law."))
    chance = random.Random(f"{seed}/tables")  # noqa: S311 - not for secrets
    with transaction.atomic():
        # Two presses at once wait for each other here, and the second finds the first one's evening.
        Learner.objects.select_for_update().get(pk=learner.pk)
        evening, new = Evening.objects.get_or_create(
            learner=learner,
            reference=reference,
            defaults={"seed": seed, "boards": BOARDS if count > 1 else count},
        )
        if new:
            tables = chance.sample(range(1, TABLES + 1), len(staged))
            Call.objects.bulk_create(
                Call(
                    learner=learner,
                    evening=evening,
                    number=number,
                    at_table=table,
                    unit=content["path"],
                    fingerprint=content["fingerprint"],
                    content=content,
                )
                for number, (content, table) in enumerate(zip(staged, tables, strict=True), start=1)
            )
    return evening


def _staged(learner: Learner, units: list[Unit], seed: str, count: int) -> Iterator[dict[str, Any]]:
    avoided = _met_lately(learner, timezone.now())
    found = 0
    for unit in _in_turn(units, seed):
        if found == count:
            return
        try:
            regulations = open_path(learner.body, unit.path)
            content = staged_call(
                unit.path, seed=f"{seed}/{found}", regulations=regulations, refuses=avoided.__contains__
            )
        except (NotPractised, scenarios.UnknownPathError, scenarios.NotStagedError):
            continue
        if not kept_back([content["fingerprint"]]):
            avoided.add(content["fingerprint"])
            found += 1
            yield content


def _in_turn(units: list[Unit], seed: str) -> Iterator[Unit]:
    """Every path once, by chance; no two of a law before each law has had its turn."""
    chance = random.Random(f"{seed}/paths")  # noqa: S311 - not for secrets
    by_law: dict[str, list[Unit]] = {}
    for unit in chance.sample(units, len(units)):
        by_law.setdefault(unit.law, []).append(unit)
    while by_law:
        for law in list(by_law):
            yield by_law[law].pop()
            if not by_law[law]:
                del by_law[law]


def _met_lately(learner: Learner, now: dt.datetime) -> set[str]:
    """The situations that came to this learner lately, in whichever form. Two queries."""
    practised = Exercise.objects.seen_lately(learner, now).values_list("fingerprint", flat=True)
    called = Call.objects.filter(learner=learner, staged_at__gt=now - SEEN_FOR).values_list("fingerprint", flat=True)
    return {*practised, *called}


@transaction.atomic
def press(call_id: UUID, person: User, told: Mapping[str, Any], *, key: UUID) -> Call:
    """Take one act at the table; the last one closes the call and judges it. The same key does it once.

    What comes after the call is over changes nothing. Raises Call.DoesNotExist for another's; NotAnAct for what this table does
    not have, or what leaves out a part of the form.
    """
    call = Call.objects.to_press().get(pk=call_id, learner__person=person)
    before = list(call.presses.all())
    call.told = [one.told for one in before]
    if call.closed_at is not None or any(one.key == key for one in before):
        return call
    check(call.content, told)
    Press.objects.create(learner_id=call.learner_id, call=call, number=len(before) + 1, key=key, told=dict(told))
    presses = call.told = [*call.told, dict(told)]
    if follow(call.content, presses).closed:
        call.closed_at, call.judged = timezone.now(), judged(call.content, presses)
        call.save(update_fields=["closed_at", "judged"])
    return call
