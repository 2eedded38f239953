"""Effects: their words and what they become at a table."""

from __future__ import annotations

import re
from dataclasses import fields
from functools import cache

import pytest

from laws.rulings.effects import ACTIONS, CALLS, RIGHTS, DirectorAction, Effect, NoRight, Right
from laws.rulings.effects.information import WEIGH_RESULTS, ProceduralPenalty
from laws.rulings.facts import FACTS, answer_words
from laws.rulings.readers import explore
from laws.rulings.replay import Situation
from laws.rulings.words import NOBODY, fill, list_of, names_at
from tests.laws.rulings.tables import PROCEDURES, has, record, ruled
from tests.walking import walks

TABLE = Situation(
    record("N 1S, E 1H", accepted=False, replacement="2H", declarer="S", lead={"occasion": "first", "forbidden": "C"})
)
NAMED = [DirectorAction(what) for what in ACTIONS] + [kind("lho", to) for to in RIGHTS for kind in (Right, NoRight)]
PLACE = re.compile(r"[{}]")


@cache
def effects() -> list[Effect]:
    """Every effect of every path, and those that a table may name besides."""
    ruled = {effect: None for procedure in PROCEDURES for path in explore(procedure) for effect in path.effects}
    return [*dict.fromkeys([*ruled, *NAMED])]


def test_the_effects_of_all_paths_are_here() -> None:
    assert len({effect.name for effect in effects()}) >= 18


def test_a_sentence_that_says_a_finding_as_well_names_it_as_the_finding_does() -> None:
    told = {words for fact in FACTS.values() for words in fact.told.values()}
    for procedure in PROCEDURES:
        for path in explore(procedure):
            for effect in path.effects:
                assert set(effect.retold(path.effects)) <= told, (path.receipt()["path"], effect)


def test_every_procedural_penalty_says_against_whom() -> None:
    penalties = [effect for effect in effects() if isinstance(effect, ProceduralPenalty) and effect.value == "possible"]
    assert {effect.who for effect in penalties} >= {"offender", "side", "speaker", "partner"}
    assert [effect for effect in penalties if f"against {{{effect.who}}}" not in effect.words] == []


@walks("effect", effects, ids=str)
def test_words_fill_for_a_table_and_without(effect: Effect) -> None:
    for situation in (None, TABLE):
        words = fill(effect.words, names_at(situation))
        assert words
        assert not PLACE.search(words)
        assert words[0] == words[0].upper()


@walks("effect", effects, ids=str)
def test_at_a_table_no_role_is_left_in_the_outcome(effect: Effect) -> None:
    roles = {"offender", "partner", "lho", "rho", "correct", "declarer"}
    outcome = effect.outcome(TABLE)
    assert outcome["outcome"] == effect.name
    assert not [key for key, value in outcome.items() if isinstance(value, str) and value in roles]


@walks("effect", effects, ids=str)
def test_an_effect_is_plain_data_that_compares(effect: Effect) -> None:
    again = type(effect)(**{item.name: getattr(effect, item.name) for item in fields(effect)})
    assert again == effect
    assert hash(again) == hash(effect)


def test_calls_resolve_by_their_part_in_the_case() -> None:
    ruling = ruled("N 1S, E 1H", accepted=False, replacement="2H")
    assert has(ruling, "call_cancelled", call="1H", player="E")
    assert has(ruling, "call_stands", call="2H", player="E")


def test_a_call_not_made_yet_keeps_its_part() -> None:
    assert has(ruled("N 1S, E 1H", accepted=False, findings={"replacement_kind": "pass"}), "call_cancelled", call="1H")


def test_the_auction_goes_on_with_the_next_player() -> None:
    assert has(ruled("N 1S, E 1H", accepted=True), "auction_continues", after="1H", player="S")
    assert has(ruled("N 1S, E 1H, S 2H"), "auction_continues", after="2H", player="W")


def test_a_lead_restriction_names_the_suits_left() -> None:
    ruling = ruled("N 1S, E 1H", accepted=False, replacement="2D", findings={"comparable": "no"})
    assert has(ruling, "lead_restriction", player="W", suits=["S", "H", "C"])
    assert "(so far ♠, ♥ or ♣)" in " ".join(ruling.words(effect.words) for effect in ruling.effects)
    assert "one suit that East has not specified in the legal auction," in ruling.say(), "East may still show one"


def test_a_wish_is_told_with_its_player() -> None:
    ruling = ruled("N 1S, E 1H", accepted=True, says_accept=["N"])
    abouts = [item["about"] for item in ruling.outcomes if item["outcome"] == "info"]
    assert not [about for about in abouts if PLACE.search(about)]


# -- words -------------------------------------------------------------------------------------------------------------


def test_every_question_fills_for_a_table_and_without() -> None:
    for fact in FACTS.values():
        for template in (fact.question, fact.find_out, *fact.told.values()):
            for situation in (None, TABLE):
                assert not PLACE.search(fill(template, names_at(situation)))


def test_every_answer_has_words() -> None:
    assert [answer_words(True), answer_words(False)] == ["yes", "no"]
    for fact in FACTS.values():
        assert all(answer_words(value) in fact.expected for value in fact.values if not isinstance(value, bool))
        assert all(str(value) in fact.expected for value in fact.values if not isinstance(value, bool))


def test_names_of_a_table_are_its_seats_and_symbols() -> None:
    names = names_at(TABLE)
    assert (names["offender"], names["partner"], names["lho"]) == ("East", "West", "South")
    assert (names["irregular"], names["replacement"]) == ("1♥", "2♥")
    assert (names["side"], names["others"]) == ("East–West", "North–South")
    assert names["declarer"] == "South"
    assert set(names) == set(NOBODY)


def test_templates_are_message_ids() -> None:
    """A translation is looked up under the English template, places and all."""
    german = {"{partner} must pass": "{partner} muss passen", "West": "Westen"}.get
    words = fill(
        "{partner} must pass", names_at(TABLE, lambda text: german(text, text)), lambda text: german(text, text)
    )
    assert words == "Westen muss passen"


def test_equal_effects_are_made_once() -> None:
    assert DirectorAction(WEIGH_RESULTS) is DirectorAction(WEIGH_RESULTS)
    assert DirectorAction(what=WEIGH_RESULTS) == DirectorAction(WEIGH_RESULTS)
    right: object = Right("lho", next(iter(RIGHTS)))
    assert right != NoRight("lho", next(iter(RIGHTS)))


@pytest.mark.parametrize(("words", "text"), [(["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c")])
def test_a_list_is_read_out(words: list[str], text: str) -> None:
    assert list_of(words) == text


def test_parts_of_the_case_all_have_names() -> None:
    assert set(CALLS) <= set(NOBODY)
