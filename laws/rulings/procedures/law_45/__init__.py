"""Law 45: when a card has been played, and what becomes of one that was called, put out or played by mistake.

The offender is the hand that the card came from: dummy, for a card of dummy's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Facts, Seats, plays_of
from laws.rulings.designations import called_cards, moment_of
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, NoRight, Referral
from laws.rulings.effects.base import Moment, action, right
from laws.rulings.effects.calls import SAID, Info
from laws.rulings.effects.designations import (
    TO_CORRECT_SLIP,
    CardNotPlayed,
    DeclarerNamesAnother,
    FollowerStays,
    MayPlayAgain,
    MustPlayAgain,
    PlayedAgainFree,
    PlaysCalled,
)
from laws.rulings.effects.information import Adjusts, Duty, NothingFollows, ProceduralPenalty
from laws.rulings.effects.leads import (
    CardBack,
    CardDeemedPlayed,
    CostsNothing,
    LeadPenaltyCard,
    NothingMore,
    Stands,
    StaysPlayed,
)
from laws.rulings.effects.play import NoPenaltyCard
from laws.rulings.effects.revokes import RULE_ON_TRICKS, NextTrickUndone
from laws.rulings.facts.base import Fact
from laws.rulings.facts.calls import DEFENDS
from laws.rulings.facts.leads import HAS_PENALTY_CARD
from laws.rulings.facts.revokes import DUMMYS_WRONG_CARD
from laws.rulings.play.irregular import PlayKind
from laws.rulings.play.position import Position
from laws.rulings.procedures.judging import assigned
from laws.rulings.procedures.law_45.facts import (
    AGAINST_THE_CALL,
    BOTH_SIDES_ON,
    CARD_IN_TURN,
    CARD_LEGAL,
    CARD_MATTER,
    CLAIMS_SLIP,
    DECLARER_HAD_TO_FOLLOW,
    DECLARER_HELD,
    DECLARER_SINCE,
    DUMMY_REVOKED,
    FIFTH_HONOUR,
    FIRST_ILLEGAL,
    FOLLOWER,
    FOLLOWS_NOW,
    HAD_PLAYED,
    HELD_UP,
    HINT_DAMAGE,
    LEGAL_BEFORE,
    LHO_HAD_TO_FOLLOW,
    LHO_SINCE,
    NAMED_ILLEGAL,
    NAMED_TO_PLAY,
    NEXT_BEGUN,
    NONE_NAMED,
    OTHER_SUIT_LED,
    PLAYED_AGAIN,
    POSSIBLY_SEEN,
    RHO_HAD_TO_FOLLOW,
    RHO_SINCE,
    SAID_WHICH,
    SLIP_OF_TONGUE,
    TO_ARRANGE,
    WAS_A_LEAD,
    WAS_LED,
    WHO_FAILED,
    WHY_TOUCHED,
)
from laws.rulings.procedures.law_53 import LedCardIsPlayed
from laws.rulings.procedures.penalty_cards import explain_penalty_cards, rank_of_low_card
from laws.rulings.replay import Situation
from laws.rulings.roles import Role
from laws.rulings.tables.seated import Shown, seated

RULE_ON_DROPPED: Final = action(
    "rule_on_dropped",
    "rule on an exposed card (Law 49)",
    said="{card} has been exposed and not played, so I'll rule on it as an exposed card",
)
RULE_OUT_OF_TURN: Final = action(
    "rule_out_of_turn",
    "rule on {card} as a card led or played out of turn",
    said="{card} counts as played, but it wasn't that hand's turn, so I'll rule on it as a card out of turn",
)
RULE_ON_ILLEGAL: Final = action(
    "rule_on_illegal",
    "rule on {card} as a card that may not be played: a revoke, or a play that breaks a restriction",
    said="{card} counts as played and could not legally be played, so it has to be corrected",
)
RULE_ON_NAMED: Final = action(
    "rule_on_named",
    "rule on a card that a defender has named as being in the hand (Law 49)",
    said="naming a card of your hand makes it a penalty card, and I'll explain what that means",
)
RULE_AS_LED: Final = action(
    "rule_as_led",
    "rule on {card} as a lead: if it was that hand's lead, play goes on; if not, it is a lead out of turn",
    said="{card} was a lead, so I'll rule on it as one",
)
RULE_ON_BOTH_REVOKES: Final = action(
    "rule_on_both_revokes",
    "rule on revokes by both sides (64B7): no tricks change hands, and the score is adjusted if either side was damaged",
    said="both sides have failed to follow suit, so no tricks change hands for that",
)
RULE_ON_DECLARERS_REVOKE: Final = action(
    "rule_on_declarers_revoke",
    "rule on declarer's failure to follow to the card that dummy put out as an established revoke (64A)",
    said="declarer has failed to follow suit to {card}, and I'll see how many tricks change hands",
)
LOOK_AT_DEFENDERS_REVOKE: Final = action(
    "look_at_defenders_revoke",
    "adjust the score under 64C1 if a defender's failure to follow to {card} has damaged declarer's side; "
    "no trick is transferred",
    moment=Moment.AFTER,
    said="nobody loses a trick for failing to follow to {card}; if that has done damage, call me back after play",
)
LOOK_AT_DUMMYS_REVOKE: Final = action(
    "look_at_dummys_revoke",
    "adjust the score under 64C1 if dummy's revoke has damaged the defenders; no trick is transferred for it (64B3)",
    moment=Moment.AFTER,
    said="no trick changes hands for dummy's revoke; if it has done damage, call me back after play",
)
PLAY_CONTINUES: Final = action(
    "play_goes_on_unchanged",
    "play continues, and no card played to this or any later trick is changed",
    moment=Moment.ONWARD,
    said="dummy's card can no longer be changed, so play continues with all cards as they are",
)
LOOK_FOR_REVOKE: Final = action(
    "look_for_revoke",
    "see whether the card played since now is a revoke that has to be corrected (Law 62)",
)
LOOK_WHO_FOLLOWS: Final = action(
    "look_who_follows",
    "see whether anybody who has played since can follow suit to the card that declarer named, and has not: that card has to "
    "be changed too, and is not a penalty card",
)
PLAY_ON_AFTER_HINT: Final = action(
    "play_on_after_hint",
    "let play continue: declarer may call any card",
    moment=Moment.ONWARD,
    said="declarer, call any card you like; play continues",
)
FACE_AGAIN: Final = right(
    "face_again",
    "leave the card face up until all four have played to the trick",
    said="leave your card face up until all four have played to the trick",
)
TO_INDICATE: Final = right(
    "indicate_cards",
    "touch or indicate a card that declarer has not called, except to arrange the cards",
    denied="{dummy}, you may not touch or point to a card that declarer hasn't called",
)
SAID.update({"shown_by_declarer": "the card that declarer has named", "changed_cards": "cards that are taken back"})


def _reopened(table: Position, card: str) -> None:
    """A card of dummy's goes back, from the trick in progress or from the one before it; its place in the trick stays open."""
    if table.quitted and any(played == card for _, played in table.quitted[-1].cards):
        for _, since in list(table.trick.cards):
            table.take_back(since)
        for beside in [one.card for one in table.aside if not one.to_trick]:
            table.take_back(beside)
        table.trick.cards, table.trick.gaps = [], []
        table.reopen()
    table.take_back(card)


@dataclass(frozen=True, slots=True)
class DummysCardBack(CardBack):
    """A card that dummy put out, and that declarer did not call, goes back, and dummy plays again at its place."""

    player: Role = "offender"

    def on_table(self, table: Position, situation: Situation) -> None:
        """It is dummy's turn again; what was played since stays where it is, or goes back if it was to the next trick."""
        if situation.cards:
            _reopened(table, situation.cards[0])


@dataclass(frozen=True, slots=True)
class FailedToFollow(Referral):
    """Somebody has not followed suit to a card that declarer had not called, and that is too late to change (45D2)."""

    def of_other_cards(self, situation: Situation) -> Mapping[str, Mapping[str, Any]]:
        """The rulings on those revokes go by 45D2."""
        moment, called = moment_of(situation), called_cards(situation)
        if moment is None or len(called) != 1:
            return {}
        return {
            card: {DUMMYS_WRONG_CARD.id: True}
            for number, (_, card) in moment[1]
            if number == moment[0].number and card[0] == called[0][0]
        }


@dataclass(frozen=True, slots=True)
class RuledAsLead(Referral):
    """The card is taken off the trick that it does not belong to, and is ruled on as a lead."""

    def on_table(self, table: Position, situation: Situation) -> None:
        """It is told again if it is led to the next trick."""
        if situation.cards:
            table.take_back(situation.cards[0])


def _staged(facts: Facts) -> Shown:
    """South declares. The card is West's, South's or dummy's."""
    matter = facts["card_matter"]
    defenders = matter in ("a defender's card in view",) or facts.get("defends") is True
    dummys = matter in (
        "dummy's card touched",
        "a card called from dummy",
        "dummy put out another card",
        "dummy indicated a card",
    )
    fields: dict[str, Any] = {
        "declarer": "S",
        "offender": "W" if defenders else "N" if dummys else "S",
        "cards": ["DJ"],
    }
    told = {"defends"} & facts.keys()
    if "fifth_honour" in facts:
        fields["cards"], told = ["DJ" if facts["fifth_honour"] else "D4"], told | {"fifth_honour"}
    if matter in ("a card called from dummy", "dummy put out another card"):
        fields["designation"] = "DQ"
    if matter == "a card turned over early":
        del fields["cards"]
    return fields, told


@DUPLICATE_2017.procedure(
    "45",
    "Card played",
    happened="Has this card been played? Or dummy played the wrong card, or somebody played two cards to a trick",
    declared=Declaration(
        plays=(plays_of(22, PlayKind.EXTRA),), seats=Seats(("offender",)), staging=seated("45", _staged)
    ),
)
def card_played(case: Case) -> None:
    """45A to 45C: what is a played card. 45D: dummy's wrong card. 45E: a fifth card. 45F: a hint. 45G: turned over."""
    matter = case.asks(CARD_MATTER, "45")
    if matter == "a defender's card in view":
        defender_holds(case)
    elif matter == "declarer's card in view":
        declarer_holds(case)
    elif matter == "a card laid on the table":
        is_played(case, "45A")
    elif matter == "dummy's card touched":
        declarer_touches(case)
    elif matter == "a card named":
        player_names(case)
    elif matter == "a card called from dummy":
        called_again(case)
    elif matter == "dummy put out another card":
        wrong_card_of_dummys(case)
    elif matter == "a fifth card":
        fifth_card(case)
    elif matter == "dummy indicated a card":
        dummy_indicates(case)
    else:
        case.rules(Duty("offender", FACE_AGAIN), "45G")
        case.rules(NothingFollows(), "45G")


@dataclass(frozen=True, slots=True)
class PlayedAsSeen(CardDeemedPlayed):
    """A card that was held, touched or named is played, although it has not been put on the table yet."""

    def on_table(self, table: Position, situation: Situation) -> None:
        """It belongs to the trick, where it is that hand's turn and the hand still has it."""
        hand = table.turn
        for card in situation.cards:
            if hand is None or hand is not situation.offender or card in table.played:
                continue
            if card in table.hands.get(hand, ()) or card[0] in table.unknown[hand]:
                table.play(hand, card)


@DUPLICATE_2017.passage
def is_played(case: Case, provision: str) -> None:
    """A played card stays played (47F2), unless it was out of turn, or could not legally be played (47B)."""
    if not case.asks(CARD_IN_TURN, provision):
        case.rules(Referral(RULE_OUT_OF_TURN), provision)
    elif not case.asks(CARD_LEGAL, "47B"):
        case.rules(Referral(RULE_ON_ILLEGAL), "47B")
    else:
        case.rules(PlayedAsSeen("offender"), provision)
        case.rules(StaysPlayed("offender"), "47F2")


@DUPLICATE_2017.passage
def not_played(case: Case, provision: str) -> None:
    """The player goes on as if the card had not been touched, seen or named."""
    case.rules(CardNotPlayed(), provision)
    case.rules(NothingFollows(), provision)


@DUPLICATE_2017.passage
def defender_holds(case: Case) -> None:
    """45C1: what counts is whether partner could have seen its face. A second card to the trick comes under 45E."""
    if not case.asks(HELD_UP, "45C1"):
        case.rules(Referral(RULE_ON_DROPPED), "49")
    elif not case.asks(POSSIBLY_SEEN, "45C1"):
        case.rules(CardNotPlayed(), "45C1")
        case.rules(NoPenaltyCard(), "49")
        if case.notes(SAID_WHICH, "16A1"):
            case.rules(Info("OS", "authorised", "16A1", "shown_by_declarer"), "16A1")
    elif case.asks(HAD_PLAYED, "45C1"):
        defenders_fifth(case)
    else:
        is_played(case, "45C1")


@DUPLICATE_2017.passage
def declarer_holds(case: Case) -> None:
    """45C2: at the table or nearly, or kept as a played card is kept. A card that is just seen costs declarer nothing (48A)."""
    held = case.asks(DECLARER_HELD, "45C2")
    if held == "not so":
        not_played(case, "48A")
    else:
        is_played(case, "45C2(a)" if held == "at the table" else "45C2(b)")


@DUPLICATE_2017.passage
def declarer_touches(case: Case) -> None:
    """45C3: a deliberate touch plays the card, with two exceptions."""
    if case.asks(WHY_TOUCHED, "45C3") == "to play it":
        is_played(case, "45C3")
    else:
        not_played(case, "45C3")


@DUPLICATE_2017.passage
def player_names(case: Case) -> None:
    """45C4(a): named as the card to be played. Only declarer may correct a slip, and only one about dummy's card (45C4(b))."""
    if case.asks(NAMED_TO_PLAY, "45C4(a)"):
        is_played(case, "45C4(a)")
        if case.notes(CLAIMS_SLIP, "45C4(b)"):
            case.rules(NoRight("offender", TO_CORRECT_SLIP), "45C4(b)")
    elif case.asks(DEFENDS, "49"):
        case.rules(Referral(RULE_ON_NAMED), "49")
    else:
        not_played(case, "48A")


@DUPLICATE_2017.passage
def called_again(case: Case) -> None:
    """45C4(b): a slip of the tongue may be corrected until declarer plays again; a second thought may not; a revoke must be."""
    if not case.asks(SLIP_OF_TONGUE, "45C4(b)") or case.asks(PLAYED_AGAIN, "45C4(b)"):
        if case.notes(FIRST_ILLEGAL, "44C"):
            case.rules(Referral(RULE_ON_ILLEGAL), "47B")
            return
        case.rules(CardDeemedPlayed("offender"), "45C4(a)")
        case.rules(StaysPlayed("offender"), "45C4(b)")
        return
    case.rules(DummysCardBack(), "47C")
    case.rules(PlaysCalled("meant"), "45C4(b)")
    case.rules(NothingMore(), "47C")
    follower = case.asks(FOLLOWER, "45C4(b)")
    if follower == "nobody yet":
        return
    who: Role = "lho" if follower == "dummy's LHO" else "rho"
    if case.asks(LEGAL_BEFORE, "45C4(b)"):
        if case.notes(LHO_HAD_TO_FOLLOW if who == "lho" else RHO_HAD_TO_FOLLOW, "44C"):
            case.rules(MustPlayAgain(who), "44C")
        else:
            case.rules(MayPlayAgain(who), "45C4(b)")
        case.rules(PlayedAgainFree(who), "47D")
        if who == "lho" and case.notes(NEXT_BEGUN, "47A"):
            case.rules(NextTrickUndone(), "47A")
        case.doubts(
            "45C4(b) names 16C1 alone, and does not say whether declarer, who has corrected a slip, counts as an offender "
            "under 16C2; here only the defenders' right to use the information is ruled",
            "45C4(b)",
        )
        case.rules(Info("NOS", "authorised", "16C1", "changed_cards"), "16C1")
    elif case.notes(FOLLOWS_NOW, "44C"):
        case.rules(FollowerStays(who), "47F2")
    else:
        case.rules(DirectorAction(LOOK_FOR_REVOKE), "45C4(b)")


@DUPLICATE_2017.passage
def wrong_card_of_dummys(case: Case) -> None:
    """45D1: until each side has played to the next trick it is withdrawn; 45D2: after that it stays."""
    if case.asks(BOTH_SIDES_ON, "45D1"):
        too_late(case)
        return
    case.rules(DummysCardBack(), "45D1")
    plays_as_called(case)
    by_lho = case.asks(LHO_SINCE, "45D1")
    must = by_lho and changes_card(case, "lho", LHO_HAD_TO_FOLLOW)
    if by_lho and case.asks(DECLARER_SINCE, "45D1"):
        declarer_changes_card(case, lho_must=must)
    by_rho = case.asks(RHO_SINCE, "45D1")
    if by_rho:
        must |= changes_card(case, "rho", RHO_HAD_TO_FOLLOW)
    next_begun = case.notes(NEXT_BEGUN, "45D1")
    if next_begun:
        case.doubts(
            "45D1 does not say what becomes of a card that one side has already played to the next trick; as the trick before "
            "it is played out anew, it is taken back here, and whoever wins that trick leads",
            "45D1",
        )
        case.rules(NextTrickUndone(), "47A")
    if not (by_lho or by_rho or next_begun):
        return
    if not must and case.notes(OTHER_SUIT_LED, "44C"):
        case.rules(DirectorAction(LOOK_WHO_FOLLOWS), "44C")
    case.rules(Info("NOS", "authorised", "16C1", "changed_cards"), "16C1")
    case.rules(Info("OS", "unauthorised", "16C2", "changed_cards"), "16C2")


@DUPLICATE_2017.passage
def changes_card(case: Case, who: Role, had_to: Fact[bool]) -> bool:
    """45D1: a defender may change a card played after the error, and must where it does not follow suit to the trick as it
    is now (44C). Gives whether that is so.
    """
    must = case.notes(had_to, "44C")
    if must:
        case.rules(MustPlayAgain(who), "44C")
        case.doubts(
            "45D1 lets a defender take back any card played after the error, and by 62B1 the card of a revoke becomes a "
            "penalty card. Unlike 45C4(b), 45D1 makes no exception of a card that was illegal, and 45D2 lets a failure to "
            "follow to a wrong lead be a revoke only once it is too late to change that lead; so the card costs nothing here",
            "45D1",
        )
    else:
        case.rules(MayPlayAgain(who), "45D1")
    case.rules(PlayedAgainFree(who), "47D")
    return must


@DUPLICATE_2017.passage
def declarer_changes_card(case: Case, *, lho_must: bool) -> None:
    """45D1: declarer may change a card once declarer's RHO has; following suit comes first here, too (44C)."""
    if case.notes(DECLARER_HAD_TO_FOLLOW, "44C"):
        case.rules(MustPlayAgain("declarer"), "44C")
    else:
        case.rules(MayPlayAgain("declarer", "" if lho_must else "{lho} changes the card played to this trick"), "45D1")


@DUPLICATE_2017.passage
def plays_as_called(case: Case) -> None:
    """45B: the card that declarer named; one that is still to be named where there was none, or where it was a revoke (44C)."""
    if case.notes(NONE_NAMED, "45B"):
        case.rules(DeclarerNamesAnother(), "45B")
        case.rules(NoRight("dummy", TO_INDICATE), "45F")
        case.rules(Adjusts("possible", "45F", "damaged"), "45F")
        case.rules(ProceduralPenalty("possible", "dummy"), "43B1")
    elif case.notes(NAMED_ILLEGAL, "44C"):
        case.rules(DeclarerNamesAnother(), "44C")
    else:
        case.rules(PlaysCalled("named"), "45D1")


@DUPLICATE_2017.passage
def too_late(case: Case) -> None:
    """45D2: nothing is changed; who has not followed suit because of it has revoked now, and 64 says what that costs."""
    case.rules(Stands("offender"), "45D2")
    case.rules(DirectorAction(PLAY_CONTINUES), "45D2")
    if not case.asks(WAS_LED, "45D2"):
        if case.asks(DUMMY_REVOKED, "64B3"):
            case.rules(DirectorAction(LOOK_AT_DUMMYS_REVOKE), "64B3")
            case.rules(Adjusts("possible", "64C1", "damaged"), "64C1")
        return
    failed = case.asks(WHO_FAILED, "45D2")
    if failed == "declarer failed":
        minute(case)
        case.rules(FailedToFollow(RULE_ON_DECLARERS_REVOKE), "64A")
    elif failed == "a defender failed" and case.notes(AGAINST_THE_CALL, "45D2"):
        case.rules(Referral(RULE_ON_TRICKS), "64A")
    elif failed == "a defender failed":
        minute(case)
        case.rules(FailedToFollow(LOOK_AT_DEFENDERS_REVOKE), "64C1")
    elif failed == "both sides failed":
        case.rules(FailedToFollow(RULE_ON_BOTH_REVOKES), "64B7")


@DUPLICATE_2017.passage
def minute(case: Case) -> None:
    """45D2 names 64A, 64B7 and 64C together; the minute says which of them is for whom."""
    case.doubts(
        "45D2 refers to 64A, 64B7 and 64C without saying which is for whom. By a WBF minute of 2017, tricks are transferred "
        "where declarer alone has failed to follow (64A), and only damage is put right where defenders alone have (64C1); that "
        "is followed here",
        "45D2",
    )


@DUPLICATE_2017.passage
def fifth_card(case: Case) -> None:
    """45E: as a lead, if it was one; else a defender's card is a penalty card, and one of declarer's side goes back."""
    if case.asks(DEFENDS, "45E"):
        defenders_fifth(case)
    elif case.asks(WAS_A_LEAD, "45E2"):
        case.rules(RuledAsLead(RULE_AS_LED), "45E2")
    else:
        case.rules(CardBack(), "45E2")
        case.rules(CostsNothing(), "48A")
        case.rules(NothingMore(), "45E2")


@DUPLICATE_2017.passage
def defenders_fifth(case: Case) -> None:
    """45E1 and 50B: of which kind the penalty card is."""
    if case.asks(WAS_A_LEAD, "45E1"):
        case.rules(RuledAsLead(RULE_AS_LED), "45E1")
        return
    another = case.notes(HAS_PENALTY_CARD, "50B")
    rank = "major" if case.asks(FIFTH_HONOUR, "50B") or another else rank_of_low_card(case)
    case.rules(LeadPenaltyCard(rank=rank, several=another), "45E1")
    explain_penalty_cards(case, rank, several=another, told=LedCardIsPlayed)


@DUPLICATE_2017.passage
def dummy_indicates(case: Case) -> None:
    """45F: play continues, and the score is adjusted if the hint led to a play that damaged the defenders."""
    if case.asks(TO_ARRANGE, "45F"):
        not_played(case, "45F")
        return
    case.rules(NoRight("dummy", TO_INDICATE), "45F")
    case.rules(DirectorAction(PLAY_ON_AFTER_HINT), "45F")
    damage = case.asks(HINT_DAMAGE, "45F")
    if damage == "open":
        case.rules(Adjusts("possible", "45F", "damaged"), "45F")
    elif damage == "suggested and damaged":
        assigned(case, "45F")
    else:
        case.rules(Adjusts("none", "45F"), "45F")
    case.rules(ProceduralPenalty("possible", "dummy"), "43B1")
