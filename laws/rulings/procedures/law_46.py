"""Law 46: which card is played from dummy where declarer has not named both its suit and its rank, or one that is not there."""

from __future__ import annotations

from typing import Any, Literal, get_args

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Facts
from laws.rulings.designations import called_at
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects.designations import (
    CardNotPlayed,
    DeclarerNamesAnother,
    DeclarerSaysWhich,
    DefenderSaysWhich,
    PlaysCalled,
    PlaysMeant,
)
from laws.rulings.effects.leads import CardDeemedPlayed
from laws.rulings.facts.base import Fact, Judgement, Source, name_answers
from laws.rulings.play.designations import read_designation
from laws.rulings.play.position import TRICKS
from laws.rulings.procedures.law_45.stories import called_before, play_fields, words_of, wrong_card
from laws.rulings.replay import Situation
from laws.rulings.story.matters import Told, matter
from laws.rulings.tables.seated import Shown, seated

name_answers(
    {
        "suit and rank": "a suit and a rank, such as “queen of spades” or “top spade”",
        "high": "“high”, or words of that kind",
        "win": "“win it”, or words of that kind",
        "low": "“low”, or words of that kind",
        "suit alone": "a suit and no rank",
        "rank alone": "a rank and no suit",
        "neither suit nor rank": "“play anything”, or words of that kind",
        "not in dummy": "a card, a suit or a rank that dummy does not have",
        "run a suit": "“run” with the name of a suit",
    }
)
Said = Literal[
    "suit and rank",
    "high",
    "win",
    "low",
    "suit alone",
    "rank alone",
    "neither suit nor rank",
    "not in dummy",
    "run a suit",
]


def _way(at: Situation) -> str | None:
    called = called_at(at)
    if called is not None:
        return called.way
    said = at.record.designation
    # Whether dummy has such a card is not known without a play, unless the words name none.
    return said.way if said is not None and not said.suit and not said.rank else None


def _follows(at: Situation) -> bool | None:
    called = called_at(at)
    return None if called is None else called.follows


def _sure(at: Situation) -> bool | None:
    called = called_at(at)
    winner = called.sure_winner() if called is not None else None
    return None if winner is None else bool(winner)


def _opponent_to_play(at: Situation) -> bool | None:
    called = called_at(at)
    return None if called is None else called.opponent_to_play


def _legal(at: Situation) -> bool | None:
    called = called_at(at)
    cards = called.cards() if called is not None and called.knows_dummy else []
    return cards[0] in called.legal if called is not None and cards else None


def _leads(at: Situation) -> bool | None:
    called = called_at(at)
    return None if called is None else called.leads


def _goes_on(at: Situation) -> bool | None:
    """What dummy won the last trick with is not told where the play begins with this trick."""
    called = called_at(at)
    if called is None or (not called.position.quitted and called.position.number > 1):
        return None
    return bool(called.last_suit) and called.last_suit + called.said.rank in called.held


def _of_rank(at: Situation) -> str | None:
    called = called_at(at)
    if called is None or not called.knows_dummy:
        return None
    return ("no legal card", "one card", "two or more cards")[min(2, len(called.of_rank))]


SAID_FOR_DUMMY = Fact[Said](
    "said_for_dummy",
    "What did declarer say to have a card played from dummy?",
    get_args(Said),
    observe=_way,
)
OTHERWISE_MEANT = Fact(
    "otherwise_meant",
    "Did declarer beyond any doubt mean another card?",
    source=Source.FINDING,
    default=False,
    find_out="what declarer was doing in this suit and on this trick, and whether any other card could have been meant",
    judgement=Judgement(
        test="Is it incontrovertible that declarer meant another card?",
        law="46B",
        ask="declarer, which card was meant; look at dummy's cards and at the trick: another card has to make no sense",
        rulings={
            False: "declarer's words have the meaning that the law gives them",
            True: "the card that declarer meant is played",
        },
    ),
    told={True: "there is no doubt that declarer meant another card"},
)
DUMMY_FOLLOWS = Fact(
    "dummy_follows",
    "Has a suit been led of which dummy holds a card?",
    observe=_follows,
)
SURE_WINNER = Fact(
    "sure_winner",
    "Does dummy hold a card that is known to win the trick?",
    observe=_sure,
)
OPPONENT_TO_PLAY = Fact(
    "opponent_to_play",
    "Has an opponent still to play to the trick after dummy?",
    observe=_opponent_to_play,
)
CALLED_LEGAL = Fact(
    "called_legal",
    "Can that card legally be played from dummy?",
    observe=_legal,
)
DUMMY_LEADS = Fact("dummy_leads", "Is dummy on lead?", observe=_leads)
SUIT_GOES_ON = Fact(
    "suit_goes_on",
    "Did dummy win the last trick with a suit in which it has a card of that rank?",
    observe=_goes_on,
)
name_answers({"no legal card": "none", "one card": "one", "two or more cards": "two or more"})
OfRank = Literal["no legal card", "one card", "two or more cards"]
LEGAL_OF_RANK = Fact[OfRank](
    "legal_of_rank",
    "How many cards of that rank can legally be played from dummy?",
    get_args(OfRank),
    observe=_of_rank,
)
DEFENDERS_DIFFER = Fact("defenders_differ", "Do the defenders name different cards?", default=False)
NEXT_HAS_FOLLOWED = Fact(
    "next_has_followed",
    "Had declarer's RHO played to the card that dummy put out before declarer said stop?",
    source=Source.FINDING,
    find_out="what declarer said to dummy and when, and which cards had been played by then",
)


def _says(facts: Facts) -> Shown:
    """South declares, and North is dummy. What was said is told; what dummy holds is stated."""
    words: dict[Any, str] = {"high": "high", "win": "win", "low": "low", "neither suit nor rank": "play anything"}
    said = words.get(facts["said_for_dummy"])
    fields = {"declarer": "S", "offender": "S", **({"designation": said} if said else {})}
    return fields, {"said_for_dummy"} if said else set()


@matter("46", "designates")
def _called_incompletely(told: Told) -> dict[str, Any] | None:
    """Declarer's words in a story, where they are no card of dummy's and dummy has not put out another card than they call."""
    table = told.play
    if table is None or not told.director_since or told.by is not table.declarer:
        return None
    if called_before(told) is not None or wrong_card(told) or table.turn is not table.dummy:
        return None
    words = words_of(told.happening)
    said = read_designation(words)
    held = table.hands.get(table.dummy, set())
    if said.way == "suit and rank" and (said.card in held or (said.top and any(card[0] == said.suit for card in held))):
        return None
    fields = play_fields(table, quitted=TRICKS if said.way == "win" else 1)
    return {"offender": table.declarer.value, "designation": words, **fields}


@DUPLICATE_2017.procedure(
    "46",
    "Incomplete or invalid designation of a card from dummy",
    happened="Declarer called for a card from dummy without naming it clearly",
    declared=Declaration(staging=seated("46", _says)),
)
def called_from_dummy(case: Case) -> None:
    """46A: suit and rank, which “top spade” names as well. 46B: what other words come to, unless it is incontrovertible that
    declarer meant another card.
    """
    said = case.asks(SAID_FOR_DUMMY, "46A")
    if said == "suit and rank":
        is_legal_or_corrected(case, PlaysCalled("named"), "46A")
    elif said == "run a suit":
        run_the_suit(case)
    elif case.notes(OTHERWISE_MEANT, "46B"):
        case.rules(PlaysMeant(), "46B")
    elif said == "high":
        of_suit_led(case, PlaysCalled("highest"), "46B1(a)")
    elif said == "win":
        wins(case)
    elif said == "low":
        of_suit_led(case, PlaysCalled("lowest"), "46B1(c)")
    elif said == "suit alone":
        is_legal_or_corrected(case, PlaysCalled("lowest of named"), "46B2")
    elif said == "rank alone":
        rank_alone(case)
    elif said == "not in dummy":
        case.rules(DeclarerNamesAnother(), "46B4")
    else:
        defenders_choose(case)


@DUPLICATE_2017.passage
def of_suit_led(case: Case, played: PlaysCalled, provision: str) -> None:
    """46B1(a) and 46B1(c) speak of the suit led; without one that dummy has, no provision says what such words come to."""
    if case.asks(DUMMY_FOLLOWS, provision):
        case.rules(played, provision)
        return
    case.doubts(
        "46B1 gives “high” and “low” a meaning in the suit led alone. Where dummy leads or has none of that suit, no provision "
        "says which card has been called, so here declarer completes the designation",
        provision,
    )
    case.rules(DeclarerNamesAnother(), "46A")


@DUPLICATE_2017.passage
def wins(case: Case) -> None:
    """46B1(b): the lowest card that is known to win, and not just one that is winning so far."""
    if not case.asks(SURE_WINNER, "46B1(b)"):
        case.doubts(
            "46B1(b) speaks of a card that is known to win, and dummy has none. No provision says which card has been called, "
            "so here declarer completes the designation",
            "46B1(b)",
        )
        case.rules(DeclarerNamesAnother(), "46A")
        return
    if case.asks(OPPONENT_TO_PLAY, "46B1(b)"):
        case.doubts(
            "46B1(b) asks for the lowest card that is known to win. A published flow chart takes the lowest that wins so far; "
            "here the law decides, so the card has to beat every card that an opponent may still follow with; a ruff "
            "counts only once that opponent has shown a void",
            "46B1(b)",
        )
    case.rules(PlaysCalled("winner"), "46B1(b)")


@DUPLICATE_2017.passage
def rank_alone(case: Case) -> None:
    """46B3(a): a lead continues dummy's suit. 46B3(b): else the card of that rank, if one can legally be played."""
    if case.asks(DUMMY_LEADS, "46B3(a)") and case.asks(SUIT_GOES_ON, "46B3(a)"):
        case.rules(PlaysCalled("last suit"), "46B3(a)")
        return
    cards = case.asks(LEGAL_OF_RANK, "46B3(b)")
    if cards == "one card":
        case.rules(PlaysCalled("of rank"), "46B3(b)")
    elif cards == "two or more cards":
        case.rules(DeclarerSaysWhich(), "46B3(b)")
    else:
        case.doubts(
            "46B3(b) binds declarer to the rank only where such a card can legally be played, and does not say what follows "
            "where none can; here declarer names any legal card, as after an invalid designation",
            "46B3(b)",
        )
        case.rules(DeclarerNamesAnother(), "46B3(b)")


@DUPLICATE_2017.passage
def is_legal_or_corrected(case: Case, played: PlaysCalled, provision: str) -> None:
    """The card that was called; following suit comes before what declarer has called (44C), so another is named if need be."""
    if case.asks(CALLED_LEGAL, "44C"):
        case.rules(played, provision)
    else:
        case.rules(CardNotPlayed("dummy"), "44C")
        case.rules(DeclarerNamesAnother(), "44C")


@DUPLICATE_2017.passage
def defenders_choose(case: Case) -> None:
    """46B5: either defender designates dummy's card."""
    case.rules(DefenderSaysWhich(), "46B5")
    if case.notes(DEFENDERS_DIFFER, "46B5"):
        case.doubts(
            "46B5 lets either defender name the card and does not say whose choice counts if they differ; here the card that "
            "was named first is played",
            "46B5",
        )


@DUPLICATE_2017.passage
def run_the_suit(case: Case) -> None:
    """45C4(a): declarer has designated the cards in another way. 46B: it is no complete designation of any of them."""
    followed = case.asks(NEXT_HAS_FOLLOWED, "45C4(a)")
    case.doubts(
        "no provision speaks of an instruction to run a suit. By a WBF minute of 2000 it holds until declarer stops it, and "
        "each card that dummy puts out is played when declarer's RHO has played to it",
        "46B",
    )
    if followed:
        case.rules(CardDeemedPlayed("dummy"), "45C4(a)")
    else:
        case.rules(CardNotPlayed("dummy"), "45C4(a)")
        case.rules(DeclarerNamesAnother(), "46A")
