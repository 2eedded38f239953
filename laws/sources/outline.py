"""Gathers laws and their provisions as a reader meets them, and notices what is wrong with their order.

A reader calls `law`, `provision`, `text` and `footnote` in the order of the document; `into` puts everything that was
gathered into the reading.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from laws.keys import Key
from laws.sources.reading import Fault, Lines, ReadFootnote, Reading, ReadLaw, ReadProvision, Unread
from laws.sources.wording import complete


@dataclass(slots=True)
class Node:
    """A provision while it is being read: `first` to `last` are its lines, the first ones up to `opened` its heading's.

    `marks` are the footnotes whose marks stand in it.
    """

    key: Key
    first: int
    last: int
    opened: int
    heading: str = ""
    paragraphs: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)

    def add(self, text: str, lines: Lines, marks: list[str]) -> None:
        """Another paragraph."""
        if text:
            self.paragraphs.append(text)
        self.marks += marks
        self.last = max(self.last, lines.last)
        self.first = min(self.first, lines.first)


class Outline:
    """The laws read so far. `now` is the key of the node that the reader stands in."""

    def __init__(self) -> None:
        self.laws: list[ReadLaw] = []
        self.nodes: list[Node] = []
        self.by_key: dict[str, Node] = {}
        self.footnotes: list[ReadFootnote] = []
        self.faults: list[Fault] = []
        # By law and mark: where a mark stood first that no footnote has explained yet in this law.
        self._open_marks: dict[tuple[str, str], str] = {}
        self._explained: set[tuple[str, str]] = set()
        # Keys that stand a second time; what stands under them is not read a second time either.
        self._again: set[str] = set()

    @property
    def started(self) -> bool:
        """Whether a law has begun."""
        return bool(self.nodes)

    @property
    def node(self) -> Node:
        """The node that the reader stands in."""
        return self.nodes[-1]

    @property
    def now(self) -> Key:
        """Its key."""
        return self.node.key

    def law(self, key: Key, title: str, lines: Lines, marks: list[str]) -> None:
        """A law begins."""
        if not self._repeats(key, lines):
            if self.nodes and key.order < self.now.order:
                self._fault(lines, f"{key.name} stands after {_root(self.now).name}, out of the order of the laws")
            self.laws.append(ReadLaw(number=key.top, title=title, lines=lines))
        self._open(Node(key, lines.first, lines.last, lines.last), marks)

    def provision(self, key: Key, lines: Lines, heading: str = "", marks: list[str] | None = None) -> None:
        """A provision begins."""
        if not self._repeats(key, lines) and key.order < self.now.order:
            self._fault(lines, f"{key} stands after {self.now}, out of the order of the law")
        self._open(Node(key, lines.first, lines.last, lines.last, heading), marks or [])

    def text(self, text: str, lines: Lines, marks: list[str]) -> None:
        """A paragraph of the node that the reader stands in."""
        self._add(self.node, text, lines, marks)

    def closing(self, text: str, lines: Lines, marks: list[str]) -> None:
        """A paragraph that closes a list: it belongs to what the list stands under."""
        parent = self.now.parent
        self._add(self.by_key.get(str(parent), self.node), text, lines, marks)

    def first_point_lost_its_label(self) -> None:
        """The text of the item that the reader stands in is its first point."""
        node = self.node
        key = Key(
            **{name: getattr(node.key, name) for name in ("law", "section", "paragraph", "item", "series")}, point=1
        )
        point = Node(key, node.first, node.last, node.opened, "", node.paragraphs, node.marks)
        node.paragraphs, node.marks = [], []
        for mark, where in self._open_marks.items():
            if where == str(node.key):
                self._open_marks[mark] = str(key)
        self._keep(point)

    def footnote(self, mark: str, text: str, lines: Lines) -> None:
        """A footnote. It hangs on the provision in which its mark stood first, else on the law that is being read.

        It may be printed below the beginning of the next law, when both share a page.
        """
        place = next((place for place in self._open_marks if place[1] == mark), None)
        key = self._open_marks.pop(place) if place else self.now.top
        self._explained.add(place or (self.now.top, mark))
        self.footnotes.append(ReadFootnote(mark=mark, key=key, text=text, lines=lines))

    def _footnotes_of_other_laws(self) -> list[ReadFootnote]:
        """Footnotes that were printed once, with one law, and whose marks stand in another law too."""
        printed = {note.mark: note for note in reversed(self.footnotes)}
        open_marks = [(place, key) for place, key in self._open_marks.items() if place not in self._explained]
        return [replace(printed[place[1]], key=key) for place, key in open_marks if place[1] in printed]

    def into(self, reading: Reading, last_law: int, lines: list[str]) -> None:
        """Put it all into the reading; a document that begins or ends in the middle of the laws is a fault."""
        last_line = max(len(lines), 1)
        reading.laws += self.laws
        reading.footnotes += [*self.footnotes, *self._footnotes_of_other_laws()]
        reading.faults += self.faults
        kept = [node for node in self.nodes if self.by_key.get(str(node.key)) is node]
        for node in self.nodes:
            if self.by_key.get(str(node.key)) is not node:
                reading.unread += _unread(lines, node.first, node.last, f"{node.key.name} stands a second time")
            elif node.key.depth == 1 and not node.paragraphs:
                reading.unread += _unread(lines, node.opened + 1, node.last, "there are no words here")
        for node in kept:
            # A law's own node is there only for its text; any other may just carry those under it.
            if node.paragraphs or node.key.depth > 1:
                reading.provisions.append(
                    ReadProvision(
                        key=str(node.key),
                        lines=Lines(node.first, node.last),
                        heading=node.heading,
                        text="\n\n".join(node.paragraphs),
                    )
                )
        laws = [node.key.law for node in kept if node.key.law]
        if not laws:
            reading.faults.append(Fault(last_line, "there is no law in this document"))
            return
        if laws[0] != 1:
            what = f"the laws begin with Law {laws[0]}: the beginning of the document is missing"
            reading.faults.append(Fault(kept[0].first, what))
        if max(laws) < last_law:
            what = f"the laws end with Law {max(laws)} of {last_law}: the end of the document is missing"
            reading.faults.append(Fault(last_line, what))
        elif (texts := kept[-1].paragraphs) and not complete(texts[-1]):
            reading.faults.append(Fault(kept[-1].last, f"{kept[-1].key} breaks off in the middle of a sentence"))

    def _open(self, node: Node, marks: list[str]) -> None:
        self._keep(node)
        self._note_marks(node, marks)

    def _keep(self, node: Node) -> None:
        self.nodes.append(node)
        if str(node.key) not in self._again:
            self.by_key[str(node.key)] = node

    def _repeats(self, key: Key, lines: Lines) -> bool:
        """Whether a key has been read before, or stands under one that has. That is one fault, at the uppermost."""
        under = any(str(one) in self._again for one in key.ancestors)
        before = self.by_key.get(str(key))
        if before and not under:
            self._fault(lines, f"{key.name} stands a second time; it began in line {before.first}")
        if before or under:
            self._again.add(str(key))
        return bool(before or under)

    def _add(self, node: Node, text: str, lines: Lines, marks: list[str]) -> None:
        node.add(text, lines, [])
        self._note_marks(node, marks)

    def _note_marks(self, node: Node, marks: list[str]) -> None:
        node.marks += marks
        for mark in marks:
            self._open_marks.setdefault((node.key.top, mark), str(node.key))

    def _fault(self, lines: Lines, what: str) -> None:
        self.faults.append(Fault(lines.first, what))


def _unread(lines: list[str], first: int, last: int, why: str) -> list[Unread]:
    """The lines from `first` to `last` that are not empty, as unread."""
    return [Unread(number, lines[number - 1], why) for number in range(first, last + 1) if lines[number - 1].strip()]


def _root(key: Key) -> Key:
    return key.ancestors[0] if key.ancestors else key
