"""Law 43: what dummy may not do, the penalty for it, and what dummy's breach of 43A2 costs declarer's side afterwards (43B)."""

from __future__ import annotations

from typing import Any, Final, Literal, get_args

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Facts, Seats, Wanted
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import Referral
from laws.rulings.effects.dummy import (
    TO_EXCHANGE_WITH_DECLARER,
    TO_HAVE_HAND_HIDDEN,
    TO_LEAVE_TO_WATCH,
    TO_PROTECT_DECLARER,
    TO_SEE_DEFENDERS_CARDS,
    TO_SHOW_TO_DUMMY,
    TO_WARN,
    HandOptions,
    LeadsFromChosen,
    LedMeanwhileBack,
)
from laws.rulings.effects.information import (
    Adjusts,
    Entitled,
    NotEntitled,
    NothingFollows,
    ProceduralPenalty,
)
from laws.rulings.effects.leads import CardBack, CostsNothing, Stands
from laws.rulings.effects.rights import RULE_UNDER_16B, TO_DRAW_ATTENTION
from laws.rulings.facts.attention import OWN_SIDE
from laws.rulings.facts.base import Fact, name_answers
from laws.rulings.facts.dummy import DEFENDERS_DID, DEFENDERS_GAINED, HAND_CHOSEN, HAND_PREVAILS, RIGHTS_LOST
from laws.rulings.facts.judging import OPEN
from laws.rulings.facts.revokes import AS_IF_ESTABLISHED, BARRED_DUMMY_SPOKE
from laws.rulings.play.irregular import PlayKind
from laws.rulings.play.revokes import REVOKES
from laws.rulings.procedures.law_09.effects import (
    NO_IMMEDIATE_RECTIFICATION,
    RULE_ON_IRREGULARITY,
    TO_SUMMON,
    TO_SUMMON_FIRST,
    TO_TAKE_PART,
)
from laws.rulings.procedures.law_09.facts import ATTENTION_DRAWN
from laws.rulings.procedures.law_61 import asked_without_right
from laws.rulings.procedures.law_62 import without_rectification
from laws.rulings.record import BadRecord
from laws.rulings.replay import Situation
from laws.rulings.roles import Role
from laws.rulings.seats import Seat
from laws.rulings.story.form import Happening
from laws.rulings.story.matters import Told, matter, remark
from laws.rulings.tables.seated import Shown, seated

name_answers(
    {
        "called the Director": "called the Director during the play",
        "pointed something out": "pointed out an irregularity during the play",
        "took part": "said or did something about the play to come",
        "exchanged hands": "exchanged hands with declarer",
        "left the seat": "left the seat to watch declarer play",
        "looked at a card": "looked at a card in a defender's hand",
        "was shown a hand": "nothing yet, but a defender is showing dummy their hand",
        "warned declarer": "warned declarer of leading from the wrong hand",
        "asked declarer": "was the first to ask declarer about a revoke",
        "spoke of a defender": "was the first to point out an irregularity by a defender",
    }
)

Breach = Literal[
    "called the Director",
    "pointed something out",
    "took part",
    "exchanged hands",
    "left the seat",
    "looked at a card",
    "was shown a hand",
]
BREACH: Final = Fact[Breach]("dummys_breach", "What has {speaker} done, as dummy?", get_args(Breach))
LOOKED: Final = Fact("looked_when_shown", "Did {speaker} look at it?")
BarredDid = Literal["warned declarer", "asked declarer", "spoke of a defender"]


def _pointed_out_by_barred(at: Situation) -> bool:
    """A defender's card that is irregular, in a record of a dummy who has lost the right to point it out."""
    found, declarer = at.irregular_play, at.record.declarer
    if found is None or declarer is None or at.record.player is not declarer.partner:
        return False
    return found.before.defends(found.hand) and at.record.findings.get(BARRED_DID.id) == "spoke of a defender"


BARRED_DID: Final = Fact[BarredDid]("barred_dummy_did", "What has {speaker} done since?", get_args(BarredDid))
LED_MEANWHILE: Final = Fact(
    "led_meanwhile",
    "Has {declarer} led a card since the warning, to which no defender has played?",
    default=False,
)
OF_43A2: Final = {
    "exchanged hands": ("43A2(a)", TO_EXCHANGE_WITH_DECLARER),
    "left the seat": ("43A2(b)", TO_LEAVE_TO_WATCH),
    "looked at a card": ("43A2(c)", TO_SEE_DEFENDERS_CARDS),
}
"""The breaches that cost dummy rights, with their places in the law."""


def is_dummys(at: Situation) -> None:
    """The player whom it is about is dummy. Raises BadRecord for anybody else."""
    declarer, player = at.record.declarer, at.record.player
    if declarer is not None and player is not None and player is not declarer.partner:
        raise BadRecord(
            "record.player",
            f"{player.full_name} is not dummy; expected {declarer.partner.full_name}, or another declarer",
        )


def at_dummys_table(facts: Facts) -> Shown:
    """South declares, and North is dummy; whose irregularity it is follows from the seat of whoever committed it."""
    fields: dict[str, Any] = {"declarer": "S"}
    shown = {"own_side"} & facts.keys()
    if shown:
        fields["offender"] = "S" if facts["own_side"] else "E"
    elif {"defenders_irregularity", "looked_when_shown"} & facts.keys():
        fields["offender"] = "E"
    elif {"could_follow", "hand_chosen"} & facts.keys():
        fields["offender"] = "S"
    return fields, shown


@DUPLICATE_2017.procedure(
    "43",
    "Dummy's limitations",
    happened="Dummy looked at another hand, left the seat, or had a say in the play",
    declared=Declaration(
        fits=is_dummys, seats=Seats(("player",), one_offender=False), staging=seated("43", at_dummys_table, player="N")
    ),
)
def limitations(case: Case) -> None:
    """43A1: dummy keeps out of the play, at the price of a penalty. 43A2: no sight of other hands, at that of rights too."""
    breach = case.asks(BREACH, "43A")
    if breach == "called the Director":
        called_the_director(case)
    elif breach == "pointed something out":
        case.rules(NotEntitled("speaker", TO_DRAW_ATTENTION), "43A1(b)")
        attention_by_dummy(case)
    elif breach == "took part":
        case.rules(NotEntitled("speaker", TO_TAKE_PART), "43A1(c)")
        case.rules(ProceduralPenalty("possible", "speaker"), "43B1")
        case.rules(Referral(RULE_UNDER_16B), "16B1")
        case.rules(Adjusts("possible", "16B3", "affected"), "16B3")
    elif breach == "was shown a hand":
        shown_a_hand(case)
    else:
        loses_rights(case, breach)


@DUPLICATE_2017.passage
def loses_rights(case: Case, breach: str) -> None:
    """43A2 with 43B: each of the three is liable to a penalty and costs the qualified rights; 42A cannot be lost."""
    provision, forbidden = OF_43A2[breach]
    case.rules(NotEntitled("speaker", forbidden), provision)
    case.rules(ProceduralPenalty("possible", "speaker"), "43B1")
    case.rules(NotEntitled("speaker", TO_PROTECT_DECLARER), "43B2")


@DUPLICATE_2017.passage
def shown_a_hand(case: Case) -> None:
    """43A3 binds the defender. Dummy may have the hand put out of sight, and looking is dummy's own breach all the same."""
    case.rules(NotEntitled("offender", TO_SHOW_TO_DUMMY), "43A3")
    if case.asks(LOOKED, "43A2(c)"):
        loses_rights(case, "looked at a card")
        return
    case.rules(Entitled("speaker", TO_HAVE_HAND_HIDDEN), "42B2")
    case.rules(NothingFollows(), "43A3")


@DUPLICATE_2017.passage
def called_the_director(case: Case) -> None:
    """43A1(a) with 9B1(b): once another player has drawn attention, dummy may call like anybody else."""
    if case.asks(ATTENTION_DRAWN, "43A1(a)"):
        case.rules(Entitled("speaker", TO_SUMMON), "9B1(b)")
        case.rules(Referral(RULE_ON_IRREGULARITY), "9B1(b)")
        return
    case.rules(NotEntitled("speaker", TO_SUMMON_FIRST), "43A1(a)")
    attention_by_dummy(case)


@DUPLICATE_2017.passage
def attention_by_dummy(case: Case) -> None:
    """Attention has been drawn, whoever drew it: the irregularity is dealt with as usual unless 43B3 bars that."""
    case.rules(ProceduralPenalty("possible", "speaker"), "43B1")
    if case.asks(RIGHTS_LOST, "43B3") and not case.asks(OWN_SIDE, "43B3"):
        case.rules(Referral(NO_IMMEDIATE_RECTIFICATION), "43B3")
    else:
        case.rules(Referral(RULE_ON_IRREGULARITY), "9B2")


# -- 43B2 and 43B3 -----------------------------------------------------------------------------------------------------


def _other_than_a_revoke(at: Situation) -> bool:
    return _pointed_out_by_barred(at) and DEFENDERS_DID.seen(at) != "a defender revoked"


@DUPLICATE_2017.procedure(
    "43B",
    "Dummy speaks after losing the right to",
    happened="Dummy, who has looked at other hands, warned or asked declarer, or pointed something out",
    declared=Declaration(
        wanted=Wanted(5, _other_than_a_revoke),
        fits=is_dummys,
        seats=Seats(("player",), one_offender=False),
        staging=seated("43B", at_dummys_table, player="N"),
        elsewhere={},
    ),
)
def after_a_breach(case: Case) -> None:
    """43B2(a), 43B2(b) and 43B3: what dummy says after a breach of 43A2 helps the defenders."""
    did = case.asks(BARRED_DID, "43B")
    if did == "warned declarer":
        warned_of_hand(case)
    elif did == "asked declarer":
        asked_without_right(case)
    else:
        case.rules(NotEntitled("speaker", TO_DRAW_ATTENTION), "43A1(b)")
        defenders_irregularity(case)
        case.rules(ProceduralPenalty("possible", "speaker"), "43B1")


@DUPLICATE_2017.passage
def warned_of_hand(case: Case) -> None:
    """43B2(a): either defender chooses the hand, even the one that is not on lead."""
    case.rules(NotEntitled("speaker", TO_WARN), "43B2(a)")
    case.rules(ProceduralPenalty("possible", "speaker"), "43B1")
    case.rules(HandOptions(), "43B2(a)")
    chosen = case.asks(HAND_CHOSEN, "43B2(a)")
    if chosen == "they choose differently":
        case.doubts(
            "43B2(a) lets either defender choose and does not say what happens when they choose differently; here the choice "
            "counts of the defender who would have played next to declarer's lead, as after a lead from the wrong hand (55A)",
            "43B2(a)",
        )
        chosen = case.asks(HAND_PREVAILS, "55A")
    hand: Role = "dummy" if chosen == "dummy's hand" else "declarer"
    if case.notes(LED_MEANWHILE, "47A"):
        case.rules(LedMeanwhileBack(hand), "47A")
    case.rules(LeadsFromChosen(hand), "43B2(a)")


@DUPLICATE_2017.passage
def defenders_irregularity(case: Case) -> None:
    """43B3: nothing is rectified now; after play the defenders lose what they gained, and declarer's side gets nothing."""
    did = case.asks(DEFENDERS_DID, "43B3")
    if did == "a defender revoked":
        without_rectification(case, case.asks)
    else:
        if did in ("a defender led", "a defender's card was seen"):
            what_becomes_of_the_card(case)
            case.rules(Stands() if did == "a defender led" else CardBack(), "43B3")
            case.rules(CostsNothing(), "43B3")
        case.rules(NothingFollows(), "43B3")
    gained = case.asks(DEFENDERS_GAINED, "43B3")
    if gained == OPEN:
        case.rules(Adjusts("possible", "43B3"), "43B3")
    elif gained == "gained":
        case.rules(Adjusts("split", "43B3", of="side"), "43B3")
    else:
        case.rules(Adjusts("none", "43B3"), "43B3")


@DUPLICATE_2017.passage
def what_becomes_of_the_card(case: Case) -> None:
    """43B3 leaves it to be inferred."""
    case.doubts(
        "43B3 does not say what becomes of the card; by the WBF minute of 2017 a lead out of turn counts as accepted "
        "and any other card may go back to the hand, and that is followed here",
        "43B3",
    )


# -- as a story tells it -----------------------------------------------------------------------------------------------

_BREACHES: Final = {"looks": "looked at a card", "leaves": "left the seat", "exchanges": "exchanged hands"}


def breach_before(told: Told) -> bool:
    """The player has broken a rule of 43A2 earlier in the story."""
    return breaks_before(told, told.happening)


def breaks_before(told: Told, spoke: Happening) -> bool:
    """Whoever says something in a story has broken a rule of 43A2 before."""
    return any(one.by is spoke.by and one.what in _BREACHES for one in told.story.happenings if one.place < spoke.place)


def by_dummy(told: Told) -> dict[str, Any] | None:
    """The fields that every record about dummy has; None where it was not dummy, or no card has been played yet."""
    if told.declarer is None or told.by is not told.declarer.partner or not told.in_play:
        return None
    return {"player": told.by.value, "declarer": told.declarer.value}


@matter("43", *_BREACHES)
def _saw_another_hand(told: Told) -> dict[str, Any] | None:
    """A story in which dummy looks at a defender's hand, leaves the seat to watch, or exchanges hands with declarer."""
    fields = by_dummy(told)
    if fields is None:
        return None
    return fields | {"findings": {BREACH.id: _BREACHES[told.happening.what]}}


@matter("43B", "warns")
def _warned(told: Told) -> dict[str, Any] | None:
    """A story in which dummy warns declarer after that; declarer may have led before the Director came."""
    fields = by_dummy(told)
    if fields is None or not breach_before(told) or not told.director_since:
        return None
    came = next(one.place for one in told.since if one.what == "director")
    led = [one.by for one in told.since if one.what == "card" and one.place < came]
    meanwhile = len(led) == 1 and led[0] is not None and led[0].side is told.by.side
    findings: dict[str, Any] = {BARRED_DID.id: "warned declarer"} | ({LED_MEANWHILE.id: True} if meanwhile else {})
    return fields | {"offender": fields["declarer"], "findings": findings}


@remark("notices", "asks")
def _spoke_of_a_card(told: Told, player: Seat, kind: str) -> dict[str, Any] | None:
    """A story in which dummy, after that, is the first to speak of an irregular card: its ruling goes by 43B. Where somebody
    else is, or a dummy who has kept all rights, declarer's revoke is corrected as usual.
    """
    fields = by_dummy(told)
    if fields is None or not breach_before(told):
        return {"findings": {AS_IF_ESTABLISHED.id: False}} if player is told.declarer and kind in REVOKES else None
    if player.side is not told.by.side:
        if kind in REVOKES and kind != PlayKind.PENALTY_CARD:
            return {"findings": {BARRED_DUMMY_SPOKE.id: True}}
        return fields | {"findings": {BARRED_DID.id: "spoke of a defender"}}
    return {"findings": {AS_IF_ESTABLISHED.id: True}} if kind in REVOKES and told.happening.what == "asks" else None
