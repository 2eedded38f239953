"""The alternative club laws: an Arbiter rules, and may adjust a score where the players would only redress.

Each stands for the law of its number: as a whole (13, 14), or with an addition to it. What they do not touch is ruled
as in the regular laws.
"""

from __future__ import annotations

from typing import Final

from laws.rulings.case import Case, Decided
from laws.rulings.editions import RUBBER_2014_CLUB
from laws.rulings.effects import DirectorAction, Referral
from laws.rulings.effects.base import Moment, action, right
from laws.rulings.effects.calls import PartnerMustPass
from laws.rulings.effects.inadmissible import SideMustPass
from laws.rulings.effects.information import Duty, Entitled, NotEntitled, ResultStands
from laws.rulings.effects.penalties import (
    EARLY_CORRECTION,
    PENALTY_BY_ITS_LAW,
    TO_CHANGE_MISINFORMED_CALL,
    TO_CORRECT_BY_AGREEMENT,
    TO_INFORM,
    TO_PENALIZE,
    TO_REOPEN,
    ArbiterAdjusts,
    ArbiterAssigns,
    NoPenalty,
    Redress,
)
from laws.rulings.effects.rights import OPPONENTS_KEEP_RIGHTS, TO_CONCEAL, TO_DRAW_ATTENTION, TO_SAY_NOTHING
from laws.rulings.facts import Fact
from laws.rulings.facts.attention import IS_DUMMY, OWN_SIDE
from laws.rulings.facts.calls import KIND_OF_CALL, RHO_MUST_PASS
from laws.rulings.facts.inadmissible import WHICH
from laws.rulings.facts.judging import OPEN
from laws.rulings.facts.rubber.damage import CONVEYED
from laws.rulings.facts.rubber.information import COULD_AFFECT, DENIED, GAINED, MISLED, UNEXPLAINED_HARM
from laws.rulings.facts.rubber.procedure import ALL_AGREE, CLUB_SPEAKER_DOES, DUMMY_FORFEITED, PENALTY_IS, STAGE
from laws.rulings.procedures.rubber_2014 import (
    law_21,
    law_23,
    law_24,
    law_25,
    law_27,
    law_30,
    law_31,
    law_32,
    law_36,
    law_37,
    law_38,
    law_39,
)
from laws.rulings.procedures.rubber_2014.law_16 import unauthorized
from laws.rulings.procedures.rubber_2014.law_28_29 import stands_in_rotation
from laws.rulings.procedures.rubber_2014.law_40 import used_undisclosed

TO_CALL_ARBITER: Final = right("call_arbiter", "call the Arbiter, without losing any rights")
TO_ARBITER_AT_ONCE: Final = right(
    "arbiter_at_once", ("see that the Arbiter is called at once, because attention has been drawn")
)
TO_ACT_BEFORE_ARBITER: Final = right(
    "act_before_arbiter",
    "call or play before the Arbiter has determined and explained everything",
)
TO_ANNOUNCE_LATER_SUMMONS: Final = right(
    "announce_later_summons",
    "say that the Arbiter may be called after the play",
)
TO_ARBITER_IF_DENIED: Final = right(
    "arbiter_if_denied",
    "have the Arbiter called at once if an opponent denies that such information was given",
)
TO_ARBITER_AFTER_PLAY: Final = right("arbiter_after_play", "call the Arbiter when play is over, announced or not")
ARBITER_EXPLAINS: Final = action(
    "arbiter_explains", "the Arbiter assesses the penalty and explains the options", moment=Moment.ONWARD, aloud=True
)
NO_HARSHER_SCORE: Final = action(
    "no_harsher_score",
    "a penalty that is harsh, or that turns out well for a side, is no reason for an adjusted score",
    moment=Moment.SCORE,
    aloud=True,
)
PLAY_GOES_ON: Final = action(
    "play_goes_on", "the Arbiter lets the auction or play continue", moment=Moment.ONWARD, aloud=True
)
ARBITER_DECIDES_CONFORMITY: Final = action(
    "arbiter_decides_conformity",
    "the Arbiter is called before the auction continues, and decides whether the new call conforms",
    moment=Moment.ONWARD,
    aloud=True,
)


_KINDS = {OPEN: "possible", "harm": "assigned", "profit": "assigned"}
"""What a finding makes of the score; any other answer leaves it as it is."""


@RUBBER_2014_CLUB.passage
def score(kind: str, law: str, why: str) -> ArbiterAdjusts:
    """What becomes of the score: announced once it is assigned."""
    return (ArbiterAssigns if kind == "assigned" else ArbiterAdjusts)(kind, law, why)


@RUBBER_2014_CLUB.passage
def adjusts(case: Case, fact: Fact, law: str, why: str) -> None:
    """A finding of the Arbiter, and the score that follows."""
    case.rules(score(_KINDS.get(case.asks(fact, law), "none"), law, why), law)


@RUBBER_2014_CLUB.passage
def may_adjust(case: Case, law: str) -> None:
    """Club Laws 16 and 23, which Club Laws 29 to 38 add: for information, and for a pass enforced on partner."""
    if any(isinstance(step, Decided) and step.effect.name == "info" for step in case.steps):
        case.rules(ArbiterAdjusts("possible", "Club16", "affected"), law)
    if silenced(case):
        necessarily(case, law)


@RUBBER_2014_CLUB.passage
def silenced(case: Case) -> bool:
    """The ruling so far compels the offender's partner to pass."""
    return any(
        isinstance(step, Decided) and isinstance(step.effect, PartnerMustPass | SideMustPass) for step in case.steps
    )


@RUBBER_2014_CLUB.passage
def necessarily(case: Case, law: str) -> None:
    """Club Law 23: an enforced pass that necessarily does damage, which luck alone does not make it.

    Its footnote says what makes it so: that the offender could have known. That is the test of Law 23, so the Arbiter finds
    what Law 23 has found, and never the opposite of it.
    """
    found = [step.effect for step in case.steps if isinstance(step, Decided) and isinstance(step.effect, Redress)]
    kind = next((effect.kind for effect in found if effect.law == "23"), "possible")
    case.rules(score(kind, "Club23", "necessarily"), law if kind == "possible" else "Club23")


# -- after an irregularity ---------------------------------------------------------------------------------------------


@RUBBER_2014_CLUB.procedure("13", "Procedure following an irregularity", happened="Somebody noticed an irregularity")
def after_an_irregularity(case: Case) -> None:
    """The Arbiter is called at once, and nobody acts before he has determined and explained everything."""
    does = case.asks(CLUB_SPEAKER_DOES, "Club13")
    if does in ("points it out", "calls the Arbiter"):
        if case.asks(STAGE, "Club13") == "while cards are played" and case.asks(IS_DUMMY, "42"):
            case.rules(NotEntitled("speaker", TO_DRAW_ATTENTION), "43")
            if case.notes(DUMMY_FORFEITED, "43"):
                case.rules(NotEntitled("declarer", TO_PENALIZE), "43A")
            return
        case.rules(Entitled("speaker", TO_DRAW_ATTENTION), "Club13")
        case.rules(Entitled("speaker", TO_INFORM), "13")
        case.rules(Entitled("speaker", TO_CALL_ARBITER), "Club13")
        if case.asks(OWN_SIDE, "Club13"):
            case.rules(Entitled("speaker", TO_SAY_NOTHING), "Proprieties1")
            case.rules(NotEntitled("speaker", TO_CONCEAL), "Proprieties1")
            case.rules(DirectorAction(OPPONENTS_KEEP_RIGHTS), "Club13")
        case.rules(Duty("table", TO_ARBITER_AT_ONCE), "Club13")
        case.rules(NotEntitled("table", TO_ACT_BEFORE_ARBITER), "Club13")
        return
    case.rules(Duty("table", TO_ARBITER_AT_ONCE), "Club13")
    case.rules(NotEntitled("speaker", TO_ACT_BEFORE_ARBITER), "Club13")
    case.rules(Referral(EARLY_CORRECTION if does == "corrects early" else PENALTY_BY_ITS_LAW), "Club13")


@RUBBER_2014_CLUB.procedure("14", "Assessment of a penalty", happened="Who decides on a penalty, and when?")
def assessment(case: Case) -> None:
    """The Arbiter's, options explained; he adjusts no score because a penalty is harsh or pays."""
    if case.asks(PENALTY_IS, "Club14") == "to be imposed":
        case.rules(Referral(ARBITER_EXPLAINS), "Club14")
        case.rules(DirectorAction(NO_HARSHER_SCORE), "Club14")
    elif case.asks(ALL_AGREE, "14"):
        case.rules(Entitled("table", TO_CORRECT_BY_AGREEMENT), "14")
    else:
        case.rules(ResultStands(), "14")
        case.rules(NotEntitled("table", TO_REOPEN), "14")


@RUBBER_2014_CLUB.procedure(
    "16", "Unauthorized information", happened="A player may have used unauthorised information"
)
def unauthorized_information(case: Case) -> None:
    """Play goes on; afterwards the Arbiter redresses what the information did."""
    origin = unauthorized(case)
    if not origin:
        return
    case.rules(DirectorAction(PLAY_GOES_ON), "Club16")
    if origin == "from partner":
        case.rules(Entitled("others", TO_ANNOUNCE_LATER_SUMMONS), "Club16")
        case.rules(Entitled("others", TO_ARBITER_AFTER_PLAY), "Club16")
        if case.notes(DENIED, "Club16"):
            case.rules(Duty("table", TO_ARBITER_IF_DENIED), "Club16")
    adjusts(case, COULD_AFFECT, "Club16", "affected")


@RUBBER_2014_CLUB.procedure("21", "Call based on misinformation", happened="A call was made on a wrong explanation")
def misinformation(case: Case) -> None:
    """As in Law 21; damage that a change of call has not undone is the Arbiter's to adjust."""
    if not case.asks(MISLED, "21"):
        case.rules(NotEntitled("misinformed", TO_CHANGE_MISINFORMED_CALL), "21")
        case.rules(NoPenalty(), "21")
        return
    if law_21.in_time(case):
        law_21.change_of_call(case)
        case.rules(ArbiterAdjusts("possible", "Club21", "misinformed"), "Club21")
    else:
        case.rules(DirectorAction(PLAY_GOES_ON), "Club21")
        adjusts(case, GAINED, "Club21", "misinformed")


@RUBBER_2014_CLUB.procedure(
    "23", "Awareness of potential damage", happened="An offender could have known that it would do damage"
)
def awareness(case: Case) -> None:
    """Law 23 for the players, and the Arbiter's adjusted score where the enforced pass necessarily does damage."""
    law_23.awareness(case)
    if any(isinstance(step, Decided) and isinstance(step.effect, Redress) for step in case.steps):
        necessarily(case, "Club23")


@RUBBER_2014_CLUB.procedure(
    "24", "Card exposed or led during the auction", happened="A card was exposed during the auction"
)
def card_exposed(case: Case) -> None:
    """Law 24, which no club law touches; Club Law 23 is for every penalty that silences partner, so for 24B too."""
    law_24.card_exposed(case)
    if silenced(case):
        necessarily(case, "Club23")


# -- irregularities in the auction -------------------------------------------------------------------------------------


@RUBBER_2014_CLUB.procedure(
    "25",
    "Legal and illegal changes of call",
    happened=("A player wants to change a call: unintended call or change of mind"),
)
def change_of_call(case: Case) -> None:
    """Law 25, and Club Law 23 where partner is silenced."""
    law_25.change_of_call(case)
    if silenced(case):
        necessarily(case, "Club25")


@RUBBER_2014_CLUB.procedure("27", "Insufficient bid", happened="A bid was not high enough")
def insufficient_bid(case: Case) -> None:
    """Law 27; the Arbiter decides about 27B, and adjusts the score when the withdrawn bid told too much."""
    law_27.insufficient_bid(case)
    decided = {step.provision for step in case.steps if isinstance(step, Decided)}
    if "29B" in decided:
        may_adjust(case, "Club31")
    elif "27B" in decided:
        case.rules(DirectorAction(ARBITER_DECIDES_CONFORMITY), "Club27")
        case.rules(ArbiterAdjusts("possible", "Club27", "added information"), "Club27")
    elif "27A" in decided:
        case.rules(score(_KINDS.get(case.notes(CONVEYED, "Club27"), "none"), "Club27", "conveyed"), "Club27")
    elif silenced(case):
        necessarily(case, "Club23")


@RUBBER_2014_CLUB.procedure(
    "28", "Calls considered to be in rotation", happened="Was that call out of turn at all?", entry=True
)
def considered_in_rotation(case: Case) -> None:
    """28A first; the rest is Club Law 29."""
    if case.asks(RHO_MUST_PASS, "28A"):
        stands_in_rotation(case)
    else:
        call_out_of_rotation(case)


@RUBBER_2014_CLUB.procedure(
    "29", "Procedure after a call out of rotation", happened="Somebody called out of turn", entry=True
)
def call_out_of_rotation(case: Case) -> None:
    """29B, to Club Law 30, 31 or 32."""
    kind = case.asks(KIND_OF_CALL, "29B")
    if kind == "pass":
        pass_out_of_rotation(case)
    elif kind == "bid":
        bid_out_of_rotation(case)
    else:
        double_out_of_rotation(case)


@RUBBER_2014_CLUB.procedure("30", "Pass out of rotation", happened="A pass out of turn")
def pass_out_of_rotation(case: Case) -> None:
    """Law 30 with Club Laws 16 and 23."""
    law_30.pass_out_of_rotation(case)
    may_adjust(case, "Club30")


@RUBBER_2014_CLUB.procedure("31", "Bid out of rotation", happened="A bid out of turn")
def bid_out_of_rotation(case: Case) -> None:
    """Law 31 with Club Laws 16 and 23."""
    law_31.bid_out_of_rotation(case)
    may_adjust(case, "Club31")


@RUBBER_2014_CLUB.procedure("32", "Double or redouble out of rotation", happened="A double or redouble out of turn")
def double_out_of_rotation(case: Case) -> None:
    """Law 32 with Club Laws 16 and 23."""
    law_32.double_out_of_rotation(case)
    may_adjust(case, "Club32")


@RUBBER_2014_CLUB.procedure("35", "Inadmissible call condoned", happened="A call that is never allowed", entry=True)
def inadmissible_call(case: Case) -> None:
    """Law 35 is the regular one; what was not condoned goes to Club Law 36, 37 or 38."""
    which = case.asks(WHICH, "35")
    if which == "double":
        inadmissible_double(case)
    elif which == "obligation":
        obligation_broken(case)
    elif which == "seven":
        bid_of_more_than_seven(case)
    else:
        law_39.call_after_the_auction(case)


@RUBBER_2014_CLUB.procedure(
    "36", "Inadmissible double or redouble", happened="A double or redouble that is not allowed"
)
def inadmissible_double(case: Case) -> None:
    """Law 36 with Club Laws 16 and 23."""
    law_36.inadmissible_double(case)
    may_adjust(case, "Club36")


@RUBBER_2014_CLUB.procedure(
    "37", "Bidding or doubling when obliged to pass", happened="A call by a player who had to pass"
)
def obligation_broken(case: Case) -> None:
    """Law 37 with Club Laws 16 and 23."""
    law_37.obligation_broken(case)
    may_adjust(case, "Club37")


@RUBBER_2014_CLUB.procedure("38", "Bid of more than seven", happened="A bid of more than seven")
def bid_of_more_than_seven(case: Case) -> None:
    """Law 38 with Club Laws 16 and 23."""
    law_38.bid_of_more_than_seven(case)
    may_adjust(case, "Club38")


@RUBBER_2014_CLUB.procedure("40", "Partnership agreements", happened="A call departs from what was agreed or disclosed")
def partnership_agreements(case: Case) -> None:
    """Law 40; a score for damage done by a meaning not explained."""
    if used_undisclosed(case):
        adjusts(case, UNEXPLAINED_HARM, "Club40", "unexplained")
