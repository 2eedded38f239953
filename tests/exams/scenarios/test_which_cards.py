"""Which cards may a hand play now: what is asked where declarer still has to name one, and what the reasons cite."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from exams.scenarios import generate

CARDS = "Which of these cards"


def asked(law: str) -> Iterator[dict[str, Any]]:
    for one in generate(law, count=40, seed=4, kind="choose_all"):
        content: dict[str, Any] = one.content if hasattr(one, "content") else one
        if CARDS in content["question"]:
            yield content


def reasons(content: dict[str, Any]) -> str:
    return " ".join(option["why"] for option in content["options"])


def test_where_declarer_names_the_card_the_question_is_which_ones_may_be_named() -> None:
    found = [content for content in asked("51") if "declarer names" in reasons(content)]
    assert found
    for content in found:
        assert "might declarer tell" in content["question"]
        assert len(content["key"]) > 1
        assert "declarer names (51A)" in reasons(content)


def test_a_lead_restricted_by_two_penalty_cards_cites_the_law_on_two() -> None:
    found = [content for content in asked("51") if "Declarer has" in reasons(content)]
    assert found
    for content in found:
        assert "(51B" in reasons(content)
        assert "(50D2(a))" not in reasons(content)


@pytest.mark.parametrize("law", ["50", "52"])
def test_nobody_is_asked_for_the_one_card_that_the_ruling_names(law: str) -> None:
    for content in asked(law):
        assert "has to play the" not in reasons(content), reasons(content)
