"""Law 40: partnership understandings, their disclosure, departures from them; system cards and aids stand beside it."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Final

from exams.scenarios.bidding.system import Option
from exams.scenarios.laws import law_40_cards
from exams.scenarios.narration.bridge import capital, contract_of, number, owned, plain, the_call
from exams.scenarios.narration.explained import explained
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table, Unfit, one_of
from laws.rulings.calls import SUIT_NAMES
from laws.rulings.seats import ROUND

TEXTS: Final = texts("law_40")
_ARTIFICIAL: Final = ("strong", "transfer", "Stayman", "Michaels", "unusual", "splinter", "forcing raise")
"""How the system's words for an artificial call begin that nobody takes for a natural one."""


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    match facts["issue"]:
        case "own card" | "opponents' card":
            return law_40_cards.card(table, facts, rng)
        case "aid":
            return law_40_cards.aid(table, facts, rng)
        case "varies":
            return _varies(table, facts, rng)
    contract_of(table)  # looked at when the board has been played
    return (_deviation if facts["issue"] == "deviation" else _explanation)(table, facts, rng)


def _deviation(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A call that its maker's hand does not fit: a natural one, or an artificial one where those may not be psyched."""
    restricted = facts["psyche_restricted"]
    shown = _artificial(table, rng) if restricted else _natural(table)
    index, words = one_of(shown, rng)
    offender, option = table.made[index]
    held = TEXTS.line("nothing_like_it") if restricted else _held(option, rng)
    return Setting(
        {"offender": offender.value, "auction": plain(table.before())},
        TEXTS.lines("openings", "deviation", "in the play" if facts.get("damage") == "open" else "afterwards"),
        offender.value,
        places={
            "bid": owned(offender, option.call),
            "bare": the_call(option.call),
            "words": words,
            "held": held,
            "caller": rng.choice((offender.lho, offender.rho)).full_name,
            "trick": number(rng.randrange(3, 9)),
            "otherwise": TEXTS.line("otherwise", "psyche restricted" if restricted else "deviation"),
        },
        notes={index: f"by agreement “{words}”"},
        situation=(words, held),
    )


def _natural(table: Table) -> list[tuple[int, str]]:
    """Natural bids whose meaning leaves no doubt when the hand is another one: their places, and what they show."""
    return [(i, option.words) for i, (_, option) in enumerate(table.made) if _is_natural(option)]


def _is_natural(option: Option) -> bool:
    if option.meaning is None or option.meaning.artificial or not option.call.is_bid or option.call.level > 2:
        return False
    rules = ("opening", "over one", *(() if option.call.denomination == "NT" else ("response to one of",)))
    return option.rule.startswith(rules)


def _artificial(table: Table, rng: random.Random) -> list[tuple[int, str]]:
    """Artificial bids: their places, and what they show."""
    found = [
        (i, option.words)
        for i, (_, option) in enumerate(table.made)
        if option.meaning is not None
        and option.meaning.artificial
        and option.call.is_bid
        and option.words.startswith(_ARTIFICIAL)
    ]
    with suppress(Unfit):
        unusual = explained(table.made, rng, lambda one: one.other.startswith(TEXTS.lines("unusual")))
        found.append((unusual.index, unusual.other))
    return found


def _held(option: Option, rng: random.Random) -> str:
    if option.call.denomination == "NT":
        return TEXTS.line("held", "notrump").format(points=number(rng.randrange(3, 6)))
    suit = SUIT_NAMES[option.call.denomination]
    few = rng.choice(TEXTS.lines("held", "few"))
    template = TEXTS.line("held", "suit")
    return template.format(points=number(rng.randrange(2, 5)), few=few.format(suits=suit, suit=suit.removesuffix("s")))


def _explanation(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A call that an opponent asks about: explained in part or not at all, not permitted, or not the same from partner."""
    issue = str(facts["issue"])
    unusual = TEXTS.lines("unusual") if issue == "not permitted" else ("",)
    one = explained(
        table.made, rng, lambda one: one.index + 1 < len(table.made) and one.other.startswith(tuple(unusual))
    )
    places = {
        "asker": one.bidder.lho.full_name,
        "bidder": one.bidder.full_name,
        "explainer": one.explainer.full_name,
        "bid": owned(one.bidder, one.call),
        "bare": the_call(one.call),
        "meant": one.meant,
        "Meant": capital(one.meant),
        "other": one.other,
        "left_out": one.left_out,
    }
    offender, said = one.explainer, one.meant
    situation: tuple[str, ...] = (one.meant, one.other)
    match issue:
        case "not disclosed":
            places["kept"] = rng.choice(TEXTS.lines("general"))
            situation = (one.meant, places["kept"])
            if facts["understanding"]:
                issue, said = "no agreement", "no agreement"
                situation = (said, one.meant)
        case "incomplete":
            polled = rng.randrange(6, 11)
            places |= {"asked": number(polled), "some": number(rng.randrange(polled // 2, polled - 1))}
            situation = (one.meant, one.left_out)
        case "not permitted":
            offender, said, situation = one.bidder, one.other, (one.other,)
        case "differs by player":
            offender = one.bidder
    if facts["issue"] in TEXTS.part("otherwise"):
        places["otherwise"] = TEXTS.line("otherwise", facts["issue"])
    return Setting(
        {"offender": offender.value, "auction": plain(table.before())},
        TEXTS.lines("openings", issue),
        offender.value,
        places=places,
        notes={one.index: f"explained as “{said}”"},
        situation=situation,
    )


def _varies(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """An agreement that a method changes after a question or an irregularity."""
    method = rng.choice(TEXTS.lines("methods", facts["varies_after"]))
    offender = rng.choice(ROUND)
    ways = TEXTS.lines("openings", "varies", "used" if "damage" in facts else "arranged")
    way = rng.randrange(len(ways))
    return Setting(
        {"offender": offender.value},
        (ways[way],),
        offender.value,
        places={
            "method": method,
            "caller": rng.choice((offender.lho, offender.rho)).full_name,
            "otherwise": TEXTS.line("otherwise", "varies"),
        },
        situation=(method, f"way {way}", offender.value),
    )
