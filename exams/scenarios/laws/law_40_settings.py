"""Law 40: tables at which a call, an explanation or a method is in question."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from exams.scenarios.bidding.system import Option
from exams.scenarios.narration.auctions import capital, owned, plain_calls
from exams.scenarios.narration.bridge import contract_of, number, pair, the_call
from exams.scenarios.narration.explained import Explained, explained
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table
from laws.rulings.calls import SUIT_NAMES
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_40")


def deviation(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """A call that its maker's hand does not fit: a natural one, or an artificial one where those may not be psyched."""
    if contract_of(table) is None:
        return None
    shown = _artificial(table, rng) if facts["psyche_restricted"] else _natural(table, rng)
    if shown is None:
        return None
    index, words = shown
    offender, option = table.made[index]
    held = TEXTS.line("nothing_like_it") if facts["psyche_restricted"] else _held(option, rng)
    late = facts.get("damage") == "open"
    places = {
        "bid": owned(offender, option.call),
        "bare": the_call(option.call),
        "words": words,
        "held": held,
        "caller": rng.choice((offender.lho, offender.rho)).full_name,
        "trick": number(rng.randrange(3, 9)),
        "otherwise": "without that call" if facts["psyche_restricted"] else "with a warning",
    }
    return _setting(
        table,
        offender,
        TEXTS.lines("seen_in_play") if late else TEXTS.lines("seen_afterwards"),
        places,
        notes={index: f"by agreement “{words}”"},
        situation=(words, held),
    )


def _natural(table: Table, rng: random.Random) -> tuple[int, str] | None:
    """A natural bid whose meaning leaves no doubt when the hand is another one: its place, and what it shows."""
    found = [(i, option.words) for i, (_, option) in enumerate(table.made) if _is_natural(option)]
    return rng.choice(found) if found else None


def _is_natural(option: Option) -> bool:
    if option.meaning is None or option.meaning.artificial or not option.call.is_bid or option.call.level > 2:
        return False
    rules = (
        ("opening", "over one") if option.call.denomination == "NT" else ("opening", "over one", "response to one of")
    )
    return option.rule.startswith(rules)


def _artificial(table: Table, rng: random.Random) -> tuple[int, str] | None:
    """An artificial bid: its place, and what it shows."""
    found = [
        (i, option.words)
        for i, (_, option) in enumerate(table.made)
        if option.meaning is not None
        and option.meaning.artificial
        and option.call.is_bid
        and option.words.startswith(_ARTIFICIAL)
    ]
    unusual = explained(table.made, rng, lambda one: one.other.startswith(TEXTS.lines("unusual")))
    if unusual is not None:
        found.append((unusual.index, unusual.other))
    return rng.choice(found) if found else None


_ARTIFICIAL: Final = ("strong", "transfer", "Stayman", "Michaels", "unusual", "splinter", "forcing raise")


def _held(option: Option, rng: random.Random) -> str:
    if option.call.denomination == "NT":
        return f"{number(rng.randrange(3, 6))} points and a six-card suit"
    suit = SUIT_NAMES[option.call.denomination]
    few = rng.choice((f"two {suit}", f"a singleton {suit.removesuffix('s')}"))
    return f"{number(rng.randrange(2, 5))} points and {few}"


def not_disclosed(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """A meaning that was kept back: an understanding of the pair, or what every player knows."""
    one = _asked_about(table, facts, rng)
    if one is None:
        return None
    kept = rng.choice(TEXTS.lines("general"))
    openings = TEXTS.lines("no_agreement") if facts["understanding"] else TEXTS.lines("inference")
    said = "no agreement" if facts["understanding"] else one.meant
    places = _of(one) | {"kept": kept, "otherwise": "told everything"}
    return _setting(
        table,
        one.explainer,
        openings,
        places,
        notes={one.index: f"explained as “{said}”"},
        situation=(said, kept if not facts["understanding"] else one.meant),
    )


def incomplete(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """A right explanation that left something out."""
    one = _asked_about(table, facts, rng)
    if one is None:
        return None
    polled = rng.randrange(6, 11)
    places = _of(one) | {
        "left_out": one.left_out,
        "asked": number(polled),
        "some": number(rng.randrange(polled // 2, polled - 1)),
        "otherwise": "told everything",
    }
    return _setting(
        table,
        one.explainer,
        TEXTS.lines("short_answers"),
        places,
        notes={one.index: f"explained as “{one.meant}”"},
        situation=(one.meant, one.left_out),
    )


def not_permitted(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """A call with a meaning that the regulations of the event do not allow."""
    one = _asked_about(table, facts, rng, lambda one: one.other.startswith(TEXTS.lines("unusual")))
    if one is None:
        return None
    places = _of(one) | {"otherwise": "without that call"}
    return _setting(
        table,
        one.bidder,
        TEXTS.lines("forbidden"),
        places,
        notes={one.index: f"explained as “{one.other}”"},
        situation=(one.other,),
    )


def differs(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """A meaning that depends on which of the partners makes the call."""
    one = _asked_about(table, facts, rng)
    if one is None:
        return None
    return _setting(
        table,
        one.bidder,
        TEXTS.lines("by_player"),
        _of(one),
        notes={one.index: f"explained as “{one.meant}”"},
        situation=(one.meant, one.other),
    )


def _asked_about(
    table: Table, facts: Facts, rng: random.Random, wanted: Callable[[Explained], bool] = lambda one: True
) -> Explained | None:
    """A call that an opponent asks about; where the damage is known, or could be, the auction is over."""
    if contract_of(table) is None:
        return None
    return explained(table.made, rng, lambda one: one.index + 1 < len(table.made) and wanted(one))


def _of(one: Explained) -> dict[str, str]:
    return {
        "asker": one.bidder.lho.full_name,
        "bidder": one.bidder.full_name,
        "explainer": one.explainer.full_name,
        "bid": owned(one.bidder, one.call),
        "bare": the_call(one.call),
        "meant": one.meant,
        "Meant": capital(one.meant),
        "other": one.other,
    }


def _setting(
    table: Table,
    offender: Seat,
    openings: Sequence[str],
    places: Mapping[str, str],
    *,
    notes: Mapping[int, str] | None = None,
    situation: Sequence[str],
) -> Setting:
    record: dict[str, Any] = {"board": table.board, "offender": offender.value, "auction": plain_calls(table.made)}
    known = {**places, "side": pair(offender)}
    if "kept" in known:
        known["kept"] = known["kept"].format_map(known)
    return Setting(
        record,
        openings,
        offender.value,
        told=frozenset(("issue",)),
        places=known,
        notes=notes or {},
        situation=situation,
    )
