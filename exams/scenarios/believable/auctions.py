"""Whether players would bid on, or stop, as the story has it: what partner forces them to, says and believes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from exams.scenarios.believable.scene import Act, Scene
from exams.scenarios.bidding.system import after
from laws.rulings.calls import CALLS, DOUBLE, PASS, SUIT_NAMES, SUITS, SYMBOLS, Call
from laws.rulings.replay import Standing
from laws.rulings.seats import Seat

_FIT: Final = 7
_OWN_TRUMPS: Final = 6
_TOLD: Final = re.compile(r"“([^”]*)”")
_FORCING: Final = re.compile(
    r"(?<!not )\bforcing\b|\bstrong, any suit\b|\bunspecified\b|\bboth\b|\basking for\b|\bsplinter\b"
)
_ANY_HAND: Final = re.compile(r"^any strong hand\b|^strong, any suit\b")
_GAME_LEVEL: Final = 4
"""Of a major; a minor at that level passes by 3NT."""
_TO_PLAY: Final = ("natural, to play", "for penalties")


def forced_to_bid(scene: Scene) -> str | None:
    """Nobody passes a bid by partner that forces them to call again."""
    for act in scene.acts:
        if act.call is PASS and not act.irregular and act.before:
            options = scene.options(act)
            if options and options[-1].meaning is None and options[-1].words.endswith("forcing"):
                return f"{act.seat.full_name} passes a forcing bid"
    return None


def seven_trumps(scene: Scene) -> str | None:
    """Nobody stops in a suit of which the side has six cards or fewer, unless one player has them all."""
    if not scene.ended:
        return None
    state = Standing(scene.dealer)
    for act in scene.acts:
        state.take(act.seat, act.call)
    bid, bidder = state.bid, state.bidder
    if bid is None or bidder is None or bid.denomination not in SUITS:
        return None
    suit = SUITS.index(bid.denomination)
    hands = [scene.hand(seat) for seat in (bidder, bidder.partner)]
    held = [hand.lengths[suit] for hand in hands if hand is not None]
    if len(held) == 2 and sum(held) < _FIT and max(held) < _OWN_TRUMPS:
        return f"the contract is {bid.symbol} with {sum(held)} trumps"
    return None


def partner_believes(scene: Scene) -> str | None:
    """Whoever has explained a call bids as though it meant that."""
    for act, said in _explained(scene):
        answer = next((one for one in scene.after(act) if one.seat is act.seat.partner), None)
        if answer is None or act.call is PASS:
            continue
        reason = _against(act, said, answer)
        if not reason and answer.call is PASS and _left_in(scene, act, said):
            reason = "passes"
        if not reason and _ANY_HAND.search(said) and _is_game_by_a_passed_hand(scene, act, answer):
            reason = "as a passed hand bids game at once over"
        if reason:
            return f"{answer.seat.full_name} {reason} what was explained as {said!r}"
    return None


def _explained(scene: Scene) -> Iterator[tuple[Act, str]]:
    """The calls of which a note of the diagram says what they were said to show."""
    for act in scene.acts:
        found = _TOLD.search(scene.story.notes.get(act.place, "")) if act.place is not None else None
        if found:
            yield act, found[1]


def _is_game_by_a_passed_hand(scene: Scene, act: Act, answer: Act) -> bool:
    """Opposite a hand of any strength and shape nobody settles the contract who could not open."""
    before = scene.acts[: scene.acts.index(act)]
    bids_game = answer.call.is_bid and answer.call.denomination in SUITS and answer.call.level >= _GAME_LEVEL
    return bids_game and any(one.seat is answer.seat and one.call is PASS for one in before)


def _left_in(scene: Scene, act: Act, said: str) -> bool:
    """A bid that asks for another suit, with no bid over it that would let partner out."""
    over = next(iter(scene.after(act)), None)
    return act.call.is_bid and said.endswith("for takeout") and over is not None and not over.call.is_bid


def _against(act: Act, said: str, answer: Act) -> str:
    suits = {suit for suit, name in SUIT_NAMES.items() if re.search(rf"\b{name[:-1]}s?\b|{SYMBOLS[suit]}", said)}
    own = act.call.denomination
    elsewhere = own in SUITS and bool(suits) and own not in suits
    if said.startswith(_TO_PLAY):
        return "" if answer.call is PASS else "bids on over"
    if answer.call is PASS:
        return "passes" if elsewhere or _FORCING.search(said) else ""
    if own == answer.call.denomination == "NT" and said.startswith("weak"):
        return "bids on in notrump over"
    raises = answer.call.is_bid and own in SUITS and answer.call.denomination == own
    return "raises" if raises and (elsewhere or "unspecified" in said or "any suit" in said) else ""


def sits_for_it(scene: Scene) -> str | None:
    """Whoever has made an artificial bid does not play it there when it comes back to them, doubled or not."""
    if not scene.ended:
        return None
    last = next((act for act in reversed(scene.acts) if act.call.is_bid), None)
    if last is None or last.option is None or last.option.meaning is None or not last.option.meaning.artificial:
        return None
    again = any(act.seat is last.seat for act in scene.after(last))
    return f"{last.seat.full_name} plays {last.call.symbol}, an artificial bid" if again else None


def stops_below_game(scene: Scene) -> str | None:
    """Whoever has forced partner to name a suit has the points for game, and does not pass the answer below it."""
    for act in scene.acts:
        state = scene.standing(act)
        if act.call is not PASS or act.before is None or state.bid is None or state.bidder is not act.seat.partner:
            continue
        own = next((one for one in reversed(scene.acts[: scene.acts.index(act)]) if one.seat is act.seat), None)
        asks = own is not None and own.option is not None and own.option.meaning is not None and own.option.meaning.asks
        if asks == "best suit" and state.bid.rank < CALLS["3NT"].rank:
            return f"{act.seat.full_name} forces, and passes {state.bid.symbol}"
    return None


def bids_it_again(scene: Scene) -> str | None:
    """Nobody makes by mistake the very bid that they have made already, and that partner has bid over."""
    for act in scene.acts:
        if not act.irregular or not act.call.is_bid or "intended" in scene.record:
            continue
        earlier = scene.acts[: scene.acts.index(act)]
        if any(one.seat is act.seat and one.call is act.call and not one.irregular for one in earlier):
            return f"{act.seat.full_name} bids {act.call.symbol} twice"
    return None


def missed_bid(scene: Scene) -> str | None:
    """Whoever meant a bid that is too low would have bid it without the last one, or over that one a level lower."""
    intended, act = CALLS.get(str(scene.record.get("intended", ""))), _changed(scene)
    if intended is None or act is None or act.before is None or not intended.is_bid:
        return None
    state = scene.standing(act)
    if state.bid is None or state.legal(act.seat, intended):
        return None
    system = scene.story.table.system
    for believed in _beliefs(scene.dealer, list(act.before)):
        if any(one.call is intended and one.meaning is not None for one in system.options(believed)):
            return None
    return f"{act.seat.full_name} would not have bid {intended.symbol}"


def _changed(scene: Scene) -> Act | None:
    return next((act for act in scene.acts if act.irregular), None)


def _beliefs(dealer: Seat, calls: list[Call]) -> Iterator[list[Call]]:
    """The auctions of a player who has not seen the last bid, or has taken it for one a level lower."""
    last = max(place for place, call in enumerate(calls) if call.is_bid)
    earlier, later = calls[:last], calls[last + 1 :]
    if DOUBLE not in later:
        yield [*earlier, PASS, *later]
    lower = CALLS.get(f"{calls[last].level - 1}{calls[last].denomination}")
    state = after(dealer, earlier)
    if lower is not None and state.legal(state.turn, lower):
        yield [*earlier, lower, *later]
