"""Law 16 beside its text: what is authorised, when seats may change, what an artificial score is for, what 16C leaves free."""

from __future__ import annotations

from typing import Any

from laws.rulings.later import carried
from laws.rulings.readers import explore, explore_given, rule
from laws.rulings.record import parse_record
from laws.rulings.ruling import Ruling
from tests.laws.rulings.tables import has, ruled

UNPLAYABLE = {"seats_can_change": False, "can_redeal": False, "lets_play": False}
EARLY = {"by_accident": True, "received_when": "before the first call", "interferes": True}


def learned(findings: dict[str, Any], auction: str = "") -> Ruling:
    """16D: North has learned something."""
    return ruled(auction, procedure="16D", player="N", findings=findings)


def knows(origin: str, **fields: Any) -> Ruling:
    """16A: North knows something."""
    findings = {"comes_from": origin, **fields.pop("findings", {})}
    return ruled(procedure="16A", player="N", findings=findings, **fields)


def test_seats_and_cards_are_changed_only_while_nobody_has_called() -> None:
    """16D2 speaks of the moment at which the Director acts, whenever the information came."""
    seats = {**EARLY, "seats_can_change": True, "changes_seats": True}
    assert has(learned(seats), "director_action", what="rearrange")
    late = learned({**EARLY, "lets_play": True, "affected": "open"}, "N 1S, E P, S 2S")
    assert late.complete
    assert has(late, "board_played")
    assert has(late, "director_action", what="no_redeal_now", provision="16D2")
    for path in explore("16D"):
        if dict(path.path).get("called_already"):
            assert not {"rearrange", "redeal"} & {str(item.get("what", item["outcome"])) for item in path.outcomes}, (
                path.receipt()["path"]
            )


def test_a_board_that_is_not_played_gets_an_assigned_score_where_one_can_be_assigned() -> None:
    for results, kind, clause in (
        ("one result", "assigned", "12C1(b)"),
        ("several results", "assigned", "12C1(c)"),
        ("too many to tell", "artificial", "12C1(d)"),
    ):
        ruling = learned({**EARLY, **UNPLAYABLE, "probable_results": results})
        assert has(ruling, "adjusted_score", kind=kind, law="16D2(d)"), results
        assert {clause, "86B1"} <= set(ruling.citations), results
    asked = learned({**EARLY, **UNPLAYABLE}).pending
    assert asked is not None
    assert asked.fact.id == "probable_results"


def test_every_assigned_score_can_be_weighted_artificial_or_split() -> None:
    """12C1(c), (d) and (e) hold for every law that assigns a score."""
    faults = []
    for procedure in ("15", "16B", "16C", "16D", "21", "72", "73"):
        for path in explore(procedure):
            if not has(path, "director_action", what="weigh_outcomes"):
                continue
            facts = dict(path.path) | {"self_inflicted": True, "probable_results": "several results"}
            split = next(explore_given(procedure, facts))
            if not {"12C1(c)", "12C1(e)(i)", "12C1(e)(ii)"} <= set(split.citations):
                faults.append(path.receipt()["path"])
            many = next(explore_given(procedure, dict(path.path) | {"probable_results": "too many to tell"}))
            if has(many, "adjusted_score", kind="assigned") or "12C1(d)" not in many.citations:
                faults.append(path.receipt()["path"])
    assert not faults


def test_to_look_for_information_is_an_offence_of_its_own_since_2024() -> None:
    """89A1 and 89A2; the score is adjusted where it paid, by 12A1."""
    sought = {"by_accident": False, "affected": "affected"}
    ruling = learned(sought)
    assert {"89A1", "89A2", "12A1"} <= set(ruling.citations)
    assert has(ruling, "adjusted_score", kind="assigned", law="12A1")
    before = ruled(procedure="16D", player="N", date="2023-12-31", findings=sought)
    assert not {"89A1", "89A2"} & {step.provision for step in before.decided}
    assert has(before, "procedural_penalty", value="possible")
    assert "89A2" not in learned({**sought, "affected": "unaffected"}).citations


def test_what_the_laws_preclude_or_partner_has_coloured_is_not_authorised() -> None:
    """16A1(a) and (d) end in conditions."""
    for origin, fact, law, where in (
        ("legal", "coloured", "16A1(a)", "rule_under_16B"),
        ("before the hand", "precluded", "16A1(d)", "rule_under_16D"),
    ):
        free = knows(origin, findings={fact: False})
        assert has(free, "right", to="use_information", provision=law)
        bound = knows(origin, findings={fact: True})
        assert has(bound, "no_right", to="use_information", provision=law)
        assert has(bound, "director_action", what=where)
        assert not has(bound, "right", to="use_information")


def test_the_tournament_regulations_may_be_taken_into_account() -> None:
    assert has(knows("tournament regulations"), "right", to="use_information", provision="16A2")


def test_an_aid_that_a_regulation_allows_may_be_used() -> None:
    assert has(knows("aid to memory"), "no_right", to="use_information", provision="40B2(d)")
    aids = {"aids": {"value": True, "since": "2024-01-01", "source": "conditions of contest, 3.1"}}
    assert has(knows("aid to memory", regulations=aids), "right", to="use_information", provision="40B2(d)")


def test_a_poll_in_which_nobody_chose_the_action_leaves_the_second_limb_to_the_director() -> None:
    """16B1(b): some *might* select it. Enough considered it; that these few did not choose it settles nothing."""
    facts = {"extraneous": True, "acted": True, "suggested": True, "advantage": "gained"}
    poll = {"asked": 5, "considered": 4, "selected": 0}
    for edition in ("duplicate-2017", "duplicate-2007"):
        record: dict[str, Any] = {"procedure": "16B", "offender": "N", "poll": poll, "edition": edition}
        asked = ruled(**record, findings=facts).pending
        assert asked is not None
        assert asked.fact.id == "alternative"
        found = ruled(**record, findings={**facts, "alternative": True})
        assert has(found, "logical_alternative", value="yes")
        assert any("might" in step.words for step in found.doubted)
        assert has(ruled(**record, findings={**facts, "alternative": False}), "logical_alternative", value="no")


def test_thinking_is_free_of_blame_and_a_remark_is_not_called_thinking() -> None:
    facts = {"extraneous": True, "acted": False}
    for given, thinks in (("tempo", True), ("words or manner", False), ("not told", False)):
        ruling = ruled(procedure="16B", offender="N", findings={**facts, "given_by": given})
        assert has(ruling, "right", to="think") is thinks, given
        assert has(ruling, "procedural_penalty", value="none") is thinks, given


def test_a_player_who_hears_that_the_call_was_misunderstood_may_not_use_it() -> None:
    """75A with 16B1: a mistaken explanation or an unexpected alert."""
    for acted in (True, False):
        facts = {"extraneous": True, "given_by": "explained", "acted": acted, "alternative": False}
        ruling = ruled(procedure="16B", offender="N", findings=facts)
        assert has(ruling, "director_action", what="call_as_if_unheard", provision="75A")
        assert has(ruling, "info", side="OS", status="unauthorised", provision="75A")
        assert any("South's explanation or alert" in item.extent for item in ruling.information)


def test_should_is_not_told_as_must() -> None:
    early = ruled(procedure="16B", offender="N", findings={"extraneous": True, "acted": False, "disputed": True})
    for to in ("summon_after_play", "summon_if_disputed"):
        duty = next(effect for effect in early.effects if getattr(effect, "to", "") == to)
        assert " should call" in duty.words, to
    words = [step.get("words", "") for step in learned({**EARLY, "interferes": False}).as_dict()["steps"]]
    assert any("should preferably" in text for text in words)
    assert not any("must" in text for text in words)


def test_16c_is_set_aside_by_27b1a_and_25a_whether_or_not_the_call_was_comparable() -> None:
    for aside, provision in (("27B1(a)", "27B1(a)"), ("25A", "25A1")):
        ruling = ruled(procedure="16C", offender="S", findings={"set_aside_16C_by": aside})
        assert not has(ruling, "info", status="unauthorised")
        assert provision in ruling.citations
    assert "27D" in ruled(procedure="16C", offender="S", findings={"set_aside_16C_by": "27B1(a)"}).citations


def test_a_later_ruling_knows_that_16c_was_set_aside() -> None:
    """The ruling under Law 27 or 25 hands it on."""
    cheapest = ruled("N 1S, E 1H", accepted=False, replacement="2H", findings={"lowest_same": True})
    assert carried(cheapest, "16C")["findings"] == {"set_aside_16C_by": "27B1(a)"}
    slip = ruled("N 1S", intended="1H", findings={"unintended": True})
    assert carried(slip, "16C")["findings"] == {"set_aside_16C_by": "25A"}
    for earlier in (cheapest, slip):
        later = {"dealer": "N", **carried(earlier, "16C")}
        assert not has(rule(parse_record(later)), "info", status="unauthorised")
