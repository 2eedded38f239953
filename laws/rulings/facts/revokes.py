"""Facts about a revoke: whose it was, whether it is established, what was played after it, and what it cost."""

from __future__ import annotations

from typing import Final, Literal, get_args

from laws.rulings.facts.base import Fact, Judgement, Observer, Source, name_answers
from laws.rulings.facts.judging import OPEN
from laws.rulings.play import revokes
from laws.rulings.play.irregular import PlayKind
from laws.rulings.replay import Situation

name_answers(
    {
        "none of these": "none of these",
        "the same suit again": "the same player had already revoked in that suit, and that revoke is established",
        "a penalty card": "the card that was not played was a penalty card",
        "a card of dummy": "dummy's hand revoked",
        "trick twelve": "the revoke was on the twelfth trick",
        "revokes by both sides": "both sides revoked on the board, and both revokes are established",
        "corrected revokes": "it was corrected, because both sides had revoked on one trick and only one had played on",
        "in time": "in time",
        "next deal": "after a player of the other side had called on the next deal",
        "next round": "after the end of the round",
        "the player who revoked": "the player who revoked, with a card of that hand",
        "the same side": "the other hand of that side",
        "the opponents": "the other side",
        "a later trick": "yes",
        "no later trick": "no",
        "play goes on": "play is not over yet",
        "no trick": "none of them",
        "one trick": "one of them",
        "two tricks": "both of them",
    }
)

DUMMYS_BREACH: Final = (
    "who spoke first, and whether dummy had exchanged hands, left the seat to watch, or seen a defender's cards"
)


def _hand(at: Situation) -> str | None:
    """By the card, or by the seat that the record names; declarer's may be the player of either hand."""
    found, declarer = revokes.subject(at), at.record.declarer
    hand = found.hand if found is not None else at.record.offender
    if hand is None or declarer is None:
        return None
    if hand is declarer.partner:
        return "dummy"
    if hand is declarer:
        return "declarer" if found is not None else None
    return "defender"


def _established(at: Situation) -> bool | None:
    """By the cards alone. What was claimed or named they do not show, so a finding that says so is believed."""
    found = revokes.subject(at)
    if found is None or at.play is None:
        return None
    if revokes.has_played_on(found, found.hand):
        return True
    return None if at.record.findings.get("revoke_established") else False


def _twelfth(at: Situation) -> bool | None:
    found = revokes.subject(at)
    return None if found is None else found.trick == revokes.LAST_BUT_ONE


def _returned(at: Situation) -> bool | None:
    if at.play is None or at.play.position.over or "hands_returned" in at.record.findings:
        return None
    return False


def _both(at: Situation) -> bool | None:
    found = revokes.subject(at)
    return None if found is None or at.play is None else revokes.both_corrected(at.play, found)


def _exempt(at: Situation) -> str | None:
    """What the cards show; that both revokes were corrected they cannot show any more."""
    found = revokes.subject(at)
    if found is None or at.play is None or at.record.findings.get("exempt") == "corrected revokes":
        return None
    if revokes.by_both_sides(at.play):
        return "revokes by both sides"
    if revokes.repeated(at.play, found):
        return "the same suit again"
    if found.kind == PlayKind.PENALTY_CARD:
        return "a penalty card"
    if found.hand is found.before.dummy:
        return "a card of dummy"
    return "trick twelve" if found.trick == revokes.LAST_BUT_ONE else "none of these"


def _noticed(at: Situation) -> str | None:
    """While the board is still being played, as far as the record tells."""
    if at.play is None or not at.play.told.tricks or at.play.position.over or "revoke_noticed" in at.record.findings:
        return None
    return "in time"


def _won_by(at: Situation) -> str | None:
    found = revokes.subject(at)
    winners = revokes.tricks_since(at.play, found) if found is not None and at.play is not None else None
    if not winners or found is None:
        return None
    if winners[0] is found.hand:
        return "the player who revoked"
    return "the same side" if winners[0].side is found.hand.side else "the opponents"


def _later(at: Situation) -> str | None:
    found = revokes.subject(at)
    winners = revokes.tricks_since(at.play, found) if found is not None and at.play is not None else None
    if not winners or found is None or at.play is None:
        return None
    if any(winner.side is found.hand.side for winner in winners[1:]):
        return "a later trick"
    if at.play.position.over:
        return "no later trick"
    return None if "later_trick" in at.record.findings else "play goes on"


def _gone(at: Situation) -> str | None:
    taken = revokes.already_taken(at)
    return None if taken is None else ("no trick", "one trick", "two tricks")[taken]


Hand = Literal["defender", "declarer", "dummy"]
REVOKING_HAND = Fact[Hand](
    "revoking_hand",
    "From whose hand was the revoke card played?",
    get_args(Hand),
    observe=_hand,
)
REVOKE_ESTABLISHED = Fact(
    "revoke_established",
    "Is the revoke established?",
    source=Source.FINDING,
    find_out=(
        "whether {offender} or {partner} has led, played or named a card to the next trick, has claimed or conceded, or has "
        "agreed to a claim"
    ),
    observe=_established,
)
TWELFTH_TRICK = Fact("twelfth_trick", "Was it the twelfth trick?", observe=_twelfth)
HANDS_RETURNED = Fact("hands_returned", "Are all four hands back in the board?", observe=_returned)
BOTH_REVOKED = Fact(
    "both_revoked",
    "Did the other side revoke on the same trick, and has only one side played to the next?",
    default=False,
    observe=_both,
)
AS_IF_ESTABLISHED = Fact(
    "as_if_established",
    "Had dummy lost the right to ask, and was dummy the first to ask declarer about this revoke?",
    source=Source.FINDING,
    default=False,
    find_out=DUMMYS_BREACH,
)
BARRED_DUMMY_SPOKE = Fact(
    "barred_dummy_spoke",
    "Was dummy the first to point out this revoke of a defender, after losing the right to do so?",
    source=Source.FINDING,
    default=False,
    find_out=DUMMYS_BREACH,
    further=True,
)

DUMMYS_WRONG_CARD = Fact(
    "dummys_wrong_card",
    "Had dummy put out a card to lead that declarer had not called, so that others followed to the card that was called?",
    default=False,
)

Exempt = Literal[
    "none of these",
    "the same suit again",
    "a penalty card",
    "a card of dummy",
    "trick twelve",
    "revokes by both sides",
    "corrected revokes",
]
EXEMPT = Fact[Exempt](
    "exempt",
    "Does one of these make an exception of this revoke?",
    get_args(Exempt),
    observe=_exempt,
)
Noticed = Literal["in time", "next deal", "next round"]
NOTICED = Fact[Noticed](
    "revoke_noticed",
    "When was attention first drawn to the revoke?",
    get_args(Noticed),
    observe=_noticed,
)
WonBy = Literal["the player who revoked", "the same side", "the opponents"]
WON_BY = Fact[WonBy](
    "revoke_trick_won_by",
    "Who won the trick on which {offender} revoked?",
    get_args(WonBy),
    observe=_won_by,
)
Later = Literal["no later trick", "a later trick", "play goes on"]
LATER_TRICK = Fact[Later](
    "later_trick",
    "Did {side} win a later trick?",
    get_args(Later),
    observe=_later,
)


def _shows_later(fact: str) -> Observer:
    """While tricks are still to be played, what a revoke cost cannot be told, unless the record says how the play went on."""

    def observe(at: Situation) -> str | None:
        if revokes.subject(at) is None or fact in at.record.findings or "later_trick" in at.record.findings:
            return None
        return OPEN if at.play is not None and not at.play.position.over else None

    return observe


Gone = Literal["no trick", "one trick", "two tricks"]
ALREADY_GONE = Fact[Gone](
    "already_gone",
    "How many of these tricks are transferred for another revoke of {side} anyway?",
    get_args(Gone),
    default="no trick",
    observe=_gone,
)
"""No trick goes over twice: two revokes that only one trick followed cost that trick once."""

# -- what was lost by it ------------------------------------------------------------------------------------------------

Compensated = Literal["open", "undamaged", "damaged"]


def _in_question(at: Situation) -> bool | None:
    """While tricks are still to be played it can turn out so."""
    return True if _shows_later("damage_in_question")(at) is not None else None


DAMAGE_IN_QUESTION = Fact(
    "damage_in_question",
    "Could the revoke have cost {others} more tricks than they get for it?",
    source=Source.FINDING,
    find_out="what {others} say when you ask them; look at it yourself if they have little experience",
    observe=_in_question,
)
MORE_DAMAGE = Fact[Compensated](
    "more_damage",
    "Did the revoke cost {others} more tricks than they get for it?",
    get_args(Compensated),
    source=Source.FINDING,
    observe=_shows_later("more_damage"),
    find_out=(
        "how many tricks {others} would probably have won if {offender} had played a legal card, from the tricks already "
        "played, the hands, and how the players were playing them"
    ),
    judgement=Judgement(
        test="Would {others} probably have scored better without the revoke than they do with what this law gives them?",
        law="64C1",
        ask=(
            "all four players, how they were going to play the hand from the moment just before the revoke; players with "
            "little experience will not always see that they were damaged"
        ),
        rulings={
            OPEN: "play on, and look at the board afterwards",
            "undamaged": "the tricks that this law transfers, and nothing more",
            "damaged": "an assigned adjusted score, as if there had been no revoke",
        },
        play_on="carry on, and call me back after play if the revoke may have cost {others} more tricks than they got for it",
    ),
)
REPEATED_DAMAGE = Fact[Compensated](
    "repeated_damage",
    "Would {others} probably have won more tricks without the later revoke in the same suit?",
    get_args(Compensated),
    source=Source.FINDING,
    observe=_shows_later("repeated_damage"),
    find_out="how the play would have gone from the later revoke on, after the first one as it happened",
    judgement=Judgement(
        test="Without the later revoke or revokes, would {others} probably have made more tricks?",
        law="64C2(a)",
        ask="all four players, how the play would have gone on if {offender} had followed suit the second time",
        rulings={
            OPEN: "play on, and look at the board afterwards",
            "undamaged": "only the tricks for the first revoke",
            "damaged": "an assigned score: the result without the later revoke, and from it the tricks for the first one",
        },
        play_on="carry on, and call me back after play if the later revoke may have cost {others} tricks",
    ),
)
EITHER_DAMAGED = Fact[Compensated](
    "either_damaged",
    "Was either side damaged by the revokes?",
    get_args(Compensated),
    source=Source.FINDING,
    observe=_shows_later("either_damaged"),
    find_out="what the likely result would have been with no revoke by either side",
    judgement=Judgement(
        test="Is the table result worse for one of the sides than the likely result without any revoke?",
        law="64C2(b)",
        ask="all four players, how the play would have gone if everybody had followed suit",
        rulings={
            OPEN: "play on, and look at the board afterwards",
            "undamaged": "the table result stands",
            "damaged": "an assigned adjusted score: the likely result if nobody had revoked",
        },
        play_on="carry on, and call me back after play",
    ),
)
