"""A chart as boxes and lines with their places, for a phone and for a desk.

Both are the same arrangement. On a phone every side way hangs under its question, a step to the right, as in an outline;
on a desk it stands to the right of its question while there is room. Text is broken by the widths of a wide sans serif,
so that whatever font the reader has, it stays inside its box. Lengths are CSS pixels.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Final

from laws.assistant.arranging import Arrangement, Block, Run
from laws.assistant.charts import Item, Node
from laws.rulings.facts import Source

WIDTHS: Final = {"phone": 358, "desk": 960}
TEXT, LINE, PAD = 14.0, 19.0, 10.0
ANSWER, BOLD = 13.0, 1.1
# What the number of a box takes of its upper edge.
NUMBER = 44.0
CHIP_TEXT, CHIP_PAD, CHIP_HEIGHT = 11.5, 4.0, 16.0
INDENT, RAIL, MARGIN = 22.0, 11.0, 16.0
BOX, BESIDE, NARROWEST = 410.0, 62.0, 300.0
GAP: Final = 26.0
# The least height of a strip that stays on one page of paper.
STRIP: Final = 160.0

_NARROW, _WIDE = "iIjlrtf.,:;'’()[]| !", "mwMW—%&@"


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text from (x, y), its baseline. `muted` for what is said beside; `doubt` for another reading of the law."""

    x: float
    y: float
    text: str
    muted: bool = False
    doubt: bool = False


@dataclass(frozen=True, slots=True)
class Chip:
    """A provision in a frame with its top left corner at (x, y)."""

    x: float
    y: float
    width: float
    key: str

    @property
    def base(self) -> float:
        """The baseline of its text."""
        return self.y + 12


@dataclass(frozen=True, slots=True)
class Entry:
    """What one link of a box holds: its chips and lines. `key` is the provision it leads to."""

    key: str
    words: tuple[Words, ...]
    chips: tuple[Chip, ...]


@dataclass(frozen=True, slots=True)
class Box:
    """A box; `kind` is observed, election, finding, decision, closed or link.

    A link has the law whose chart it opens in `goes_to`, or the letter of the part of this chart in `part`. `node` is what
    it draws.
    """

    x: float
    y: float
    width: float
    height: float
    kind: str
    entries: tuple[Entry, ...]
    number: int = 0
    goes_to: str = ""
    part: str = ""
    node: Node | None = None

    @property
    def right(self) -> float:
        """The x of its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of its lower edge."""
        return self.y + self.height


@dataclass(frozen=True, slots=True)
class Jump:
    """A reference to a box drawn elsewhere."""

    x: float
    y: float
    width: float
    number: int


@dataclass(frozen=True, slots=True)
class Arrow:
    """A line through points; `head` when an arrow ends it."""

    points: tuple[tuple[float, float], ...]
    head: bool = True


@dataclass(slots=True, eq=False)
class Drawing:
    """Everything to be drawn; `kind` is phone or desk. `name` tells its ids from those of others on the same page."""

    kind: str
    name: str
    width: float
    height: float = 0
    boxes: list[Box] = field(default_factory=list)
    arrows: list[Arrow] = field(default_factory=list)
    answers: list[Words] = field(default_factory=list)
    jumps: list[Jump] = field(default_factory=list)


@lru_cache(maxsize=256)
def draw(arrangement: Arrangement, kind: str, name: str) -> Drawing:
    """A chart drawn for a phone or for a desk."""
    artist = _Artist(arrangement, Drawing(kind, name, WIDTHS[kind]))
    bottom, _tail = artist.column(arrangement.root, 1, 10)
    artist.drawing.height = bottom + 8
    return artist.drawing


def length(text: str, size: float = TEXT) -> float:
    """How wide a text gets at most."""
    em = sum(0.38 if one in _NARROW else 0.98 if one in _WIDE else 0.72 if one.isupper() else 0.63 for one in text)
    return em * size


def broken(text: str, width: float) -> list[str]:
    """A text in lines that fit. A word too long for a line has one to itself."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and length(longer) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


@dataclass(frozen=True, slots=True)
class _Tail:
    """A way straight down that has no box under it yet: where it starts, its answer, and what it leads to."""

    y: float
    answer: str
    to: Node


class _Artist:
    def __init__(self, arrangement: Arrangement, drawing: Drawing) -> None:
        self.numbers, self.drawing = arrangement.numbers, drawing
        self.desk = drawing.kind == "desk"
        self._run_starts: dict[Run, list[tuple[Box, str]]] = {}
        self._run_ends: dict[Run, Box] = {}

    def column(self, block: Block, x: float, y: float) -> tuple[float, _Tail | None]:
        """Draw a block with all that stands under it; the lower edge, and the way that still has to be led somewhere."""
        box = self._box(block, x, y)
        bottom, tail = box.bottom, None
        if block.sides:
            left = box.right + max(BESIDE, *(length(answer, ANSWER * BOLD) + 34 for answer, _way in block.sides))
            beside = self.desk and left + NARROWEST <= self.drawing.width
            bottom = self._beside(block, box, left) if beside else self._under(block, box)
        if block.main:
            answer, way = block.main
            tail = _Tail(box.bottom, answer, way.node if isinstance(way, Block) else way)
            if isinstance(way, Block):
                bottom, tail = self._on(way, x, bottom, tail)
        for other in block.after:
            bottom, tail = self._on(other, x, bottom, tail)
        return bottom, tail

    def _on(self, block: Block, x: float, bottom: float, tail: _Tail | None) -> tuple[float, _Tail | None]:
        """The next block of a spine, under all that has been drawn; the way that leads to it, or away from here."""
        if tail and tail.to is not block.node:
            bottom = self._jump_down(x, bottom, tail)
            tail = None
        top = bottom + GAP
        if tail:
            top = self._answer(x + RAIL + 6, bottom, tail.answer) + GAP
            self.drawing.arrows.append(Arrow(((x + RAIL, tail.y), (x + RAIL, top))))
        return self.column(block, x, top)

    def _jump_down(self, x: float, bottom: float, tail: _Tail) -> float:
        """A way that ends in a reference."""
        top = self._answer(x + RAIL + 6, bottom, tail.answer) + GAP
        self.drawing.arrows.append(Arrow(((x + RAIL, tail.y), (x + RAIL, top))))
        return self._jump(x, top, tail.to)

    def _jump(self, x: float, y: float, to: Node) -> float:
        number = self.numbers[to]
        self.drawing.jumps.append(Jump(x, y, length(f"go to {number}") + 14, number))
        return y + 22

    def _answer(self, x: float, bottom: float, text: str) -> float:
        """An answer under a lower edge, clear of the number of the box that follows; the edge moves down with its lines."""
        right = min(self.drawing.width - MARGIN, x + BOX)
        lines = broken(text, (right - NUMBER - x) * TEXT / ANSWER / BOLD)
        if text:
            self.drawing.answers += [Words(x, bottom + 17 + at * LINE, line) for at, line in enumerate(lines)]
        return bottom + (len(lines) - 1) * LINE

    def _under(self, block: Block, box: Box) -> float:
        """Side ways under their question, each a step to the right."""
        rail, bottom = box.x + RAIL, box.bottom
        for answer, way in block.sides:
            if block.run and not isinstance(way, Block):
                self._run_starts.setdefault(block.run, []).append((box, answer))
                continue
            top = self._answer(rail + 6, bottom, answer) + 24
            entry = top + 11
            self.drawing.arrows.append(Arrow(((rail, box.bottom), (rail, entry), (box.x + INDENT, entry))))
            if not isinstance(way, Block):
                bottom = self._jump(box.x + INDENT, top, way) + 2
                continue
            first = len(self.drawing.boxes)
            bottom, tail = self.column(way, box.x + INDENT, top)
            if tail:
                bottom = self._jump_down(box.x + INDENT, bottom, tail)
            if block.run:
                self._collect(block.run, self.drawing.boxes[first])
        return bottom

    def _collect(self, run: Run, end: Box) -> None:
        """Lead the earlier questions of a run to its end, down the right margin."""
        rail = self.drawing.width - 5
        for box, answer in self._run_starts.get(run, ()):
            middle = box.y + box.height / 2
            into = end.y + end.height / 2
            self.drawing.arrows.append(Arrow(((box.right, middle), (rail, middle), (rail, into), (end.right, into))))
            self.drawing.answers.append(Words(box.right - length(answer, ANSWER) - NUMBER, box.bottom + 17, answer))

    def _beside(self, block: Block, box: Box, x: float) -> float:
        """Side ways to the right of their question, from x on, the first on its height."""
        top, bottom = box.y, box.bottom
        rail = x - 14 if block.run else box.right + 12
        for at, (answer, way) in enumerate(block.sides):
            entry = top + 15
            start = box.y + 15
            if block.run and block.run in self._run_ends:
                self.drawing.arrows.append(
                    Arrow(((box.right, start), (rail, start), (rail, self._run_ends[block.run].y + 15)), head=False)
                )
                self.drawing.answers.append(Words(box.right + 5, start - 5, answer))
                continue
            points = ((box.right, start), (x, entry)) if not at else ((rail, start), (rail, entry), (x, entry))
            self.drawing.arrows.append(Arrow(points))
            self.drawing.answers.append(Words((rail if at else box.right) + 5, entry - 5, answer))
            if not isinstance(way, Block) and not block.run:
                bottom = max(bottom, self._jump(x, entry - 11, way))
                top = entry + 22
                continue
            first = len(self.drawing.boxes)
            drawn = way if isinstance(way, Block) else Block(way, number=self.numbers[way])
            low, tail = self.column(drawn, x, top)
            if tail:
                low = self._jump_down(x, low, tail)
            if block.run:  # the questions of the run go on beside their common end
                self._run_ends[block.run] = self.drawing.boxes[first]
            else:
                bottom = max(bottom, low)
            top = low + 16
        if block.run and block.node is block.run.questions[-1]:
            bottom = max(bottom, self._run_ends[block.run].bottom)
        return bottom

    def _box(self, block: Block, x: float, y: float) -> Box:
        node = block.node
        right = self.drawing.width - MARGIN
        width = min(BOX, right - x) if self.desk else right - x
        entries = tuple(_entries(node, x + PAD, y + PAD, width - 2 * PAD))
        height = max((low for entry in entries for low in _lows(entry)), default=y) + PAD - y
        kind = node.source.value if node.source else "link" if node.law or node.part else "decision"
        kind = "closed" if node.closed else kind
        box = Box(x, y, width, height, kind, entries, block.number, node.law, node.part, node)
        self.drawing.boxes.append(box)
        return box


def _lows(entry: Entry) -> Iterator[float]:
    yield from (words.y + 3 for words in entry.words)
    yield from (chip.y + CHIP_HEIGHT for chip in entry.chips)


def _entries(node: Node, x: float, y: float, width: float) -> Iterator[Entry]:
    if node.law:
        yield Entry("", (Words(x, y + 13, f"Continue with the chart of Law {node.law}"),), ())
        return
    if node.part:
        lines = broken(f"Part {node.part} ({node.items[0].provision}): {node.items[0].words}", width)
        yield Entry("", tuple(Words(x, y + 13 + at * LINE, line) for at, line in enumerate(lines)), ())
        return
    if node.branches:
        yield _question(node, x, y, width)
        return
    if not node.items and not node.also:
        yield Entry("", (Words(x, y + 13, NOTHING, muted=True),), ())
        return
    for key, items in groupby(node.items, lambda item: item.provision):
        entry = _decisions(key, items, x, y, width)
        yield entry
        y = max(_lows(entry)) + 6
    if node.also:
        yield from _also(node.also, x, y, width, word="also" if node.items else "see")


# A way that ends without anything that a chart tells.
NOTHING: Final = "Nothing more is ruled"
ASKED: Final = {Source.OBSERVED: "", Source.ELECTION: "a player’s choice", Source.FINDING: "you find out"}


def _question(node: Node, x: float, y: float, width: float) -> Entry:
    item = node.items[0]
    lines = broken(item.words, width)
    words = [Words(x, y + 13 + at * LINE, text) for at, text in enumerate(lines)]
    low = y + len(lines) * LINE + 3
    chip = _chip(x, low, item.provision)
    if node.source and (said := ASKED[node.source]):
        words.append(Words(x + chip.width + 8, chip.base, said, muted=True))
    return Entry(item.provision, tuple(words), (chip,))


def _decisions(key: str, items: Iterable[Item], x: float, y: float, width: float) -> Entry:
    """What one provision decides: its chip, and beside it a paragraph for each decision."""
    chip = _chip(x, y, key)
    left = chip.width + 8
    words: list[Words] = []
    base = y + 13
    for item in items:
        text = f"In doubt: {item.words}" if item.doubt else item.words
        for line in broken(text, width - left):
            words.append(Words(x + left, base, line, doubt=item.doubt))
            base += LINE
        base += 3
    return Entry(key, tuple(words), (chip,))


def _also(keys: tuple[str, ...], x: float, y: float, width: float, word: str) -> Iterator[Entry]:
    """What belongs to the decision besides, by its provisions only."""
    also = Words(x, y + 13, word, muted=True)
    left, top = x + length(word) + 4, y
    for at, key in enumerate(keys):
        chip = _chip(left, top, key)
        if left + chip.width > x + width:
            left, top = x, top + LINE + 1
            chip = _chip(left, top, key)
        yield Entry(key, () if at else (also,), (chip,))
        left += chip.width + 5


def _chip(x: float, y: float, key: str) -> Chip:
    return Chip(x, y, 0.64 * CHIP_TEXT * len(key) + 2 * CHIP_PAD, key)


def strips(drawing: Drawing) -> list[tuple[float, float]]:
    """Where the drawing may be cut across, from top to bottom: between two pages of paper no box is torn."""
    taken = sorted(
        [(box.y - 9, box.bottom) for box in drawing.boxes]
        + [(jump.y, jump.y + 22) for jump in drawing.jumps]
        + [(words.y - 12, words.y + 4) for words in drawing.answers]
    )
    cuts, low = [0.0], 0.0
    for start, end in taken:
        if start > low and start - cuts[-1] >= STRIP:
            cuts.append((start + low) / 2)
        low = max(low, end)
    return list(pairwise([*cuts, drawing.height]))


def overlaps(drawing: Drawing) -> list[tuple[Box, Box]]:
    """Boxes that cover each other: none, in a chart that can be read."""
    by_height = sorted(drawing.boxes, key=lambda box: box.y)
    return [
        (one, other)
        for one, other in _pairs(by_height)
        if one.bottom > other.y and one.x < other.right and other.x < one.right
    ]


def _pairs(boxes: list[Box]) -> Iterator[tuple[Box, Box]]:
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            if other.y >= one.bottom:
                break
            yield one, other
