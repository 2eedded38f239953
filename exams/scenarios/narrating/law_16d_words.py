"""Sentences for Law 16D: what was learned, how, and what the Director finds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from exams.scenarios.narrating.narrative import Answer

RESULTS: Final = (
    "Six spades makes",
    "Three notrump goes down on a heart",
    "Four spades is lay-down on any lead",
    "You were right to stop in two",
    "Everybody goes down in four hearts",
)

SERIOUS: Final = (
    "somebody at the next table said aloud: “{made}.” It was about this board",
    "a player at another table asked: “Why didn't you lead the {card}?” It was about this board",
    "a score slip with all results of this board lay open on the table",
    "{recipient} had walked past a table where this board was being played, had seen dummy and followed two tricks",
    "{seen} had spread the hand so that {recipient} could not help seeing several cards, the {card} among them, and part of "
    "another hand lay open too",
)
"""What interferes with play; not one single hand that could be given to the player."""
DURING_THE_AUCTION: Final = (
    "somebody at the next table had just said aloud: “{made}.” It was about this board",
    "a player at another table had just asked: “Why didn't you lead the {card}?” It was about this board",
    "a score slip with all results of this board had been handed to the table by mistake",
    "a spectator behind {recipient} had whispered what {seen} held",
)
"""What interferes with play, and reaches a player who is already sitting at the board."""
AT_THE_TABLE: Final = (
    "{seen} had spread the hand so that {recipient} could not help seeing several cards, the {card} among them, and part of "
    "another hand lay open too",
    "two hands had fallen out of the board when it was put on the table, and {recipient} had seen most of their cards",
    "the {card} and other cards of {seen}, and two of a third player, had come to {recipient} with the wrong hand",
    "{seen} and another player had talked about their hands while taking them out, and {recipient} had heard it",
)
"""The same, where no other table can have told it."""
ONE_HAND: Final = (
    "{recipient} had taken {seen}'s hand out of the pocket by mistake, looked at all of it and put it back",
    "{seen}'s cards had been in the pocket of {recipient}, who looked at them before it was noticed",
    "{seen}'s cards had fallen to the floor before {recipient}, who alone saw all of them, and had looked at no others yet",
)
HARMLESS_LATER: Final = (
    "somebody at the next table had just said that this board was “a dull part score”",
    "{recipient} had caught sight of the ♣2 in {seen}'s hand, and of nothing else",
    "a player who had just left said of this board: “Nothing in it, as usual”",
)
HARMLESS: Final = (
    "somebody at the next table said that this board was “a dull part score”",
    "{recipient} caught sight of the ♣2 in {seen}'s hand, and of nothing else",
    "a player who had just left said of this board: “Nothing in it, as usual”",
    "{recipient} had heard at the bar that one of the boards of this round was passed out somewhere, but not which one",
)
SOUGHT: Final = (
    "{recipient} had leaned over to look into {seen}'s hand",
    "{recipient} had read the score slip of a board still to be played, and been seen at it",
    "{recipient} had moved the chair so as to see the cards at the table behind, where this board was being played",
    "{recipient} had gone to the next table to hear what they said about this board",
)

EARLY: Final = (
    "Before anybody has called, {recipient} asks you away from the table and tells you: {learned}.",
    "Nobody has called yet. {recipient} calls you at once and lets you know aside: {learned}.",
    "You are called before the first call. As {recipient} tells you out of hearing of the others, {learned}.",
)
BELATED: Final = (
    "The calls shown have been made when {recipient} asks you away from the table and tells you what had happened before the "
    "first of them: {learned}.",
    "After the calls shown {recipient} calls you, too late for comfort, and tells you aside what came out before anybody had "
    "called: {learned}.",
    "{recipient} did not call you at once. Now, with the auction as shown, you hear away from the table that before it began "
    "{learned}.",
)
LATE: Final = (
    "The auction has begun when {recipient} calls you and tells you aside: {learned}.",
    "After the calls shown, {recipient} asks you away from the table and says: {learned}.",
    "During the auction you are called by {recipient}, who tells you where the others cannot hear it: {learned}.",
)
LOOKED: Final = (
    "{lho} calls you before the auction begins. You find that {learned}; it was no accident.",
    "You are called to a board that has just been taken out. All agree that {learned}, and that it was no accident.",
    "“Director!” {rho} complains, and {recipient} has to admit it: {learned}. That was not by chance.",
)

TELLS: Final[Mapping[Answer, Sequence[str]]] = {
    ("interferes", True): (
        "You see that this knowledge is likely to get in the way of normal bidding and play.",
        "Whoever knows that is likely to bid and play this board otherwise than usual, as you see from the hands.",
        "You look at the board: what {recipient} knows would help, or hinder, in the auction and in the play.",
    ),
    ("interferes", False): (
        "You look at the board: it changes nothing that anybody would call or play.",
        "With the hands before you, you see no call and no play that could depend on it.",
        "You are satisfied that the knowledge is of no use on this board.",
    ),
    ("seats_can_change", True): (
        "Type of contest and scoring would let players at this table change seats.",
        "In this event you might seat the players otherwise for one board.",
    ),
    ("seats_can_change", False): (
        "Neither type of contest nor scoring lets players change seats.",
        "In this event every pair must keep its direction, and no seats can be changed.",
    ),
    ("changes_seats", True): (
        "It is that one hand which is known, and the player who would get it has seen nothing else.",
        "Nothing but that hand is known, and no other player has looked at any cards.",
    ),
    ("changes_seats", False): (
        "But what is known is not one hand that {recipient} could be given.",
        "That would not help here, for it is not a single hand that {recipient} knows about.",
    ),
    ("can_redeal", True): (
        "The form of competition allows a redeal.",
        "A new deal for these players would be allowed in this competition.",
    ),
    ("can_redeal", False): (
        "The boards are the same for the whole field, and no redeal is allowed.",
        "This form of competition allows no redeal.",
    ),
    ("redeals", True): (
        "This table is the first to play the board, and there is time enough to make it up anew.",
        "It can be done at once, and nobody else has played the board yet: you see no reason against it.",
    ),
    ("redeals", False): (
        "But you are unwilling to do that, as the opponents' teammates have already begun to play the same deal.",
        "You see that it would not be fair here, since the deal is being played at the other table already.",
    ),
    ("lets_play", True): (
        "You think that a fair result is still possible, and that you could put it right otherwise.",
        "In your judgement the players can still get a fair result, the more so if you look at it later.",
    ),
    ("lets_play", False): (
        "In your judgement no fair result is possible any more: every call and every lead would be open to doubt.",
        "You see no way to play the board fairly, since the whole auction would turn on that one thing.",
    ),
    ("probable_results", "one result"): (
        "The rest of the field shows what the board brings without that knowledge: the same contract and the same tricks "
        "everywhere.",
        "Five players of this class, who do not know what {recipient} knows, all bid the board to the same contract, which has "
        "just one result.",
    ),
    ("probable_results", "several results"): (
        "Without that knowledge half the field is in game and half in a part score; either could have been reached here.",
        "Of five players of this class, who do not know what {recipient} knows, three bid the game and two stop short of it.",
    ),
    ("probable_results", "too many to tell"): (
        "Five players of this class, who do not know what {recipient} knows, bid the board to five different contracts.",
        "The other tables are no help: hardly two of them had the same contract, or the same number of tricks.",
    ),
    ("affected", "open"): (
        "Nothing has happened on the board since.",
        "How it will turn out cannot be known yet.",
    ),
    ("affected", "affected"): (
        "The board was then played: {recipient} found the one lead that nobody else made, and it beat the contract.",
        "The board was then played: {recipient} took a finesse against the odds, which only that knowledge explains, and "
        "it won.",
        "The board was then played: {recipient} stayed out of a game that every other table bid, and went down in.",
    ),
    ("affected", "unaffected"): (
        "The board was then played: {recipient} bid and played it as everybody else did, with the same result.",
        "The board was then played: {recipient} was dummy in the usual contract, which made as it did everywhere.",
        "The board was then played: nothing {recipient} did had to do with it, and the result is that of the other tables.",
    ),
}
CONDITIONS: Final[Mapping[Answer, str]] = {
    ("by_accident", True): "it had reached {recipient} by accident",
    ("by_accident", False): "{recipient} had looked for it",
    ("received_when", "before the first call"): "nobody had called yet",
    ("received_when", "after the first call"): "the auction had begun",
    ("interferes", True): "it were likely to interfere with normal play",
    ("interferes", False): "it were not likely to interfere with normal play",
    ("seats_can_change", True): "players were allowed to change seats",
    ("seats_can_change", False): "players were not allowed to change seats",
    ("changes_seats", True): "it were one hand that {recipient} could be given",
    ("changes_seats", False): "it were not one hand that {recipient} could be given",
    ("can_redeal", True): "a redeal were allowed",
    ("can_redeal", False): "no redeal were allowed",
    ("redeals", True): "nothing spoke against the redeal",
    ("redeals", False): "something spoke against the redeal",
    ("lets_play", True): "a fair result were still possible",
    ("lets_play", False): "no fair result were possible",
    ("called_already", True): "somebody had called by the time you were told",
    ("called_already", False): "nobody had called yet when you were told",
    ("probable_results", "one result"): "one result had clearly been the likeliest",
    ("probable_results", "several results"): "a few results had been likely",
    ("probable_results", "too many to tell"): "too many results had been possible",
    ("affected", "open"): "the board were still to be played",
    ("affected", "affected"): "it had affected the result",
    ("affected", "unaffected"): "it had not affected the result",
}

Wrong = tuple[str, str]
_ALL_BARRED: Final[Wrong] = (
    "{recipient} must pass throughout. The board is played.",
    "no law bars a player for what came to them by accident (16D2)",
)
_PENALTY: Final[Wrong] = (
    "{recipient} gets a procedural penalty. The board is played and the result stands.",
    "what reached {recipient} by accident is no offence; the score is what has to be looked after (16D2)",
)
_TELL_ALL: Final[Wrong] = (
    "{recipient} tells the table aloud what it was. With all four knowing it the board is played.",
    "that would make it worse; the Director alone is told (16D1)",
)
_OFFENDER: Final[Wrong] = (
    "{recipients} get 40 % and the other side 60 %, as {recipient} is to blame.",
    "by accident nobody is to blame, and a board that can be played is played (16D2)",
)
_AS_USUAL: Final[Wrong] = (
    "The board is played as usual. There is no need to look at it again when it is over.",
    "what was learned is likely to interfere with play; an adjusted score is kept in hand at least (16D2(c))",
)
_REDEAL: Final[Wrong] = (
    "The board is dealt again for these players, who play the new deal.",
    "{why}",
)
_SEATS: Final[Wrong] = (
    "You seat the players so that {recipient} holds the hand that is known. The board is played.",
    "{why}",
)
_AFTER_CALL: Final = "once somebody has called, neither seats nor cards are changed any more (16D2, 16D3)"


def wrong(path: Mapping[str, Any]) -> tuple[Wrong, ...]:
    """Wrong rulings of people on a path, the most tempting first."""
    if not path["by_accident"]:
        return (
            (
                "The board is played as usual. The result on it counts, whatever it turns out to be.",
                "to look for such information on purpose is an offence, and the score may have to be adjusted (89A1, 12A1)",
            ),
            (
                "You take the course that fits best of the four that are open to you before the first call.",
                "16D is for what reaches a player by accident; this was looked for (16D1, 89A1)",
            ),
            (
                "{recipient} may use it, as players have to guard their own cards.",
                "it is not among the sources that a player may use (16A1); to look for it is an offence (89A1)",
            ),
            (
                "The board is dealt again, and nothing else follows.",
                "the offence is dealt with (89A1); a redeal is a course after accidents (16D2(b))",
            ),
        )
    late = path["received_when"] == "after the first call" or bool(path.get("called_already"))
    found: list[Wrong] = []
    if late:
        found += [(_REDEAL[0], _AFTER_CALL), (_SEATS[0], _AFTER_CALL)]
    if not path["interferes"]:
        return (
            *found,
            (
                "The board is not played, and both sides get average plus.",
                "only what is likely to interfere with normal play calls for a measure (16D2)",
            ),
            (
                "The board is dealt again for these players.",
                _AFTER_CALL if late else "nothing here interferes with normal play (16D2)",
            ),
            _PENALTY,
            _ALL_BARRED,
            _TELL_ALL,
        )
    if path.get("seats_can_change") is False:
        found.append((_SEATS[0], "type of contest and scoring must permit it (16D2(a))"))
    if path.get("can_redeal") is False:
        found.append((_REDEAL[0], "only where the form of competition allows it (16D2(b))"))
    if path.get("affected") != "unaffected":
        found.append(_AS_USUAL)
    return (*found, _ALL_BARRED, _TELL_ALL, _OFFENDER, _PENALTY)


def hard(facts: Mapping[str, Any]) -> bool:
    """Whatever the law leaves to the Director's judgement after the first look is for congress directors."""
    return "lets_play" in facts or bool(facts.get("redeals"))
