"""What Law 45 asks: how a card came to be seen, touched, named or put out, and what has been played since."""

from __future__ import annotations

from typing import Literal, get_args

from laws.rulings.designations import called_at, is_in_play, moment_of
from laws.rulings.facts.base import Fact, Judgement, Source, name_answers
from laws.rulings.facts.judging import OPEN
from laws.rulings.play.designations import Called
from laws.rulings.play.irregular import PlayKind
from laws.rulings.play.legal import may_play
from laws.rulings.replay import Situation
from laws.rulings.seats import Seat

name_answers(
    {
        "a defender's card in view": "a defender held a card so that it could be seen",
        "declarer's card in view": "declarer held a card of their own hand so that it could be seen",
        "a card laid on the table": "a player other than dummy faced a card on the table, and says that it was the wrong one",
        "dummy's card touched": "declarer touched a card in dummy",
        "a card named": "a player named a card of their own hand",
        "a card called from dummy": "declarer called one card from dummy and then another",
        "dummy put out another card": "dummy put out a card that declarer had not called",
        "a fifth card": "a player or dummy played two cards to one trick",
        "dummy indicated a card": "dummy touched or indicated a card that declarer had not called",
        "a card turned over early": "a player turned a card over before all four had played",
    }
)
CardMatter = Literal[
    "a defender's card in view",
    "declarer's card in view",
    "a card laid on the table",
    "dummy's card touched",
    "a card named",
    "a card called from dummy",
    "dummy put out another card",
    "a fifth card",
    "dummy indicated a card",
    "a card turned over early",
]


def _matter(at: Situation) -> str | None:
    """The play shows two cards by one hand to a trick."""
    played = at.irregular_play
    return "a fifth card" if played is not None and played.kind == PlayKind.EXTRA else None


CARD_MATTER = Fact[CardMatter]("card_matter", "What happened with the card?", get_args(CardMatter), observe=_matter)


def _position_holds(at: Situation) -> tuple[Seat, str] | None:
    """The hand and the card that has been seen, touched or named, where the play is told and the card is not in it."""
    moment = moment_of(at)
    if moment is None or not at.record.cards or is_in_play(at):
        return None
    card, hand, table = at.record.cards[0], at.offender, moment[0]
    return (hand, card) if card in table.hands.get(hand, ()) or card[0] in table.unknown[hand] else None


def _in_turn(at: Situation) -> bool | None:
    moment, held = moment_of(at), _position_holds(at)
    return None if moment is None or held is None else moment[0].turn is held[0]


def _legal(at: Situation) -> bool | None:
    moment, held = moment_of(at), _position_holds(at)
    if moment is None or held is None or moment[0].turn is not held[0]:
        return None
    (hand, card), table = held, moment[0].copy()
    table.hands.setdefault(hand, set()).add(card)
    led = table.trick.led
    if led and table.holds(hand, led) is None:
        return None
    return card in may_play(table, hand, at.record.edition)


def _had_played(at: Situation) -> bool | None:
    """To the trick in progress; to the last one, while nobody has led to the next and the hand is not on lead."""
    moment, held = moment_of(at), _position_holds(at)
    if moment is None or held is None:
        return None
    table, hand = moment[0], held[0]
    over = not table.trick.cards and bool(table.quitted) and table.turn is not hand
    return any(by is hand for by, _ in (table.quitted[-1] if over else table.trick).cards)


CARD_IN_TURN = Fact("card_in_turn", "Was it that hand's turn to play?", observe=_in_turn)
CARD_LEGAL = Fact("card_legal", "Could that card legally be played?", observe=_legal)
HAD_PLAYED = Fact(
    "had_played",
    "Had {offender} played a card to that trick already?",
    observe=_had_played,
)
HELD_UP = Fact(
    "held_up",
    "Did {offender} hold the card, so that it did not just drop out of the hand?",
    source=Source.FINDING,
    find_out="how the card came to be seen: whether {offender} was taking it out to play it, or dropped it",
)
POSSIBLY_SEEN = Fact(
    "possibly_seen",
    "Was it held so that {partner} could have seen its face?",
    source=Source.FINDING,
    find_out="how the card was held; it does not matter whether {partner} looked, nor whether an opponent saw it",
)
SAID_WHICH = Fact(
    "said_which",
    "Has declarer said which card it is?",
    default=False,
    further=True,
)
name_answers(
    {
        "at the table": "face up, touching or nearly touching the table",
        "as played": "so as to show that it was played",
        "not so": "neither of these",
    }
)
DeclarerHeld = Literal["at the table", "as played", "not so"]
DECLARER_HELD = Fact[DeclarerHeld](
    "declarer_held",
    "How did declarer hold the card?",
    get_args(DeclarerHeld),
    source=Source.FINDING,
    find_out="how near the table the card came, how long it stayed there, and how this declarer usually plays a card",
)
name_answers(
    {
        "to play it": "on purpose, and neither to arrange dummy's cards nor to reach another",
        "to arrange": "to arrange dummy's cards",
        "to reach another": "to reach a card above or below it",
        "by accident": "by accident",
    }
)
WhyTouched = Literal["to play it", "to arrange", "to reach another", "by accident"]
WHY_TOUCHED = Fact[WhyTouched](
    "why_touched",
    "Why did declarer touch the card?",
    get_args(WhyTouched),
    source=Source.FINDING,
    find_out="what declarer was doing with dummy's cards, and whether declarer said so",
)
NAMED_TO_PLAY = Fact(
    "named_to_play",
    "Did {offender} name it as the card to be played?",
    source=Source.FINDING,
    find_out="the very words; to say that one holds a card is not to play it",
)
CLAIMS_SLIP = Fact(
    "says_slip_of_tongue",
    "Does {offender} say that it was a slip of the tongue?",
    default=False,
)
SLIP_OF_TONGUE = Fact(
    "slip_of_tongue",
    "Was the card that declarer first called a slip of the tongue?",
    source=Source.FINDING,
    find_out="declarer's plan for the hand, and whether declarer ever thought of playing the card that was called first",
    judgement=Judgement(
        test="Did declarer never mean to call the first card?",
        law="45C4(b)",
        ask="declarer, away from the table, how the hand was to be played; look at the trick when the card was called",
        rulings={
            False: "the first card has been played",
            True: "declarer may correct the call, until the next card from either hand of declarer's side",
        },
    ),
    told={
        False: "I find that this was no slip of the tongue",
        True: "I find that this was a slip of the tongue",
    },
)


def _played_again(at: Situation) -> bool | None:
    moment, declarer = moment_of(at), at.record.declarer
    if moment is None or declarer is None or not at.record.cards:
        return None
    return any(by.side is declarer.side for _, (by, _card) in moment[1])


PLAYED_AGAIN = Fact(
    "played_again",
    "Has declarer played another card since, from either hand?",
    observe=_played_again,
)
name_answers({"nobody yet": "neither of them", "dummy's LHO": "dummy's LHO", "dummy's RHO": "dummy's RHO"})
Follower = Literal["nobody yet", "dummy's LHO", "dummy's RHO"]


def _follower(at: Situation) -> str | None:
    moment, declarer = moment_of(at), at.record.declarer
    if moment is None or declarer is None or not at.record.cards:
        return None
    first = next((by for _, (by, _card) in moment[1]), None)
    if first is None:
        return "nobody yet"
    return {declarer.rho: "dummy's LHO", declarer.lho: "dummy's RHO"}.get(first)


FOLLOWER = Fact[Follower](
    "follower",
    "Which opponent has played a card in turn since?",
    get_args(Follower),
    observe=_follower,
)


def _legal_before(at: Situation) -> bool | None:
    """The card that followed was legal after the card called first."""
    moment = moment_of(at)
    if moment is None or not at.record.cards or not moment[1]:
        return None
    by, card = moment[1][0][1]
    table = moment[0].copy()
    table.play(table.dummy, at.record.cards[0])
    if table.turn is not by:
        return None
    led = table.trick.led
    if led and card[0] != led and table.holds(by, led) is None:
        return None
    return card in may_play(table, by, at.record.edition)


LEGAL_BEFORE = Fact(
    "legal_before",
    "Was that card legal before declarer changed the call?",
    observe=_legal_before,
)


def _sides_on(at: Situation) -> bool | None:
    """Both sides have played to the trick after the one to which the card was put out."""
    moment = moment_of(at)
    if moment is None or not is_in_play(at):
        return None
    return len({by.side for number, (by, _card) in moment[1] if number > moment[0].number}) > 1


BOTH_SIDES_ON = Fact(
    "both_sides_on",
    "Had both sides played to the next trick when attention was drawn to it?",
    observe=_sides_on,
)


def _next_begun(at: Situation) -> bool | None:
    moment = moment_of(at)
    if moment is None or not is_in_play(at):
        return None
    return any(number > moment[0].number for number, _ in moment[1])


NEXT_BEGUN = Fact(
    "next_trick_begun",
    "Had a card been played to the next trick when attention was drawn to it?",
    default=False,
    observe=_next_begun,
)


def _since(at: Situation, hand: Seat | None) -> bool | None:
    """A card to that trick; what has been played to the next one is asked about by itself."""
    moment = moment_of(at)
    if moment is None or not at.record.cards or hand is None:
        return None
    return any(by is hand and number == moment[0].number for number, (by, _card) in moment[1])


LHO_SINCE = Fact(
    "dummys_lho_since",
    "Has {lho} played a card to that trick since?",
    observe=lambda at: _since(at, at.record.declarer.rho if at.record.declarer else None),
)
RHO_SINCE = Fact(
    "dummys_rho_since",
    "Has {rho} played a card to that trick since?",
    observe=lambda at: _since(at, at.record.declarer.lho if at.record.declarer else None),
)
DECLARER_SINCE = Fact(
    "declarer_since_dummy",
    "Has declarer played a card of their own hand to that trick since?",
    observe=lambda at: _since(at, at.record.declarer),
)


def _first_of_trick(at: Situation) -> bool | None:
    moment = moment_of(at)
    return None if moment is None or not at.record.cards else not moment[0].trick.cards


WAS_LED = Fact("was_led", "Was it the first card of its trick?", observe=_first_of_trick)
name_answers(
    {
        "all followed": "nobody",
        "declarer failed": "declarer alone",
        "a defender failed": "one defender, or both, and not declarer",
        "both sides failed": "declarer and a defender",
    }
)
WhoFailed = Literal["all followed", "declarer failed", "a defender failed", "both sides failed"]


def _who_failed(at: Situation) -> str | None:
    moment, declarer = moment_of(at), at.record.declarer
    if moment is None or at.play is None or declarer is None or not at.record.cards:
        return None
    unknown = any(
        card[0] != at.record.cards[0][0] and at.play.start.holds(by, at.record.cards[0][0]) is None
        for number, (by, card) in moment[1]
        if number == moment[0].number
    )
    revokes = [one for one in at.play.irregular if one.kind == PlayKind.REVOKE and one.trick == moment[0].number]
    sides = {one.hand.side for one in revokes}
    if unknown:
        return None
    if len(sides) > 1:
        return "both sides failed"
    if not sides:
        return "all followed"
    return "declarer failed" if declarer.side in sides else "a defender failed"


WHO_FAILED = Fact[WhoFailed](
    "who_failed",
    "Who could have followed suit to that card, and did not?",
    get_args(WhoFailed),
    observe=_who_failed,
)


def _dummy_revoked(at: Situation) -> bool | None:
    moment = moment_of(at)
    if moment is None or not at.record.cards:
        return None
    table, led = moment[0], moment[0].trick.led
    if not led or at.record.cards[0][0] == led:
        return False
    return table.holds(table.dummy, led)


def _called(at: Situation) -> Called | None:
    """Declarer's words, where they come to one card; None where that, or what dummy holds, is not told."""
    called = called_at(at)
    return called if called is not None and called.knows_dummy and len(called.cards()) == 1 else None


def _named_illegal(at: Situation) -> bool | None:
    called = _called(at)
    return None if called is None else called.cards()[0] not in called.legal


NONE_NAMED = Fact(
    "no_card_named",
    "Did dummy put the card out before declarer had called any?",
    default=False,
)
NAMED_ILLEGAL = Fact(
    "named_card_illegal",
    "Would the card that declarer named have been a revoke by dummy?",
    default=False,
    observe=_named_illegal,
)


def _other_suit(at: Situation) -> bool | None:
    """The card that dummy put out began the trick, and is of another suit than the one that declarer named."""
    called, moment = _called(at), moment_of(at)
    if called is None or moment is None or not at.record.cards:
        return None
    return not moment[0].trick.cards and called.cards()[0][0] != at.record.cards[0][0]


OTHER_SUIT_LED = Fact(
    "other_suit_led",
    "Did dummy lead the wrong card, and is the card that declarer named of another suit?",
    default=False,
    observe=_other_suit,
)


def _against_the_call(at: Situation) -> bool | None:
    """A defender's card that did not follow to the card put out is of another suit than the card called, too."""
    moment, called = moment_of(at), _called(at)
    if moment is None or called is None or not at.record.cards:
        return None
    suits = {at.record.cards[0][0], called.cards()[0][0]}
    return any(
        card[0] not in suits and moment[0].defends(by) and bool(moment[0].holds(by, at.record.cards[0][0]))
        for number, (by, card) in moment[1]
        if number == moment[0].number
    )


AGAINST_THE_CALL = Fact(
    "against_the_call",
    "Did that defender play neither the suit that was put out nor the suit that declarer called?",
    default=False,
    observe=_against_the_call,
)


def _had_to_follow(at: Situation, hand: Seat | None) -> bool | None:
    """The card that a hand has played to the trick since fails to follow suit to it as it has to be, and the hand can."""
    moment, called = moment_of(at), _called(at)
    if moment is None or hand is None or not at.record.cards:
        return None
    card = next((card for number, (by, card) in moment[1] if by is hand and number == moment[0].number), "")
    suit = moment[0].trick.led or (called.cards()[0][0] if called is not None else "")
    if not card or card[0] == suit:
        return False
    return moment[0].holds(hand, suit) if suit else None


LHO_HAD_TO_FOLLOW = Fact(
    "dummys_lho_had_to_follow",
    "Can {lho} follow suit to the trick with the right card in it, and has not?",
    default=False,
    observe=lambda at: _had_to_follow(at, at.record.declarer.rho if at.record.declarer else None),
)
RHO_HAD_TO_FOLLOW = Fact(
    "dummys_rho_had_to_follow",
    "Can {rho} follow suit to the trick with the right card in it, and has not?",
    default=False,
    observe=lambda at: _had_to_follow(at, at.record.declarer.lho if at.record.declarer else None),
)
DECLARER_HAD_TO_FOLLOW = Fact(
    "declarer_had_to_follow",
    "Can declarer follow suit to the trick with the right card in it, and has not?",
    default=False,
    observe=lambda at: _had_to_follow(at, at.record.declarer),
)


def _follows_now(at: Situation) -> bool | None:
    """The card of the opponent who has played since follows suit to the card that declarer meant, or need not."""
    moment = moment_of(at)
    if moment is None or not moment[1]:
        return None
    had_to = _had_to_follow(at, moment[1][0][1][0])
    return None if had_to is None else not had_to


FOLLOWS_NOW = Fact(
    "follows_now",
    "Is that card legal with the card that declarer meant?",
    default=False,
    observe=_follows_now,
)


def _first_illegal(at: Situation) -> bool | None:
    """The card that was called first, at the table at which it was called."""
    moment = moment_of(at)
    if moment is None or not at.record.cards:
        return None
    table, card = moment[0], at.record.cards[0]
    if table.turn is not table.dummy or not table.trick.led or card[0] == table.trick.led:
        return False
    return table.holds(table.dummy, table.trick.led)


FIRST_ILLEGAL = Fact(
    "first_card_illegal",
    "Would the card that was called first have been a revoke by dummy?",
    default=False,
    observe=_first_illegal,
)
DUMMY_REVOKED = Fact(
    "dummy_revoked",
    "Did dummy revoke with it?",
    observe=_dummy_revoked,
)
WAS_A_LEAD = Fact(
    "was_a_lead",
    "Do you find that the card was led to the next trick?",
    source=Source.FINDING,
    find_out="who the player thought had won the trick, and whether the card was put down on purpose",
    judgement=Judgement(
        test="Was the card a lead to the next trick?",
        law="45E",
        ask="the player, why the card was put down; it may have dropped, or belong to the trick that has just been played",
        rulings={
            False: "a defender's card becomes a penalty card, and one of declarer's side goes back to the hand",
            True: "it is ruled on as a lead",
        },
    ),
    told={True: "I find that {card} was led to the next trick"},
)


def _honour_or_low(at: Situation) -> bool | None:
    return at.cards[0][1] in "AKQJT" if len(at.cards) == 1 else None


FIFTH_HONOUR = Fact("fifth_honour", "Is that card an honour, ten or higher?", observe=_honour_or_low)
TO_ARRANGE = Fact(
    "to_arrange",
    "Did dummy do so only to arrange dummy's cards?",
    source=Source.FINDING,
    find_out="what dummy was doing, and what declarer had called by then",
)
name_answers(
    {
        "suggested and damaged": "dummy suggested the play, and it damaged the defenders",
        "no such damage": "it did not suggest a play that damaged the defenders",
    }
)
HintDamage = Literal["open", "suggested and damaged", "no such damage"]
HINT_DAMAGE = Fact[HintDamage](
    "hint_damage",
    "When play is over: did dummy suggest a play to declarer, and did that play damage the defenders?",
    (OPEN, "suggested and damaged", "no such damage"),
    source=Source.FINDING,
    find_out="what else declarer could have played, and why declarer chose as they did",
    judgement=Judgement(
        test="Did dummy's action suggest a play to declarer, and were the defenders damaged by that play?",
        law="45F",
        ask="declarer, when play is over, what the plan was; players of the same standard, what they would have played",
        rulings={
            OPEN: "play continues, and it is judged afterwards",
            "suggested and damaged": "the score is adjusted",
            "no such damage": "the table result stands",
        },
        play_on="play on; I'll look at it when play is over",
    ),
)
