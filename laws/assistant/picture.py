"""A chart as one SVG that stands by itself: for a document, a slide, or another site.

It brings its own colours, those of paper, as attributes: a style sheet inside would be refused by our own policy.
"""

from __future__ import annotations

from typing import Final

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from laws.assistant.charts import Chart
from laws.assistant.drawing import CHIP_HEIGHT, CHIP_TEXT, Arrow, Box, Chip, Drawing, Entry, Jump, Words
from laws.assistant.happenings import top

PAPER, INK, MUTED, EDGE, TABLE, SOFT, CAUTION = (
    "#ffffff",
    "#1d1f1c",
    "#5b605a",
    "#767b74",
    "#1f6b4a",
    "#e4efe8",
    "#8a5a00",
)
FONT: Final = "system-ui, sans-serif"
MONO: Final = "ui-monospace, monospace"
_FRAMES: Final = {
    "observed": {"fill": PAPER, "stroke": EDGE, "stroke-width": "1.25"},
    "election": {"fill": PAPER, "stroke": TABLE, "stroke-width": "2"},
    "finding": {"fill": PAPER, "stroke": CAUTION, "stroke-width": "1.5", "stroke-dasharray": "5 3"},
    "decision": {"fill": SOFT},
    "closed": {"fill": PAPER, "stroke": EDGE, "stroke-dasharray": "2 4"},
    "link": {"fill": PAPER, "stroke": TABLE, "stroke-width": "1.25"},
}
_HEAD: Final = 5.0


def picture(
    drawing: Drawing,
    chart: Chart,
    edition: str,
    book: str,
    known: frozenset[str],
    base: str,
    former: frozenset[str] = frozenset(),
) -> SafeString:
    """The whole drawing.

    `book`: the edition on the shelf that has the provisions, `known` those that have a page there; `base`: the beginning
    of absolute addresses; `former`: the provisions that are not confirmed.
    """
    pen = _Pen(edition, book, known, base, former)
    inside = _joined(
        [
            *(_arrow(one) for one in drawing.arrows),
            *(pen.box(one, drawing.name) for one in drawing.boxes),
            *(_answer(one) for one in drawing.answers),
            *(_jump(one, drawing.name) for one in drawing.jumps),
        ]
    )
    width, height = _n(drawing.width), _n(drawing.height)
    title = f"Law {chart.procedure}: {chart.title}"
    return format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" font-family="{font}">'
        '<title>{title}</title><rect width="{w}" height="{h}" fill="{paper}"/>{inside}</svg>',
        w=width,
        h=height,
        font=FONT,
        title=title,
        paper=PAPER,
        inside=inside,
    )


def _n(length: float) -> str:
    return f"{length:.1f}".removesuffix(".0")


def _joined(parts: list[SafeString]) -> SafeString:
    return format_html_join("", "{}", ((part,) for part in parts))


def _tag(name: str, inside: SafeString | str = "", **attributes: object) -> SafeString:
    told = format_html_join("", ' {}="{}"', ((key.replace("_", "-"), value) for key, value in attributes.items()))
    return format_html("<{}{}>{}</{}>", SafeString(name), told, inside, SafeString(name))


def _rect(x: float, y: float, width: float, height: float, rounded: float, **look: object) -> SafeString:
    return _tag("rect", "", x=_n(x), y=_n(y), width=_n(width), height=_n(height), rx=_n(rounded), **look)


def _text(x: float, y: float, said: str, **look: object) -> SafeString:
    return _tag("text", said, x=_n(x), y=_n(y), **{"font_size": 14, "fill": INK, **look})


def _arrow(arrow: Arrow) -> SafeString:
    path = "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in arrow.points)
    line = _tag("path", d=path, fill="none", stroke=EDGE, stroke_width=1.5)
    if not arrow.head:
        return line
    (x0, _y0), (x, y) = arrow.points[-2:]
    if x0 == x:
        back = y - _HEAD * 1.6
        d = f"M{_n(x)} {_n(y)}L{_n(x - _HEAD)} {_n(back)}L{_n(x + _HEAD)} {_n(back)}Z"
    else:
        back = x - _HEAD * 1.6 if x > x0 else x + _HEAD * 1.6
        d = f"M{_n(x)} {_n(y)}L{_n(back)} {_n(y - _HEAD)}L{_n(back)} {_n(y + _HEAD)}Z"
    return line + _tag("path", d=d, fill=EDGE)


def _answer(words: Words) -> SafeString:
    look = {"font_size": 13, "font_weight": 600, "paint_order": "stroke", "stroke": PAPER, "stroke_width": 4}
    return _text(words.x, words.y, words.text, **look)


def _jump(jump: Jump, name: str) -> SafeString:
    frame = _rect(jump.x, jump.y, jump.width, 22, 11, fill=PAPER, stroke=INK)
    said = _text(jump.x + jump.width / 2, jump.y + 15, f"go to {jump.number}", font_size=13, text_anchor="middle")
    return _tag("a", frame + said, href=f"#{name}-{jump.number}")


class _Pen:
    def __init__(self, edition: str, book: str, known: frozenset[str], base: str, former: frozenset[str]) -> None:
        self.edition, self.book, self.known, self.base, self.former = edition, book, known, base, former

    def box(self, box: Box, name: str) -> SafeString:
        frame = {key.replace("-", "_"): value for key, value in _FRAMES[box.kind].items()}
        parts = [_rect(box.x, box.y, box.width, box.height, 6, **frame)]
        if box.goes_to:
            words = [
                _words(one, fill=TABLE, text_decoration="underline") for entry in box.entries for one in entry.words
            ]
            chart = reverse("laws:chart", args=[self.edition, top(box.goes_to)])
            parts.append(_tag("a", _joined(words), href=f"{self.base}{chart}#chart-{box.goes_to}"))
        else:
            parts += [self._entry(one) for one in box.entries]
        if not box.number:
            return _tag("g", _joined(parts))
        left, up = box.right - 36, box.y - 9
        parts.append(_rect(left, up, 26, 18, 9, fill=INK))
        number = {"font_size": 11.5, "font_weight": 600, "fill": PAPER, "text_anchor": "middle"}
        parts.append(_text(left + 13, up + 13, str(box.number), **number))
        return _tag("g", _joined(parts), id=f"{name}-{box.number}")

    def _entry(self, entry: Entry) -> SafeString:
        inside = _joined([*map(_words, entry.words), *(_chip(one, one.key in self.former) for one in entry.chips)])
        if entry.key not in self.known:
            return inside
        return _tag("a", inside, href=self.base + reverse("laws:provision", args=[self.book, entry.key]))


def _words(words: Words, **look: object) -> SafeString:
    if words.muted:
        look = {"font_size": 12.5, "fill": MUTED, **look}
    elif words.doubt:
        look = {"font_style": "italic", "fill": CAUTION, **look}
    return _text(words.x, words.y, words.text, **look)


def _chip(chip: Chip, former: bool = False) -> SafeString:
    """A provision; with a sign on its corner where it is not confirmed (`laws.confirming`)."""
    frame = _rect(chip.x, chip.y, chip.width, CHIP_HEIGHT, 4, fill=PAPER, stroke=CAUTION if former else EDGE)
    if former:
        said = {"font_size": 13, "font_weight": 700, "text_anchor": "middle", "fill": CAUTION}
        frame = _tag("title", _("not confirmed")) + frame + _text(chip.x + chip.width, chip.y + 4, "!", **said)
    look = {"font_size": CHIP_TEXT, "font_weight": 600, "font_family": MONO, "text_anchor": "middle"}
    return frame + _text(chip.x + chip.width / 2, chip.base, chip.key, **look)
