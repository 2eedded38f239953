"""Law 40: tables at which a call, an explanation or a method is in question."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from exams.scenarios.bidding.system import Option
from exams.scenarios.narrating.auctions import capital, owned, plain_calls
from exams.scenarios.narrating.bridge import contract_of, number, pair, the_call
from exams.scenarios.narrating.explained import Explained, explained
from exams.scenarios.narrating.narrative import Facts, Setting
from exams.scenarios.tables import Table
from laws.rulings.calls import SUIT_NAMES
from laws.rulings.seats import Seat


def deviation(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """A call that its maker's hand does not fit: a natural one, or an artificial one where those may not be psyched."""
    if contract_of(table) is None:
        return None
    shown = _artificial(table, rng) if facts["psyche_restricted"] else _natural(table, rng)
    if shown is None:
        return None
    index, words = shown
    offender, option = table.made[index]
    held = _NOTHING_LIKE_IT if facts["psyche_restricted"] else _held(option, rng)
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
        _SEEN_IN_PLAY if late else _SEEN_AFTERWARDS,
        places,
        notes={index: f"by agreement “{words}”"},
        situation=(words, held),
    )


_NOTHING_LIKE_IT: Final = "a hand with nothing of the kind"
_SEEN_AFTERWARDS: Final = (
    "After the play {caller} calls you: {bid}, which by agreement shows “{words}”, was made on {held}.",
    "When the board is over, {caller} complains that {offender} bid {bare} on {held}. The system card says: “{words}”.",
    "“Look at this,” says {caller} at the end of the board: {offender} bid {bare}, announced as “{words}”, on {held}.",
)
_SEEN_IN_PLAY: Final = (
    "At trick {trick} {caller} calls you: {bid}, which by agreement shows “{words}”, turns out to have been made on {held}.",
    "At trick {trick} {caller} sees that {offender} has bid {bare} on {held}. The system card says: “{words}”.",
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
    unusual = explained(table.made, rng, lambda one: one.other.startswith(_UNUSUAL))
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
    kept = rng.choice(_GENERAL)
    openings = _NO_AGREEMENT if facts["understanding"] else _INFERENCE
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


_NO_AGREEMENT: Final = (
    "Asked by {asker} about {bid}, {explainer} said: “No agreement.” {bidder} had “{meant}”, and {explainer} tells you that "
    "that was what to expect.",
    "“We have never talked about it,” {explainer} told {asker}, who had asked about {bid}. But {explainer} took it as "
    "“{meant}”, and that was what {bidder} held.",
    "{asker} asked about {bid} and was told by {explainer} that there was no agreement. In fact both partners went by "
    "“{meant}”.",
)
_INFERENCE: Final = (
    "Asked by {asker}, {explainer} explained {bid} as “{meant}”. Later {asker} complains that {explainer} did not add {kept}.",
    "{explainer} told {asker} that {bid} was “{meant}”, but not {kept}. {asker} calls you because of that.",
    "“{Meant}” was {explainer}'s answer when {asker} asked about {bid}. {asker} says that {explainer} had to add {kept}.",
)
_GENERAL: Final = (
    "that {bidder} would probably have called more with a much better hand",
    "that such calls tend to be a little lighter when not vulnerable",
    "that a player with a second good suit usually shows it",
    "that such a call is often made on a slightly better hand after partner has passed",
    "that players with a doubtful hand mostly choose the cheaper call",
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
        _SHORT_ANSWERS,
        places,
        notes={one.index: f"explained as “{one.meant}”"},
        situation=(one.meant, one.left_out),
    )


_SHORT_ANSWERS: Final = (
    "Asked by {asker} for the meaning of {bid}, {explainer} said “{meant}”, and no more. By agreement {left_out}.",
    "{explainer} explained {bid} to {asker} as “{meant}”. That is right as far as it goes, but by agreement {left_out}.",
    "“{Meant},” said {explainer} when {asker} asked about {bid}. What {asker} was not told: by agreement {left_out}.",
)


def not_permitted(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """A call with a meaning that the regulations of the event do not allow."""
    one = _asked_about(table, facts, rng, lambda one: one.other.startswith(_UNUSUAL))
    if one is None:
        return None
    places = _of(one) | {"otherwise": "without that call"}
    return _setting(
        table,
        one.bidder,
        _FORBIDDEN,
        places,
        notes={one.index: f"explained as “{one.other}”"},
        situation=(one.other,),
    )


_UNUSUAL: Final = (
    "weak with six cards in",
    "weak with five",
    "weak with both",
    "pre-emptive with seven",
    "a solid minor",
    "six cards in hearts or",
    "both majors",
    "the other suits",
)
_FORBIDDEN: Final = (
    "{explainer} explains {bid} to {asker} as “{other}”. That is what {side} have agreed, but the regulations of the event "
    "do not admit this method, and {asker} calls you.",
    "{side}'s card gives {bare} as “{other}”, and {bidder} has made the call. {asker} points out to you that it is a special "
    "understanding which the regulations of this event exclude.",
    "{bid} is “{other}” by agreement. At their own club {side} may play that; the regulations of this event exclude it, and "
    "{asker} calls you.",
)


def differs(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """A meaning that depends on which of the partners makes the call."""
    one = _asked_about(table, facts, rng)
    if one is None:
        return None
    return _setting(
        table,
        one.bidder,
        _BY_PLAYER,
        _of(one),
        notes={one.index: f"explained as “{one.meant}”"},
        situation=(one.meant, one.other),
    )


_BY_PLAYER: Final = (
    "Asked about {bid}, {explainer} says to {asker}: “{Meant}. When I make the same call, it is ‘{other}’.” The partners have "
    "agreed on that, and it stands on both their cards.",
    "{asker} is told by {explainer} that {bare} is “{meant}” when {bidder} makes it, and “{other}” when {explainer} does. "
    "That is their agreement, openly told; {asker} asks you whether it is in order.",
    "“From {bidder} it is ‘{meant}’, from me ‘{other}’; so we have agreed it,” is {explainer}'s answer to {asker}'s question "
    "about {bid}. {asker} calls you.",
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
