"""Law 42: the rights that dummy always has (42A), and those that dummy can lose (42B)."""

from __future__ import annotations

from typing import Any, Final, Literal, get_args

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Facts, Seats
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import Referral
from laws.rulings.effects.base import Moment, action
from laws.rulings.effects.dummy import (
    TO_COUNT_TRICKS,
    TO_KEEP_TO_SUIT,
    TO_PLAY_AS_NAMED,
    TO_TELL_FACTS,
    TO_WARN,
)
from laws.rulings.effects.information import Duty, Entitled, NotEntitled, NothingFollows, ProceduralPenalty
from laws.rulings.effects.rights import TO_DRAW_ATTENTION
from laws.rulings.facts.attention import OWN_SIDE
from laws.rulings.facts.base import Fact, name_answers
from laws.rulings.facts.dummy import PREVENTS_WHAT, RIGHTS_LOST
from laws.rulings.procedures.law_09.effects import (
    POINTED_TOO_LATE,
    RULE_ON_IRREGULARITY,
    TO_POINT_OUT_CARD,
    TO_PREVENT,
    WARNED_WITHOUT_RIGHT,
)
from laws.rulings.procedures.law_09.facts import POINTED_BEFORE
from laws.rulings.procedures.law_43 import (
    at_dummys_table,
    attention_by_dummy,
    breach_before,
    by_dummy,
    is_dummys,
)
from laws.rulings.procedures.law_61 import (
    PLAY_HAS_ENDED,
    TO_ASK_ABOUT_REVOKE,
    asked_without_right,
    dummy_asks_defender,
    found,
)
from laws.rulings.replay import Situation
from laws.rulings.story.matters import Told, matter
from laws.rulings.tables.seated import Shown, seated

name_answers(
    {
        "tells facts or law": "says what happened, or what the law is",
        "counts the tricks": "keeps count of the tricks",
        "plays a named card": "plays the card that declarer has named",
        "asks about a revoke": "asks whether a player has no card of the suit led",
        "tries to prevent something": "tries to prevent an irregularity",
        "points out an irregularity": "points out an irregularity",
        "points out a turned trick": "points out that a card of a trick lies the wrong way",
    }
)

DummyDoes = Literal[
    "tells facts or law",
    "counts the tricks",
    "plays a named card",
    "asks about a revoke",
    "tries to prevent something",
    "points out an irregularity",
    "points out a turned trick",
]
DUMMY_DOES: Final = Fact[DummyDoes]("dummy_does", "What does {speaker} do, as dummy?", get_args(DummyDoes))
DIRECTOR_PRESENT: Final = Fact("director_present", "Is the Director at the table?")
NAMED_FOLLOWS: Final = Fact(
    "named_card_follows", "Does the card that declarer has named follow suit, or has dummy none of the suit led?"
)


def _of_declarer(at: Situation) -> bool | None:
    """By the seat of the player who is asked."""
    offender, declarer = at.record.offender, at.record.declarer
    return None if offender is None or declarer is None else offender is declarer


ASKS_DECLARER: Final = Fact("asks_declarer", "Does {speaker} ask declarer?", observe=_of_declarer)

SUGGESTS_A_PLAY: Final = Fact(
    "suggests_a_play", "Did {speaker} touch or indicate a card before declarer named one?", default=False
)
RULE_ON_SUGGESTION: Final = action(
    "rule_on_suggestion",
    "play goes on; afterwards see whether dummy suggested a play and the defenders were damaged by it (45F)",
    said="play on, and call me back after play if you think that dummy suggested a play; I may adjust the score",
)
ONLY_THE_GAIN: Final = action(
    "only_the_gain",
    "nothing is rectified; take from the defenders what they gained by it, and leave declarer's side its table score (43B3)",
    said="{speaker} had lost the right to point that out, so I only take from {side} what they gained by it",
    moment=Moment.SCORE,
)


def _seated(facts: Facts) -> Shown:
    """Whom dummy asks is shown by a seat."""
    fields, shown = at_dummys_table(facts)
    if "asks_declarer" in facts:
        fields["offender"] = "S" if facts["asks_declarer"] else "E"
        shown = shown | {"asks_declarer"}
    return fields, shown


@DUPLICATE_2017.procedure(
    "42",
    "Dummy's rights",
    happened="Dummy says something during or after the play",
    declared=Declaration(
        fits=is_dummys, seats=Seats(("player",), one_offender=False), staging=seated("42", _seated, player="N")
    ),
)
def dummys_rights(case: Case) -> None:
    """42A: facts and law, the count, declarer's agent. 42B: the revoke, the irregularity to come, and the one that is over."""
    does = case.asks(DUMMY_DOES, "42")
    if does == "tells facts or law":
        if case.asks(DIRECTOR_PRESENT, "42A1"):
            case.rules(Entitled("speaker", TO_TELL_FACTS), "42A1")
        else:
            case.rules(NotEntitled("speaker", TO_TELL_FACTS), "42A1")
            case.rules(ProceduralPenalty("possible", "speaker"), "43B1")
    elif does == "counts the tricks":
        case.rules(Entitled("speaker", TO_COUNT_TRICKS), "42A2")
    elif does == "plays a named card":
        plays_for_declarer(case)
    elif does == "asks about a revoke":
        asks_about_revoke(case)
    elif does == "tries to prevent something":
        prevents(case)
    elif does == "points out an irregularity":
        points_out(case)
    else:
        turned_trick(case)


@DUPLICATE_2017.passage
def plays_for_declarer(case: Case) -> None:
    """42A3: dummy plays what declarer names and sees to it that dummy follows suit; a suggestion is a matter for 45F."""
    if case.notes(SUGGESTS_A_PLAY, "42A3"):
        case.rules(Referral(RULE_ON_SUGGESTION), "45F")
    elif case.asks(NAMED_FOLLOWS, "42A3"):
        case.rules(Duty("speaker", TO_PLAY_AS_NAMED), "42A3")
    else:
        case.rules(Duty("speaker", TO_KEEP_TO_SUIT), "42A3")


@DUPLICATE_2017.passage
def asks_about_revoke(case: Case) -> None:
    """42B1: declarer may be asked and a defender not; 43B2(b) where the right has been lost."""
    if not case.asks(ASKS_DECLARER, "42B1"):
        dummy_asks_defender(case)
    elif case.asks(RIGHTS_LOST, "43B2(b)"):
        asked_without_right(case)
    else:
        case.rules(Entitled("speaker", TO_ASK_ABOUT_REVOKE), "42B1")
        found(case, "42B1")


@DUPLICATE_2017.passage
def prevents(case: Case) -> None:
    """42B2 with 9A3: any irregularity, by any player, as long as it has not happened."""
    if not case.asks(RIGHTS_LOST, "43B2"):
        case.rules(Entitled("speaker", TO_PREVENT), "42B2")
        case.rules(NothingFollows(), "9A3")
    elif case.asks(PREVENTS_WHAT, "43B2") == "a lead from the wrong hand":
        case.rules(NotEntitled("speaker", TO_WARN), "43B2(a)")
        case.rules(ProceduralPenalty("possible", "speaker"), "43B1")
        case.rules(Referral(WARNED_WITHOUT_RIGHT), "43B2(a)")
    else:
        case.doubts(
            "43B2 says what follows when a dummy who has looked at other hands warns of a lead from the wrong hand, and of no "
            "other warning; such a dummy is taken to have lost that right as well, at the price of a penalty alone",
            "43B1",
        )
        case.rules(NotEntitled("speaker", TO_WARN), "42B")
        case.rules(ProceduralPenalty("possible", "speaker"), "43B1")
        case.rules(NothingFollows(), "43B2")


@DUPLICATE_2017.passage
def points_out(case: Case) -> None:
    """42B3: when play is over. 43A1(b): not before, and what has been pointed out all the same is dealt with."""
    if not case.asks(PLAY_HAS_ENDED, "42B3"):
        case.rules(NotEntitled("speaker", TO_DRAW_ATTENTION), "43A1(b)")
        attention_by_dummy(case)
    elif case.asks(RIGHTS_LOST, "43B3") and not case.asks(OWN_SIDE, "43B3"):
        case.doubts(
            "43B3 speaks of play that continues; but it limits a right that dummy only has when play is over (42B3), and so it "
            "is taken to hold for what dummy is the first to point out then as well",
            "43B3",
        )
        case.rules(Referral(ONLY_THE_GAIN), "43B3")
    else:
        case.rules(Entitled("speaker", TO_DRAW_ATTENTION), "42B3")
        case.rules(Referral(RULE_ON_IRREGULARITY), "9B2")


@DUPLICATE_2017.passage
def turned_trick(case: Case) -> None:
    """65B3, to which 9A2 points: any player, until the own side has put a card to the next trick."""
    case.doubts(
        "9A4 has dummy say nothing of an irregularity during play, and 65B3 lets a player speak of a card turned the wrong "
        "way; dummy is taken to be such a player",
        "65B3",
    )
    if case.asks(POINTED_BEFORE, "65B3"):
        case.rules(NotEntitled("speaker", TO_POINT_OUT_CARD), "65B3")
        case.rules(ProceduralPenalty("possible", "speaker"), "43B1")
        case.rules(Referral(POINTED_TOO_LATE), "65B3")
    else:
        case.rules(Entitled("speaker", TO_POINT_OUT_CARD), "65B3")


@matter("42", "warns")
def _warns(told: Told) -> dict[str, Any] | None:
    """A story in which dummy, who has kept all rights, warns declarer or stops a defender."""
    fields = by_dummy(told)
    if fields is None or breach_before(told):
        return None
    return fields | {"findings": {DUMMY_DOES.id: "tries to prevent something", RIGHTS_LOST.id: False}}
