"""Why a wrong option is wrong: the engine is asked whether the ruling would be that where the reason says it would be."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import Final

import pytest

from exams.scenarios.narration import balance
from exams.scenarios.narration.narrative import narratives
from exams.scenarios.narration.statements import Single, singles, told_alone
from exams.scenarios.narration.supposing import Supposed, as_it_is
from exams.scenarios.narration.words import FOLDER, Words
from exams.scenarios.plots import PLOTS
from laws.keys import parse
from laws.rulings.editions import EDITIONS
from laws.rulings.readers import explore, interview
from laws.rulings.ruling import Ruling
from tests.walking import faults

_DECIDED_BY: Final = re.compile(r" \((\d+[A-Z]?[^ ]*)\)\.$")
"""The provision at the end of a reason."""


def rulings(words: Words, ruling: Ruling, other: Ruling, supposed: Supposed) -> list[Ruling]:
    """The rulings where the answers that the reason names are put in place of this path's, with those it need not name.

    What comes up then is answered in every way, unless it has no words for the answer no, as what is not at the table.
    """
    unsaid = {answer: text for answer, text in words.conditions.items() if not text or answer in words.expected}
    known = dict(ruling.usual_path)
    unsaid |= {answer: "" for when, answer in words.implied if when.fits(known)}
    answers = {
        **known,
        **{fact: value for fact, value in other.usual_path if known.get(fact) != value and (fact, value) in unsaid},
        **dict(supposed.answers),
    }
    ways, found = [answers], []
    while ways:
        way = ways.pop()
        ruled = interview(ruling.procedure, way, ruling.edition)
        if ruled.pending is None:
            found.append(ruled)
            continue
        fact = ruled.pending.fact
        silent = False in fact.values and (fact.id, False) not in words.conditions
        ways += [{**way, fact.id: value} for value in ([False] if silent else fact.values)]
    return found


def never_without(other: Ruling, supposed: Supposed) -> list[Ruling]:
    """The paths of the law on which what the reason names is not so."""
    needed = set(supposed.answers)
    return [path for path in explore(other.procedure, other.edition) if not needed <= set(path.usual_path)]


def test_what_would_be_right_if_is_what_the_engine_then_rules_by_that_provision() -> None:
    with faults() as walk:
        for words in (one.words for one in narratives()):
            for ruling, _ in balance.asked(words):
                for offer in balance.offers(words, ruling):
                    if offer.ruling is None or offer.supposed is None:
                        continue
                    told = _DECIDED_BY.search(offer.why)
                    assert told

                    def is_so(
                        found: Ruling, words: Words = words, by: str = told[1], said: str = offer.wording
                    ) -> bool:
                        return balance.wording(words, found) == said and by in {one.provision for one in found.decided}

                    with walk.at(f"{words.document.name} {ruling.receipt()['path']}: {offer.why}"):
                        if offer.supposed.enough:
                            assert all(map(is_so, rulings(words, ruling, offer.ruling, offer.supposed)))
                        else:
                            assert is_so(offer.ruling)
                            assert not any(map(is_so, never_without(offer.ruling, offer.supposed)))


def test_each_single_statement_would_be_right_by_the_provision_it_names() -> None:
    with faults() as walk:
        for words in (one.words for one in narratives()):
            for ruling, _ in balance.asked(words):
                for single in singles(words, ruling):
                    if single.of is None or single.supposed is None:
                        continue

                    def is_so(found: Ruling, words: Words = words, single: Single = single) -> bool:
                        return (single.wording, single.step.provision) in {
                            (f"{balance.phrase(words, found, step)}.", step.provision)
                            for step in found.decided
                            if told_alone(words, step)
                        }

                    with walk.at(f"{words.document.name} {ruling.receipt()['path']}: {single.why}"):
                        if single.supposed.enough:
                            assert all(map(is_so, rulings(words, ruling, single.of, single.supposed)))
                        else:
                            assert is_so(single.of)
                            assert not any(map(is_so, never_without(single.of, single.supposed)))


def test_each_right_statement_is_no_part_of_the_ruling_where_its_reason_says_so() -> None:
    explained = 0
    with faults() as walk:
        for words in (one.words for one in narratives()):
            for ruling, _ in balance.asked(words):
                for single in singles(words, ruling):
                    if single.unless is None:
                        continue
                    explained += 1
                    with walk.at(f"{words.document.name} {ruling.receipt()['path']}: {single.why}"):
                        for found in rulings(words, ruling, *single.unless):
                            assert single.wording not in {
                                f"{balance.phrase(words, found, step)}."
                                for step in found.decided
                                if told_alone(words, step)
                            }
    assert explained > 500


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("{lho} had not called over it", "{lho} has not called over it"),
        ("{others} had not called", "{others} have not called"),
        ("{lho} had accepted {attempt}", "{lho} accepted {attempt}"),
        ("{attempt} were comparable with {irregular}", "{attempt} is comparable with {irregular}"),
        ("it had not been {asker}'s turn", "it was not {asker}'s turn"),
        ("{partner} had had no more reason to expect it", "{partner} had no more reason to expect it"),
        ("{others} would have had the same result", "{others} would have had the same result"),
        ("play had finished", "play has finished"),
        ("{offender} had still to call", "{offender} has still to call"),
        ("{hint} had not suggested it", "{hint} did not suggest it"),
    ],
)
def test_what_makes_a_sentence_right_is_told_as_something_that_is_so(condition: str, told: str) -> None:
    words = replace(narratives()[0].words, conditions={("fact", True): condition}, here={})
    assert as_it_is(words, "fact", True) == told
    assert as_it_is(replace(words, here={("fact", True): "so it is"}), "fact", True) == "so it is"


def test_hardly_any_reason_names_more_than_two_facts() -> None:
    """Where two are not enough, the one is named without which the law never rules so; a few have none such."""
    with faults() as walk:
        for words in (one.words for one in narratives()):
            asked = [ruling for ruling, _ in balance.asked(words)]
            told = [one.supposed for ruling in asked for one in balance.offers(words, ruling)]
            told += [one.supposed for ruling in asked for one in singles(words, ruling)]
            named = [len(one.answers) for one in told if one is not None]
            with walk.at(words.document.name):
                assert sum(count > 2 for count in named) <= len(named) / 8


@cache
def ruled_by() -> frozenset[str]:
    """Every provision that a path of any law rests on, with what it stands in: 27B1(a), 27B1, 27B and 27."""
    edition = EDITIONS["duplicate-2017"]
    every = {key for number in edition.procedures for path in explore(number) for key in path.citations}
    return frozenset(str(above) for key in every for above in (parse(key), *parse(key).ancestors))


def test_a_mistake_is_called_wrong_by_provisions_that_rulings_rest_on() -> None:
    """What a reason cites is what some ruling rests on, as far as the engine rules on that law at all."""
    rules_on = {parse(number).top for number in EDITIONS["duplicate-2017"].procedures}
    with faults() as walk:
        for words in (one.words for one in narratives()):
            for mistake in words.mistakes:
                with walk.at(f"{mistake.place}: {mistake.why}"):
                    cited = [key for key in mistake.cites if key in EDITIONS["duplicate-2017"].keys]
                    assert [key for key in cited if parse(key).top in rules_on and key not in ruled_by()] == []


def test_nothing_claims_to_be_so_only_under_certain_laws() -> None:
    """Such a list is hardly ever complete, and the engine cannot be asked whether it is."""
    claim = re.compile(r"\bonly under (the )?Laws?\b", re.IGNORECASE)
    written = {path.name: path.read_text() for path in FOLDER.glob("*.yaml")}
    spoken = {step.effect.words for law in PLOTS for path in explore(law) for step in path.decided}
    with faults() as walk:
        for name, text in written.items():
            with walk.at(name):
                assert not claim.search(text)
        with walk.at("what the engine says"):
            assert [words for words in spoken if claim.search(words)] == []


def test_what_one_condition_says_another_does_not_say_again() -> None:
    """An answer that brings another along says so itself: "it had been East's turn and East had passed"."""
    words = next(one.words for one in narratives())
    both, one = ("turn", "rho"), ("passed", True)
    told = {both: "it had been {rho}'s turn and {rho} had passed", one: "{rho} had passed"}
    supposed = Supposed((both, one), enough=True)
    why = supposed.why(replace(words, conditions=told), {}, "32A1")
    assert why == "this would be right if it had been {rho}'s turn and {rho} had passed (32A1)."


def test_where_one_fact_decides_it_is_told_as_it_is_at_this_table() -> None:
    words = next(one.words for one in narratives())
    called = {("called", True): "{lho} had called over it", ("called", False): "{lho} had not called over it"}
    words = replace(words, conditions=called, here={})
    told = Supposed((("called", True),), enough=True).why(words, {"called": False}, "36A")
    assert told == "this would be right if {lho} had called over it; but {lho} has not called over it (36A)."
    assert (
        Supposed((("called", True),), enough=True).why(words, {}, "36A").endswith("if {lho} had called over it (36A).")
    )
