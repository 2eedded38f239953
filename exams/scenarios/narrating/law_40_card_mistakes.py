"""Law 40: wrong rulings of people about system cards and aids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from exams.scenarios.choices import Choice


def about_cards(path: Mapping[str, Any]) -> Iterator[Choice]:
    """Wrong rulings on system cards and aids."""
    if path["issue"] == "aid":
        yield from _aid()
    elif path["issue"] == "own card":
        yield from _own_card(path["card_when"], bool(path.get("presumed_declarer_side")))
    else:
        yield from _opponents_card(path["card_when"])


def _aid() -> Iterator[Choice]:
    yield Choice(
        "{offender} may use such a thing as long as it says nothing about the cards that are being played.",
        "an aid to memory, calculation or technique is enough (40B2(d))",
    )
    yield Choice(
        "{offender} may not use such a thing while another player has to call or play, but may at {offender}'s own turns.",
        "that is how it is with the opponents' card; an aid may not be used at any turn (40B2(d))",
    )
    yield Choice(
        "{offender} may use such a thing, because anybody could have learned it by heart.",
        "no aid to memory is allowed, however well known what it says (40B2(d))",
    )
    yield Choice(
        "{offender} may use such a thing in the auction, but not in the play.",
        "the ban covers the auction period and the play (40B2(d))",
    )
    yield Choice(
        "{offender} may use such a thing, as no regulation forbids it.",
        "it is the other way round: only a regulation could allow it (40B2(d))",
    )
    yield Choice(
        "{offender} may use such a thing if {others} may look at it too.",
        "the ban does not depend on who else may look (40B2(d))",
    )
    yield Choice(
        "{offender} may not use such a thing before the final pass, but may in the play.",
        "the ban covers the auction period and the play (40B2(d))",
    )
    yield Choice(
        "{offender} may not use such a thing except at a turn of {offender}'s own.",
        "that is how it is with the opponents' card; an aid may not be used at any turn (40B2(d))",
    )


def _own_card(when: str, declares: bool) -> Iterator[Choice]:
    if when == "before the auction":
        yield Choice(
            "{offender} may read {card} until one of the opponents has taken a hand out of the board.",
            "it depends on {offender}'s own side, for which the auction period begins separately (40B2(b), 17A)",
        )
        yield Choice(
            "{offender} may read {card}, even with hands out of the board, until the dealer has called.",
            "for {offender} it ends sooner, with the first hand that the side takes out of the board (40B2(b), 17A)",
        )
        yield Choice(
            "{offender} may not read {card} once the session has begun.",
            "the ban begins with each auction period, which a side opens by taking out a hand (40B2(b), 17A)",
        )
        yield Choice(
            "{offender} may read {card} until the first call is made.",
            "for {offender} it ends sooner, with the first hand that the side takes out of the board (40B2(b), 17A)",
        )
        yield Choice(
            "{offender} may read {card} only if {others} agree.",
            "no consent is needed before the auction period (40B2(b))",
        )
    elif when == "hands out":
        yield Choice(
            "{offender} may read {card} until the first call is made.",
            "that is how it is with the opponents' card; for one's own the ban begins with the first hand that the side takes "
            "out of the board (40B2(b), 17A)",
        )
        yield Choice(
            "{offender} may not read {card}, unless the opponents still have their hands in the board.",
            "the auction period begins for each side separately (40B2(b), 17A)",
        )
        yield Choice(
            "{offender} may read {card} until {offender}'s first turn to call.",
            "no turn matters: the auction period began when the side took a hand out (40B2(b), 17A)",
        )
        yield Choice(
            "{offender} may read {card}, as long as {partner} has not looked at a hand.",
            "it is enough that either partner has taken a hand out of the board (40B2(b), 17A)",
        )
        yield Choice(
            "{offender} may not read {card} now, but may at each turn to call.",
            "that goes for the opponents' card (40B2(c)(iii))",
        )
    elif when == "clarification" and declares:
        yield Choice(
            "{offender} may not read {card} now.",
            "the declaring side may, until a lead is faced (40B2(b))",
        )
        yield Choice(
            "{offender} may not read {card} before play is over.",
            "in the Clarification Period the declaring side may (40B2(b))",
        )
        yield Choice(
            "{offender} may read {card} at any turn to play.",
            "the exception ends with the Clarification Period (40B2(b))",
        )
        yield Choice(
            "{offender} may read {card}, and so may the defenders theirs, until a lead is faced.",
            "the exception is for the declaring side alone (40B2(b))",
        )
    elif when == "clarification":
        yield Choice(
            "{offender} may not read {card}; only the player who is to make the opening lead may read one, until it is faced.",
            "no defender may; the exception is for the declaring side (40B2(b))",
        )
        yield Choice(
            "{offender} may not read {card}; declarer may read one until a lead is faced, but dummy may not do so either.",
            "both players of the declaring side may, in the Clarification Period (40B2(b))",
        )
        yield Choice(
            "{offender} may read {card} until a lead is faced.", "that is for the declaring side alone (40B2(b))"
        )
        yield Choice(
            "{offender} may not read {card}; after the final pass players may not read their own.",
            "the declaring side may, in the Clarification Period (40B2(b))",
        )
        yield Choice(
            "{offender} may read {card} only in order to choose a lead.",
            "a defender may not read it at all (40B2(b), 20G3)",
        )
    elif when == "to explain":
        yield Choice(
            "{offender} may read {card} in order to explain, but only after {partner} has left the table.",
            "the ban is on reading it at all, whether partner is there or not (40B2(b))",
        )
        yield Choice(
            "{offender} may read {card} in order to give a right answer.",
            "for that purpose players may read the opponents' card, not their own (40B2(b), 40B2(c)(iv))",
        )
        yield Choice(
            "{offender} may read {card} but must then tell everything it says.",
            "the ban is on reading it at all, whatever is told afterwards (40B2(b), 20G3)",
        )
        yield Choice(
            "{offender} may read {card} if {partner} cannot see it.", "the ban is on reading it at all (40B2(b))"
        )
    else:
        yield from _own_card_at_a_turn()


def _own_card_at_a_turn() -> Iterator[Choice]:
    yield Choice(
        "{offender} may not read {card} except when it is {offender}'s own turn to call or play.",
        "no turn makes it lawful; that is how it is with the opponents' card (40B2(c)(iii))",
    )
    yield Choice(
        "{offender} may read {card} at each turn to call or play, provided that the opponents may read it at theirs.",
        "the ban does not depend on what the opponents do (40B2(b))",
    )
    yield Choice(
        "{offender} may read {card} at each turn to call or play.", "that goes for the opponents' card (40B2(c)(iii))"
    )
    yield Choice(
        "{offender} may read {card} as long as nothing is said about it.", "the ban is on reading it at all (40B2(b))"
    )
    yield Choice(
        "{offender} may not read {card} except in order to explain {partner}'s call.",
        "not for that either; for that purpose the opponents' card may be read (40B2(c)(iv))",
    )


def _opponents_card(when: str) -> Iterator[Choice]:
    match when:
        case "hands out":
            yield Choice(
                "{offender} may not read {card} once the hands are out of the board, but may at each turn to call or play.",
                "that is where the ban on one's own card begins; the opponents' may be read until the first call (40B2(c)(i))",
            )
            yield Choice(
                "{offender} may read {card} until somebody calls, but not after that.",
                "at the own turn it remains allowed (40B2(c)(iii))",
            )
            yield Choice(
                "{offender} may read {card} at any time of the board.",
                "in auction and play only at the own turn (40B2(c)(iii))",
            )
            yield Choice(
                "{offender} may read {card} now if the opponents allow it, and later at each turn to call or play.",
                "no consent is needed (40B2(c)(i))",
            )
        case "before the auction":
            yield Choice(
                "{offender} may not read {card} now, but may do so later at each turn to call or play.",
                "before the auction it is allowed as well (40B2(c)(i))",
            )
            yield Choice(
                "{offender} may read {card} now if the opponents allow it, and later at each turn to call or play.",
                "no consent is needed (40B2(c)(i))",
            )
            yield Choice(
                "{offender} may not read {card} while holding cards.", "before the auction it is allowed (40B2(c)(i))"
            )
            yield Choice(
                "{offender} may read {card} at any time of the board.",
                "in auction and play only at the own turn (40B2(c)(iii))",
            )
            yield Choice(
                "{offender} may read {card} now, but not once somebody has called.",
                "at the own turn it remains allowed (40B2(c)(iii))",
            )
        case "own turn":
            yield Choice(
                "{offender} may read {card} at each turn to call, but not at a turn to play.",
                "auction and play are alike in this (40B2(c)(iii))",
            )
            yield Choice(
                "{offender} may not read {card} during auction and play.",
                "at the own turn it is allowed (40B2(c)(iii))",
            )
            yield Choice(
                "{offender} may read {card} at any time of the board.",
                "in auction and play only at the own turn (40B2(c)(iii))",
            )
            yield Choice(
                "{offender} may not read {card}, and has to ask an opponent instead.",
                "the player may ask, and may also read the card (40B2(c)(iii))",
            )
        case "other turn":
            yield Choice(
                "{offender} may read {card} now, since it is the opponents' card and not {offender}'s own.",
                "the opponents' card too may be read only at one's own turn (40B2(c)(iii))",
            )
            yield Choice(
                "{offender} may read {card} now, but could not if it were {partner}'s turn to call or play.",
                "it is not {offender}'s own turn, and that is what counts (40B2(c)(iii))",
            )
            yield Choice(
                "{offender} may read {card} at any time of the board.",
                "in auction and play only at the own turn (40B2(c)(iii))",
            )
            yield Choice(
                "{offender} may not read {card} before play is over.", "at the own turn it is allowed (40B2(c)(iii))"
            )
            yield Choice(
                "{offender} may read {card} now, if {partner} cannot see what is read.",
                "it is not {offender}'s turn, and that is what counts (40B2(c)(iii))",
            )
        case "clarification":
            yield Choice(
                "{offender} may read {card} until a lead is faced, but only with the Director at the table.",
                "nothing more is needed in the Clarification Period (40B2(c)(ii))",
            )
            yield Choice(
                "{offender} may read {card} until a lead is faced, but must then let the opponents read the other one.",
                "the opponents may do so of their own right (40B2(c)(ii))",
            )
            yield Choice(
                "{offender} may read {card} only as declarer or dummy.",
                "that limit is for one's own card (40B2(b)); the opponents' is open to both sides (40B2(c)(ii))",
            )
            yield Choice(
                "{offender} may not read {card} once the auction is over.",
                "the Clarification Period is open for it (40B2(c)(ii))",
            )
            yield Choice(
                "{offender} may read {card} only when about to lead.",
                "in the Clarification Period no turn is needed (40B2(c)(ii))",
            )
        case _:
            yield Choice(
                "{offender} may not read {card}, because an explanation has to be given from memory.",
                "for a right explanation the opponents' card may be read (40B2(c)(iv))",
            )
            yield Choice(
                "{offender} may not read {card} before answering.",
                "a player who is asked may read it, to explain rightly (40B2(c)(iv))",
            )
            yield Choice(
                "{offender} may read {card} only after giving an answer, to check it.",
                "it may be read beforehand, so that the answer is right (40B2(c)(iv))",
            )
            yield Choice("{offender} may read {card} only if {asker} agrees.", "no consent is needed (40B2(c)(iv))")
