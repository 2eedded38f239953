"""Whether what the story tells beside the auction can be so: hands that are told, cards that are seen, when somebody leads."""

from __future__ import annotations

import re
from typing import Final

from exams.scenarios.believable.scene import Scene
from exams.scenarios.stories import Wish
from laws.rulings.calls import PASS, SUITS
from laws.rulings.cards import parse_hand
from laws.rulings.meanings import Meaning
from laws.rulings.seats import ROUND, Seat

_ALL_POINTS: Final = 40
_ALL_CARDS: Final = 13
_GAME: Final = {"NT": 3, "S": 4, "H": 4, "D": 5, "C": 5}


def room_in_the_pack(scene: Scene) -> str | None:
    """What a player is said to have held leaves the others no more points and cards than their calls have room for."""
    for seat, shown in scene.held():
        others = [_most(scene, other) for other in ROUND if other is not seat]
        if shown.hcp[1] + sum(points for points, _ in others) < _ALL_POINTS:
            return f"with what {seat.full_name} held the others hold more points than they showed"
        for place in range(len(SUITS)):
            if shown.lengths[place][1] + sum(cards[place] for _, cards in others) < _ALL_CARDS:
                return f"with what {seat.full_name} held there are too few cards of a suit"
    return None


def _most(scene: Scene, seat: Seat) -> tuple[int, tuple[int, ...]]:
    """The most points and cards that a player can have by their calls."""
    points = _ALL_POINTS
    cards: tuple[int, ...] = (_ALL_CARDS,) * 4
    for act in scene.acts:
        if act.seat is not seat or act.option is None or act.option.meaning is None:
            continue
        high, long = _limits(act.option.meaning)
        points, cards = min(points, high), tuple(map(min, cards, long))
    return points, cards


def _limits(meaning: Meaning) -> tuple[int, tuple[int, ...]]:
    shown = meaning.alternatives
    return max(one.hcp[1] for one in shown), tuple(max(one.lengths[suit][1] for one in shown) for suit in range(4))


def psyche_stops(scene: Scene) -> str | None:
    """Whoever has bid on a hand that is not what the bid shows is quiet afterwards, and the side does not bid game on it."""
    for seat, _ in scene.held():
        calls = [act for act in scene.acts if act.seat is seat and act.call is not PASS]
        if len(calls) > 1:
            return f"{seat.full_name} bids on after the psyche"
        last = next((act for act in reversed(scene.acts) if act.call.is_bid), None)
        if last is not None and last.seat is seat.partner and last.call.level >= _GAME[last.call.denomination]:
            return f"{seat.partner.full_name} has bid game opposite the psyche"
    return None


def leader_leads(scene: Scene) -> str | None:
    """Whoever leads before the auction is over sits to the left of the player who would declare."""
    if not scene.record.get("findings", {}).get("led") or scene.ended or not scene.acts:
        return None
    bids = [act for act in scene.acts if act.call.is_bid]
    if not bids:
        return "somebody leads before anyone has bid"
    last = bids[-1]
    declarer = next(
        act for act in bids if act.seat.side is last.seat.side and act.call.denomination == last.call.denomination
    )
    offender = scene.story.offender
    return None if offender is declarer.seat.lho else f"{offender.full_name} leads against {declarer.seat.full_name}"


def cards_are_there(scene: Scene) -> str | None:
    """The cards that were seen or played are in the hand of the player whom it is about, else in the offender's."""
    seen = scene.record.get("cards", ())
    owner = Seat(scene.record.get("player") or scene.story.offender)
    held = parse_hand(scene.story.table.hands[owner]) if seen else ()
    return next((f"{card} is in another hand" for card in seen if card not in held), None)


def hand_kept_hidden(scene: Scene) -> str | None:
    """The Director who judges whether a call was meant does not look at the hand, and nor does the candidate."""
    shown = scene.story.offender.value in scene.story.hands
    return "the hand of a player who wants to change a call is shown" if shown and "intended" in scene.record else None


def poll_after_play(scene: Scene) -> str | None:
    """No auction is held up for a poll: the story says that it was taken after play, or while the table played on."""
    if not scene.record.get("poll") or scene.ended or scene.story.polled_when:
        return None
    return "players are polled before the board is over"


_POINTS: Final = re.compile(r"(up to )?(\d+)(?: (?:to|or) \w+)*,? points")
_STRENGTH: Final = {"weak": 5, "pre-emptive": 5, "invitational": 10, "forcing to game": 13, "strong": 20}
"""About how many points words speak of that name none."""
_UP_TO: Final = 6
_DOUBLES: Final = 11
_DOUBLES_ON_TRUMPS: Final = 8


_FOR_PENALTIES: Final = "for penalties"


def wish_makes_sense(scene: Scene) -> str | None:
    """Whoever would rather have doubled or bid was told of a stronger call than was agreed, and has the hand for it."""
    wish = scene.story.wish
    if wish is None:
        return None
    told, agreed = strength(wish.told), strength(wish.agreed)
    name = wish.player.full_name
    if told is not None and agreed is not None and (agreed < told if wish.do == "pass" else agreed > told):
        return f"{name} would rather {wish.do} over {wish.agreed} than over {wish.told}"
    if wish.do == "pass" and wish.told == _FOR_PENALTIES and _is_raise(scene, wish):
        return f"{name} would raise partner over a double for penalties, and not over another"
    hand = scene.hand(wish.player)
    if hand is None or wish.do == "pass":
        return None
    bid = next((act.call for act in reversed(scene.acts[: wish.place]) if act.call.is_bid), None)
    trumps = hand.lengths[SUITS.index(bid.denomination)] if bid is not None and bid.denomination in SUITS else 0
    if wish.do == "double" and (hand.hcp >= _DOUBLES or (trumps >= 4 and hand.hcp >= _DOUBLES_ON_TRUMPS)):
        return None
    if wish.do == "bid" and max(hand.lengths) >= 5 and hand.hcp >= _DOUBLES_ON_TRUMPS:
        return None
    return f"{name} would rather {wish.do} on {hand.hcp} points"


def _is_raise(scene: Scene, wish: Wish) -> bool:
    """The call that the player would not have made bids the suit that was doubled, which is partner's."""
    call = scene.acts[wish.place].call
    doubled = next((act.call for act in reversed(scene.acts[: wish.place]) if act.call.is_bid), None)
    return call.is_bid and doubled is not None and call.denomination == doubled.denomination


def strength(words: str) -> int | None:
    """From about how many points on a call is made, by the words that explain it; None where they do not tell."""
    found = _POINTS.search(words)
    if found:
        return _UP_TO if found[1] else int(found[2])
    return next((points for name, points in _STRENGTH.items() if re.search(rf"\b{name}\b", words)), None)
