"""Law 61: what a revoke is, who may ask about one, and when tricks may be looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Facts, Seats
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, Referral
from laws.rulings.effects.base import Effect, Moment, action, right
from laws.rulings.effects.information import Adjusts, Entitled, NotEntitled, ProceduralPenalty
from laws.rulings.effects.revokes import (
    AS_ESTABLISHED,
    RULE_ON_CORRECTION,
    RULE_ON_TRICKS,
    BothCorrect,
    MustCorrectRevoke,
    NoRevoke,
    Revoke,
    RevokeStands,
    TricksTransferred,
)
from laws.rulings.facts.base import Fact, Source, name_answers
from laws.rulings.facts.revokes import BARRED_DUMMY_SPOKE, BOTH_REVOKED, REVOKE_ESTABLISHED
from laws.rulings.play import revokes
from laws.rulings.procedures.law_62 import without_rectification
from laws.rulings.replay import Situation
from laws.rulings.tables.seated import Shown, seated

name_answers(
    {
        "declarer asked a defender": "declarer asked a defender about a card that did not follow suit",
        "dummy asked declarer": "dummy asked declarer",
        "dummy asked a defender": "dummy asked a defender",
        "a defender asked declarer": "a defender asked declarer",
        "a defender asked partner": "a defender asked partner",
        "wants to see tricks": "a player says that somebody revoked, and wants to look at tricks that have been turned over",
        "did not play as required": "a player did not lead or play a card or suit that had to be played",
    }
)

Inquiry = Literal[
    "declarer asked a defender",
    "dummy asked declarer",
    "dummy asked a defender",
    "a defender asked declarer",
    "a defender asked partner",
    "wants to see tricks",
    "did not play as required",
]


def _asked_by(at: Situation) -> str | None:
    """Who asked whom, by the seats; None where the record does not name them or is about something else."""
    speaker, asked, declarer = at.record.player, at.record.offender, at.record.declarer
    if speaker is None or asked is None or declarer is None or speaker is asked:
        return None
    if at.record.findings.get(INQUIRY.id) in ("wants to see tricks", "did not play as required"):
        return None
    if speaker is declarer:
        return "declarer asked a defender" if asked.side is not declarer.side else None
    if speaker is declarer.partner:
        return "dummy asked declarer" if asked is declarer else "dummy asked a defender"
    if asked is speaker.partner:
        return "a defender asked partner"
    return "a defender asked declarer" if asked is declarer else None


INQUIRY: Final = Fact[Inquiry](
    "inquiry",
    "What happened?",
    get_args(Inquiry),
    observe=_asked_by,
)
DUMMY_MAY_ASK: Final = Fact(
    "dummy_may_ask",
    "Has dummy kept the right to ask?",
    source=Source.FINDING,
    find_out="whether dummy has exchanged hands with declarer, left the seat to watch the play, or looked at a defender's card",
)
COULD_FOLLOW: Final = Fact(
    "could_follow",
    "Did {offender} have a card that had to be played?",
    source=Source.FINDING,
    find_out="{offender}, whether there is one in the hand; nobody else looks at the cards",
    observe=lambda at: True if revokes.subject(at) is not None else None,
)
PLAY_HAS_ENDED: Final = Fact(
    "play_has_ended",
    "Is play over?",
    observe=lambda at: at.play.position.over if at.play is not None and at.play.told.tricks else None,
)

WAS_PENALTY_CARD: Final = Fact(
    "was_penalty_card",
    "Was a penalty card what {offender} did not play?",
    default=False,
)


def _still_trick_twelve(at: Situation) -> bool | None:
    """While the board is still being played nobody has put a hand back."""
    found = revokes.subject(at)
    if found is None or at.play is None:
        return None
    if found.trick != revokes.LAST_BUT_ONE:
        return False
    return None if at.play.position.over else True


STILL_TRICK_TWELVE: Final = Fact(
    "still_trick_twelve",
    "Was it on the twelfth trick, and are the four hands not all back in the board?",
    default=False,
    observe=_still_trick_twelve,
)

TO_ASK_ABOUT_REVOKE: Final = right(
    "ask_about_revoke",
    "ask {offender} whether there is a card of the suit led",
    moment=Moment.FOUND,
    granted="{speaker} was allowed to ask that",
    denied="{speaker} was not allowed to ask that",
)
TO_LOOK_AT_TRICKS: Final = right(
    "look_at_tricks",
    "look at tricks that have been turned over",
    moment=Moment.CHOICE,
    granted="play is over, so tricks may be looked at; each player handles only their own cards",
    denied="nobody may look at tricks that have been turned over while play is going on",
)
DIRECTOR_LOOKS: Final = action(
    "director_looks",
    "look at tricks yourself if that is needed now to settle it, else when play is over",
    said="leave the tricks as they lie; if it has to be settled now I will look at them, otherwise when play is over",
    moment=Moment.ONWARD,
)
KEEP_CARDS_IN_ORDER: Final = action(
    "keep_cards_in_order",
    "have everybody keep their played cards in order until the revoke has been dealt with",
    said="keep your played cards in order until this is settled",
    moment=Moment.REST,
)
RULE_ON_PENALTY_CARD: Final = action(
    "rule_on_penalty_card",
    "rule on the card that was played instead of a penalty card (Law 52): declarer may accept it",
    said="that is a penalty card that was not played, and I will explain declarer's options",
)
QUESTION_TELLS: Final = action(
    "question_tells",
    "a defender's question can give the other defender unauthorised information (16B)",
    moment=Moment.INFORMATION,
)


@dataclass(frozen=True, slots=True)
class QuestionMayHelp(Adjusts):
    """A question that was not to be asked, or that partner heard, may have told too much (16B3)."""

    @property
    def words(self) -> str:
        return "call me back after play if you think that the question helped {speaker_side}; I may adjust the score"

    def said(self, beside: Sequence[Effect]) -> str:
        return self.words


def _asked(facts: Facts) -> Shown:
    """Who asked whom is shown by the seats; South declares."""
    seats: dict[str, tuple[str, str]] = {
        "declarer asked a defender": ("S", "E"),
        "dummy asked declarer": ("N", "S"),
        "dummy asked a defender": ("N", "E"),
        "a defender asked declarer": ("W", "S"),
        "a defender asked partner": ("W", "E"),
    }
    fields: dict[str, Any] = {"declarer": "S"}
    if facts["inquiry"] in seats:
        fields["player"], fields["offender"] = seats[facts["inquiry"]]
        return fields, {"inquiry"}
    return fields | {"player": "S", "offender": "E"}, set()


@DUPLICATE_2017.procedure(
    "61",
    "Failure to follow suit - inquiries concerning a revoke",
    happened="Somebody asks whether a player has revoked",
    declared=Declaration(seats=Seats(("offender", "player")), staging=seated("61", _asked), elsewhere={}),
)
def inquiries(case: Case) -> None:
    """61A: what a revoke is; 61B: who may ask whom; 61C: looking at tricks."""
    what = case.asks(INQUIRY, "61B")
    if what == "wants to see tricks":
        looking_at_tricks(case)
        return
    if what == "did not play as required":
        if case.asks(COULD_FOLLOW, "61A"):
            if case.notes(WAS_PENALTY_CARD, "52A"):
                case.rules(Referral(RULE_ON_PENALTY_CARD), "52A")
            else:
                revoke_found(case)
        else:
            case.rules(NoRevoke(), "59")
        return
    if what == "declarer asked a defender":
        case.rules(Entitled("speaker", TO_ASK_ABOUT_REVOKE), "61B1")
    elif what == "dummy asked declarer":
        dummy_asks_declarer(case)
        return
    elif what == "dummy asked a defender":
        dummy_asks_defender(case)
        return
    else:
        case.rules(Entitled("speaker", TO_ASK_ABOUT_REVOKE), "61B3")
        case.rules(DirectorAction(QUESTION_TELLS), "61B3")
        case.rules(QuestionMayHelp("possible", "16B3"), "61B3")
    found(case, "61B1" if what == "declarer asked a defender" else "61B3")


@DUPLICATE_2017.passage
def found(case: Case, provision: str) -> None:
    """What the question brings to light."""
    if case.asks(COULD_FOLLOW, provision):
        revoke_found(case)
    else:
        case.rules(NoRevoke(), "44D")


@DUPLICATE_2017.passage
def revoke_found(case: Case) -> None:
    """A revoke by 61A: corrected in time, or left for Law 64."""
    if case.asks(REVOKE_ESTABLISHED, "63A"):
        revoke_is_established(case)
        return
    case.rules(Revoke(established=False), "61A")
    case.rules(MustCorrectRevoke(), "62A")
    case.rules(TricksTransferred(0), "63A")
    case.rules(Referral(RULE_ON_CORRECTION), "62B")


@DUPLICATE_2017.passage
def revoke_is_established(case: Case) -> None:
    """63B: it stands, with two exceptions: the twelfth trick (62D1), and revokes by both sides of which one has played on."""
    case.rules(Revoke(established=True), "61A")
    if case.notes(STILL_TRICK_TWELVE, "62D1"):
        case.rules(MustCorrectRevoke(), "62D1")
        case.rules(Referral(RULE_ON_CORRECTION), "62D1")
    elif case.notes(BOTH_REVOKED, "62C3"):
        case.rules(BothCorrect(), "62C3")
        case.rules(Referral(RULE_ON_CORRECTION), "62C3")
    else:
        case.rules(RevokeStands(), "63B")
        case.rules(Referral(RULE_ON_TRICKS), "64A")


@DUPLICATE_2017.passage
def dummy_asks_declarer(case: Case) -> None:
    """61B2(a): dummy may, unless a limit of 43A2 has been broken; then tricks may go over as if it were established."""
    if case.asks(DUMMY_MAY_ASK, "61B2(a)"):
        case.rules(Entitled("speaker", TO_ASK_ABOUT_REVOKE), "61B2(a)")
        found(case, "61B2(a)")
        return
    asked_without_right(case)


@DUPLICATE_2017.passage
def asked_without_right(case: Case) -> None:
    """43B2(b): an illegal card is replaced all the same, and tricks go over as if the revoke had been established."""
    case.rules(NotEntitled("speaker", TO_ASK_ABOUT_REVOKE), "43B2(b)")
    case.rules(ProceduralPenalty("possible", "speaker"), "43B1")
    if not case.asks(COULD_FOLLOW, "43B2(b)"):
        case.rules(NoRevoke(), "44D")
    elif case.asks(REVOKE_ESTABLISHED, "63A"):
        revoke_is_established(case)
    else:
        case.rules(Revoke(established=False), "61A")
        case.rules(MustCorrectRevoke(), "43B2(b)")
        case.rules(Referral(AS_ESTABLISHED), "43B2(b)")


@DUPLICATE_2017.passage
def dummy_asks_defender(case: Case) -> None:
    """61B2(b): the question was not allowed, but attention has been drawn all the same, and 62A asks for no more; 43B3 where
    dummy had lost the right to point out anything.
    """
    case.rules(NotEntitled("speaker", TO_ASK_ABOUT_REVOKE), "61B2(b)")
    case.rules(ProceduralPenalty("possible", "speaker"), "43B1")
    case.rules(QuestionMayHelp("possible", "16B3"), "61B2(b)")
    if not case.asks(COULD_FOLLOW, "61B2(b)"):
        case.rules(NoRevoke(), "44D")
    elif case.notes(BARRED_DUMMY_SPOKE, "43B3"):
        without_rectification(case, case.asks_aside)
        case.rules(Adjusts("possible", "43B3"), "43B3")
    else:
        revoke_found(case)


@DUPLICATE_2017.passage
def looking_at_tricks(case: Case) -> None:
    """61C with 66C and 66D: saying that there was a revoke opens no trick while play goes on."""
    if case.asks(PLAY_HAS_ENDED, "66C"):
        case.rules(Entitled("speaker", TO_LOOK_AT_TRICKS), "66D")
        case.rules(DirectorAction(KEEP_CARDS_IN_ORDER), "65D")
    else:
        case.rules(NotEntitled("speaker", TO_LOOK_AT_TRICKS), "61C")
        case.rules(DirectorAction(DIRECTOR_LOOKS), "66C")
        case.rules(DirectorAction(KEEP_CARDS_IN_ORDER), "65D")
