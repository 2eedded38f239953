"""How a requirement is told to whoever is on the way to a level. No tables: rules and records are made here."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest

from accounts.accreditation.asks import MOST_PIECES, Reader, asks, headline, next_of, result_of
from accounts.accreditation.papers import Chance, PaperOnOffer
from accounts.accreditation.requirements import (
    Age,
    AllOf,
    AnyOf,
    Assessment,
    Course,
    Fee,
    GoodStanding,
    Held,
    Item,
    Known,
    LevelHeld,
    NOf,
    Paper,
    Recognition,
    Record,
    Reference,
    Rule,
    Sessions,
    judge,
)
from accounts.models import Body

TODAY = dt.date(2026, 11, 28)
BODY = Body(name="Moreton Bridge Association", short_name="MBA", slug="mba")
SPRING = Chance(dt.date(2027, 3, 13), "Spring paper", "/s/", enter_by=dt.date(2027, 2, 27), place="Toowong")
LATE = Chance(dt.date(2027, 5, 15), "Late paper", "/l/", enter_by=dt.date(2027, 5, 15))
AUCTION = PaperOnOffer("auction", "The auction", pass_mark=Decimal("60.00"), next=(SPRING, LATE))
PLAY = PaperOnOffer("play", "The play", next=(LATE,))
PAPERS = {paper.code: paper for paper in (AUCTION, PLAY)}
KNOWN = Known(papers={code: paper.name for code, paper in PAPERS.items()}, levels={"club": "Club Director"})


def session(n: int, *, settled: bool = True, role: str = "directed") -> Item:
    """A session of n days ago."""
    details = {"role": role, "event": "club", "club": f"Club {n}"}
    return Item("sessions", TODAY - dt.timedelta(days=n), details, f"sessions:{n}", settled=settled)


def reader(*items: Item, awards: tuple[Held, ...] = (), later: bool = False) -> Reader:
    return Reader(BODY, KNOWN, Record(TODAY, items, awards), PAPERS, own=True, later=later)


def held(since: dt.date, *blemishes: dt.date) -> Held:
    return Held("club", since, dt.date(2029, 1, 1), in_force=True, blemishes=blemishes)


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        (
            Paper(codes=("auction",)),
            "Your step: sit the paper. The pass mark is 60 %. "
            "Next: 13 March 2027, Spring paper, Toowong; enter by 27 February 2027.",
        ),
        (Paper(codes=("auction",), mark=Decimal(75)), "Your step: sit the paper. Next: 13 March 2027"),
        (Paper(codes=("play",)), "Your step: sit the paper. Next: 15 May 2027, Late paper."),
        (Paper(codes=("gone",)), "Your step: sit the paper. No sitting is announced yet."),
        (Sessions(), "Your step: direct, then log each session. A registrar of MBA accepts it."),
        (Assessment(), "Our step: a registrar of MBA tells you the day"),
        (Reference(), "Your step: ask for it"),
        (Course(), "Your step: attend it."),
        (Recognition(), "Our step: a registrar of MBA checks the award"),
        (Fee(), "Your step: pay it."),
        (Age(), "Your date of birth is not kept."),
        (LevelHeld(code="club"), "Your step: reach Club Director first."),
        (LevelHeld(code="club", months=12), "The months are counted from the day"),
    ],
)
def test_what_to_do_and_whose_step_it_is(rule: Rule, told: str) -> None:
    here = reader()
    (ask,) = asks(judge(rule, here.record), here)
    assert told in ask.todo
    assert ask.sign.words == "missing"


def test_the_day_from_which_a_level_has_been_held_long_enough() -> None:
    here = reader(awards=(held(dt.date(2026, 3, 1)),))
    (ask,) = asks(judge(LevelHeld(code="club", months=12), here.record), here)
    assert (ask.sign.words, ask.todo) == (
        "later",
        "You have this from 1 March 2027, if you still hold Club Director then.",
    )


def test_the_day_from_which_somebody_is_in_good_standing_again() -> None:
    here = reader(awards=(held(dt.date(2024, 3, 1), dt.date(2025, 6, 1), dt.date(2026, 6, 1)),))
    (ask,) = asks(judge(GoodStanding(months=12), here.record), here)
    assert ask.todo == "You have this again from 1 June 2027."


@pytest.mark.parametrize(
    ("items", "sign", "words", "tally"),
    [
        ([], "no", "missing", ("", "", "")),
        ([session(1, settled=False)], "wait", "waiting", ("w", "", "")),
        ([session(1)], "part", "1 of 3", ("y", "", "")),
        ([session(1), session(2), session(3, settled=False)], "part", "2 of 3", ("y", "y", "w")),
        ([session(n, settled=False) for n in (1, 2, 3, 4)], "wait", "waiting", ("w", "w", "w")),
        ([session(1), session(2), session(3)], "yes", "have", ()),
    ],
)
def test_what_is_counted_has_a_bar(items: list[Item], sign: str, words: str, tally: tuple[str, ...]) -> None:
    here = reader(*items)
    (ask,) = asks(judge(Sessions(number=3), here.record), here)
    assert (ask.sign.shape, ask.sign.words, ask.tally) == (sign, words, tally)


def test_only_so_many_pieces_are_named() -> None:
    here = reader(*[session(n) for n in range(1, 11)])
    (ask,) = asks(judge(Sessions(number=10), here.record), here)
    assert (len(ask.pieces), ask.more) == (MOST_PIECES, 4)


def test_what_is_behind_another_level_is_missing_without_alarm() -> None:
    here = reader(later=True)
    signs = [ask.sign.shape for ask in asks(judge(AllOf(of=(LevelHeld(code="club"), Fee())), here.record), here)]
    assert signs == ["none", "none"]


def test_of_a_choice_that_is_made_the_rest_is_not_needed_however_deep() -> None:
    here = reader(Item("fee", TODAY, {}, "fee:1"))
    rule = AnyOf(of=(Fee(), AllOf(of=(Course(), Reference()))))
    (ask,) = asks(judge(rule, here.record), here)
    assert [part.sign.words for part in ask.parts] == ["have", "not needed"]
    assert [part.sign.words for part in ask.parts[1].parts] == ["not needed", "not needed"]


def test_a_group_of_which_all_that_is_open_waits_is_waiting() -> None:
    here = reader(session(1, settled=False), session(2, settled=False))
    rule = AnyOf(of=(AllOf(of=(Sessions(), Sessions(number=2))), Fee()))
    (ask,) = asks(judge(rule, here.record), here)
    assert (ask.sign.words, ask.parts[0].sign.words) == ("waiting", "waiting")


@pytest.mark.parametrize(
    ("rule", "items", "said"),
    [
        (AllOf(), [], "Nothing is asked for that can be checked here. The registrar decides."),
        (Fee(), [], "The fee is missing. Nothing else is asked for."),
        (Sessions(), [session(1)], "You have everything that is asked for."),
        (
            AllOf(of=(Paper(codes=("auction", "play")), Course(number=2), Age(), Sessions())),
            [session(1)],
            "You have one of four. One of several papers, two courses and proof of your age are missing.",
        ),
        (
            AllOf(of=(Fee(), Sessions(number=2))),
            [session(1, settled=False)],
            "You have none of two yet. The fee and one session are missing. One session waits for a registrar.",
        ),
        (
            AllOf(of=(NOf(n=2, of=(Fee(), Course(), Sessions())), LevelHeld(code="club"), Sessions())),
            [session(1)],
            "You have one of three. One of two alternatives and the level Club Director are missing.",
        ),
        (
            AllOf(of=(AllOf(of=(Sessions(), Fee())), Assessment(), Recognition())),
            [],
            "You have none of three yet. "
            "One session, the fee, the practical assessment and an award of another body are missing.",
        ),
    ],
)
def test_all_of_it_in_a_sentence_or_three(rule: Rule, items: list[Item], said: str) -> None:
    assert headline(judge(rule, Record(TODAY, items)), KNOWN) == said


def test_a_doubt_is_named() -> None:
    doubted = Item("paper", TODAY, {"blueprint": "auction"}, "paper:1", in_doubt=True)
    judged = judge(AllOf(of=(Paper(codes=("auction",)), Fee())), Record(TODAY, [doubted]))
    assert headline(judged, KNOWN) == "You have none of two yet. The fee is missing. “The auction” is in doubt."


def test_the_soonest_occasion_of_several_papers() -> None:
    found = next_of([PLAY, AUCTION])
    assert found is not None
    assert (found.paper, found.chance, found.enter_by) == (AUCTION, SPRING, dt.date(2027, 2, 27))
    assert next_of([]) is None


@pytest.mark.parametrize("reference", ["", "paper:", "paper:carol@example.org", "sessions:1"])
def test_what_has_no_result_here_leads_nowhere(reference: str) -> None:
    assert result_of(reference) == ""
