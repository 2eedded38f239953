"""An auction as people type it: calls in order from the dealer, in one line or in many.

    1NT P 2C! X                 P or Pass, X, XX, bids as 1NT, 2C or 2♣; AP for all passes that are left
    2S 2D* E:1H* (W) P          * an irregular call; E: or (E) before a call out of turn, after which it is the next player's
    2C!1 P!2                    ! notes, numbered; ! alone takes the next number; PBN's =1= behind a call means the same
    1: Stayman                  the notes stand below, each in a line of its own
    2: after a long pause

Commas and dashes between calls are passed over. What a star marks the law decides, not this file: a regular call may
bear one, as when it is withdrawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from exams.bank.notation.pieces import SEAT_ALONE, Made, Token, apart, entry, made, marked, seat, written
from laws.diagrams.plays import after
from laws.rulings.calls import BadCall, parse_call

MOST: Final = 340
"""The longest auction that is possible has 319 calls; with irregular ones some more."""
HIGHEST: Final = 8
"""The highest bid that a diagram can show; eight, since a bid of more than seven can be made (Law 38)."""
_BETWEEN: Final = re.compile(r"[\s,;|–—-]+")
_ALL_PASS: Final = re.compile(r"\ball\s+pass\b", re.IGNORECASE)
_PBN_NOTE: Final = re.compile(r"=([1-9][0-9]?)=")


def read_auction(text: str, dealer: str) -> dict[str, Any]:
    """The calls and notes of an auction diagram. Raises BadNotation: what is no call, a note without words."""
    rest, notes = apart(text)
    calls: list[dict[str, Any]] = []
    marks: list[tuple[Token, int]] = []
    turn = dealer
    for one in _all_made(Token(number, word) for number, line in rest for word in _words(line)):
        by = one.by or turn
        if one.text.upper() == "AP":
            if one.bad or one.note is not None:
                raise one.token.wrong(_("AP cannot be marked. Write out the pass that the mark belongs to."))
            for _each in range(_passes_left(calls)):
                calls.append(entry(by, "call", "P", bad=False, note=None))
                by = after(by)
            turn = by
            continue
        number = None if one.note is None else notes.number(one.note)
        if number:
            marks.append((one.token, number))
        calls.append(entry(by, "call", _call(one), bad=one.bad, note=number))
        turn = after(by)
        if len(calls) > MOST:
            raise one.token.wrong(_("No auction has more than %(most)d calls.") % {"most": MOST})
    return {"calls": calls, "notes": notes.told(marks)}


def write_auction(diagram: Mapping[str, Any]) -> str:
    """The calls, four in a line, and below them the notes."""
    words, turn = [], diagram["dealer"]
    for one in diagram["calls"]:
        words.append(marked(one, one["call"], turn))
        turn = after(one["by"])
    rows = [" ".join(words[start : start + 4]) for start in range(0, len(words), 4)]
    return "\n".join([*rows, *written(diagram.get("notes", []))])


def _words(line: str) -> list[str]:
    return [word for word in _BETWEEN.split(_ALL_PASS.sub("AP", line)) if word]


def _all_made(tokens: Iterator[Token]) -> Iterator[Made]:
    """Each call with its player, where a seat or a note in PBN's way may stand as a word of its own."""
    waiting, by = None, ""
    for token in tokens:
        if alone := SEAT_ALONE.fullmatch(token.text):
            by = seat(alone[1] or alone[2])
            continue
        if noted := _PBN_NOTE.fullmatch(token.text):
            if waiting is None or waiting.note is not None:
                raise token.wrong(_("A note belongs to the call before it, one note per call."))
            waiting = Made(token, waiting.by, waiting.text, waiting.bad, int(noted[1]))
            continue
        if waiting is not None:
            yield waiting
        found = made(token)
        waiting = Made(token, found.by or by, found.text, found.bad, found.note)
        by = ""
    if by:
        raise token.wrong(_("There is no call after this seat. Add it, or take the seat out."))
    if waiting is not None:
        yield waiting


def _call(one: Made) -> str:
    try:
        call = parse_call(one.text)
    except BadCall:
        call = None
    if call is None or call.level > HIGHEST:
        raise one.token.wrong(_("This is not a call. Write P, X, XX or a bid such as 1C, 2♥ or 3NT."))
    return call.text


def _passes_left(calls: list[dict[str, Any]]) -> int:
    """How many passes end the auction from here; none where it is over."""
    passes = 0
    for one in reversed(calls):
        if one["call"] != "P" or one.get("bad"):
            break
        passes += 1
    needed = 4 if passes == len(calls) else 3
    return max(needed - passes, 0)
