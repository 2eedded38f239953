"""Law 46: what declarer's words call for from dummy, at a moment of the play at which they could be said."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Final

from exams.scenarios.narration.bridge import number
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.play.boards import Moment, played
from exams.scenarios.play.players import beats, best_of, high
from exams.scenarios.tables import Table, Unfit, one_of
from laws.rulings.calls import SUIT_NAMES
from laws.rulings.cards import RANKS, card_words
from laws.rulings.play.designations import Called, Way, read_designation
from laws.rulings.play.told import told_of

TEXTS: Final = texts("law_46")
_LAST: Final = 10
"""The trick up to which dummy still has something to choose from."""
_SPARE: Final = 3
"""Cards of a suit that make a question of it."""
_NAMES: Final = ["ace", "king", "queen", "jack", "ten", "nine", "eight", "seven", "six", "five", "four", "three", "two"]
_RANK_NAMES: Final = dict(zip(RANKS, _NAMES, strict=True))


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A moment at which dummy is to play, and words that come to what the path says."""
    board, way = played(table), str(facts["said_for_dummy"])
    first = 1 if facts.get("opponent_to_play") else 2
    moments = [one for one in board.moments(first, _LAST) if one.hand is one.position.dummy]
    rng.shuffle(moments)
    for moment in moments:
        before = board.tricks[moment.number - 2] if moment.leads and moment.number > 1 else None
        for words in _words(moment, way, rng):
            told = _called(moment, words, before)
            if told is not None and _fits(told, facts):
                return _setting(moment, words, told, before, facts, rng)
    raise Unfit


def _words(moment: Moment, way: str, rng: random.Random) -> Sequence[str]:
    """What declarer may say in this way; a card, a suit or a rank is drawn among those that could be meant."""
    held = sorted(moment.position.hands[moment.hand])
    suits = sorted({card[0] for card in held})
    if way in TEXTS.data("ways"):
        return [TEXTS.line("ways", way)]
    if way == "suit alone":
        return [SUIT_NAMES[suit].removesuffix("s") for suit in rng.sample(suits, len(suits))]
    if way == "rank alone":
        ranks = sorted({card[1] for card in held})
        return [_RANK_NAMES[rank] for rank in rng.sample(ranks, len(ranks))]
    led = moment.position.trick.led
    absent = [
        led + rank for rank in RANKS if led and led + rank not in moment.position.played and led + rank not in held
    ]
    own = moment.position.hands[moment.position.declarer]
    # Somebody who calls a card that is not there has mixed it up with one beside it, and not with one of their own hand.
    near = [
        card
        for card in absent
        if card not in own and any(abs(high(card) - high(one)) == 1 for one in held if one[0] == led)
    ]
    return [f"{SUIT_NAMES[card[0]].removesuffix('s')} {_RANK_NAMES[card[1]]}" for card in near]


def _called(moment: Moment, words: str, before: Any) -> Called | None:
    """The words at the table; the trick before it is known where dummy leads."""
    position = moment.position.copy()
    position.quitted = position.quitted[-1:] if before is not None else []
    if not before and moment.number == 1:
        position.quitted = []
    return Called(read_designation(words), position, "duplicate-2017")


def _fits(called: Called, facts: Facts) -> bool:
    """The table shows the path, and there are cards enough to make a question of it."""
    looks: dict[str, Callable[[], object]] = {
        "said_for_dummy": lambda: called.way,
        "dummy_follows": lambda: called.follows,
        "sure_winner": lambda: None if (card := called.sure_winner()) is None else bool(card),
        "opponent_to_play": lambda: called.opponent_to_play,
        "called_legal": lambda: bool(called.cards()) and called.cards()[0] in called.legal,
        "dummy_leads": lambda: called.leads,
        "suit_goes_on": lambda: bool(called.last_suit) and called.last_suit + called.said.rank in called.held,
        "legal_of_rank": lambda: ("no legal card", "one card", "two or more cards")[min(2, len(called.of_rank))],
    }
    if any(looks[fact]() != value for fact, value in facts.items() if fact in looks):
        return False
    way: Way | None = called.way
    if way == "rank alone" and called.leads:
        return bool(called.last_suit) and sum(card[1] == called.said.rank for card in called.held) > bool(
            facts.get("suit_goes_on")
        )
    suit = called.said.suit if way == "suit alone" else called.position.trick.led
    of_suit = [card for card in called.held if card[0] == suit]
    if way == "suit alone" and not called.leads:
        return False
    if way == "high" and called.position.trick.cards and of_suit:
        # Nobody asks for a high card that cannot win, such as a king under an ace.
        return len(of_suit) >= _SPARE and beats(of_suit[-1], best_of(called.position)[1], called.position.trumps)
    if way == "win":
        beaten = called.sure_winner()
        return len(of_suit) >= _SPARE and beaten != of_suit[-1 if not facts.get("opponent_to_play") else 0]
    return len(of_suit) >= _SPARE


def _setting(moment: Moment, words: str, called: Called, before: Any, facts: Facts, rng: random.Random) -> Setting:
    start, tricks = (before[0], [before[1]]) if before is not None else (moment.start, [moment.cards])
    if before is None:
        tricks = [moment.cards]
    play = told_of(start, tricks)
    known = (moment.position.dummy.value, moment.position.declarer.value)
    play["remaining"] = {seat: hand for seat, hand in play["remaining"].items() if seat in known}
    declarer = moment.contract.declarer
    led = moment.cards[0] if moment.cards else None
    kind = TEXTS.kind("called", facts)
    return Setting(
        {
            "offender": declarer,
            "declarer": declarer,
            "contract": moment.contract.bid.text + "X" * (moment.contract.multiplier // 2),
            "designation": words,
            "play": play,
        },
        TEXTS.lines("openings", kind),
        shown=frozenset(facts),
        places={
            "trick": number(moment.number),
            "words": words.capitalize(),
            "leader": moment.position.player_of(led[0]) if led else declarer,
            "led": f"the {card_words(led[1])}" if led else "",
            "from": TEXTS.line("from", "dummy" if led and led[0] is moment.position.dummy else "hand"),
            "contract_by": moment.contract,
            **_cards(moment, called, rng),
        },
        hands=[moment.position.dummy.value, declarer.value],
        situation=(kind,),
    )


def _cards(moment: Moment, called: Called, rng: random.Random) -> dict[str, str]:
    """What each way of calling would come to here, or what somebody could take it for."""
    way, position = called.way, moment.position
    suit = called.said.suit if way == "suit alone" else position.trick.led or called.last_suit or called.held[0][0]
    of_suit = [card for card in called.held if card[0] == suit] or called.held
    if position.trick.led and of_suit[0][0] == position.trick.led:
        best = best_of(position)[1]
        wins = [card for card in of_suit if best[0] != suit or high(card) > high(best)]
    else:
        wins = []
    rank = called.said.rank
    others = [card for card in called.held if rank and card[1] == rank and card[0] != called.last_suit]
    right = called.cards()
    sure = called.sure_winner() if way == "win" else None
    middle = one_of(of_suit[1:-1] or of_suit, rng)
    found = {
        "highest": of_suit[-1],
        "lowest": of_suit[0],
        "of_suit": of_suit[0],
        "winner": sure or (wins or of_suit)[0],
        "last_suit": (right if _goes_on(called) else of_suit)[0],
        "of_rank": (others or [middle])[0],
    }
    return {name: f"the {card_words(card)}" for name, card in found.items()} | {
        "rank": _RANK_NAMES.get(rank, "card"),
        "suit": SUIT_NAMES[suit],
    }


def _goes_on(called: Called) -> bool:
    """The words named a rank that goes on with the suit dummy has won with."""
    return called.way == "rank alone" and bool(called.last_suit) and called.last_suit + called.said.rank in called.held
