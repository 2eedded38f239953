"""A drawing as SVG, and the same chart as a nested list for whoever reads it with the ears.

Every box is a link to its provision, with the text of the provision beside it on hover and focus, as on every page of the
library. Colours and fonts are classes of assistant.css: dark mode, print and forced colours follow from there.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from laws import keys
from laws.assistant.arranging import Arrangement, Block
from laws.assistant.charts import Chart, Node
from laws.assistant.drawing import (
    CHIP_HEIGHT,
    CHIP_TEXT,
    NOTHING,
    Arrow,
    Box,
    Chip,
    Drawing,
    Entry,
    Jump,
    Words,
    strips,
)
from laws.assistant.happenings import top
from laws.rulings.editions import EDITIONS

HEAD = 5
BADGE = (26, 18)


def drawn(
    drawing: Drawing,
    chart: Chart,
    edition: str,
    known: frozenset[str],
    letter: str = "",
    former: frozenset[str] = frozenset(),
    passed: frozenset[Node] = frozenset(),
) -> SafeString:
    """The whole drawing of a chart or, with its letter, of a part of one.

    `former` are provisions that are not confirmed; `passed` the nodes on the way that is shown. A drawing on which none is
    marked is kept; there are too many ways to keep those.
    """
    if not passed:
        return _unmarked(drawing, chart, edition, known, letter, former)
    return _whole(drawing, chart, edition, known, letter, former, passed)


@lru_cache(maxsize=128)  # a chart changes with the program only, and its links with the shelf
def _unmarked(
    drawing: Drawing, chart: Chart, edition: str, known: frozenset[str], letter: str, former: frozenset[str]
) -> SafeString:
    return _whole(drawing, chart, edition, known, letter, former, frozenset())


def _whole(
    drawing: Drawing,
    chart: Chart,
    edition: str,
    known: frozenset[str],
    letter: str,
    former: frozenset[str],
    passed: frozenset[Node],
) -> SafeString:
    label = _("Flow chart: %s") % chart.title
    if letter:
        label = _("%(label)s, part %(letter)s") % {"label": label, "letter": letter}
    inside = _joined(
        _strip(drawing, chart.procedure, (top, bottom), edition, known, former, passed)
        for top, bottom in strips(drawing)
    )
    return format_html('<div class="drawing {}" role="group" aria-label="{}">{}</div>', drawing.kind, label, inside)


def _strip(
    drawing: Drawing,
    procedure: str,
    between: tuple[float, float],
    edition: str,
    known: frozenset[str],
    former: frozenset[str],
    passed: frozenset[Node],
) -> SafeString:
    """What stands between two heights; lines that go on are drawn in each strip they touch."""
    above, below = between
    parts = [
        *(_arrow(one) for one in drawing.arrows if _touches(one, above, below)),
        *(
            _box(one, drawing.name, procedure, edition, known, former, one.node in passed)
            for one in drawing.boxes
            if above <= one.y < below
        ),
        *(_words(one, "answer") for one in drawing.answers if above <= one.y < below),
        *(_jump(one, drawing.name) for one in drawing.jumps if above <= one.y < below),
    ]
    width, height = _n(drawing.width), _n(below - above)
    frame = f"0 {_n(above)} {width} {height}"
    return format_html('<svg viewBox="{}" width="{}" height="{}">{}</svg>', frame, width, height, _joined(parts))


def _touches(arrow: Arrow, above: float, below: float) -> bool:
    heights = [y for _x, y in arrow.points]
    return min(heights) - HEAD < below and max(heights) + HEAD > above


def _n(length: float) -> str:
    return f"{length:.1f}".removesuffix(".0")


def _joined(parts: Iterable[SafeString]) -> SafeString:
    return format_html_join("", "{}", ((part,) for part in parts))


def _arrow(arrow: Arrow) -> SafeString:
    path = "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in arrow.points)
    line = format_html('<path class="way" d="{}"/>', path)
    return line + _head(arrow) if arrow.head else line


def _head(arrow: Arrow) -> SafeString:
    (x0, _y0), (x, y) = arrow.points[-2:]
    if x0 == x:
        back = y - HEAD * 1.6
        d = f"M{_n(x)} {_n(y)}L{_n(x - HEAD)} {_n(back)}L{_n(x + HEAD)} {_n(back)}Z"
    else:
        back = x - HEAD * 1.6 if x > x0 else x + HEAD * 1.6
        d = f"M{_n(x)} {_n(y)}L{_n(back)} {_n(y - HEAD)}L{_n(back)} {_n(y + HEAD)}Z"
    return format_html('<path class="head" d="{}"/>', d)


def _rect(x: float, y: float, width: float, height: float, rounded: float, name: str = "") -> SafeString:
    numbers = (_n(one) for one in (x, y, width, height, rounded))
    style = format_html(' class="{}"', name) if name else SafeString()
    return format_html('<rect{} x="{}" y="{}" width="{}" height="{}" rx="{}"/>', style, *numbers)


def _words(words: Words, name: str = "") -> SafeString:
    name = name or ("muted" if words.muted else "doubt" if words.doubt else "")
    style = format_html(' class="{}"', name) if name else SafeString()
    return format_html('<text{} x="{}" y="{}">{} </text>', style, _n(words.x), _n(words.y), words.text)


def _box(
    box: Box,
    name: str,
    procedure: str,
    edition: str,
    known: frozenset[str],
    former: frozenset[str],
    is_passed: bool,
) -> SafeString:
    inside = [_rect(box.x, box.y, box.width, box.height, 6)]
    if box.goes_to or box.part:
        words = _joined(_words(one) for entry in box.entries for one in entry.words)
        if box.part:
            address = f"#part-{procedure}-{box.part}"
        else:
            address = f"{reverse('laws:chart', args=[edition, top(box.goes_to)])}#chart-{box.goes_to}"
        all_of_it = _rect(box.x, box.y, box.width, box.height, 6, "all-of-it")
        inside.append(format_html('<a href="{}">{}{}</a>', address, all_of_it, words))
    else:
        inside += [_entry(entry, edition, known, former) for entry in box.entries]
    identity = SafeString()
    if box.number:
        width, height = BADGE
        left, up = box.right - width - 10, box.y - height / 2
        inside.append(_rect(left, up, width, height, height / 2, "number"))
        inside.append(_words(Words(left + width / 2, up + 13, str(box.number)), "number-text"))
        identity = format_html(' id="{}-{}"', name, box.number)
    if is_passed:
        inside.append(format_html('<circle class="passed-mark" cx="{}" cy="{}" r="9"/>', _n(box.x + 12), _n(box.y)))
        inside.append(_words(Words(box.x + 12, box.y + 4.5, "✓"), "passed-text"))
    kind = f"{box.kind} passed" if is_passed else box.kind
    return format_html('<g class="box {}"{}>{}</g>', kind, identity, _joined(inside))


def _entry(entry: Entry, edition: str, known: frozenset[str], former: frozenset[str]) -> SafeString:
    inside = _joined([*map(_words, entry.words), *(_chip(chip, chip.key in former) for chip in entry.chips)])
    if entry.key not in known:
        return inside
    args = [EDITIONS[edition].book, entry.key]
    return format_html(
        '<a href="{}" data-preview="{}">{}</a>',
        reverse("laws:provision", args=args),
        reverse("laws:preview", args=args),
        inside,
    )


def _chip(chip: Chip, former: bool = False) -> SafeString:
    frame = _rect(chip.x, chip.y, chip.width, CHIP_HEIGHT, 4, "chip former" if former else "chip")
    if former:
        frame = format_html("<title>{}</title>{}{}", _("not confirmed"), frame, _mark(chip))
    return frame + format_html(
        '<text class="chip-text" x="{}" y="{}" font-size="{}">{}</text>',
        _n(chip.x + chip.width / 2),
        _n(chip.base),
        CHIP_TEXT,
        chip.key,
    )


def _mark(chip: Chip) -> SafeString:
    """A sign on the corner of a chip whose provision is not confirmed, so that colour does not tell it alone."""
    words = Words(chip.x + chip.width, chip.y + 4, "!")
    return format_html('<circle class="former-mark" cx="{}" cy="{}" r="6"/>', _n(words.x), _n(words.y - 4)) + _words(
        words, "former-text"
    )


def _jump(jump: Jump, name: str) -> SafeString:
    words = Words(jump.x + jump.width / 2, jump.y + 15, _("go to %d") % jump.number)
    frame = _rect(jump.x, jump.y, jump.width, 22, 11)
    return format_html('<a class="jump" href="#{}-{}">{}{}</a>', name, jump.number, frame, _words(words))


# -- the same in words -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=128)
def in_words(
    chart: Chart, arrangement: Arrangement, edition: str, known: frozenset[str], former: frozenset[str] = frozenset()
) -> SafeString:
    """The chart as a nested list: a question, and for each answer what follows."""
    return _Outline(chart.procedure, arrangement, edition, known, former).block(arrangement.root)


class _Outline:
    def __init__(
        self, procedure: str, arrangement: Arrangement, edition: str, known: frozenset[str], former: frozenset[str]
    ) -> None:
        self.procedure, self.numbers, self.edition, self.known = procedure, arrangement.numbers, edition, known
        self.former = former

    def block(self, block: Block) -> SafeString:
        """A node, the ways from it, and what several of them lead to."""
        parts = [self._node(block)]
        ways = [*block.sides, *([block.main] if block.main else [])]
        if block.node.branches:
            lines = [format_html("<li><b>{}</b> {}</li>", answer, self._way(way)) for answer, way in ways]
            parts.append(format_html("<ul>{}</ul>", _joined(lines)))
        else:
            parts += [self._way(way) for _answer, way in ways]
        return _joined([*parts, *map(self.block, block.after)])

    def _way(self, way: Block | Node) -> SafeString:
        if isinstance(way, Block):
            return self.block(way)
        number = self.numbers[way]
        return format_html('<p><a href="#{}-{}">{}</a></p>', self._id(), number, _("go to %d") % number)

    def _id(self) -> str:
        return f"words-{self.procedure}"

    def _node(self, block: Block) -> SafeString:
        node = block.node
        if node.law:
            address = f"{reverse('laws:chart', args=[self.edition, top(node.law)])}#chart-{node.law}"
            return format_html('<p><a href="{}">{}</a></p>', address, _("Go on with the chart of Law %s") % node.law)
        number = SafeString()
        identity = SafeString()
        if block.number:
            number = format_html('<span class="nth">{}</span> ', block.number)
            identity = format_html(' id="{}-{}"', self._id(), block.number)
        said = [
            format_html("{}{} {}", _("In doubt: ") if item.doubt else "", item.words, self._cite(item.provision))
            for item in node.items
        ]
        if node.also:
            also = format_html_join(" ", "{}", ((self._cite(key),) for key in node.also))
            said.append(format_html("{} {}", _("also") if node.items else _("see"), also))
        if not said:
            said.append(format_html("{}", NOTHING))
        return format_html("<p{}>{}{}</p>", identity, number, mark_safe("; ".join(said)))  # noqa: S308 - escaped above

    def _cite(self, key: str) -> SafeString:
        mark = SafeString()
        if key in self.former:
            mark = format_html(' <span class="not-confirmed">{}</span>', _("not confirmed"))
        if key not in self.known:
            return format_html('<span class="cite">{}</span>', key) + mark
        address = reverse("laws:provision", args=[EDITIONS[self.edition].book, key])
        return format_html('<a class="cite" href="{}">{}</a>', address, keys.name(key)) + mark
