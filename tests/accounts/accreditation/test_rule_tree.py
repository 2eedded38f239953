"""A rule as people read and change it: places, changes at one, and differences in words."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.accreditation import rule_tree
from accounts.accreditation.requirements import (
    AllOf,
    AnyOf,
    Fault,
    Fee,
    Group,
    Known,
    NOf,
    Paper,
    Reference,
    Rule,
    Sessions,
)
from accounts.accreditation.rule_tree import NoSuchPlace, Sign

KNOWN = Known(papers={"auction": "Auction", "play": "Play"}, levels={"club": "Club Director"})
PAPER, FEE, SESSIONS, CLUB = Paper(codes=("auction",)), Fee(amount="$40"), Sessions(number=3), Reference(of="club")
RULE = AllOf(of=(PAPER, AnyOf(of=(SESSIONS, CLUB)), FEE))


def places(rule: Rule) -> dict[str, str]:
    return {line.place: line.said for line in rule_tree.lines(rule, KNOWN).within()}


def told(before: Rule, after: Rule) -> list[tuple[Sign, str, str]]:
    return [(one.sign, one.place_before, one.place) for one in rule_tree.changes(before, after, KNOWN)]


class TestPlaces:
    def test_they_are_counted_as_people_count_them(self) -> None:
        assert places(RULE) == {
            "": "All of these:",
            "1": "Pass the paper “Auction”.",
            "2": "One of these:",
            "2.1": "Direct 3 sessions.",
            "2.2": "Have a reference from your club.",
            "3": "Pay the fee of $40.",
        }

    def test_a_single_requirement_is_the_first_of_a_list(self) -> None:
        assert list(places(PAPER)) == ["", "1"]

    def test_each_fault_stands_at_its_place(self) -> None:
        found = rule_tree.lines(RULE, KNOWN, [Fault("2.2", "No."), Fault("", "Too much.")])
        assert {one.place: one.faults for one in found.within() if one.faults} == {"": ("Too much.",), "2.2": ("No.",)}

    def test_a_line_knows_where_it_stands(self) -> None:
        second = next(one for one in rule_tree.lines(RULE, KNOWN).within() if one.place == "2.2")
        assert (second.position, second.among, second.is_group) == (2, 2, False)

    @pytest.mark.parametrize("place", ["4", "0", "-1", "1.1", "2.3", "x", "2.", "²"])
    def test_where_nothing_stands(self, place: str) -> None:
        changes: list[Callable[[], object]] = [
            lambda: rule_tree.at(RULE, place),
            lambda: rule_tree.put(RULE, place, FEE),
            lambda: rule_tree.take_out(RULE, place),
            lambda: rule_tree.shift(RULE, place, 1),
            lambda: rule_tree.gather(RULE, place, AnyOf()),
            lambda: rule_tree.add(RULE, place, FEE),
            lambda: rule_tree.move(RULE, "1", place),
        ]
        for change in changes:
            with pytest.raises(NoSuchPlace):
                change()


class TestChanges:
    def test_put(self) -> None:
        assert rule_tree.put(RULE, "2.1", FEE) == AllOf(of=(PAPER, AnyOf(of=(FEE, CLUB)), FEE))
        assert rule_tree.put(RULE, "", AnyOf(of=(FEE,))) == AnyOf(of=(FEE,))

    def test_add_stands_last(self) -> None:
        assert rule_tree.add(RULE, "2", FEE) == AllOf(of=(PAPER, AnyOf(of=(SESSIONS, CLUB, FEE)), FEE))
        assert rule_tree.add(RULE, "", CLUB).of[-1] == CLUB
        with pytest.raises(NoSuchPlace):
            rule_tree.add(RULE, "1", FEE)

    def test_take_out_takes_all_that_is_in_it(self) -> None:
        assert rule_tree.take_out(RULE, "2") == AllOf(of=(PAPER, FEE))
        assert rule_tree.take_out(RULE, "2.1") == AllOf(of=(PAPER, AnyOf(of=(CLUB,)), FEE))
        with pytest.raises(NoSuchPlace):
            rule_tree.take_out(RULE, "")

    def test_shift_ends_at_the_ends(self) -> None:
        assert rule_tree.shift(RULE, "3", -1) == AllOf(of=(PAPER, FEE, AnyOf(of=(SESSIONS, CLUB))))
        assert rule_tree.shift(RULE, "2.1", 1) == AllOf(of=(PAPER, AnyOf(of=(CLUB, SESSIONS)), FEE))
        assert rule_tree.shift(RULE, "1", -1) == RULE
        assert rule_tree.shift(RULE, "3", 1) == RULE

    def test_gather_makes_a_group_of_one(self) -> None:
        assert rule_tree.gather(RULE, "1", NOf(n=2)) == AllOf(
            of=(NOf(n=2, of=(PAPER,)), AnyOf(of=(SESSIONS, CLUB)), FEE)
        )

    def test_move_into_a_group_and_out_of_it(self) -> None:
        inside = rule_tree.move(RULE, "1", "2")
        assert inside == AllOf(of=(AnyOf(of=(SESSIONS, CLUB, PAPER)), FEE))
        assert rule_tree.move(inside, "1.3", "") == AllOf(of=(AnyOf(of=(SESSIONS, CLUB)), FEE, PAPER))

    @pytest.mark.parametrize("to", ["2", "2.1"])
    def test_a_group_is_not_moved_into_itself(self, to: str) -> None:
        with pytest.raises(NoSuchPlace):
            rule_tree.move(rule_tree.put(RULE, "2.1", AnyOf(of=(SESSIONS,))), "2", to)


class TestDifferences:
    def test_none(self) -> None:
        assert told(RULE, RULE) == []

    def test_one_is_added_and_one_is_gone(self) -> None:
        assert told(RULE, rule_tree.take_out(RULE, "2.2")) == [(Sign.GONE, "2.2", "")]
        assert told(RULE, rule_tree.add(RULE, "2", FEE)) == [(Sign.ADDED, "", "2.3")]

    def test_one_of_the_same_kind_was_changed(self) -> None:
        (one,) = rule_tree.changes(RULE, rule_tree.put(RULE, "2.1", Sessions(number=6)), KNOWN)
        assert (one.sign, one.place, one.before, one.after) == (
            Sign.CHANGED,
            "2.1",
            "Direct 3 sessions.",
            "Direct 6 sessions.",
        )

    def test_a_group_that_asks_for_more_is_one_change(self) -> None:
        assert told(RULE, rule_tree.put(RULE, "2", NOf(n=2, of=(SESSIONS, CLUB)))) == [(Sign.CHANGED, "2", "2")]

    def test_the_whole_list_can_change_what_it_asks_for(self) -> None:
        (one,) = rule_tree.changes(RULE, AnyOf(of=RULE.of), KNOWN)
        assert (one.before, one.after) == ("All of these:", "One of these:")

    def test_one_that_only_stands_elsewhere_was_moved(self) -> None:
        (one,) = told(RULE, rule_tree.shift(RULE, "3", -2))
        assert one == (Sign.MOVED, "3", "1")
        assert told(RULE, rule_tree.move(RULE, "1", "2")) == [(Sign.MOVED, "1", "1.3")]

    def test_what_went_into_a_new_group_was_moved(self) -> None:
        after = rule_tree.gather(RULE, "1", AnyOf())
        assert set(told(RULE, after)) == {(Sign.ADDED, "", "1"), (Sign.MOVED, "1", "1.1")}
        assert set(told(after, RULE)) == {(Sign.GONE, "1", ""), (Sign.MOVED, "1.1", "1")}

    def test_where_the_words_stay_it_tells_what_is_checked(self) -> None:
        before, after = (AllOf(of=(Paper(codes=("auction",), mark=None, words="Pass ours."),)), AllOf(of=(PAPER,)))
        (one,) = rule_tree.changes(before, AllOf(of=(Paper(codes=("play",), words="Pass ours."),)), KNOWN)
        assert (one.before, one.after) == ("Pass the paper “Auction”.", "Pass the paper “Play”.")
        (one,) = rule_tree.changes(before, after, KNOWN)
        assert (one.before, one.after) == ("Pass ours.", "Pass the paper “Auction”.")

    def test_a_group_is_told_with_all_in_it(self) -> None:
        (one,) = rule_tree.changes(AllOf(of=(PAPER,)), AllOf(of=(PAPER, RULE.of[1])), KNOWN)
        assert one.after == "One of these: Direct 3 sessions. Have a reference from your club."


LEAF = st.sampled_from([PAPER, FEE, SESSIONS, CLUB, Sessions(number=5)])
TREE = st.recursive(
    LEAF,
    lambda parts: st.tuples(st.sampled_from([AllOf, AnyOf]), st.lists(parts, max_size=3)).map(
        lambda one: one[0](of=tuple(one[1]))
    ),
    max_leaves=8,
)


@given(TREE, TREE)
def test_no_difference_is_told_of_equal_rules_and_some_of_others(one: Rule, other: Rule) -> None:
    before, after = rule_tree.whole(one), rule_tree.whole(other)
    assert bool(rule_tree.changes(before, after, KNOWN)) == (before.written() != after.written())


@given(TREE, st.data())
def test_every_place_can_be_taken_out_and_moved_and_the_rule_stays_one(one: Rule, data: st.DataObject) -> None:
    top = rule_tree.whole(one)
    found = list(rule_tree.lines(top, KNOWN).within())
    line = data.draw(st.sampled_from(found))
    if line.place:
        after = rule_tree.take_out(top, line.place)
        gone = sum(1 for _one in line.within())
        assert sum(1 for _one in rule_tree.lines(after, KNOWN).within()) == len(found) - gone
        assert isinstance(rule_tree.shift(top, line.place, 1), Group)
