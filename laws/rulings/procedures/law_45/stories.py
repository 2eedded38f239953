"""What a story tells of cards that are called: declarer's words, dummy's card, and declarer's second words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from laws.rulings.play.designations import BadDesignation, Called, read_designation
from laws.rulings.play.position import Position, Trick
from laws.rulings.play.told import Played, told_of
from laws.rulings.procedures.law_45.facts import SLIP_OF_TONGUE
from laws.rulings.record import BadRecord
from laws.rulings.story.cards import before_trick
from laws.rulings.story.form import Happening
from laws.rulings.story.matters import Told, matter


def words_of(happening: Happening) -> str:
    """What was said. Raises BadRecord where the entry does not tell it, or no card is called for with such words."""
    words = str(happening.details.get("words", ""))
    try:
        read_designation(words)
    except BadDesignation as error:
        raise BadRecord(f"{happening.path}.words", str(error)) from None
    return words


def play_fields(table: Position, since: Sequence[Played] = (), *, quitted: int = 0) -> dict[str, Any]:
    """Fields of a record that tell the trick in progress, with the cards since, and so many tricks before it."""
    start, tricks = before_trick(table), [list(table.trick.cards)]
    for _ in range(min(quitted, len(table.quitted))):
        start.reopen()
        leader = start.trick.leader
        tricks.insert(0, list(start.trick.cards))
        for _by, card in tricks[0]:
            start.take_back(card)
        start.trick = Trick(leader)
    position = table.copy()
    for by, card in since:
        if not position.trick.cards and tricks[-1]:
            tricks.append([])
        tricks[-1].append((by, card))
        position.follow(by, card)
    contract = {"contract": table.contract.text} if table.contract is not None else {}
    return {**contract, "declarer": table.declarer.value, "play": told_of(start, [one for one in tricks if one])}


def cards_since(told: Told) -> list[Played]:
    """The cards played since, until somebody drew attention to dummy's card, the Director came or declarer spoke again."""
    found: list[Played] = []
    about = {told.happening.place}
    for one in told.since:
        if one.what in ("director", "designates") or (one.what == "notices" and one.details.get("about") in about):
            break
        if one.what == "card" and one.by is not None:
            if told.play is not None and one.by is told.play.dummy and not found:
                about.add(one.place)
            found.append((one.by, one.card))
    return found


def _is_found_a_correction(told: Told) -> bool:
    """The Director has looked at whether the words before were a slip of the tongue."""
    return any(
        SLIP_OF_TONGUE.id in one.details["found"]
        for one in told.since
        if one.what == "found" and one.details.get("about") == told.happening.place
    )


def called_before(told: Told) -> Happening | None:
    """What declarer had called to the same trick before: then the words correct it.

    Where dummy is to play to the next trick already, words are taken to call a card to that one, unless a finding about them
    says otherwise.
    """
    table = told.play
    if table is None:
        return None
    earlier = [one for one in told.story.happenings if one.place < told.happening.place]
    last = next((one for one in reversed(earlier) if one.what == "designates" and one.by is told.by), None)
    if last is None:
        return None
    between = [one for one in earlier if one.place > last.place and one.what == "card"]
    own = [one for one in between if one.by is not None and one.by.side is table.declarer.side]
    if own and table.turn is table.dummy and not _is_found_a_correction(told):
        return None  # that trick is complete, and dummy plays to the next one
    return last if len(own) <= 1 and all(one.by is table.dummy for one in own) else None


def wrong_card(told: Told) -> str:
    """The card that dummy put out though declarer had called another; empty where dummy did as it was told."""
    if told.play is None:
        return ""
    cards = Called(read_designation(words_of(told.happening)), told.play, told.story.edition).cards()
    put_out = next((card for by, card in cards_since(told) if by is told.play.dummy), "")
    return put_out if len(cards) == 1 and put_out != cards[0] else ""


@matter("45", "designates")
def _called(told: Told) -> dict[str, Any] | None:
    """A defender names a card, declarer calls a second card to one trick, or dummy puts out a card that was not called."""
    table = told.play
    if table is None or not told.director_since:
        return None
    if table.defends(told.by):
        return _named(told, table)
    first = called_before(told)
    if first is not None:
        return _called_again(told, table, first)
    put_out = wrong_card(told)
    if not put_out:
        return None
    return {
        "offender": table.dummy.value,
        "cards": [put_out],
        "designation": words_of(told.happening),
        **play_fields(table, cards_since(told)),
        "findings": {"card_matter": "dummy put out another card"},
    }


def _seen(told: Told, matter_is: str, **findings: Any) -> dict[str, Any] | None:
    """The fields of a card that was seen and not put on the table; None until the Director comes."""
    table, cards = told.play, told.happening.details.get("cards", ())
    if table is None or not told.director_since or len(cards) != 1:
        return None
    holder = next((seat for seat, held in table.hands.items() if cards[0] in held), told.by)
    if table.player_of(holder) is not table.player_of(told.by):
        raise BadRecord(
            f"{told.happening.path}.cards", f"{cards[0]} is {holder.full_name}'s; expected a card of the player's"
        )
    complete = not table.trick.cards and bool(table.quitted) and any(by is holder for by, _ in table.quitted[-1].cards)
    return {
        "offender": holder.value,
        "cards": list(cards),
        **play_fields(table, quitted=int(complete)),
        "findings": {"card_matter": matter_is, **findings},
    }


@matter("45", "holds")
def _holds(told: Told) -> dict[str, Any] | None:
    """A player takes a card out of the hand and holds it so that it can be seen; what counts is found out."""
    if told.play is None or told.by is told.play.dummy:
        return None
    if told.play.defends(told.by):
        return _seen(told, "a defender's card in view", held_up=True)
    return _seen(told, "declarer's card in view")


@matter("45", "touches")
def _touches(told: Told) -> dict[str, Any] | None:
    """Declarer touches a card of dummy's; or dummy does, unasked."""
    if told.play is None or told.play.defends(told.by):
        return None
    return _seen(told, "dummy indicated a card" if told.by is told.play.dummy else "dummy's card touched")


def _named(told: Told, table: Position) -> dict[str, Any]:
    card = read_designation(words_of(told.happening)).card
    if not card:
        raise BadRecord(
            f"{told.happening.path}.words", "names no card; a defender names one by suit and rank, such as HT"
        )
    return {
        "offender": told.by.value,
        "cards": [card],
        **play_fields(table),
        "findings": {"card_matter": "a card named"},
    }


def _called_again(told: Told, table: Position, first: Happening) -> dict[str, Any] | None:
    """The card that was called first: put out by dummy, or just named."""
    put_out = next(
        (
            one.card
            for one in told.story.happenings
            if first.place < one.place < told.happening.place and one.by is table.dummy and one.what == "card"
        ),
        None,
    )
    if put_out is None:
        cards = Called(read_designation(words_of(first)), table, told.story.edition).cards()
        if len(cards) != 1:
            return None
        put_out = cards[0]
    complete = any(card == put_out for trick in table.quitted[-1:] for _, card in trick.cards)
    return {
        "offender": table.dummy.value,
        "cards": [put_out],
        "designation": words_of(told.happening),
        **play_fields(table, quitted=int(complete)),
        "findings": {"card_matter": "a card called from dummy"},
    }
