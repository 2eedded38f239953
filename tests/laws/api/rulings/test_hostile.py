"""What nobody at a table would send: every answer is a problem, none an error of ours."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from laws.api.rulings import bodies, shapes
from laws.rulings.editions import EDITIONS
from laws.rulings.facts import FACTS
from tests.laws.api.rulings.conftest import BASE, Send
from tests.walking import walks

ADDRESSES = {
    "": "TableRecord",
    "diagnose/": "TableRecord",
    "legal_plays/": "TableRecord",
    "interview/": "Interview",
    "contrast/": "Contrasted",
    "meanings/compare/": "Meanings",
}


@pytest.fixture(autouse=True)
def _nobody_has_to_wait(settings: Any) -> None:
    settings.API_RATES = {"anon": "1000000/min", "user": "1000000/min"}


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 422, "bad-body"),
        (b"{", 400, "bad-json"),
        (b"\xff\xfe", 400, "bad-json"),
        (b"null", 422, "bad-body"),
        (b"[" * 30_000, 400, "bad-json"),
        (b"[" * 30_000 + b"]" * 30_000, 400, "bad-json"),
        (b'{"a":' * 20 + b"1" + b"}" * 20, 400, "bad-json"),
        (b'{"board": NaN}', 400, "bad-json"),
        (b'{"board": -Infinity}', 400, "bad-json"),
        (b'{"board": 1e999}', 400, "bad-json"),
        (b'{"board": ' + b"9" * 5000 + b"}", 400, "bad-json"),
        (rb'{"remark": "\ud800"}', 400, "bad-json"),
        (rb'{"a\u0000": "\u0000"}', 422, "bad-body"),
        (rb'{"\udfff": 1}', 400, "bad-json"),
        (b" " * (bodies.LARGEST + 1), 413, "too-large"),
    ],
    ids=str,
)
def test_no_such_body_is_ruled_on(send: Send, address: str, body: bytes, status: int, code: str) -> None:
    assert send(address, body, status)["code"] == code


def test_only_json_is_read(client: Client, db: None) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        answer = client.post(BASE, "dealer=N", content_type=kind)
        assert (answer.status_code, answer.json()["code"]) == (415, "unsupported-media-type")


@walks(
    "record",
    [
        {"dealer": "N", "auction": ["N P"] * (shapes.CALLS + 1)},
        {"dealer": "N", "auction": [["N P", "E P"]] * (shapes.CALLS + 1)},
        {"dealer": "N", "auction": [["N P", ["E P"]]]},
        {"dealer": "N", "remark": "x" * (shapes.TEXT + 1)},
        {
            "dealer": "N",
            "regulations": {"logical_alternative": {"value": "1e999999999", "since": "2020-01-01", "source": "x"}},
        },
        {"dealer": "N", "meanings": {"withdrawn": {"hcp": "0-99999"}}},
        {"dealer": "N", "meanings": {"withdrawn": {"alternatives": [{"S": "4+"}] * (shapes.ITEMS + 1)}}},
        {"dealer": "N", "findings": {"comparable": {"a": 1}}},
    ],
    ids=lambda record: str(record)[:60],
    apart=True,
)
def test_what_is_out_of_all_bounds_is_refused_before_the_engine_sees_it(send: Send, record: Any) -> None:
    assert send("", record, 422)["code"] == "bad-body"


def test_the_longest_record_is_ruled_on_at_once(send: Send) -> None:
    """Every call out of turn, as many as are let in: the slowest that an auction can be."""
    calls = [f"{'NESW'[(at * 2) % 4]} {'P' if at % 3 else '1C'}" for at in range(shapes.CALLS)]
    told = send("diagnose/", {"dealer": "N", "auction": calls})
    assert told["irregularities"]


def test_a_fault_does_not_send_everything_back(send: Send) -> None:
    told = send("", {"dealer": ["x" * 900] * 40}, 422)
    assert len(json.dumps(told)) < 3000


PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["N", "1H", "N 1H", "P", "5+"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
CALL = st.sampled_from(["P", "X", "XX", "1C", "1NT", "2H", "4S", "7NT", "8C", "9NT"])
SEAT = st.sampled_from("NESW")


def meanings(odd: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Meanings, with something odd in some place."""
    suits = st.sampled_from(["5+", [0, 3], 13, "20"]) | odd
    optional = {
        "hcp": st.sampled_from(["12+", [0, 37], 6, "5-3", [40, 40], "99"]) | odd,
        "suits": st.dictionaries(st.sampled_from("SHDC"), suits),
        "balanced": st.booleans(),
        "alternatives": odd | st.lists(st.just({"S": "5+"}), min_size=1, max_size=3),
        "asks": st.text(max_size=5),
        "artificial": odd | st.booleans(),
        "features": odd | st.lists(st.text(max_size=5), max_size=3),
    }
    return st.fixed_dictionaries({}, optional=optional) | odd


def findings(odd: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Facts with an answer that they can have, or something odd."""
    one = st.sampled_from([*FACTS]).flatmap(
        lambda name: st.tuples(st.just(name), st.sampled_from([*FACTS[name].values]) | odd)
    )
    return st.lists(one, max_size=8).map(dict)


def records(odd: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Records that have the right shape, but for something odd in some place."""
    made = st.builds("{} {}".format, SEAT, CALL) | odd
    at_once = st.lists(made, min_size=2, max_size=3)
    return st.fixed_dictionaries(
        {"dealer": SEAT, "auction": st.lists(made | at_once, max_size=12)},
        optional={
            "procedure": st.sampled_from([*EDITIONS["duplicate-2017"].procedures]) | odd,
            "offender": SEAT | odd,
            "player": SEAT | odd,
            "accepted": st.booleans() | odd,
            "replacement": CALL | odd,
            "attempted": st.lists(CALL, max_size=3) | odd,
            "continued": st.lists(made, max_size=3) | odd,
            "after": st.lists(made, max_size=3) | odd,
            "meanings": st.dictionaries(
                st.sampled_from(["withdrawn", "replacement", "attempted", "1H"]), meanings(odd), max_size=3
            ),
            "must_pass": st.dictionaries(SEAT, st.sampled_from(["once", "throughout"]) | odd, max_size=2),
            "findings": findings(odd) | odd,
            "hands": odd | st.just({"N": "AKQ2.KT98.J.AQJ9"}),
            "lead": odd | st.builds(lambda suit: {"occasion": "first", "forbidden": suit}, st.sampled_from("SHDC")),
            "poll": odd | st.just({"asked": 5, "considered": 2, "selected": 1}),
            "cards": odd | st.lists(st.sampled_from(["SA", "H2"]), max_size=3),
            "noticed": st.sampled_from(["auction", "clarification", "play"]) | odd,
            "intended": CALL | odd,
            "premature": st.booleans() | odd,
            "attempt_accepted": st.booleans() | odd,
            "date": odd | st.just("2020-01-01"),
            "says_accept": odd | st.lists(SEAT, max_size=3),
        },
    )


RECORD = records(st.nothing()) | records(PLAIN)
MEANING = meanings(st.nothing()) | meanings(PLAIN)
FINDINGS = findings(st.nothing()) | findings(PLAIN)
MANY = settings(
    max_examples=100, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def _answered(client: Client, address: str, body: Any) -> None:
    answer = client.post(BASE + address, json.dumps(body), content_type="application/json")
    assert answer.status_code in (200, 400, 422), answer.content
    if answer.status_code == 200:
        assert answer.headers["Content-Type"] == "application/json"
    else:
        told = answer.json()
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert told["status"] == answer.status_code
        assert told["detail"]
        assert told["code"] in ("bad-json",) or told["errors"]


@pytest.mark.parametrize("address", ["", "diagnose/", "legal_plays/"])
@MANY
@given(record=RECORD)
def test_any_record_is_ruled_on_or_a_problem(client: Client, db: None, address: str, record: Any) -> None:
    _answered(client, address, record)


@MANY
@given(record=RECORD)
def test_any_record_has_contrasts_or_is_a_problem(client: Client, db: None, record: Any) -> None:
    _answered(client, "contrast/", {"record": record})


@MANY
@given(answers=FINDINGS, procedure=st.sampled_from([*EDITIONS["duplicate-2017"].procedures]))
def test_any_answers_are_ruled_on_or_a_problem(client: Client, db: None, answers: Any, procedure: str) -> None:
    _answered(client, "interview/", {"procedure": procedure, "answers": answers})


@MANY
@given(withdrawn=MEANING, replacement=MEANING, tolerance=PLAIN)
def test_any_meanings_are_compared_or_a_problem(
    client: Client, db: None, withdrawn: Any, replacement: Any, tolerance: Any
) -> None:
    _answered(client, "meanings/compare/", {"withdrawn": withdrawn, "replacement": replacement})
    _answered(client, "meanings/compare/", {"withdrawn": withdrawn, "replacement": replacement, "tolerance": tolerance})


@pytest.mark.parametrize("address", ADDRESSES)
@MANY
@given(body=PLAIN)
def test_anything_at_all_is_a_problem(client: Client, db: None, address: str, body: Any) -> None:
    answer = client.post(BASE + address, json.dumps(body), content_type="application/json")
    assert answer.status_code in (400, 422)
