"""Law 53: when a lead out of turn counts as a correct one. Laws 54 to 56 say what may be chosen if it does not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Facts, Seats
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, NoRight, Referral
from laws.rulings.effects.base import Effect, Moment, action
from laws.rulings.effects.calls import EXPLAIN_OPTIONS, Info, MustPlay
from laws.rulings.effects.cards import HowItIsPlayed
from laws.rulings.effects.information import NotEntitled
from laws.rulings.effects.leads import (
    TO_LEAD_OVER,
    AnyCard,
    CardBack,
    CostsNothing,
    DeclarerOptions,
    FollowersBack,
    LeadGoesTo,
    LeadPenaltyCard,
    LedOutOfTurn,
    MisledInfo,
    MustPlayCard,
    NothingMore,
    PartnersInfo,
    PenaltyCardForNow,
    PenaltySuit,
    PlayOptions,
    Stands,
)
from laws.rulings.effects.play import TO_ACCEPT_LEAD, TO_REFUSE_LEAD
from laws.rulings.effects.rights import TO_CONSULT
from laws.rulings.facts.base import Fact, Source
from laws.rulings.facts.calls import DEFENDS
from laws.rulings.facts.leads import (
    ATTENTION_FIRST,
    FOLLOWED_FROM_BOTH,
    HAS_PENALTY_CARD,
    MEANT_AS_LEAD,
    OTHER_CAN,
    OTHER_CHOICE,
    PARTNER_FOLLOWED,
    PLAYED_SINCE,
    PLAYED_TO,
    THIRTEENTH_TRICK,
    TOLD_TO_LEAD,
    WHOSE_LEAD,
)
from laws.rulings.facts.penalty_cards import CAN_OBEY, LEAD_CHOICE
from laws.rulings.play.position import Position
from laws.rulings.procedures.penalty_cards import explain_penalty_cards
from laws.rulings.replay import Situation
from laws.rulings.roles import Role
from laws.rulings.tables.seated import Shown, seated

ACCEPTED_BY_STATEMENT = Fact(
    "accepted_by_statement",
    "Has an opponent who may accept {card} said so?",
    source=Source.FINDING,
    find_out="what was said, and by whom: declarer about a defender's lead, either defender about declarer's",
)
RULE_ON_CHOICE: Final = action(
    "rule_on_lead_choice",
    "find out what becomes of {card} under the law for a lead by this player",
    said="I'll explain what becomes of {card}",
)
CHOOSE_OF_SEVERAL: Final = action(
    "choose_of_several",
    "let declarer choose now what {partner} must or may not lead, because of each suit of {offender}'s penalty cards (51B)",
    moment=Moment.LEAD,
    said="declarer, choose now what {partner} must or may not lead because of {offender}'s penalty cards",
)


@dataclass(frozen=True, slots=True)
class LedCardIsPlayed(HowItIsPlayed):
    """The same by the name of the card: other cards have been spoken of since."""

    def said(self, beside: Sequence[Effect]) -> str:
        told = HowItIsPlayed.said(self, beside).replace("play it", "play {card}")
        return told.replace("card of that suit", "card of {suit}").replace("that suit", "{one_of_suit}")


@dataclass(frozen=True, slots=True)
class PartnersBack(FollowersBack):
    """What the leader's own side has played to a lead that goes back goes back, too."""

    player: Role = "side"

    @property
    def words(self) -> str:
        return "the card that was played to {card} from the hand opposite goes back too, and is not a penalty card"

    def said(self, beside: Sequence[Effect]) -> str:
        return self.words

    def on_table(self, table: Position, situation: Situation) -> None:
        """It is in the hand again."""
        found = situation.irregular_play
        for number, (hand, card) in found.since if found is not None else ():
            if found is not None and hand is found.hand.partner and number == found.trick:
                table.take_back(card)


@dataclass(frozen=True, slots=True)
class LeadFollowedEarly(Stands):
    """The lead stands, and what its own side has played to it out of order counts at its place in the trick."""

    def on_table(self, table: Position, situation: Situation) -> None:
        """The next hand in rotation that has not played is to play."""
        found = situation.irregular_play
        if found is None or not found.since or found.since[0][1][0] is not found.hand.partner:
            Stands.on_table(self, table, situation)
            return
        since = [one for number, one in found.since if number == found.trick]
        for card in [*(card for _, card in reversed(since)), found.card]:
            table.take_back(card)
        table.leads_next(found.hand)
        table.play(found.hand, found.card)
        for hand, card in since:
            table.puts_early(hand, card)


@DUPLICATE_2017.passage
def retracted_anyway(case: Case) -> bool:
    """53A ends with the twelfth trick, and 47E1 takes the choice away: nobody may accept such a lead, and nothing follows."""
    if case.asks(THIRTEENTH_TRICK, "53A"):
        followers_too(case)
        case.rules(CardBack(), "53A")
        case.rules(CostsNothing(), "53A")
        case.rules(NotEntitled("others", TO_ACCEPT_LEAD), "53A")
        case.rules(LeadGoesTo(), "53A")
        case.rules(NothingMore(), "53A")
        return True
    return case.asks(TOLD_TO_LEAD, "47E1") and misled(case)


@DUPLICATE_2017.passage
def misled(case: Case) -> bool:
    """47E1: an opponent was wrong about whose lead it was. That opponent's side is the one that may not use the card (16C)."""
    followers_too(case)
    case.rules(CardBack(), "47E1")
    case.rules(CostsNothing(), "47E1")
    case.rules(NotEntitled("others", TO_ACCEPT_LEAD), "47E1")
    case.rules(LeadGoesTo(), "47E1")
    case.rules(NothingMore(), "47E1")
    case.rules(MisledInfo("OS", "authorised", "16C1", "card"), "16C1")
    case.rules(MisledInfo("NOS", "unauthorised", "16C2", "card"), "16C2")
    return True


@DUPLICATE_2017.passage
def followers_too(case: Case) -> None:
    """47A: a lead that nobody could accept goes back, and with it whatever has been played to it."""
    if case.notes(PLAYED_TO, "47A"):
        case.rules(FollowersBack(), "47A")


@DUPLICATE_2017.passage
def played_since(case: Case, whose: str, *, declaring: bool) -> bool:
    """53A: a play from the next hand makes the lead correct. 53B: the player whose lead it was may have made it. 53C: the
    wrong defender plays to declarer's lead. whose: the lead; declaring: it was declarer who led out of turn.
    """
    case.rules(LedOutOfTurn(), "53A")
    played = case.asks(PLAYED_SINCE, "53A")
    if played == "nobody":
        if whose != "partner" and case.notes(ATTENTION_FIRST, "53B"):
            case.doubts(
                "53B sets no time; the WBF minute of 2017 ends the right to lead over an irregular lead when attention is "
                "drawn to it, and that is followed here",
                "53B",
            )
            case.rules(NoRight("on_lead", TO_LEAD_OVER), "53B")
        return False
    if played == whose and case.asks(MEANT_AS_LEAD, "53B"):
        proper_lead(case, played, defends=not declaring)
    elif played == "lho":
        accepted_by_play(case)
    elif declaring:
        wrong_defender(case)
    else:
        case.doubts(
            "53A names a play from the next hand alone. Declarer has played from the other one; a card that declarer plays "
            "too early stays played (57C3), so the lead is treated as accepted",
            "53A",
        )
        case.rules(Stands("hand_rho", "next_card"), "57C3")
        stands(case, "53A")
    return True


@DUPLICATE_2017.passage
def stands(case: Case, provision: str) -> None:
    """53A: the lead is a correct one, so play goes on from it, and its card is no penalty card."""
    case.rules(Stands(), provision)
    case.rules(CostsNothing(), "53A")


@DUPLICATE_2017.passage
def accepted_by_play(case: Case) -> None:
    """53A by a card from the hand next in rotation; before the Director has ruled that forfeits what could be chosen (60A1)."""
    case.rules(LeadFollowedEarly(), "53A")
    case.rules(CostsNothing(), "53A")
    case.rules(Stands("hand_lho", "next_card"), "60A2")
    case.rules(NotEntitled("others", TO_REFUSE_LEAD), "60A1")


@DUPLICATE_2017.passage
def proper_lead(case: Case, by: Literal["lho", "rho"], *, defends: bool = False) -> None:
    """53B: the lead in turn stands, and every other card played to the trick may be withdrawn. defends: a defender led."""
    case.rules(Stands("hand_lho" if by == "lho" else "hand_rho", "next_card"), "53B")
    case.rules(CardBack(), "53B")
    if case.notes(PARTNER_FOLLOWED, "53B"):
        case.rules(PartnersBack(), "53B")
    if defends:
        withdrawn_by_53b(case)
    case.rules(CostsNothing(), "53B")
    case.rules(NothingMore(), "53B")
    case.rules(Info("NOS", "authorised", "16C1", "card"), "16C1")
    case.rules(Info("OS", "unauthorised", "16C2", "card"), "16C2")


@DUPLICATE_2017.passage
def withdrawn_by_53b(case: Case) -> None:
    """53B does not say whether a defender's card is a penalty card."""
    case.doubts(
        "53B lets the cards be withdrawn under 16C and says nothing of penalty cards, while 47B refers defenders to Law "
        "49; here a card withdrawn under 53B is no penalty card",
        "53B",
    )


@DUPLICATE_2017.passage
def wrong_defender(case: Case) -> None:
    """53C: the lead stands, and the card that came from the right of it is a premature play (57A), so that declarer chooses
    what the other defender plays; unless declarer had played to the trick from both hands (57C1).
    """
    if case.notes(FOLLOWED_FROM_BOTH, "57C1"):
        case.rules(LeadFollowedEarly(), "53C")
        case.rules(CostsNothing(), "53A")
        case.rules(Stands("hand_rho", "next_card"), "57C1")
        case.rules(NothingMore(), "57C1")
        return
    stands(case, "53C")
    case.rules(LeadPenaltyCard("hand_rho", which="next_card"), "57A")
    choice = case.notes(OTHER_CHOICE, "57A")
    if choice == "not chosen yet":
        play_options(case, "hand_lho")
        return
    case.rules(MustPlayCard("hand_lho", choice), OF_CHOICE[choice])
    if not case.asks_aside(OTHER_CAN, "57B"):
        case.rules(AnyCard("hand_lho"), "59")


OF_CHOICE: Final = {"highest": "57A1", "lowest": "57A2", "another suit": "57A3", "not a suit": "57A4"}
"""The provision for each thing that declarer may ask of the defender who has still to play."""


@DUPLICATE_2017.passage
def play_options(case: Case, player: Role) -> None:
    """57A1 to 57A4: what declarer may ask of the defender who has still to play to the trick."""
    case.rules(PlayOptions(("highest", "lowest", "another suit", "not a suit"), player), "57A")
    case.rules(DirectorAction(EXPLAIN_OPTIONS), "10C1")
    case.rules(NoRight("declarer", TO_CONSULT), "10C2")


@DUPLICATE_2017.passage
def refused(case: Case, provision: str, *, partner_leads: bool) -> None:
    """The card is a major penalty card (54D, 56B). 50D2: where the lead goes to its owner's partner, declarer first says
    what may be led; 51B where it is not the only one, so that the choice is about the suits of all of them.
    """
    several = case.notes(HAS_PENALTY_CARD, "50B")
    if several or not partner_leads:
        case.rules(LeadPenaltyCard(several=several), provision)
        case.rules(LeadGoesTo(), "53A")
        if partner_leads:
            case.rules(Referral(CHOOSE_OF_SEVERAL), "51B")
        explain_penalty_cards(case, "major", several=several, told=LedCardIsPlayed)
        return
    case.rules(PenaltyCardForNow(), provision)
    case.rules(LeadGoesTo(), "50D2")
    choice = case.asks(LEAD_CHOICE, "50D2")
    if choice == "free":
        case.rules(PenaltySuit("none"), "50D2(b)")
        case.rules(LeadPenaltyCard(), "50D2(b)")
        explain_penalty_cards(case, "major", several=False, told=LedCardIsPlayed)
        return
    case.rules(PenaltySuit("require" if choice == "required" else "prohibit"), "50D2(a)")
    case.rules(CardBack(), "50D2(a)")
    case.rules(PartnersInfo("OS", "unauthorised", "50E2", "card_back"), "50E2")
    case.rules(PartnersInfo("NOS", "authorised", "50E2", "card_back"), "50E2")
    if not case.asks(CAN_OBEY, "59"):
        case.rules(MustPlay(), "59")


@DUPLICATE_2017.passage
def declarer_chooses(case: Case, provision: str, options: tuple[str, ...]) -> None:
    """What declarer is told before choosing (10C1), alone (10C2)."""
    case.rules(DeclarerOptions(options), provision)
    case.rules(DirectorAction(EXPLAIN_OPTIONS), "10C1")
    case.rules(NoRight("declarer", TO_CONSULT), "10C2")


def led_out_of_turn(facts: Facts) -> Shown:
    """East led out of turn against South, or the lead came from the wrong hand of South's side: from South, North is dummy."""
    declaring = facts.get("defends") is False
    return {"declarer": "E" if declaring else "S", "cards": ["D4", "DK"]}, {"defends"} & facts.keys()


@DUPLICATE_2017.procedure(
    "53",
    "Lead out of turn accepted",
    happened="A lead out of turn: does it stand?",
    declared=Declaration(seats=Seats(("offender",)), staging=seated("53", led_out_of_turn, offender="E")),
)
def lead_out_of_turn(case: Case) -> None:
    """53A: accepted by a statement or by the next hand's play. 53B: the lead in turn. 53C: the wrong defender's play."""
    if retracted_anyway(case):
        return
    declaring = not case.asks(DEFENDS, "53A")
    if played_since(case, case.asks(WHOSE_LEAD, "53A"), declaring=declaring):
        return
    if case.asks(ACCEPTED_BY_STATEMENT, "53A"):
        stands(case, "53A")
        return
    case.rules(LeadGoesTo(), "53A")
    case.rules(Referral(RULE_ON_CHOICE), "47B")
