"""The language of requirements: it reads what it writes, names every fault at its place, and judges as people would."""

from __future__ import annotations

import datetime
import itertools
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.accreditation import requirements
from accounts.accreditation.life import months_later
from accounts.accreditation.requirements import (
    NOTHING,
    Age,
    AllOf,
    AnyOf,
    Assessment,
    BadRule,
    Counted,
    Course,
    Fee,
    GoodStanding,
    Group,
    Held,
    Item,
    Judged,
    Known,
    Leaf,
    LevelHeld,
    NOf,
    Paper,
    Recognition,
    Record,
    Reference,
    Rule,
    Sessions,
    Standing,
    Step,
    judge,
    read,
)

TODAY = datetime.date(2026, 11, 28)
KNOWN = Known(
    papers={"club-auction": "Club, the auction", "club-play": "Club, the play"},
    levels={"club": "Club Director", "congress": "Congress Director", "national": "National Director"},
    topics={
        "club-auction": {"auction": "The auction", "calls": "Calls"},
        "club-play": {"play": "The play", "calls": "Calls"},
    },
)


# --- Random rules, evidence and records -------------------------------------------------------------------------------

WORDS = st.text(alphabet="abc ", max_size=6).map(str.strip)
MONTHS = st.none() | st.integers(1, 36)
MARKS = st.integers(1, 10000).map(lambda n: Decimal(n) / 100)


@st.composite
def papers(draw: st.DrawFn) -> Paper:
    codes = draw(st.lists(st.sampled_from(list(KNOWN.papers)), min_size=1, unique=True))
    shared = set.intersection(*(set(KNOWN.topics[code]) for code in codes))
    floors = draw(st.dictionaries(st.sampled_from(sorted(shared)), MARKS))
    return Paper(
        codes=tuple(codes),
        mark=draw(st.none() | MARKS),
        floors=floors,
        within_months=draw(MONTHS),
        words=draw(WORDS),
    )


@st.composite
def sessions(draw: st.DrawFn) -> Sessions:
    number = draw(st.integers(1, 5))
    return Sessions(
        number=number,
        role=draw(st.sampled_from(["", *Sessions.ROLES])),
        event=draw(st.sampled_from(["", *Sessions.EVENTS])),
        clubs=draw(st.integers(1, number)),
        movements=draw(st.integers(1, number)),
        within_months=draw(MONTHS),
    )


LEAVES: st.SearchStrategy[Leaf] = st.one_of(
    papers(),
    sessions(),
    st.builds(Assessment, number=st.integers(1, 3), within_months=MONTHS),
    st.builds(Reference, of=st.sampled_from(["", *Reference.OF]), number=st.integers(1, 3), words=WORDS),
    st.builds(Course, name=WORDS, within_months=MONTHS),
    st.builds(Recognition, awards=st.lists(WORDS.filter(bool), max_size=2, unique=True).map(tuple)),
    st.builds(Fee, amount=WORDS, within_months=MONTHS),
    st.builds(Age, years=st.integers(1, 99)),
    st.builds(LevelHeld, code=st.just("club"), months=st.integers(0, 36)),
    st.builds(GoodStanding, months=st.integers(1, 36)),
)


def groups(parts: st.SearchStrategy[Rule]) -> st.SearchStrategy[Rule]:
    several = st.lists(parts, min_size=1, max_size=3).map(tuple)
    some = several.flatmap(lambda of: st.builds(NOf, of=st.just(of), n=st.integers(1, len(of)), words=WORDS))
    return st.builds(AllOf, of=several, words=WORDS) | st.builds(AnyOf, of=several) | some


def depth(rule: Rule) -> int:
    return 1 + max(map(depth, rule.parts()), default=0) if isinstance(rule, Group) else 0


RULES: st.SearchStrategy[Rule] = st.recursive(LEAVES, groups, max_leaves=8).filter(
    lambda rule: depth(rule) <= requirements.DEEPEST
)

DAYS = st.integers(-5, 1500).map(lambda days: TODAY - datetime.timedelta(days=days))
NAMES = st.sampled_from(["", "a", "b", "c"])
DETAILS: Mapping[str, st.SearchStrategy[dict[str, Any]]] = {
    "paper": st.fixed_dictionaries(
        {"blueprint": st.sampled_from(list(KNOWN.papers)), "percent": MARKS.map(str)},
        optional={"topics": st.dictionaries(st.sampled_from(["auction", "play", "calls"]), st.integers(0, 100))},
    ),
    "sessions": st.fixed_dictionaries(
        {
            "role": st.sampled_from(list(Sessions.ROLES)),
            "event": st.sampled_from(list(Sessions.EVENTS)),
            "club": NAMES,
            "movement": NAMES,
        }
    ),
    "assessment": st.fixed_dictionaries({"outcome": st.sampled_from(["passed", "failed"])}),
    "reference": st.fixed_dictionaries({"of": st.sampled_from(list(Reference.OF))}),
    "course": st.fixed_dictionaries({"name": WORDS}),
    "recognition": st.fixed_dictionaries({"award": WORDS}),
    "fee": st.fixed_dictionaries({"amount": WORDS}),
    "age": st.fixed_dictionaries({"years": st.integers(1, 99)}),
}


@st.composite
def items(draw: st.DrawFn, ref: str = "", kind: str = "") -> Item:
    kind = kind or draw(st.sampled_from(sorted(DETAILS)))
    return Item(
        kind,
        draw(DAYS),
        draw(DETAILS[kind]),
        ref or draw(st.uuids()).hex,
        settled=draw(st.booleans()),
        in_doubt=draw(st.booleans()),
    )


HELD = st.builds(
    Held,
    level=st.sampled_from(["club", "congress"]),
    since=DAYS,
    until=DAYS,
    in_force=st.booleans(),
    blemishes=st.lists(DAYS, max_size=2).map(tuple),
)
RECORDS = st.builds(
    Record,
    today=st.just(TODAY),
    items=st.lists(items(), max_size=12).map(tuple),
    awards=st.lists(HELD, max_size=3).map(tuple),
)


# --- Reading and writing ----------------------------------------------------------------------------------------------


@given(RULES)
def test_what_is_written_is_read_back(rule: Rule) -> None:
    written = json.loads(json.dumps(rule.written()))
    assert read(written) == rule
    assert read(written).written() == rule.written()


@given(RULES)
def test_every_rule_says_itself(rule: Rule) -> None:
    for one in (rule, *rule.leaves()):
        said = one.said(KNOWN)
        assert said == (one.words or said)
        assert said.strip()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [*requirements.LEAVES, *requirements.GROUPS, "codes", "number", "mark", "of", "n", "words"]
            ),
            inner,
            max_size=3,
        )
    ),
)


SHAPED = st.recursive(
    st.one_of(
        *(st.fixed_dictionaries({kind: st.just({}) | JSON}) for kind in requirements.LEAVES),
        st.fixed_dictionaries({"paper": st.fixed_dictionaries({"codes": JSON})}),
        st.fixed_dictionaries({"sessions": st.fixed_dictionaries({}, optional={"event": JSON, "number": JSON})}),
    ),
    lambda inner: (
        st.fixed_dictionaries({"all_of": st.lists(inner, max_size=3)})
        | st.fixed_dictionaries(
            {"n_of": st.fixed_dictionaries({"n": st.integers(-1, 4), "of": st.lists(inner, max_size=3)})}
        )
    ),
    max_leaves=4,
)


@given(JSON | SHAPED, RECORDS)
def test_whatever_is_sent_is_read_or_refused_and_can_be_judged(written: object, record: Record) -> None:
    try:
        rule = read(written)
    except BadRule as bad:
        assert bad.faults
    else:
        judged = judge(rule, record)
        assert read(rule.written()) == rule
        # A draft may be half done, and is shown as it is.
        assert all(isinstance(said, str) for _depth, said, _standing in requirements.lines(judged, KNOWN))


FAULTY: list[tuple[Mapping[str, Any], str]] = [
    ({"paper": {}}, "Choose the paper"),
    ({"paper": {"codes": ["gone"]}}, "There is no paper “gone”"),
    ({"paper": {"codes": ["club-auction"], "number": 2}}, "Ask for one in each requirement"),
    ({"recognition": {"number": 2}}, "Ask for one in each requirement"),
    ({"fee": {"number": 2}}, "Ask for one in each requirement"),
    ({"age": {"within_months": 3}}, "Nobody gets younger"),
    ({"course": {"name": "Scoring", "number": 2}}, "attended once"),
    ({"paper": {"codes": ["club-auction"], "mark": "0"}}, "A mark of 0 % cannot be asked for"),
    ({"paper": {"codes": ["club-auction"], "mark": "100.5"}}, "A mark of 100.5 % cannot be asked for"),
    ({"paper": {"codes": ["club-auction"], "floors": {"play": "50"}}}, "has no topic “play”"),
    ({"paper": {"codes": ["club-auction"], "within_months": 0}}, "The months have to be from 1 to 240"),
    ({"sessions": {"number": 0}}, "Ask for one at least"),
    ({"sessions": {"number": 1001}}, "Ask for 1000 at most"),
    ({"sessions": {"role": "watched"}}, "is no way of directing"),
    ({"sessions": {"event": "cruise"}}, "is no kind of event"),
    ({"sessions": {"number": 2, "clubs": 3}}, "cannot show so many different clubs"),
    ({"sessions": {"clubs": 0}}, "one club and one movement at least"),
    ({"reference": {"of": "aunt"}}, "A reference is from one of these"),
    ({"age": {"years": 130}}, "from 1 to 99"),
    ({"level": {"code": "gone"}}, "There is no level “gone”"),
    ({"level": {"code": "congress"}}, "A level cannot ask for itself"),
    ({"level": {"code": "national"}}, "National Director asks for this level in turn"),
    ({"level": {"code": "club", "months": 241}}, "from 0 to 240"),
    ({"good_standing": {"months": 0}}, "from 1 to 240"),
    ({"any_of": []}, "Nothing stands in this group"),
    ({"n_of": {"n": 2, "of": [{"age": {}}]}}, "2 of 1 cannot be met"),
    # What cannot be read at all.
    ({"magic": {}}, "There is no requirement “magic”"),
    ({"age": []}, "Say what is asked for in an object"),
    ({"age": {"colour": 1}}, "“colour” means nothing here"),
    ({"age": {"years": "old"}}, "“years” cannot be “old”"),
    ({"age": {"years": True}}, "“years” cannot be “True”"),
    ({"sessions": {"number": 10**12}}, "“number” cannot be"),
    ({"paper": {"mark": "1e999999"}}, "“mark” cannot be"),
    ({"paper": {"mark": "0e-999999"}}, "“mark” cannot be"),
    ({"n_of": [{"age": {}}]}, "Say how many are needed"),
    ({"all_of": "age"}, "List what the group is of"),
    ({"all_of": {"of": [], "n": 1}}, "“n” means nothing here"),
    ({"age": {}, "fee": {}}, "one key"),
]


@pytest.mark.parametrize(("written", "words"), FAULTY)
@pytest.mark.parametrize("wrap", ["", "2", "2.1"])
def test_every_fault_is_named_at_its_place(written: Mapping[str, Any], words: str, wrap: str) -> None:
    national = AllOf(of=(LevelHeld(code="congress"),))
    known = replace(KNOWN, rules={"national": national})
    whole = {
        "": written,
        "2": {"all_of": [{"fee": {}}, written]},
        "2.1": {"all_of": [{"fee": {}}, {"any_of": [written]}]},
    }
    with pytest.raises(BadRule) as bad:
        read(whole[wrap], known, "congress")
    assert [fault.place for fault in bad.value.faults] == [wrap]
    assert words in bad.value.faults[0].words


def test_all_faults_come_at_once() -> None:
    with pytest.raises(BadRule) as bad:
        read(
            {"all_of": [{"paper": {"codes": ["gone"]}}, {"fee": {}}, {"any_of": [{"age": {"years": 0}}]}]},
            KNOWN,
            "club",
        )
    assert [fault.place for fault in bad.value.faults] == ["1", "3.1"]


def test_it_is_neither_too_deep_nor_too_long() -> None:
    deep: dict[str, Any] = {"age": {}}
    for _ in range(requirements.DEEPEST):
        deep = {"all_of": [deep]}
    read(deep)
    with pytest.raises(BadRule, match="at most 4 deep"):
        read({"any_of": [deep]})
    read({"all_of": [{"fee": {}}] * requirements.MOST})
    with pytest.raises(BadRule, match="at most 40"):
        read({"all_of": [{"fee": {}}] * (requirements.MOST + 1)})


# --- Judging ----------------------------------------------------------------------------------------------------------


def meeting(rule: Rule, n: itertools.count[int]) -> tuple[list[Item], list[Held]]:
    """Evidence and awards that meet the rule."""
    if isinstance(rule, Group):
        found = [meeting(part, n) for part in rule.of[: rule.needed]]
        return [item for few, _ in found for item in few], [held for _, few in found for held in few]
    if isinstance(rule, LevelHeld):
        return [], [Held(rule.code, months_later(TODAY, -rule.months - 1), TODAY, in_force=True)]
    if isinstance(rule, GoodStanding):
        return [], []
    assert isinstance(rule, Counted)
    return [
        Item(rule.kind, TODAY, fitting(rule) | {"club": f"c{k}", "movement": f"m{k}"}, f"{next(n)}")
        for k in range(rule.number)
    ], []


def fitting(rule: Counted) -> dict[str, Any]:
    """The particulars of a thing that the requirement asks for."""
    match rule:
        case Paper():
            return {"blueprint": rule.codes[0], "percent": "100", "topics": dict.fromkeys(rule.floors, 100)}
        case Assessment():
            return {"outcome": "passed"}
        case Reference():
            return {"of": rule.of or "club"}
        case Course():
            return {"name": rule.name or "Any"}
        case Recognition():
            return {"award": (*rule.awards, "Any")[0]}
        case Age():
            return {"years": rule.years}
        case Sessions():
            return {"role": rule.role or "directed", "event": rule.event or "club"}
    return {}


@given(RULES)
def test_a_rule_that_was_read_can_be_met(rule: Rule) -> None:
    assert read(rule.written(), KNOWN, "congress") == rule
    shown, held = meeting(rule, itertools.count())
    judged = judge(rule, Record(TODAY, shown, held))
    assert judged.met
    assert requirements.missing(judged, KNOWN) == []


@given(RULES, RECORDS, items())
def test_more_evidence_never_takes_anything_away(rule: Rule, record: Record, more: Item) -> None:
    before = judge(rule, record)
    after = judge(rule, replace(record, items=(*record.items, replace(more, settled=True, in_doubt=False))))
    assert list(Standing).index(after.standing) <= list(Standing).index(before.standing)
    assert after.have >= min(before.have, after.needed)
    if before.met:
        assert (after.until or datetime.date.max) >= (before.until or datetime.date.max)


@given(RULES, RECORDS)
def test_what_is_waiting_or_in_doubt_meets_nothing(rule: Rule, record: Record) -> None:
    sure = [item for item in record.items if item.settled and not item.in_doubt]
    assert judge(rule, record).met == judge(rule, replace(record, items=sure)).met


@given(RULES, RECORDS)
def test_settled_in_the_persons_favour_it_is_met_where_it_waited(rule: Rule, record: Record) -> None:
    judged = judge(rule, record)
    doubts = [replace(item, in_doubt=False) for item in record.items]
    favoured = [replace(item, settled=True) for item in doubts]
    if judged.standing == Standing.DOUBTFUL:
        assert judge(rule, replace(record, items=doubts)).met
    if judged.standing == Standing.WAITING:
        assert judge(rule, replace(record, items=favoured)).met
    if judged.standing in (Standing.DOUBTFUL, Standing.WAITING):
        assert judged.step == Step.OURS


def walk(judged: Judged) -> list[Judged]:
    return [judged, *(below for part in judged.parts for below in walk(part))]


@given(RULES, RECORDS)
def test_a_group_agrees_with_its_parts(rule: Rule, record: Record) -> None:
    for one in walk(judge(rule, record)):
        assert (one.step is None) == one.met
        assert (one.have >= one.needed) == one.met
        if isinstance(one.rule, Group):
            met = [part for part in one.parts if part.met]
            assert one.have == min(len(met), one.needed)
            assert one.met == (len(met) >= one.needed)
            assert (one.standing == Standing.MISSING) == (
                all(part.standing == Standing.MISSING for part in one.parts) and bool(one.parts)
            )
            if one.met and one.needed:
                days = sorted((part.until or datetime.date.max for part in met), reverse=True)
                assert (one.until or datetime.date.max) == days[one.needed - 1]


def enriched(rule: Rule, record: Record) -> Record:
    """The record, with enough to meet the rule."""
    shown, held = meeting(rule, itertools.count())
    return replace(record, items=(*record.items, *shown), awards=held)


@given(RULES, RECORDS)
def test_what_is_met_stays_met_until_the_day_it_says(rule: Rule, record: Record) -> None:
    record = enriched(rule, record)
    judged = judge(rule, record)
    assert judged.met
    if judged.until is not None and not any(isinstance(leaf, LevelHeld) for leaf in rule.leaves()):
        assert judge(rule, replace(record, today=judged.until)).met


@given(RULES, RECORDS)
def test_what_is_used_is_enough(rule: Rule, record: Record) -> None:
    record = enriched(rule, record)
    judged = judge(rule, record)
    assert judged.met
    assert judge(rule, replace(record, items=requirements.items_used(judged))).met


@given(RULES, RECORDS)
def test_what_is_missing_is_said(rule: Rule, record: Record) -> None:
    judged = judge(rule, record)
    assert bool(requirements.missing(judged, KNOWN)) != judged.met


def by_force(rule: Sessions, shown: Sequence[Item]) -> datetime.date | None:
    """The latest day such that sessions from it on are enough, found by trying every choice; None: all are not enough."""
    best = None
    for n in range(rule.number, len(shown) + 1):
        for chosen in itertools.combinations(shown, n):
            clubs = {item.details["club"] for item in chosen} - {""}
            movements = {item.details["movement"] for item in chosen} - {""}
            if (rule.clubs <= 1 or len(clubs) >= rule.clubs) and (
                rule.movements <= 1 or len(movements) >= rule.movements
            ):
                oldest = min(item.day for item in chosen)
                best = oldest if best is None else max(best, oldest)
    return best


@given(
    sessions().map(lambda rule: replace(rule, role="", event="", within_months=48)),
    st.lists(items(kind="sessions"), max_size=8, unique_by=lambda item: item.ref),
)
def test_variety_is_found_wherever_it_is(rule: Sessions, shown: list[Item]) -> None:
    shown = [replace(item, settled=True, in_doubt=False, day=min(item.day, TODAY)) for item in shown]
    fresh = [item for item in shown if months_later(item.day, 48) >= TODAY]
    judged = judge(rule, Record(TODAY, shown))
    best = by_force(rule, fresh)
    assert judged.met == (best is not None)
    if best is not None:
        assert judged.until == months_later(best, 48)
        assert len(judged.used) == len({item.ref for item in judged.used}) >= rule.number


def test_nothing_is_met_by_everybody() -> None:
    assert judge(NOTHING, Record(TODAY)).met
    assert read(NOTHING.written(), KNOWN, "club") == NOTHING
    assert requirements.lines(judge(NOTHING, Record(TODAY)), KNOWN) == []


def test_a_session_without_a_movement_counts_where_none_is_asked_for() -> None:
    one = Item("sessions", TODAY, {"role": "directed", "event": "club", "club": "Jacaranda"}, "s1")
    assert judge(Sessions(), Record(TODAY, [one])).met
    assert judge(Sessions(number=2, clubs=2), Record(TODAY, [one, replace(one, ref="s2", details={})])).standing == (
        Standing.PARTLY
    )
    # Spelt otherwise, a club is the same club.
    other = replace(one, ref="s2", details={"club": " jacaranda "})
    assert not judge(Sessions(number=2, clubs=2), Record(TODAY, [one, other])).met


def test_what_waits_makes_it_wait_only_if_it_is_enough() -> None:
    one = Item("sessions", TODAY, {}, "s1", settled=False)
    assert judge(Sessions(number=1), Record(TODAY, [one])).standing == Standing.WAITING
    few = judge(Sessions(number=2), Record(TODAY, [one]))
    assert (few.standing, few.step, few.waiting) == (Standing.PARTLY, Step.YOURS, (one,))


def test_the_sentence_of_a_choice_names_all_of_it() -> None:
    rule = AllOf(of=(Fee(), AnyOf(of=(Assessment(), Reference(of="club")))))
    judged = judge(rule, Record(TODAY))
    assert requirements.missing(judged, KNOWN) == [
        "Pay the fee.",
        "One of these: Pass a practical assessment; Have a reference from your club",
    ]
    assert [(depth, said) for depth, said, _standing in requirements.lines(judged, KNOWN)] == [
        (0, "Pay the fee."),
        (0, "One of these:"),
        (1, "Pass a practical assessment."),
        (1, "Have a reference from your club."),
    ]
