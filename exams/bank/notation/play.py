"""The play as people type it: a trick a line, or several with | between them.

    4SX by S                    the contract and who declares; or “trump H”, “notrump”, where the contract is not told
    from trick 7                the number of the first trick told, where it is not the first of the play
    W: HK H3 H2 H7              who was to lead, and the cards in the order in which they were played
    S: SA 3 2 K | S7 4 J Q      a rank alone is of the suit led; a trick without a leader is led by who won the one before
    W: E:H4* W:HA 2 H4 5!1      * an irregular card; E: or (E) before a card out of turn, after which the next player's turn
    1: South had begun to say “small”

A ten is T or 10, suits are letters or signs. A card stands in one trick once, unless it was irregular: then it may have
been withdrawn, and be played again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from exams.bank.notation.pieces import (
    RANKS,
    SEAT,
    SEAT_ALONE,
    SUITS,
    BadNotation,
    Made,
    Notes,
    Token,
    apart,
    entry,
    made,
    marked,
    seat,
    written,
)
from laws.diagrams.plays import after, trump_of, winner

TRICKS: Final = 13
_CONTRACT: Final = re.compile(
    rf"\s*(?:contract:?\s+)?([1-7])\s*(NT?|[SHDC])\s*(X{{0,2}})(?:\s+(?:by\s+)?({SEAT}))?\s*", re.IGNORECASE
)
_TRUMP: Final = re.compile(
    rf"\s*(?:trumps?:?\s+(NT|none|[SHDC])|(no\s*trumps?))(?:\s+(?:by\s+)?({SEAT}))?\s*", re.IGNORECASE
)
_DECLARER: Final = re.compile(rf"\s*declarer:?\s+({SEAT})\s*", re.IGNORECASE)
_FIRST: Final = re.compile(r"\s*from\s+trick:?\s+(1[0-3]|[1-9])\s*", re.IGNORECASE)
_LEADER: Final = re.compile(rf"\s*({SEAT})\s*:\s*(.*)", re.IGNORECASE)
_CARD: Final = re.compile(rf"([{SUITS}]?)([{RANKS}])", re.IGNORECASE)
_MOST_REGULAR: Final = 4


def read_play(text: str) -> dict[str, Any]:
    """The play diagram; nothing for no text.

    Raises BadNotation: what is no card, a trick of five, a card played twice, a leader nobody can tell.
    """
    rest, notes = apart(text)
    if not rest and not notes.words:
        return {}
    play: dict[str, Any] = {}
    while rest and (head := _head(rest[0][1])):
        play |= head
        rest = rest[1:]
    tricks: list[dict[str, Any]] = []
    marks: list[tuple[Token, int]] = []
    for number, line in rest:
        for part in filter(str.strip, line.split("|")):
            tricks.append(_trick(number, part, play, tricks, notes, marks))
    if not tricks:
        raise BadNotation(1, "", _("No trick was found. Write one, such as W: HK H3 H2 H7, or leave the play out."))
    if play.get("first", 1) - 1 + len(tricks) > TRICKS:
        raise BadNotation(rest[-1][0], "", _("There are more than thirteen tricks. Take out the extra ones."))
    told = notes.told(marks)
    return play | {"tricks": tricks} | ({"notes": told} if told else {})


def write_play(diagram: Mapping[str, Any]) -> str:
    """The contract, a line for each trick, and the notes."""
    first = f"from trick {diagram['first']}" if "first" in diagram else ""
    rows = [row for row in (_heading(diagram), first) if row]
    for trick in diagram["tricks"]:
        words, turn = [], trick["leader"]
        for one in trick["cards"]:
            words.append(marked(one, one["card"], turn))
            turn = after(one["by"])
        rows.append(f"{trick['leader']}: {' '.join(words)}")
    return "\n".join([*rows, *written(diagram.get("notes", []))])


def _heading(diagram: Mapping[str, Any]) -> str:
    declarer = diagram.get("declarer", "")
    by = f" by {declarer}" if declarer else ""
    if contract := diagram.get("contract"):
        return f"{contract}{by}"
    if trump := diagram.get("trump"):
        return f"trump {trump}{by}"
    return f"declarer {declarer}" if declarer else ""


def _head(line: str) -> dict[str, Any]:
    """What a line says of contract, trumps and declarer; nothing if it is a trick."""
    if found := _CONTRACT.fullmatch(line):
        suit = found[2].upper()
        told = {"contract": found[1] + ("NT" if suit == "N" else suit) + found[3].upper()}
        return told | ({"declarer": seat(found[4])} if found[4] else {})
    if found := _TRUMP.fullmatch(line):
        suit = (found[1] or "NT").upper()
        told = {"trump": "NT" if suit == "NONE" else suit}
        return told | ({"declarer": seat(found[3])} if found[3] else {})
    if found := _DECLARER.fullmatch(line):
        return {"declarer": seat(found[1])}
    if found := _FIRST.fullmatch(line):
        return {"first": int(found[1])}
    return {}


def _trick(
    number: int,
    part: str,
    play: Mapping[str, Any],
    before: Sequence[Mapping[str, Any]],
    notes: Notes,
    marks: list[tuple[Token, int]],
) -> dict[str, Any]:
    """One trick. `before` are the tricks already read; `marks` gathers who refers to which note."""
    led = _LEADER.fullmatch(part)
    leader = seat(led[1]) if led else _next_leader(number, part, play, before)
    cards: list[dict[str, Any]] = []
    turn = leader
    for one in _all_made(number, led[2] if led else part):
        by = one.by or turn
        card = _card(one, cards)
        _must_be_playable(one, by, card, cards, before)
        note = None if one.note is None else notes.number(one.note)
        if note:
            marks.append((one.token, note))
        cards.append(entry(by, "card", card, bad=one.bad, note=note))
        turn = after(by)
    if not cards:
        raise BadNotation(number, part.strip(), _("No card was played to this trick. Add one, or take the trick out."))
    return {"leader": leader, "cards": cards}


def _next_leader(number: int, part: str, play: Mapping[str, Any], before: Sequence[Mapping[str, Any]]) -> str:
    """Who leads without being named: the player on declarer's left, then who won the trick before."""
    opening = after(play["declarer"]) if "declarer" in play and "first" not in play else ""
    leader = winner(before[-1], trump_of(play)) if before else opening
    if not leader:
        token = part.split()[0]
        raise BadNotation(
            number, token, _("It is not clear who leads. Begin the trick with the leader, such as W: HK.")
        )
    return leader


def _all_made(number: int, part: str) -> Iterator[Made]:
    """Each card with its player, where a seat may stand as a word of its own."""
    by = ""
    for word in part.replace(",", " ").split():
        token = Token(number, word)
        if alone := SEAT_ALONE.fullmatch(word):
            by = seat(alone[1] or alone[2])
            continue
        found = made(token)
        yield Made(token, found.by or by, found.text, found.bad, found.note)
        by = ""
    if by:
        raise token.wrong(_("There is no card after this seat. Add it, or take the seat out."))


def _card(one: Made, cards: Sequence[Mapping[str, Any]]) -> str:
    found = _CARD.fullmatch(one.text.replace("10", "T"))
    if not found:
        raise one.token.wrong(_("This is not a card. Write the suit and the rank, such as HK or ♥10."))
    suit = found[1].upper() or (cards[0]["card"][0] if cards else "")
    if not suit:
        raise one.token.wrong(_("The first card of a trick needs its suit, such as HK."))
    return suit + found[2].upper()


def _must_be_playable(
    one: Made, by: str, card: str, cards: Sequence[Mapping[str, Any]], before: Sequence[Mapping[str, Any]]
) -> None:
    """Refuse what no star explains: a second regular card of a player, and a card that has been played."""
    if not one.bad and any(other["by"] == by and not other.get("bad") for other in cards):
        if len([other for other in cards if not other.get("bad")]) == _MOST_REGULAR:
            raise one.token.wrong(_("This trick has four cards. Begin the next one with | or on a new line."))
        words = {"seat": by}
        raise one.token.wrong(_("%(seat)s has played to this trick. Mark the irregular card with *.") % words)
    earlier = [other for trick in before for other in trick["cards"]] + list(cards)
    same = [other for other in earlier if other["card"] == card]
    if any(other["by"] != by for other in same):
        raise one.token.wrong(_("This card was played by another player. Check both."))
    if same and not one.bad and not any(other.get("bad") for other in same):
        raise one.token.wrong(_("This card has already been played. If it was withdrawn, mark it with *."))
