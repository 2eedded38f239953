"""How law texts, citations, hands and auctions are shown, the same on every page.

    {{ text|suits }}                        plain text with suit symbols; screen readers hear “spades”
    {% law_text text edition on %}          the same, and every provision it names becomes a chip
    {% passages text edition on %}          the same for paragraphs that laws.passages has made ready, with defined terms
    {% cite "27B1(a)" edition on %}         one chip: a link to the provision, its text on hover, focus and touch
    {{ "Club27"|law_name }}                 what people call a provision: Club Law 27
    {{ "27"|law_name:title }}               with its title: Law 27 · Insufficient bid; a title that only repeats it left out
    {% remark comment edition on %}         a comment with its diagrams; {% pointer_to pointer %} leads to one elsewhere
    {% auction_table diagram %}  {% hand_diagram diagram %}  {% play_table diagram %}  {% moment_of_play moment %}
    {% law_book edition on %}               the law book beside an exam question

`edition` is the edition's short name. `on` is the date of the text; left out, links lead to the text of the day on
which they are followed. With `book=True` chips open inside the law book instead of leaving the page.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, cast
from urllib.parse import urlencode

from django import template
from django.core.cache import caches
from django.template.context import Context
from django.template.defaultfilters import stringfilter
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext, gettext_lazy, ngettext

from laws import auction_words, diagrams, keys, library, play_words
from laws.citing import citations
from laws.models import Edition
from laws.outline import Comment, Pile, Pointer
from laws.passages import Paragraph
from laws.remarks import CAUTION, Remark
from laws.searching.words import END_FOUND, FOUND

register = template.Library()

KNOWN_FOR: Final = 60
"""Seconds for which pages go by the provisions they have found."""

# Symbol: class for the colour, and the word in one and in several.
_SUITS = {
    "♠": ("s", gettext_lazy("spade"), gettext_lazy("spades")),
    "♥": ("h", gettext_lazy("heart"), gettext_lazy("hearts")),
    "♦": ("d", gettext_lazy("diamond"), gettext_lazy("diamonds")),
    "♣": ("c", gettext_lazy("club"), gettext_lazy("clubs")),
}
# A digit before it tells a bid, of which one at the level of one is of a single spade.
_SYMBOL = re.compile(r"(?P<level>(?<!\d)[1-9])?(?P<symbol>[♠♥♦♣])")


@register.filter
def suits(text: object) -> SafeString:
    """Escape a plain text and put a word beside each suit symbol for those who cannot see it."""
    return mark_safe(_SYMBOL.sub(_suit, escape(str(text))))  # noqa: S308 - escaped just here


@register.filter
def marked(text: str) -> SafeString:
    """A text that a search found: suits, and the words it was found by."""
    return mark_safe(  # noqa: S308 - escaped by suits
        suits(text).replace(FOUND, "<mark>").replace(END_FOUND, "</mark>")
    )


@register.filter
def seat(letter: str) -> str:
    """The name of a seat: N is North."""
    return str(auction_words.SEATS[letter])


@register.filter
@stringfilter
def law_name(key: str, title: str = "") -> str:
    """What people call a provision, and the title of a whole law behind it; one without a number goes by its title."""
    try:
        place = keys.parse(key)
    except ValueError:  # a question may name a place that no code has
        return key
    if title and not place.law:
        return title
    return f"{place.name} · {title}" if title else place.name


@register.filter
def edition_title(slug: str) -> str:
    """The title of the edition with this short name; one that is not in the library goes by the short name."""
    return Edition.objects.filter(slug=slug).values_list("title", flat=True).first() or slug


@register.simple_tag(takes_context=True)
def passages(
    context: Context,
    paragraphs: Iterable[Paragraph],
    edition: str,
    on: datetime.date | None = None,
    *,
    book: bool = False,
) -> SafeString:
    """Paragraphs made ready: citations of what has a page as chips, defined terms as links to their definitions."""
    known = _known_keys(context, edition)
    html = []
    for pieces in paragraphs:
        html.append("<p>")
        for piece in pieces:
            if piece.key and piece.key in known:
                html.append(_chip(piece.key, piece.text, edition, on, bool(book)))
            elif piece.term:
                html.append(_term(piece.term, piece.text, edition, on))
            else:
                html.append(suits(piece.text))
        html.append("</p>")
    return mark_safe("".join(html))  # noqa: S308 - every piece is escaped above


@register.simple_tag(takes_context=True)
def remark(
    context: Context,
    comment: Comment,
    edition: str,
    on: datetime.date | None = None,
    *,
    hidden: Collection[str] = (),
    plain: bool = False,
) -> SafeString:
    """A comment: its kind in a word, who stands behind it, what it says and shows, where it was taken from.

    It is hidden if its kind is; `plain` for paper, where nothing can be followed.
    """
    one = comment.remark
    html = [
        f'<section class="note {one.kind}" id="{escape(one.code)}" data-kind="{one.group}"{_hidden(one, hidden)}>'
        f'<p class="note-head"><b>{escape(one.kind_name)}</b> <cite>{suits(one.title)}</cite></p>{_byline(one)}',
        passages(context, comment.text, edition, on),
    ]
    if comment.official:
        whose = escape(gettext("In the words of the source"))
        words = passages(context, comment.official, edition, on)
        html.append(f'<div class="official"><p class="whose">{whose}</p>{words}</div>')
    html += map(auction_table, one.auctions)
    html += (render_to_string("laws/parts/hands.html", hand_diagram(deal)) for deal in one.deals)
    html.append(_source(context, comment, edition, on, plain))
    return mark_safe("".join([*html, "</section>"]))  # noqa: S308 - escaped piece by piece


@register.simple_tag
def pointer_to(pointer: Pointer, *, hidden: Collection[str] = (), plain: bool = False) -> SafeString:
    """Where on the page a comment stands that hangs here too."""
    one = pointer.remark
    name = suits(one.name) if plain else f'<a href="#{escape(one.code)}">{suits(one.name)}</a>'
    place = f"({escape(gettext('at'))} {escape(law_name(pointer.key))})"
    html = f"{escape(capfirst(one.kind_name))}: {name} {place}"
    return mark_safe(f'<p class="pointer {one.kind}" data-kind="{one.group}"{_hidden(one, hidden)}>{html}</p>')  # noqa: S308 - escaped just here


@register.filter
def folded_line(pile: Pile) -> str:
    """The line that what we say ourselves is folded behind: its title if there is only one."""
    folded = pile.folded
    cautions = sum(one.kind == CAUTION for one in folded)
    if len(folded) == 1:
        kind = gettext("Caution") if cautions else gettext("Editors’ note")
        return f"{kind}: {folded[0].title}" if folded[0].title else kind
    if cautions == len(folded):
        return ngettext("%d caution", "%d cautions", cautions) % cautions
    return gettext("%d remarks by the editors") % len(folded)


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
    """A citation chip. A provision without a page here is named, but leads nowhere.

    Where the page has `not_confirmed` (`laws.confirming`), the chip of a step says whether the engine reads the text of now.
    """
    mark = _mark_of_the_former_text(context, key, edition)
    if key not in _known_keys(context, edition):
        return format_html('<span class="cite">{}</span>', law_name(key)) + mark
    return _chip(key, law_name(key), edition, on, book) + mark


@register.filter
def call(one: diagrams.Call) -> SafeString:
    """A call in a cell with its place in the order, and under a marked one what the mark means."""
    return drawn(
        suits(auction_words.call_name(one)),
        nth=one.nth,
        place=auction_words.place_of(one),
        note=one.note,
        mark=Mark(auction_words.before(one), auction_words.after(one), auction_words.why(one), off=one.withdrawn)
        if one.bad
        else None,
    )


@dataclass(frozen=True)
class Mark:
    """What a mark on a call or a card says: before and behind it to those who hear it, below it to those who see it.

    off: it is struck through.
    """

    before: str
    after: str
    why: str
    off: bool


def drawn(made: SafeString, *, nth: int, place: str, note: int | None, mark: Mark | None) -> SafeString:
    """A call or a card as it stands in a cell: with its number, what its mark means, and the number of its note."""
    html = format_html('<span class="call{}">{}</span>', " off" if mark and mark.off else "", made)
    if nth:
        html += format_html('<span class="nth" aria-hidden="true">{}</span>', nth)
    if note:
        html += format_html('<sup><span class="visually-hidden"> {} </span>{}</sup>', gettext("note"), note)
    if mark:
        html = format_html('<span class="visually-hidden">{} </span>', mark.before) + html
        html += format_html('<span class="why" aria-hidden="true">{}</span>', mark.why)
        place = mark.after
    if place:
        html += format_html('<span class="visually-hidden">, {}</span>', place)
    return html


@register.simple_tag
def auction_table(diagram: dict[str, Any]) -> SafeString:
    """An auction in four columns, as it happened. `diagram` is one of a question, or told by `diagrams.as_it_happened`."""
    return _auction(json.dumps(diagram, sort_keys=True), get_language())


@register.inclusion_tag("laws/parts/hands.html")
def hand_diagram(diagram: dict[str, Any]) -> dict[str, Any]:
    """The hands that a question shows, round a compass."""
    return {"deal": diagrams.deal(diagram)}


@register.inclusion_tag("laws/parts/play.html")
def play_table(diagram: dict[str, Any]) -> dict[str, Any]:
    """A row for each trick, above it the cards that were withdrawn; a marked card says what was wrong with it."""
    return {"play": diagrams.play(diagram), "seats": diagrams.SEATS}


@register.filter
def played(one: diagrams.Card) -> SafeString:
    """A card in a cell with its place in the trick, and under a marked one what the mark means."""
    return drawn(
        suits(one.text),
        nth=one.place,
        place=play_words.place_of(one),
        note=one.note,
        mark=Mark(play_words.said_before(one), play_words.said_after(one), play_words.why(one), off=one.withdrawn)
        if one.bad
        else None,
    )


@register.inclusion_tag("laws/parts/moment.html")
def moment_of_play(moment: diagrams.Moment) -> dict[str, Any]:
    """The table at one moment of the play: the hands round the trick, penalty cards face up, and the tricks won."""
    return {"moment": moment}


@register.inclusion_tag("laws/parts/book.html")
def law_book(edition: str, on: datetime.date | None = None) -> dict[str, Any]:
    """A search box whose results open below it, for pages that nobody should have to leave."""
    return {"edition": edition, "on": on}


def _suit(match: re.Match[str]) -> str:
    return _symbol(match["level"] or "", match["symbol"], get_language())


@lru_cache(maxsize=256)  # forty bids and symbols in each language, a hundred of them on a page with a ruling
def _symbol(level: str, symbol: str, _language: str | None) -> str:
    name, one, several = _SUITS[symbol]
    word = one if level == "1" else several
    return (
        f'{level}<span class="{name}"><span aria-hidden="true">{symbol}</span>'
        f'<span class="visually-hidden"> {escape(word)} </span></span>'
    )


def _mark_of_the_former_text(context: Context, key: str, edition: str) -> SafeString:
    found = context.get("not_confirmed")
    if not found or found.book != edition or key not in found.by_provision:
        return SafeString()
    title = found.by_provision[key].sentence
    return format_html(' <span class="not-confirmed" title="{}">{}</span>', title, gettext("not confirmed"))


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


@lru_cache(maxsize=512)  # the commentary on one law shows dozens of auctions, and the same on every visit
def _auction(diagram: str, language: str | None) -> SafeString:
    laid = diagrams.auction(json.loads(diagram))
    shown = {"auction": laid, "seats": diagrams.SEATS, "key_line": auction_words.key_line(laid)}
    return render_to_string("laws/parts/auction.html", shown)


def _hidden(one: Remark, kinds: Collection[str]) -> str:
    return " hidden" if one.group in kinds else ""


def _byline(one: Remark) -> str:
    """Who stands behind a comment, where and when it was made, and of what binds whether it still does."""
    parts = [f"<span>{escape(part)}</span>" for part in (one.authority, one.author, one.place, _made(one)) if part]
    if one.over and one.ends:
        until = gettext("superseded on %s") % date_format(one.ends, "j F Y")
        parts.insert(0, f'<strong class="over">{escape(until)}</strong>')
    elif one.binding:
        parts.insert(0, f'<span class="force">{escape(gettext("in force"))}</span>')
    return f'<p class="note-by">{" ".join(parts)}</p>' if parts else ""


def _source(context: Context, comment: Comment, edition: str, on: datetime.date | None, plain: bool) -> str:
    """Where a comment was taken from, and where else it hangs."""
    one = comment.remark
    told = one.document
    if one.lines:
        first, last = one.lines
        lines = ngettext("line %(first)d", "lines %(first)d–%(last)d", 1 + last - first)
        told += ", " + lines % {"first": first, "last": last}
    if told and one.ours:
        told = gettext("About: %s") % told
    html: list[str] = [escape(told)]
    if comment.also:
        html.append(f"{' · ' if told else ''}{escape(gettext('also on') if told else gettext('Also on'))}")
        html += (" " + (escape(law_name(key)) if plain else cite(context, key, edition, on)) for key in comment.also)
    return f'<p class="source">{"".join(html)}</p>' if told or comment.also else ""


def _made(one: Remark) -> str:
    """The date of a comment, as far as it is known."""
    return date_format(one.dated, {"day": "j F Y", "month": "F Y"}.get(one.dated_to, "Y")) if one.dated else ""


@lru_cache(maxsize=1024)
def _term(slug: str, shown: str, edition: str, on: datetime.date | None) -> SafeString:
    query = "?" + urlencode({"on": on.isoformat()}) if on else ""
    return format_html(
        '<a class="term" href="{}{}#{}" data-preview="{}{}">{}</a>',
        reverse("laws:definitions", args=[edition]),
        query,
        slug,
        reverse("laws:term", args=[edition, slug]),
        query,
        shown,
    )


def _known_keys(context: Context, edition: str) -> frozenset[str]:
    """The keys that have a page; asked for once a request, however many texts the page has.

    They are up to a minute old: the many of a book change only when an editor adds a provision, and every page asks for them.
    """
    request = context.get("request")
    known: dict[str, frozenset[str]] = {} if request is None else request.__dict__.setdefault("_known_law_keys", {})
    if edition not in known:
        found = caches["parts"].get_or_set(f"known-keys/{edition}", lambda: library.known_keys(edition), KNOWN_FOR)
        known[edition] = cast("frozenset[str]", found)
    return known[edition]
