"""Commentary cut into remarks: who says it, when, of what kind, and about which provisions.

A run of commentary is what stands between two pieces of law. It is cut where a paragraph names its author or its date,
where examples begin, and where the first words name a provision.
"""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass, field
from itertools import pairwise

from laws import keys
from laws.sources.notes_paragraphs import Paragraph
from laws.sources.reading import Lines, ReadRemark

_MONTHS = [
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
]
DATE = (
    rf"(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)? (?P<month>{'|'.join(_MONTHS)}),? (?P<year>\d{{4}})"
    r"|(?P<d>\d{1,2})/(?P<m>\d{1,2})/(?P<y>\d{4}|\d\d))"
)
_MINUTE = re.compile(
    r"(?:Minutes )?(?P<authority>[A-Z]\w* [\w ]*?(?:Committee|Commission)), "
    rf"(?P<place>[A-Z][^,:;\d]*?),? {DATE}\s*[:;.]\s*"
)
_NAME = r"[A-Z][a-z]+ [A-Z][A-Za-z]+"
_AUTHORS = re.compile(rf"(?P<authors>{_NAME}(?: \+ {_NAME})+):\s+")
_SINGLE_AUTHOR = re.compile(rf"(?P<authors>{_NAME}):\s+")
_SUMMARY = re.compile(rf"provided by (?P<author>{_NAME}), (?P<role>[^:]+):$")
_REGULATION = re.compile(
    r"(?:The )?(?P<body>[A-Z]{3})(?: and [A-Z]{3})?(?: \w+)? [Rr]egulations?\b"
    r"|(?:The )?(?P<regulator>[A-Z]{3}) has (?:not )?regulated\b"
)
_CHANGE = re.compile(
    r"\b(?:old Law|(?:has|is) (?:now )?(?:been )?(?:moved|rewritten|removed|modified|superseded)|law has changed"
    r"|now applies|no longer|there is now|from the \d{4} Laws|added clause|change in timing|Modified so)\b",
    re.IGNORECASE,
)
# Without giving back what it has taken (?>), so that a line of two hundred dashes is not tried in every division.
_CALL = r"(?>\(?(?:[1-7](?:NT|[CDHS])X{0,2}+|Pass|P|XX|X|-{3,}+|\.{3,}+)\*{0,2}+\)?)"
_AUCTION = re.compile(rf"(?:{_CALL}[ ,;]+)+{_CALL}(?![\w])")
# A line with nothing but the calls of an auction, or the players over it.
_DIAGRAM = re.compile(
    rf"(?:{_CALL}[ ,;\n]*)+(?:\([a-z ]+\))?|(?:(?:N|E|S|W|North|East|South|West) ?){{4}}", re.IGNORECASE
)
_NUMBERED = re.compile(r"\d+\.{3,}")
_EXAMPLE = re.compile(
    r"(?:An? )?[Ee]xamples?\b|Some examples|Suppose\b|Say\b|Consider\b|\d+\.{3,}"
    r"|(?:\d+ )?(?:North|South|East|West|NS|EW)\b(?! (?:in|of)\b)"
)
_CARDS = re.compile(r"[♣♦♥♠] ?[AKQJT\d]")
# A numbered sentence, a bullet, a quoted word, or small letters: what goes on with a list.
_LISTED = re.compile(r"(?:- )?(?:\(?[a-z0-9]{1,3}[).] |['‘\"“]|[a-z]|- )")
_GOES_ON = re.compile(r"(?:This also|One example of this|Nor do|Nor does|They |These |At this point|Here,? )")
_NAMED = re.compile(
    rf"(?:A new |The old )?(?:(?:Law |L)?(?P<key>{keys.LAW}{keys.SECTION})(?![\w(])|Law (?P<law>{keys.LAW})\b)"
)


@dataclass(slots=True)
class Run:
    """Commentary paragraphs that stand behind one piece of law, `where`, and before `next_law` if a law follows.

    Among the definitions `term` is the term above, and there is no provision.
    """

    where: str
    term: str = ""
    next_law: str = ""
    paragraphs: list[Paragraph] = field(default_factory=list)


@dataclass(slots=True)
class _Piece:
    """A remark while it is put together. `list_only` when it takes no more than the list that its text announces."""

    kind: str
    named: str = ""
    title: str = ""
    author: str = ""
    authority: str = ""
    place: str = ""
    dated: datetime.date | None = None
    whole: bool = False
    list_only: bool = False
    banner: Lines | None = None
    texts: list[tuple[Paragraph, str]] = field(default_factory=list)


class Remarks:
    """Cuts runs into remarks. `known` are the keys of the document, `dated` its own date, `authors` those it names."""

    def __init__(self, known: frozenset[str], dated: datetime.date | None, runs: list[Run]) -> None:
        self.known = known
        self.dated = dated
        texts = [paragraph.text for run in runs for paragraph in run.paragraphs]
        self.authors = {
            name for text in texts if (found := _AUTHORS.match(text)) for name in found["authors"].split(" + ")
        }
        self.bad_dates: list[int] = []

    def cut(self, run: Run) -> list[ReadRemark]:
        """The remarks of a run, in their order."""
        pieces: list[_Piece] = []
        banner: Paragraph | None = None
        for paragraph in run.paragraphs:
            if paragraph.banner:
                if banner:
                    pieces.append(self._banner(banner, run))
                banner = paragraph
                continue
            opened = self._opening(paragraph, run)
            if banner:
                self._under(banner, opened, run)
                pieces.append(opened)
                banner = None
            elif pieces and self._goes_on(pieces[-1], opened, paragraph):
                pieces[-1].texts += opened.texts
                if pieces[-1].kind == "note" and opened.kind == "example":
                    pieces[-1].kind = "example"
            else:
                pieces.append(opened)
        if banner:
            pieces.append(self._banner(banner, run))
        return [self._remark(piece, run) for piece in pieces]

    def _opening(self, paragraph: Paragraph, run: Run) -> _Piece:
        """A remark with this paragraph alone, of the kind that its first words give it."""
        text = shown(paragraph)
        if found := _MINUTE.match(text):
            dated = self._date(found, paragraph)
            rest = text[found.end() :]
            return _Piece(
                "minute" if dated else "note",
                self._named(rest, run),
                authority=found["authority"],
                place=found["place"],
                dated=dated,
                list_only=True,
                texts=[(paragraph, rest or text)],
            )
        found = _AUTHORS.match(text) or _SINGLE_AUTHOR.match(text)
        if found and set(found["authors"].split(" + ")) <= self.authors:
            author = found["authors"].replace(" + ", ", ")
            return _Piece("rationale", author=author, list_only=True, texts=[(paragraph, text[found.end() :])])
        named = self._named(text, run)
        if found := _SUMMARY.search(text):
            return _Piece(
                "change", named, author=found["author"], authority=found["role"], whole=True, texts=[(paragraph, text)]
            )
        if found := _REGULATION.match(text):
            body = found["body"] or found["regulator"]
            whole = text.endswith(":")
            return _Piece("regulation", named, authority=body, dated=self.dated, whole=whole, texts=[(paragraph, text)])
        first = re.split(r"(?<=[.!?])\s", text)[0]
        if _is_example(paragraph, text):
            return _Piece("example", texts=[(paragraph, text)])
        return _Piece("change" if _CHANGE.search(first) else "note", named, texts=[(paragraph, text)])

    def _goes_on(self, piece: _Piece, opened: _Piece, paragraph: Paragraph) -> bool:
        """Whether a paragraph goes on with the remark above it."""
        if opened.kind in ("minute", "rationale") or opened.author or (opened.authority and not piece.whole):
            return False
        if piece.whole:
            return True
        text = opened.texts[0][1]
        announced = piece.texts[-1][1].rstrip().endswith(":")
        same_list = piece.list_only and len(piece.texts) > 1 and _LISTED.match(text)
        if piece.list_only:
            return bool((announced or same_list) and _LISTED.match(text)) or bool(_GOES_ON.match(text))
        if _NUMBERED.match(text) or opened.named:
            return False
        if announced or paragraph.is_table or _GOES_ON.match(text) or text[:1].islower():
            return True
        if piece.kind == "example":
            above = piece.texts[-1]
            # One of a numbered row goes on to the next; a list in it and what explains its diagram belong to it too.
            if _NUMBERED.match(piece.texts[0][1]) or paragraph.labels or _is_diagram(*above):
                return True
        return opened.kind == piece.kind and not text.startswith("Example ")

    def _under(self, banner: Paragraph, opened: _Piece, run: Run) -> None:
        """Put the words between asterisks over the remark behind them."""
        opened.title, opened.banner = banner.text, banner.lines
        opened.named = self._named(banner.text, run, anywhere=True) or opened.named
        if opened.kind in ("note", "change", "example"):
            opened.kind = "rationale" if "ationale" in banner.text else "change"

    def _banner(self, banner: Paragraph, run: Run) -> _Piece:
        """The words between asterisks where nothing is said behind them."""
        named = self._named(banner.text, run, anywhere=True)
        return _Piece("change", named, title=banner.text, texts=[(banner, banner.text)])

    def _named(self, text: str, run: Run, anywhere: bool = False) -> str:
        """The provision that the first words name, when it is one of the law above or of the law that follows.

        A whole law says less than the provision in it under which the remark stands, and so does not count.
        """
        found = _NAMED.search(text) if anywhere else _NAMED.match(text)
        if not found:
            return ""
        key = found["key"] or found["law"]
        near = {law for law in (_law(run.where), run.next_law) if law}
        wider = found["law"] and run.where and key == _law(run.where)
        return key if key in self.known and not wider and (_law(key) in near or run.term) else ""

    def _date(self, found: re.Match[str], paragraph: Paragraph) -> datetime.date | None:
        """The date of a minute; None, with its line noted, when there is no such day."""
        try:
            return date(found)
        except ValueError:
            self.bad_dates.append(paragraph.lines.first)
            return None

    def _remark(self, piece: _Piece, run: Run) -> ReadRemark:
        text = piece.texts[0][1]
        for (before, _), (paragraph, more) in pairwise(piece.texts):
            text += ("\n" if paragraph.block == before.block else "\n\n") + more
        where = piece.named or run.where
        return ReadRemark(
            kind=piece.kind,
            keys=(where,) if where else (),
            text=text,
            lines=Lines((piece.banner or piece.texts[0][0].lines).first, piece.texts[-1][0].lines.last),
            title=piece.title,
            author=piece.author,
            authority=piece.authority,
            place=piece.place,
            dated=piece.dated,
            term=run.term,
        )


def shown(paragraph: Paragraph) -> str:
    """A paragraph's text with its labels in front again, as they are written."""
    labels = [label if label.startswith("(") else f"{label}." for label in paragraph.labels]
    return " ".join([*labels, paragraph.text]).strip(" ")


def date(found: re.Match[str]) -> datetime.date:
    """The day that DATE found; ValueError when the calendar has no such day."""
    if found["day"]:
        return datetime.date(int(found["year"]), _MONTHS.index(found["month"]) + 1, int(found["day"]))
    year = int(found["y"])
    return datetime.date(year if year > 99 else 2000 + year, int(found["m"]), int(found["d"]))


def month(text: str) -> datetime.date | None:
    """The first day of the month that a line such as “Updated March, 2021” names."""
    found = re.search(rf"\b({'|'.join(_MONTHS)}),? ((?:19|20)\d\d)\b", text)
    return datetime.date(int(found[2]), _MONTHS.index(found[1]) + 1, 1) if found else None


def _is_example(paragraph: Paragraph, text: str) -> bool:
    """Whether a paragraph is about a particular deal or auction."""
    return _is_diagram(paragraph, text) or bool(_EXAMPLE.match(text) or _AUCTION.search(text) or _CARDS.search(text))


def _is_diagram(paragraph: Paragraph, text: str) -> bool:
    """Whether a paragraph shows a deal or an auction and says nothing about it."""
    return paragraph.is_table or bool(_DIAGRAM.fullmatch(text))


def _law(key: str) -> str:
    """The law that a provision belongs to."""
    return keys.parse(key).top if key else ""
