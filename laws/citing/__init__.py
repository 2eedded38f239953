"""Finding the provisions that a text cites.

The law cites itself and is cited in many forms. The phrases this grammar reads, all from real texts:

    26B, 27B1(b), 30B1(b)(ii)                        keys with a letter stand alone, at every depth
    Law 31; Laws 42 and 43; Law 21 or 47E            a whole law needs the word in front, the rest of a list does not
    Law 12 C2(a); 12C2 (a); L17D3; Law 12.C.1        spaces, dots and an L
    Law 27 B 1 (a); 68 B(2); 86 B.2.b; 27b1a         keys as people space and punctuate them
    Law 27, B 1; Law 12-C-2; Law 27B1(a              called doubtful: something else may be meant
    Laws 27B1(b), 30B1(b)(i), 31A2(a) and 32A2(a)    lists of any depth
    12C1(a), (b) or (c); Law 20F4 or 5               lists whose members leave out what they share
    20F4, 5(a) and 6; 27B2(a)(b)
    16A1(a) to (d); Law 16B to D; Laws 28-29         ranges
    Law 64 A to C; Appendices 1 to 3
    2007 Law 23; Law 23 from the 2007 Laws           the edition's year, other than the text's own
    Club Law 27; Club Laws 16 and 23                 series beside the numbered laws
    regular Law 27B; Proprieties 4; Appendix 4C
    the Proprieties; the Introduction                a whole series
    see C following; but see 3 following             relative to the citing place
    (a) or (c) above; (b) and (c) hereunder
    B1 above; as in A. above; 2(c) or 2(d) above
    as in 1 preceding; as in (d); under either (a) or (b)
    as A1 allows; listed in A1 and A2; as per B1 or D2
    section A; Section B of this Law                 by the name of their level
    paragraph 1; paragraph 2 of Law 20F
    this Law; this sub-section                       the citing place itself
    footnote 3; Footnotes 27 and 28; footnote to Law 47

Not citations: 2♠, 4H and 3NT, H5 and C4, East A and A10x, 13 cards, Law 77's table of 30 points (only 77 is), enumerating
(a) and (b), years, dates, scores and percentages.

`find` says what is written, `resolve` what it means at a place in an edition. Plain Python.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from laws.citing.grammar import find
from laws.citing.mentions import Direction, Kind, Mention, Parts, Place
from laws.citing.resolving import Resolved, Status, cited, resolve
from laws.keys import Key
from laws.rulings.keeping import kept

__all__ = [
    "Citation",
    "Direction",
    "Kind",
    "Mention",
    "Parts",
    "Place",
    "Resolved",
    "Status",
    "citations",
    "cited",
    "find",
    "resolve",
]


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a text names a provision: `text[start:end]` is the name as written, with “Law” where that belongs to it."""

    start: int
    end: int
    key: Key


# The same few thousand texts of law and commentary are shown again and again; reading one costs a quarter of a millisecond.
# They are some eight megabytes; explanations of imported questions come by as well, of whatever length.
REMEMBERED: Final = 32 * 2**20


@kept(REMEMBERED)
def citations(text: str) -> tuple[Citation, ...]:
    """Every provision that a text in the digest's form names, in its order; of a range both ends.

    The digest names provisions by their keys, and writes calls with suit symbols. A footnote is named by the place on
    which it hangs; what is spelled so that something else may be meant is left out.
    """
    found: list[Citation] = []
    for mention in find(text, letters=False):
        if (
            mention.year
            or mention.doubtful
            or not mention.place
            or not (key := mention.key)
            or not (key.law or key.section)
        ):
            continue
        if mention.to is None:
            found.append(Citation(mention.start, mention.end, key))
        elif last := mention.to.parts.key:
            found += [
                Citation(mention.place.start, mention.place.end, key),
                Citation(mention.to.start, mention.to.end, last),
            ]
    return tuple(found)
