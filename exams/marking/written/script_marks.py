"""Giving marks for a script, and what comes of two of them.

Two markers within the paper's tolerance are settled by their mean, to the hundredth of a mark. It is not rounded further:
a rounded mean could carry an attempt over the pass mark, or under it. Further apart, a third examiner decides, who reads
both and whose marks alone count.
"""

from __future__ import annotations

import decimal
import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.models import User
from accounts.rules import may, require
from exams.marking.marks import hundredths, plain
from exams.marking.models import MarkerTask, Script, ScriptMark, Settlement
from exams.marking.results import mark
from exams.marking.rules import ADJUDICATE, MARK
from exams.marking.written import rubrics
from exams.sittings.rules import NotPossible

As = ScriptMark.As


class Incomplete(ValueError):
    """Points are missing or cannot be given; `item` is the id of the rubric's item."""

    def __init__(self, item: str) -> None:
        super().__init__(item)
        self.item = item


@transaction.atomic
def give(*, script: Script, person: User, points: Mapping[str, Any], comment: str = "", note: str = "") -> ScriptMark:
    """One marker's mark. They may give it again until the other's is in: from then on it stands, since it has been compared."""
    require(person, MARK, script)
    script = lock_script(script.pk)
    if not may(person, MARK, script):
        raise NotPossible(_("This script is no longer yours to mark: other markers have just been chosen."))
    if stands(script):
        raise NotPossible(_("Both markers have marked this script, so its marks are final."))
    return _write(script, person, As.MARKER, points, comment, note)


@transaction.atomic
def adjudicate(
    *, script: Script, person: User, points: Mapping[str, Any], comment: str = "", note: str = ""
) -> ScriptMark:
    """A third examiner's mark, which decides where two differ too much."""
    require(person, ADJUDICATE, script)
    script = lock_script(script.pk)
    if not may(person, ADJUDICATE, script):
        raise NotPossible(_("This script is no longer yours to settle: markers have just been chosen."))
    if Settlement.objects.filter(script=script).exists():
        raise NotPossible(_("Another adjudicator has settled this script."))
    if not is_disputed(script):
        raise NotPossible(_("Its two markers have not both marked this script, or they agree."))
    return _write(script, person, As.ADJUDICATOR, points, comment, note)


def lock_script(script_id: uuid.UUID) -> Script:
    """The script, nobody else's to mark until the transaction ends."""
    scripts = Script.objects.select_related("paper_question__version", "paper_question__paper", "attempt")
    return scripts.select_for_update(of=("self",)).get(pk=script_id)


def lock_scripts(scripts: Iterable[uuid.UUID]) -> None:
    """The same for several, in the order of their ids, so that two who hold several cannot wait for each other."""
    rows = Script.objects.select_for_update(of=("self",)).filter(pk__in=set(scripts))
    list(rows.order_by("pk").values_list("pk"))


def latest(script: Script) -> list[ScriptMark]:
    """Of each of the two markers the mark that counts, the first marker's before the second's."""
    places = dict(MarkerTask.objects.filter(script=script).values_list("person", "place"))
    given = ScriptMark.objects.filter(script=script, given_as=As.MARKER, by__in=places).order_by("number")
    last = {one.by_id: one for one in given}
    return [last[person] for person in sorted(last, key=lambda person: places[person])]


def stands(script: Script) -> bool:
    """Whether its markers cannot give it another mark: it is settled, or both have marked it and been compared."""
    return Settlement.objects.filter(script=script).exists() or len(latest(script)) == 2


def is_disputed(script: Script) -> bool:
    """Whether both have marked it, further apart than the paper tolerates."""
    both = latest(script)
    return len(both) == 2 and not within(both[0].marks, both[1].marks, script)


def within(first: decimal.Decimal, second: decimal.Decimal, script: Script) -> bool:
    """Whether two marks are no further apart than the paper tolerates, in percent of the question's marks."""
    question = script.paper_question
    return abs(first - second) * 100 <= question.paper.tolerance * question.marks


def _write(
    script: Script, person: User, given_as: str, points: Mapping[str, Any], comment: str, note: str
) -> ScriptMark:
    content = script.paper_question.version.content
    if item := rubrics.fault(content, points):
        raise Incomplete(item)
    kept = rubrics.kept(content, points)
    given = ScriptMark.objects.create(
        script=script,
        by=person,
        given_as=given_as,
        number=ScriptMark.objects.filter(script=script, by=person).count() + 1,
        points=kept,
        marks=rubrics.scaled(content, kept, script.paper_question.marks),
        comment=comment.strip(),
        note=note.strip(),
    )
    record(
        actor=person,
        verb="script.adjudicated" if given_as == As.ADJUDICATOR else "script.marked",
        target=script,
        body=script.body_id,
        data={"marks": plain(given.marks), "number": given.number},
    )
    _settle(script, given)
    return given


def _settle(script: Script, given: ScriptMark) -> None:
    """Settle the script if this mark allows it, and mark the attempt if that was its last one."""
    if given.given_as == As.ADJUDICATOR:
        how, marks = Settlement.How.ADJUDICATED, [given]
    else:
        marks = latest(script)
        if len(marks) < 2 or not within(marks[0].marks, marks[1].marks, script):
            return
        how = Settlement.How.AGREED
    Settlement.objects.create(
        script=script,
        how=how,
        marks=mean(*(one.marks for one in marks)),
        parts=[
            {"id": row.id, "points": plain(mean(*(decimal.Decimal(str(one.points[row.id])) for one in marks)))}
            for row in rubrics.rows(script.paper_question.version.content)
        ],
        comments=[one.comment for one in marks if one.comment],
    )
    mark(script.attempt)


def mean(*values: decimal.Decimal) -> decimal.Decimal:
    """The mean, to the hundredth."""
    return hundredths(sum(values, start=decimal.Decimal(0)) / len(values))
