"""Sentences for Law 9: attention drawn, the Director summoned, action taken before he came."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

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
