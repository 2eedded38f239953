"""An edition as a whole: its contents and its definitions."""

from __future__ import annotations

import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from laws import glossary, library, references, remarks
from laws.models import Edition
from laws.outline import entries
from laws.views.dates import of_a_date
from laws.views.gathering import DIGEST, OFFICIAL, whose_words
from laws.views.wishes import Wishes, kinds_of, of_wishes


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The contents of the edition for a reader who names none."""
    edition = library.usual_edition()
    if not edition:
        return render(request, "laws/contents.html")
    return contents(request, edition=edition.slug)


@of_a_date
def contents(
    request: HttpRequest, edition: Edition, *, on: datetime.date, asked_on: datetime.date | None
) -> HttpResponse:
    """The laws of an edition, part by part, and the way to the other editions on the shelf."""
    shelf = library.shelf()
    if edition not in shelf:
        raise library.NotOnShelfError(edition.slug)
    context = {
        "edition": edition,
        "on": on,
        "asked_on": asked_on,
        "shelf": shelf,
        "parts": library.contents(edition, on),
        "defines": glossary.terms(edition.slug, on),
    }
    return render(request, "laws/contents.html", context)


@of_a_date
@of_wishes()
def definitions(
    request: HttpRequest, edition: Edition, *, on: datetime.date, asked_on: datetime.date | None, wishes: Wishes
) -> HttpResponse:
    """The defined terms of an edition from A to Z, with the commentary on them."""
    terms = glossary.terms(edition.slug, on)
    if not terms:
        raise library.NotOnShelfError(edition.slug)
    hung = remarks.on_terms(edition.slug, on)
    spans = references.made_in(
        definition_version=[pk for one in terms for pk in (one.version, one.official_version)],
        commentary_version=[pk for one in hung for pk in (one.version, one.official_version)],
    )
    has_digest, has_official = any(one.text for one in terms), any(one.official for one in terms)
    text = whose_words(wishes.text, digest=has_digest, official=has_official)
    context = {
        "edition": edition,
        "on": on,
        "asked_on": asked_on,
        "wishes": wishes,
        "text": text,
        "choice": has_digest and has_official,
        "lacking": wishes.text not in ("", DIGEST) and not has_official,
        "documents": sorted({one.document for one in terms if one.document}) if text != DIGEST else [],
        "kinds": kinds_of(hung),
        "entries": entries(terms, hung, spans, digest=text != OFFICIAL, official=text != DIGEST),
        # Each letter leads to the first term under it.
        "letters": sorted({one.term[0].upper(): one.slug for one in reversed(terms)}.items()),
    }
    return render(request, "laws/definitions.html", context)


@cache_control(public=True, max_age=300)
@of_a_date
def term(
    request: HttpRequest, edition: Edition, *, slug: str, on: datetime.date, asked_on: datetime.date | None
) -> HttpResponse:
    """What a defined term shows where it stands in a text: a fragment, the same for everybody."""
    context = {"edition": edition, "on": on, "term": glossary.term(edition.slug, slug, on)}
    return render(request, "laws/parts/term.html", context)
