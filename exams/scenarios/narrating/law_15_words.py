"""The words of questions on Law 15."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from exams.scenarios.choices import Choice
from exams.scenarios.narrating.narrative import Answer
from laws.rulings.ruling import Ruling

OPENINGS: Final = (
    "“These are not my cards,” says {name} and calls you. They belong to board {other_board}. The hand that {name} should "
    "have picked up (shown) is still in board {board}, and {name} has {done} on the wrong one.",
    "{lho} calls you: {name} has {done} on a hand from board {other_board}. The right hand (shown) has not left the board yet.",
    "“Director! There is still a hand in this board.” It is {name}'s (shown); {name} has {done} in this auction on cards "
    "taken from board {other_board}.",
)
WRONG_BOARD: Final = (
    "In a pairs tournament you see that {pairs} have begun the auction of board {board}, as shown. By the schedule their "
    "board in this round is board {due}.",
    "During the auction shown, {player} asks you whether board {board} is right. This is a pairs tournament, and for {pairs} "
    "the schedule of this round has board {due}.",
    "Going round the room you find {pairs} bidding board {board} (the auction so far is shown). It is a pairs event, and they "
    "should be playing board {due} in this round.",
)
NOT_BEGUN: Final = (
    "You bring the boards of the round to {pairs} in a pairs tournament. Board {board} is on the table, though their board "
    "in this round is board {due}; all four hands are still in it.",
    "“Is this the right board?” {player} asks you before anybody has touched the cards. Board {board} lies on the table. This "
    "is a pairs event, and for {pairs} the schedule of this round has board {due}.",
    "Going round the room in a pairs tournament you see board {board} on the table of {pairs}, who are still talking about "
    "the board before. Nobody has taken a hand out yet. They should be playing board {due}.",
)
TELLS: Final[Mapping[Answer, Sequence[str]]] = {
    ("what_is_wrong", "cards"): (),
    ("what_is_wrong", "board"): (),
    ("partner_called_after", False): (),
    ("partner_called_after", True): (
        "Before it was noticed, {since}.",
        "It came to light only after others had called: {since}.",
        "In the meantime {since}.",
    ),
    ("lho_called_after", False): (
        "Nobody has called since.",
        "{lho} had not called yet when it was noticed.",
        "It was noticed before {lho} had done anything.",
    ),
    ("lho_called_after", True): (
        "Since then {since}; nobody else has called after {name}.",
        "Before it was noticed, {since}. It is now {partner}'s turn.",
        "{since}, and then {name} saw it, before {partner} called.",
    ),
    ("ended_by_it", False): (),
    ("ended_by_it", True): (
        "The auction had ended in {contract}, and {tricks} tricks had been played when it was noticed.",
        "Nobody saw it in time: {contract} was being played, and {tricks} tricks were over.",
    ),
    ("auction_period_begun", True): (),
    ("auction_period_begun", False): (),
    ("on_the_other_board", "another time"): (
        "Board {other_board} is the one that was played last; all four have finished it.",
        "The cards are those of board {other_board}, which this table has just finished.",
        "Board {other_board} has been played here already, just before this one.",
    ),
    ("on_the_other_board", "not yet"): (
        "Board {other_board} is the next one to be played at this table.",
        "The same four players have to play board {other_board} after this one.",
        "Board {other_board} still lies under this one, and comes next here.",
    ),
    ("on_the_other_board", "repeats"): (
        "Board {other_board} comes next, and you stay to watch its auction: {there}.",
        "You come back when board {other_board} is played at this table: {there}.",
        "Then you follow the auction of board {other_board}, the next one here: {there}.",
    ),
    ("on_the_other_board", "differs"): (
        "Board {other_board} comes next, and you stay to watch its auction: {there}.",
        "You come back when board {other_board} is played at this table: {there}.",
        "Then you follow the auction of board {other_board}, the next one here: {there}.",
    ),
    ("played_before", True): (
        "{player} has played board {board} before, in round {played_round}, against another pair.",
        "It turns out that {player} met board {board} in round {played_round} already, at another table.",
        "One of the four, {player}, knows the board: it was played at {player}'s table in round {played_round}.",
    ),
    ("played_before", False): (
        "Board {board} is new to all four of them.",
        "None of the four has played board {board} before.",
        "You ask all four: nobody has seen board {board} yet.",
    ),
    ("deprived_of_score", True): (
        "The schedule has {loser} playing board {board} against {third} in round {later_round}. That cannot be done any more, "
        "and {third} have no other chance to play it.",
        "{loser} were to meet {third} on board {board} in round {later_round}; now {third} have nobody to play it against.",
    ),
    ("deprived_of_score", False): (
        "You check the schedule: neither pair was to play board {board} against anybody else later, and there is time for "
        "board {due} as well.",
        "By the schedule neither of the two pairs would have met board {board} in a later round, and board {due} can be "
        "played in time.",
    ),
}
CONDITIONS: Final[Mapping[Answer, str]] = {
    ("what_is_wrong", "cards"): "a player had called on cards of another board",
    ("what_is_wrong", "board"): "the table were playing a wrong board",
    ("partner_called_after", True): "{partner} had called after it",
    ("partner_called_after", False): "{partner} had not called after it",
    ("lho_called_after", True): "{lho} had called after it",
    ("lho_called_after", False): "{lho} had not called after it",
    ("ended_by_it", True): "play had begun",
    ("ended_by_it", False): "play had not begun",
    ("auction_period_begun", True): "a hand had been taken out of the board",
    ("auction_period_begun", False): "nobody had taken a hand out of the board yet",
    ("on_the_other_board", "another time"): "the other board were not to be played here any more",
    ("on_the_other_board", "not yet"): "the other board were still to be called on",
    ("on_the_other_board", "repeats"): "{name} had made the same call on the other board, in much the same sense",
    ("on_the_other_board", "differs"): "{name} had made another call on the other board",
    ("played_before", True): "one of the four had played the board before",
    ("played_before", False): "the board had been new to all four",
    ("deprived_of_score", True): "somebody thereby lost the chance of a valid score",
    ("deprived_of_score", False): "nobody thereby lost the chance of a valid score",
}
PHRASES: Final[Mapping[str, str]] = {
    "call_cancelled": "{cancelled}",
    "right:call_on_right_cards": "{name} calls again on the right cards, and the auction goes on normally",
    "adjusted_score:assigned:gained@15A2(a)": "Board {board} is not played on; you award an adjusted score",
    "adjusted_score:assigned:gained@15A3": "You award an adjusted score on board {other_board}",
    "director_action:watch_the_other_board": "You watch what is called on board {other_board}",
    "director_action:let_other_board_be_played": "You let board {other_board} be played normally",
    "adjusted_score:artificial:gained@12A2": "Board {board} can no longer be played normally; you award an artificial "
    "adjusted score on it",
    "director_action:bring_right_board": "You take board {board} away, and they play board {due}",
    "board_cancelled": "Board {board} is cancelled for both sides",
    "board_played": "Board {board} is bid and played to the end",
    "result_stands": "The result on it counts for both sides",
    "adjusted_score:artificial:deprived": "Whoever loses a valid score by it gets an artificial adjusted score",
}


def mistakes(ruling: Ruling) -> Iterator[Choice]:
    """What people say who know the older law, or take Law 15 for one on calls out of rotation."""
    facts = dict(ruling.path)
    if facts["what_is_wrong"] == "board" and not facts["auction_period_begun"]:
        yield from _not_begun()
    elif facts["what_is_wrong"] == "board":
        yield from _of_the_board(played=facts["played_before"])
    elif facts["partner_called_after"]:
        yield from _too_late()
    elif facts["ended_by_it"]:
        yield from _played()
    else:
        yield from _in_time()
        if facts["lho_called_after"]:
            yield from _over_it()


def _in_time() -> Iterator[Choice]:
    yield Choice(
        "{wrong} stands, as it has been made. {name} takes the right cards for the rest of the auction.{elsewhere}",
        "a call made on cards of another board is cancelled (15A1).",
    )
    yield Choice(
        "{cancelled}. {name} calls again on the right cards, and {partner} must pass once.{elsewhere}",
        "the auction goes on normally from the new call, and nobody has to pass (15A2(b)).",
    )
    yield Choice(
        "Board {board} is not played on. {others} get average plus, {side} average minus.{elsewhere}",
        "the board is lost only when the offender's partner has called since (15A2(a), 15A2(b)).",
    )
    yield Choice(
        "{cancelled}. {name} must make the same call again if it is legal, or else {partner} must pass throughout.{elsewhere}",
        "{name} is free to make any call on the right cards (15A2(b)).",
    )


def _over_it() -> Iterator[Choice]:
    yield Choice(
        "{wrong} is cancelled, but {lho}'s call stands. {name} calls again before it, on the right cards.{elsewhere}",
        "every call after the one on wrong cards is cancelled with it (15A1).",
    )
    yield Choice(
        "{cancelled}. If {name} now makes another call, board {board} is lost and gets an artificial score.{elsewhere}",
        "so it was until 2017 when LHO had called; now only a call by the offender's partner ends the board (15A2).",
    )


def _too_late() -> Iterator[Choice]:
    yield Choice(
        "All calls stand, as nobody objected in time. {name} takes the right cards for the rest of the auction.{elsewhere}",
        "a call made on cards of another board is cancelled, and with it the calls after it (15A1).",
    )
    yield Choice(
        "{cancelled}. If {name} makes the same call on the right cards, the others repeat theirs and play on.{elsewhere}",
        "once the offender's partner has called, an adjusted score is awarded, whatever would be called now (15A2(a)).",
    )
    yield Choice(
        "{cancelled}. {name} calls again on the right cards, and {partner} must pass throughout.{elsewhere}",
        "once the offender's partner has called, the auction is not resumed (15A2(a)).",
    )


def _of_the_board(*, played: bool) -> Iterator[Choice]:
    yield Choice(
        "The auction is broken off, the cards go back, and board {board} waits for its round. They play board {due} now.",
        "once the auction has begun, the board is either cancelled or played to the end (15B1, 15B2).",
    )
    if played:
        yield Choice(
            "Board {board} is bid and played to the end. {player}'s side gets average minus, the other side its result.",
            "as one of the four has played the board before, it is cancelled for both sides (15B1).",
        )
        yield Choice(
            "Board {board} is cancelled only for the side that has played it before. The other side gets its result.",
            "it is cancelled for the opponents of this round as well (15B1).",
        )
    else:
        yield Choice(
            "Board {board} is bid and played to the end. The result on it counts only if both sides agree to that.",
            "nobody is asked: the Director requires the board to be played, and its score stands (15B2).",
        )
        yield Choice(
            "Board {board} is cancelled for both sides. They both get average minus for playing a wrong board.",
            "a board that is new to all four is played, and its score stands (15B2).",
        )


def _played() -> Iterator[Choice]:
    yield Choice(
        "{wrong} stands, as the auction was over before anybody noticed. The result on board {board} counts.{elsewhere}",
        "a call made on cards of another board is cancelled, and nothing makes this board a normal one (15A1, 12A2).",
    )
    yield Choice(
        "{cancelled}. The cards played go back, {name} calls again on the right hand, and the auction goes on.{elsewhere}",
        "the player calls again during the auction; once play has begun the board can no longer be played normally (12A2).",
    )
    yield Choice(
        "{cancelled}. {name} takes the right cards for the rest of the play, and the result counts.{elsewhere}",
        "with the cards changed in the middle of the play there is no normal play of the board (12A2).",
    )


def _not_begun() -> Iterator[Choice]:
    yield Choice(
        "Board {board} is bid and played to the end. The result on it counts for both sides.",
        "that is for a board whose auction period has begun; nobody has taken a hand out here (15B, 17A).",
    )
    yield Choice(
        "Board {board} is cancelled for both sides. Each gets an artificial adjusted score on it.",
        "nothing has happened on this board yet, and both pairs can still play it when its turn comes (15B, 17A).",
    )
    yield Choice(
        "Board {board} is taken away. Both sides get a procedural penalty before they play board {due}.",
        "no score has to be adjusted and nobody has begun the board; you simply bring the right one (15B, 90B7).",
    )
    yield Choice(
        "You ask all four about board {board}. If nobody has played it before, it is bid and played to the end.",
        "that question is asked once the auction period has begun; until then the right board is brought (15B, 17A).",
    )
