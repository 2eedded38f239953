"""Mentions that name a place in full: 27B1(b), Laws 30, 31 or 32, Club Law 16."""

from __future__ import annotations

from dataclasses import replace

from laws import keys
from laws.citing.cursor import MOST_AHEAD, MOST_MEMBERS, Cursor, mention
from laws.citing.mentions import Kind, Mention, Parts, Place
from laws.citing.tokens import Gap, Token, Word
from laws.citing.vocabulary import (
    GLUED,
    HEADS,
    HIGHEST_BID,
    JOINS,
    MOST_PARAGRAPHS,
    RANGES,
    ROOM,
    SEATS,
    SUITS,
    WHOLE,
)


class Absolute(Cursor):
    """The rules `headed` and `bare` of the grammar."""

    def headed(self) -> bool:
        """Places behind a word that announces them, with the year of their edition if that is said."""
        back = self.at
        year = self._year()
        first = self.word()
        if first is None or (head := self.head()) is None:
            self.at = back
            return False
        series, plural = head
        members = self._members(series, plural=plural, headed=True)
        if not members:
            self.at = back
            return self._whole_series()
        year = year or self._year_behind()
        # “Law 31” is one name; in “Laws 30 and 31” each number is a name of its own.
        if len(members) == 1:
            members[0] = replace(members[0], start=first.start)
        self.found += [replace(one, year=year) for one in members]
        return True

    def bare(self) -> bool:
        """A key without “Law”, which needs a number and a letter at least."""
        word, before = self.word(), self.word(-1)
        if word is None or (before is not None and before.text.lower() in ROOM):
            return False
        if word.kind is Word.KEY and self.like_call(word) and not self._is_called_a_law():
            return False
        self.found += (members := self._members("", plural=False, headed=False))
        return bool(members)

    def head(self) -> tuple[str, bool] | None:
        """The words before a number that say which series it counts; whether they announce more than one."""
        for words, series, plural in HEADS:
            if all(self._says(ahead, word) for ahead, word in enumerate(words)):
                behind = self.word(len(words))
                if words[0] in GLUED and len(words) == 1 and (behind is None or behind.gap is not Gap.NONE):
                    continue
                self.at += len(words)
                return series, plural
        return None

    def _says(self, ahead: int, text: str) -> bool:
        """Whether exactly this word stands there: the law book writes Law, and LAW only over a law."""
        word = self.word(ahead)
        return word is not None and word.text == text and (not ahead or word.gap <= Gap.LINE)

    def _whole_series(self) -> bool:
        """“the Proprieties”, which are cited as a whole. Written in another place the name may be a heading."""
        first, before = self.word(), self.word(-1)
        if (
            first is None
            or first.text not in WHOLE
            or before is None
            or before.text.lower() not in {"the", "see", "these"}
        ):
            return False
        self.at += 1
        place = Place(first.start, first.end, Parts(series=WHOLE[first.text]))
        self.found.append(Mention(start=place.start, end=place.end, kind=Kind.KEY, place=place))
        return True

    def _year(self) -> int:
        """The year of an edition before “Law”, perhaps with the law's title between them; 0 when there is none."""
        word = self.word()
        if word is None or word.kind is not Word.YEAR:
            return 0
        ahead = 1
        while (title := self.word(ahead)) and title.gap is Gap.SPACE and title.kind is Word.WORD and ahead < 4:
            if title.text in {"Law", "Laws"}:
                self.at += ahead
                return int(word.text)
            if not title.text.istitle():
                break
            ahead += 1
        return 0

    def _year_behind(self) -> int:
        """Law 23 of the 2007 Laws."""
        if not self.is_(0, "of", "from", "in"):
            return 0
        ahead = 2 if self.is_(1, "the") else 1
        year = self.word(ahead)
        if year and year.kind is Word.YEAR and self.is_(ahead + 1, "laws", "law", "edition", "code"):
            self.at += ahead + 2
            return int(year.text)
        return 0

    def _members(self, series: str, *, plural: bool, headed: bool) -> list[Mention]:
        """A list of keys: the first in full, the others perhaps only from the part on in which they differ."""
        first = self.item(series) if headed else self._bare_key()
        if first is None:
            return []
        members = [mention(first)]
        while True:
            back = self.at
            joined = self.separator(plural)
            if joined is None:
                break
            parts = members[-1].to or members[-1].place
            place = parts and self._next(parts.parts, joined, series, plural=plural, headed=headed)
            if not place:
                self.at = back
                break
            if joined in RANGES:
                if not _rises(members[-1], place):
                    self.at = back
                    break
                members[-1] = replace(members[-1], end=place.end, to=place)
            else:
                members.append(mention(place))
        return members

    def _next(self, before: Parts, joined: str, series: str, *, plural: bool, headed: bool) -> Place | None:
        """A later member of a list: a key, a number, or the end of a key whose beginning it shares with the one before."""
        if joined in RANGES and self.head() not in {None, (series, False), (series, True)}:
            return None
        word = self.word()
        if word is None or word.gap > Gap.LINE:
            return None
        if word.kind is Word.KEY:
            in_doubt = self.like_call(word) and not (plural or series or word.parts[0] == before.law)
            return None if in_doubt else self._key(series)
        if word.kind is Word.NUMBER and self.counts():
            return None
        behind = self.word(1)
        item_follows = behind is not None and behind.kind is Word.BRACKET and behind.gap is Gap.NONE
        if (
            word.kind is Word.NUMBER
            and not (before.paragraph and item_follows)
            and not (before.paragraph and _is_paragraph(int(word.text), before, plural))
        ):
            return self.item(series) if headed else None
        rest = self.path(before)
        if rest is None or not self._continues(before, rest.parts, joined) or self._directed():
            return None
        return Place(rest.start, rest.end, before.completed_by(rest.parts))

    def _continues(self, before: Parts, rest: Parts, joined: str) -> bool:
        """Whether a path goes on in the list of the key before it, which must have a part at its level."""
        if not joined:
            return bool(before.item and rest.item)
        if rest.section and rest.paragraph:
            return bool(before.paragraph) and not (self.letters and joined == "," and rest.section in SUITS)
        if rest.section:
            return (
                bool(before.section) and not before.paragraph and rest.section not in SEATS and not self.before_noun()
            )
        if rest.paragraph:
            return bool(before.paragraph)
        return bool(before.item if rest.item else before.point)

    def _directed(self) -> bool:
        """Whether a direction follows the path just read or the list that it begins: (d) hereunder, (a) or (c) above."""
        back = self.at
        direction = self.direction()
        for _member in range(MOST_MEMBERS):
            if direction or self.separator(plural=False) is None or not self.path():
                break
            direction = self.direction()
        self.at = back
        return bool(direction)

    def item(self, series: str) -> Place | None:
        """A place behind a head: a key, or the number of a law and perhaps, after a space, what belongs to it."""
        word = self.word()
        if word is None or word.gap > Gap.LINE:
            return None
        back = self.at
        place = self._item(word, series)
        if series and series not in keys.NUMBERED:
            return place
        behind, self.at = self.at, back
        spelled = self.spelled(series, headed=True)
        if spelled and (place is None or spelled.end > place.end):
            return spelled
        self.at = behind
        return place

    def _item(self, word: Token, series: str) -> Place | None:
        """A place behind a head, spelled as a book spells it."""
        if word.kind is Word.KEY and (not series or series in keys.NUMBERED):
            return self._key(series)
        if word.kind is Word.PART and series and series not in keys.NUMBERED:
            behind = self.word(1)
            if not word.parts[2] and behind is not None and behind.kind is Word.WORD:
                return None  # “the Introduction A player reads”
            self.at += 1
            return self.brackets(word, Parts(series=series, section=word.parts[1], paragraph=word.parts[2]))
        if word.kind is not Word.NUMBER or (series and series not in keys.NUMBERED):
            return None
        self.at += 1
        parts = Parts(series=series, law=word.text)
        part = self.word()
        if part and part.kind is Word.PART and part.gap is Gap.SPACE and (part.parts[2] or self._listed_letter()):
            self.at += 1
            return self.brackets(word, replace(parts, section=part.parts[1], paragraph=part.parts[2]))
        return Place(word.start, word.end, parts)

    def _listed_letter(self) -> bool:
        """Whether the letter after “Law 64 ” is its section: another letter must be joined to it, as in A to C."""
        joined = self.word(1)
        other = self.word(2)
        return (
            joined is not None
            and joined.text in (JOINS | RANGES) - {"/"}
            and other is not None
            and other.kind is Word.PART
            and not other.parts[2]
        )

    def _key(self, series: str) -> Place | None:
        word = self.word()
        if word is None or word.kind is not Word.KEY:
            return None
        self.at += 1
        law, section, paragraph = word.parts
        return self.brackets(word, Parts(series=series, law=law, section=section, paragraph=paragraph))

    def _bare_key(self) -> Place | None:
        """A key without “Law”; one that is not written in one piece has a paragraph, or it is no key."""
        back, word = self.at, self.word()
        if word is None:
            return None
        called_a_law = self._is_called_a_law()
        in_one_piece = word.kind is Word.KEY and "." not in word.text
        place = self._key("") if in_one_piece else None
        behind, self.at = self.at, back
        spelled = self.spelled("", headed=False)
        if spelled and (
            spelled.end > place.end
            if place
            else spelled.parts.paragraph and (called_a_law or spelled.end == word.end or not self._calls(spelled.parts))
        ):
            return spelled
        self.at = behind
        return place

    def _is_called_a_law(self) -> bool:
        """Whether “law” stands before the number, which the law book itself writes with a capital; law no. 6 too."""
        back = -1
        while back >= -MOST_AHEAD and (before := self.word(back)) and before.text.lower() in {"no", "."}:
            back -= 1
        return before is not None and before.text.lower() in {"law", "laws"}

    def _calls(self, parts: Parts) -> bool:
        """Whether the beginning of a key in pieces looks like a call and what follows it: 4 H 2, 1 N 2."""
        return self.letters and int(parts.law) <= HIGHEST_BID and parts.section in SUITS + SEATS

    def like_call(self, word: Token) -> bool:
        """4H, when the text writes calls with letters. 6D1 is none, and no bid is at the level of eight."""
        law, section, paragraph = word.parts
        return self.letters and int(law) <= HIGHEST_BID and section in SUITS and not paragraph


def _is_paragraph(number: int, before: Parts, plural: bool) -> bool:
    """Whether a number after 20F4 is a paragraph of 20F, as in “Law 20F4 or 5”, or a law, as in “Laws 4, 12C2 and 91”."""
    return number <= MOST_PARAGRAPHS and (not plural or number == int(before.paragraph) + 1)


def _rises(first: Mention, end: Place) -> bool:
    """Whether a range runs from a first key to a later one of the same series."""
    begin, until = first.key, end.parts.key
    return (
        first.to is None
        and begin is not None
        and until is not None
        and begin.series == until.series
        and begin.order < until.order
    )
