"""Which cards may a hand play now, once the ruling has been given?"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Final

from exams.scenarios.kinds.asking import LETTERS, Asking, NotAskable, lettered
from exams.scenarios.stories import Story
from laws.rulings.cards import card_words
from laws.rulings.effects.penalty_cards import PenaltyCardPlayed
from laws.rulings.play.irregular import PlayKind
from laws.rulings.play.legal import Barred, legal_plays
from laws.rulings.play.position import PLACE
from laws.rulings.ruling import Ruling
from laws.rulings.story.cards import applied

_MOST: Final = len(LETTERS)
_FEWEST: Final = 4
"""Cards to choose among."""
_PLAIN: Final = (PlayKind.PENALTY_CARD, PlayKind.REVOKE)
"""What is plain to see where it leaves one card alone: a penalty card of the suit led, or the only card that follows suit."""
_CHOSEN: Final = "lead_restriction"
_AFTER: Final = "You have given your ruling."


def which_cards(story: Story, ruling: Ruling, rng: random.Random) -> Asking:
    """Four to six cards of the hand that plays next, of which some may be played and some not.

    Raises NotAskable where the ruling does not say who plays next, where that hand is not known, and where the answer is
    merely to follow suit.
    """
    at = ruling.situation
    if at is None or at.play is None or not ruling.complete:
        raise NotAskable(f"Law {ruling.procedure}: no play is told")
    table = at.play.position.copy()
    applied(ruling, table)
    hand = table.turn
    if hand is None or table.hand(hand) is None or (table.aside and not table.trick.cards):
        raise NotAskable(f"Law {ruling.procedure}: the ruling does not say who plays next, or from which cards")
    plays = legal_plays(table, hand, ruling.edition)
    barred = {card: why for card, why in plays.items() if why is not None}
    free = [card for card in plays if card not in barred]
    if not free or not barred or len(plays) < _FEWEST or all(why.kind == PlayKind.REVOKE for why in barred.values()):
        raise NotAskable(f"Law {ruling.procedure}: {hand.full_name} may play every card or none, or has to follow suit")
    found = next((step for step in ruling.decided if isinstance(step.effect, PenaltyCardPlayed)), None)
    played = found.effect if found is not None and isinstance(found.effect, PenaltyCardPlayed) else None
    named = played is not None and played.which == "one of them" and not played.instead
    if (played is not None and not named) or (len(free) == 1 and all(why.kind in _PLAIN for why in barred.values())):
        raise NotAskable(f"Law {ruling.procedure}: the ruling says which card it is")
    decided: dict[str, str] = {
        PlayKind.FORBIDDEN_LEAD: next((step.provision for step in ruling.decided if step.effect.name == _CHOSEN), ""),
        PlayKind.PENALTY_CARD: found.provision if found is not None else "",
    }
    shown = sorted(_some(free, list(barred), rng, every=named), key=PLACE.__getitem__)
    options = lettered((card_words(card), _why(barred.get(card), decided)) for card in shown)
    question = f"{_AFTER} Which of these cards may {hand.full_name} {'play' if table.trick.cards else 'lead'} now?"
    if named:
        question = f"{_AFTER} Which of these cards might declarer tell {hand.full_name} to play?"
    key = [LETTERS[place] for place, card in enumerate(shown) if card not in barred]
    return Asking(question, options, key)


def _some(free: Sequence[str], barred: Sequence[str], rng: random.Random, *, every: bool) -> list[str]:
    """Up to six cards, with some of each kind, two of each where there are as many. every: all that are free."""
    most = min(_MOST, len(free) + len(barred))
    right = min(len(free), most - 1) if every else rng.randint(max(1, most - len(barred)), min(len(free), most - 1))
    return [*rng.sample(list(free), right), *rng.sample(list(barred), most - right)]


def _why(barred: Barred | None, decided: Mapping[str, str]) -> str:
    """decided: the provisions by which the ruling restricts a lead or a play; the same bar may rest on others elsewhere."""
    if barred is None:
        return "Nothing bars this card."
    provision = decided.get(barred.kind) or barred.provision
    return f"{barred.words[:1].upper()}{barred.words[1:]} ({provision})."
