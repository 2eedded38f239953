"""Wrong options are drawn so that no wording of a law tells by itself whether it is right."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exams.scenarios import generate
from exams.scenarios.narration import balance, statements
from exams.scenarios.narration.narrative import narratives
from exams.scenarios.narration.words import Words
from exams.scenarios.plots import PLOTS
from laws.rulings.readers import explore

SIZES: Final = st.lists(st.floats(0.001, 1000), min_size=1, max_size=30)
EVEN: Final = {"11", "15", "16B", "16D", "20"}
"""Laws with enough rulings to draw nearly all wrong options from those that are right on another path."""


@given(SIZES, st.integers(1, 5))
def test_chances_are_in_proportion_and_none_is_above_certain(sizes: list[float], of: int) -> None:
    found = balance.chances(sizes, of)
    assert sum(found) == pytest.approx(min(of, len(sizes)))
    assert all(0 < one <= 1 + 1e-9 for one in found)
    free = [(chance, size) for chance, size in zip(found, sizes, strict=True) if chance < 1 - 1e-9]
    assert all(chance / size == pytest.approx(free[0][0] / free[0][1]) for chance, size in free)


@given(SIZES, st.integers(0, 10**6))
def test_three_different_ones_are_drawn(sizes: list[float], seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - not for secrets
    found = balance.drawn(rng, list(enumerate(sizes)))
    assert len(found) == len(set(found)) == min(3, len(sizes))


def test_each_is_drawn_as_often_as_its_chance_says() -> None:
    sizes = [8.0, 4.0, 2.0, 1.0, 1.0, 0.5]
    rng = random.Random(1)  # noqa: S311 - not for secrets
    times = Counter(one for _ in range(4000) for one in balance.drawn(rng, list(enumerate(sizes))))
    for place, chance in enumerate(balance.chances(sizes)):
        assert times[place] / 4000 == pytest.approx(chance, abs=0.03)


def words_of(procedure: str) -> Words:
    return next(one.words for one in narratives() if one.procedure == procedure)


@pytest.mark.parametrize("procedure", sorted(EVEN))
def test_over_the_paths_of_a_law_a_wording_is_wrong_three_times_for_each_time_it_is_right(procedure: str) -> None:
    words = words_of(procedure)
    right, wrong = balance.balance(words)
    strange = sum(share for text, share in wrong.items() if text not in right)
    assert strange / sum(wrong.values()) < 0.25
    near = [text for text, share in right.items() if abs(wrong[text] - 3 * share) <= 0.25 * 3 * share]
    assert sum(right[text] for text in near) >= 0.6 * sum(right.values())


@pytest.mark.parametrize("procedure", ["27", "30", "31", "32"])
def test_no_ruling_on_an_irregular_call_is_right_much_more_often_than_another(procedure: str) -> None:
    for words in (one.words for one in narratives() if one.procedure == procedure):
        right, wrong = balance.balance(words)
        # Of an inadmissible double or redouble there are only three rulings: a third of the paths for each would be even.
        assert max(right.values()) <= max(0.4, 1.3 / len(right)) * sum(right.values())
        assert sum(share for text, share in wrong.items() if text not in right) <= 0.45 * sum(wrong.values())


def test_paths_that_are_wanted_often_come_again_in_later_rounds() -> None:
    (words,) = (one.words for one in narratives() if one.procedure == "30" and one.words.often)
    shares = {balance.wording(words, ruling): share for ruling, share in balance.asked(words)}
    assert len(set(shares.values())) > 1
    themes = Counter(PLOTS["30"].themes)
    for ruling, share in balance.asked(words):
        assert themes[ruling.receipt()["path"]] == share


def test_a_call_that_a_player_only_asks_about_can_be_ruled_to_stand() -> None:
    words = words_of("31")
    ruling = next(ruling for ruling, _ in balance.asked(words) if dict(ruling.usual_path).get("rho_passes"))
    assert "{replacement}" not in balance.wording(words, ruling)
    rows = dict(zip((one for one, _ in balance.asked(words)), (row for _, row in balance._rows(words)), strict=True))
    assert any("{replacement} {stands}" in one.wording for one in rows[ruling])


def test_questions_are_drawn_by_that_balance() -> None:
    """Law 16D has 44 paths and a dozen rulings: whoever knows the wordings is none the wiser."""
    offered: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for question in generate("16D", count=88, seed=4, kind="best_ruling"):
        for option in question["options"]:
            offered[option["text"]] += 1
            right[option["text"]] += option["id"] == question["key"]
    often = [text for text, times in offered.items() if times >= 20]
    assert len(often) >= 6
    assert all(0.05 <= right[text] / offered[text] <= 0.55 for text in often), {
        text: (right[text], offered[text]) for text in often
    }


def test_where_the_law_can_be_read_in_two_ways_nothing_is_called_right() -> None:
    """20C1 and declarer: it is not asked, and no defender is told that the ruling would be right for declarer."""
    words = words_of("20")
    unasked = {path.usual_path for path in explore("20") if path.doubted}
    assert unasked.isdisjoint(ruling.usual_path for ruling, _ in balance.asked(words))
    offered = [offer.ruling for ruling, _ in balance.asked(words) for offer in balance.offers(words, ruling)]
    assert unasked.isdisjoint(one.usual_path for one in offered if one is not None)
    assert len(unasked) == 4


def test_an_offer_says_when_it_would_be_right_in_three_conditions_at_most() -> None:
    words = words_of("16D")
    for ruling, _ in balance.asked(words):
        own = balance.wording(words, ruling)
        for offer in balance.offers(words, ruling):
            assert offer.wording != own
            if offer.ruling is not None:
                assert balance.wording(words, offer.ruling) == offer.wording
                assert dict(offer.ruling.usual_path) != dict(ruling.usual_path)


@pytest.mark.parametrize("procedure", ["11", "27", "all"])
def test_the_right_letter_is_spread_evenly(procedure: str) -> None:
    keys = [question["key"] for question in generate(procedure, count=24, seed=6, kind="best_ruling")]
    assert Counter(keys) == dict.fromkeys("abcd", 6)
    assert len({tuple(keys[place : place + 4]) for place in range(0, 24, 4)}) > 2


# -- single statements ----------------------------------------------------------------------------------------------------


def ticked(procedure: str) -> tuple[Counter[str], Counter[str]]:
    """How often each sentence is offered in forty questions of a law, and how often it is right, players made alike."""
    offered: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for question in generate(procedure, count=40, seed=31, kind="choose_all"):
        for option in question["options"]:
            text = re.sub(r"(North|East|South|West)(–(South|West))?", "N", option["text"])
            offered[text] += 1
            right[text] += option["id"] in question["key"]
    return offered, right


def test_a_statement_is_about_as_often_wrong_as_right() -> None:
    """Law 11's were told by their words alone: that a side keeps the right to rectification was never right."""
    for law, words in {"11": 5, "20": 5, "22": 4}.items():
        offered, right = ticked(law)
        often = [text for text, times in offered.items() if times >= 12]
        assert len(often) >= words
        even = [text for text in often if 0.1 <= right[text] / offered[text] <= 0.9]
        assert len(even) >= 0.7 * len(often), {text: (right[text], offered[text]) for text in often}


def test_a_statement_and_its_opposite_are_not_offered_together() -> None:
    for law in ("17", "30", "31"):
        for one in narratives():
            if one.procedure == law:
                for ruling, _ in balance.asked(one.words):
                    for single in statements.singles(one.words, ruling):
                        if single.against is not None:
                            assert single.step.effect != single.against.effect
                            assert not single.right
    for law in ("30", "31"):
        for question in generate(law, count=24, seed=3, kind="choose_all"):
            said = {option["text"].replace("may not use", "may use") for option in question["options"]}
            assert len(said) == len(question["options"])


def test_wrong_statements_are_those_of_paths_that_the_ruling_denies() -> None:
    for one in narratives():
        for ruling, _ in balance.asked(one.words)[:12]:
            own = [step.effect for step in ruling.decided if statements.told_alone(one.words, step)]
            for single in statements.singles(one.words, ruling):
                if single.right:
                    assert single.step in ruling.decided
                elif single.of is not None:
                    assert single.step in single.of.decided
                    assert single.of.usual_path != ruling.usual_path
                    assert statements.denied(single.step.effect, ruling, own)
                    assert single.why.endswith(f"({single.step.provision}).")


def test_a_statement_that_the_ruling_entails_is_never_offered_as_wrong() -> None:
    asked = [
        (ruling, [single.step.effect for single in statements.singles(one.words, ruling) if not single.right])
        for one in narratives()
        for ruling, _ in balance.asked(one.words)
    ]
    both_barred = [
        wrong for ruling, wrong in asked if any(effect.name == "side_must_pass" for effect in ruling.effects)
    ]
    assert both_barred, "no ruling bars both players"
    bars = {"offender_must_pass", "partner_must_pass"}
    assert not [effect.name for wrong in both_barred for effect in wrong if effect.name in bars]
    for ruling, wrong in asked:
        throughout = {effect.name for effect in ruling.effects if getattr(effect, "extent", "") == "throughout"}
        assert throughout.isdisjoint(effect.name for effect in wrong if getattr(effect, "extent", "") == "once")
