"""Words as people type them, and texts in which found words are marked."""

from __future__ import annotations

import re
from bisect import bisect_right

from laws.models.searching import PLAIN_SIGNS, SUIT_WORDS

# Around the words that a search found: characters for private use, which no text has and which mean nothing in HTML.
FOUND, END_FOUND = "\ue000", "\ue001"

# A bid as it is typed where there are no symbols: 1S, 2h. Notrump has letters of its own.
_TYPED_BID = re.compile(r"\b([1-7])([SHDC])\b", re.IGNORECASE)
_SYMBOL_OF = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_BID = re.compile(rf"([1-7]) ?([{''.join(SUIT_WORDS)}])")
_SYMBOL = re.compile(f"[{''.join(SUIT_WORDS)}]")
_MARK = re.compile(f"([{FOUND}{END_FOUND}])")
_PLAIN = str.maketrans(PLAIN_SIGNS)
# What Australians write with an s and the published law books with a z: authorise, penalised, organisation.
_EITHER = re.compile(r"(?<!\w)(-?)([a-z]{3,}i)[sz](e[ds]?|ers?|ing|ations?)\b", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?;:”])\s+|\n+")


def spelled(words: str) -> str:
    """What is typed, in the words that the search knows: `1♠` and `1S` become `"1 spade"`, a phrase."""
    words = _TYPED_BID.sub(lambda bid: bid[1] + _SYMBOL_OF[bid[2].lower()], words.translate(_PLAIN))
    pieces = words.split('"')
    # Every second piece stands in quotation marks already, if the last one is closed.
    for place, piece in enumerate(pieces):
        quoted = place % 2 and place < len(pieces) - 1
        mark = "" if quoted else '"'
        piece = _BID.sub(lambda bid, mark=mark: f"{mark}{bid[1]} {SUIT_WORDS[bid[2]]}{mark}", piece)  # type: ignore[misc]
        for symbol, word in SUIT_WORDS.items():
            piece = piece.replace(symbol, f" {word} ")
        pieces[place] = piece
    return _in_either_spelling('"'.join(pieces))


def _in_either_spelling(words: str) -> str:
    """What to look for, with an s and with a z: the digest has one, official texts have the other, and people type either.

    A word that must not be there may be there in neither. Where a quotation mark is missing nothing is added.
    """
    if words.count('"') % 2:
        return words
    words = _EITHER.sub(lambda found: f"-{found[2]}s{found[3]} -{found[2]}z{found[3]}" if found[1] else found[0], words)
    both = [_EITHER.sub(lambda found, sign=sign: _with(sign, found), words) for sign in "sz"]  # type: ignore[misc]
    return " or ".join(dict.fromkeys(both))


def _with(sign: str, found: re.Match[str]) -> str:
    return found[0] if found[1] else found[2] + sign + found[3]


def plain(text: str) -> str:
    """A text as the search sees it; the same as the expression in laws.models.searching."""
    text = text.translate(_PLAIN)
    for symbol, word in SUIT_WORDS.items():
        text = text.replace(symbol, f" {word} ")
    return text


def marked(text: str, told: str) -> str:
    """The text with the marks that PostgreSQL set in `told`, which is the text as the search sees it.

    The two differ in curly signs and suit symbols. Where PostgreSQL has taken something out, nothing is marked.
    """
    unmarked = told.replace(FOUND, "").replace(END_FOUND, "")
    if unmarked == text:
        return told
    if unmarked != plain(text):
        return text
    # Where each symbol stands in the text and in its plain form, and how long its word is there with the blanks round it.
    symbols: list[tuple[int, int, int]] = []
    longer = 0
    for symbol in _SYMBOL.finditer(text):
        length = len(SUIT_WORDS[symbol[0]]) + 2
        symbols.append((symbol.start() + longer, symbol.start(), length))
        longer += length - 1
    pieces: list[str] = []
    done = at = 0
    for piece in _MARK.split(told):
        if piece not in (FOUND, END_FOUND):
            at += len(piece)
            continue
        # A mark that ends in a word, or before the blank behind it, ends after the symbol.
        place = _place(at, symbols) if piece == FOUND else _place(at - 1, symbols) + 1
        pieces += [text[done:place], piece]
        done = place
    # Words found side by side are one mark: “1♠” is a single thing.
    return "".join([*pieces, text[done:]]).replace(END_FOUND + FOUND, "")


def _place(at: int, symbols: list[tuple[int, int, int]]) -> int:
    """Where in a text the sign is that stands at a place of its plain form."""
    before = bisect_right(symbols, at, key=lambda symbol: symbol[0]) - 1
    if before < 0:
        return at
    told, place, length = symbols[before]
    return place if at < told + length else at - told - length + place + 1


def excerpt(text: str, length: int = 300) -> str:
    """The sentences of a marked text that tell most, in order, about so many characters of them.

    A text that is hardly longer stays whole. Left out sentences leave “…”.
    """
    if len(text) <= length * 1.2:
        return text
    sentences = [one for one in _SENTENCE.split(text) if one]
    hits = [one.count(FOUND) for one in sentences]
    # Begin with the best sentence and grow to its neighbours, the better one first: what stands together is understood.
    best = max(range(len(sentences)), key=lambda place: (hits[place], -place))
    first = last = best
    size = len(sentences[best])
    while True:
        beside = [place for place in (first - 1, last + 1) if 0 <= place < len(sentences)]
        fitting = [place for place in beside if size + len(sentences[place]) <= length]
        if not fitting:
            break
        place = max(fitting, key=lambda one: (hits[one], one))
        first, last = min(first, place), max(last, place)
        size += len(sentences[place])
    shown = " ".join(sentences[first : last + 1])
    if len(shown) > 2 * length:
        shown = _cut(shown, 2 * length)
    return ("… " if first else "") + shown + (" …" if last < len(sentences) - 1 else "")


def _cut(sentence: str, length: int) -> str:
    """A very long sentence from a little before its first mark, cut between words."""
    start = max(0, sentence.find(FOUND) - length // 4)
    start = sentence.find(" ", start) + 1 if start else 0
    end = sentence.rfind(" ", start, start + length)
    piece = sentence[start : end if end > start else start + length]
    if piece.rfind(FOUND) > piece.rfind(END_FOUND):
        piece += END_FOUND
    if piece.find(END_FOUND) > -1 and not -1 < piece.find(FOUND) < piece.find(END_FOUND):
        piece = FOUND + piece
    return ("… " if start else "") + piece + (" …" if start + length < len(sentence) else "")
