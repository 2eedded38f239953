"""Choosing the markers of a sitting, and giving each script to two of them by lot."""

from __future__ import annotations

import random
import uuid
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.models import User
from accounts.rules import may, require
from exams.marking.models import Marker, MarkerTask, Script, ScriptMark
from exams.marking.rules import CHOOSE_MARKERS, COULD_MARK
from exams.marking.written.script_marks import lock_scripts
from exams.marking.written.workload import possible_markers
from exams.sittings.models import Sitting
from exams.sittings.rules import NotPossible

FEWEST = 2
"""Markers of a sitting: each script needs two."""


def share_out(
    scripts: Sequence[uuid.UUID],
    markers: Sequence[uuid.UUID],
    loads: Mapping[uuid.UUID, int],
    rng: random.Random,
    *,
    taken: Mapping[uuid.UUID, Iterable[uuid.UUID]] | None = None,
) -> dict[uuid.UUID, list[uuid.UUID]]:
    """For each script the markers it still needs, so that the work stays as even as it can be.

    loads: what each marker has already. taken: the markers a script has already. Scripts are dealt in random order, each to
    those who have least, and among equals by lot; so nobody can tell from their own pile who marks with them.
    """
    load = Counter({marker: loads.get(marker, 0) for marker in markers})
    taken = taken or {}
    given: dict[uuid.UUID, list[uuid.UUID]] = {}
    for script in rng.sample(list(scripts), len(scripts)):
        has = list(taken.get(script, ()))
        others = [marker for marker in markers if marker not in has]
        lots = {marker: rng.random() for marker in others}
        chosen = sorted(others, key=lambda marker: (load[marker], lots[marker]))[: FEWEST - len(has)]
        rng.shuffle(chosen)
        load.update(chosen)
        given[script] = chosen
    return given


@transaction.atomic
def choose_markers(*, sitting: Sitting, people: Sequence[User], actor: User) -> None:
    """Say who marks the written rulings of a sitting, and deal out the scripts there are.

    Who is chosen no longer keeps what they have marked; what they have not goes to the others. The scripts that may change
    hands are locked, so that no mark for one arrives between looking for marks and taking its task away.
    """
    require(actor, CHOOSE_MARKERS, sitting)
    sitting = _lock_sitting(sitting.pk)
    # They may have entered the sitting, or lost their role, while they waited for it.
    require(actor, CHOOSE_MARKERS, sitting)
    if len({person.pk for person in people}) < FEWEST:
        raise NotPossible(_("Choose at least two markers: each script is marked twice."))
    for person in people:
        if not may(person, COULD_MARK, sitting):
            raise NotPossible(
                _("%(name)s cannot mark this sitting: markers are examiners of the body who have not entered it.")
                % {"name": person}
            )
    chosen = {person.pk for person in people}
    Marker.objects.filter(sitting=sitting).exclude(person__in=chosen).delete()
    for person in people:
        Marker.objects.get_or_create(sitting=sitting, person=person, defaults={"chosen_by": actor})
    open_tasks = MarkerTask.objects.filter(script__sitting=sitting).exclude(person__in=chosen)
    lock_scripts(open_tasks.order_by().values_list("script", flat=True))
    done = set(ScriptMark.objects.filter(script__sitting=sitting).values_list("script", "by"))
    open_tasks.filter(pk__in=[task.pk for task in open_tasks if (task.script_id, task.person_id) not in done]).delete()
    record(
        actor=actor,
        verb="markers.chosen",
        target=sitting,
        body=sitting.body_id,
        data={"markers": sorted(str(one) for one in chosen)},
    )
    _deal(sitting)


@transaction.atomic
def deal(sitting_id: uuid.UUID) -> int:
    """Give the scripts that lack a marker to those chosen for the sitting; returns how many tasks that made."""
    return _deal(_lock_sitting(sitting_id))


def deal_waiting() -> int:
    """The same for every sitting in which a script lacks a marker, though some are chosen; returns how many tasks."""
    tasks = MarkerTask.objects.order_by().values("script").filter(place=2).values("script")
    waiting = Script.objects.unsettled().filter(sitting__markers__isnull=False).exclude(pk__in=tasks)
    return sum(deal(pk) for pk in waiting.order_by().values_list("sitting", flat=True).distinct())


def _lock_sitting(sitting_id: uuid.UUID) -> Sitting:
    """The sitting, nobody else's to deal in. Its key stays free: whoever marks holds a script, and may yet refer to it."""
    return Sitting.objects.select_for_update(of=("self",), no_key=True).get(pk=sitting_id)


def _deal(sitting: Sitting) -> int:
    """The caller holds the sitting, so that two do not deal the same script. Who was chosen but cannot mark any more, since
    they are no examiner now or have entered the sitting, gets nothing.
    """
    chosen = Marker.objects.filter(sitting=sitting, person__in=[one.pk for one in possible_markers(sitting)])
    markers = list(chosen.values_list("person", flat=True))
    if len(markers) < FEWEST:
        return 0
    tasks: dict[uuid.UUID, dict[int, uuid.UUID]] = {}
    for script, place, person in MarkerTask.objects.filter(script__sitting=sitting).values_list(
        "script", "place", "person"
    ):
        tasks.setdefault(script, {})[place] = person
    scripts = Script.objects.unsettled().filter(sitting=sitting).order_by("code").values_list("pk", flat=True)
    short = [script for script in scripts if len(tasks.get(script, {})) < FEWEST]
    loads = Counter(person for places in tasks.values() for person in places.values())
    dealt = share_out(
        short,
        markers,
        loads,
        random.SystemRandom(),
        taken={script: list(tasks.get(script, {}).values()) for script in short},
    )
    made = []
    for script, people in dealt.items():
        free = [place for place in (1, 2) if place not in tasks.get(script, {})]
        made += [
            MarkerTask(script_id=script, place=place, person_id=person)
            for place, person in zip(free, people, strict=False)
        ]
    MarkerTask.objects.bulk_create(made)
    return len(made)
