"""Law 48: cards of declarer's or dummy's that are exposed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal, get_args

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Facts, Seats
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import NoRight, Referral
from laws.rulings.effects.base import Effect, action, right
from laws.rulings.effects.calls import Info
from laws.rulings.effects.cards import CardReturned
from laws.rulings.effects.information import NothingFollows
from laws.rulings.effects.play import NoPenaltyCard
from laws.rulings.facts.base import Fact, Judgement, Source, name_answers
from laws.rulings.replay import Situation
from laws.rulings.roles import Role
from laws.rulings.tables.seated import Shown, seated

name_answers(
    {
        "dropped or shown": "the cards were dropped, or shown and not played",
        "held as played": "declarer held a card as a played card is held",
        "led": "declarer led a card",
        "faced after a lead": "declarer began to face the hand right after an opening lead out of turn",
        "hand faced": "declarer faced the hand at another time",
    }
)
DeclarersCards = Literal["dropped or shown", "held as played", "led", "faced after a lead", "hand faced"]
DECLARERS_CARDS = Fact[DeclarersCards](
    "declarers_cards",
    "How did the cards come to be exposed?",
    get_args(DeclarersCards),
    source=Source.FINDING,
    find_out=(
        "what {offender} did and said: a card of declarer's that is held face up, touching or nearly touching the table, has "
        "been played; one that was dropped has not"
    ),
)
MEANT_TO_CLAIM = Fact(
    "meant_to_claim",
    "Did declarer face the hand in order to claim or concede, or can that not be ruled out?",
    source=Source.FINDING,
    find_out="what declarer said and did, and why: thought to be dummy, or that play was over, or meant to save time",
    judgement=Judgement(
        test="Is it demonstrable that declarer did not mean to claim?",
        law="48B2",
        ask="declarer, why the hand was faced; all four players, what was said",
        rulings={
            False: "the cards go back into the hand, and play continues",
            True: "a claim or concession, ruled on under Law 68",
        },
    ),
)
TO_KEEP_IT_THERE: Final = right("keep_it_there", "have the card left on the table or played", aloud=False)
RULE_ON_SPREAD: Final = action(
    "rule_on_spread",
    "rule on the opening lead out of turn, after which declarer has begun to face the hand (Law 54)",
    said="there has been an opening lead out of turn, and I will rule on that",
)
RULE_ON_CLAIM: Final = action(
    "rule_on_claim",
    "rule on a claim or concession (Law 68)",
    said="by facing the hand declarer has claimed or conceded, so play stops; declarer, how do you mean to play?",
)
RULE_ON_DECLARERS_LEAD: Final = action(
    "rule_on_declarers_lead",
    "see whether it was the turn of that hand to lead, and if not, rule on a lead out of turn (Law 55)",
    said="if it was not that hand's turn to lead, either defender may accept the lead or have it taken back",
)


@dataclass(frozen=True, slots=True)
class CardIsPlayed(Effect):
    """A card counts as played (45C2)."""

    name: ClassVar[str] = "card_deemed_played"
    adds: ClassVar[tuple[str, ...]] = ("card",)
    player: Role = "offender"

    @property
    def words(self) -> str:
        return "{cards} counts as played"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """Adds the card."""
        cards = situation.record.cards if situation is not None else ()
        return Effect.outcome(self, situation) | ({"card": cards[0]} if len(cards) == 1 else {})


def _declarers_cards(facts: Facts) -> Shown:
    """South declares, and has shown one card or two."""
    several = facts["declarers_cards"] == "dropped or shown"
    faced = facts["declarers_cards"] in ("faced after a lead", "hand faced")
    return {"declarer": "S", **({} if faced else {"cards": ["DA", "CJ"] if several else ["DA"]})}, set()


@DUPLICATE_2017.procedure(
    "48",
    "Exposure of declarer's cards",
    happened="Declarer or dummy has exposed cards",
    declared=Declaration(seats=Seats(("offender",)), staging=seated("48", _declarers_cards, offender="S")),
)
def declarer_exposes(case: Case) -> None:
    """48A: no restriction and never a penalty card; 48B: the whole hand, which may be a claim. 45C2: a card held as played."""
    how = case.asks(DECLARERS_CARDS, "48A")
    if how == "faced after a lead":
        case.rules(Referral(RULE_ON_SPREAD), "48B1")
    elif how == "hand faced":
        if case.asks(MEANT_TO_CLAIM, "48B2"):
            case.rules(Referral(RULE_ON_CLAIM), "48B2")
        else:
            back_in_the_hand(case)
    elif how == "held as played":
        case.rules(CardIsPlayed(), "45C2")
    elif how == "led":
        case.rules(NoPenaltyCard(), "48A")
        case.rules(Referral(RULE_ON_DECLARERS_LEAD), "55")
    else:
        back_in_the_hand(case)


@DUPLICATE_2017.passage
def back_in_the_hand(case: Case) -> None:
    """48A: nothing follows; the defenders may use what they have seen."""
    case.rules(CardReturned(), "48A")
    case.rules(NoPenaltyCard(), "48A")
    case.rules(NothingFollows(), "48A")
    case.rules(NoRight("others", TO_KEEP_IT_THERE), "48A")
    case.rules(Info("NOS", "authorised", "16A1(c)", "cards"), "16A1(c)")
