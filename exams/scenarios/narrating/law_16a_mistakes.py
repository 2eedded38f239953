"""Wrong answers about Law 16A, by where the information comes from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

Wrong = Sequence[tuple[str, str]]

_MAY_NOT: Final = (
    "It is not authorised: {chooser} may not base calls and plays on it.",
    "a player may use this ({law})",
)
_BOTH_SIDES: Final = (
    "{chooser} may use it only after telling {opponents} about it.",
    "nothing has to be told first; a player may use this ({law})",
)
_UNDER_B: Final = (
    "You find out under 16B what it suggests, as extraneous information from {partner}.",
    "it did not come from {partner} by anything but calls and plays ({law})",
)
_UNDER_D: Final = (
    "You deal with it under 16D, as extraneous information from another source.",
    "16D is for what reaches a player by accident about a board ({law})",
)
_ONLY_CARDS: Final = (
    "{chooser} may not use it, as no call or play of this board has told it.",
    "calls and plays are not the only source a player may use ({law})",
)
_IN_PLAY: Final = (
    "{chooser} may use it in the play, but not in the auction.",
    "the law makes no such difference ({law})",
)
_USE: Final = (
    "It is authorised: {chooser} may base calls and plays on it.",
    "it is not among the sources that a player may use ({law})",
)
_ONE_MAY_NOT: Final = (
    "{chooser} may use it, but {partner} may not.",
    "the law does not part the two like this ({law})",
)

LAW: Final[Mapping[str, str]] = {
    "legal": "16A1(a)",
    "withdrawn": "16A1(b)",
    "law or regulation": "16A1(c)",
    "procedures": "16A1(c)",
    "before the hand": "16A1(d)",
    "own estimate": "16A2",
    "tournament regulations": "16A2",
    "coloured": "16A1(a)",
    "precluded": "16A1(d)",
    "opponents' traits": "16A2",
    "standings": "16A2",
    "aid to memory": "40B2(d)",
    "by partner": "16B1",
    "accident": "16D1",
}

WRONG: Final[Mapping[str, Wrong]] = {
    "legal": (_MAY_NOT, _BOTH_SIDES, _UNDER_B, _UNDER_D, _IN_PLAY),
    "withdrawn": (
        (
            "{chooser} may base calls and plays on it, whichever side offended.",
            "the offending side may not ({law}, 16C2)",
        ),
        ("{chooser} may not use it, whichever side offended.", "the non-offending side may use it ({law}, 16C1)"),
        _UNDER_B,
        _UNDER_D,
        ("{chooser} may use it if all four players saw it.", "what decides is which side offended ({law}, 16C)"),
    ),
    "law or regulation": (_MAY_NOT, _ONLY_CARDS, _UNDER_D, _BOTH_SIDES),
    "procedures": (_MAY_NOT, _ONLY_CARDS, _UNDER_D, _BOTH_SIDES),
    "before the hand": (_MAY_NOT, _ONLY_CARDS, _UNDER_D, _BOTH_SIDES),
    "tournament regulations": (_MAY_NOT, _ONLY_CARDS, _UNDER_D, _BOTH_SIDES),
    "coloured": (
        _USE,
        _UNDER_D,
        _BOTH_SIDES,
        (
            "{chooser} may use it, as a pass by {partner} is a legal call.",
            "only while unauthorised information does not come into it ({law})",
        ),
    ),
    "precluded": (
        _USE,
        _UNDER_B,
        (
            "{chooser} may use it, as it was known before the hand was taken out.",
            "not where the Laws preclude it: what is overheard about a board goes to the Director ({law}, 16D1)",
        ),
        ("{chooser} keeps it secret and plays on.", "the Director should be told forthwith (16D1)"),
    ),
    "own estimate": (_MAY_NOT, _ONLY_CARDS, _UNDER_D, _BOTH_SIDES),
    "opponents' traits": (_MAY_NOT, _ONLY_CARDS, _UNDER_D, _BOTH_SIDES),
    "standings": (
        _USE,
        _IN_PLAY,
        _ONE_MAY_NOT,
        (
            "{chooser} may use it, as the state of the match is open to players.",
            "only the player's own estimate is ({law})",
        ),
    ),
    "aid to memory": (
        _USE,
        _IN_PLAY,
        (
            "{chooser} may use it, as it tells nothing about the cards of this board.",
            "aids to memory are barred anyway ({law})",
        ),
        ("{chooser} may use it at the proper turn to call or play.", "aids to memory are barred at every turn ({law})"),
    ),
    "by partner": (
        _USE,
        _UNDER_D,
        ("{chooser} must pass from now on.", "no law says so; what counts is what it suggests (16B1(a))"),
        (
            "{chooser} may use it if the opponents could see or hear it too.",
            "it comes from {partner} otherwise than by a call or play ({law})",
        ),
        (
            "{partner} gets a procedural penalty. {chooser} may then use it.",
            "a penalty makes nothing authorised ({law})",
        ),
    ),
    "accident": (
        _USE,
        _UNDER_B,
        (
            "You cancel the board for both sides at once.",
            "first you consider whether it would interfere with play (16D2)",
        ),
        (
            "{chooser} may use it, as it was not the player's fault.",
            "fault or not, it is extraneous information and goes to the Director ({law})",
        ),
        ("{chooser} keeps it secret and plays on.", "the Director should be told forthwith ({law})"),
    ),
}
"""Wrong answers by the origin; {law} is the provision of the right one."""
