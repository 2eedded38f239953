"""Law 73: signals, tempo and manner, and deception."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

from exams.scenarios.laws.law_73_scenes import Scene, false_card, hesitation, jumped_over, natural_bid, slow_call
from exams.scenarios.laws.law_73_words import (
    POSES,
    SECRETS,
)
from exams.scenarios.narration.auctions import capital
from exams.scenarios.narration.bridge import pair
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_73")


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    opening = _opening(facts)
    scene = _thoughtful(table, rng) if _has_a_reason(facts, opening) else _SCENES[opening](table, rng)
    if scene is None:
        return None
    player = scene.player
    manner = facts["conduct"] == "manner"
    record: dict[str, Any] = {"board": table.board, "offender": player.value}
    if scene.auction:
        record["auction"] = scene.auction
    return Setting(
        record,
        TEXTS.lines("openings", opening),
        player.value,
        told=frozenset({"conduct", "deliberate", "deception_rests_on", *(["could_benefit"] if manner else [])}),
        places={
            "name": player.full_name,
            "caller": rng.choice([player.lho, player.rho]).full_name,
            "inference": _inference(player, facts),
            "benefit": _benefit(player, facts["could_benefit"], rng) if manner and "could_benefit" in facts else "",
            **_about(scene),
            **scene.places,
        },
        notes=scene.notes,
        hands=(player.value,) if scene.shows_hand else (),
        situation=(opening, *scene.situation),
    )


def _opening(facts: Facts) -> str:
    """Which story: the conduct, with whether it was meant and what it rested on."""
    conduct = str(facts["conduct"])
    if conduct in ("signal", "manner"):
        return f"{conduct}, {'meant' if facts['deliberate'] else 'not meant'}"
    if conduct == "deceptive call or play":
        return f"deceptive, {facts['deception_rests_on']}"
    if conduct == "misled" and facts.get("bridge_reason"):
        return "misled, with a reason"
    return conduct


def _has_a_reason(facts: Facts, opening: str) -> bool:
    return opening == "deceptive, emphasised" and bool(facts.get("bridge_reason"))


def _thoughtful(table: Table, rng: random.Random) -> Scene | None:
    """A false card played after a pause that had a reason; no other manner has one."""
    scene = false_card(table, rng)
    return None if scene is None else scene.with_way("after a long pause", sign="the pause")


def _inference(player: Seat, facts: Facts) -> str:
    """What the opponents may conclude, or have concluded."""
    if facts["conduct"] == "manner":
        return f"{pair(player.lho)} may draw inferences from it, at their own risk; {player.partner.full_name} may not use it"
    return f"Whatever {pair(player.lho)} concluded was at their own risk"


def _benefit(player: Seat, could: bool, rng: random.Random) -> str:
    return rng.choice(TEXTS.lines("benefit", could)).format(name=player.full_name, side=pair(player))


def _about(scene: Scene) -> dict[str, str]:
    """What declarer drew the conclusion from, and the reason there can have been for it."""
    reason = "with dummy just down, the whole defence had to be planned"
    if "way" in scene.places:
        card, partner = scene.places.get("card", ""), scene.player.partner.full_name
        reason = f"the {card} might have had to be thrown under the ace to leave {partner} an entry"
    return {"sign": "the pause", "reason": reason, "reason_capital": capital(reason)}


def _told(table: Table, rng: random.Random, ways: tuple[str, ...]) -> Scene | None:
    """Something done with a bid of the natural auction, by the player who made it."""
    scene = natural_bid(table, rng)
    if scene is None:
        return None
    way = rng.choice(ways)
    return scene.with_way(way)


def _reacted(table: Table, rng: random.Random) -> Scene | None:
    """A remark or a sign after a bid by partner."""
    scene = natural_bid(table, rng, by_partner=True)
    return None if scene is None else scene.with_way(rng.choice(TEXTS.lines("blurted")))


def _meant(table: Table, rng: random.Random) -> Scene | None:
    scene = natural_bid(table, rng)
    return None if scene is None else scene.with_way(rng.choice(TEXTS.lines("manners")))


def _secret(table: Table, rng: random.Random) -> Scene | None:
    return _told(table, rng, TEXTS.lines("signals"))


def _protected(table: Table, rng: random.Random) -> Scene | None:
    scene = natural_bid(table, rng, opening=True)
    if scene is None:
        return None
    fitting = tuple(way for name, way in SECRETS if name in ("", scene.kind))
    return scene.with_way(rng.choice(fitting))


def _posed(table: Table, rng: random.Random) -> Scene | None:
    scene = false_card(table, rng)
    if scene is None:
        return None
    way, sign = rng.choice(POSES)
    return scene.with_way(way, sign=sign)


_SCENES: Final[dict[str, Callable[[Table, random.Random], Scene | None]]] = {
    "signal, not meant": _reacted,
    "signal, meant": _secret,
    "manner, not meant": slow_call,
    "manner, meant": _meant,
    "pause left out": jumped_over,
    "has information": lambda table, rng: slow_call(table, rng, about_partner=True),
    "misled": hesitation,
    "misled, with a reason": lambda table, rng: hesitation(table, rng, reason=True),
    "deceptive, by itself": false_card,
    "deceptive, emphasised": _posed,
    "deceptive, protected": _protected,
}
