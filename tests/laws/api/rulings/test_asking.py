"""Records, answers and meanings that are ruled on."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from jsonschema import Draft202012Validator

from laws.api.rulings import asking
from laws.rulings.comparable import WORKED_EXAMPLES, compare_data
from laws.rulings.contrasts import contrast
from laws.rulings.editions import EDITIONS
from laws.rulings.readers import rule
from laws.rulings.record import parse_record
from laws.rulings.schema import RULING_SCHEMA
from tests.laws.api.conftest import Ask
from tests.laws.api.rulings.conftest import BASE, Send
from tests.walking import walks

RECORD = asking._RECORD
OUT_OF_TURN = {"dealer": "N", "auction": ["N P", "S 1H"]}


# --- a record ---------------------------------------------------------------------------------------------------------


def test_a_record_is_ruled_on_with_its_trace(send: Send) -> None:
    told = send("", RECORD)
    Draft202012Validator(RULING_SCHEMA).validate(told)
    assert told["procedure"] == "27"
    assert told["complete"]
    assert told["pending"] is None
    assert told["untaken"]
    assert {"27A1", "27B1(a)"} <= set(told["citations"])
    assert told == rule(parse_record(RECORD)).as_dict(told["untaken"])


def test_what_is_not_known_is_asked(send: Send) -> None:
    told = send("", OUT_OF_TURN)
    assert not told["complete"]
    assert told["pending"]["fact"] == "lho_accepts"
    assert told["pending"]["ask"] == "W"
    assert told["pending"]["provision"] == "29A"
    assert send("", {**OUT_OF_TURN, "accepted": True})["complete"]


def test_who_is_signed_in_needs_no_token_of_a_form(send: Send, db: None) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(get_user_model().objects.create(email="td@example.org"))
    assert client.post(BASE, RECORD, content_type="application/json").status_code == 200


# --- a story ----------------------------------------------------------------------------------------------------------


def test_a_story_is_ruled_on_irregularity_by_irregularity(send: Send) -> None:
    told = send("story/", asking._STORY)
    assert [(one["at"], one["ruling"]["procedure"]) for one in told["rulings"]] == [(1, "27"), (6, "37")]
    assert told["must_pass"] == {"E": "throughout", "W": "throughout"}
    assert told["leads"] == {"E": 1, "W": 6}
    assert told["auction"] == ["S 1S", "W 3C", "N 3S", "E P"]
    for one in told["rulings"]:
        Draft202012Validator(RULING_SCHEMA).validate(one["ruling"])
    earlier = send("story/", {**asking._STORY, "at": 3})
    assert [one["ruling"]["pending"]["fact"] for one in earlier["rulings"]] == ["lho_accepts"]


@walks(
    ("story", "field", "said"),
    [
        ([{"S": "1Z"}], "story[0]", "not a call, a card"),
        ([{"S": "1S"}, {"W": "accepts"}], "story[1]", "there is no irregular call"),
        ([{"S": "1S", "words": "x"}], "story[0].words", "does not belong to a call"),
        (["somebody"], "story[0]", ""),
        ([{}], "story[0]", ""),
        ([{"S": "P"}] * 161, "story", ""),
    ],
)
def test_a_story_that_cannot_be_is_refused_by_its_entry(
    client: Client, story: list[Any], field: str, said: str
) -> None:
    answer = client.post(f"{BASE}story/", {"dealer": "S", "story": story}, content_type="application/json")
    assert answer.status_code == 422
    told = answer.json()
    assert field in told["errors"]
    assert said in str(told["errors"][field])


# --- a record that cannot be ------------------------------------------------------------------------------------------


@walks(
    ("record", "code", "field", "provisions"),
    [
        ({"dealer": "N", "auction": ["N 1S", "E 1Z"]}, "bad-record", "record.auction[1].call", None),
        ({"dealer": "N", "auction": ["N P"]}, "bad-record", "record.auction", None),
        ({**OUT_OF_TURN, "colour": "red"}, "bad-body", "body", None),
        ({**OUT_OF_TURN, "scoring": 7}, "bad-body", "scoring", None),
        ({**OUT_OF_TURN, "procedure": "99"}, "unknown-procedure", "procedure", None),
        ({**OUT_OF_TURN, "edition": "duplicate-1999"}, "unknown-procedure", "procedure", None),
        ({**OUT_OF_TURN, "findings": {"moon": True}}, "bad-record", "record.findings.moon", None),
        (
            {"dealer": "N", "auction": ["N 1S", "E 1H", "S P"], "accepted": False},
            "contradiction",
            "record.accepted",
            ["27A1", "29A"],
        ),
        ({**RECORD, "meanings": {"withdrawn": {"hcp": [30, 12]}}}, "bad-record", "record.meanings.withdrawn.hcp", None),
        ([], "bad-body", "body", None),
    ],
    apart=True,
)
def test_what_cannot_be_ruled_on_names_its_field(
    send: Send, record: Any, code: str, field: str, provisions: list[str] | None
) -> None:
    told = send("", record, 422)
    assert told["code"] == code
    assert list(told["errors"]) == [field]
    assert told.get("provisions") == provisions


ACCEPTED = {"dealer": "N", "auction": ["N 1S", "E 1H"], "accepted": True}


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"findings": {"disputed": True}}, "record.findings.disputed"),
        ({"lead": {"occasion": "first"}}, "record.lead"),
    ],
)
def test_what_the_ruling_has_no_use_for_is_refused_by_name(send: Send, more: dict[str, Any], field: str) -> None:
    told = [send("", {**ACCEPTED, **more}, 422), send("contrast/", {"record": {**ACCEPTED, **more}}, 422)]
    assert [(one["code"], list(one["errors"])) for one in told] == [("bad-record", [field])] * 2


def test_what_tells_of_the_table_and_was_not_needed_is_named(send: Send) -> None:
    told = send("", {**ACCEPTED, "contract": "4S", "declarer": "N"})
    Draft202012Validator(RULING_SCHEMA).validate(told)
    assert told["not_used"] == ["contract", "declarer"]


def test_an_answer_without_use_is_refused_where_a_ruling_is_contrasted(send: Send) -> None:
    answers = {"whose_turn": "partner", "lho_called": False, "lho_accepts": True, "replacement_kind": "bid"}
    told = send("contrast/", {"procedure": "31", "answers": answers}, 422)
    assert list(told["errors"]) == ["answers.replacement_kind"]


# --- diagnosis --------------------------------------------------------------------------------------------------------


def test_every_irregularity_is_named_in_order(send: Send) -> None:
    told = send("diagnose/", {"dealer": "N", "auction": ["N 1S", "S 1H", "W P", "N 1D"]})["irregularities"]
    assert [(one["by"], one["call"], one["law"]) for one in told] == [("S", "1H", "27"), ("N", "1D", "27")]
    assert [kind["provision"] for kind in told[0]["kinds"]] == ["17C", "18D"]
    assert told[0]["turn"] == "E"


def test_a_correct_auction_has_none(send: Send) -> None:
    assert send("diagnose/", {"dealer": "N", "auction": ["N 1S", "E P"]}) == {
        "edition": "duplicate-2017",
        "irregularities": [],
    }


# --- a play -----------------------------------------------------------------------------------------------------------


def test_every_card_tells_whether_it_may_be_played(send: Send) -> None:
    told = send("legal_plays/", asking._PLAY)
    assert (told["trick"], told["turn"]) == (1, "N")
    (hand,) = told["hands"]
    assert (hand["hand"], hand["player"]) == ("N", "S")
    assert [one["card"] for one in hand["cards"] if one["legal"]] == ["HQ", "H5"]
    barred = next(one for one in hand["cards"] if one["card"] == "SK")
    assert barred["provision"] == "44C"
    assert barred["why"]
    assert all(("provision" in one) is not one["legal"] for one in hand["cards"])


def test_a_hand_out_of_turn_may_play_nothing(send: Send) -> None:
    told: Any = asking._PLAY["play"]
    play = {**told, "remaining": {"E": "A.A.A.A"}}
    (hand,) = send("legal_plays/", {**asking._PLAY, "play": play})["hands"]
    assert not any(one["legal"] for one in hand["cards"])


def test_cards_are_of_a_play(send: Send) -> None:
    problem = send("legal_plays/", {"dealer": "N", "auction": ["N 1S"]}, 422)
    assert "record.play" in problem["errors"]


def test_irregular_cards_are_told_with_their_law(send: Send) -> None:
    record = {"contract": "3NT", "declarer": "S", "play": {"on_lead": "W", "tricks": [["E D4"]]}}
    told = send("diagnose/", record)
    assert told["irregularities"] == []
    assert told["cards"] == [
        {
            "trick": 1,
            "hand": "E",
            "player": "E",
            "card": "D4",
            "turn": "W",
            "kind": "opening lead out of turn",
            "law": "54",
        }
    ]


# --- interview --------------------------------------------------------------------------------------------------------


def test_an_interview_asks_until_it_can_rule(send: Send) -> None:
    answers: dict[str, Any] = {}
    for fact, answer in (("whose_turn", "partner"), ("lho_called", False), ("lho_accepts", True)):
        told = send("interview/", {"procedure": "31", "answers": answers, "seat": "S"})
        assert told["ruling"]["pending"]["fact"] == fact
        answers[fact] = answer
    told = send("interview/", {"procedure": "31", "answers": answers, "seat": "S"})
    assert told["ruling"]["complete"]
    assert "West accepts" in told["ruling"]["say"]
    assert [one["fact"] for one in told["asides"]]


def test_answers_wait_for_their_question(send: Send) -> None:
    told = send("interview/", {"procedure": "31", "answers": {"lho_accepts": True}})
    assert told["waiting"] == ["lho_accepts"]


@walks(
    ("body", "code", "field"),
    [
        ({"procedure": "31", "answers": {"moon": True}}, "bad-answer", "answers.moon"),
        ({"procedure": "31", "answers": {"lho_accepts": "yes"}}, "bad-answer", "answers.lho_accepts"),
        ({"procedure": "31", "answers": {"whose_turn": True}}, "bad-answer", "answers.whose_turn"),
        (
            {"procedure": "31", "answers": {"lho_called": True, "whose_turn": "partner", "lho_accepts": True}},
            "answers-do-not-fit",
            "answers",
        ),
        ({"procedure": "1"}, "unknown-procedure", "procedure"),
        ({"procedure": "31", "edition": "duplicate-1999"}, "unknown-procedure", "procedure"),
        ({}, "bad-body", "body"),
        ({"procedure": "31", "seat": "Q"}, "bad-body", "seat"),
    ],
    apart=True,
)
def test_answers_that_make_no_sense_are_refused(send: Send, body: Any, code: str, field: str) -> None:
    told = send("interview/", body, 422)
    assert (told["code"], list(told["errors"])) == (code, [field])


# --- contrast ---------------------------------------------------------------------------------------------------------


def test_one_fact_otherwise(send: Send) -> None:
    told = send("contrast/", {"record": {**OUT_OF_TURN, "accepted": True}})
    known = contrast(rule(parse_record({**OUT_OF_TURN, "accepted": True})))
    assert [(one["fact"], one["value"]) for one in told["contrasts"]] == [(one.fact.id, one.value) for one in known]
    refused = [one for one in told["contrasts"] if one["fact"] == "lho_accepts"]
    assert refused
    assert all("West does not accept" in one["say"] for one in refused)
    assert all(one["difference"]["instead_of"] for one in refused)


def test_of_a_record_also_what_decides_and_what_other_codes_say(send: Send) -> None:
    told = send("contrast/", {"record": {**OUT_OF_TURN, "accepted": True}})
    assert "lho_accepts" in [one["fact"] for one in told["flips"]]
    assert all(one["difference"]["becomes"] or not one["complete"] for one in told["flips"])
    own, *others = told["editions"]
    assert own["ruling"]["say"] == told["ruling"]["say"]
    assert {one["edition"] for one in others} == {*EDITIONS} - {"duplicate-2017"}
    assert all(bool(one["ruling"]) is not bool(one["why"]) for one in others)


def test_of_answers_too(send: Send) -> None:
    told = send("contrast/", {"procedure": "31", "answers": {"whose_turn": "partner", "lho_called": True}})
    assert told["ruling"]["complete"]
    assert {one["fact"] for one in told["contrasts"]} == {"whose_turn", "lho_called"}


def test_a_ruling_that_waits_has_no_contrast(send: Send) -> None:
    told = send("contrast/", {"record": OUT_OF_TURN}, 422)
    assert told["code"] == "incomplete"
    assert list(told["errors"]) == ["lho_accepts"]
    assert told["provisions"] == ["29A"]


@walks("body", [{}, {"record": OUT_OF_TURN, "procedure": "31"}, {"procedure": "31"}], apart=True)
def test_a_record_or_answers_but_not_both(send: Send, body: Any) -> None:
    assert send("contrast/", body, 422)["code"] == "bad-body"


# --- meanings ---------------------------------------------------------------------------------------------------------

OPENING = {"hcp": [12, 21], "suits": {"H": "5+"}}


@walks(
    ("withdrawn", "replacement", "decisive"),
    [
        (OPENING, {"hcp": [10, 16], "suits": {"H": "5+"}}, "same_or_similar"),
        (OPENING, {"hcp": [7, 16], "suits": {"H": "5+"}}, "no"),
        (OPENING, {"hcp": [12, 15], "suits": {"H": "6+"}}, "is_subset"),
        ({"asks": "aces"}, {"asks": "aces"}, "same_purpose"),
        ({"asks": "aces"}, {"asks": "majors"}, "no"),
    ],
    apart=True,
)
def test_each_test_says_whether_it_is_passed_and_why(
    send: Send, withdrawn: Any, replacement: Any, decisive: str
) -> None:
    told = send("meanings/compare/", {"withdrawn": withdrawn, "replacement": replacement})
    assert told == compare_data(withdrawn, replacement).as_dict()
    assert (told["decisive"], told["comparable"]) == (decisive, decisive != "no")
    assert [one["provision"] for one in told["tests"]] == ["23A1", "23A2", "23A3"]
    assert all(one["why"] for one in told["tests"])
    assert told["tolerance"]["source"] == WORKED_EXAMPLES.source


def test_a_body_may_have_a_tolerance_of_its_own(send: Send) -> None:
    meanings = {"withdrawn": OPENING, "replacement": {"hcp": [9, 16], "suits": {"H": "5+"}}}
    found = send("meanings/compare/", meanings)
    assert (found["comparable"], found["decisive"]) == (False, "judgement")
    assert [one["open"] for one in found["tests"]] == [True, False, False]
    own = {"points": 5, "cards": 1, "source": "Our regulation 4"}
    told = send("meanings/compare/", {**meanings, "tolerance": own})
    assert told["comparable"]
    assert told["tolerance"] == {**own, "share": "1/2"}
    assert not send("meanings/compare/", {**meanings, "tolerance": {**own, "share": "3/4"}})["comparable"]
    assert send("meanings/compare/", {**meanings, "tolerance": {**own, "share": "0/1"}})["tolerance"]["share"] == "0"
    refused = send("meanings/compare/", {**meanings, "tolerance": {**own, "share": "9/4"}}, 422)
    assert (refused["code"], list(refused["errors"])) == ("bad-regulation", ["tolerance.share"])


@walks(
    ("meaning", "code", "field"),
    [
        ({"hcp": [30, 12]}, "bad-meaning", "withdrawn.hcp"),
        ({"suits": {"S": "7+", "H": "7+"}}, "bad-meaning", "withdrawn"),
        ({"words": "a strong hand"}, "bad-meaning", "withdrawn"),
        ({}, "bad-meaning", "withdrawn"),
        ({"colour": "red"}, "bad-body", "withdrawn"),
        (None, "bad-body", "withdrawn"),
    ],
    apart=True,
)
def test_a_meaning_that_cannot_be_compared_names_its_field(send: Send, meaning: Any, code: str, field: str) -> None:
    told = send("meanings/compare/", {"withdrawn": meaning, "replacement": OPENING}, 422)
    assert (told["code"], list(told["errors"])) == (code, [field])


# --- how it is asked --------------------------------------------------------------------------------------------------


def test_only_posts_are_answered(ask: Ask, db: None) -> None:
    for address in ("", "diagnose/", "legal_plays/", "interview/", "contrast/", "meanings/compare/"):
        assert ask(BASE + address, 405)["code"] == "wrong-method"


def test_the_rates_of_the_library_hold(client: Client, settings: Any, db: None) -> None:
    settings.API_RATES = {"anon": "2/min", "user": "2/min"}
    statuses = [client.post(BASE, RECORD, content_type="application/json").status_code for _ in range(3)]
    assert statuses == [200, 200, 429]


def test_the_database_is_asked_only_whether_an_editor_has_published_other_words(
    client: Client, db: None, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(1):
        assert client.post(BASE, RECORD, content_type="application/json").status_code == 200
