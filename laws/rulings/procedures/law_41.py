"""Law 41: the face-down opening lead (41A), what may be asked before and after it (41B, 41C), and dummy's hand (41D)."""

from __future__ import annotations

from typing import Final, Literal, get_args

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Facts, Seats
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, Referral
from laws.rulings.effects.base import Moment, action, right
from laws.rulings.effects.information import Duty, Entitled, NotEntitled, ProceduralPenalty
from laws.rulings.effects.leads import CostsNothing, FaceDownBack, LeadGoesTo, NothingMore, StaysPlayed
from laws.rulings.effects.play import MayWithdraw
from laws.rulings.effects.rights import TO_ASK_WHEN_IN_TURN
from laws.rulings.facts.asking import ASKER_IS, AT_TURN_TO_PLAY
from laws.rulings.facts.base import Fact, Source, name_answers
from laws.rulings.procedures.judging import if_damaged
from laws.rulings.procedures.law_20 import explanation_in_the_play, review_in_play, reviewed
from laws.rulings.procedures.law_20.effects import TO_CONTRACT_AT_TURN
from laws.rulings.replay import Situation
from laws.rulings.tables.seated import Shown, seated

name_answers(
    {
        "in turn": "the player whose lead it is",
        "other defender": "the other defender",
        "declaring side": "declarer or dummy",
        "second thoughts": "they would rather lead another card",
        "an explanation was wrong": "an opponent's explanation, since corrected, was wrong",
        "partner's faced lead": "the other defender has faced a lead out of turn",
        "the calls again": "to hear all the calls again",
        "a meaning": "what a call or play means",
        "the contract": "what the contract is, and whether it was doubled",
        "not sorted": "its cards are not sorted as the law says",
        "a hidden card": "a card could not be seen",
    }
)


def _face_down_by(at: Situation) -> str | None:
    declarer, player = at.record.declarer, at.record.offender
    if declarer is None or player is None:
        return None
    return {declarer.lho: "in turn", declarer.rho: "other defender"}.get(player, "declaring side")


FaceDownBy = Literal["in turn", "other defender", "declaring side"]
FACE_DOWN_BY = Fact[FaceDownBy](
    "face_down_by",
    "Who has put a card face down as the opening lead?",
    get_args(FaceDownBy),
    observe=_face_down_by,
)
TakenBackFor = Literal["second thoughts", "an explanation was wrong", "partner's faced lead"]
TAKEN_BACK_FOR = Fact[TakenBackFor](
    "taken_back_for",
    "Why is the card to be taken back?",
    get_args(TakenBackFor),
    source=Source.FINDING,
    find_out="whether anything irregular has happened; after a wrong explanation ask {offender}, away from the table, whether "
    "the card was chosen because of it",
)
OpeningQuestion = Literal["the calls again", "a meaning", "the contract"]
OPENING_QUESTION = Fact[OpeningQuestion]("opening_question", "What does {asker} ask?", get_args(OpeningQuestion))
ASKS_WHO_DOUBLED = Fact("asks_who_doubled", "Does {asker} want to know who doubled?", default=False)
DummyWrong = Literal["not sorted", "a hidden card"]
DUMMY_WRONG = Fact[DummyWrong]("dummy_wrong", "What is wrong with dummy's hand?", get_args(DummyWrong))
HIDDEN_REVOKE = Fact(
    "hidden_revoke",
    "Was another suit played from dummy when the hidden card could have followed suit?",
)

TO_TAKE_UNSEEN: Final = right(
    "take_back_unseen", "take back the face-down card without the Director", said="take back a face-down card yourself"
)
TO_KNOW_WHO_DOUBLED: Final = right("know_who_doubled", "be told who doubled or redoubled")
TO_CONTRACT: Final = right("contract", "ask what the contract is")
TO_SORT: Final = right(
    "sort_dummy",
    "sort the hand into suits pointing to declarer, lowest cards nearest declarer and trumps on dummy's right",
    said="sort the hand into columns pointing to declarer, lowest cards nearest declarer and trumps on your right",
)
TO_SHOW_ALL: Final = right(
    "show_all",
    "see that all thirteen cards can be seen; that is nobody else's responsibility",
    said="see that all thirteen cards can be seen; that is your responsibility alone",
)
LOOK_AT_LAST_CALL: Final = action(
    "look_at_last_call",
    "before anybody leads again, find out whether {offender}'s side may change its last call (21B1(a))",
    moment=Moment.CHOICE,
)
RULE_ON_FACED_LEAD: Final = action(
    "rule_on_faced_lead",
    "rule on the faced card as an opening lead out of turn",
    said="now I'll explain declarer's options for the card that was faced",
)
LED_FROM_WRONG_SIDE: Final = action(
    "led_from_wrong_side",
    "treat the card as one led during the auction",
    said="{on_lead} is on opening lead",
)
RULE_ON_REVOKE: Final = action(
    "rule_on_dummys_revoke",
    "rule on it as a revoke by dummy: no tricks are transferred, but opponents who were damaged are compensated (64C)",
    said="dummy has revoked, and I'll rule on that",
)


def _face_down(facts: Facts) -> Shown:
    """South declares; who has put a card down is shown by their seat."""
    seat = {"in turn": "W", "other defender": "E", "declaring side": "N"}[facts["face_down_by"]]
    return {"declarer": "S", "offender": seat}, {"face_down_by"}


@DUPLICATE_2017.procedure(
    "41",
    "Face-down opening lead",
    happened="An opening lead lies face down, and is out of turn or to be taken back",
    declared=Declaration(seats=Seats(("offender",)), staging=seated("41", _face_down)),
)
def face_down_lead(case: Case) -> None:
    """41A: it comes back only when the Director says so, after an irregularity, and then into the hand."""
    by = case.asks(FACE_DOWN_BY, "41A")
    if by == "declaring side":
        case.rules(FaceDownBack(), "24D")
        case.rules(NothingMore(), "48A")
        case.rules(Referral(LED_FROM_WRONG_SIDE), "54E")
    elif by == "other defender":
        face_down_out_of_turn(case)
    else:
        in_turn(case)


@DUPLICATE_2017.passage
def face_down_out_of_turn(case: Case) -> None:
    """41A: nobody has seen it, so it goes back and the player in turn leads."""
    case.rules(FaceDownBack(), "41A")
    case.rules(CostsNothing(), "41A")
    case.rules(LeadGoesTo(), "41A")
    case.rules(NothingMore(), "41A")


@DUPLICATE_2017.passage
def in_turn(case: Case) -> None:
    """41A: second thoughts are no irregularity; 47E2(a) is about a wrong explanation, and 54 about partner's faced card."""
    why = case.asks(TAKEN_BACK_FOR, "41A")
    if why == "second thoughts":
        case.rules(StaysPlayed(), "41A")
        case.rules(NotEntitled("offender", TO_TAKE_UNSEEN), "41A")
    elif why == "an explanation was wrong":
        case.rules(MayWithdraw(), "47E2(a)")
        case.rules(FaceDownBack(), "41A")
        case.rules(CostsNothing(), "47E2(a)")
        case.rules(NothingMore(), "47E2(a)")
        case.rules(DirectorAction(LOOK_AT_LAST_CALL), "21B1(a)")
    else:
        case.rules(FaceDownBack(), "54")
        case.rules(CostsNothing(), "41A")
        case.rules(Referral(RULE_ON_FACED_LEAD), "54")


def _asked(facts: Facts) -> Shown:
    """South asks."""
    if "asker_is" not in facts:
        return {}, set()
    defending = "E" if facts.get("asker_leads", True) else "W"
    return {"declarer": {"declarer": "S", "dummy": "N", "defender": defending}[facts["asker_is"]]}, {
        "asker_is",
        "asker_leads",
    }


@DUPLICATE_2017.procedure(
    "41B",
    "Questions once the auction is over",
    happened="A player asks about the auction or the contract before or during the play",
    declared=Declaration(seats=Seats(("player",)), staging=seated("41B", _asked, player="S")),
)
def questions(case: Case) -> None:
    """41B: a review until one's first card, explanations all through the play. 41C: the contract."""
    question = case.asks(OPENING_QUESTION, "41B")
    if question == "the calls again":
        if law := review_in_play(case):
            reviewed(case, law)
    elif question == "a meaning":
        explanation_in_the_play(case)
    else:
        contract(case)


@DUPLICATE_2017.passage
def contract(case: Case) -> None:
    """41C: at one's own turn, what it is and whether it was doubled, but not by whom; dummy is not named."""
    if case.asks(ASKER_IS, "41C") == "dummy":
        case.rules(NotEntitled("asker", TO_CONTRACT), "41C")
    elif case.asks(AT_TURN_TO_PLAY, "41C"):
        case.rules(Entitled("asker", TO_CONTRACT_AT_TURN), "41C")
        if case.notes(ASKS_WHO_DOUBLED, "41C"):
            case.rules(NotEntitled("asker", TO_KNOW_WHO_DOUBLED), "41C")
    else:
        case.rules(NotEntitled("asker", TO_CONTRACT), "41C")
        case.rules(Entitled("asker", TO_ASK_WHEN_IN_TURN), "41C")


@DUPLICATE_2017.procedure(
    "41D",
    "Dummy's hand",
    happened="Dummy's hand was not properly put down",
    declared=Declaration(seats=Seats(("offender",)), staging=seated("41D", offender="N")),
)
def dummys_hand(case: Case) -> None:
    """41D says how it lies, and no law what a breach costs: 12A1 makes good what the defenders lost by it."""
    if case.asks(DUMMY_WRONG, "41D") == "not sorted":
        case.rules(Duty("offender", TO_SORT), "41D")
        case.rules(NothingMore(), "41D")
        return
    case.rules(Duty("offender", TO_SHOW_ALL), "41D")
    if case.asks(HIDDEN_REVOKE, "44C"):
        case.rules(Referral(RULE_ON_REVOKE), "64B3")
        return
    if_damaged(case, "12A1")
    case.rules(ProceduralPenalty("possible", "offender"), "90A")
