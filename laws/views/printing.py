"""Print: a law or a whole edition on one page, with nothing around it."""

from __future__ import annotations

import datetime
from dataclasses import replace
from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from laws import glossary, library, remarks
from laws.models import Edition
from laws.outline import entries, outline
from laws.remarks import CAUTION, KINDS
from laws.views.dates import of_a_date
from laws.views.gathering import DIGEST, OFFICIAL, Gathered, gather, gather_whole
from laws.views.wishes import Wishes, of_wishes

# On paper nothing can be folded, so our own remarks are left out unless they are asked for.
KINDS_ON_PAPER = [*KINDS.items(), (CAUTION, _("Editors’ remarks"))]


@of_a_date
@of_wishes(unasked=[])
def print_law(
    request: HttpRequest,
    edition: Edition,
    *,
    number: str,
    on: datetime.date,
    asked_on: datetime.date | None,
    wishes: Wishes,
) -> HttpResponse:
    """A law for the printer, with commentary by choice."""
    gathered = only_shown(gather(edition, number, on, wishes), wishes)
    title = gathered.every[0].law_title
    context = {
        **_printed(edition, on, asked_on, wishes, gathered),
        "number": number,
        "title": title,
        "laws": [(number, title, outline(gathered.standing, gathered.layers))],
        "endings": library.endings(edition.slug, gathered.standing, gathered.layers.notes),
    }
    return render(request, "laws/print.html", context)


@of_a_date
@of_wishes(unasked=[])
def print_edition(
    request: HttpRequest, edition: Edition, *, on: datetime.date, asked_on: datetime.date | None, wishes: Wishes
) -> HttpResponse:
    """All laws of an edition and its definitions for the printer."""
    gathered = only_shown(gather_whole(edition, on, wishes), wishes)
    if not gathered.standing:
        raise library.NotOnShelfError(edition.slug)
    terms = glossary.terms(edition.slug, on)
    hung = [one for one in remarks.on_terms(edition.slug, on) if one.group in wishes.shown]
    titles = {one.law: one.law_title for one in reversed(gathered.standing)}
    blocks = outline(gathered.standing, gathered.layers, level=3)
    context = {
        **_printed(edition, on, asked_on, wishes, gathered),
        "laws": [
            (number, titles[number], list(of_law))
            for number, of_law in groupby(blocks, key=lambda block: block.provision.law)
        ],
        "endings": library.endings(edition.slug, gathered.standing, gathered.layers.notes),
        "entries": entries(terms, hung, {}, digest=gathered.text != OFFICIAL, official=gathered.text != DIGEST),
    }
    return render(request, "laws/print.html", context)


def only_shown(gathered: Gathered, wishes: Wishes) -> Gathered:
    """The same without the commentary that the reader does not want: paper has nothing that could be shown later."""
    wanted = [one for one in gathered.remarks if one.group in wishes.shown]
    return replace(gathered, layers=replace(gathered.layers, remarks=wanted))


def _printed(
    edition: Edition, on: datetime.date, asked_on: datetime.date | None, wishes: Wishes, gathered: Gathered
) -> dict[str, Any]:
    """What a page for the printer tells its template."""
    return {
        "edition": edition,
        "on": on,
        "asked_on": asked_on,
        "wishes": wishes,
        "text": gathered.text,
        "choice": gathered.choice,
        "documents": gathered.documents,
        "kinds": KINDS_ON_PAPER,
        "today": library.today(),
    }
