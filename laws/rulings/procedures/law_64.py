"""Law 64: how many tricks an established revoke costs, and when the score is adjusted instead."""

from __future__ import annotations

from typing import Final

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, PlayMatter, Seats
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, Referral
from laws.rulings.effects.information import Adjusts, AfterDamage, ProceduralPenalty, WithoutDamage
from laws.rulings.effects.revokes import (
    ASK_ABOUT_DAMAGE,
    RULE_ON_CORRECTION,
    AskedAboutDamage,
    AskedAboutNow,
    CompensatedEnough,
    DamagedByRevokes,
    LaterRevokeCost,
    LookedAtForBoth,
    NotCompensated,
    NoTransfer,
    OnlyWhatWasGained,
    Revoke,
    RevokeStands,
    TricksTransferred,
    UndamagedByRevokes,
)
from laws.rulings.facts.judging import OPEN
from laws.rulings.facts.revokes import (
    ALREADY_GONE,
    AS_IF_ESTABLISHED,
    BARRED_DUMMY_SPOKE,
    DAMAGE_IN_QUESTION,
    DUMMYS_WRONG_CARD,
    EITHER_DAMAGED,
    EXEMPT,
    HANDS_RETURNED,
    LATER_TRICK,
    MORE_DAMAGE,
    NOTICED,
    REPEATED_DAMAGE,
    REVOKE_ESTABLISHED,
    REVOKING_HAND,
    WON_BY,
)
from laws.rulings.play import revokes
from laws.rulings.play.irregular import IrregularPlay
from laws.rulings.procedures.judging import assigned
from laws.rulings.procedures.law_62 import corrected_on_trick_twelve
from laws.rulings.tables.revokes import established
from laws.rulings.tables.seated import seated

LIMBS: Final = {
    "the same suit again": "64B2",
    "a penalty card": "64B3",
    "a card of dummy": "64B3",
    "trick twelve": "64B6",
    "revokes by both sides": "64B7",
    "corrected revokes": "64B8",
    "next deal": "64B4",
    "next round": "64B5",
}
"""The exceptions to the automatic adjustment, with their places in the law."""
GONE: Final = {"no trick": 0, "one trick": 1, "two tricks": 2}
OF_REVOKER: Final = {
    "no later trick": TricksTransferred(1),
    "a later trick": TricksTransferred(2),
    "play goes on": TricksTransferred(1, when="one or two"),
}
"""What goes over where the revoking player won the trick, by whether that side won a later one."""


def _too_late(found: IrregularPlay) -> bool:
    """Any revoke whose side has played on, a penalty card that was not played among them."""
    return found.kind in revokes.REVOKES and revokes.has_played_on(found, found.hand)


@DUPLICATE_2017.procedure(
    "64",
    "Procedure after establishment of a revoke",
    happened="A revoke that came to light later, or after the play",
    declared=Declaration(
        also=(
            "established revoke",
            "revoke tricks",
            "one trick or two for the revoke",
        ),
        plays=(PlayMatter(42, _too_late),),
        seats=Seats(("offender",)),
        staging=seated("64", established, offender="W"),
        elsewhere={},
    ),
)
def after_establishment(case: Case) -> None:
    """64A: one or two tricks; 64B: none; 64C: an adjusted score where that leaves somebody worse off."""
    if case.notes(BARRED_DUMMY_SPOKE, "43B3"):
        only_what_was_gained(case)
        return
    if case.notes(AS_IF_ESTABLISHED, "43B2(b)"):
        as_if_established(case)
    elif case.asks(REVOKE_ESTABLISHED, "63A"):
        case.rules(Revoke(established=True), "63A")
    else:
        case.rules(Revoke(established=False), "63A")
        case.rules(Referral(RULE_ON_CORRECTION), "62A")
        return
    exempt = case.asks(EXEMPT, "64B")
    if exempt == "none of these" and case.notes(DUMMYS_WRONG_CARD, "45D2") and followed_the_call(case):
        return
    if exempt == "none of these":
        automatic_adjustment(case)
    elif exempt == "revokes by both sides":
        case.rules(RevokeStands(), "63B")
        case.rules(NoTransfer(limb="64B7"), "64B7")
        redress_for_either(case)
    elif exempt == "the same suit again":
        case.rules(RevokeStands(), "63B")
        case.rules(NoTransfer(limb="64B2"), "64B2")
        redress_for_later_revoke(case)
    elif exempt == "trick twelve" and not case.asks(HANDS_RETURNED, "62D1"):
        corrected_on_trick_twelve(case)
    else:
        if exempt != "corrected revokes":
            case.rules(RevokeStands(), "63B")
        case.rules(NoTransfer(limb=LIMBS[exempt]), LIMBS[exempt])
        redress(case)


@DUPLICATE_2017.passage
def as_if_established(case: Case) -> None:
    """43B2(b): the card was corrected, and this law goes by who won the trick with the right card."""
    case.doubts(
        "43B2(b) does not say who is taken to have won a trick on which the card was corrected; here the trick belongs to "
        "whoever won it with the legal card",
        "43B2(b)",
    )


@DUPLICATE_2017.passage
def followed_the_call(case: Case) -> bool:
    """45D2: somebody alone followed to the card that declarer had called, and not to the one that dummy put out."""
    case.doubts(
        "the text of 45D2 leads to 64A, 64B7 and 64C without saying whose revoke it is; the guidance applies 64A where "
        "declarer alone revoked and 64C1 where a defender alone did, and this ruling follows it",
        "45D2",
    )
    if case.asks_aside(REVOKING_HAND, "45D2") != "defender":
        return False
    case.rules(RevokeStands(), "63B")
    case.rules(NoTransfer(limb="45D2"), "45D2")
    redress(case)
    return True


@DUPLICATE_2017.passage
def automatic_adjustment(case: Case) -> None:
    """64A1 and 64A2, and what leaves nothing to transfer: 64B1, and attention that came too late (64B4, 64B5)."""
    case.rules(RevokeStands(), "63B")
    noticed = case.asks(NOTICED, "64B")
    if noticed != "in time":
        case.rules(NoTransfer(limb=LIMBS[noticed]), LIMBS[noticed])
        redress(case)
        return
    won_by = case.asks(WON_BY, "64A")
    later = case.asks(LATER_TRICK, "64A")
    if later != "play goes on" and (gone := case.notes(ALREADY_GONE, "64A")) != "no trick":
        only_once(case, 2 if won_by == "the player who revoked" and later == "a later trick" else 1, gone)
    elif won_by == "the player who revoked":
        case.rules(OF_REVOKER[later], "64A1")
    elif won_by == "the same side":
        case.rules(TricksTransferred(1, when="at the end" if later == "play goes on" else ""), "64A2")
    elif later == "no later trick":
        case.rules(NoTransfer(limb="64B1"), "64B1")
    elif later == "a later trick":
        case.rules(TricksTransferred(1), "64A2")
    else:
        case.rules(TricksTransferred(0, when="if won"), "64A2")
    if later == "play goes on":
        case.rules(Adjusts("possible", "64C1", "damaged"), "64C1")
    else:
        redress(case, beyond=won_by != "the opponents" or later == "a later trick")


@DUPLICATE_2017.passage
def only_once(case: Case, cost: int, gone: str) -> None:
    """Two revokes of one side in different suits, or by both partners: each is reckoned, but no trick goes over twice."""
    left = cost - GONE[gone]
    case.doubts(
        "64A does not say whether one trick can be transferred for two revokes; here each trick is transferred once, as nobody "
        "can lose more tricks than were won",
        "64A",
    )
    if left > 0:
        case.rules(TricksTransferred(left), "64A")
    else:
        case.rules(NoTransfer(limb="64A"), "64A")


@DUPLICATE_2017.passage
def redress(case: Case, *, beyond: bool = False) -> None:
    """64C1: of any established revoke, whether tricks were transferred or not. beyond: some were."""
    enough = CompensatedEnough if beyond else WithoutDamage
    if not case.asks(DAMAGE_IN_QUESTION, "64C1"):
        case.rules(enough("none", "64C1"), "64C1")
        return
    damage = case.asks(MORE_DAMAGE, "64C1")
    if damage == OPEN:
        case.rules(DirectorAction(ASK_ABOUT_DAMAGE), "64C1")
        case.rules((AskedAboutNow if beyond else AskedAboutDamage)("possible", "64C1", "damaged"), "64C1")
    elif damage == "damaged":
        assigned(case, "64C1", told=NotCompensated if beyond else AfterDamage)
    else:
        case.rules(enough("none", "64C1"), "64C1")


@DUPLICATE_2017.passage
def redress_for_later_revoke(case: Case) -> None:
    """64C2(a): a second revoke in the suit may not leave the offender better off than after the first."""
    damage = case.asks(REPEATED_DAMAGE, "64C2(a)")
    if damage == OPEN:
        case.rules(AskedAboutDamage("possible", "64C2(a)", "damaged"), "64C2(a)")
    elif damage == "damaged":
        assigned(case, "64C2(a)", told=LaterRevokeCost)
    else:
        case.rules(WithoutDamage("none", "64C2(a)"), "64C2(a)")


@DUPLICATE_2017.passage
def redress_for_either(case: Case) -> None:
    """64C2(b): whichever side was damaged gets the likely result without any revoke."""
    damage = case.asks(EITHER_DAMAGED, "64C2(b)")
    if damage == OPEN:
        case.rules(LookedAtForBoth("possible", "64C2(b)", "damaged"), "64C2(b)")
    elif damage == "damaged":
        assigned(case, "64C2(b)", told=DamagedByRevokes)
    else:
        case.rules(UndamagedByRevokes("none", "64C2(b)"), "64C2(b)")


@DUPLICATE_2017.passage
def only_what_was_gained(case: Case) -> None:
    """43B3: a defender's established revoke that dummy, after a breach of 43A2, was the first to mention."""
    case.rules(Revoke(established=True), "63A")
    case.rules(RevokeStands(), "63B")
    case.rules(NoTransfer(limb="43B3"), "43B3")
    case.rules(OnlyWhatWasGained("split", "43B3", of="side"), "43B3")
    case.rules(ProceduralPenalty("possible", "others"), "43B1")
