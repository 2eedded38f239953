"""A moment of the play with penalty cards before one defender, as the questions on them tell it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from exams.scenarios.narration.bridge import number
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import Texts
from exams.scenarios.play.boards import Moment, record_of
from laws.rulings.calls import SUIT_NAMES
from laws.rulings.cards import card_words
from laws.rulings.seats import Seat

_SHOWN: Final = frozenset(("who_plays", "penalty_rank", "can_be_played", "can_obey", "lead_choice"))
"""What the play of the record shows by itself."""


def told(
    words: Texts,
    facts: Facts,
    moment: Moment,
    owner: Seat,
    cards: list[str],
    *,
    limits: Iterable[dict[str, Any]] = (),
    seen: frozenset[str] = _SHOWN,
    **places: Any,
) -> Setting:
    """The moment with the penalty cards before their owner, and what declarer has chosen."""
    rank = "minor" if facts.get("penalty_rank") == "minor" else "major"
    choice, suit = facts.get("lead_choice"), cards[0][0]
    chosen = list(limits)
    if choice is not None and not chosen:
        limit = {"player": owner.partner.value, "kind": choice}
        chosen = [limit if choice == "free" else limit | {"suit": suit}]
    more: dict[str, Any] = {"penalty_cards": [{"card": card, "by": owner.value, "rank": rank} for card in cards]}
    if chosen:
        more["restrictions"] = chosen
    kind = words.kind("found", facts)
    led = moment.cards[0] if moment.cards else None
    return Setting(
        {"offender": owner, **record_of(moment, **more)},
        words.lines("openings", kind),
        shown=facts.keys() & seen,
        places={
            "trick": number(moment.number),
            "leader": moment.position.player_of(led[0]) if led else None,
            "from": _from(words, moment),
            "led": f"the {card_words(led[1])}" if led else None,
            "lying": _lying(cards),
            "suit": SUIT_NAMES[suit],
            "one": SUIT_NAMES[suit].removesuffix("s"),
            "lead": f"a {SUIT_NAMES[suit].removesuffix('s')} lead",
            "contract_by": moment.contract,
            **places,
        },
        hands=[seat.value for seat in (moment.hand, owner, moment.position.dummy)],
        situation=(kind, moment.number, owner.value, *cards),
    )


def _from(words: Texts, moment: Moment) -> str:
    """Where the lead came from, if declarer led."""
    if not moment.cards or moment.position.defends(moment.cards[0][0]):
        return ""
    return words.line("from", "dummy" if moment.cards[0][0] is moment.position.dummy else "hand")


def _lying(cards: list[str]) -> str:
    shown = [card_words(card) for card in cards]
    return f"the {', '.join(shown[:-1])} and {shown[-1]}" if len(shown) > 1 else f"the {shown[0]}"
