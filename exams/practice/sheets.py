"""Practice sheets: some new tables on paper for an evening at the club, and their rulings on a second one.

The tables of a sheet are staged once and stored as all that is practised, so questions and rulings fit together whenever they
are printed. Others answer them, so the memory is told nothing; whoever made the sheet counts as having met them.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from exams.bank.models import QuestionVersion
from exams.papers.printing import layout, pdf
from exams.practice import exercises
from exams.practice.exercises import NotPractised, Somebody
from exams.practice.models import Exercise, Learner, Run
from exams.practice.queue import Wanted, picked
from exams.practice.units import catalogue, law_of, title_of
from laws import keys
from laws.models import Edition

MOST: Final = 20
"""Tables on a sheet."""
A_DAY: Final = 10
"""Sheets that a person can have made in a day."""


@dataclass(frozen=True)
class Printed:
    """A stored table as paper shows a question."""

    pk: Any
    content: Any

    @property
    def opening(self) -> str:
        """The first paragraph."""
        return str(self.content["stem"][0])

    def get_kind_display(self) -> str:
        """Its kind in words."""
        return str(QuestionVersion.Kind(self.content["kind"]).label)


@dataclass(frozen=True)
class Place:
    """Its place on the sheet."""

    position: int
    version: Printed
    marks: int = 1


def make(learner: Learner, wanted: Wanted, count: int, title: str) -> Run:
    """Stage the tables of a sheet. Raises NotPractised where nothing fits, or where this is one too many for a day."""
    day = timezone.now() - dt.timedelta(days=1)
    if of(learner).filter(started_at__gt=day).count() >= A_DAY:
        raise NotPractised(_("You have made ten sheets in a day. Make the next one tomorrow."))
    tables: list[Exercise] = []
    with transaction.atomic():
        now = timezone.now()
        run = Run.objects.create(
            learner=learner, wanted={**wanted.told, "sheet": title}, units=[], started_at=now, ended_at=now
        )
        for path in picked(learner, wanted, now):
            if len(tables) == min(count, MOST):
                break
            try:
                tables.append(
                    exercises.stage(Somebody(learner), path, purpose=Exercise.Purpose.SHEET, run=run, kind=wanted.kind)
                )
            except NotPractised:
                continue
        if not tables:
            raise NotPractised(_("No question fits all that you picked. Leave one of them open."))
        run.units = [one.unit for one in tables]
        run.save(update_fields=["units"])
    return run


def of(learner: Learner) -> QuerySet[Run]:
    """The sheets that somebody has made, the latest first."""
    return Run.objects.filter(learner=learner, wanted__has_key="sheet").order_by("-started_at")


def tables_of(sheet: Run) -> list[Exercise]:
    """Its tables, in the order in which they stand on it."""
    return list(sheet.exercises.filter(purpose=Exercise.Purpose.SHEET).order_by("shown_at"))


def questions_pdf(sheet: Run) -> bytes:
    """The questions with room for the answers; nothing of a key is in it."""
    places = _places(sheet)
    words = pdf.question_words() | {"number": _("Name"), "end": _("End of the sheet")}
    questions = [{**layout.question(one, partial=False), "marks": ""} for one in places]
    return pdf.typeset(
        "sheet.typ",
        sheet.started_at,
        {**_common(sheet, places), "title": sheet.wanted["sheet"], "questions": questions, "words": words},
    )


def rulings_pdf(sheet: Run) -> bytes:
    """The rulings, with steps, reasons and laws, for whoever leads the evening."""
    places, tables = _places(sheet), tables_of(sheet)
    guided = []
    for place, table in zip(places, tables, strict=True):
        unit = catalogue().get(table.unit)
        law = keys.name(law_of(table.unit))
        about = [law, title_of(table.unit)] if unit else [law]
        guided.append(
            {**layout.guidance(place, about, partial=False), "short": pdf.short(place), "marks": "", "rule": ""}
        )
    words = pdf.guide_words() | {"secret": _("For whoever leads the evening")}
    title = _("%(sheet)s: the rulings") % {"sheet": sheet.wanted["sheet"]}
    return pdf.typeset(
        "guide.typ",
        sheet.started_at,
        {**_common(sheet, places), "title": title, "questions": guided, "words": words},
    )


def _places(sheet: Run) -> Sequence[Place]:
    return [Place(number, Printed(one.pk, one.content)) for number, one in enumerate(tables_of(sheet), start=1)]


def _common(sheet: Run, places: Sequence[Place]) -> dict[str, Any]:
    editions = {one.version.content["edition"] for one in places}
    laws = ", ".join(Edition.objects.filter(slug__in=editions).values_list("title", flat=True)) or ", ".join(editions)
    made = date_format(timezone.localtime(sheet.started_at, sheet.learner.zone if sheet.learner else None), "j F Y")
    count = ngettext("%(n)d question", "%(n)d questions", len(places)) % {"n": len(places)}
    return {
        "language": (get_language() or settings.LANGUAGE_CODE).split("-")[0],
        "body": "Rectify",
        "form": "",
        "running": sheet.wanted["sheet"],
        "foot": _("Made %(day)s") % {"day": made},
        "about": f"{count} · {laws}",
        "terms": [(_("Laws"), laws), (_("Questions"), count)],
    }
