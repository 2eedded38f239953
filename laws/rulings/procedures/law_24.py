"""Law 24: a card exposed or led during the auction, and where it sends cards exposed before and after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Facts, Seats
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, Referral
from laws.rulings.effects.base import Effect, Later, Moment, action, spoken_to
from laws.rulings.effects.calls import ONCE, Info, NoFurtherRectification, PartnerMustPass
from laws.rulings.effects.cards import CARDS_FACE_UP, WHILE_IT_LIES, CardReturned, PenaltyCard
from laws.rulings.effects.ending import AuctionPeriodOver
from laws.rulings.effects.information import Adjusts, NothingFollows
from laws.rulings.facts.base import Fact, Source
from laws.rulings.facts.calls import DEFENDS
from laws.rulings.facts.exposed import (
    ENDS_AS,
    EXPOSED_WHEN,
    HONOUR,
    LED,
    PARTNER_COULD_SEE,
    SEVERAL_CARDS,
)
from laws.rulings.procedures.judging import could_have_been_aware
from laws.rulings.procedures.penalty_cards import explain_penalty_cards, out_of_partners_sight, rank_of_low_card
from laws.rulings.story.matters import Told, matter
from laws.rulings.tables.seated import Shown, seated

OWN_ERROR = Fact(
    "own_error",
    "Did {offender} expose them by their own error?",
    source=Source.FINDING,
    find_out="how it happened; if an opponent knocks a card out of a hand, the error is not its owner's",
)


def _auction_has_ended(later: Later) -> bool:
    """What has become of the cards shows that the auction is over, and with it what held until then."""
    return any(isinstance(one, CardReturned | PenaltyCard) and one.waits for one in later.after)


@dataclass(frozen=True, slots=True)
class PartnerMayCall(NoFurtherRectification):
    """Nobody has to pass (24A); what becomes of the card is told beside it."""

    said_first: ClassVar[bool] = True

    def said(self, beside: Sequence[Effect]) -> str:
        return "the auction continues, and {partner} may make any legal call"

    def is_over(self, later: Later) -> bool:
        return _auction_has_ended(later)


@dataclass(frozen=True, slots=True)
class PartnerPassesOnce(PartnerMustPass):
    """The pass that partner owes (24B, 24C), until the auction has ended."""

    said_first: ClassVar[bool] = True

    def is_over(self, later: Later) -> bool:
        return _auction_has_ended(later) or PartnerMustPass.is_over(self, later)


@dataclass(frozen=True, slots=True)
class FaceUpInTheAuction(DirectorAction):
    """The cards lie on the table until the auction ends."""

    said_first: ClassVar[bool] = True

    def is_over(self, later: Later) -> bool:
        return _auction_has_ended(later)


@dataclass(frozen=True, slots=True)
class SeenInTheAuction(Info):
    """Who may use the sight of the cards while the auction goes on."""

    said_first: ClassVar[bool] = True

    @property
    def words(self) -> str:
        return _time_first(Info.words.__get__(self), self.when)

    def said(self, beside: Sequence[Effect]) -> str:
        return _time_first(Info.said(self, beside), self.when)

    def is_over(self, later: Later) -> bool:
        return _auction_has_ended(later) or Info.is_over(self, later)


def _time_first(told: str, when: str) -> str:
    """At the end of the sentence the time would be heard as that of seeing the card."""
    return f"{when}, {told.removesuffix(f' {when}')}" if when else told


@dataclass(frozen=True, slots=True)
class SeenBeforehand(Info):
    """What was seen before the first call is from another source (16D1). Partner is told so; on an opponent's card that is seen
    by accident 74C5 speaks too.
    """

    def said(self, beside: Sequence[Effect]) -> str:
        return spoken_to("partner", f"{{partner}} may not use the information from {self.source_words}")


@dataclass(frozen=True, slots=True)
class LookedAtLater(Adjusts):
    """Whether the sight of the card made a difference is for the other side to say."""

    def said(self, beside: Sequence[Effect]) -> str:
        return f"{{others}}, {self.words}"


LEAD_BY_DECLARING_SIDE: Final = action(
    "lead_by_declaring_side",
    "a lead by the declaring side does not count as one: treat the exposed cards as exposed in the auction",
)
EXPLAIN_IF_DEFENDING: Final = action(
    "explain_if_defending",
    "if {side} defend, explain the penalty card before the opening lead",
    moment=Moment.INFORMATION,
    said="call me back before the opening lead if {side} defend",
)
RULE_BEFORE_AUCTION: Final = action(
    "rule_before_auction",
    "treat what was seen before the first call as information from another source (16D)",
)
RULE_ON_LEAD: Final = action(
    "rule_on_lead",
    "rule on it as an opening lead (Laws 41 and 54)",
    said=(
        "{cards} is the opening lead; if it was not {offender}'s lead, declarer has the options for an opening "
        "lead out of turn, and I will explain them"
    ),
)


def _exposed_cards(facts: Facts) -> Shown:
    """The cards lie on the table, and the auction may have shown who declares."""
    fields: dict[str, Any] = {}
    if facts.get("several_cards"):
        fields["cards"] = ["D3", "C6"]
    elif "honour" in facts:
        fields["cards"] = ["DQ"] if facts["honour"] else ["S5"]
    if "ends_as" in facts and facts["ends_as"] != "undecided":
        fields["declarer"] = "W" if facts["ends_as"] == "declaring" else "N"
    if "defends" in facts:
        fields["declarer"] = ("S" if facts.get("led") else "N") if facts["defends"] else "W"  # a lead out of turn
    shown = {"several_cards", "honour"} if "cards" in fields else set()
    return fields, shown | ({"ends_as", "defends"} if "declarer" in fields else set())


@matter("24", "exposes")
def _exposed(told: Told) -> dict[str, Any] | None:
    """A story in which somebody's cards come to light before the play (24, 48, 49)."""
    if told.in_play:
        return None
    when = "after the auction" if told.ended_before else "during the auction" if told.before else "before the auction"
    fields: dict[str, Any] = {
        "offender": told.by.value,
        "cards": list(told.happening.details.get("cards", ())),
        "findings": {"exposed_when": when},
    }
    if told.declarer is not None:
        fields["declarer"] = told.declarer.value
    return fields


@DUPLICATE_2017.procedure(
    "24",
    "Card exposed or led during the auction",
    happened="A card was exposed during the auction",
    declared=Declaration(seats=Seats(("offender",)), staging=seated("24", _exposed_cards, offender="E")),
)
def card_exposed(case: Case) -> None:
    """24A to 24C: whether partner is silenced once; 24D and 24E: what becomes of the cards."""
    when = case.asks(EXPOSED_WHEN, "24")
    if when == "before the auction":
        before_the_auction(case)
        return
    if when == "after the auction":
        after_the_auction(case)
        return
    if not case.asks(OWN_ERROR, "24"):
        not_his_error(case)
        return
    if not case.asks(PARTNER_COULD_SEE, "24"):
        out_of_partners_sight(case, "24", PartnerMayCall())
        return
    case.rules(FaceUpInTheAuction(CARDS_FACE_UP), "24")
    case.rules(SeenInTheAuction("NOS", "authorised", "24", "cards"), "24")
    case.rules(SeenInTheAuction("OS", "unauthorised", "24", "cards", "during the auction"), "16C2")
    if case.asks(SEVERAL_CARDS, "24C"):
        partner_passes_once(case, "24C")
        afterwards(case, "major", several=True)
    elif case.asks(HONOUR, "24B") or case.asks(LED, "24B"):
        partner_passes_once(case, "24B")
        afterwards(case, "major")
    else:
        case.rules(PartnerMayCall(), "24A")
        afterwards(case, rank_of_low_card(case))


@DUPLICATE_2017.passage
def partner_passes_once(case: Case, provision: str) -> None:
    """24B and 24C: an honour, a card led, or several cards."""
    case.rules(PartnerPassesOnce(ONCE), provision)
    could_have_been_aware(case)


@DUPLICATE_2017.passage
def afterwards(case: Case, rank: str, *, several: bool = False) -> None:
    """24D and 24E, once the auction has shown who declares; until then both are told."""
    ends_as = case.asks(ENDS_AS, "24D")
    if ends_as == "declaring":
        case.rules(CardReturned(waits=True), "24D")
    elif ends_as == "defending":
        case.rules(PenaltyCard(rank=rank, several=several, waits=True), "24E")
        explain_penalty_cards(case, rank, several=several)
    else:
        case.rules(CardReturned(when="if {side} declare"), "24D")
        case.rules(PenaltyCard(when="if {side} defend", rank=rank, several=several), "24E")
        case.rules(DirectorAction(EXPLAIN_IF_DEFENDING), "50B")
        case.rules(Info("OS", "authorised", "50E1", "penalty_card", WHILE_IT_LIES), "50E1")


@DUPLICATE_2017.passage
def before_the_auction(case: Case) -> None:
    """Law 24 is about the auction: what is seen before the first call goes back, and 16D deals with the knowledge."""
    case.rules(CardReturned(), "16D1")
    case.rules(SeenBeforehand("OS", "unauthorised", "16D1", "cards"), "16D1")
    case.rules(Referral(RULE_BEFORE_AUCTION), "16D2")
    case.rules(LookedAtLater("possible", "16D2(c)", "affected"), "16D2(c)")


@DUPLICATE_2017.passage
def not_his_error(case: Case) -> None:
    """Law 24 asks for an error of the player's own. No law names a remedy; the sight of the card is 16D's matter."""
    case.doubts(
        "Law 24 does not cover a card that an opponent knocked out of the hand, and no law gives a remedy; here "
        "it goes back to the hand, and what {partner} saw is treated as information from another source",
        "24",
    )
    case.rules(CardReturned(), "24")
    case.rules(NothingFollows(), "24")
    case.rules(Adjusts("possible", "16D3", "affected"), "16D3")


@DUPLICATE_2017.passage
def after_the_auction(case: Case) -> None:
    """In the Clarification Period there are a presumed declarer and defenders: Laws 48, 49 and 54E take over."""
    led = case.asks(LED, "54E")
    if case.asks(DEFENDS, "49"):
        if led:
            case.rules(Referral(RULE_ON_LEAD), "41A")
            return
        if not case.asks(PARTNER_COULD_SEE, "49"):
            out_of_partners_sight(case, "49", NothingFollows())
            return
        several = case.asks(SEVERAL_CARDS, "50B")
        rank = "major" if several or case.asks(HONOUR, "50B") else rank_of_low_card(case)
        case.rules(PenaltyCard(rank=rank, several=several), "49")
        explain_penalty_cards(case, rank, several=several)
        return
    case.rules(CardReturned(), "24D" if led else "48A")
    case.rules(AuctionPeriodOver("no"), "17D1")
    if led:
        case.rules(DirectorAction(LEAD_BY_DECLARING_SIDE), "54E")
    case.rules(NothingFollows(), "48A")
    case.rules(Info("NOS", "authorised", "24", "cards"), "24" if led else "16A1(c)")
