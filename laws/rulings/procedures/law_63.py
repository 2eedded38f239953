"""Law 63: when a revoke becomes established, and what can still be corrected then."""

from __future__ import annotations

from typing import Any, Final, Literal, get_args

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Seats
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, Referral
from laws.rulings.effects.base import Moment, action
from laws.rulings.effects.revokes import (
    RULE_ON_CORRECTION,
    RULE_ON_TRICKS,
    BothCorrect,
    LeadTakenBack,
    MustCorrectRevoke,
    NoTransfer,
    OnlyDamageCounts,
    Revoke,
    RevokeStands,
    TricksTransferred,
)
from laws.rulings.facts.base import Fact, Source, name_answers
from laws.rulings.facts.revokes import BOTH_REVOKED, HANDS_RETURNED, REVOKE_ESTABLISHED, TWELFTH_TRICK
from laws.rulings.play import revokes
from laws.rulings.procedures.law_62 import CORRECTED, corrected_on_trick_twelve
from laws.rulings.replay import Situation
from laws.rulings.seats import Seat
from laws.rulings.story.matters import Told, remark
from laws.rulings.tables.seated import seated

name_answers(
    {
        "nothing since": "nothing yet",
        "played on": "led or played a card to the next trick",
        "named a card": "named or pointed to a card for the next trick, but it has not been played yet",
        "claimed": "claimed tricks",
        "conceded": "conceded tricks",
        "an opponent claimed": "nothing, but an opponent has claimed or conceded",
        "agreed to": "yes: they said nothing against it until the round was over or one of them called on the next board",
        "objected to": "no, they object to it",
        "still open": "they have said nothing, but the round is not over and neither has called on the next board",
    }
)


def _since(at: Situation) -> str | None:
    """A card by the side to a later trick; what was only named or claimed the cards do not show."""
    found = revokes.subject(at)
    return "played on" if found is not None and revokes.has_played_on(found, found.hand) else None


SinceRevoke = Literal["nothing since", "played on", "named a card", "claimed", "conceded", "an opponent claimed"]
SINCE_REVOKE: Final = Fact[SinceRevoke](
    "since_revoke",
    "What have {offender} and {partner} done since the revoke trick?",
    get_args(SinceRevoke),
    observe=_since,
)
MISINFORMED_LEAD: Final = Fact(
    "misinformed_lead",
    "Did {lho} or {rho} tell the player who led or played that it was their turn?",
    default=False,
)
CONCESSION_REFUSED: Final = Fact(
    "concession_refused",
    "Did the conceding defender's partner object at once?",
)
ClaimAgreed = Literal["agreed to", "objected to", "still open"]
CLAIM_AGREED: Final = Fact[ClaimAgreed](
    "opponents_claim_agreed",
    "Have {side} agreed to it?",
    get_args(ClaimAgreed),
    source=Source.FINDING,
    find_out="what {side} said when the claim was made, and whether the round is over or they have called on the next board",
)

CLAIM_AFTER_CORRECTION: Final = action(
    "claim_after_correction",
    "have the revoke corrected first, then decide the claim as fairly as you can, with any doubt against {side}",
    said="first the revoke is corrected, then I decide the claim",
    moment=Moment.ONWARD,
)
CLAIM_THEN_TRICKS: Final = action(
    "claim_then_tricks",
    "decide the claim, and then see how many tricks go to the other side for the revoke",
    said="I first decide the claim, and then how many tricks go to {others} for the revoke",
    moment=Moment.ONWARD,
)


@DUPLICATE_2017.procedure(
    "63",
    "Establishment of a revoke",
    happened="Is it too late to correct a revoke?",
    declared=Declaration(seats=Seats(("offender",)), staging=seated("63", offender="W"), elsewhere={}),
)
def establishment(case: Case) -> None:
    """63A: what the side that revoked has done since; 63B: what is corrected although it is established."""
    since = case.asks(SINCE_REVOKE, "63A")
    if since == "nothing since":
        not_established(case, "63A")
    elif since == "played on":
        played_on(case)
    elif since == "named a card":
        case.rules(Revoke(established=True), "63A2")
        still_corrected(case)
    elif since == "an opponent claimed":
        opponents_claim(case)
    elif since == "conceded" and case.asks(CONCESSION_REFUSED, "68B2"):
        case.doubts(
            "63A3 speaks of any concession; by 68B2 a defender's concession is none when the partner objects at once, and here "
            "it does not establish the revoke either",
            "68B2",
        )
        not_established(case, "68B2")
    else:
        case.rules(Revoke(established=True), "63A3")
        still_corrected(case, claimed=True)


@DUPLICATE_2017.passage
def played_on(case: Case) -> None:
    """63A1: legal or not. Only a lead that an opponent's wrong word brought about does not count (47E1)."""
    if case.notes(MISINFORMED_LEAD, "47E1"):
        case.rules(LeadTakenBack(), "47E1")
        not_established(case, "47E1")
        return
    case.rules(Revoke(established=True), "63A1")
    if case.asks(BOTH_REVOKED, "62C3"):
        case.rules(BothCorrect(), "62C3")
        case.rules(NoTransfer(limb="64B8"), "64B8")
        case.rules(Referral(RULE_ON_CORRECTION), "62C3")
    else:
        still_corrected(case)


@DUPLICATE_2017.passage
def opponents_claim(case: Case) -> None:
    """63A4: only agreement to it (69A) establishes a revoke of the side that did not claim."""
    agreed = case.asks(CLAIM_AGREED, "63A4")
    if agreed == "agreed to":
        case.rules(Revoke(established=True), "63A4")
        still_corrected(case, claimed=True)
        return
    not_established(case, "63A4")
    case.rules(DirectorAction(CLAIM_AFTER_CORRECTION), "62A")
    case.doubts(
        "70A resolves doubt against whoever claimed; the guidance for a claim made while an opponent's revoke can still be "
        "corrected resolves it against the side that revoked, and this ruling follows it",
        "70A",
    )


@DUPLICATE_2017.passage
def not_established(case: Case, provision: str) -> None:
    """62A: attention has been drawn to it in time."""
    case.rules(Revoke(established=False), provision)
    case.rules(MustCorrectRevoke(), "62A")
    case.rules(TricksTransferred(0), provision)
    case.rules(Referral(RULE_ON_CORRECTION), "62B")


@DUPLICATE_2017.passage
def still_corrected(case: Case, *, claimed: bool = False) -> None:
    """63B: it stands, unless it was on the twelfth trick (62D1). claimed: play has ended with it."""
    if case.asks(TWELFTH_TRICK, "62D1"):
        if case.asks(HANDS_RETURNED, "62D1"):
            case.rules(RevokeStands(), "62D1")
            case.rules(OnlyDamageCounts(), "64B6")
        else:
            corrected_on_trick_twelve(case)
        return
    case.rules(RevokeStands(), "63B")
    if claimed:
        case.rules(Referral(CLAIM_THEN_TRICKS), "64A")
    else:
        case.rules(Referral(RULE_ON_TRICKS), "64A")


@remark("designates", "claims", "concedes")
def _ends_the_time_for_correction(told: Told, player: Seat, kind: str) -> dict[str, Any] | None:
    """A story in which the side that revoked names a card for the next trick (63A2), or claims or concedes (63A3)."""
    if kind not in CORRECTED or told.by.side is not player.side or told.play is None:
        return None
    if told.happening.what == "designates" and told.play.trick.cards:
        return None
    if told.happening.what == "concedes" and told.play.defends(told.by) and _is_refused(told):
        return None
    return {"findings": {REVOKE_ESTABLISHED.id: True}}


def _is_refused(told: Told) -> bool:
    """The partner of whoever conceded objects at once (68B2)."""
    after = next((one for one in told.story.happenings if one.place > told.happening.place), None)
    return after is not None and after.what == "objects" and after.by is told.by.partner
