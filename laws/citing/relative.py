"""Mentions that mean something only at the place where they stand: see C following, this Law, footnote 3."""

from __future__ import annotations

from dataclasses import replace

from laws.citing.absolute import Absolute
from laws.citing.cursor import MOST_MEMBERS, mention
from laws.citing.mentions import Kind, Mention, Parts, Place
from laws.citing.tokens import Gap, Word
from laws.citing.vocabulary import FILLERS, LEADS, LEADS_TWO, LEVELS, RANGES, VERBS


class Relative(Absolute):
    """The rules `relative`, `section`, `here` and `footnote` of the grammar."""

    def relative(self) -> bool:
        """Paths that a lead before them or a direction behind them tells from cards, calls, articles and numbers."""
        back = self.at
        lead, in_, as_ = self._lead(), self.is_(-1, "in", "than"), self.is_(-1, "as")
        counts = self.counts()
        paths = self._paths()
        if not paths:
            return False
        direction = self.direction()
        parts = paths[0][0].parts
        if parts.section and parts.item:
            told = True
        elif parts.section and not parts.paragraph:
            told = bool(direction) or (lead and not self.before_noun())
        elif parts.section:
            told = bool(direction) or lead or (as_ and self.is_(0, *VERBS))
        elif parts.paragraph and not parts.item:
            # “under 18” and “level 3 above” are none; “as in 3” and “under 1 and 2 above” are.
            told = (lead or in_) if direction else (lead and in_ and not counts)
        else:
            told = bool(direction) or lead
        if not told:
            self.at = back
            return False
        self.found += [mention(*path, kind=Kind.RELATIVE, direction=direction) for path in paths]
        return True

    def _paths(self) -> list[tuple[Place, Place | None]]:
        """Paths joined to a list, each with the other end if it is a range: 1 and 2, A2(a) or A2(b), A to C."""
        first = self.path()
        paths: list[tuple[Place, Place | None]] = [(first, None)] if first else []
        while 0 < len(paths) < MOST_MEMBERS:
            back = self.at
            place, to = paths[-1]
            joined = self.separator(plural=False)
            ranged = joined in RANGES
            other = None if joined is None or self.counts() or (ranged and to) else self.path((to or place).parts)
            if other is None or (ranged and not _same_depth(place.parts, other.parts)):
                self.at = back
                break
            if ranged:
                paths[-1] = (place, other)
            else:
                paths.append((other, None))
        return paths

    def _lead(self) -> bool:
        """Whether the words before say that a citation comes: see, as in, subject to; or “this sub-section, B2”."""
        if self.is_(-1, ",") and self.level(-2):
            return True
        ahead = -2 if self.is_(-1, *FILLERS) else -1
        last, before = self.word(ahead), self.word(ahead - 1)
        if last is None:
            return False
        return last.text.lower() in LEADS or (
            before is not None and (before.text.lower(), last.text.lower()) in LEADS_TWO
        )

    def section(self) -> bool:
        """A level's name and paths: Section B, paragraph 2 of Law 20F. A numbered section is one of an event."""
        level = self.level()
        if not level or level == LEVELS["law"]:
            return False
        back = self.at
        self.at += 1
        counts = self.counts()
        paths = self._paths()
        if not paths or counts or (level == LEVELS["section"] and not paths[0][0].parts.section):
            self.at = back
            return False
        place, to = paths[0]
        paths[0] = (replace(place, start=self.words[back].start), to)
        if self._of_law(paths):
            return True
        if self.is_(0, "of") and not self.is_(1, "this"):
            self.at = back  # of something else: “paragraph 3 of the regulations”
            return False
        self.found += [mention(*path, kind=Kind.RELATIVE, direction=self.direction()) for path in paths]
        return True

    def _of_law(self, paths: list[tuple[Place, Place | None]]) -> bool:
        """Paths said to be those of a law, which makes them absolute."""
        back = self.at
        if self.is_(0, "of", "to", "in"):
            self.at += 1
            if self.head() == ("", False) and (whole := self.item("")):
                for place, to in paths:
                    first = replace(place, parts=whole.parts.completed_by(place.parts))
                    last = to and replace(to, parts=whole.parts.completed_by(to.parts))
                    self.found.append(mention(first, last))
                self.found[-1] = replace(self.found[-1], end=whole.end)
                return True
        self.at = back
        return False

    def here(self) -> bool:
        """this Law, this section."""
        first, level = self.word(), self.word(1)
        if first is None or level is None or first.text.lower() != "this" or level.text.lower() not in LEVELS:
            return False
        if level.gap > Gap.LINE or self.is_(2, "book", "books"):
            return False
        self.at += 2
        self.found.append(Mention(start=first.start, end=level.end, kind=Kind.HERE, level=LEVELS[level.text.lower()]))
        return True

    def footnote(self) -> bool:
        """footnote 3; footnotes 27 and 28; footnote to Law 47."""
        if not self.is_(0, "footnote", "footnotes", gap=Gap.PARAGRAPH):
            return False
        if self._footnote_to():
            return True
        first, number = self.word(), self.word(1)
        if first is None or number is None or number.kind is not Word.NUMBER or number.gap > Gap.LINE:
            return False
        self.at += 2
        self.found.append(Mention(start=first.start, end=number.end, kind=Kind.FOOTNOTE, mark=number.text))
        while True:
            back = self.at
            joined = self.separator(plural=False)
            other = self.word()
            if joined in (None, *RANGES) or other is None or other.kind is not Word.NUMBER or self.counts():
                self.at = back
                return True
            self.at += 1
            self.found.append(Mention(start=other.start, end=other.end, kind=Kind.FOOTNOTE, mark=other.text))

    def _footnote_to(self) -> bool:
        """A footnote that is named by the place on which it hangs."""
        back, first = self.at, self.words[self.at]
        self.at += 1
        if self.is_(0, "to", "of", "on", "at", "in"):
            self.at += 1
            head = self.head()
            word = self.word()
            key_alone = word is not None and word.kind is Word.KEY and not self.like_call(word)
            place = self.item(head[0]) if head and not head[1] else self._bare_key() if key_alone else None
            if place:
                self.found.append(Mention(start=first.start, end=place.end, kind=Kind.FOOTNOTE, place=place))
                return True
        self.at = back
        return False


def _same_depth(first: Parts, last: Parts) -> bool:
    """Whether two paths begin and end at the same levels, as the ends of a range do."""
    return [bool(part) for part in first] == [bool(part) for part in last]
