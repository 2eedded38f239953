"""The search over both codes, their footnotes, definitions and commentary."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from laws import keys, library
from laws.models import Edition
from laws.searching.finding import WHATS, Asked, Found, find, shown
from laws.searching.forms import Search
from laws.searching.jumping import place_meant, readable_editions

PAGE = 20
# Laws that the filter offers: those with the most hits.
LAWS = 40


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """What has the words; a law's number or a provision's key leads straight to its page."""
    editions = readable_editions()
    form = Search(request.GET, editions=editions)
    if not form.is_valid():
        return render(request, "laws/search.html", {"form": form}, status=400)
    words, edition, what, law, asked_on = (form.cleaned_data[name] for name in ("q", "edition", "what", "law", "on"))
    place = place_meant(words, [edition] if edition else editions)
    if place:
        address = reverse("laws:provision", args=[place.edition, place.key])
        return redirect(f"{address}?{urlencode({'on': asked_on.isoformat()})}" if asked_on else address)
    on = asked_on or library.today()
    context = {
        "form": form,
        "words": words,
        "edition": edition,
        "what": what,
        "law": law,
        "on": on,
        "asked_on": asked_on,
        "missing": keys.read_loosely(words),
    }
    if words:
        found = find(Asked(words=words, on=on, edition=edition.pk if edition else None, what=what, law=law))
        page = Paginator(found.hits, PAGE).get_page(request.GET.get("page"))
        context |= {
            "page": page,
            "results": _results(page.object_list, words, editions),
            "filters": _filters(found, editions, edition, law),
        }
    return render(request, "laws/search.html", context)


def _results(hits: Any, words: str, editions: list[Edition]) -> list[dict[str, Any]]:
    """The hits of a page with what their place is called."""
    of_id = {one.pk: one for one in editions}
    names = dict(whats())
    return [
        {"text": one, "edition": of_id[one.hit.edition], "what": names[one.hit.what], "keys": one.hit.keys}
        for one in shown(hits, words)
    ]


def whats() -> list[tuple[str, str]]:
    """What the kinds of texts are called, one of each."""
    return list(
        zip(
            WHATS,
            (
                _("Law"),
                _("Footnote"),
                _("Definition"),
                _("Minute"),
                _("Note"),
                _("Example"),
                _("Change"),
                _("Rationale"),
                _("Regulation"),
                _("Caution"),
            ),
            strict=True,
        )
    )


def _filters(found: Found, editions: list[Edition], edition: Edition | None, law: str) -> dict[str, Any]:
    """What can be chosen instead, each with the number of hits it would have. The chosen one is always among them."""
    laws = {number for number, _count in found.by_law.most_common(LAWS)} | ({law} if law else set())
    return {
        "editions": [(one, found.by_edition[one.pk]) for one in editions if found.by_edition[one.pk] or one == edition],
        "all_editions": found.by_edition.total(),
        "whats": [(what, name, found.by_what[what]) for what, name in whats() if found.by_what[what]],
        "all_whats": found.by_what.total(),
        "laws": [
            (number, keys.name(number), found.by_law[number])
            for number in sorted(laws, key=lambda number: keys.parse(number).order)
        ],
    }
