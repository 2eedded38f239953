"""Law 16, paragraph by paragraph."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws.rulings.evidence import Poll
from laws.rulings.readers import explore
from laws.rulings.record import BadRecord, Contradiction
from laws.rulings.regulations import fraction_for_alternative
from laws.rulings.ruling import Ruling
from tests.laws.rulings.tables import has, ruled

USED = {"extraneous": True, "acted": True, "suggested": True, "advantage": "gained"}
A_QUARTER = {"logical_alternative": {"value": "1/4", "since": "2024-07-01", "source": "state regulations, 4.2"}}


def polled(asked: int, considered: int, selected: int, **fields: Any) -> Ruling:
    """North acted after his partner's hesitation; so many players were asked about another action."""
    poll = {"asked": asked, "considered": considered, "selected": selected}
    return ruled(procedure="16B", offender="N", poll=poll, findings=USED, **fields)


# -- 16B: the poll -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("poll", "found"),
    [
        ((5, 2, 1), True),
        ((5, 1, 1), True),
        ((10, 1, 1), False),
        ((10, 4, 0), False),
        ((10, 10, 0), False),
        ((1, 1, 1), True),
    ],
)
def test_both_limbs_of_the_definition_count(poll: tuple[int, int, int], found: bool) -> None:
    assert has(polled(*poll), "logical_alternative", value="yes") is found


@pytest.mark.parametrize(("considered", "doubtful"), [(20, True), (24, True), (25, False), (40, False)])
def test_between_one_in_five_and_one_in_four_the_ruling_shows_the_doubt(considered: int, doubtful: bool) -> None:
    ruling = polled(100, considered, 5)
    assert has(ruling, "logical_alternative", value="yes")
    assert bool(ruling.doubted) is doubtful


def test_a_body_can_lay_down_the_fraction() -> None:
    ruling = polled(100, 22, 5, regulations=A_QUARTER)
    assert has(ruling, "logical_alternative", value="no")
    assert not ruling.doubted


def test_a_body_that_lays_down_one_in_five_leaves_no_doubt() -> None:
    fifth = {"logical_alternative": {**A_QUARTER["logical_alternative"], "value": 0.2}}
    ruling = polled(5, 1, 1, regulations=fifth)
    assert has(ruling, "logical_alternative", value="yes")
    assert not ruling.doubted


@pytest.mark.parametrize(("date", "found"), [("2024-06-30", True), ("2024-07-01", False)])
def test_a_regulation_holds_from_its_day(date: str, found: bool) -> None:
    assert has(polled(100, 22, 5, regulations=A_QUARTER, date=date), "logical_alternative", value="yes") is found


@given(st.integers(1, 60), st.data())
def test_more_who_consider_never_turn_an_alternative_into_none(asked: int, data: st.DataObject) -> None:
    fraction = fraction_for_alternative({}, None)
    considered = data.draw(st.integers(0, asked))
    selected = data.draw(st.integers(0, considered))
    if considered < asked and Poll(asked, considered, selected).finds_alternative(fraction):
        assert Poll(asked, considered + 1, selected).finds_alternative(fraction)


def test_the_poll_and_a_finding_that_denies_it_are_refused() -> None:
    with pytest.raises(Contradiction, match="alternative"):
        ruled(
            procedure="16B",
            offender="N",
            poll={"asked": 10, "considered": 9, "selected": 9},
            findings={**USED, "alternative": False},
        )


@pytest.mark.parametrize(
    ("poll", "path"),
    [
        ({"asked": 0, "considered": 0, "selected": 0}, "asked"),
        ({"asked": 5, "considered": 6, "selected": 1}, "considered"),
        ({"asked": 5, "considered": 2, "selected": 3}, "selected"),
        ({"asked": 5, "considered": 2}, "selected"),
        ({"asked": 5, "considered": 2, "selected": True}, "selected"),
        ({"asked": 5, "considered": 2, "selected": 1, "who": "peers"}, "who"),
    ],
)
def test_a_poll_that_cannot_be_is_refused(poll: dict[str, Any], path: str) -> None:
    with pytest.raises(BadRecord, match=rf"^record\.poll\.{path}: "):
        ruled(procedure="16B", offender="N", poll=poll)


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"value": 0}, r"logical_alternative\.value"),
        ({"value": "1/0"}, r"logical_alternative\.value"),
        ({"value": 1.5}, r"logical_alternative\.value"),
        ({"value": True}, r"logical_alternative\.value"),
        ({"value": "many"}, r"logical_alternative\.value"),
        ({"since": "lately"}, r"logical_alternative\.since"),
        ({"source": " "}, r"logical_alternative\.source"),
        ({"until": "2025-01-01"}, r"logical_alternative\.until"),
    ],
)
def test_a_regulation_without_date_source_or_sense_is_refused(change: dict[str, Any], path: str) -> None:
    regulations = {"logical_alternative": {**A_QUARTER["logical_alternative"], **change}}
    with pytest.raises(BadRecord, match=rf"^record\.regulations\.{path}: "):
        ruled(procedure="16B", offender="N", regulations=regulations)


def test_an_unknown_regulation_is_refused() -> None:
    with pytest.raises(BadRecord, match=r"^record\.regulations\.smoking: unknown regulation"):
        ruled(procedure="16B", offender="N", regulations={"smoking": {}})


# -- 16B: the rest -----------------------------------------------------------------------------------------------------


def test_only_information_alternative_suggestion_and_gain_together_adjust_the_score() -> None:
    adjusted = [path for path in explore("16B") if has(path, "adjusted_score", kind="assigned")]
    assert [dict(path.path) for path in adjusted] == [{**USED, "alternative": True}]


def test_who_has_not_acted_yet_is_bound_and_rights_are_reserved() -> None:
    ruling = ruled(procedure="16B", offender="S", findings={"extraneous": True, "acted": False})
    assert has(ruling, "right", who="EW", to="reserve_rights", provision="16B2")
    assert has(ruling, "no_right", who="S", to="choose_suggested", provision="16B1(a)")
    assert "East–West, call me back after play if you think South chose" in ruling.say()


@pytest.mark.parametrize(
    ("procedure", "information", "result", "bad"),
    [("16B", {"extraneous": True}, "advantage", "gained"), ("16C", {}, "damage", "damaged")],
)
def test_nothing_that_was_judged_is_announced_before_the_board_is_over(
    procedure: str, information: dict[str, bool], result: str, bad: str
) -> None:
    judged = {**information, "acted": True, "alternative": True, "suggested": True}
    said = ruled(procedure=procedure, offender="N", findings={**judged, result: "open"}).say()
    assert "had a logical alternative" not in said
    assert "choice over it" not in said
    assert "Carry on. " in said
    over = ruled(procedure=procedure, offender="N", findings={**judged, result: bad}).say()
    assert "had a logical alternative, and the information suggested" in over


def test_where_reserving_is_forbidden_the_director_is_called() -> None:
    forbidden = {"reserving_rights": {"value": False, "since": "2020-01-01", "source": "league rules"}}
    ruling = ruled(procedure="16B", offender="S", findings={"extraneous": True, "acted": False}, regulations=forbidden)
    assert not has(ruling, "right", to="reserve_rights")
    assert has(ruling, "director_action", what="summon_not_reserve")


# -- 16C and 16D -------------------------------------------------------------------------------------------------------


def test_a_comparable_call_sets_16c2_aside() -> None:
    ruling = ruled(procedure="16C", offender="S", findings={"free_of_16C": True})
    assert not has(ruling, "info", status="unauthorised")
    assert has(ruling, "adjusted_score", law="23C")


def test_the_chooser_may_be_either_player_of_the_side() -> None:
    findings = {"acted": True, "alternative": False}
    assert (
        "North had no logical alternative" in ruled(procedure="16C", offender="S", player="N", findings=findings).say()
    )
    assert "South had no logical alternative" in ruled(procedure="16C", offender="S", findings=findings).say()


def test_after_the_first_call_neither_seats_nor_cards_change() -> None:
    late = [path for path in explore("16D") if dict(path.path).get("received_when") == "after the first call"]
    assert late
    for path in late:
        assert not {"seats_can_change", "can_redeal"} & set(dict(path.path))
        assert not has(path, "redeal")


def test_a_redeal_needs_leave_of_the_form_of_competition() -> None:
    for path in explore("16D"):
        assert has(path, "redeal") is (dict(path.path).get("redeals") is True)


def test_the_director_is_told_by_who_received_it() -> None:
    with pytest.raises(BadRecord, match=r"^record\.player: missing"):
        ruled(procedure="16D")
