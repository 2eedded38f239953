"""Law 47: when a card that has been played may be taken back, or must be, and what that costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Facts, Seats
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, NoRight, Referral
from laws.rulings.effects.base import Effect, Moment, action, right
from laws.rulings.effects.calls import SAID, Info
from laws.rulings.effects.cards import CardReturned, PenaltyCard
from laws.rulings.effects.information import NothingFollows
from laws.rulings.effects.play import MayNotWithdraw, MayWithdraw, NoPenaltyCard
from laws.rulings.facts.base import Fact, Source, name_answers
from laws.rulings.facts.leads import DUMMY_FACED
from laws.rulings.procedures.judging import if_damaged
from laws.rulings.procedures.law_45.stories import play_fields
from laws.rulings.procedures.law_50 import while_it_lies
from laws.rulings.procedures.law_53 import withdrawn_by_53b
from laws.rulings.replay import Situation
from laws.rulings.roles import Role
from laws.rulings.story.matters import Told, matter
from laws.rulings.tables.seated import Shown, seated

name_answers(
    {
        "rectification": "rectification of an irregularity requires it",
        "illegal play": "to correct an illegal play that the player has made",
        "designation": "declarer corrects an unintended designation of dummy's card, as 45C4(b) allows",
        "opponent changed": "an opponent has changed a card played before it",
        "told it was their turn": "an opponent had wrongly told the player that it was their turn",
        "explained wrongly": "it was played because of an opponent's wrong explanation, before that was corrected",
        "proper lead made": "it was played to a lead out of turn, and the proper lead has been made to the trick (53B)",
        "two cards at once": "the player played two cards at the same time",
        "a change of mind": "none of these",
    }
)
Retraction = Literal[
    "rectification",
    "illegal play",
    "designation",
    "opponent changed",
    "told it was their turn",
    "explained wrongly",
    "proper lead made",
    "two cards at once",
    "a change of mind",
]
RETRACTION = Fact[Retraction](
    "retraction",
    "Why is the card to be taken back?",
    get_args(Retraction),
    source=Source.FINDING,
    find_out="what happened before the card was played, what an opponent said or changed, and why {speaker} wants it back",
)
PLAYER_DEFENDS = Fact(
    "player_defends",
    "Is {speaker} a defender?",
    observe=lambda at: (
        at.record.declarer.side is not at.record.player.side if at.record.declarer and at.record.player else None
    ),
)
WAS_THE_FAULT = Fact(
    "was_the_fault",
    "Was playing that card the irregularity?",
    source=Source.FINDING,
    find_out="whether the card itself was led or played illegally, or was a proper play that the rectification undoes",
)
name_answers(
    {
        "their irregularity": "to put right an irregularity of the opponent's own side",
        "slip of the tongue": "to correct an unintended designation of dummy's card (45C4(b))",
        "own side's irregularity": "because of an irregularity of the player's own side (62C1)",
    }
)
WhyChanged = Literal["their irregularity", "slip of the tongue", "own side's irregularity"]
WHY_CHANGED = Fact[WhyChanged](
    "why_changed",
    "Why did the opponent change the card?",
    get_args(WhyChanged),
    source=Source.FINDING,
    find_out="what was irregular first, and which side did it",
)


def _played_after(at: Situation) -> int | None:
    """How many cards were played after the one that it is about; None where the play does not tell."""
    if at.record.play is None or len(at.record.cards) != 1:
        return None
    cards = [card for trick in at.record.play.tricks for _, card in trick]
    return len(cards) - 1 - cards.index(at.record.cards[0]) if at.record.cards[0] in cards else None


def _is_opening_lead(at: Situation) -> bool | None:
    if _played_after(at) is None or at.record.play is None:
        return None
    return at.record.play.number == 1 and at.record.play.tricks[0][0][1] == at.record.cards[0]


CARD_SINCE = Fact(
    "card_since",
    "Has another card been played after it?",
    observe=lambda at: None if (after := _played_after(at)) is None else after > 0,
)
OPENING_LEAD = Fact("opening_lead", "Is it the opening lead?", observe=_is_opening_lead)
TO_ACCEPT_INDUCED: Final = right(
    "accept_induced",
    "accept the lead or play",
    moment=Moment.CALLS,
    denied="{misinformed_lho} may not accept it",
)
NO_REVOKE_BY_IT: Final = action(
    "no_revoke_by_it", "a lead or play taken back in this way does not establish a revoke (63A1)"
)
RULE_ON_TWO_CARDS: Final = action(
    "rule_on_two_cards",
    "rule on two cards played at the same time (Law 58)",
    said="two cards were played at once, so I first have to know which of them could be seen",
)
OPPONENT_MAY_CHANGE: Final = action(
    "opponent_may_change",
    "an opponent who has played after the first card may take that card back and play another",
    moment=Moment.CHOICE,
    said="an opponent who has played to the trick since may take that card back and play another",
)


@dataclass(frozen=True, slots=True)
class PlayedCardBack(CardReturned):
    """A card that was played goes back into the hand, because the law has it."""

    player: Role = "speaker"

    @property
    def words(self) -> str:
        return f"{{{self.player}}} takes {{card}} back into the hand"

    def said(self, beside: Sequence[Effect]) -> str:
        return f"{{{self.player}}}, take {{card}} back into your hand"


@dataclass(frozen=True, slots=True)
class MayTakeBack(MayWithdraw):
    """The same with what comes of it: another card is played."""

    player: Role = "speaker"

    @property
    def words(self) -> str:
        return f"{{{self.player}}} may take {{card}} back and play another card"


@dataclass(frozen=True, slots=True)
class PlayedCardStays(MayNotWithdraw):
    """The same with why it may not be taken back (47F2)."""

    player: Role = "speaker"

    @property
    def words(self) -> str:
        return f"{{{self.player}}} may not take {{card}} back: it has been played"


@dataclass(frozen=True, slots=True)
class TakenBackPenalty(PenaltyCard):
    """A defender's card that was taken back becomes a penalty card, a major one as it was played on purpose (50B)."""

    player: Role = "speaker"

    @property
    def words(self) -> str:
        return f"{self.condition}{{card}} becomes a major penalty card"


SAID.update({"taken_back": "the card that is taken back"})


def _played(facts: Facts) -> Shown:
    """South declares; the player is a defender unless the path says otherwise, and an opponent erred where one did."""
    declares = facts["retraction"] == "designation" or facts.get("player_defends") is False
    own = (
        facts["retraction"] in ("rectification", "illegal play")
        or facts.get("why_changed") == "own side's irregularity"
    )
    player = "S" if declares else "W"
    fields = {"declarer": "S", "player": player, "cards": ["D3"]}
    if facts["retraction"] not in ("designation", "two cards at once", "a change of mind"):
        own = own and facts.get("was_the_fault", True)
        fields["offender"] = player if own else ("E" if declares else "N")
    return fields, {"player_defends"}


@DUPLICATE_2017.procedure(
    "47",
    "Retraction of card played",
    happened="A player wants to take back a card that was played",
    declared=Declaration(seats=Seats(("player",)), staging=seated("47", _played)),
)
def card_taken_back(case: Case) -> None:
    """47A to 47E: the reasons for which a card goes back, each with its price; 47F2: without one of them it stays."""
    why = case.asks(RETRACTION, "47")
    if why == "rectification":
        required(case)
    elif why == "illegal play":
        own_illegal_play(case, "47B")
    elif why == "designation":
        case.rules(PlayedCardBack(), "47C")
        case.rules(NothingFollows(), "47C")
        case.rules(DirectorAction(OPPONENT_MAY_CHANGE), "45C4(b)")
    elif why == "opponent changed":
        opponent_changed(case)
    elif why == "told it was their turn":
        told_to_play(case)
    elif why == "explained wrongly":
        wrongly_explained(case)
    elif why == "proper lead made":
        proper_lead_made(case)
    elif why == "two cards at once":
        case.rules(Referral(RULE_ON_TWO_CARDS), "47B")
    else:
        case.rules(PlayedCardStays(), "47F2")


@matter("47", "withdraws")
def _wants_it_back(told: Told) -> dict[str, Any] | None:
    """A story in which a player takes back a card, or wants to, and no ruling has allowed it."""
    card, table = told.card_about, told.play
    if card is None or table is None or not told.director_since:
        return None
    complete = any(played == card.card for trick in table.quitted[-1:] for _, played in trick.cards)
    return {"player": told.by.value, "cards": [card.card], **play_fields(table, quitted=int(complete))}


@DUPLICATE_2017.passage
def required(case: Case) -> None:
    """47A: what rectification has withdrawn. The card that was the irregularity is a defender's penalty card (49); one that was
    properly played goes back and costs nothing.
    """
    if case.asks(WAS_THE_FAULT, "47A"):
        own_illegal_play(case, "47A")
        return
    case.rules(PlayedCardBack(), "47A")
    case.rules(NoPenaltyCard("speaker"), "49")
    innocent(case)


@DUPLICATE_2017.passage
def own_illegal_play(case: Case, provision: str) -> None:
    """47B: an illegal play is corrected. A defender's card becomes a penalty card (49), declarer's or dummy's never (48A)."""
    if case.asks(PLAYER_DEFENDS, provision):
        case.rules(TakenBackPenalty(), "49")
        offending(case, penalty=True)
    else:
        case.rules(PlayedCardBack(), provision)
        case.rules(NoPenaltyCard("speaker"), "48A")
        offending(case, penalty=False)


@DUPLICATE_2017.passage
def opponent_changed(case: Case) -> None:
    """47D: after an opponent's change, unless the opponent changed because the player's own side had offended (62C2)."""
    why = case.asks(WHY_CHANGED, "47D")
    if why == "own side's irregularity":
        case.rules(MayTakeBack(), "62C2")
        if case.asks(PLAYER_DEFENDS, "62C2"):
            case.rules(TakenBackPenalty(when="if it is taken back"), "62C2")
            offending(case, penalty=True)
        else:
            case.rules(NoPenaltyCard("speaker"), "48A")
            offending(case, penalty=False)
        return
    case.rules(MayTakeBack(), "47D")
    case.rules(NoPenaltyCard("speaker"), "49")
    case.rules(NothingFollows(), "47D")
    if why == "slip of the tongue":
        case.doubts(
            "45C4(b) names 16C1 alone, and does not say whether declarer, who has corrected a slip, counts as an offender "
            "under 16C2; here only the defenders' right to use the information is ruled",
            "45C4(b)",
        )
        case.rules(Info("NOS", "authorised", "16C1", "taken_back"), "16C1")
    else:
        innocent(case)


@DUPLICATE_2017.passage
def told_to_play(case: Case) -> None:
    """47E1: an opponent is to blame. The card goes back, nobody may accept it, and it establishes no revoke."""
    case.rules(PlayedCardBack(), "47E1")
    case.rules(NoPenaltyCard("speaker"), "49")
    case.rules(NoRight("misinformed_lho", TO_ACCEPT_INDUCED), "47E1")
    case.rules(NothingFollows(), "47E1")
    case.rules(DirectorAction(NO_REVOKE_BY_IT), "47E1")
    although_dummy_is_down(case)
    innocent(case)


@DUPLICATE_2017.passage
def although_dummy_is_down(case: Case) -> None:
    """47E1 has no time limit, and 54C does not mention it: which of them holds once dummy has faced a card."""
    if case.notes(DUMMY_FACED, "47E1"):
        case.doubts(
            "the limit that an opening lead stays once dummy has faced a card stands in 47E2(a), which is about explanations; "
            "47E1 has none, and 54C, by which declarer must accept the lead then, does not say that it goes before 47E1. Two "
            "published flow charts contradict each other; the lead goes back here, as a side must not gain by misleading",
            "47E1",
        )


@DUPLICATE_2017.passage
def wrongly_explained(case: Case) -> None:
    """47E2: until another card is played, and an opening lead until dummy faces a card; after that the score is looked at."""
    late = case.asks(CARD_SINCE, "47E2(a)")
    if not late and case.asks(OPENING_LEAD, "47E2(a)"):
        late = case.asks(DUMMY_FACED, "47E2(a)")
    if late:
        case.rules(PlayedCardStays(), "47E2(a)")
        if_damaged(case, "47E2(b)")
        return
    case.rules(MayTakeBack(), "47E2(a)")
    case.rules(NoPenaltyCard("speaker"), "49")
    case.rules(NothingFollows(), "47E2(a)")
    innocent(case)


@DUPLICATE_2017.passage
def proper_lead_made(case: Case) -> None:
    """47F1, 53B: the proper lead stands, and whoever played to the wrong one may take that card back."""
    case.rules(MayTakeBack(), "47F1")
    case.rules(NoPenaltyCard("speaker"), "53B")
    if case.asks(PLAYER_DEFENDS, "53B"):
        withdrawn_by_53b(case)
    innocent(case)


@DUPLICATE_2017.passage
def innocent(case: Case) -> None:
    """16C: the side that did not offend may use what a withdrawn card has told, the other may not."""
    case.rules(Info("NOS", "authorised", "16C1", "taken_back"), "16C1")
    case.rules(Info("OS", "unauthorised", "16C2", "taken_back"), "16C2")


@DUPLICATE_2017.passage
def offending(case: Case, *, penalty: bool) -> None:
    """16C, of a card of the offending side; while it lies there as a penalty card everybody may use it (50E1)."""
    if penalty:
        while_it_lies(case)
    else:
        innocent(case)
