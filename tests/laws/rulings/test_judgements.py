"""Judgements are typed: each tells the standard, its law, whom to ask, and what every answer leads to."""

from __future__ import annotations

import re
from typing import Any

import pytest

from laws.rulings.discovery import modules
from laws.rulings.editions import DUPLICATE_2017, EDITIONS
from laws.rulings.facts import FACTS, Fact, Source, answer_words, asking, attention, conduct, misinformation
from laws.rulings.facts import auction as auction_facts
from laws.rulings.facts.base import name_answers
from laws.rulings.readers import explore, interview, rule
from laws.rulings.record import BadRecord, parse_record
from laws.rulings.regulations import DEFAULTS
from laws.rulings.staging import stage
from laws.rulings.words import NOBODY, fill
from tests.laws.rulings.tables import has, ruled

PROCEDURES = [number for number, rule in DUPLICATE_2017.procedures.items() if rule.declared.seats is not None]
"""Those that no auction shows."""
JUDGED = [fact for fact in FACTS.values() if fact.judgement is not None]


def name(fact: Fact) -> str:
    """The fact's id."""
    return fact.id


@pytest.mark.parametrize("fact", JUDGED, ids=name)
def test_the_standard_is_a_question_under_a_law_with_a_ruling_for_every_answer(fact: Fact) -> None:
    judgement = fact.judgement
    assert judgement is not None
    assert fact.source is Source.FINDING
    assert judgement.test.endswith("?")
    assert any(edition.has(judgement.law) for edition in EDITIONS.values())
    assert set(judgement.rulings) == set(fact.values)
    for text in (judgement.test, judgement.ask, judgement.poll, *judgement.rulings.values()):
        assert not re.search(r"[{}]", fill(text, NOBODY))


@pytest.mark.parametrize("fact", JUDGED, ids=name)
def test_the_answers_can_be_told_apart(fact: Fact) -> None:
    assert len({answer_words(value) for value in fact.values}) == len(fact.values)


@pytest.mark.parametrize("fact", JUDGED, ids=name)
def test_the_finding_decides(fact: Fact) -> None:
    """Two answers to a judgement, all else equal as far as it goes, never give the same ruling."""
    for procedure in PROCEDURES:
        rulings: dict[object, dict[object, set[object]]] = {}
        for path in explore(procedure):
            facts = list(path.path)
            at = next((i for i, (key, _) in enumerate(facts) if key == fact.id), None)
            if at is not None:
                rulings.setdefault(tuple(facts[:at]), {}).setdefault(facts[at][1], set()).add(path.effects)
        for by_answer in rulings.values():
            assert len({frozenset(effects) for effects in by_answer.values()}) == len(by_answer)


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_a_finding_that_is_missing_is_asked_for_and_never_guessed(procedure: str) -> None:
    for path in explore(procedure):
        for i, step in enumerate(path.asked):
            if step.fact.judgement is None:
                continue
            pending = interview(procedure, dict(path.path[:i])).as_dict()["pending"]
            assert pending["fact"] == step.fact.id
            assert len(pending["judgement"]["rulings"]) == len(step.fact.values)


def test_the_trace_shows_a_finding_as_a_finding() -> None:
    path = next(path for path in explore("16B") if dict(path.path).get("suggested") is True)
    steps = rule(parse_record(stage("16B", dict(path.path)))).as_dict()["steps"]
    found = {step["fact"]: step for step in steps if "judgement" in step}
    assert {"extraneous", "alternative", "suggested", "advantage"} == set(found)
    assert all(step["source"] == "finding" for step in found.values())


def test_every_default_of_a_regulation_says_where_it_comes_from() -> None:
    for regulation in DEFAULTS.values():
        assert regulation.source
        assert regulation.since >= DUPLICATE_2017.since


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_a_record_that_does_not_seat_the_players_is_refused(procedure: str) -> None:
    with pytest.raises(BadRecord, match=r"^record\.(offender|player): missing"):
        rule(parse_record({"dealer": "N", "procedure": procedure}))


def test_another_players_irregularity_is_not_ruled_on_under_this_name() -> None:
    with pytest.raises(BadRecord, match=r"^record\.offender: the irregular call of this auction is E's"):
        rule(parse_record({"dealer": "N", "auction": ["N 1S", "E 1H"], "procedure": "16B", "offender": "S"}))


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_the_director_always_has_something_to_say(procedure: str) -> None:
    for path in explore(procedure):
        assert path.say()
        assert rule(parse_record(stage(procedure, dict(path.path)))).say()


def test_an_answer_that_has_words_gets_no_others() -> None:
    with pytest.raises(ValueError, match="'partner' is already called"):
        name_answers({"partner": "somebody else"})


def test_72c_is_heard_in_every_law_that_keeps_it_open() -> None:
    """What a record states of the finding is used: nothing is left to be looked at when play is over."""
    tables: list[tuple[str, dict[str, Any]]] = [
        ("N 1S, E 1H", {"accepted": False, "replacement": "P", "findings": {"comparable": "no", "lowest_same": False}}),
        ("N 1S, E 1H", {"accepted": False, "attempted": ["X"], "findings": {"comparable": "no"}}),
        ("E P", {"accepted": False, "findings": {"pass_artificial": False}}),
        ("S 1H", {"accepted": False, "replacement": "2C", "findings": {"comparable": "no"}}),
        ("N 1S, W X", {"accepted": False, "continued": ["E 2C"], "replacement": "P", "findings": {"comparable": "no"}}),
        ("N 1S, E P, S X", {}),
        ("N 1S, S X", {}),
        ("N 1C, E P, S 1H", {"must_pass": {"S": "once"}}),
        ("N 8C", {}),
    ]
    for auction, fields in tables:
        stated = fields.get("findings", {})
        for found, kind in ((("foreseeable", "gained"), "assigned"), (("foreseeable", "not gained"), "none")):
            findings = stated | dict(zip(("foreseeable", "advantage"), found, strict=True))
            ruling = ruled(auction, **{**fields, "findings": findings})
            assert ruling.complete, (auction, ruling.pending)
            assert has(ruling, "adjusted_score", kind=kind, law="72C"), (ruling.procedure, auction, found)
            assert not has(ruling, "adjusted_score", kind="possible", law="72C"), (ruling.procedure, auction)
        unaware = ruled(auction, **{**fields, "findings": stated | {"foreseeable": "unforeseeable"}})
        assert has(unaware, "adjusted_score", kind="none", law="72C"), auction
        assert has(unaware, "result_stands", provision="72C"), auction
        assert has(ruled(auction, **fields), "adjusted_score", kind="possible", law="72C"), auction


def test_every_finding_on_procedure_and_information_has_its_standard() -> None:
    """Test, law, whom to ask and what each answer leads to: for whatever these modules, and these laws, call a finding."""
    laws = {"law_09", "law_20", "law_20f", "law_21", "law_22", "law_72", "law_73"}
    own = [one for one in modules("laws.rulings.procedures") if set(one.__name__.split(".")[3:4]) & laws]
    for module in (asking, attention, auction_facts, conduct, misinformation, *own):
        for fact in vars(module).values():
            if isinstance(fact, Fact) and fact.source is Source.FINDING:
                assert fact.judgement is not None, fact.id
                assert set(fact.judgement.rulings) == set(fact.values), fact.id
                assert fact.judgement.test.endswith("?"), fact.id
                assert fact.judgement.ask, fact.id
