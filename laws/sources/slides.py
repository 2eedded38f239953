"""Reader of slides on what an edition changed, in Markdown.

A slide has a law's number in its heading, in parts perhaps (`(1 of 2)`), and below it the changed provisions with the
labels of the law book. The first slide lists the changed laws. Each provision that a slide has words for becomes a
remark of the kind “change” on that provision.

The stages: `markdown` cuts the lines into blocks, headings begin slides, labels say the provision, footnotes with stars
join the remark in which their star stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest

from laws import keys
from laws.keys import Key
from laws.sources.loose_labels import LABEL, named, skipped, step
from laws.sources.markdown import Block, Kind, blocks, plain
from laws.sources.reading import Fault, Lines, Reading, ReadRemark, Unread
from laws.sources.wording import Hyphens, is_heading

FORMAT: str = "slides"

# The slides name no edition; this is the one whose changes they are about.
_EDITION = "duplicate-2017"
_KIND = "change"
_FIRST_LINES = 20
_SUBJECT = re.compile(r"significant changes", re.IGNORECASE)
_PART = re.compile(r"\(\s*\d+\s+of\s+(?P<parts>\d+)\s*\)")
_LAW = re.compile(rf"Law (?P<number>{keys.LAW})\b[\s,:–-]*(?P<title>.*)")
_STARS = re.compile(r"(?P<stars>\*+)(?=\s|$)")
_STARS_WITHIN = re.compile(r"(?<=[\w.,)’'])\*+")


def recognises(lines: list[str]) -> bool:
    """Whether the document calls itself one on significant changes and has headings of Markdown with laws."""
    first = "\n".join(lines[:_FIRST_LINES])
    return bool(_SUBJECT.search(first)) and any(_slide(line.lstrip("# ")) for line in lines if line.startswith("#"))


def read(lines: list[str]) -> Reading:
    """Read the slides."""
    reading = Reading(title="", publisher="", edition=_EDITION)
    deck = _Deck(reading, Hyphens(lines))
    found = list(blocks(lines))
    for block, following in zip_longest(found, found[1:]):
        deck.take(block, following)
    deck.finish()
    return reading


@dataclass(slots=True)
class _Draft:
    """A remark while it is read."""

    key: Key
    law_title: str
    lines: Lines
    heading: str = ""
    paragraphs: list[str] = field(default_factory=list)
    # The stars of the footnotes that have joined it.
    notes: set[str] = field(default_factory=set)

    @property
    def stars(self) -> set[str]:
        """The footnotes whose marks stand in it."""
        return set(_STARS_WITHIN.findall("\n".join([self.heading, *self.paragraphs])))


def _slide(text: str) -> re.Match[str] | None:
    """A heading that begins a slide: its law's number and title."""
    return _LAW.fullmatch(re.sub(r"\s+", " ", _PART.sub("", plain(text))).strip())


class _Deck:
    """The slides read so far."""

    def __init__(self, reading: Reading, hyphens: Hyphens) -> None:
        self.reading = reading
        self.hyphens = hyphens
        self.promised: dict[str, int] = {}
        self.parts: dict[str, list[tuple[int, int]]] = {}
        self.drafts: list[_Draft] = []
        # Where the open slide's first draft is, and the provision that its last label made.
        self.first = 0
        self.law_title = ""
        self.here: Key | None = None

    def take(self, block: Block, following: Block | None) -> None:
        """Read one block; `following` is the one behind it."""
        text = plain(self.hyphens.join(block.pieces))
        if block.kind is Kind.HEADING and (slide := _slide(text)):
            self._open(slide, text, block)
        elif block.kind is Kind.RULE:
            self._leave_out("rules", block)
        elif not self.here:
            self._introduce(text, block)
        elif stars := _STARS.match(text):
            self._annotate(stars["stars"], text, block)
        else:
            self._provide(self.here, block, following)

    def finish(self) -> None:
        """Hand over the remarks, and say what is missing."""
        for place, draft in enumerate(self.drafts):
            following = self.drafts[place + 1] if place + 1 < len(self.drafts) else None
            if not draft.paragraphs and following and draft.key in following.key.ancestors:
                # A heading over provisions is told in their titles.
                following.lines = Lines(draft.lines.first, following.lines.last)
                continue
            text = "\n\n".join(draft.paragraphs) or draft.heading
            if not text:
                numbers = range(draft.lines.first, draft.lines.last + 1)
                self.reading.unread += [Unread(number, "", "a label with nothing behind it") for number in numbers]
                continue
            title = self._title(draft)
            self.reading.remarks.append(
                ReadRemark(kind=_KIND, keys=(str(draft.key),), title=title, text=text, lines=draft.lines)
            )
        for draft in self.drafts:
            for stars in sorted(draft.stars - draft.notes):
                why = f"the mark {stars} of a footnote stands here, but the slide has no such footnote"
                self.reading.unread.append(Unread(draft.lines.first, stars, why))
        self.reading.faults += self._faults()
        self.reading.unread.sort(key=lambda one: one.line)
        self.reading.title = self.reading.title or "Significant changes"

    def _title(self, draft: _Draft) -> str:
        """The law's title, and the heading under which the provision stands."""
        headings = {one.key: _STARS_WITHIN.sub("", one.heading) for one in self.drafts if one.heading}
        above = [headings[key] for key in (*draft.key.ancestors, draft.key) if key in headings]
        return f"{draft.law_title}: {above[-1]}" if above else draft.law_title

    def _open(self, slide: re.Match[str], text: str, block: Block) -> None:
        """Begin a slide. Its parts go on with the law of the part before, but with no provision of it."""
        part = _PART.search(text)
        self.parts.setdefault(slide["number"], []).append((int(part["parts"]) if part else 1, block.lines.first))
        continued = self.here and self.here.law == int(slide["number"]) and part
        if not continued:
            self.here = Key(law=int(slide["number"]))
        self.law_title = slide["title"].strip()
        self.first = len(self.drafts)
        self._leave_out("headings of slides", block)

    def _introduce(self, text: str, block: Block) -> None:
        """Read what stands before the first slide: the title and the list of the changed laws."""
        if found := _LAW.match(text):
            self.promised.setdefault(found["number"], block.lines.first)
            self._leave_out("list of changed laws", block)
        elif _SUBJECT.search(text):
            self.reading.title = self.reading.title or text
            self._leave_out("title", block)
        elif block.kind is Kind.HEADING:
            self._leave_out("headings of lists", block)
        else:
            self._unread(block, text, "stands before the first slide")

    def _annotate(self, stars: str, text: str, block: Block) -> None:
        """Join a footnote to the remark of this slide in whose text its mark stands."""
        for draft in self.drafts[self.first :]:
            if stars in draft.stars:
                draft.paragraphs.append(text)
                draft.notes.add(stars)
                draft.lines = Lines(draft.lines.first, block.lines.last)
                return
        self._unread(block, text, f"no mark {stars} on this slide leads to the footnote")

    def _provide(self, here: Key, block: Block, following: Block | None) -> None:
        """Read one labelled provision, or a paragraph of the one before."""
        head = plain(block.pieces[0])
        key, rest = self._labelled(here, head, block)
        if key is here and block.kind is Kind.ITEM and not LABEL.match(rest):
            key = self._unlabelled(here, following)
        if key is here and len(self.drafts) > self.first:
            draft = self.drafts[-1]
            draft.lines = Lines(draft.lines.first, block.lines.last)
        else:
            draft = _Draft(key, self.law_title, block.lines)
            self.drafts.append(draft)
        self.here = key
        body = [rest, *map(plain, block.pieces[1:])]
        if key is not here and is_heading(_STARS_WITHIN.sub("", rest)):
            draft.heading = rest
            body = body[1:]
        if text := self.hyphens.join(body):
            draft.paragraphs.append(text)

    def _labelled(self, here: Key, text: str, block: Block) -> tuple[Key, str]:
        """The provision to which the labels at the beginning lead, and the text behind them; `here` without labels."""
        key, rest = here, text
        while found := LABEL.match(rest):
            below = step(key, named(found))
            if not below and named(found).islower():
                # A section whose capital was lost.
                below = step(key, named(found).upper())
                below = below if below and key.section and skipped(key, below) == 0 else None
            if not below:
                break
            key, rest = below, rest[found.end() :]
        bare = re.match(r"(?P<label>[A-Z]) (?=[A-Z])", rest)
        if key is here and bare and block.kind is Kind.HEADING:
            key, rest = Key(law=here.law, section=bare["label"]), rest[bare.end() :]
        return key, rest

    def _unlabelled(self, here: Key, following: Block | None) -> Key:
        """The provision of an item without a label: one that is missing between its neighbours, or the one before."""
        found = LABEL.match(plain(following.pieces[0])) if following else None
        after = step(here, named(found)) if found else None
        if after and after.depth == here.depth == 3 and after.paragraph == here.paragraph + 2:
            return Key(law=here.law, section=here.section, paragraph=here.paragraph + 1)
        return here

    def _faults(self) -> Iterator[Fault]:
        """What is missing: slides of laws that the list names, and slides at the end that a heading has promised.

        Between others a slide whose heading was lost looks like the one before it going on; that is no fault.
        """
        for number, line in self.promised.items():
            if number not in self.parts:
                yield Fault(line, f"the list names Law {number}, but no slide is about it; the document is not whole")
        for number, parts in self.parts.items():
            expected, line = max(count for count, _ in parts), parts[-1][1]
            what = f"Law {number} has {len(parts)} of {expected} slides with a heading"
            if len(parts) < expected and number == list(self.parts)[-1]:
                yield Fault(line, f"{what} and is the last; the document is not whole")
            elif len(parts) < expected:
                self.reading.unread.append(Unread(line, f"Law {number}", what))

    def _leave_out(self, rule: str, block: Block) -> None:
        self.reading.left_out[rule] = self.reading.left_out.get(rule, 0) + len(block.pieces)

    def _unread(self, block: Block, text: str, why: str) -> None:
        numbers = range(block.lines.first, block.lines.last + 1)
        self.reading.unread += [Unread(number, text, why) for number in numbers]
