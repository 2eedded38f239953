"""The grammar of citations, one method a rule. In brackets what may be missing, a star for any number of times:

    mentions   = ( headed | bare | footnote | here | section | relative | any other word )*
    headed     = [year] head item more* [year]                      2007 Law 23, Laws 27B1(b), 31A2(a) and 54
    bare       = key bracket* more*                                 27B1(b), 16A1(a) to (d)
    more       = separator item | separator rest                    or 54; , 5(a); and 6; to (d); (b)
    relative   = lead paths | paths direction                       as in (a); (a) or (c) above; A to C above
    paths      = path ( separator path )*                           A2(a) or A2(b)
    section    = level paths [of head item]                         section B; paragraph 2 of Law 20F
    here       = this level                                         this Law
    footnote   = footnote number | footnote to item                 footnote 3; footnote to Law 47
    item       = as a book spells it, or `spelled`, whichever reads further

A bridge text is full of words that look like these: 4H is a call, H5 and C4 are cards, A is an article, a player in a
movement or an ace, 13 cards a number. So a key of a low law and a suit's letter is a call unless “Law” stands in front,
and a path is a citation only if a direction follows it or a lead goes before it, a stricter one the shorter the path.

Written by hand and not for a parser library: those read a text that follows a grammar from end to end, and here the
grammar is to be found between sentences that follow none. Tried with lark 1.3 on a document of 280,000 characters: its
lexer alone takes 1.5 s, LALR stops at the first “Laws” without a number, and Earley needs 8 s for the first seventh;
this takes 0.3 s.
"""

from __future__ import annotations

from laws.citing.mentions import Mention
from laws.citing.relative import Relative
from laws.citing.tokens import Word
from laws.citing.vocabulary import BEGINNINGS


def find(text: str, *, letters: bool = True) -> list[Mention]:
    """Every mention of a place in the law, in the order of the text; no two overlap.

    `letters` tells that calls may be written with letters, 4H, as in most texts; then 6D without “Law” is a call.
    """
    return _Reader(text, letters).mentions()


class _Reader(Relative):
    """All the rules."""

    def mentions(self) -> list[Mention]:
        """What the whole text mentions."""
        while self.at < len(self.words):
            if not self._mentioned():
                self.at += 1
        return self.found

    def _mentioned(self) -> bool:
        """Whether a mention begins here; of most words one look tells that none does."""
        word = self.words[self.at]
        match word.kind:
            case Word.SIGN:
                return len(word.text) > 2 and word.text[0].isdigit() and self.bare()
            case Word.NUMBER:
                return self.bare() or self.relative()
            case Word.WORD:
                if word.text.lower() not in BEGINNINGS:
                    return False
                return self.headed() or self.footnote() or self.here() or self.section()
            case Word.YEAR:
                return self.headed()
            case Word.KEY:
                return self.bare()
            case _:
                return self.relative()
