"""What a question says agrees with the law, with itself and with the cards."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
import yaml

from exams.bank.content import check, words
from laws.rulings.calls import parse_call
from laws.rulings.cards import parse_hand
from laws.rulings.readers import rule
from laws.rulings.record import parse_record
from laws.rulings.replay import Situation
from laws.rulings.seats import Seat, board_dealer, board_vulnerability
from laws.rulings.words import NOBODY
from tests.exams.scenarios.conftest import Question, voice_of

FOLDER = Path(__file__).parents[3] / "fixtures" / "laws" / "duplicate-2017"
CITED = re.compile(r"\b(\d{1,2}[A-Z]\d?(?:\([a-z]\))?(?:\([ivx]+\))?)(?![\w(])")
UNFILLED = re.compile(r"[{}]|\bNone\b|\b(?:" + "|".join(map(re.escape, filter(None, NOBODY.values()))) + r")\b")
# Words for nobody in particular that a question may say: contract and new call are not known yet, and who rules is told.
ALLOWED = {"declarer", "the Director", "the player", "the new call"}
REPEATED = re.compile(r"(\b[^.]{8,}\.) \1")


def provisions() -> set[str]:
    """Every key of the edition, read from its files."""
    found: set[str] = set()

    def walk(node: object) -> None:
        if isinstance(node, dict):
            if "key" in node:
                found.add(str(node["key"]))
            for child in node.values():
                walk(child)
        elif isinstance(node, list):
            for child in node:
                walk(child)

    for path in FOLDER.glob("law-*.yaml"):
        walk(yaml.safe_load(path.read_text("utf-8")))
    return found


def key_of(question: Question) -> str:
    texts = {option["id"]: str(option["text"]) for option in question["options"]}
    return texts[question["key"]]


def test_the_bank_takes_every_question(questions: list[Question]) -> None:
    for question in questions:
        check(question)


def test_the_engine_still_rules_the_key_on_the_stored_record(questions: list[Question]) -> None:
    for question in questions:
        ruling = rule(parse_record(question["record"]))
        assert ruling.complete
        assert ruling.procedure == question["generator"]["procedure"]
        assert (voice_of(ruling).text(ruling), ruling.receipt()) == (key_of(question), question["receipt"])


def test_there_are_four_options_and_only_the_key_needs_no_reason(questions: list[Question]) -> None:
    for question in questions:
        options = question["options"]
        assert [option["id"] for option in options] == list("abcd")
        assert len({option["text"] for option in options}) == 4
        assert [option["id"] for option in options if not option["why"]] == [question["key"]]


def test_every_citation_is_a_provision_of_the_edition(questions: list[Question]) -> None:
    known = provisions()
    assert known, "no provisions were read"
    for question in questions:
        explained = question["explanation"]
        cited = {*explained["cites"], *(step["provision"] for step in explained["steps"] + explained["outcomes"])}
        cited |= {key for option in question["options"] for key in CITED.findall(option["why"])}
        assert cited - known - {key for key in cited if key.isdigit()} == set()


def test_no_place_is_left_unfilled_and_no_sentence_said_twice(questions: list[Question]) -> None:
    for question in questions:
        texts = [*question["stem"], question["explanation"]["say"]]
        texts += [text for option in question["options"] for text in (option["text"], option["why"])]
        texts += [step["question"] for step in question["explanation"]["steps"]]
        for text in texts:
            assert not (set(UNFILLED.findall(text)) - ALLOWED), text
            assert not REPEATED.search(text), text
            assert not re.search(r"(?:^|[.!?] )[a-z]", text), f"a sentence without a capital: {text}"
            assert "  " not in text, text


def test_nothing_in_the_stem_gives_the_key_away(questions: list[Question]) -> None:
    for question in questions:
        assert key_of(question) not in " ".join(question["stem"])


def test_the_key_is_seldom_told_by_its_length(questions: list[Question]) -> None:
    """Chance is a quarter; what the law leaves to say keeps some keys from ever being the shortest."""
    places = Counter(
        sum(len(option["text"]) < len(key_of(question)) for option in question["options"]) for question in questions
    )
    assert all(0.08 < places[place] / len(questions) < 0.40 for place in range(4)), places


def test_the_key_stands_at_every_letter(questions: list[Question]) -> None:
    letters = Counter(question["key"] for question in questions)
    assert all(letters[letter] > 0.15 * len(questions) for letter in "abcd"), letters


def test_the_board_and_the_calls_belong_together(questions: list[Question]) -> None:
    for question in questions:
        auction = question["diagrams"]["auction"]
        assert auction["dealer"] == board_dealer(auction["board"]).value
        assert auction["vulnerability"] == board_vulnerability(auction["board"])
        record = parse_record(question["record"])
        calls = [(call["by"], call["call"]) for call in auction["calls"]]
        made = [(made.by.value, made.call.text) for made in (*record.auction, *record.continued)]
        assert calls[: len(made)] == made


def test_exactly_the_irregular_call_is_marked(questions: list[Question]) -> None:
    for question in questions:
        at = Situation(parse_record(question["record"]))
        assert at.irregularity is not None
        marked = [i for i, call in enumerate(question["diagrams"]["auction"]["calls"]) if call.get("bad")]
        assert marked == [at.irregularity.index]
        assert list(question["diagrams"]["hands"]["show"]) == [at.offender.value]


def test_the_hand_shown_is_thirteen_cards_of_one_pack(questions: list[Question]) -> None:
    for question in questions:
        for hand in question["diagrams"]["hands"]["show"].values():
            cards = parse_hand(hand)
            assert len(cards) == len(set(cards)) == 13


def test_players_are_named_by_seat_and_calls_by_symbol(questions: list[Question]) -> None:
    named = {seat.full_name for seat in Seat}
    for question in questions:
        text = words(question)
        assert any(name in text for name in named)
        assert not re.search(r"\b[1-7][SHDC]\b", " ".join(question["stem"]))


@pytest.mark.parametrize("text", ["the attempted call stands", "{partner} must pass", "offender's partner must pass"])
def test_the_search_for_unfilled_places_finds_one(text: str) -> None:
    assert set(UNFILLED.findall(text)) - ALLOWED


def test_a_replacement_of_the_record_is_a_call(questions: list[Question]) -> None:
    """The stem tells of the same call that the record was ruled on with."""
    replaced = [question for question in questions if "replacement" in question["record"]]
    assert replaced
    for question in replaced:
        call = parse_call(question["record"]["replacement"])
        told = " ".join(question["stem"])
        assert (call.symbol if call.is_bid else call.symbol.rstrip("e")) in told
