"""The search over both codes, their footnotes, definitions and commentary."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from laws import keys, library
from laws.models import Edition
from laws.searching.finding import DEFINITION, FOOTNOTE, LAW, WHATS, Asked, Found, Hit, Shown, find, shown
from laws.searching.forms import Search
from laws.searching.jumping import first_of, place_meant, readable_editions

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
        of = edition.pk if edition else None
        found = find(Asked(words=words, on=on, edition=of, what=what, law=law, first=first_of(editions)))
        page = Paginator(found.hits, PAGE).get_page(request.GET.get("page"))
        context |= {
            "page": page,
            "results": _results(page.object_list, words, editions, edition, asked_on),
            "filters": _filters(found, editions, edition, law),
        }
    return render(request, "laws/search.html", context)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A hit as the page shows it: the provisions it belongs to with where each is read and previewed; its title, and
    where that leads; what it is and whose; its text with marks."""

    places: list[tuple[str, str, str]]
    title: str
    address: str
    about: str
    text: str


def _results(
    hits: Iterable[Hit], words: str, editions: list[Edition], edition: Edition | None, asked_on: datetime.date | None
) -> list[Result]:
    """The hits of a page, ready to be shown: links made here, because a template takes its time over each."""
    of_id = {one.pk: one for one in editions}
    names = dict(whats())
    on = f"?on={asked_on.isoformat()}" if asked_on else ""
    found = shown(hits, words, asked_on or library.today())
    return [_result(one, of_id[one.hit.edition], names, edition is None, on) for one in found]


def _result(one: Shown, edition: Edition, names: dict[str, str], tell_edition: bool, on: str) -> Result:
    title, address = one.title, ""
    if one.hit.what == FOOTNOTE:
        title = _("Footnote %(mark)s") % {"mark": one.code}
    elif one.hit.what == DEFINITION:
        address = f"{reverse('laws:definitions', args=[edition.slug])}{on}#{slugify(title)}"
    elif one.hit.what != LAW:
        title = title or names[one.hit.what]
        address = reverse("laws:remark", args=[one.code]) + on
    when = date_format(one.dated, one.date_format) if one.dated else ""
    about = (
        names[one.hit.what],
        one.law_title if one.law_title != one.title else "",
        edition.title if tell_edition else "",
        ", ".join(filter(None, (one.authority, one.place, when))),
    )
    return Result(
        places=[(key, page + on, preview + on) for key, page, preview in _links(edition.slug, one.hit.keys)],
        title=title,
        address=address,
        about=" · ".join(filter(None, about)),
        text=one.text,
    )


@lru_cache(maxsize=4096)
def _links(edition: str, places: tuple[str, ...]) -> list[tuple[str, str, str]]:
    """Each key with the addresses of its page and of its preview."""
    return [
        (key, reverse("laws:provision", args=[edition, key]), reverse("laws:preview", args=[edition, key]))
        for key in places
    ]


@lru_cache(maxsize=512)
def _law(number: str) -> tuple[int, str]:
    """Where a law stands in its book, and what it is called."""
    key = keys.parse(number)
    return key.order, key.name


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
        "laws": [(number, _law(number)[1], found.by_law[number]) for number in sorted(laws, key=_law)],
    }
