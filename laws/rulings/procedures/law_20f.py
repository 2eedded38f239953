"""Laws 20F4, 20F5 and 75B: who has to put a wrong explanation right, and when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Facts, Seats
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, Referral
from laws.rulings.effects.base import Effect, Moment, action, right
from laws.rulings.effects.calls import Info, NoFurtherRectification
from laws.rulings.effects.information import TO_AVOID_ADVANTAGE, Duty, Entitled, NotEntitled, NothingFollows
from laws.rulings.effects.misinformation import (
    APPLY_47E,
    APPLY_47E2B,
    RESOLVE_AT_END,
    TO_BE_TOLD_OF_MISTAKEN_CALL,
    TO_CORRECT_AFTER_FINAL_PASS,
    TO_CORRECT_BEFORE_END,
    TO_CORRECT_IN_AUCTION,
    TO_CORRECT_NOW,
    TO_CORRECT_WHEN_PLAY_IS_OVER,
    TO_IMMEDIATE_STATEMENT,
)
from laws.rulings.facts.base import Fact, Judgement, Source
from laws.rulings.facts.misinformation import BELIEVES_WRONG, KNOWER_DECLARES, NOTICED_WHEN, WHOSE_EXPLANATION
from laws.rulings.tables.seated import Shown, seated

CALL_WAS_MISTAKEN = Fact(
    "call_was_mistaken",
    "Does {knower} realise that the explanation was right, and their own call the mistake?",
    source=Source.FINDING,
    default=False,
    find_out="away from the table: what {knower} now thinks the agreement is",
    judgement=Judgement(
        test="Has partner's right explanation woken the player up to a mistaken call?",
        law="75C",
        ask="{knower}, away from the table; look at the system card",
        rulings={
            False: "the player is unsure, and the matter can be dealt with after play if somebody raises it",
            True: "nothing need be said, and the information from the explanation may not be used (75A)",
        },
    ),
)

ASKED_AGAIN = Fact(
    "asked_again",
    "Does an opponent ask {knower} a question whose correct answer reveals the mistake?",
    default=False,
)


@dataclass(frozen=True, slots=True)
class NothingForWaiting(NoFurtherRectification):
    """A player need not correct the own explanation before the final pass (20F4(a)): the delay itself costs nothing."""

    @property
    def words(self) -> str:
        return "waiting until then is not an infraction; the wrong explanation may still lead to an adjusted score"

    @property
    def aloud(self) -> bool:
        """It is for the Director to know: the table hears until when the explanation has to be corrected."""
        return False


@dataclass(frozen=True, slots=True)
class TrueAnswer(NothingFollows):
    """A question is answered truly although it shows partner's mistake; the wrong explanation stays an infraction."""

    @property
    def words(self) -> str:
        return "the true answer is not an infraction; the wrong explanation was one"


@dataclass(frozen=True, slots=True)
class CallsReviewed(Referral):
    """21B while a call can still be changed, which the table is told of."""

    moment: ClassVar[Moment] = Moment.REST

    @property
    def aloud(self) -> bool:
        return True

    def said(self, beside: Sequence[Effect]) -> str:
        return "once it has been corrected, I may let {others} change a call"


@dataclass(frozen=True, slots=True)
class BeforeTheLead(Duty):
    """A player chooses when to correct their own explanation, as long as no lead has been faced (20F4(a))."""

    def said(self, beside: Sequence[Effect]) -> str:
        return "{knower}, you may correct it now or later, but it has to be put right before the opening lead is faced"


@dataclass(frozen=True, slots=True)
class SoonerIfTheyLike(Entitled):
    """It is said with the time that the player has."""

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Afterwards(Duty):
    """What a player has to do later, said to that player after what they may not do before."""

    moment: ClassVar[Moment] = Moment.REST


@dataclass(frozen=True, slots=True)
class AfterTheFinalPass(Afterwards):
    """What a player has to do after the auction, while nobody knows which side will declare."""

    def said(self, beside: Sequence[Effect]) -> str:
        return "if your side declares, call me after the final pass and correct the explanation"


@dataclass(frozen=True, slots=True)
class WhenPlayIsOver(Afterwards):
    """What a player has to do when play is over, while nobody knows which side will declare."""

    def said(self, beside: Sequence[Effect]) -> str:
        return "if your side defends, wait until play is over; then call me and correct it"


@dataclass(frozen=True, slots=True)
class AfterDefending(Afterwards):
    """What a player has to do when play is over, said once it is known that their side defends."""

    def said(self, beside: Sequence[Effect]) -> str:
        return "call me when play is over and correct it then"


@dataclass(frozen=True, slots=True)
class InfoOfExplanation(Info):
    """What partner's explanation has told the player, who is told so."""

    def said(self, beside: Sequence[Effect]) -> str:
        return f"{{knower}}, you may not use the information from {self.source_words}"


AT_THE_LATEST: Final = action(
    "at_the_latest",
    "the correction comes before a lead is faced, and sooner if the player likes",
)
JUDGE_CHANGE_OF_CALL: Final = action(
    "judge_change_of_call",
    "see whether a call made on the wrong explanation may be changed, and adjust if it may not",
)
TO_CORRECT_BEFORE_LEAD: Final = right(
    "correct_before_lead",
    "call the Director and correct the explanation before the Clarification Period ends",
    said="correct the explanation before the opening lead is faced",
)
TO_CORRECT_SOONER: Final = right(
    "correct_sooner", "call the Director sooner, even at once", said="do so now if you like"
)
TO_CORRECT_RIGHT_EXPLANATION: Final = right(
    "correct_right_explanation",
    "correct partner's right explanation, or call the Director about it, before play is over",
    said="correct partner's right explanation, or call me about it, before play is over",
)
TO_REPEAT_WRONG: Final = right("repeat_wrong", "repeat an explanation that is known to be wrong")
TO_ANSWER_RIGHTLY: Final = right(
    "answer_rightly", ("answer with the true agreement, even though it reveals partner's mistake")
)
APPLY_21B: Final = action(
    "apply_21B",
    "rule on the calls made meanwhile under 21B, or 40B3 if the meaning was not disclosed",
)


def _corrected(facts: Facts) -> Shown:
    """North has noticed a mistake of North's or South's; who declares is known once the auction is over."""
    fields = {"offender": "N" if facts.get("whose_explanation") == "own" else "S"}
    if "knower_declares" in facts:
        fields["declarer"] = "S" if facts["knower_declares"] else "W"
    return fields, {"whose_explanation", "knower_declares"}


@DUPLICATE_2017.procedure(
    "20F",
    "Duty to correct an explanation",
    happened="An explanation was wrong: who corrects it, and when?",
    declared=Declaration(
        seats=Seats(
            (
                "offender",
                "player",
            ),
            player="own side",
        ),
        staging=seated("20F", _corrected, offender="S", player="N"),
    ),
)
def duty_to_correct(case: Case) -> None:
    """A player becomes aware that an explanation by their side was wrong: their own (20F4) or partner's (20F5)."""
    whose = case.asks(WHOSE_EXPLANATION, "20F4")
    if whose == "own":
        own_explanation(case)
    else:
        partners_explanation(case)


@DUPLICATE_2017.passage
def own_explanation(case: Case) -> None:
    """20F4(a): in the auction, by the end of the Clarification Period; 20F1: asked again, at once; 75B2: later, at once."""
    when = case.asks(NOTICED_WHEN, "20F4(a)")
    if when == "in the auction":
        if case.notes(ASKED_AGAIN, "20F1"):
            case.rules(NotEntitled("knower", TO_REPEAT_WRONG), "20F1")
            case.rules(Duty("knower", TO_CORRECT_NOW), "20F1")
        else:
            case.rules(BeforeTheLead("knower", TO_CORRECT_BEFORE_LEAD), "20F4(a)")
            case.rules(SoonerIfTheyLike("knower", TO_CORRECT_SOONER), "20F4(a)")
            case.rules(NothingForWaiting(), "20F4(a)")
            case.rules(DirectorAction(AT_THE_LATEST), "75B2")
        case.rules(CallsReviewed(APPLY_21B), "20F4(b)")
        case.rules(DirectorAction(JUDGE_CHANGE_OF_CALL), "21B")
    elif when == "in the clarification period":
        case.rules(Duty("knower", TO_CORRECT_NOW), "75B2")
        case.rules(CallsReviewed(APPLY_21B), "20F4(b)")
        case.rules(DirectorAction(JUDGE_CHANGE_OF_CALL), "21B")
    else:
        if when == "when play is over":
            case.doubts(
                "75B2 is about a mistake discovered during the play; it is taken here that one discovered later "
                "has to be corrected as well",
                "75B2",
            )
        case.rules(Duty("knower", TO_CORRECT_NOW), "75B2")
        acted_on_it(case, when)


@DUPLICATE_2017.passage
def partners_explanation(case: Case) -> None:
    """20F5: never during the auction; a declarer or dummy after the final pass, a defender when play is over."""
    when = case.asks(NOTICED_WHEN, "75B3")
    if when != "when play is over":
        # 75A: whether or not the explanation was right, it has told the player how the own call was understood.
        case.rules(InfoOfExplanation("OS", "unauthorised", "16B1", "explained"), "75A")
    if not case.asks(BELIEVES_WRONG, "20F5(b)"):
        if case.notes(CALL_WAS_MISTAKEN, "75C"):
            woken_up(case, when)
            return
        case.doubts(
            "20F5(b) binds a player in whose opinion the explanation was wrong, and one who is unsure is taken to have no such "
            "opinion; the committee (Philadelphia 2010) speaks of the end of play for a player in doubt",
            "20F5(b)",
        )
        case.rules(NotEntitled("others", TO_IMMEDIATE_STATEMENT), "20F5(b)")
        case.rules(DirectorAction(RESOLVE_AT_END), "20F6")
        return
    if when == "in the auction":
        case.rules(NotEntitled("knower", TO_CORRECT_IN_AUCTION), "20F5(a)")
        if case.notes(ASKED_AGAIN, "20F1"):
            case.rules(Duty("knower", TO_ANSWER_RIGHTLY), "20F1")
            case.rules(TrueAnswer(), "20F5(a)")
            case.rules(CallsReviewed(APPLY_21B), "20F6")
            case.rules(Info("OS", "unauthorised", "16B1", "reply"), "16B1")
        case.rules(AfterTheFinalPass("knower", TO_CORRECT_AFTER_FINAL_PASS), "20F5(b)(ii)")
        case.rules(WhenPlayIsOver("knower", TO_CORRECT_WHEN_PLAY_IS_OVER), "20F5(b)(i)")
        return
    if case.asks(KNOWER_DECLARES, "20F5(b)"):
        case.rules(Duty("knower", TO_CORRECT_NOW), "20F5(b)(ii)")
        acted_on_it(case, when)
        return
    if when == "when play is over":
        case.rules(Duty("knower", TO_CORRECT_NOW), "20F5(b)(i)")
        acted_on_it(case, when)
        return
    case.rules(NotEntitled("knower", TO_CORRECT_BEFORE_END), "20F5(b)(i)")
    case.rules(AfterDefending("knower", TO_CORRECT_WHEN_PLAY_IS_OVER), "20F5(b)(i)")


@DUPLICATE_2017.passage
def acted_on_it(case: Case, when: str) -> None:
    """20F6: 21 for calls made on the wrong explanation, 21B3 where they cannot be changed; once a card is led, 47E2 too."""
    changeable = when == "in the clarification period"
    case.rules((CallsReviewed if changeable else Referral)(APPLY_21B), "20F6")
    if when == "in the play":
        case.rules(Referral(APPLY_47E), "20F6")
    elif when == "when play is over":
        case.rules(Referral(APPLY_47E2B), "20F6")


@DUPLICATE_2017.passage
def woken_up(case: Case, when: str) -> None:
    """75C: a mistaken call need not be owned up to, and may not be at once; 75A: partner's explanation may not be used."""
    if when != "when play is over":
        case.rules(NotEntitled("knower", TO_CORRECT_RIGHT_EXPLANATION), "75C")
    case.rules(NotEntitled("others", TO_BE_TOLD_OF_MISTAKEN_CALL), "75C")
    case.rules(Duty("knower", TO_AVOID_ADVANTAGE), "73C1")
