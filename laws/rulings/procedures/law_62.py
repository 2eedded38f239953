"""Law 62: how a revoke is corrected, and what becomes of the cards that were played after it."""

from __future__ import annotations

from typing import Any, Final

from laws.rulings.case import Asks, Case
from laws.rulings.declaration import Common, Declaration, PlayMatter, Seats
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, Referral, Right
from laws.rulings.effects.calls import Info
from laws.rulings.effects.cards import SEVERAL_PENALTY_CARDS
from laws.rulings.effects.information import Adjusts, NotEntitled, NothingFollows, ProceduralPenalty
from laws.rulings.effects.leads import Stands
from laws.rulings.effects.revokes import (
    AS_ESTABLISHED,
    RULE_ON_TRICKS,
    TO_CHOOSE_PARTNERS_CARD,
    TRICKS_ANEW,
    AllWithdrawnLie,
    BothCorrect,
    ChangedCardLies,
    ChangedCardReturned,
    DeclarersCardsReturned,
    MayNotWithdraw,
    MayWithdraw,
    MustCorrectRevoke,
    NextTrickUndone,
    NoTransfer,
    OnlyDamageCounts,
    OthersCardReturned,
    Revoke,
    RevokeCardLies,
    RevokeCardReturned,
    RevokeStands,
    TricksTransferred,
)
from laws.rulings.effects.rights import TO_CONCEAL, TO_SAY_NOTHING
from laws.rulings.facts.base import Fact, Source
from laws.rulings.facts.revokes import (
    AS_IF_ESTABLISHED,
    BARRED_DUMMY_SPOKE,
    BOTH_REVOKED,
    HANDS_RETURNED,
    REVOKE_ESTABLISHED,
    REVOKING_HAND,
    TWELFTH_TRICK,
)
from laws.rulings.play import revokes
from laws.rulings.play.irregular import IrregularPlay, PlayKind
from laws.rulings.procedures.penalty_cards import explain_penalty_cards
from laws.rulings.replay import Situation
from laws.rulings.seats import Seat
from laws.rulings.story.matters import COUNTS_UNTIL_NOW, Told, remark
from laws.rulings.tables.revokes import corrected
from laws.rulings.tables.seated import seated


def _lay_there(at: Situation) -> bool | None:
    found = revokes.subject(at)
    if found is None:
        return None
    return any(lying.card == found.card for lying in found.before.penalty_cards)


def _has_another(at: Situation) -> bool | None:
    found = revokes.subject(at)
    return None if found is None else any(lying.card != found.card for lying in found.before.lying(found.hand))


def _others_played(at: Situation) -> bool | None:
    found = revokes.subject(at)
    return None if found is None else bool(revokes.since_by_others(found))


def _not_allowed(at: Situation) -> bool | None:
    found = revokes.subject(at)
    return None if found is None else found.kind == PlayKind.FORBIDDEN_LEAD


def _side_played(at: Situation) -> bool | None:
    """After which card of the other side it was does not show where some of theirs came before it and some after."""
    found = revokes.subject(at)
    if found is None:
        return None
    own, theirs = revokes.since_by_side(found), revokes.since_by_others(found)
    if not own or own[0] < theirs[0]:
        return False
    return True if own[0] > theirs[-1] else None


def _partner_to_play(at: Situation) -> bool | None:
    found = revokes.subject(at)
    return None if found is None else all(hand is not found.hand.partner for hand, _ in found.before.trick.cards)


def _defender_to_play(at: Situation) -> bool | None:
    found = revokes.subject(at)
    return None if found is None else found.before.defends(found.hand) and bool(_partner_to_play(at))


def _others_to_play(at: Situation) -> bool | None:
    found = revokes.subject(at)
    return (
        None if found is None else any(found.since[place][0] == found.trick for place in revokes.since_by_others(found))
    )


CORRECTED: Final = (PlayKind.REVOKE, PlayKind.FORBIDDEN_LEAD)
"""The revokes that are corrected; a penalty card that was not played is another law's, and may be accepted."""


def _can_be_corrected(found: IrregularPlay) -> bool:
    """A revoke whose side has not played on, or both revokes of one trick on which one side alone has."""
    if found.kind not in CORRECTED:
        return False
    if not revokes.has_played_on(found, found.hand):
        return True
    return revokes.other_revoked(found) and not revokes.has_played_on(found, found.hand.lho)


UNNOTICED: Final = Fact(
    "unnoticed",
    "Has nobody else noticed the revoke yet?",
    default=False,
)
FACED_CARD: Final = Fact(
    "faced_card",
    "Was the revoke card a penalty card already?",
    default=False,
    observe=_lay_there,
)
FACED_HAND: Final = Fact(
    "faced_hand",
    "Did {offender}'s whole hand lie face up without being penalty cards when {offender} revoked?",
    default=False,
)
ANOTHER_PENALTY_CARD: Final = Fact(
    "another_penalty_card",
    "Does {offender} have another penalty card on the table?",
    default=False,
    observe=_has_another,
)
OTHERS_PLAYED_ON: Final = Fact(
    "others_played_on",
    "Has {lho} or {rho} played a card since the revoke, before anybody pointed it out?",
    observe=_others_played,
)
OTHERS_WITHDRAW: Final = Fact(
    "others_withdraw",
    "Does {lho} or {rho} take back a card played since?",
    source=Source.ELECTION,
    who="others",
    given={True: "one of you takes back a card", False: "neither of you changes a card"},
)
OTHERS_FOLLOWED: Final = Fact(
    "others_followed",
    "Has {lho} or {rho} played a card since that revoke, before dummy pointed it out?",
    default=False,
    observe=_others_played,
)
LEAD_NOT_ALLOWED: Final = Fact(
    "lead_not_allowed",
    "Was it a lead that declarer had forbidden, or not the one that declarer had required?",
    default=False,
    observe=_not_allowed,
)
PARTNER_PLAYED_ON: Final = Fact(
    "partner_played_on",
    "Did {side} also play a card after the one that is taken back?",
    observe=_side_played,
)
PARTNER_WITHDRAWS: Final = Fact(
    "partner_withdraws",
    "Do {side} then change that card as well?",
    source=Source.ELECTION,
    who="side",
    given={True: "{side} then change one as well", False: "{side} change nothing"},
)
PARTNER_HAD_TO_PLAY: Final = Fact(
    "partner_had_to_play",
    "Did {offender}, a defender, revoke on the twelfth trick before {partner} had played to it?",
    default=False,
    observe=_defender_to_play,
)
OTHERS_TO_PLAY: Final = Fact(
    "others_to_play",
    "Had {lho} or {rho} still to play to the twelfth trick when {offender} revoked?",
    default=False,
    observe=_others_to_play,
)
PARTNER_TO_PLAY: Final = Fact(
    "partner_to_play",
    "Was {partner} still to play to the twelfth trick?",
    observe=_partner_to_play,
)


@DUPLICATE_2017.procedure(
    "62",
    "Correction of a revoke",
    happened="A revoke: a player could have followed suit and did not",
    declared=Declaration(
        common=Common(30, "Revoke"),
        also=(
            "did not follow suit",
            "failed to follow",
            "renege",
        ),
        plays=(PlayMatter(40, _can_be_corrected),),
        seats=Seats(("offender",)),
        staging=seated("62", corrected, offender="W"),
        elsewhere={},
    ),
)
def correction_of_revoke(case: Case) -> None:
    """62A: it is corrected until it is established; then only on the twelfth trick (62D1) or with a second one (62C3)."""
    if case.notes(UNNOTICED, "62A"):
        nobody_has_noticed(case)
        return
    if case.notes(BARRED_DUMMY_SPOKE, "43B3"):
        as_though_nothing_had_happened(case)
        return
    if case.asks(REVOKE_ESTABLISHED, "63A"):
        although_established(case)
        return
    case.rules(Revoke(established=False), "63A")
    hand = case.asks(REVOKING_HAND, "62B")
    if case.notes(BOTH_REVOKED, "62C3"):
        both_are_corrected(case)
        return
    case.rules(MustCorrectRevoke(of_dummy=hand == "dummy"), "62A")
    if hand == "defender":
        of_a_defender(case)
        return
    if hand == "declarer" and case.asks(AS_IF_ESTABLISHED, "43B2(b)"):
        dummy_had_lost_the_right(case)
    else:
        case.rules(RevokeCardReturned(), "62B2")
        case.rules(TricksTransferred(0), "63A")
        case.rules(Info("NOS", "authorised", "16C1", "revoke_card"), "16C1")
    cards_played_since(case, defends=False)


@DUPLICATE_2017.passage
def nobody_has_noticed(case: Case) -> None:
    """62A asks for attention first; 72B2 lets a player keep silent about it, and 72B3 forbids to hide it."""
    case.rules(Right("offender", TO_SAY_NOTHING), "72B2")
    case.rules(NotEntitled("offender", TO_CONCEAL), "72B3")
    case.rules(NothingFollows(), "62A")


@DUPLICATE_2017.passage
def as_though_nothing_had_happened(case: Case) -> None:
    """43B3: nothing is rectified now, and only what the defenders gained is taken from them when play is over.

    An established revoke costs them no trick by itself either.
    """
    without_rectification(case, case.asks_aside)
    case.rules(ProceduralPenalty("possible", "others"), "43B1")
    case.rules(Adjusts("possible", "43B3"), "43B3")


@DUPLICATE_2017.passage
def without_rectification(case: Case, asks: Asks) -> None:
    """43B3: what becomes of the cards of such a revoke. asks: whether it is part of the usual path."""
    if case.notes(LEAD_NOT_ALLOWED, "61A"):
        case.doubts(
            "43B3 has play go on as though there had been no irregularity. To obey what declarer has said of the lead is part "
            "of a rectification, and so such a lead stands here, as a lead out of turn does by the WBF minute of 2017",
            "43B3",
        )
        case.rules(Stands(), "43B3")
        case.rules(NoTransfer(limb="43B3"), "43B3")
        return
    case.doubts(
        "43B3 has play go on as though there had been no irregularity; taken by itself that would let a revoke that is not "
        "established stand, but a card can still be changed to follow suit (44C), and here it goes back without rectification",
        "43B3",
    )
    if asks(REVOKE_ESTABLISHED, "63A"):
        case.rules(RevokeStands(), "63B")
    else:
        case.rules(MustCorrectRevoke(), "44C")
        case.rules(RevokeCardReturned(), "43B3")
        if case.notes(OTHERS_FOLLOWED, "47D"):
            case.rules(MayWithdraw("others"), "47D")
    case.rules(NoTransfer(limb="43B3"), "43B3")


@DUPLICATE_2017.passage
def although_established(case: Case) -> None:
    """What 63B excepts: the twelfth trick, and two revokes on one trick."""
    if case.asks(TWELFTH_TRICK, "62D1"):
        if case.asks(HANDS_RETURNED, "62D1"):
            case.rules(Revoke(established=True), "63A")
            case.rules(RevokeStands(), "62D1")
            case.rules(OnlyDamageCounts(), "64B6")
        else:
            on_trick_twelve(case)
    elif case.asks(BOTH_REVOKED, "62C3"):
        both_are_corrected(case)
    else:
        too_late(case)


@DUPLICATE_2017.passage
def too_late(case: Case) -> None:
    """The trick stands, and Law 64 says what the revoke costs."""
    case.rules(Revoke(established=True), "63A")
    case.rules(RevokeStands(), "63B")
    case.rules(Referral(RULE_ON_TRICKS), "64A")


@DUPLICATE_2017.passage
def on_trick_twelve(case: Case) -> None:
    """62D1: the two last cards of the hand change places, and no trick is transferred (64B6)."""
    case.rules(Revoke(established=True), "63A")
    corrected_on_trick_twelve(case)


@DUPLICATE_2017.passage
def corrected_on_trick_twelve(case: Case) -> None:
    """62D1, after a revoke that is established. 62C1 holds here too, as far as there was a choice of cards on that trick;
    62D2: a defender who had still to play to it has seen the wrong card.
    """
    case.rules(MustCorrectRevoke(), "62D1")
    case.doubts(
        "no law says whether a defender's card that is taken back after trick thirteen has begun becomes a penalty card; as "
        "the only card left it can only be played to trick thirteen",
        "62D1",
    )
    case.rules(DirectorAction(TRICKS_ANEW), "62D1")
    if case.notes(OTHERS_TO_PLAY, "62C1"):
        case.rules(MayWithdraw("others"), "62C1")
    if case.notes(PARTNER_HAD_TO_PLAY, "62D2"):
        seen_by_partner(case)
    case.rules(NoTransfer(limb="64B6"), "64B6")


@DUPLICATE_2017.passage
def both_are_corrected(case: Case) -> None:
    """62C3: neither side is innocent here, so each only knows what the law lets an offending side use (16C2)."""
    case.rules(BothCorrect(), "62C3")
    case.rules(DeclarersCardsReturned(), "62C3")
    case.rules(AllWithdrawnLie(), "62C3")
    case.rules(NextTrickUndone(), "47A")
    case.doubts(
        "62C3 does not say of which kind these penalty cards are; they were played deliberately, and so are major (50B), even "
        "a card led to the next trick",
        "62C3",
    )
    case.rules(Info("OS", "unauthorised", "16C2", "changed_cards"), "16C2")
    case.rules(Info("NOS", "unauthorised", "16C2", "changed_cards"), "16C2")
    case.rules(NoTransfer(limb="64B8"), "64B8")


@DUPLICATE_2017.passage
def of_a_defender(case: Case) -> None:
    """62B1: a card from the hand lies there as a penalty card; 62B2: one that lay there already costs nothing more."""
    if case.notes(FACED_HAND, "62B2"):
        case.rules(RevokeCardReturned(), "62B2")
        cards_played_since(case, defends=True)
        return
    if case.notes(FACED_CARD, "62B2"):
        case.rules(RevokeCardLies(again=True), "62B2")
        case.rules(NothingFollows(), "62B2")
        cards_played_since(case, defends=True)
        return
    case.rules(RevokeCardLies(), "62B1")
    case.rules(TricksTransferred(0), "63A")
    case.rules(Info("NOS", "authorised", "16C1", "revoke_card"), "16C1")
    if case.asks(TWELFTH_TRICK, "62D2"):
        on_trick_twelve_in_time(case)
    else:
        explain_penalty_cards(case, "major", several=False)
        if case.notes(ANOTHER_PENALTY_CARD, "51"):
            case.rules(DirectorAction(SEVERAL_PENALTY_CARDS), "51")
        cards_played_since(case, defends=True)


@DUPLICATE_2017.passage
def on_trick_twelve_in_time(case: Case) -> None:
    """62D2: partner chooses between two cards having seen the wrong one. The penalty card is the last card of that hand."""
    to_play = case.asks(PARTNER_TO_PLAY, "62D2")
    if to_play:
        seen_by_partner(case)
    cards_played_since(case, defends=True, partner_follows=to_play)


@DUPLICATE_2017.passage
def seen_by_partner(case: Case) -> None:
    """62D2: the partner is bound by 16C, and declarer has no say in which card is played."""
    case.rules(Info("OS", "unauthorised", "16C2", "revoke_card"), "62D2")
    case.rules(NotEntitled("declarer", TO_CHOOSE_PARTNERS_CARD), "62D2")
    case.rules(Adjusts("possible", "16C3"), "16C3")


@DUPLICATE_2017.passage
def dummy_had_lost_the_right(case: Case) -> None:
    """43B2(b): it is corrected all the same, and the tricks are reckoned as if it had been established."""
    case.rules(RevokeCardReturned(), "43B2(b)")
    case.rules(Referral(AS_ESTABLISHED), "43B2(b)")
    case.rules(ProceduralPenalty("possible", "partner"), "43B1")


@DUPLICATE_2017.passage
def cards_played_since(case: Case, *, defends: bool, partner_follows: bool = True) -> None:
    """62C1 and 62C2: who may change a card played between the revoke and its discovery, and what that costs a defender.

    partner_follows: the partner had still to play to the trick when the card was revoked.
    """
    if not case.asks(OTHERS_PLAYED_ON, "62C1"):
        return
    case.rules(MayWithdraw("others"), "62C1")
    if not case.asks(OTHERS_WITHDRAW, "62C1"):
        case.rules(MayNotWithdraw(), "62C2")
        return
    case.rules(OthersCardReturned(), "62C1")
    case.rules(Info("NOS", "authorised", "16C1", "changed_cards"), "16C1")
    case.rules(Info("OS", "unauthorised", "16C2", "changed_cards"), "16C2")
    if not partner_follows or not case.asks(PARTNER_PLAYED_ON, "62C2"):
        return
    case.rules(MayWithdraw("side"), "62C2")
    if case.asks(PARTNER_WITHDRAWS, "62C2"):
        if defends:
            case.rules(ChangedCardLies(), "62C2")
        else:
            case.rules(ChangedCardReturned(), "62C2")


@remark("withdraws")
def _changes_card(told: Told, player: Seat, kind: str) -> dict[str, Any] | None:
    """A story in which somebody takes back a card that was played after a revoke, before the ruling is complete."""
    if kind not in revokes.REVOKES:
        return None
    return {"findings": {(PARTNER_WITHDRAWS if told.by.side is player.side else OTHERS_WITHDRAW).id: True}}


@remark("notices")
def _attention_is_drawn(told: Told, player: Seat, kind: str) -> dict[str, Any] | None:
    """A story in which somebody points the revoke out: what is played after that does not establish it (62A), and may not be
    changed because of it (62C1).
    """
    return {COUNTS_UNTIL_NOW: True} if kind in CORRECTED else None
