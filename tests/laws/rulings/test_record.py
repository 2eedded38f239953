"""Reading a table record: every field, and what is said about a wrong one."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laws.rulings.play.designations import Designation
from laws.rulings.play.position import LeadRule, PenaltyCard
from laws.rulings.record import FIELDS, BadRecord, Lead, MustPass, parse_record
from laws.rulings.seats import Seat

FULL: dict[str, Any] = {
    "dealer": "E",
    "board": 2,
    "vulnerability": "NS",
    "scoring": "imps",
    "edition": "duplicate-2017",
    "date": "2026-11-20",
    "procedure": "27",
    "offender": "S",
    "hands": {"S": "Q632.KT98.J.AQJ9", "N": "-"},
    "auction": ["E 1S", {"by": "S", "call": "1H", "means": {"hcp": "12+"}, "over": True}],
    "accepted": False,
    "premature": True,
    "attempted": ["X", {"call": "1D", "means": {"suits": {"D": "5+"}}}],
    "attempt_accepted": False,
    "replacement": {"call": "2H"},
    "continued": ["W P"],
    "after": ["N 3H"],
    "meanings": {"withdrawn": {"hcp": "12+"}, "replacement": {"hcp": "10-15"}, "attempted": {"hcp": 0}, "3h": {}},
    "must_pass": {"N": "throughout", "E": {"extent": "once", "from": 1}},
    "noticed": "auction",
    "intended": "2H",
    "says_accept": ["E"],
    "remark": "sorry, I did not see it",
    "deviates": True,
    "declarer": "West",
    "contract": "3NT",
    "play": {
        "on_lead": "N",
        "from": 3,
        "tricks": [["N SA", {"by": "E", "card": "S2"}]],
        "remaining": {"W": "K3.-.QJ.2"},
        "won": {"NS": 2, "EW": 0},
        "penalty_cards": [{"card": "C2", "by": "W", "rank": "minor"}],
        "restrictions": [{"player": "W", "kind": "forbidden", "suit": "D"}],
    },
    "lead": {"occasion": "first", "forbidden": "H", "can_comply": False},
    "designation": "spade four",
    "player": "W",
    "cards": ["SA", "HT"],
    "poll": {"asked": 5, "considered": 2, "selected": 1},
    "regulations": {"logical_alternative": {"value": 0.25, "since": "2024-07-01", "source": "by-law 4"}},
    "assume": "usual",
    "findings": {"comparable": "no"},
}


def test_every_field_is_read() -> None:
    record = parse_record(FULL)
    assert set(FULL) == FIELDS
    assert record.dealer is Seat.E
    assert record.date == dt.date(2026, 11, 20)
    assert record.hands == {Seat.S: "Q632.KT98.J.AQJ9"}
    assert [(made.by, made.call.text, made.over) for made in record.auction] == [("E", "1S", None), ("S", "1H", True)]
    assert [made.call.text for made in record.attempted] == ["X", "1D"]
    assert record.replacement is not None
    assert record.replacement.meaning is not None
    assert record.replacement.meaning.alternatives[0].hcp == (10, 15)
    assert record.attempted[0].meaning is not None, "meanings.attempted is that of the attempt without its own"
    assert set(record.system) == {"3H"}
    assert record.must_pass == {Seat.N: MustPass("throughout"), Seat.E: MustPass("once", 1)}
    assert record.noticed == "auction"
    assert record.intended is not None
    assert record.intended.text == "2H"
    assert record.declarer is Seat.W
    assert record.play is not None
    assert record.play.tricks == (((Seat.N, "SA"), (Seat.E, "S2")),)
    assert record.play.penalty_cards == (PenaltyCard("C2", Seat.W, "minor"),)
    assert record.play.rules == (LeadRule(Seat.W, "forbidden", "D"),)
    assert record.lead == Lead("first", "H", can_comply=False)
    assert record.designation == Designation("suit and rank", "S", "4")
    assert record.assume == "usual"
    assert record.source is FULL


@pytest.mark.parametrize(("board", "dealer", "vulnerability"), [(1, "N", "none"), (7, "S", "all"), (16, "W", "EW")])
def test_a_board_number_gives_dealer_and_vulnerability(board: int, dealer: str, vulnerability: str) -> None:
    record = parse_record({"board": board})
    assert (record.dealer, record.vulnerability) == (dealer, vulnerability)


def test_what_is_left_out_is_unknown() -> None:
    record = parse_record({"dealer": "N"})
    assert record.accepted is None
    assert record.attempt_accepted is None
    assert record.replacement is None
    assert record.lead is None
    assert record.auction == ()


@pytest.mark.parametrize(
    ("moment", "order"),
    [
        (["E P", "S 1H"], "E S"),
        (["S 1H", "E P"], "E S"),
        (["W P", "E 1H"], "E W"),
        (["N 2D", "W P", "E 1H"], "E W N"),
    ],
)
def test_of_calls_made_at_the_same_moment_the_one_in_turn_comes_first(moment: list[str], order: str) -> None:
    """Law 33; what comes next in rotation follows, as far as the law leaves it open."""
    made = parse_record({"dealer": "N", "auction": ["N 1D", moment]}).auction
    assert " ".join(item.by for item in made[1:]) == order
    assert [item.together for item in made] == [False, False, *[True] * (len(moment) - 1)]


def test_the_dealer_s_call_comes_first_in_the_first_moment() -> None:
    made = parse_record({"dealer": "E", "auction": [["S 1H", "E P"]]}).auction
    assert [item.by for item in made] == ["E", "S"]


# Each line: a field, a wrong value, the path in the message, a piece of what it expects.
WRONG: list[tuple[str, Any, str, str]] = [
    ("dealer", "Q", "record.dealer", "'Q' is not a seat; expected N, E, S or W"),
    ("dealer", 3, "record.dealer", "is not a seat"),
    ("board", 0, "record.board", "expected a board number from 1"),
    ("board", True, "record.board", "expected a board number"),
    ("board", "7", "record.board", "expected a board number"),
    ("vulnerability", "both", "record.vulnerability", "expected none, NS, EW, all"),
    ("vulnerability", [], "record.vulnerability", "expected none, NS, EW, all"),
    ("date", "20.11.2026", "record.date", "expected a date such as 2026-11-20"),
    ("date", 2026, "record.date", "expected a date"),
    ("offender", "me", "record.offender", "is not a seat"),
    ("declarer", "NS", "record.declarer", "is not a seat"),
    ("accepted", "no", "record.accepted", "expected true or false, not 'no'"),
    ("premature", 1, "record.premature", "expected true or false"),
    ("deviates", "yes", "record.deviates", "expected true or false"),
    ("attempt_accepted", 0, "record.attempt_accepted", "expected true or false"),
    ("auction", "N 1S", "record.auction", "expected a list"),
    ("auction", [7], "record.auction[0]", "expected {by: S, call: 1H} or 'S 1H'"),
    ("auction", ["N 1S", "E"], "record.auction[1].call", "is not a call; expected P, X, XX or a bid"),
    ("auction", ["Z 1S"], "record.auction[0].by", "is not a seat"),
    ("auction", ["N 1Z"], "record.auction[0].call", "'1Z' is not a call"),
    ("auction", [{"by": "N"}], "record.auction[0]", "expected {by: S, call: 1H}"),
    (
        "auction",
        [{"by": "N", "call": "1S", "alert": 1}],
        "record.auction[0].alert",
        "unknown field; known are by, call",
    ),
    ("auction", [{"by": "N", "call": "1S", "over": "no"}], "record.auction[0].over", "expected true or false"),
    ("auction", [{"by": "N", "call": "1S", "means": 7}], "record.auction[0].means", "expected a mapping"),
    ("auction", [["N 1S"]], "record.auction[0]", "expected calls by two or more different players"),
    ("auction", [["N 1S", "N 2S"]], "record.auction[0]", "expected calls by two or more different players"),
    ("auction", [["E P", "S 1S"]], "record.auction[0]", "none of them is by N, whose turn it was"),
    ("auction", [["N 1Z", "S 1S"]], "record.auction[0][0].call", "'1Z' is not a call"),
    ("must_pass", {"N": "twice"}, "record.must_pass.N", "expected once or throughout, not 'twice'"),
    ("must_pass", {"N": {"from": 1}}, "record.must_pass.N", "expected once or throughout, not None"),
    ("must_pass", {"N": {"extent": "once", "until": 1}}, "record.must_pass.N.until", "known are extent, from"),
    ("must_pass", {"N": {"extent": "once", "from": 3}}, "record.must_pass.N.from", "0 to 0, not 3"),
    ("must_pass", {"N": {"extent": "once", "from": True}}, "record.must_pass.N.from", "0 to 0, not True"),
    ("noticed", "later", "record.noticed", "expected auction, clarification, play, not 'later'"),
    ("continued", ["N 1Z"], "record.continued[0].call", "is not a call"),
    ("after", {}, "record.after", "expected a list"),
    ("attempted", ["1Z"], "record.attempted[0]", "is not a call"),
    ("attempted", "2D", "record.attempted", "expected a list"),
    ("attempted", 2, "record.attempted", "expected a list"),
    ("replacement", "1Z", "record.replacement", "is not a call"),
    ("replacement", {"call": "2H", "by": "S"}, "record.replacement.by", "unknown field; known are call, means"),
    ("replacement", {"means": {}}, "record.replacement.call", "is not a call"),
    ("replacement", {"call": "2H", "means": {"hcp": "x"}}, "record.replacement.means", "expected a range"),
    ("intended", "1Z", "record.intended", "is not a call"),
    ("says_accept", "N", "record.says_accept", "expected a list"),
    ("says_accept", ["Q"], "record.says_accept", "is not a seat"),
    ("meanings", ["1H"], "record.meanings", "expected a mapping of calls to meanings"),
    ("meanings", {"8Z": {}}, "record.meanings.8Z", "is not a call"),
    ("meanings", {"withdrawn": 5}, "record.meanings.withdrawn", "expected a mapping"),
    ("meanings", {"withdrawn": {"hpc": 5}}, "record.meanings.withdrawn", "unknown key 'hpc'"),
    ("meanings", {"withdrawn": {"hcp": [38, 40]}}, "record.meanings.withdrawn", "no hand has this meaning"),
    ("meanings", {"withdrawn": {"suits": [5]}}, "record.meanings.withdrawn", "suits"),
    ("meanings", {"withdrawn": {"alternatives": 5}}, "record.meanings.withdrawn", "alternatives"),
    ("meanings", {"withdrawn": {"alternatives": [5]}}, "record.meanings.withdrawn", "alternatives"),
    ("meanings", {"withdrawn": {"features": 5}}, "record.meanings.withdrawn", "features"),
    ("hands", "Q632.KT98.J.AQJ9", "record.hands", "expected a mapping of seats to hands"),
    ("hands", {"Q": "Q632.KT98.J.AQJ9"}, "record.hands.Q", "is not a seat"),
    ("hands", {"N": "Q632.KT98.J.AQJ98"}, "record.hands.N", "14 cards; expected 13"),
    ("hands", {"N": "Q632.KT98.J"}, "record.hands.N", "is not a hand"),
    ("hands", {"N": 1.2}, "record.hands.N", "is not a hand"),
    (
        "hands",
        {"N": "Q632.KT98.J.AQJ9", "S": "Q54.AQ.T9876.K32"},
        "record.hands.S",
        "SQ is also in North's hand",
    ),
    ("must_pass", ["N"], "record.must_pass", "expected a mapping of seats to once or throughout"),
    ("must_pass", {"N": True}, "record.must_pass.N", "expected once or throughout"),
    ("must_pass", {"Q": "once"}, "record.must_pass.Q", "is not a seat"),
    ("lead", "first", "record.lead.occasion", "expected first, retained, later"),
    ("lead", {"occasion": "second"}, "record.lead.occasion", "expected first, retained, later"),
    ("lead", {"occasion": "first", "suit": "H"}, "record.lead.suit", "unknown field; known are occasion"),
    ("lead", {"occasion": "first", "forbidden": "NT"}, "record.lead.forbidden", "expected a suit S, H, D or C"),
    ("lead", {"occasion": "first", "can_comply": "no"}, "record.lead.can_comply", "expected true or false"),
    ("findings", ["no"], "record.findings", "expected a mapping of facts to values"),
]


@pytest.mark.parametrize(
    ("field", "value", "path", "expects"),
    [pytest.param(*case, id=f"{case[0]}-{n}") for n, case in enumerate(WRONG)],
)
def test_a_wrong_field_is_named_with_what_is_expected(field: str, value: Any, path: str, expects: str) -> None:
    with pytest.raises(BadRecord) as caught:
        parse_record({"dealer": "N", field: value})
    assert caught.value.path.startswith(path)
    assert expects in str(caught.value)


def test_an_unknown_field_is_named_with_the_known_ones() -> None:
    with pytest.raises(
        BadRecord, match=r"^record\.colour: unknown field; known are accepted, after, assume, attempt_accepted"
    ):
        parse_record({"dealer": "N", "colour": "red"})


def test_a_record_needs_a_dealer_or_a_board() -> None:
    with pytest.raises(BadRecord, match=r"^record\.dealer: missing; expected N, E, S or W, or a board number"):
        parse_record({"auction": []})


@pytest.mark.parametrize("data", [None, [], "record", 3])
def test_a_record_is_a_mapping(data: Any) -> None:
    with pytest.raises(BadRecord, match="expected a mapping, not"):
        parse_record(data)


def test_the_path_can_be_that_of_the_file_it_came_from() -> None:
    with pytest.raises(BadRecord) as caught:
        parse_record({"dealer": "Q"}, path="27-ex03.record")
    assert caught.value.path == "27-ex03.record.dealer"


KEYS = st.sampled_from(
    [*("withdrawn", "hcp", "suits", "alternatives", "features", "asks", "artificial", "kings"), *("H", "N", "1H")]
) | st.text(max_size=3)
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-2, 50)
    | st.sampled_from(["N", "1H", "N 1H", "12+", ""])
    | st.text(max_size=3)
)
JUNK = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=6
)


@settings(max_examples=1000, derandomize=True)
@given(st.dictionaries(st.sampled_from(sorted(FIELDS)), JUNK, max_size=4).map(lambda data: {"dealer": "N", **data}))
def test_junk_is_read_or_refused_and_nothing_else(data: dict[str, Any]) -> None:
    try:
        parse_record(data)
    except BadRecord as error:
        assert error.path.startswith("record")
