"""Whether a player who holds this hand would make this call."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Final

from exams.scenarios.believable.scene import Act, Scene
from exams.scenarios.bidding.hands import Hand, holds
from exams.scenarios.bidding.system import Option
from laws.rulings.calls import DOUBLE, PASS, REDOUBLE, SUIT_NAMES, SUITS, Call
from laws.rulings.replay import Standing
from laws.rulings.seats import Seat

_ANY_SHAPE: Final = 18
"""From so many points on a takeout double says nothing about shape."""
_TAKEOUT: Final = 11
_MAJORS: Final = ("S", "H")
_LONG: Final = 6
"""A suit that its player bids rather than double for takeout."""
_BUSINESS: Final = 9
"""Points of a player who redoubles."""
_OPENING: Final = 12
_SHAPELY: Final = 20
"""Points and cards in the two longest suits; with more a hand of eleven points is opened."""
_FEWEST: Final = {1: 4, 2: 5}
"""The fewest cards in a suit of one's own by the level of the bid; above these, six."""
_FIVE: Final = 5
_RAISES: Final = 6
"""Cards in partner's suit, and points, with which a player raises it over an opponent."""
_SEVEN: Final = 7
"""A bid of more is a mistake about numbers, whatever the hand."""
_HIGH: Final = 5
_TWO_SUITS: Final = 10
"""Cards in the two longest suits of a hand that is for a suit contract."""
_STRONG: Final = 15
"""Points with which a player bids or doubles once more."""
_TOO_STRONG: Final = 21
"""Points with more than which a player doubles first even with two long suits."""
_BIDS_SEVEN: Final = 17
"""Points and cards in a suit of seven with which it is bid."""


def takeout_shape(scene: Scene) -> str | None:
    """Nobody asks partner for a suit with a long one of their own, without the others, or with the suit that was bid."""
    for act in scene.acts:
        hand = scene.hand(act.seat)
        if act.call is DOUBLE and hand is not None and act.words.startswith("takeout"):
            own = {call.denomination for seat, call in _by(scene, act.before or ()) if seat is act.seat}
            shown = act.option.meaning if act.option is not None else None
            reason = _not_for_takeout(hand, act.before or (), own)
            if shown is not None and not holds(shown, hand):
                reason = f"on {hand.hcp} points"
            if reason:
                return f"{act.seat.full_name} doubles for takeout {reason}"
    return None


def _not_for_takeout(hand: Hand, calls: Sequence[Call], own: Collection[str]) -> str:
    bids = [call.denomination for call in calls if call.is_bid]
    held = dict(zip(SUITS, hand.lengths, strict=True))
    doubled = bids[-1] if bids else ""
    if held.get(doubled, 0) > 4:
        return f"with {SUIT_NAMES[doubled]}"
    if hand.hcp >= _ANY_SHAPE:
        two_suits = sum(sorted(hand.lengths)[-2:]) > _TWO_SUITS and hand.hcp <= _TOO_STRONG
        return "with two long suits" if two_suits else ""
    unbid = {suit: length for suit, length in held.items() if suit not in bids}
    for suit, length in held.items():
        # An opener protects by a double with six cards as well, since partner may have passed for penalties.
        longest = max(unbid.values(), default=0)
        room = suit in own and length == _LONG and longest >= (3 if hand.hcp >= _STRONG else 4) and hand.hcp > _OPENING
        if suit != doubled and length >= _LONG and not room:
            return "with a long suit"
    if any(length < (3 if suit in _MAJORS and hand.hcp < _STRONG and not own else 2) for suit, length in unbid.items()):
        return "without support for the others"
    return ""


def worth_a_double(scene: Scene) -> str | None:
    """Whoever doubles by mistake what cannot be doubled has a hand that would double what they took it for."""
    for act in scene.acts:
        hand = scene.hand(act.seat)
        if not act.irregular or act.call not in (DOUBLE, REDOUBLE) or hand is None or act.words:
            continue
        if _meant(scene, act):
            continue
        if act.call is REDOUBLE:
            if hand.hcp < _BUSINESS:
                return f"{act.seat.full_name} redoubles on {hand.hcp} points"
        elif not _doubles(hand, scene.standing(act)):
            return f"{act.seat.full_name} has nothing to double on"
    return None


def _doubles(hand: Hand, state: Standing) -> bool:
    """For takeout of the bid, or of some opening bid where there is none yet; or for penalties of a bid above the one level."""
    if hand.hcp >= _ANY_SHAPE:
        return True
    named = [state.bid.denomination] if state.bid is not None else list(SUITS)
    for suit in named:
        if suit not in SUITS:
            if hand.hcp >= 15:
                return True
            continue
        held = hand.lengths[SUITS.index(suit)]
        others = [length for place, length in enumerate(hand.lengths) if SUITS[place] != suit]
        if hand.hcp >= _TAKEOUT and held <= 2 and min(others) >= 3:
            return True
        if state.bid is not None and state.bid.level > 1 and held >= 4 and hand.hcp >= 8:
            return True
        if state.bid is not None and state.bid.level > 2 and hand.hcp >= 13:
            return True
    return False


def not_too_good_to_pass(scene: Scene) -> str | None:
    """Nobody passes with a suit that they would bid, with a textbook takeout double of an opening bid, or below game with an
    opening hand opposite an opening bid.
    """
    for act in scene.acts:
        hand = scene.hand(act.seat)
        if act.call is not PASS or hand is None or act.before is None:
            continue
        opens = all(call is PASS for call in act.before)
        reason = "" if act.irregular else _too_good(scene, act, hand, act.before)
        if opens:
            chosen = scene.story.table.system.choose(act.before, scene.story.table.hands[act.seat])
            reason = "with an opening hand" if chosen.call is not PASS or _long_enough(hand) else ""
        if reason:
            return f"{act.seat.full_name} passes {reason}"
    return None


def _long_enough(hand: Hand) -> bool:
    """Eleven points with long suits, which many would open."""
    return hand.hcp >= _OPENING - 1 and hand.hcp + sum(sorted(hand.lengths)[-2:]) > _SHAPELY


def _too_good(scene: Scene, act: Act, hand: Hand, calls: Sequence[Call]) -> str:
    state = scene.standing(act)
    bid, bidder = state.bid, state.bidder
    if bid is None or bidder is None:
        return ""
    theirs = {call.denomination for by, call in _by(scene, calls) if call.is_bid and by.side is not act.seat.side}
    ours = [call for by, call in _by(scene, calls) if by is act.seat.partner and call.is_bid]
    own = any(by is act.seat and call is not PASS for by, call in _by(scene, calls))
    if bidder.side is not act.seat.side and bid.level <= 3:
        for suit, length in zip(SUITS, hand.lengths, strict=True):
            if suit in theirs or (suit == "C" and bid.level == 3):
                continue
            seven = length >= _SEVEN and (hand.hcp >= _OPENING or (bid.level < 3 and hand.hcp + length >= _BIDS_SEVEN))
            if seven or (length >= _LONG and hand.hcp >= _STRONG):
                return f"with {length} {SUIT_NAMES[suit]} and {hand.hcp} points"
        void = bid.denomination in SUITS and hand.lengths[SUITS.index(bid.denomination)] == 0
        if own and void and bid.level < 3 and hand.hcp >= _OPENING:
            return f"with no {SUIT_NAMES[bid.denomination]}"
    if bid.text == "1NT" and [call for call in calls if call is not PASS] == ours and max(hand.lengths[:2]) >= _FIVE:
        return "with a long major opposite a 1NT opening"
    opening = bidder.side is not act.seat.side and bid.level == 1 and bid.denomination in SUITS and len(theirs) == 1
    if opening and not own and not ours and _short_in(hand, bid.denomination):
        return f"with a takeout double and {hand.hcp} points"
    long = ours[-1].denomination if ours and ours[-1].denomination in SUITS else ""
    if long and not own and bidder.side is not act.seat.side and bid.level <= 3:
        support = hand.lengths[SUITS.index(long)]
        if support >= _FIVE and hand.hcp >= _RAISES:
            return f"with {support} {SUIT_NAMES[long]} for partner"
    partners = ours[-1].denomination if ours else ""
    for suit, length in zip(SUITS, hand.lengths, strict=True):
        weak = (
            bidder is act.seat.partner
            and bid.level <= 2
            and partners in SUITS
            and partners != suit
            and suit not in theirs
        )
        if weak and length >= _SEVEN and hand.hcp >= _OPENING - 2 and hand.lengths[SUITS.index(partners)] <= 2:
            return f"with {length} {SUIT_NAMES[suit]} of their own"
    opened = bool(ours) and ours[0].level == 1 and ours[0] is next(call for call in calls if call.is_bid)
    enough = _OPENING - 1 if bid.level == 1 and act.place is None else _OPENING
    if opened and not own and hand.hcp >= enough and bid.level <= 3 and bid.denomination not in _trap(hand):
        return f"with {hand.hcp} points opposite an opening bid"
    return ""


def _short_in(hand: Hand, suit: str) -> bool:
    """An opening hand with a card of the suit at most, and three or more of each other."""
    short = hand.lengths[SUITS.index(suit)]
    return hand.hcp >= _OPENING and short <= 1 and sorted(hand.lengths)[1] >= 3


def _trap(hand: Hand) -> set[str]:
    """The suits that a player is glad to hear from an opponent."""
    return {suit for suit, length in zip(SUITS, hand.lengths, strict=True) if length >= 4}


def _by(scene: Scene, calls: Sequence[Call]) -> list[tuple[Seat, Call]]:
    seat = scene.dealer
    found = []
    for call in calls:
        found.append((seat, call))
        seat = seat.lho
    return found


def cards_for_the_bid(scene: Scene) -> str | None:
    """A bid out of order, or one that replaces a cancelled call, is in a suit that the hand has, on about its points, and
    nobody jumps in five cards with four in a major that nobody has bid.
    """
    for act in scene.acts:
        hand = scene.hand(act.seat)
        if hand is None or not act.call.is_bid or act.call.level > _SEVEN or act.call.denomination not in SUITS:
            continue
        reason = ""
        if act.irregular and not act.words:
            reason = "" if _meant(scene, act) else _too_short(scene, act, hand)
        elif act.place is None and act is scene.acts[-1]:
            reason = _not_shown(act, hand) or _jumps_past_a_major(scene, act, hand)
        if reason:
            return f"{act.seat.full_name} bids {act.call.symbol} {reason}"
    return None


def _meant(scene: Scene, act: Act) -> bool:
    """The system would have the player bid this suit, here or where the last call was not seen; or the player meant another."""
    made = scene.story.table.made
    if "intended" in scene.record or act.before is None:
        return True
    hand = scene.story.table.hands[act.seat]
    seen = [act.before, [*act.before[:-1], PASS]] if act.before else [act.before]
    # Whoever changes a call had another one before it.
    earlier = next((one for one, other in pairwise(scene.acts) if other is act), None)
    if earlier is not None and earlier.seat is act.seat and earlier.before is not None:
        seen.append(earlier.before)
    chosen = [scene.story.table.system.choose(calls, hand) for calls in seen]
    if act.place is not None and act.place < len(made) and made[act.place][0] is act.seat:
        chosen.append(made[act.place][1])
    return any(
        option.call.denomination == act.call.denomination if act.call.is_bid else option.call is act.call
        for option in chosen
        if option.meaning is not None and (option.call is act.call or not option.meaning.artificial)
    )


def _too_short(scene: Scene, act: Act, hand: Hand) -> str:
    suit = act.call.denomination
    partners = {call.denomination for seat, call in _by(scene, act.before or ()) if seat.side is act.seat.side}
    held = hand.lengths[SUITS.index(suit)]
    return f"on {held} {SUIT_NAMES[suit]}" if held < (3 if suit in partners else _FEWEST.get(act.call.level, 6)) else ""


def _not_shown(act: Act, hand: Hand) -> str:
    """A natural bid may be a card or three points short: the player wants to keep partner in the auction."""
    meaning = act.option.meaning if act.option is not None else None
    if meaning is None or meaning.artificial:
        return ""
    suit = SUITS.index(act.call.denomination)
    if hand.lengths[suit] < min(shown.lengths[suit][0] for shown in meaning.alternatives) - 1:
        return f"on {hand.lengths[suit]} {SUIT_NAMES[act.call.denomination]}"
    return f"on {hand.hcp} points" if hand.hcp < min(shown.hcp[0] for shown in meaning.alternatives) - 3 else ""


def _jumps_past_a_major(scene: Scene, act: Act, hand: Hand) -> str:
    suit, named = act.call.denomination, {call.denomination for call in act.before or ()}
    last = scene.standing(act).bid
    if (
        suit in _MAJORS
        or act.call.level != 3
        or last is None
        or last.level > 1
        or hand.lengths[SUITS.index(suit)] > _FIVE
    ):
        return ""
    if act.option is not None and _artificial(act.option):
        return ""
    majors = [one for one in _MAJORS if one not in named and hand.lengths[SUITS.index(one)] >= 4]
    return f"with four cards in {SUIT_NAMES[majors[0]]}" if majors else ""


def suit_to_bid(scene: Scene) -> str | None:
    """Nobody comes in over an opponent, or pre-empts, in a suit without ace, king or queen."""
    for act in scene.acts:
        hand = scene.hand(act.seat)
        if hand is None or act.before is None or act.call.denomination not in SUITS or not act.call.is_bid:
            continue
        calls = [(seat, call) for seat, call in _by(scene, act.before) if call is not PASS]
        if any(seat.side is act.seat.side for seat, _ in calls) or (act.option is not None and _artificial(act.option)):
            continue  # partner has asked for a suit, or has one
        if not calls and not act.words.startswith(("weak", "pre-emptive")):
            continue
        cards = hand.suits[SUITS.index(act.call.denomination)]
        if not set(cards) & set("AKQ"):
            return f"{act.seat.full_name} bids {act.call.symbol} on {cards}"
    return None


def _artificial(option: Option) -> bool:
    return option.meaning is not None and bool(option.meaning.artificial)


def major_first(scene: Scene) -> str | None:
    """A player whose hand asks for a bid in a five-card major, or a transfer to it, does not bid notrump or ask instead."""
    for act in scene.acts:
        hand, option = scene.hand(act.seat), act.option
        if hand is None or option is None or act.before is None or max(hand.lengths[:2]) < 5:
            continue
        asks = option.meaning is not None and option.meaning.asks == "majors"
        if act.call.denomination != "NT" and not asks:
            continue
        chosen = scene.story.table.system.choose(act.before, scene.story.table.hands[act.seat])
        natural = chosen.call.denomination in _MAJORS and chosen.call.level <= act.call.level
        if chosen.words.startswith("transfer") or (natural and _longest(hand, chosen.call)):
            return f"{act.seat.full_name} bids {act.call.symbol} with a five-card major"
    return None


def _longest(hand: Hand, bid: Call) -> bool:
    return hand.lengths[SUITS.index(bid.denomination)] >= 5


def notrump_shape(scene: Scene) -> str | None:
    """Nobody offers to play in notrump with two long suits and a singleton, with a singleton and four cards in a major that
    nobody has bid, or short of game with six tricks in a suit.
    """
    for act in scene.acts:
        hand, option = scene.hand(act.seat), act.option
        if hand is None or act.call.denomination != "NT" or act.call.level > 3:
            continue
        if option is None or option.meaning is None or option.meaning.artificial or option.meaning.asks:
            continue
        if sum(sorted(hand.lengths)[-2:]) >= _TWO_SUITS and min(hand.lengths) <= 1:
            return f"{act.seat.full_name} bids {act.call.symbol} with two long suits"
        if act.place is None and _singleton_and_major(hand, [call.denomination for call in act.before or ()]):
            return f"{act.seat.full_name} bids {act.call.symbol} with a singleton and four cards in a major"
        if (
            act.place is None
            and act.call.level < 3
            and any(cards.startswith("AKQ") and len(cards) >= _LONG for cards in hand.suits)
        ):
            return f"{act.seat.full_name} bids {act.call.symbol} with six tricks in a suit"
    return None


def _singleton_and_major(hand: Hand, named: Collection[str]) -> bool:
    """A singleton or void in a suit that nobody has bid, and four cards in a major that nobody has bid."""
    held = {suit: length for suit, length in zip(SUITS, hand.lengths, strict=True) if suit not in named}
    return min(held.values(), default=_FIVE) <= 1 and any(held.get(suit, 0) >= 4 for suit in _MAJORS)


def out_of_the_auction(scene: Scene) -> str | None:
    """Whoever replaces a bid by a double of partner's, to be out of the auction, has no hand to bid on with."""
    act = scene.acts[-1] if scene.acts else None
    if act is None or act.place is not None or act.call not in (DOUBLE, REDOUBLE) or act.before is None:
        return None
    hand = scene.hand(act.seat)
    if hand is None or scene.standing(act).admissible(act.seat, act.call):
        return None
    chosen = scene.story.table.system.choose(act.before, scene.story.table.hands[act.seat])
    return None if chosen.call is PASS else f"{act.seat.full_name} wants to be out of the auction with a hand to bid on"


def same_again(scene: Scene) -> str | None:
    """A player whose bid was cancelled, and who may make it again as the system has it, does not bid another suit instead, nor
    the same one higher, nor pass with an opening hand.
    """
    withdrawn = next((act for act in scene.acts if act.irregular and act.call.is_bid), None)
    if withdrawn is None or "replacement" not in scene.record:
        return None
    act = scene.acts[-1]
    hand = scene.hand(act.seat)
    if hand is None or act.seat is not withdrawn.seat or act.call is withdrawn.call or act.before is None:
        return None
    again = next((one for one in scene.options(act) if one.call is withdrawn.call and one.meaning is not None), None)
    chosen = scene.story.table.system.choose(act.before, scene.story.table.hands[act.seat])
    if again is None or chosen.call is act.call:
        return None
    other = act.call.is_bid and act.call.denomination != withdrawn.call.denomination
    fits = again.meaning is not None and holds(again.meaning, hand)
    gives_up = act.call is PASS and hand.hcp >= _OPENING
    if other or (fits and (gives_up or act.call.denomination == withdrawn.call.denomination)):
        return f"{act.seat.full_name} could bid {withdrawn.call.symbol} again"
    return None


def high_bid(scene: Scene) -> str | None:
    """Nobody is at the five level or above by a bid that the system does not have, on a hand of no such strength or shape."""
    for act in scene.acts:
        hand = scene.hand(act.seat)
        if (
            hand is None
            or not act.call.is_bid
            or not _HIGH <= act.call.level <= _SEVEN
            or (act.option is not None and act.option.meaning)
        ):
            continue
        if hand.hcp < 20 and max(hand.lengths) < 8:
            return f"{act.seat.full_name} is at the {act.call.level} level on {hand.hcp} points"
    return None
