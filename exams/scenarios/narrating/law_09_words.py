"""Sentences for Law 9: attention drawn, the Director summoned, action taken before he came."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

DRAWS: Final[Mapping[str, Sequence[str]]] = {
    "auction period": (
        "{happened}. Nobody else has noticed when {who} points it out, and you are called.",
        "{happened}. {who} says at once that this was irregular; the others had not noticed. They call you and ask whether "
        "{speaker} was allowed to say so.",
        "During the auction {happened}. It is {who} who speaks up first, and one of the others calls you to complain.",
    ),
    "play": (
        "{where}{happened}. Nobody else has noticed when {who} points it out during the play, and you are called.",
        "{where}{happened}. Play goes on until {who} says aloud that this was irregular. You are asked whether {speaker} was "
        "allowed to say so.",
        "{where}{happened}. While cards are still to be played, {who} speaks up first, and one of the others calls you to "
        "complain.",
    ),
    "after play": (
        "{where}{happened}, unnoticed. When the last trick has been played, {who} points it out, and you are called.",
        "{where}{happened}. Nobody mentions it until the play is over; then {who} does. You are asked whether {speaker} may "
        "still bring it up.",
        "{where}{happened}. The hand has been played out when {who} says so for the first time.",
    ),
}
SUMMONS_FIRST: Final[Mapping[str, Sequence[str]]] = {
    "auction period": (
        "{happened}. Nobody has said a word about it when {who} calls you to the table.",
        "{happened}. Nobody remarks on it, but {who} calls “Director, please!” during the auction. Was that in order?",
        "You are called during an auction by {who}: {happened}. Nobody else had mentioned it.",
    ),
    "play": (
        "{where}{happened}. Nobody has said a word about it when {who} calls you during the play.",
        "{where}{happened}. Play goes on without a remark until {who} calls “Director, please!” Was that in order?",
        "You are called in the middle of the play by {who}. {where}{happened}, and nobody had mentioned it.",
    ),
    "after play": (
        "{where}{happened}. Nobody has said a word about it until {who} calls you when the play is over.",
        "{where}{happened}. After the last trick, and before anybody has remarked on it, {who} calls “Director, please!”",
        "The play has ended when you are called by {who}. {where}{happened}, and nobody had mentioned it.",
    ),
}
SUMMONS_SECOND: Final = (
    "{where}{happened}. {first} has remarked on it, but it is {who} who calls you. Somebody protests that this was not "
    "{speaker}'s business.",
    "{where}{happened}, and {first} says so. As nobody calls you, {who} does. Was that in order?",
    "{where}{happened}; {first} points that out. Now {who} calls “Director, please!”, and one of the others objects.",
)


ACTS_OPENINGS: Final = (
    "{where}{happened}. {first} said so, but before anybody had called you {action}. You are called two minutes later.",
    "{where}{happened}, and {first} remarked on it. Nobody called you; instead {action}. Now you are asked for a ruling.",
    "{where}{happened}. “That was not right,” said {first}. Then {action}, and only afterwards somebody called you.",
)
ACTS: Final[Mapping[tuple[bool, str], Sequence[str]]] = {
    (False, "insufficient bid"): (
        "{speaker} told {offender} to make it good, and {offender} did",
        "{speaker} demanded that {offender} take the bid back and pass, which {offender} did",
    ),
    (False, "bid out of rotation"): (
        "{speaker} told {offender} to put the bid back and the dealer to start again",
        "{speaker} announced that {offender}'s partner had to pass from now on, and the auction went on like that",
    ),
    (False, "pass out of rotation"): (
        "{speaker} told {offender} to take the pass back and the dealer to start again",
        "{speaker} announced that {offender} had to pass for the whole auction, and it went on like that",
    ),
    (False, "lead out of turn"): (
        "{speaker} told {offender} to pick the card up again, and the lead came from the right hand",
        "{speaker} demanded the lead of another suit, and got it",
    ),
    (False, "exposed card"): (
        "{speaker} told {offender} to pick the card up again, and play went on",
        "{speaker} told {offender} to leave it on the table and to play it at the next chance, and so it was played",
    ),
    (False, "revoke"): (
        "{speaker} told {offender} to put the card right, and the next trick was begun",
        "{speaker} said that two tricks would be moved later, and play went on",
    ),
    (True, "insufficient bid"): (
        "{speaker} made the next call, before the player in turn, “so that we can get on”",
        "{speaker} told {offender} to make it good",
    ),
    (True, "bid out of rotation"): (
        "{speaker} said “carry on” and called",
        "{speaker} told {offender} to take the bid back, which {offender} did",
    ),
    (True, "pass out of rotation"): (
        "{speaker} said “carry on” and called",
        "{speaker} told {offender} to take the pass back, which {offender} did",
    ),
    (True, "lead out of turn"): (
        "{speaker} told {offender} to pick the card up and led to the trick instead",
        "{speaker} followed to the lead at once",
    ),
    (True, "exposed card"): (
        "{speaker} pushed the card back to {offender} and played on",
        "{speaker} told {offender} to put it back into the hand, and {offender} did",
    ),
    (True, "revoke"): (
        "{speaker} turned the trick over and led to the next one",
        "{speaker} told {offender} to put the right card in its place, and {offender} did",
    ),
}
"""What a player did before the Director came, by whether the own side had offended, and by the irregularity.

Of what the other side did, the first asks less of the offenders than the law may, the second more.
"""


CORRECTS: Final[Mapping[str, Sequence[str]]] = {
    "insufficient bid": (
        "{happened}. {first} says “not enough”, and {offender} quickly changes the bid to {correction}. Then you are called.",
        "{happened}; {first} draws attention to it. Before anybody can call you, {offender} has replaced the bid by "
        "{correction}.",
        "{happened}. “That is insufficient,” says {first}. “Sorry, {correction},” says {offender}. Only now are you called.",
    ),
    "lead out of turn": (
        "{where}{happened}. {first} says “not your lead”, and {offender} takes the card back at once. Then you are called.",
        "{where}{happened}; {first} draws attention to it. Before anybody can call you, {offender} has picked the card up "
        "again.",
        "{where}{happened}. “Wrong hand,” says {first}. “Sorry,” says {offender}, and the card is gone. Now you are called.",
    ),
    "exposed card": (
        "{where}{happened}. {first} remarks on it, and {offender} puts the card back at once. Then you are called.",
        "{where}{happened}; {first} draws attention to it. Before anybody can call you, {offender} has picked the card up "
        "again.",
        "{where}{happened}. “I have seen that,” says {first}. {offender} quickly returns the card to the hand. You are "
        "called.",
    ),
}
