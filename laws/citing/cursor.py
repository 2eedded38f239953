"""A reader's place in a text, and the small rules of which the others are made."""

from __future__ import annotations

from dataclasses import replace

from laws import keys
from laws.citing.mentions import Direction, Kind, Mention, Parts, Place
from laws.citing.spelled import spelled
from laws.citing.tokens import Gap, Token, Word, tokens
from laws.citing.vocabulary import ABOVE, AFTER_FOLLOWING, BELOW, COUNTED, JOINS, LEVELS, RANGES

# A rule that looks ahead and then leaves what it saw to the next must not look over the whole text: from every word again, that
# would take as long as the text is, squared. No list in a law book has so many members, and nothing else so many words.
MOST_MEMBERS = 12
MOST_AHEAD = 6


class Cursor:
    """One pass over a text. A rule looks at the word at `at`, and moves on behind what it reads or stays where it is."""

    def __init__(self, text: str, letters: bool) -> None:
        self.text = text
        self.words = tokens(text)
        self.letters = letters
        self.at = 0
        self.found: list[Mention] = []

    def word(self, ahead: int = 0) -> Token | None:
        """The word so many places from here; None beyond the text."""
        place = self.at + ahead
        return self.words[place] if 0 <= place < len(self.words) else None

    def is_(self, ahead: int, *texts: str, gap: Gap = Gap.LINE) -> bool:
        """Whether the word there is one of these, in any case, at most this far from the one before."""
        word = self.word(ahead)
        return word is not None and word.text.lower() in texts and word.gap <= gap

    def counts(self) -> bool:
        """Whether the word here is a number that counts what follows: 13 cards."""
        word, behind = self.word(), self.word(1)
        return (
            word is not None
            and word.kind is Word.NUMBER
            and behind is not None
            and (behind.text.lower() in COUNTED or (behind.kind is Word.SIGN and behind.text[0] in "%♠♥♦♣°"))
        )

    def before_noun(self) -> bool:
        """Whether the letter just read may be an article or an ace: “see A player”, but “see A.” and “as in B the”."""
        letter, behind = self.word(-1), self.word()
        return letter is not None and letter.text == "A" and behind is not None and behind.kind is Word.WORD

    def level(self, ahead: int = 0) -> int:
        word = self.word(ahead)
        if word is None or word.kind is not Word.WORD:
            return 0
        name = word.text.lower()
        return LEVELS.get(name) or LEVELS.get(name.removesuffix("s"), 0)

    def separator(self, plural: bool) -> str | None:
        """What joins the members of a list, its last word; empty when the next stands right behind, as (a)(b) does."""
        word = self.word()
        if word is None:
            return None
        if word.kind is Word.BRACKET and word.gap is Gap.NONE:
            return ""
        text = word.text.lower()
        if text in RANGES and word.gap <= Gap.LINE:
            # A spaced dash in the text is more often a pause than a range.
            if word.kind is Word.SIGN and word.gap is not Gap.NONE and not plural:
                return None
            self.at += 1
            return text
        if text not in JOINS or word.gap > Gap.LINE:
            return None
        self.at += 1
        if text == "," and self.is_(0, "and", "or"):
            self.at += 1
            return "and"
        return text

    def direction(self) -> Direction:
        """The direction in the words that follow: above, below after the full stop of a list's letter: “A. above”."""
        ahead = 0
        while ahead < MOST_AHEAD and self.is_(ahead, ".", "*", gap=Gap.SPACE):
            ahead += 1
        if self.is_(ahead, *ABOVE):
            return Direction.ABOVE
        if not self.is_(ahead, *BELOW):
            return Direction.NONE
        behind = self.word(ahead + 1)
        if self.is_(ahead, "following") and behind and behind.kind is Word.WORD and behind.text not in AFTER_FOLLOWING:
            return Direction.NONE
        return Direction.BELOW

    def brackets(self, first: Token, parts: Parts) -> Place:
        """The letter and the Roman numeral behind a paragraph, which may have a space before them."""
        end = self.words[self.at - 1].end
        if parts.paragraph and (bracket := self.word()) and bracket.kind is Word.BRACKET and bracket.gap <= Gap.SPACE:
            self.at += 1
            end = bracket.end
            inside = bracket.text[1:-1]
            parts = replace(parts, **({"item": inside} if len(inside) == 1 else {"point": inside}))
            point = self.word()
            if (
                parts.item
                and point
                and point.kind is Word.BRACKET
                and point.gap is Gap.NONE
                and point.text[1:-1] in keys.ROMAN
            ):
                self.at += 1
                end = point.end
                parts = replace(parts, point=point.text[1:-1])
        return Place(first.start, end, parts)

    def spelled(self, series: str, *, headed: bool) -> Place | None:
        """A key as people space and punctuate it, from the number here on; None where a whole law stands."""
        word = self.word()
        if word is None or not word.text[0].isdigit():
            return None
        found = spelled(self.text, word.start, headed=headed)
        if found is None:
            return None
        ahead = 1
        while (behind := self.word(ahead)) and behind.start < found.end:
            ahead += 1
        if self.words[self.at + ahead - 1].end > found.end:
            return None
        self.at += ahead
        return Place(word.start, found.end, replace(found.parts, series=series), found.doubtful)

    def path(self, before: Parts | None = None) -> Place | None:
        """The end of a key: B, B1(a), 2(c), (a)(ii). After a key with a numeral, (ii) is one too."""
        word = self.word()
        if word is None or word.gap > Gap.LINE:
            return None
        if word.kind is Word.PART:
            self.at += 1
            return self.brackets(word, Parts(section=word.parts[1], paragraph=word.parts[2]))
        if word.kind is Word.NUMBER:
            self.at += 1
            return self.brackets(word, Parts(paragraph=word.text))
        if word.kind is not Word.BRACKET:
            return None
        self.at += 1
        inside = word.text[1:-1]
        if len(inside) > 1 or (before and before.point and inside in keys.ROMAN):
            return Place(word.start, word.end, Parts(point=inside))
        point = self.word()
        if point and point.kind is Word.BRACKET and point.gap is Gap.NONE and point.text[1:-1] in keys.ROMAN:
            self.at += 1
            return Place(word.start, point.end, Parts(item=inside, point=point.text[1:-1]))
        return Place(word.start, word.end, Parts(item=inside))


def mention(
    place: Place, to: Place | None = None, *, kind: Kind = Kind.KEY, direction: Direction = Direction.NONE
) -> Mention:
    """A mention of one place or of a range, which stands where its words stand."""
    end = to.end if to else place.end
    return Mention(start=place.start, end=end, kind=kind, place=place, to=to, direction=direction)
