"""Law 40: partnership understandings, their disclosure, departures from them; system cards and aids."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from exams.scenarios.bidding.system import Option
from exams.scenarios.narration.bridge import Contract, Made, contract, contract_of, number, owned, the_call
from exams.scenarios.narration.explained import Explained, explained
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table, Unfit, one_of
from laws.rulings.calls import PASS, SUIT_NAMES, SUITS
from laws.rulings.meanings import Shown
from laws.rulings.seats import ROUND, Seat

TEXTS: Final = texts("law_40")
_ARTIFICIAL: Final = ("strong", "Michaels", "unusual", "splinter", "forcing raise")
"""How the system's words for an artificial call begin that nobody takes for a natural one, and that players do psyche."""


def deviation(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A call that its maker's hand does not fit: a natural one, or an artificial one where those may not be psyched."""
    played = contract_of(table)  # looked at when the board has been played
    dummy = played.declarer.partner
    under_way = facts.get("damage") == "open"
    restricted = facts["psyche_restricted"]
    bids = _artificial(table, rng) if restricted else _natural_bids(table)
    bids = [(index, words) for index, words in bids if _is_believed(table, index)]
    if under_way:  # until the end of play the table sees one other hand
        bids = [(index, words) for index, words in bids if table.made[index][0] is dummy]
    index, words = one_of(bids, rng)
    offender, option = table.made[index]
    held, shown = (TEXTS.line("nothing_like_it"), Shown()) if restricted else _held(option, rng)
    found = "afterwards" if not under_way else "in the play, unlike it" if restricted else "in the play"
    return Setting(
        {"offender": offender, "auction": table.before()},
        TEXTS.lines("openings", "deviation", found),
        places={
            "bid": owned(offender, option.call),
            "bare": the_call(option.call),
            "words": words,
            "held": held,
            "caller": rng.choice((offender.lho, offender.rho)),
            "trick": number(rng.randrange(3, 9)),
            **_measured(facts, "psyche restricted" if restricted else "deviation", rng),
        },
        notes={index: f"by agreement “{words}”"},
        situation=(words, held),
        held={offender: shown},
    )


_ASKED_ABOUT: Final = {"deviation": "told", "not disclosed": "told", "incomplete": "incomplete"}
"""What players are asked when play is over: what they do when told everything; else how far they get without it."""
_POLLED: Final = {"deviation": "warned", "psyche restricted": "unpsyched"}
"""How a poll is told where it is told in words of its own: with the player's habit, or without the call."""


def _measured(facts: Facts, issue: str, rng: random.Random) -> dict[str, str]:
    """What the result is compared with, and what players who are asked say of it."""
    way = _ASKED_ABOUT.get(issue, "without")
    measured = {"put_right": TEXTS.line("put right", issue), "poll": "", "even_so": ""}
    if facts.get("damage") in ("undamaged", "damaged"):
        measured["poll"] = rng.choice(TEXTS.lines("poll", _POLLED.get(issue, way)))
        measured["even_so"] = rng.choice(TEXTS.lines("outcome", facts["damage"], way))
    return measured


def _is_believed(table: Table, index: int) -> bool:
    """Who made that bid on another hand is done with bidding, and partner has bid on as over the real thing."""
    seat, _ = table.made[index]
    later = table.made[index + 1 :]
    partners = [option.call for by, option in later if by is seat.partner]
    return all(option.call is PASS for by, option in later if by is seat) and bool(partners) and partners[0] is not PASS


def _natural_bids(table: Table) -> list[tuple[int, str]]:
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
        unusual = explained(
            table.made,
            rng,
            lambda one: (
                one.other.startswith(TEXTS.lines("unusual"))
                and not _names_suit(one)
                and _answered_in_a_suit(table, one.index)
            ),
        )
        found.append((unusual.index, unusual.other))
    return found


def _answered_in_a_suit(table: Table, index: int) -> bool:
    """Partner picks a suit, as over the artificial bid, and does not go on in notrump as over the natural one."""
    partner = table.made[index][0].partner
    answers = [option.call for seat, option in table.made[index + 1 :] if seat is partner and option.call is not PASS]
    return bool(answers) and answers[0].denomination in SUITS


def _names_suit(one: Explained) -> bool:
    """By its other meaning too it shows the suit bid: partner may leave it in, and some call it natural."""
    return one.other.startswith(TEXTS.line("names the suit"))


def _held(option: Option, rng: random.Random) -> tuple[str, Shown]:
    """What the player had instead, in words and in figures."""
    if option.call.denomination == "NT":
        points = rng.randrange(3, 6)
        return TEXTS.line("held", "notrump", points=number(points)), Shown((points, points))
    points, count = rng.randrange(2, 5), rng.choice(TEXTS.names("held", "few"))
    suit = SUIT_NAMES[option.call.denomination]
    few = TEXTS.line("held", "few", count, suits=suit, suit=suit.removesuffix("s"))
    lengths = tuple((0, int(count)) if name == suit else (0, 13) for name in map(SUIT_NAMES.__getitem__, SUITS))
    return TEXTS.line("held", "suit", points=number(points), few=few), Shown((points, points), lengths)  # type: ignore[arg-type]


def explanation(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A call that an opponent asks about: explained in part or not at all, not permitted, or not the same from partner."""
    contract_of(table)  # looked at when the board has been played
    issue = str(facts["issue"])
    unusual = TEXTS.lines("unusual") if issue == "not permitted" else ("",)
    picks = TEXTS.lines("partner picks") if issue == "not permitted" else ()
    unagreed = issue == "not disclosed" and bool(facts["understanding"])

    def wanted(one: Explained) -> bool:
        if issue == "not permitted" and not (
            _names_suit(one) or any(call.is_bid for call in table.calls[one.index + 1 :])
        ):
            return False  # nobody leaves in what shows other suits
        if one.other.startswith(picks) and not _answered_in_a_suit(table, one.index):
            return False  # partner picks one of the suits shown
        return one.index + 1 < len(table.made) and one.other.startswith(unusual) and not (unagreed and one.agreed)

    one = explained(table.made, rng, wanted)
    places = one.places
    offender, said, shown = one.explainer, one.meant, None
    situation: tuple[str, ...] = (one.meant, one.other)
    match issue:
        case "not disclosed":
            places["kept"] = rng.choice(TEXTS.lines("general"))
            situation = (one.meant, places["kept"])
            if unagreed:
                issue, said = "no agreement", "no agreement"
                situation = (said, one.meant)
        case "incomplete":
            polled = rng.randrange(6, 11)
            places |= {"asked": number(polled), "some": number(rng.randrange(polled // 2 + 1, polled))}
            under_way = facts.get("damage") == "open"
            places["choice"] = TEXTS.line("choice", "under way" if under_way else "finished")
            situation = (one.meant, one.left_out)
        case "not permitted":
            offender, said, situation = one.bidder, one.other, (one.other,)
        case "differs by player":
            offender, shown = one.bidder, one.index + 1  # asked about before the next call
    if facts["issue"] in TEXTS.part("put right"):
        places |= _measured(facts, str(facts["issue"]), rng)
    return Setting(
        {"offender": offender, "auction": table.before(shown)},
        TEXTS.lines("openings", issue),
        places=places,
        notes={one.index: f"explained as “{said}”"},
        situation=situation,
    )


def varies(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """An agreement that a method changes after a question or an irregularity."""
    method = rng.choice(TEXTS.lines("methods", facts["varies_after"]))
    offender = rng.choice(ROUND)
    ways = TEXTS.lines("openings", "varies", "used" if "damage" in facts else "arranged")
    way = rng.randrange(len(ways))
    caller = rng.choice((offender.lho, offender.rho))
    return Setting(
        {"offender": offender},
        (ways[way],),
        places={"method": method, "caller": caller, **_measured(facts, "varies", rng)},
        situation=(method, f"way {way}", offender),
    )


# -- looks at a system card, the player's own or an opponent's, and aids -----------------------------------------------


_OPENINGS: Final = TEXTS.part("openings")


def before_the_auction(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """With all hands in the board; or with a hand out of it (17A), while nobody has called."""
    offender = rng.choice(ROUND)
    ways = _OPENINGS.lines("card", facts["card_when"])
    way = rng.randrange(len(ways))
    return _setting(table, facts, offender, (ways[way],), (), situation=(f"way {way}", table.dealer, offender))


def clarification(table: Table, facts: Facts, rng: random.Random) -> Setting:
    played = contract_of(table)
    declares = facts.get("presumed_declarer_side")
    players = [seat for seat in ROUND if seat is not played.declarer.partner]  # dummy has no turn later
    seats = [seat for seat in players if declares is None or (seat.side is played.declarer.side) is declares]
    return _setting(table, facts, rng.choice(seats), _OPENINGS.lines("card", "clarification"), table.made, played)


def to_explain(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """An opponent asks what partner's call means, made over a call of the opponents."""
    made = table.made
    found = [
        i
        for i, (seat, option) in enumerate(made)
        if option.call is not PASS
        and any(other.call.is_bid and by.side is not seat.side for by, other in made[:i])
        and not table.standing(i + 1).ended
    ]
    index = one_of(found, rng)
    bidder, option = made[index]
    over = next((by, other) for by, other in reversed(made[:index]) if other.call.is_bid and by.side is not bidder.side)
    places = {"asker": bidder.lho, "bid": owned(bidder, option.call), "theirs": owned(over[0], over[1].call)}
    ways = _OPENINGS.lines("card", "to explain", facts["issue"])
    return _setting(table, facts, bidder.partner, ways, made[: index + 1], None, **places)


def at_a_turn(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """At the player's own turn or at another's: in the play, where dummy has no turn of their own, or in the auction."""
    when = facts["card_when"]
    played = contract(table.dealer, table.before())
    if played is not None and rng.random() < 0.4:
        players: Sequence[Seat] = [played.declarer, played.declarer.lho, played.declarer.rho]
        made, turn, when = table.made, rng.choice(players), f"{when} to play"
    else:
        players, played = ROUND, None
        made = table.made[: rng.randrange(1, len(table.made) + 1)]
        state = table.standing(len(made))
        if state.ended:
            raise Unfit
        turn = state.turn
    own = facts["card_when"] == "own turn"
    offender = turn if own else rng.choice([seat for seat in players if seat is not turn])
    trick = number(rng.randrange(2, 9)) if played is not None else ""
    ways = _OPENINGS.lines("card", when)
    return _setting(table, facts, offender, ways, made, played, turn=turn, trick=trick)


def aid(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """An aid to memory, calculation or technique, in the auction or in the play."""
    what = rng.choice(TEXTS.lines("aids"))
    made = table.made[: rng.randrange(1, len(table.made) + 1)]
    offender = rng.choice(ROUND)
    opening = rng.choice(_OPENINGS.lines("aid"))
    if table.standing(len(made)).ended:
        raise Unfit
    return _setting(table, facts, offender, (opening,), made, what=what, situation=(what,))


def _setting(
    table: Table,
    facts: Facts,
    offender: Seat,
    openings: Sequence[str],
    made: Made,
    played: Contract | None = None,
    situation: Sequence[str] = (),
    **places: Any,
) -> Setting:
    auction = table.before(len(made)) if made else None
    return Setting(
        {"offender": offender, "auction": auction, "declarer": played.declarer if played else None},
        openings,
        shown={"presumed_declarer_side"} & facts.keys(),
        places={
            "card": TEXTS.line("cards", facts["issue"]),
            "dealer": table.dealer,
            "playing": played.declarer if played else None,
            "contract_only": played.only if played else None,
            **places,
        },
        situation=situation,
    )
