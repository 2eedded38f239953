"""Tables for the procedures that rest on findings: the players are seated, the rest is stated.

What a record can show (the cards exposed, a poll, who has called since) is staged; what only a director can find out is
stated as a finding.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

Facts = Mapping[str, Any]
Shown = tuple[dict[str, Any], set[str]]
"""Fields of the record, and the facts that these fields show already."""


def exposed_cards(facts: Facts) -> Shown:
    """Law 24: the cards lie on the table, and the auction may have shown who declares."""
    fields: dict[str, Any] = {}
    if facts.get("several_cards"):
        fields["cards"] = ["D3", "C6"]
    elif "honour" in facts:
        fields["cards"] = ["DQ"] if facts["honour"] else ["S5"]
    if "ends_as" in facts and facts["ends_as"] != "undecided":
        fields["declarer"] = "W" if facts["ends_as"] == "declaring" else "N"
    if "defends" in facts:
        fields["declarer"] = "N" if facts["defends"] else "W"
    shown = {"several_cards", "honour"} if "cards" in fields else set()
    return fields, shown | ({"ends_as", "defends"} if "declarer" in fields else set())


def misled(facts: Facts) -> Shown:
    """Law 21: East passes over South's 2C, wrongly explained by North; who has called since is in the auction."""
    if facts.get("partner_since"):
        return {"auction": ["S 2C", "W P", "N 2D", "E P", "S 2H", "W P"]}, {"partner_since", "lho_since"}
    if facts.get("lho_since"):
        return {"auction": ["S 2C", "W P", "N 2D", "E P", "S 2H"]}, {"partner_since", "lho_since"}
    if "partner_since" in facts:
        return {"auction": ["S 2C", "W P", "N 2D", "E P"]}, {"partner_since", "lho_since"}
    return {}, set()


def corrected(facts: Facts) -> Shown:
    """20F: North has noticed a mistake of North's or South's; who declares is known once the auction is over."""
    fields = {"offender": "N" if facts.get("whose_explanation") == "own" else "S"}
    if "knower_declares" in facts:
        fields["declarer"] = "S" if facts["knower_declares"] else "W"
    return fields, {"whose_explanation", "knower_declares"}


def polled(facts: Facts) -> Shown:
    """16B and 16C: ten players were asked about the alternative."""
    if "alternative" not in facts:
        return {}, set()
    considered = 4 if facts["alternative"] else 1
    return {"poll": {"asked": 10, "considered": considered, "selected": 1}}, {"alternative"}


def ended(facts: Facts) -> Shown:
    """Law 22: the auction shows how it ended."""
    auctions = {
        "contract": ["N 1S", "E P", "S P", "W P"],
        "passed out": ["N P", "E P", "S P", "W P"],
        "goes on": ["N 1S", "E P"],
        "a turn was skipped": ["N 1S", "E P", "W P", "N P"],
    }
    return {"auction": auctions[facts["how_ended"]]}, {"how_ended"}


def noticed(facts: Facts) -> Shown:
    """Law 9: South speaks; who is dummy, and whose irregularity it is, follows from the seats."""
    fields: dict[str, Any] = {}
    if "is_dummy" in facts:
        fields["declarer"] = "N" if facts["is_dummy"] else "E"
    if "own_side" in facts:
        fields["offender"] = "S" if facts["own_side"] else "E"
    return fields, {"is_dummy", "own_side"}


def chosen(facts: Facts) -> Shown:
    """Law 10: South has the choice, after an irregularity by East or by himself."""
    if "elector_offended" not in facts:
        return {}, set()
    return {"player": "S", "offender": "S" if facts["elector_offended"] else "E"}, {"elector_offended"}


def carded(facts: Facts) -> Shown:
    """Law 40: East looks at a card; who declares is known."""
    if "presumed_declarer_side" not in facts:
        return {}, set()
    return {"declarer": "W" if facts["presumed_declarer_side"] else "N"}, {"presumed_declarer_side"}


def asked(facts: Facts) -> Shown:
    """Law 20: South asks; the auction tells whose turn it is, declarer's seat what South is and whose the lead is."""
    if "asker_is" not in facts:
        return {}, set()
    defending = "E" if facts.get("asker_leads", True) else "W"
    declarer = {"declarer": "S", "dummy": "N", "defender": defending}[facts["asker_is"]]
    return {"declarer": declarer}, {"asker_is", "asker_leads"}


def on_wrong_cards(facts: Facts) -> Shown:
    """Law 15: South called on the cards of another board; who has called since is in the auction."""
    if facts.get("partner_called_after"):
        return {"auction": ["S 1H", "W 1S", "N 1NT"]}, {"partner_called_after", "lho_called_after"}
    if "partner_called_after" in facts:
        since = ["W 1S"] if facts.get("lho_called_after") else []
        shown = {"partner_called_after", "lho_called_after", "ended_by_it"}
        if facts.get("ended_by_it"):
            return {"dealer": "W", "auction": ["W 1NT", "N P", "E P", "S P"], "noticed": "play"}, shown
        return {"auction": ["S 1H", *since]}, shown
    if facts.get("auction_period_begun"):
        return {"auction": ["S 1H"]}, {"auction_period_begun"}
    return {}, set()


def learned(facts: Facts) -> Shown:
    """16D: whether anybody has called is in the auction."""
    if "called_already" not in facts:
        return {}, set()
    return {"auction": ["N 1H"] if facts["called_already"] else []}, {"called_already"}


def taken_out(facts: Facts) -> Shown:
    """17A: whoever has called has taken a hand out."""
    return ({"auction": ["N 1H"]}, {"hand_taken_out"}) if facts["hand_taken_out"] else ({}, set())


SHOWN: Final[dict[str, Callable[[Facts], Shown]]] = {
    "9": noticed,
    "10": chosen,
    "15": on_wrong_cards,
    "16B": polled,
    "16C": polled,
    "16D": learned,
    "17A": taken_out,
    "20": asked,
    "20F": corrected,
    "21": misled,
    "22": ended,
    "24": exposed_cards,
    "40": carded,
}
SEATS: Final[dict[str, dict[str, str]]] = {
    "9": {"player": "S"},
    "10": {"offender": "E"},
    "11": {"offender": "E"},
    "15": {"offender": "S"},
    "16A": {"player": "N"},
    "16B": {"offender": "N"},
    "16C": {"offender": "S", "player": "N"},
    "16D": {"player": "N"},
    "17A": {"player": "N"},
    "20": {"player": "S"},
    "20F": {"offender": "S", "player": "N"},
    "21": {"offender": "N", "player": "E"},
    "22": {},
    "24": {"offender": "E"},
    "40": {"offender": "E"},
    "72": {"offender": "E"},
    "73": {"offender": "E"},
}
"""Who plays a part in the case: the offender, and the player whom it is about."""
DEALERS: Final = {"15": "S", "21": "S"}
PROCEDURES: Final = tuple(SEATS)


def stage(procedure: str, facts: Facts) -> dict[str, Any]:
    """Plain data of a record on which ruling takes the path with these facts."""
    fields, shown = SHOWN[procedure](facts) if procedure in SHOWN else ({}, set())
    stated = {fact: value for fact, value in facts.items() if fact not in shown}
    return {
        "dealer": DEALERS.get(procedure, "N"),
        "procedure": procedure,
        **SEATS[procedure],
        **fields,
        "findings": stated,
    }
