"""How the difference between two texts is shown, the same on every page.

    {% word_diff old new %}     one text with what is gone and what is new, told apart by marks and by hidden words
    {{ pieces|told }}           the same for a difference already made; told:"gone" and told:"new" show one of the texts

The page needs laws.css. Suit symbols are shown as everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from laws.comparing.words import Piece, diff_words
from laws.templatetags.law_tags import suits

register = template.Library()


@register.simple_tag
def word_diff(old: str, new: str) -> SafeString:
    """What became of the old text, in <del> and <ins>; screen readers hear where a change begins and ends."""
    return format_html_join("", "{}", ((_piece(piece),) for piece in diff_words(old, new)))


@register.filter
def told(pieces: Iterable[Piece], side: str = "") -> SafeString:
    """A difference as `diff_words` made it; with a side only the text of that side."""
    return format_html_join(
        "", "{}", ((_piece(piece),) for piece in pieces if not side or piece.kind in ("same", side))
    )


def _piece(piece: Piece) -> SafeString:
    match piece.kind:
        case "same":
            return _lines(piece.text, "<br><br>")
        case "gone":
            element, begins, ends = "del", gettext("[removed:"), gettext("end of removed]")
        case "new":
            element, begins, ends = "ins", gettext("[added:"), gettext("end of added]")
    # The blank in front of an added sentence would be underlined.
    before = " " if piece.text.startswith(" ") else ""
    # A break between paragraphs that came or went would not be seen by itself.
    words = _lines(piece.text.removeprefix(" "), "¶<br><br>" if piece.kind == "new" else "¶ ")
    return format_html(
        '{4}<{0}><span class="visually-hidden"> {1} </span>{2}<span class="visually-hidden"> {3} </span></{0}>',
        element,
        begins,
        words,
        ends,
        before,
    )


def _lines(text: str, paragraph: str) -> SafeString:
    return mark_safe(suits(text).replace("\n\n", paragraph))  # noqa: S308 - escaped by suits
