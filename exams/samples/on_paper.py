"""A sample on paper: the questions with room for the answers, and at the end the key with the rulings, in one PDF."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import Body
from exams.papers.models import Topic
from exams.papers.printing import layout, pdf
from exams.papers.syllabus import called
from exams.samples.marked import places
from exams.samples.models import Drawing

KEPT_FOR = 600
"""Seconds for which a process keeps one that it has set."""


def sample_pdf(drawing: Drawing, body: Body) -> bytes:
    """The PDF of a drawing, which is the same for everybody."""
    kept, name = caches["parts"], f"sample/pdf/{drawing.pk}/{get_language()}"
    made: bytes | None = kept.get(name)
    if made is None:
        made = _typeset(drawing, body)
        kept.set(name, made, KEPT_FOR)
    return made


def _typeset(drawing: Drawing, body: Body) -> bytes:
    rows, titles = places(drawing), Topic.objects.titles(body)
    partial = drawing.partial_credit
    guided: list[dict[str, Any]] = [
        {
            **layout.guidance(one, [called(titles, one.version.topic)], partial=partial),
            "short": pdf.short(one),
        }
        for one in rows
    ]
    day = date_format(timezone.localtime(drawing.drawn_at, body.zone), "j F Y")
    sample = _("Sample paper")
    return pdf.typeset(
        "sample.typ",
        drawing.drawn_at,
        {
            "language": (get_language() or settings.LANGUAGE_CODE).split("-")[0],
            "body": body.name,
            "title": drawing.title,
            "running": f"{drawing.title} · {sample}",
            "foot": _("Drawn %(day)s · number %(number)d") % {"day": day, "number": drawing.number},
            "terms": pdf.terms_told(drawing, body, rows),
            # Nobody hands it in, so the first, about the name and the number, is left out.
            "instructions": pdf.instructions(rows)[1:],
            "questions": [layout.question(one, partial=partial) for one in rows],
            "guided": guided,
            "words": pdf.question_words()
            | pdf.guide_words()
            | {"sample": sample, "end": _("End of the questions"), "key": _("Key")},
        },
    )
