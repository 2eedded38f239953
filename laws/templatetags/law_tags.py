"""How law texts, citations, hands and auctions are shown, the same on every page.

    {{ text|suits }}                        plain text with suit symbols; screen readers hear “spades”
    {% law_text text edition on %}          the same, and every provision it names becomes a chip
    {% cite "27B1(a)" edition on %}         one chip: a link to the provision, its text on hover, focus and touch
    {% auction_table diagram %}  {% hand_diagram diagram %}
    {% law_book edition on %}               the law book beside an exam question

`edition` is the edition's short name. `on` is the date of the text; left out, links lead to the text of the day on
which they are followed. With `book=True` chips open inside the law book instead of leaving the page.
"""

from __future__ import annotations

import datetime
import re
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from django import template
from django.template.context import Context
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy

from laws import diagrams, library
from laws.citing import citations

register = template.Library()

# Symbol: class for the colour, and the word in one and in several.
_SUITS = {
    "♠": ("s", gettext_lazy("spade"), gettext_lazy("spades")),
    "♥": ("h", gettext_lazy("heart"), gettext_lazy("hearts")),
    "♦": ("d", gettext_lazy("diamond"), gettext_lazy("diamonds")),
    "♣": ("c", gettext_lazy("club"), gettext_lazy("clubs")),
}
# A digit before it tells a bid, of which one at the level of one is of a single spade.
_SYMBOL = re.compile(r"(?P<level>(?<!\d)[1-9])?(?P<symbol>[♠♥♦♣])")
_SEATS = {
    "W": gettext_lazy("West"),
    "N": gettext_lazy("North"),
    "E": gettext_lazy("East"),
    "S": gettext_lazy("South"),
}


@register.filter
def suits(text: str) -> SafeString:
    """Escape a plain text and put a word beside each suit symbol for those who cannot see it."""
    return mark_safe(_SYMBOL.sub(_suit, escape(text)))  # noqa: S308 - escaped just here


@register.filter
def marked(text: str) -> SafeString:
    """A text that a search found: suits, and the words it was found by."""
    return mark_safe(  # noqa: S308 - escaped by suits
        suits(text).replace(library.FOUND, "<mark>").replace(library.END_FOUND, "</mark>")
    )


@register.filter
def seat(letter: str) -> str:
    """The name of a seat: N is North."""
    return str(_SEATS[letter])


@register.simple_tag(takes_context=True)
def law_text(
    context: Context, text: str, edition: str, on: datetime.date | None = None, *, book: bool = False
) -> SafeString:
    """A law text or an explanation: escaped, suits, and a chip for each provision that has a page."""
    known = _known_keys(context, edition)
    html: list[str] = []
    done = 0
    for found in citations(text):
        if str(found.key) in known:
            html += [
                suits(text[done : found.start]),
                _chip(str(found.key), text[found.start : found.end], edition, on, book),
            ]
            done = found.end
    html.append(suits(text[done:]))
    return mark_safe("".join(html))  # noqa: S308 - every piece is escaped above


@register.simple_tag(takes_context=True)
def cite(
    context: Context, key: str, edition: str, on: datetime.date | None = None, *, book: bool = False
) -> SafeString:
    """A citation chip. A provision without a page here is named, but leads nowhere."""
    if key not in _known_keys(context, edition):
        return format_html('<span class="cite">{}</span>', key)
    return _chip(key, key, edition, on, book)


@register.inclusion_tag("laws/parts/auction.html")
def auction_table(diagram: dict[str, Any]) -> dict[str, Any]:
    """An auction in four columns; irregular calls are underlined and named as such."""
    return {"auction": diagrams.auction(diagram), "seats": diagrams.SEATS}


@register.inclusion_tag("laws/parts/hands.html")
def hand_diagram(diagram: dict[str, Any]) -> dict[str, Any]:
    """The hands that a question shows, round a compass."""
    return {"deal": diagrams.deal(diagram)}


@register.inclusion_tag("laws/parts/book.html")
def law_book(edition: str, on: datetime.date | None = None) -> dict[str, Any]:
    """A search box whose results open below it, for pages that nobody should have to leave."""
    return {"edition": edition, "on": on}


def _suit(match: re.Match[str]) -> str:
    name, one, several = _SUITS[match["symbol"]]
    word = one if match["level"] == "1" else several
    return (
        f'{match["level"] or ""}<span class="{name}"><span aria-hidden="true">{match["symbol"]}</span>'
        f'<span class="visually-hidden"> {escape(word)} </span></span>'
    )


@lru_cache(maxsize=4096)  # a result page has hundreds of chips, most of them the same few dozen
def _chip(key: str, shown: str, edition: str, on: datetime.date | None, book: bool) -> SafeString:
    date = {"on": on.isoformat()} if on else {}
    if book:
        address = reverse("laws:panel") + "?" + urlencode({"q": key, "edition": edition, **date})
        return format_html(
            '<a class="cite" href="{0}" hx-get="{0}" hx-target="closest .law-book-results">{1}</a>', address, shown
        )
    query = "?" + urlencode(date) if date else ""
    return format_html(
        '<a class="cite" href="{}{}" data-preview="{}{}">{}</a>',
        reverse("laws:provision", args=[edition, key]),
        query,
        reverse("laws:preview", args=[edition, key]),
        query,
        shown,
    )


def _known_keys(context: Context, edition: str) -> frozenset[str]:
    """The keys that have a page; asked for once a request, however many texts the page has."""
    request = context.get("request")
    if request is None:
        return library.known_keys(edition)
    known: dict[str, frozenset[str]] = request.__dict__.setdefault("_known_law_keys", {})
    if edition not in known:
        known[edition] = library.known_keys(edition)
    return known[edition]
