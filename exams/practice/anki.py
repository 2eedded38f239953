"""What is due as a package for Anki: a card for each path, on its front a table staged for the learner, on its back the ruling.

A card keeps its identity by person and path, so a package imported again puts a new table on the same card and loses no
interval that Anki has worked out. What is answered in Anki stays there and tells the memory here nothing.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import genanki
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from exams.bank.presenting import asked, explained
from exams.practice import exercises
from exams.practice.exercises import NotPractised, Somebody
from exams.practice.models import Exercise, Learner
from exams.practice.queue import due, interleaved
from exams.practice.units import kinds_of, law_of, title_of
from laws.rulings.editions import EDITIONS

MOST: Final = 40
"""Cards in one package: each is a table that has to be staged, and nobody goes through more in a day."""
_NOTE_TYPE: Final = 1736409125
"""Chosen once: Anki tells note types apart by it."""
_LARGEST_ID: Final = 2**31


def stage_due(learner: Learner, now: dt.datetime | None = None) -> list[Exercise]:
    """A table for each path that is due, at most `MOST`, stored as extra practice: no situation comes back in ninety days.

    A path that cannot be staged just now is left out.
    """
    now = now or timezone.now()
    today = due(learner, now)
    found = []
    for unit in interleaved(today.refresh, today.new)[:MOST]:
        kind = "best_ruling" if "best_ruling" in kinds_of(unit) else ""
        try:
            made = exercises.stage(Somebody(learner), unit, purpose=Exercise.Purpose.EXTRA, kind=kind, now=now)
        except NotPractised:
            continue
        found.append(made)
    return found


def package(learner: Learner, tables: Iterable[Exercise], site: str) -> bytes:
    """An .apkg file with a note for each table. site: where the laws are linked to, as `https://rectify.example`."""
    deck = genanki.Deck(_number(f"deck {learner.pk}"), str(_("Rectify: what is due")))
    kind = _note_type()
    for table in tables:
        deck.add_note(
            genanki.Note(
                model=kind,
                fields=[_front(table), _back(table, site)],
                guid=genanki.guid_for(str(learner.pk), table.unit),
                tags=[f"law-{law_of(table.unit)}"],
            )
        )
    written = io.BytesIO()
    genanki.Package(deck).write_to_file(written)
    return written.getvalue()


def _note_type() -> genanki.Model:
    css = Path(str(finders.find("css/anki.css"))).read_text(encoding="utf-8")
    return genanki.Model(
        _NOTE_TYPE,
        "Rectify",
        fields=[{"name": "Question"}, {"name": "Ruling"}],
        templates=[{"name": "Table", "qfmt": "{{Question}}", "afmt": '{{FrontSide}}<hr id="answer">{{Ruling}}'}],
        css=css,
    )


def _front(table: Exercise) -> str:
    return render_to_string("practice/anki/front.html", {"asked": asked(table)}).strip()


def _back(table: Exercise, site: str) -> str:
    told = explained(table, None)
    edition = table.content["edition"]
    context = {"explained": told, "title": title_of(table.unit), "laws": _links(told.cites, edition, site)}
    return render_to_string("practice/anki/back.html", context).strip()


def _links(keys: Sequence[str], edition: str, site: str) -> list[tuple[str, str]]:
    book = EDITIONS[edition].book
    return [(key, site + reverse("laws:provision", args=[book, key])) for key in dict.fromkeys(keys)]


def _number(name: str) -> int:
    """An id that is the same each time, as Anki wants one."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big") % _LARGEST_ID
