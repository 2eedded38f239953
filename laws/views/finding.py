"""Finding a place in the law by its number in any spelling, and the law book beside an exam question."""

from __future__ import annotations

import datetime
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from laws import library
from laws.forms import Find
from laws.models import Edition
from laws.outline import Layers, outline
from laws.views.dates import of_a_date

# Results in the law book beside an exam question.
BOOK = 8


@of_a_date
def respell(
    request: HttpRequest, edition: Edition, *, typed: str, on: datetime.date, asked_on: datetime.date | None
) -> HttpResponse:
    """An address with a key in another spelling, such as 27b1a: the one address of that provision."""
    key = library.meant_by(typed, edition.slug)
    if not key:
        raise library.NotOnShelfError(typed)
    return redirect(_address(edition.slug, key, asked_on))


@require_safe
def panel(request: HttpRequest) -> HttpResponse:
    """The law book beside an exam question: a fragment with the provision asked for, or with what a search found.

    Somebody without scripts gets the same from the search page.
    """
    if not getattr(request, "htmx", False):
        return redirect(f"{reverse('laws:search')}?{request.GET.urlencode()}")
    form = Find(request.GET)
    if not form.is_valid():
        return render(request, "laws/parts/book_results.html", {"form": form})
    words, slug, asked_on = (form.cleaned_data[name] for name in ("q", "edition", "on"))
    edition = _edition_named(slug)
    context = {"form": form, "edition": edition, "asked_on": asked_on, "words": words}
    on = asked_on or library.today()
    if not edition or not words:
        pass
    elif key := library.meant_by(words, edition.slug):
        branch = library.branch(edition.slug, key, on)
        notes = library.notes(edition.slug, branch.provision.law, on)
        # Commentary is not law: whoever sits an exam with the book open has the laws and nothing else.
        context["blocks"] = outline((branch.provision, *branch.below), Layers(notes=notes), here=key)
    else:
        found = library.search(edition.slug, words, on)
        context["results"], context["total"] = found[:BOOK], found.count()
    return render(request, "laws/parts/book_results.html", context)


def _edition_named(slug: str) -> Edition | None:
    """The edition that a search names, or the usual one."""
    if not slug:
        return library.usual_edition()
    return Edition.objects.on_shelf().filter(slug=slug).first()


def _address(edition: str, key: str, asked_on: datetime.date | None) -> str:
    """The permanent address of a provision, with the date if one was asked for."""
    address = reverse("laws:provision", args=[edition, key])
    return f"{address}?{urlencode({'on': asked_on.isoformat()})}" if asked_on else address
