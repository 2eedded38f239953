"""Pages of the law library. Anybody may read the law; every page shows it as it stood on one date.

In templates `on` is that date, and `asked_on` the same if the reader chose it: only then do links keep it.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from functools import wraps
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from laws import keys, library
from laws.forms import AsOf, Find
from laws.models import Edition
from laws.outline import outline

# Results on a page of the search, and in the law book beside an exam question.
PAGE, BOOK = 20, 8

# The depth of a lettered section, 27A: what a law is divided into first.
SECTION = 2


def of_a_date(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Hand the view the edition and the date of `?on=`; answer for it when the two do not go together."""

    @require_safe
    @wraps(view)
    def dated(request: HttpRequest, edition: str, **names: str) -> HttpResponse:
        form = AsOf(request.GET)
        if not form.is_valid():
            return render(request, "laws/bad_date.html", {"form": form}, status=400)
        asked_on = form.cleaned_data["on"]
        on = asked_on or library.today()
        try:
            return view(request, library.edition_on(edition, on), on=on, asked_on=asked_on, **names)
        except library.NotInForceError as error:
            readable = error.then and Edition.objects.on_shelf().filter(pk=error.then.pk).exists()
            return render(request, "laws/not_in_force.html", {"error": error, "readable": readable}, status=404)
        except library.NotOnShelfError as error:
            raise Http404(f"{error} is not on the shelf") from error

    return dated


@require_safe
def contents(request: HttpRequest, edition: str = "") -> HttpResponse:
    """The laws on the shelf, part by part."""
    shown = Edition.objects.on_shelf().filter(slug=edition).first() if edition else library.usual_edition()
    if edition and not shown:
        raise Http404(f"{edition} is not on the shelf")
    parts = library.contents(shown) if shown else []
    return render(request, "laws/contents.html", {"edition": shown, "parts": parts})


@of_a_date
def law(
    request: HttpRequest, edition: Edition, *, number: str, on: datetime.date, asked_on: datetime.date | None
) -> HttpResponse:
    """A whole law."""
    provisions = library.law(edition.slug, number, on)
    notes = library.notes(edition.slug, number, on)
    before, after = library.neighbours(edition, number)
    # The nodes of an amended law need not be those it had before: without any text of that time, none are shown.
    shown = provisions if any(one.text for one in provisions) else []
    context = {
        "edition": edition,
        "on": on,
        "asked_on": asked_on,
        "number": number,
        "title": provisions[0].law_title,
        "amended": max((one.amended for one in provisions if one.amended), default=None),
        "gap": any(one.gap for one in provisions),
        "blocks": outline(shown, notes),
        "sections": [one for one in shown if keys.parse(one.key).depth == SECTION],
        "before": before,
        "after": after,
    }
    return render(request, "laws/law.html", context)


@of_a_date
def provision(
    request: HttpRequest, edition: Edition, *, key: str, on: datetime.date, asked_on: datetime.date | None
) -> HttpResponse:
    """One provision in its place: what it stands under, what stands under it, and who cites it."""
    branch = library.branch(edition.slug, key, on)
    shown = (*branch.above, branch.provision, *branch.below)
    context = {
        "edition": edition,
        "on": on,
        "asked_on": asked_on,
        "branch": branch,
        "provision": branch.provision,
        "blocks": outline(shown, library.notes(edition.slug, branch.provision.law, on), here=key),
        "cited_by": library.cited_by(edition.slug, branch),
    }
    return render(request, "laws/provision.html", context)


@cache_control(public=True, max_age=300)
@of_a_date
def preview(
    request: HttpRequest, edition: Edition, *, key: str, on: datetime.date, asked_on: datetime.date | None
) -> HttpResponse:
    """What a citation chip shows of its provision: a fragment, the same for everybody."""
    context = {"edition": edition, "on": on, "branch": library.branch(edition.slug, key, on)}
    return render(request, "laws/parts/preview.html", context)


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
def search(request: HttpRequest) -> HttpResponse:
    """Words in the law; a law's number or a provision's key leads straight to its page."""
    form = Find(request.GET)
    if not form.is_valid():
        return render(request, "laws/search.html", {"form": form}, status=400)
    words, slug, asked_on = (form.cleaned_data[name] for name in ("q", "edition", "on"))
    edition = _edition_named(slug)
    if not edition:
        return render(request, "laws/search.html", {"form": form})
    key = library.meant_by(words, edition.slug)
    if key:
        return redirect(_address(edition.slug, key, asked_on))
    on = asked_on or library.today()
    found = Paginator(library.search(edition.slug, words, on), PAGE).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "edition": edition,
        "on": on,
        "asked_on": asked_on,
        "words": words,
        "page": found,
        "missing": keys.read_loosely(words),
    }
    return render(request, "laws/search.html", context)


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
        context["blocks"] = outline((branch.provision, *branch.below), here=key)
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
