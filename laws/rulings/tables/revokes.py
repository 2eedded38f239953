"""Tables with a revoke: a short play that shows what a path says, as far as cards can show it.

South plays 4♠; the revoke is West's, South's own or dummy's, always with a card of the suit left.
"""

from __future__ import annotations

from typing import Any, Final

from laws.rulings.declaration import Facts
from laws.rulings.facts import FACTS
from laws.rulings.record import parse_record
from laws.rulings.replay import Situation
from laws.rulings.tables.seated import Shown

Tricks = list[list[str]]

_FIRST_TWO: Final = {"defender": ["S HA", "W C5"], "declarer": ["E HK", "S C5"], "dummy": ["W HK", "N C5"]}
"""A lead, and the card of the next hand, which has a heart."""
_NEXT_TWO: Final = {"defender": ["N H3", "E H5"], "declarer": ["W H7", "N H3"], "dummy": ["E H7", "S H3"]}
_HEART: Final = {"defender": {"W": "-.J.-.-"}, "declarer": {"S": "-.J.-.-"}, "dummy": {"N": "-.J.-.-"}}


def corrected(facts: Facts) -> Shown:
    """A revoke that is noticed at once, after a card or two, or too late."""
    hand = str(facts.get("revoking_hand", "defender"))
    number = 12 if facts.get("twelfth_trick") else 6
    tricks: Tricks = [[*_FIRST_TWO[hand]]]
    left: dict[str, str] = dict(_HEART[hand])
    if facts["revoke_established"] and facts["twelfth_trick"]:
        tricks, left = [["S HA", "W C5", "N H3", "E H5"], ["S SA", "W HJ", "N D2", "E D3"]], {}
    elif facts["revoke_established"] and facts["both_revoked"]:
        tricks, left = [["W H5", "N D2", "E C5", "S HA"], ["S SA"]], {"N": "-.3.-.-", "E": "-.J.-.-"}
    elif facts["revoke_established"]:
        tricks = [["S HA", "W C5", "N H3", "E H5"], ["S CA", "W C2"]]
    elif facts.get("others_played_on"):
        tricks[0] += _NEXT_TWO[hand][: 2 if facts.get("partner_played_on") else 1]
    elif facts.get("partner_to_play") is False:
        tricks, left = [["E HA", "S H3", "W C5"]], {"W": "-.J.-.-"}
    if facts.get("partner_to_play") is False and facts.get("others_played_on"):
        tricks, left = [["E HA", "S H3", "W C5", "N H4"]], {"W": "-.J.-.-"}
    return _told(facts, {"from": number, "on_lead": tricks[0][0][0], "tricks": tricks, "remaining": left})


_LEADS: Final = {
    "the player who revoked": ["S D2", "W S3", "N D4", "E D5"],
    "the same side": ["S D2", "W C5", "N D4", "E DA"],
    "the opponents": ["S DA", "W C5", "N D4", "E D5"],
}
"""The trick of West's revoke, with a diamond left, by who has won it."""
_LATER: Final[dict[str, Tricks]] = {
    "the player who revoked": [["W CA", "N C2", "E C3", "S C4"], ["W D6", "N S7", "E H2", "S H3"]],
    "the same side": [["E CA", "S C4", "W C6", "N C2"], ["E H2", "S SA", "W D6", "N S7"]],
    "the opponents": [["S C4", "W CA", "N C2", "E C3"], ["W D6", "N S7", "E H2", "S SA"]],
}
_NO_LATER: Final[dict[str, Tricks]] = {
    "the player who revoked": [["W C6", "N CA", "E C3", "S C4"], ["N S7", "E H2", "S SA", "W D6"]],
    "the same side": [["E C3", "S C4", "W C6", "N CA"], ["N S7", "E H2", "S SA", "W D6"]],
    "the opponents": [["S C4", "W C6", "N CA", "E C3"], ["N S7", "E H2", "S SA", "W D6"]],
}


def established(facts: Facts) -> Shown:
    """A revoke on trick eleven with the tricks after it, or on trick five with no more than the next card of its side."""
    if not facts["revoke_established"] or facts["exempt"] != "none of these":
        return {}, set()
    won_by = str(facts.get("revoke_trick_won_by", "the player who revoked"))
    later = facts.get("later_trick", "no later trick")
    if later == "play goes on":
        begun = [card for card in _NO_LATER[won_by][0] if card[0] in "WE" or card[0] == "S"][
            : 2 if won_by == "the opponents" else 1
        ]
        return _told(
            facts, {"from": 5, "on_lead": "S", "tricks": [_LEADS[won_by], begun], "remaining": {"W": "-.-.6.-"}}
        )
    after = (_LATER if later == "a later trick" else _NO_LATER)[won_by]
    return _told(facts, {"from": 11, "on_lead": "S", "tricks": [_LEADS[won_by], *after]})


def _told(facts: Facts, play: dict[str, Any]) -> Shown:
    """The fields, with the facts of the path that they show."""
    fields = {"contract": "4S", "declarer": "S", "play": play}
    at = Situation(parse_record(fields))
    told = {name for name, value in facts.items() if (look := FACTS[name].observe) is not None and look(at) == value}
    return {**fields, "offender": at.offender.value}, told
