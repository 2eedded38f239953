"""Setting papers with Typst, as certificates are set: words go in as data, the fonts are those of the wheel, and the same
paper gives the same bytes. Tagged for screen readers (PDF/UA-1) and fit for the archive (PDF/A-2a).
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import typst
from django.conf import settings
from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from accounts.models import Body
from exams.bank.levels.held import level_at
from exams.papers.models import Paper, PaperQuestion, Terms, Topic
from exams.papers.printing import layout
from exams.papers.syllabus import called
from laws.models import Edition

HERE = Path(__file__).parent
UNSHOWN = "could not be displayed"
"""What Typst says of a sign that none of its fonts has; the standards forbid such a sign."""


def paper_pdf(paper: Paper) -> bytes:
    """The question paper, with a box for the candidate and room for each answer; nothing of the key is in it."""
    rows = _rows(paper)
    return typeset(
        "paper.typ",
        paper.drawn_at,
        {
            **_common(paper, rows),
            "title": paper.title,
            "fields": [_("Name"), _("Candidate number"), _("Date and place")],
            "instructions": instructions(rows),
            "questions": [layout.question(row, partial=paper.partial_credit) for row in rows],
            "words": question_words(),
        },
    )


def question_words() -> dict[str, str]:
    """The words of a page of questions."""
    return {
        "page": _("Page {page} of {pages}"),
        "number": _("Candidate number"),
        "instructions": _("Before you begin"),
        "law": _("The law:"),
        "number_given": _("The number:"),
        "play": _("▸ was to lead; bold won the trick."),
        "placed": _("The numbers show the order in which the cards of the trick were played."),
        "end": _("End of the paper"),
    }


def guide_words() -> dict[str, str]:
    """The words of a page of rulings."""
    return {
        "page": _("Page {page} of {pages}"),
        "secret": _("For examiners and markers only"),
        "key": _("Key"),
        "decided_by": _("Decided by"),
        "say": _("The Director says"),
        "rubric": _("What earns marks"),
        "part": _("Part"),
        "expected": _("A full answer says"),
        "law": _("Law"),
        "marks": _("Marks"),
        "given": _("Given"),
        "steps": _("The Director’s steps"),
        "step": _("Question"),
        "answer": _("Answer"),
        "follows": _("What follows"),
        "laws": _("Laws:"),
    }


def guide_pdf(paper: Paper) -> bytes:
    """The marking guide: key, rubric, ruling, steps and laws of every question. For examiners and markers only."""
    rows = _rows(paper)
    titles = Topic.objects.titles(paper.body)
    guided = []
    then = level_at(paper.body_id, paper.drawn_at)
    for row in rows:
        about = (called(titles, row.version.topic), str(then(row.version).label))
        one = layout.guidance(row, about, partial=paper.partial_credit)
        guided.append({**one, "short": short(row)})
    return typeset(
        "guide.typ",
        paper.drawn_at,
        {
            **_common(paper, rows),
            "title": _("%(paper)s: marking guide") % {"paper": paper.title},
            "questions": guided,
            "words": guide_words(),
        },
    )


def _rows(paper: Paper) -> list[PaperQuestion]:
    return list(paper.questions.select_related("version").order_by("position"))


def _common(paper: Paper, rows: list[PaperQuestion]) -> dict[str, Any]:
    form = _("Form %(n)d") % {"n": paper.form} if paper.one_each or paper.form > 1 else ""
    return {
        "language": (get_language() or settings.LANGUAGE_CODE).split("-")[0],
        "body": paper.body.name,
        "form": form,
        "running": " · ".join(filter(None, [paper.title, form])),
        "foot": _("Drawn %(day)s · seed %(seed)d")
        % {"day": date_format(paper.drawn_at.astimezone(paper.body.zone), "j F Y"), "seed": paper.seed},
        "terms": terms_told(paper, paper.body, rows),
    }


def terms_told(paper: Terms, body: Body, rows: Sequence[layout.Place]) -> list[tuple[str, str]]:
    """What the candidate is promised, name and value."""
    marks = sum(row.marks for row in rows)
    edition = Edition.objects.filter(slug=paper.edition).values_list("title", flat=True).first()
    titles = Topic.objects.titles(body)
    floors = [
        _("at least %(percent)d %% in %(topic)s") % {"percent": percent, "topic": called(titles, slug)}
        for slug, percent in paper.floors.items()
    ]
    return [
        (_("Level"), paper.get_level_display()),
        (_("Laws"), edition or paper.edition),
        (_("Time"), ngettext("%(n)d minute", "%(n)d minutes", paper.minutes) % {"n": paper.minutes}),
        (
            _("Questions"),
            ngettext("%(n)d question", "%(n)d questions", len(rows)) % {"n": len(rows)}
            + ", "
            + ngettext("%(n)d mark", "%(n)d marks", marks) % {"n": marks},
        ),
        (_("Pass mark"), "; ".join([_("%(percent)d %% of the marks") % {"percent": paper.pass_mark}, *floors])),
        (_("Book"), _("open: the law book may be used") if paper.open_book else _("closed: no law book, no notes")),
        (
            _("Marking"),
            _("partly right answers earn part of the marks")
            if paper.partial_credit
            else _("each question is marked right or wrong; written rulings can earn part of the marks"),
        ),
    ]


def instructions(rows: Iterable[layout.Place]) -> list[str]:
    """What the candidate is told on the cover, by the kinds that are asked."""
    kinds = {row.version.content["kind"] for row in rows}
    return [
        _("Write your name and number above, and your number on every page."),
        _("Tick the box of your answer. To change it, cross the whole line out and write the letter beside it."),
        *([_("Where steps are to be put in order, number the boxes from 1 on.")] if "order_steps" in kinds else []),
        *([_("Cite a law as precisely as the law book does.")] if "cite_law" in kinds else []),
        *([_("Where a number is asked for, write it in the box, in figures.")] if "number" in kinds else []),
        *(
            [_("Write rulings as you would give them at the table: the facts, the law, the choices, what follows.")]
            if "written" in kinds
            else []
        ),
    ]


def short(row: layout.Place) -> str:
    """The key in a word, for the list in front: letters, or the accepted provisions; a written ruling has none."""
    content = row.version.content
    key = content["key"]
    if isinstance(key, str):
        return key.upper() or _("rubric")
    if content["kind"] == "cite_law":
        best, *others = key
        return _("%(best)s, also %(others)s") % {"best": best, "others": ", ".join(others)} if others else str(best)
    return " ".join(one.upper() for one in key)


def typeset(template: str, at: dt.datetime, data: Mapping[str, Any]) -> bytes:
    """A PDF from one of the templates here and what it shows; at: the moment that stands in it as that of its making."""
    told: dict[str, Any] = {
        "root": HERE,
        "format": "pdf",
        "sys_inputs": {"paper": json.dumps(data)},
        "timestamp": int(at.timestamp()),
    }
    try:
        made = typst.compile(HERE / template, ignore_system_fonts=True, pdf_standards=["ua-1", "a-2a"], **told)
    except typst.TypstError as error:
        if UNSHOWN not in str(error):
            raise
        # A drawn paper never changes and must come out for its sitting, if not for the archive: the machine may have a
        # font with the sign, and where it has not, a box stands in its place.
        made = typst.compile(HERE / template, **told)
    if not isinstance(made, bytes):  # a list would mean one file a page, which only images are made into
        raise TypeError(f"Typst gave {type(made).__name__} instead of a PDF.")
    return made
