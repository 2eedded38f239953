"""Facts about cards that were seen before their time."""

from __future__ import annotations

from typing import Literal, get_args

from laws.rulings.cards import is_honour
from laws.rulings.facts.base import Fact, Source, name_answers
from laws.rulings.replay import Situation

name_answers(
    {
        "before the auction": "before the auction begins",
        "during the auction": "during the auction",
        "after the auction": "after the final pass",
        "undecided": "the auction is not over",
        "declaring": "as declarer or dummy",
        "defending": "as a defender",
    }
)


def _several(at: Situation) -> bool | None:
    return len(at.record.cards) > 1 if at.record.cards else None


def _honour(at: Situation) -> bool | None:
    return is_honour(at.record.cards[0]) if at.record.cards else None


def _ends_as(at: Situation) -> str | None:
    if at.record.declarer is None:
        return "undecided" if at.record.auction and not at.standing.ended else None
    return "declaring" if at.record.declarer.side is at.offender.side else "defending"


ExposedWhen = Literal["before the auction", "during the auction", "after the auction"]
EXPOSED_WHEN = Fact[ExposedWhen](
    "exposed_when",
    "When did {offender} expose the cards?",
    get_args(ExposedWhen),
)
PARTNER_COULD_SEE = Fact(
    "partner_could_see",
    "Were they in a position in which {partner} could have seen their faces?",
    source=Source.FINDING,
    find_out="how they were held or lay; it does not matter whether {partner} looked",
)
SEVERAL_CARDS = Fact("several_cards", "Were two or more cards exposed?", observe=_several)
HONOUR = Fact("honour", "Is the card an honour, ten or higher?", observe=_honour)
LED = Fact(
    "led",
    "Was the card led?",
    source=Source.FINDING,
    find_out="whether {offender} meant to lead it, or dropped it",
)
SHOWN_ON_PURPOSE = Fact(
    "shown_on_purpose",
    "Did {offender} show the card on purpose?",
    source=Source.FINDING,
    default=False,
    find_out="what {offender} says happened: whether the card was dropped, or shown to somebody",
    told={True: "{offender} showed the card on purpose"},
)
EndsAs = Literal["undecided", "declaring", "defending"]
ENDS_AS = Fact[EndsAs](
    "ends_as",
    "Is {offender} declaring or defending?",
    get_args(EndsAs),
    observe=_ends_as,
)
