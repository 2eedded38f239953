"""Facts of the book rest on the digest in force, and ask fair questions: nothing about an answer's looks gives it away."""

from __future__ import annotations

import shutil
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings

from exams.bank.content import check
from exams.scenarios import NotStagedError, UnknownPathError, book
from exams.scenarios.narration.words import BadWords
from laws import keys, shelf
from laws.sources.digest import read_shelf
from tests.walking import walks

FACTS = book.facts()
SEEDS = [f"seed {number}" for number in range(12)]
ORDERED = ("times", "tricks", "numbers")
LEAST = {"times": 25, "tricks": 8, "numbers": 15, "definitions": 40, "force": 20}
SHIPPED = Path(book.__file__).parent
TRICKS = "book/64/won_by_the_revoker"


@cache
def texts() -> dict[str, list[str]]:
    """The text of every provision in force, with the cells of its tables."""
    laws = read_shelf(shelf.FOLDER).editions[book.EDITION].current_laws()
    return {
        str(one.key): [one.text, *(str(cell) for table in one.tables for row in table["rows"] for cell in row)]
        for law in laws
        for one in law.provisions
    }


@cache
def asked() -> list[tuple[book.Fact, dict[str, Any]]]:
    return [(fact, book.staged(name, seed=seed)) for name, fact in FACTS.items() for seed in SEEDS]


def lengths(content: dict[str, Any]) -> tuple[int, list[int]]:
    """How long the right answer is, and the others."""
    long = {one["id"]: len(one["text"]) for one in content["options"]}
    return long.pop(content["key"]), list(long.values())


@walks("name", FACTS)
def test_a_fact_rests_on_words_of_the_law_in_force(name: str) -> None:
    fact = FACTS[name]
    plain = [" ".join(text.split()) for text in texts()[str(keys.parse(fact.provision))]]
    assert any(fact.reads in text for text in plain), f"{fact.provision}: {fact.reads}"


def test_its_topic_is_in_the_syllabus() -> None:
    syllabus = yaml.safe_load((settings.BASE_DIR / "fixtures/syllabus.yaml").read_text(encoding="utf-8"))

    def slugs(topics: list[dict[str, Any]]) -> set[str]:
        return {topic["slug"] for topic in topics}.union(*(slugs(topic.get("under", [])) for topic in topics))

    assert {fact.topic for fact in FACTS.values()} <= slugs(syllabus["topics"])


def test_all_sorts_of_facts_are_there() -> None:
    number = Counter(fact.about for fact in FACTS.values())
    assert {about: number[about] for about in LEAST if number[about] < LEAST[about]} == {}
    assert len({fact.law for fact in FACTS.values()}) >= 60


def test_facts_come_in_the_order_of_the_law_book() -> None:
    orders = [keys.parse(fact.provision).order for fact in FACTS.values()]
    assert orders == sorted(orders)


@walks("name", FACTS)
def test_it_can_be_asked_in_several_ways(name: str) -> None:
    made = [content for fact, content in asked() if fact.name == name]
    for content in made:
        check(content)
        assert len(content["options"]) == 4
        right = next(one for one in content["options"] if one["id"] == content["key"])
        assert not right["why"]
        assert all(one["why"] for one in content["options"] if one is not right)
        said = [*content["stem"], content["question"], *(one["text"] + one["why"] for one in content["options"])]
        assert "{" not in "".join([*said, content["explanation"]["say"], content["explanation"]["reason"]["text"]])
    assert len({content["fingerprint"] for content in made}) > 2
    assert book.staged(name, seed=SEEDS[0]) == made[0]


@walks("name", FACTS)
def test_each_wrong_answer_has_a_reason_of_its_own(name: str) -> None:
    reasons = [why for why in FACTS[name].answers.values() if why]
    assert len(set(reasons)) == len(reasons)


def test_the_reason_against_an_answer_names_the_right_word() -> None:
    fact = FACTS["book/7/looking_at_the_hand"]
    assert fact.right.startswith("They must")
    assert all("“must”" in why for why in fact.answers.values() if why)


def test_a_refused_question_does_not_come() -> None:
    known: set[str] = set()
    for _number in range(8):
        content = book.staged(TRICKS, seed="the same", refuses=known.__contains__)
        assert content["fingerprint"] not in known
        known.add(content["fingerprint"])


def test_where_everything_is_refused_there_is_no_question() -> None:
    with pytest.raises(NotStagedError, match="refuse fewer"):
        book.staged(TRICKS, seed="any", refuses=lambda _fingerprint: True)


def test_an_unknown_fact_is_refused() -> None:
    with pytest.raises(UnknownPathError, match="no such fact"):
        book.staged("book/64/no_such", seed="any")


# --- nothing gives the answer away ------------------------------------------------------------------------------------


def test_the_right_answer_is_seldom_the_longest_or_the_shortest() -> None:
    told = [lengths(content) for _fact, content in asked()]
    assert sum(right > max(others) for right, others in told) <= 0.3 * len(told)
    assert sum(right < min(others) for right, others in told) <= 0.3 * len(told)


def test_its_letter_is_no_help() -> None:
    shuffled = Counter(content["key"] for fact, content in asked() if fact.about not in ORDERED)
    ordered = Counter(content["key"] for fact, content in asked() if fact.about in ORDERED)
    assert all(0.15 <= shuffled[letter] / shuffled.total() <= 0.35 for letter in "abcd"), shuffled
    assert all(0.12 <= ordered[letter] / ordered.total() <= 0.4 for letter in "abcd"), ordered


def test_quantities_keep_their_order() -> None:
    for fact, content in asked():
        if fact.about in ORDERED and "{" not in "".join(fact.answers):
            places = [list(fact.answers).index(one["text"]) for one in content["options"]]
            assert places == sorted(places), fact.name


# --- a file that cannot be right --------------------------------------------------------------------------------------

FACT = {
    "provision": "64A1",
    "reads": "together with one later trick",
    "about": "tricks",
    "topic": "revoke",
    "level": "club",
    "case": "tricks for a revoke",
    "scenes": [{"tell": "{player} revoked.", "ask": "How many?"}, {"tell": "{lho} revoked.", "ask": "How many?"}],
    "answers": {"None": "Too few.", "One": "One too few.", "Two": "", "Three": "One too many."},
    "because": "The book says so.",
    "says": "Two tricks.",
}


def faults(folder: Path, monkeypatch: pytest.MonkeyPatch, **facts: dict[str, Any]) -> list[str]:
    """What is said against facts of Law 64, in a folder of their own."""
    shutil.copy(SHIPPED / "pools.yaml", folder)
    text = yaml.safe_dump({"law": "64", "facts": facts}, sort_keys=False, allow_unicode=True)
    (folder / "law_64.yaml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(book, "FOLDER", folder)
    with pytest.raises(BadWords) as raised:
        book.facts.__wrapped__()
    return list(raised.value.faults)


def test_all_faults_are_told_at_once_with_their_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = faults(
        tmp_path,
        monkeypatch,
        good=FACT,
        strange_place=FACT | {"says": "Two tricks for {north}."},
        two_right=FACT | {"answers": FACT["answers"] | {"Three": ""}},  # type: ignore[operator]
        elsewhere=FACT | {"provision": "63A1"},
        told_twice=FACT | {"scenes": [FACT["scenes"][0]] * 2},  # type: ignore[index]
        no_provision=FACT | {"provision": "sixty-four"},
        no_such_right={name: told for name, told in FACT.items() if name != "answers"}
        | {"pool": "force", "right": "might"},
    )
    said = [(place.partition(":")[0], message) for place, _, message in (one.partition(": ") for one in found)]
    assert {name for name, _message in said} == {f"{tmp_path.name}/law_64.yaml"}
    told = "\n".join(message for _name, message in said)
    for words in ("{north} is no place", "not 2", "63A1 is not of Law 64", "two scenes say the same", "not 0"):
        assert words in told
    assert "good" not in told
    lines = (tmp_path / "law_64.yaml").read_text(encoding="utf-8").splitlines()
    place = next(one for one in found if "63A1" in one).split(": ")[0]
    assert lines[int(place.rpartition(":")[2]) - 1].strip() == "provision: 63A1"


def test_too_few_answers_or_scenes_and_unknown_keys_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = {"None": "Too few.", "One": "One too few.", "Two": ""}
    found = faults(
        tmp_path,
        monkeypatch,
        few_answers=FACT | {"answers": few},
        one_scene=FACT | {"scenes": FACT["scenes"][:1]},  # type: ignore[index]
        unknown=FACT | {"hint": "Two"},
    )
    assert len(found) == 3
    assert all(one.startswith(f"{tmp_path.name}/law_64.yaml:") for one in found)


def test_a_pool_without_enough_answers_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = faults(
        tmp_path,
        monkeypatch,
        unknown={name: told for name, told in FACT.items() if name != "answers"} | {"pool": "wishes", "right": "must"},
    )
    assert any("at least 4 answers" in one for one in found)
