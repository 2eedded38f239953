"""Laws 23 and 26: a call was withdrawn; is the new one comparable, and what may be led?"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, Final

from exams.scenarios.bidding.system import Option
from exams.scenarios.laws import law_27, rotation
from exams.scenarios.laws.rotation import out_of_turn
from exams.scenarios.narration.bridge import as_data, contract_of, does, in_turn, number, the_call
from exams.scenarios.narration.episodes import Episode
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.replacing import comparable, tells_something
from exams.scenarios.narration.words import filled, texts
from exams.scenarios.tables import Table, data_of, one_of, telling
from laws.rulings.calls import CALLS, PASS, SUIT_NAMES, SUITS, Call
from laws.rulings.cards import lengths, points
from laws.rulings.comparable import WORKED_EXAMPLES, decisive
from laws.rulings.meanings import parse_meaning
from laws.rulings.seats import Seat
from laws.rulings.similarity import YES, likeness

TEXTS: Final = texts("law_23").part("asked again")
_LEADS: Final = texts("law_26")

# -- comparable calls (23) ---------------------------------------------------------------------------------------------


_OPENING_POINTS: Final = 12
_STRONG_POINTS: Final = 15
_TOO_STRONG: Final = 17
_LONG_SUIT: Final = 6
_REAL_SUIT: Final = 5
"""High-card points: an opening, a hand that bids again by itself, one too strong for a simple overcall;
and cards in a suit that is bid again, and in one that is bid at all.
"""
_REPLACED: Final = ("replaced", "bid", "pass", "double")
"""The episodes of those laws in which a call is replaced."""
_TEST: Final = {"similar": "same_or_similar", "subset": "is_subset", "same_purpose": "same_purpose"}


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    wanted = next((name for fact, name in _TEST.items() if facts.get(fact)), "no")
    found = _asking_again(table) if wanted == "same_purpose" else _replaced(table, wanted)
    return _told(one_of(found, rng), rng)


def _replaced(table: Table, wanted: str) -> Iterator[Episode]:
    """The episodes of calls out of rotation and insufficient bids on this table whose replacement passes that test."""
    told = [episodes(table, _REPLACED) for episodes in (rotation.passes, rotation.bids, rotation.doubles)]
    if wanted != "no":  # after an insufficient bid a call that is not comparable may still be free (27B1(a))
        told.append(law_27.episodes(table, _REPLACED))
    for episode in chain.from_iterable(told):
        record = episode.record
        if "replacement" not in record or record.keys() & {"premature", "attempted"} or _test(record) != wanted:
            continue
        if _is_the_cheapest(record):
            continue  # 27B1(a) asks for no comparable call
        if not _hides_strength(table, episode) and not _hides_suit(table, episode):
            yield episode


def _is_the_cheapest(record: Mapping[str, Any]) -> bool:
    """An insufficient bid was replaced by one in the same denomination."""
    old, new = CALLS[record["auction"][-1]["call"]], CALLS[record["replacement"]]
    return "continued" not in record and new.is_bid and new.denomination == old.denomination


def _hides_strength(table: Table, episode: Episode) -> bool:
    """A pass in place of the withdrawn call by a hand that nobody passes: an opening with a long suit or opposite a bid, a
    strong notrump, or a five-card major opposite 1NT.
    """
    if episode.record["replacement"] != PASS.text:
        return False
    partner = episode.offender.partner.value
    made = [*episode.record["auction"], *episode.record.get("continued", ())]
    bids = [one for one in made if CALLS[one["call"]].is_bid]
    partner_bid = any(one["by"] == partner for one in bids)
    hand = table.hands[episode.offender]
    if bids and bids[-1] == {"by": partner, "call": "1NT"} and max(lengths(hand)[:2]) >= _REAL_SUIT:
        return True  # it would have transferred
    speaks = partner_bid or max(lengths(hand)) >= _LONG_SUIT
    return points(hand) >= (_OPENING_POINTS if speaks else _STRONG_POINTS)


def _hides_suit(table: Table, episode: Episode) -> bool:
    """A double or a pass by a hand that can still bid the suit it bid before, and is not too strong for that."""
    record, hand = episode.record, table.hands[episode.offender]
    withdrawn = CALLS[record["auction"][-1]["call"]]
    if record["replacement"] not in ("X", "P") or withdrawn.denomination not in SUITS:
        return False
    bids = [CALLS[one["call"]] for one in record.get("continued", ()) if CALLS[one["call"]].is_bid]
    still = not bids or withdrawn.rank > bids[-1].rank
    return still and lengths(hand)[SUITS.index(withdrawn.denomination)] >= _REAL_SUIT and points(hand) < _TOO_STRONG


def _test(record: Mapping[str, Any]) -> str:
    """The test that the replacement plainly passes, by its name; `no` for none, nothing where it needs judgement."""
    meanings = record["meanings"]
    old, new = parse_meaning(meanings.get("withdrawn") or None), parse_meaning(meanings.get("replacement") or None)
    if old is None or new is None:
        return ""
    calls = CALLS[record["auction"][-1]["call"]], CALLS[record["replacement"]]
    plainly = comparable(Option(calls[0], old, "", ""), Option(calls[1], new, "", ""))
    found = decisive(old, new)
    return found if plainly is (found != "no") else ""


def _told(episode: Episode, rng: random.Random) -> Setting:
    record, offender = episode.record, episode.offender
    opening, events, methods = episode.stem(rng)
    old, new = CALLS[record["auction"][-1]["call"]], CALLS[record["replacement"]]
    throughout = episode.theme in ("bid", "pass", "double")
    return Setting(
        record,
        ("{opening} {events}",),
        offender,
        shown=_TEST,
        places={
            "opening": opening,
            "events": events,
            "methods": methods,
            "old": the_call(old),
            "new": the_call(new) if new is not old else f"the second {new.symbol}",
            "bar": "throughout" if throughout else "at their next turn",
            "no_bar": "at their next turn" if throughout else "throughout",
        },
        marked={len(record["auction"]) - 1},
        hands=(offender,) if episode.theme != _ASKED_AGAIN else (),
        like=_withdrawn(episode, old, insufficient=throughout) | _limbs(record),
    )


def _limbs(record: Mapping[str, Any]) -> frozenset[str]:
    """Whether the new call is similar and a subset at once, so that 23A1 and 23A2 both hold, whichever the ruling names."""
    meanings = record["meanings"]
    old, new = parse_meaning(meanings["withdrawn"]), parse_meaning(meanings["replacement"])
    if old is None or new is None or not new.within(old):
        return frozenset()
    if old.asks or new.asks:  # the same question, by hands that all could have put it
        return frozenset(("asked within",)) if old.asks and new.asks else frozenset()
    alike = new.same_hands(old) or likeness(old, new, WORKED_EXAMPLES).value == YES
    return frozenset(("both limbs",)) if alike else frozenset()


def _withdrawn(episode: Episode, call: Call, *, insufficient: bool) -> frozenset[str]:
    """What was withdrawn and when, by its names under `table`."""
    if insufficient:
        return frozenset(("insufficient bid",))
    early = "bid" if call.is_bid else "pass" if call is PASS else "double"
    *_, (turn, _last) = in_turn(episode.table.dealer, episode.record["auction"])
    at_rho = turn is episode.offender.rho
    return frozenset((f"{early} out of turn", *(() if at_rho else ("not at RHO's turn",))))


# -- a question that is asked again ------------------------------------------------------------------------------------


_ASKED_AGAIN: Final = "asked again"
"""The name of these episodes: no hand is shown, as the cards of the table are others."""
_OPENED: Final = ("1NT", "2NT", "2D", "2H", "2S")
"""Openings that the system answers with a question: for majors, or for strength."""


def _asking_again(table: Table) -> Iterator[Episode]:
    """Partner opens, and the offender asks at RHO's turn; RHO does not pass, and the offender asks again."""
    dealer = table.dealer
    for passes, opener in enumerate((dealer, dealer.lho, dealer.partner, dealer.rho)):
        for text in _OPENED:
            calls = [*[PASS] * passes, CALLS[text]]
            if _meant(table, calls[:-1], calls[-1]) is None:
                continue
            for asked in table.system.options([*calls, PASS]):
                if asked.meaning is not None and asked.meaning.asks and tells_something(asked):
                    yield from _asked_out_of_turn(table, calls, opener, asked)


def _meant(table: Table, calls: list[Call], call: Call) -> Option | None:
    return next((one for one in table.system.options(calls) if one.call is call and one.meaning), None)


def _asked_out_of_turn(table: Table, calls: list[Call], opener: Seat, asked: Option) -> Iterator[Episode]:
    offender, rho = opener.partner, opener.lho
    asks = asked.meaning.asks if asked.meaning is not None else ""
    for over in table.system.options(calls):
        if over.call is PASS or over.meaning is None:
            continue
        if asks == "majors" and over.call.denomination in ("H", "S"):
            continue  # with one major held by an opponent the question is after the other, and another one
        for again in table.system.options([*calls, over.call]):
            if again.meaning is None or asked.meaning is None or again.meaning.asks != asks:
                continue
            if not comparable(asked, again) or decisive(asked.meaning, again.meaning) != "same_purpose":
                continue
            record = {
                "board": table.board,
                "auction": as_data([*_by_seats(table, calls), (offender, asked.call)]),
                "meanings": {"withdrawn": data_of(asked), "replacement": data_of(again)},
                "accepted": False,
                "continued": as_data([(rho, over)]),
                "replacement": again.call.text,
            }
            seats = {"offender": offender, "lho": offender.lho, "rho": rho}
            named = {**seats, "call": the_call(asked.call), "over": does(over.call), "again": does(again.call)}
            cause, *events = (filled(text, named) for text in (TEXTS.line("cause"), *TEXTS.lines("events")))
            done, told = out_of_turn(asked.call), (telling(asked), telling(again))
            yield Episode(table, _ASKED_AGAIN, offender, record, done, cause, events, told)


def _by_seats(table: Table, calls: list[Call]) -> list[tuple[Seat, Option]]:
    return [
        (seat, _meant(table, calls[:place], call) or Option(call, None, "", ""))
        for place, (seat, call) in enumerate(in_turn(table.dealer, calls))
    ]


# -- leads (26) --------------------------------------------------------------------------------------------------------


def led(table: Table, facts: Facts, rng: random.Random) -> Setting:
    played = contract_of(table)
    declarer = played.declarer
    defends = facts.get("defends", True)
    late = facts.get("can_comply") is False
    if not defends:
        offender = rng.choice((declarer, declarer.partner))
    elif late or facts.get("occasion") == "retained":
        offender = declarer.lho  # the partner of declarer's RHO has the opening lead, and with it the first turn
    else:
        offender = rng.choice((declarer.lho, declarer.rho))
    # Nobody forbids a lead of trumps, least of all to a player who has nothing else left.
    suit = rng.choice([one for one in SUITS if one != played.bid.denomination])
    forbidden = suit if facts.get("forbids") else None
    lead = {"occasion": facts.get("occasion"), "forbidden": forbidden, "can_comply": not late}
    record = {
        "offender": offender,
        "procedure": "26",
        "declarer": declarer if "defends" in facts else None,
        "lead": lead if "occasion" in facts else None,
    }
    trick = number(rng.randrange(3, 9))
    if late:
        first_turn = _LEADS.draw(rng, "first turn", "near the end", partner=offender.partner)
    else:
        first_turn = _LEADS.line(
            "first turn", "opening" if offender is declarer.rho else "later", partner=offender.partner
        )
    places = {
        "contract": played,
        "any": _LEADS.line("restrictions", "again" if facts.get("occasion") in ("retained", "later") else "first"),
        "caller": declarer if defends else declarer.lho,
        "declarer": declarer,
        "suits_named": SUIT_NAMES[suit] if forbidden else _LEADS.line("any suit"),
        "forbade": _LEADS.draw(
            rng,
            "forbade",
            "then" if facts.get("occasion") == "retained" else "now",
            partner=offender.partner,
            declarer=declarer,
            offender=offender,
            suit=SUIT_NAMES[suit].removesuffix("s"),
            suits=SUIT_NAMES[suit],
        ),
        "trick": trick,
        "first_turn": first_turn,
        "kept": rng.choice(_LEADS.lines("kept", "near the end" if late else "ever since")),
    }
    return Setting(
        record,
        _LEADS.lines("openings"),
        shown={"defends", "occasion", "forbids", "can_comply"} & facts.keys(),
        places=places,
        situation=(played.words, forbidden or ""),
    )
