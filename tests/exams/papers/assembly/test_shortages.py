"""Why quotas cannot be met, told so that somebody can do something about it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from exams.papers.assembly import Candidate, Clash, Explanation, Shortage, Wanted, explain, pool
from tests.exams.papers.assembly.banks import banks, choices, counts_for, pair, question, quotas, some, wanted


@given(bank=banks(), asked=quotas(), pairs=st.sampled_from(["together", "apart"]))
def test_there_is_an_explanation_exactly_when_there_is_no_paper(
    bank: list[Candidate], asked: list[Wanted], pairs: str
) -> None:
    assert bool(explain(pool(bank, asked, pairs))) is not bool(choices(bank, asked, pairs))


@given(bank=banks(), asked=quotas())
def test_what_it_says_is_true(bank: list[Candidate], asked: list[Wanted]) -> None:
    explanation = explain(pool(bank, asked, "apart"))
    for shortage in explanation.shortages:
        assert shortage.wanted == asked[shortage.place].count
        assert shortage.available == sum(shortage.place in counts_for(each, asked) for each in bank)
        assert shortage.available < shortage.wanted
    for clash in explanation.clashes:
        assert clash.available == sum(bool(set(clash.places) & set(counts_for(each, asked))) for each in bank)
        assert clash.available < clash.wanted


def test_each_quota_that_lacks_is_named() -> None:
    asked = [wanted(2), wanted(3, "calls"), wanted(1, "score")]
    assert explain(pool(some(3), asked)) == Explanation(shortages=(Shortage(1, 3, 0), Shortage(2, 1, 0)))


def test_quotas_that_draw_on_the_same_questions_are_named_together() -> None:
    bank = some(3, kind="cite_law", band=3)
    asked = [wanted(2, kind="cite_law"), wanted(2, difficulty=3), wanted(0, "calls")]
    assert explain(pool(bank, asked)) == Explanation(clashes=(Clash((0, 1), 4, 3),))


def test_pairs_are_named_when_nothing_else_stands_in_the_way() -> None:
    assert explain(pool(pair("p"), [wanted(1)])) == Explanation(pairs=(0,))
    assert explain(pool(pair("p"), [wanted(2)], "apart")) == Explanation(pairs=(0,))
    assert not explain(pool(pair("p"), [wanted(2)]))
    assert not explain(pool(pair("p"), [wanted(1)], "apart"))


def test_questions_of_one_path_and_cause_are_named_when_nothing_else_stands_in_the_way() -> None:
    assert explain(pool(some(2, alike="x"), [wanted(2)])) == Explanation(alike=(0,))
    assert not explain(pool([*some(2, alike="x"), question("other", alike="y")], [wanted(2)]))
    assert explain(pool(some(2, alike="x"), [wanted(3)])) == Explanation(shortages=(Shortage(0, 3, 2),))


def test_a_partner_that_no_quota_takes_leaves_the_number_short() -> None:
    bank = [question("p1", pair="p", part=1), question("p2", level="congress", pair="p", part=2)]
    assert explain(pool(bank, [wanted(1)])) == Explanation(shortages=(Shortage(0, 1, 0),))


def test_a_blueprint_without_quotas_asks_for_nothing() -> None:
    assert explain(pool(some(3), [])) == Explanation(asks_nothing=True)


def test_both_of_a_pair_count_where_they_are_drawn_at_once() -> None:
    """A paper takes one unit of a path and cause, and a pair drawn whole is one."""
    bank = [*pair("p", alike="x"), question("other", alike="x"), question("unknown")]
    assert pool(bank, [wanted(2)]).different(0) == 3
    assert pool(bank, [wanted(2)], "apart").different(0) == 2
