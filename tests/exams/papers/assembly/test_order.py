"""In which order a paper asks."""

from __future__ import annotations

from collections import Counter

from exams.papers.assembly import arrange
from tests.exams.papers.assembly.banks import pair, question, some

BANK = [*some(4), *some(4, "c", topic="calls"), *pair("p")]


def test_topics_are_mixed_and_another_seed_mixes_otherwise() -> None:
    orders = {tuple(each.fingerprint for each in arrange(BANK, seed)) for seed in range(20)}
    assert len(orders) == 20
    first = Counter(order[0] for order in orders)
    assert len(first) > 4


def test_the_order_does_not_depend_on_how_the_questions_came() -> None:
    assert arrange(BANK, 3) == arrange(list(reversed(BANK)), 3)


def test_by_topic_as_the_syllabus_has_them() -> None:
    ordered = arrange(BANK, 1, order="topic", syllabus={"calls": 0, "bids": 1})
    assert [each.topics[0] for each in ordered] == ["calls"] * 4 + ["bids"] * 6


def test_from_easy_to_hard() -> None:
    bank = [question(f"q{number}", facility=number / 10) for number in range(8)]
    ordered = arrange(bank, 1, order="difficulty")
    assert [each.facility for each in ordered] == sorted((each.facility for each in bank), reverse=True)


def test_a_pair_stands_together_its_parts_in_order() -> None:
    for order in ("mixed", "topic", "difficulty"):
        for seed in range(10):
            names = [each.fingerprint for each in arrange(BANK, seed, order=order)]
            assert names.index("p2") == names.index("p1") + 1
