"""What an answer that is right in part earns."""

from __future__ import annotations

import decimal
import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exams.bank.kinds import KINDS, kind_of
from tests.exams.contents import RIGHT, content

CONTENTS = {kind: content(kind) for kind in RIGHT}


def share(kind: str, answer: str | None) -> Fraction:
    return KINDS[kind].share(CONTENTS[kind], answer)


@pytest.mark.parametrize(
    ("kind", "answer", "earned"),
    [
        # Two of five hold: each found earns a half, each wrong one costs a third.
        ("choose_all", "a,b", Fraction(1)),
        ("choose_all", "a", Fraction(1, 2)),
        ("choose_all", "a,b,c", Fraction(2, 3)),
        ("choose_all", "a,c", Fraction(1, 6)),
        ("choose_all", "c,d", Fraction(0)),
        ("choose_all", "a,b,c,d,e", Fraction(0)),
        ("choose_all", None, Fraction(0)),
        # Three pairs; two steps exchanged leave two in order and one reversed.
        ("order_steps", "c,b,a", Fraction(1)),
        ("order_steps", "b,c,a", Fraction(1, 3)),
        ("order_steps", "a,c,b", Fraction(0)),
        ("order_steps", "a,b,c", Fraction(0)),
        ("order_steps", None, Fraction(0)),
        # 27B1(a) and 27B1 are accepted; 27B is just above the latter.
        ("cite_law", "27B1(a)", Fraction(1)),
        ("cite_law", "27B1", Fraction(1)),
        ("cite_law", "27B", Fraction(1, 2)),
        ("cite_law", "27", Fraction(0)),
        ("cite_law", "27B2", Fraction(0)),
        ("cite_law", None, Fraction(0)),
        ("number", "0", Fraction(1)),
        ("number", "1", Fraction(0)),
        # One is right or none.
        ("best_ruling", "c", Fraction(1)),
        ("best_ruling", "a", Fraction(0)),
        ("whose_turn", "b", Fraction(1)),
        ("whose_turn", None, Fraction(0)),
    ],
)
def test_parts_earn_by_the_rule_of_the_kind(kind: str, answer: str | None, earned: Fraction) -> None:
    assert share(kind, answer) == earned


def answers(kind: str) -> Iterator[str]:
    """Every answer there is to the question of this kind (of citations, some)."""
    offered = [option["id"] for option in CONTENTS[kind]["options"]]
    match kind:
        case "choose_all":
            for size in range(1, len(offered) + 1):
                yield from map(",".join, itertools.combinations(offered, size))
        case "order_steps":
            yield from map(",".join, itertools.permutations(offered))
        case "cite_law":
            yield from ("27", "27B", "27B1", "27B1(a)", "27B1(b)", "27A", "30B1(b)(ii)", "Club27", "Intro")
        case "number":
            yield from ("0", "1", "2", "13", "999")
        case _:
            yield from offered


@pytest.mark.parametrize("kind", RIGHT)
@given(out_of=st.integers(1, 20), partial=st.booleans())
def test_marks_lie_between_nought_and_all_and_only_what_is_right_earns_all(
    kind: str, out_of: int, partial: bool
) -> None:
    room = CONTENTS[kind]
    assert KINDS[kind].marks(room, None, out_of, partial=partial) == 0
    for answer in answers(kind):
        marks = KINDS[kind].marks(room, answer, out_of, partial=partial)
        assert 0 <= marks <= out_of
        assert (marks == out_of) == KINDS[kind].is_right(room, answer)
        assert marks == marks.quantize(decimal.Decimal("0.01"))
        assert marks >= KINDS[kind].marks(room, answer, out_of)
        if not partial:
            assert marks in (0, out_of)


sets = st.sets(st.sampled_from("abcdef"), min_size=1)


@given(key=sets.filter(lambda one: len(one) < 6), ticked=sets, other=st.sampled_from("abcdef"))
def test_a_better_choice_never_earns_less(key: set[str], ticked: set[str], other: str) -> None:
    """To take back what does not hold, or to find one more that does, is never worse."""
    room = six(kind="choose_all", key=sorted(key))
    better = ticked | {other} if other in key else ticked - {other}
    kind = kind_of(room)
    assert kind.share(room, ",".join(sorted(better)) or None) >= kind.share(room, ",".join(sorted(ticked)))


@given(key=st.permutations("abcdef"), given=st.permutations("abcdef"), at=st.integers(0, 4))
def test_two_neighbours_put_right_never_earn_less(key: list[str], given: list[str], at: int) -> None:
    room = six(kind="order_steps", key=key)
    better = list(given)
    if key.index(better[at]) > key.index(better[at + 1]):
        better[at], better[at + 1] = better[at + 1], better[at]
    kind = kind_of(room)
    assert kind.share(room, ",".join(better)) >= kind.share(room, ",".join(given))


def six(kind: str, key: list[str]) -> dict[str, Any]:
    """A content of this kind with six options."""
    return content(kind, options=[{"id": one, "text": one, "why": one} for one in "abcdef"], key=key)


def test_to_choose_blindly_earns_nothing_on_average_before_the_floor() -> None:
    """The rule counts each side by itself; so all ticks together cancel out whatever the key."""
    for size in range(1, 6):
        room = six("choose_all", sorted("abcdef"[:size]))
        assert kind_of(room).share(room, "a,b,c,d,e,f") == 0


@pytest.mark.parametrize("kind", RIGHT)
def test_the_note_says_which_rule_applies(kind: str) -> None:
    whole, parts = KINDS[kind].told(), KINDS[kind].told(partial=True)
    assert (str(whole) != str(parts)) == (kind in ("choose_all", "order_steps", "cite_law"))
