"""Laws 9 to 11, provision by provision."""

from __future__ import annotations

from typing import Any

import pytest

from laws.rulings.readers import explore
from laws.rulings.record import BadRecord, Contradiction
from laws.rulings.ruling import Ruling
from laws.rulings.speech import speech
from tests.laws.rulings.tables import has, ruled


def does(what: str, player: str = "N", **findings: Any) -> Ruling:
    """Somebody does something about an irregularity by East; South declares."""
    return ruled(procedure="9", offender="E", player=player, declarer="S", findings={"does": what, **findings})


@pytest.mark.parametrize(
    ("how_far", "player", "may"),
    [
        ("auction period", "N", True),
        ("play", "N", False),
        ("play", "S", True),
        ("play", "W", True),
        ("after play", "N", True),
    ],
)
def test_dummy_is_silent_while_play_lasts(how_far: str, player: str, may: bool) -> None:
    ruling = does("draws attention", player, how_far=how_far)
    assert has(ruling, "right", who=player, to="draw_attention") is may
    assert has(ruling, "no_right", who=player, to="draw_attention") is not may
    assert has(ruling, "duty", to="summon_at_once")


def test_dummy_may_prevent_and_may_summon_once_attention_is_drawn() -> None:
    assert has(does("prevents"), "right", who="N", to="prevent", provision="42B2")
    assert has(does("summons", attention_drawn=True), "right", who="N", to="summon")
    alone = does("summons", attention_drawn=False, how_far="play")
    assert has(alone, "no_right", who="N", to="summon_first", provision="43A1(a)")
    # The irregularity is ruled on all the same, and 43A1(a) takes no right away.
    assert has(alone, "no_right", to="act", provision="9B2")
    assert has(alone, "right", who="N", to="keep_rights", provision="9B1(c)")


def test_nobody_acts_before_the_ruling() -> None:
    assert has(does("acts", "S"), "no_right", who="S", to="act", provision="9B2")
    assert has(does("acts", "S"), "director_action", what="rule_under_11")
    assert has(does("acts", "W"), "director_action", what="rule_on_irregularity")
    assert has(does("corrects", "E"), "director_action", what="rule_on_premature_correction", provision="9C")


def test_own_infractions_need_not_be_told_but_may_not_be_hidden() -> None:
    ruling = does("draws attention", "W", how_far="play")
    assert has(ruling, "right", who="W", to="say_nothing", provision="9A5")
    assert has(ruling, "no_right", who="W", to="conceal", provision="72B3")
    assert "conceal" not in ruling.say()  # whoever has pointed it out need not hear what they could have done


def test_partners_explanation_has_a_time_of_its_own() -> None:
    about = {"speaks_of": "partner's explanation"}
    in_auction = does("draws attention", "N", how_far="auction period", **about)
    assert has(in_auction, "no_right", who="N", to="correct_in_auction", provision="20F5(a)")
    for player, now in (("N", True), ("S", True), ("E", False), ("W", False)):
        ruling = does("draws attention", player, how_far="play", **about)
        assert has(ruling, "duty", who=player, to="correct_now", provision="20F5(b)(ii)") is now, player
        assert has(ruling, "no_right", who=player, to="correct_before_end", provision="20F5(b)(i)") is not now, player
        assert not has(ruling, "right", to="say_nothing"), player
    assert has(does("draws attention", "W", how_far="after play", **about), "duty", to="correct_now")


def test_after_the_final_pass_partners_explanation_is_no_longer_left_wrong_by_declarers_side() -> None:
    """The Clarification Period is part of the auction period (17D1), but the auction is over (20F5(b))."""
    told = {"does": "draws attention", "how_far": "auction period", "speaks_of": "partner's explanation"}
    for player, now in (("N", True), ("S", True), ("E", False), ("W", False)):
        seats: dict[str, Any] = {"procedure": "9", "player": player, "offender": player, "declarer": "S"}
        over = ruled("N 1S, E P, S 2S, W P, N P, E P", **seats, findings=told)
        assert has(over, "duty", who=player, to="correct_now", provision="20F5(b)(ii)") is now, player
        assert has(over, "no_right", who=player, to="correct_before_end") is not now, player
        assert not has(over, "no_right", to="correct_in_auction"), player
        said = ruled(**seats, findings=told | {"final_pass_made": True})
        assert has(said, "duty", who=player, to="correct_now") is now, player


def test_own_revokes_and_tricks_not_won_may_not_be_kept_quiet() -> None:
    for about, duty, law in (("own revoke", "correct_revoke", "62A"), ("trick not won", "refuse_trick", "79A2")):
        ruling = does("draws attention", "W", how_far="play", speaks_of=about)
        assert has(ruling, "duty", who="W", to=duty, provision=law), about
        assert not has(ruling, "right", to="say_nothing"), about
        assert not has(ruling, "no_duty"), about


def test_any_player_may_point_out_a_card_until_the_next_trick() -> None:
    for player in "NSW":
        ruling = does("draws attention", player, how_far="play", speaks_of="a card pointed wrongly")
        assert has(ruling, "right", who=player, to="point_out_card", provision="65B3"), player
        late = does("draws attention", player, how_far="play", speaks_of="a card pointed wrongly", pointed_before=True)
        assert has(late, "no_right", who=player, to="point_out_card", provision="65B3"), player
        assert has(late, "director_action", what="pointed_too_late", provision="65B3"), player
        assert "gave partner information" in speech(late).notes, player


def test_a_dummy_without_rights_changes_what_follows_and_it_is_said() -> None:
    lost = {"dummy_oversteps": "rights lost"}
    lead = does("prevents", **lost)
    assert "either defender may choose that hand" in lead.say()
    revoke = does("prevents", **lost, warns_of="a revoke")
    assert has(revoke, "director_action", what="revoke_named_by_dummy", provision="43B2(b)")
    other = does("prevents", **lost, warns_of="something else")
    assert not has(other, "director_action")
    attention = does("draws attention", how_far="play", **lost)
    assert "lay continues as if nothing had happened" in attention.say().split("Nobody may do anything")[1]
    assert not has(attention, "right", to="keep_rights")


def test_the_director_should_be_summoned_and_9b1b_is_for_attention_drawn() -> None:
    for path in explore("9"):
        for step in path.decided:
            if step.provision == "9B1(a)":
                assert "should see that" in path.words(step.effect.words)
            if step.provision == "9B1(b)":
                assert dict(path.path)["attention_drawn"], path.path


def assessed(what: str, **fields: Any) -> Ruling:
    """Law 10 after an irregularity by East."""
    findings = {"what_happened": what, **fields.pop("findings", {})}
    return ruled(procedure="10", offender="E", **fields, findings=findings)


@pytest.mark.parametrize(("player", "side", "law"), [("S", "NOS", "10C3"), ("E", "OS", "10C4")])
def test_who_has_the_choice_chooses_alone(player: str, side: str, law: str) -> None:
    ruling = assessed("a player chooses", player=player, findings={"consulted": True})
    assert has(ruling, "no_right", who=player, to="consult", provision="10C2")
    assert has(ruling, "right", who=player, to="choose_best", provision=law)
    assert has(ruling, "info", side=side, status="unauthorised")


def test_what_the_players_did_the_director_allows_or_cancels() -> None:
    for allowed, what in ((True, "allow_what_players_did"), (False, "cancel_what_players_did")):
        assert has(assessed("players ruled", findings={"allows": allowed}), "director_action", what=what)


def test_offenders_may_profit_unless_they_could_have_known() -> None:
    fair = assessed("offenders profit", findings={"used_unauthorised": False, "foreseeable": "unforeseeable"})
    assert has(fair, "result_stands", provision="10C4")
    known = {"used_unauthorised": False, "foreseeable": "foreseeable", "advantage": "gained"}
    assert has(assessed("offenders profit", findings=known), "adjusted_score", kind="assigned", law="72C")


INSUFFICIENT = {"replaced_what": "an insufficient bid in rotation"}


def test_help_from_the_infraction_is_looked_at_by_the_law_of_the_call_that_was_replaced() -> None:
    told: dict[str, Any] = {"used_unauthorised": False, "replaced_without_rectification": True}
    assert str(assessed("offenders profit", findings=told).pending.fact.id) == "replaced_what"  # type: ignore[union-attr]
    for what, law in (("an insufficient bid in rotation", "27D"), ("a call out of rotation", "23C")):
        for assisted, kind in (("open", "possible"), ("assisted", "assigned")):
            ruling = assessed("offenders profit", findings=told | {"replaced_what": what, "assisted": assisted})
            assert has(ruling, "adjusted_score", kind=kind, provision=law), (what, assisted)
            assert not has(ruling, "result_stands"), (what, assisted)
            assert ({"23C", "27D"} - {law}).isdisjoint(ruling.citations), (what, assisted)
    for auction, law in (("N 1S, E 1H", "27D"), ("N 1S, W 2C", "23C"), ("N 1S, W 1H", "23C")):
        made = {"what_happened": "offenders profit", **told, "assisted": "assisted"}
        ruling = ruled(auction, procedure="10", offender=auction[-4], findings=made)
        assert has(ruling, "adjusted_score", kind="assigned", provision=law), auction
    told |= INSUFFICIENT
    alone = assessed("offenders profit", findings=told | {"assisted": "unaided", "foreseeable": "unforeseeable"})
    assert has(alone, "result_stands", provision="10C4")
    for gained, kind in (("gained", "assigned"), ("open", "possible")):
        later = told | {"assisted": "unaided", "foreseeable": "foreseeable", "advantage": gained}
        ruling = assessed("offenders profit", findings=later)
        assert [item["kind"] for item in ruling.outcomes if item["outcome"] == "adjusted_score"] == [kind], gained
        assert not has(ruling, "result_stands"), gained


def test_who_has_declined_is_not_asked_again() -> None:
    for auction, player, law in (("N 1S, E 1H", "S", "27B"), ("N 1S, W 2C", "N", "29B")):
        ruling = ruled(auction, findings={"choice": "declined"})
        assert has(ruling, "call_cancelled", provision=law), player
        assert ruling.pending is None or ruling.pending.fact.id != "lho_accepts", player
        with pytest.raises(Contradiction, match="declined"):
            ruled(auction, accepted=True, findings={"choice": "declined"})


def test_what_was_declined_is_gone() -> None:
    for choice, right in (("declined", "take_declined"), ("repented", "choose_again")):
        ruling = assessed("a player chooses", player="S", findings={"consulted": False, "choice": choice})
        assert has(ruling, "no_right", who="S", to=right, provision="10C1"), choice
        assert has(ruling, "director_action", what="go_on_after_choice", provision="84C"), choice


def test_under_every_law_that_gives_lho_a_choice_it_is_made_once() -> None:
    repented = {"choice": "repented", "comparable": "no"}
    for edition in ("duplicate-2017", "duplicate-2007"):
        for auction in ("N 1S, E 1H", "S 1H"):
            ruling = ruled(auction, edition=edition, accepted=False, findings=repented)
            lho = "S" if "E 1H" in auction else "W"
            assert has(ruling, "no_right", who=lho, to="choose_again", provision="10C1"), (edition, auction)


def test_only_a_rectification_that_was_waived_can_be_asked_to_be_waived() -> None:
    for done, may in (("enforced", False), ("waived", True)):
        ruling = assessed("players ruled", findings={"allows": True, "players_did": done})
        assert has(ruling, "right", to="ask_waiver", provision="81C5") is may, done


def test_who_kept_the_right_is_told_how_11a_is_read() -> None:
    kept = ruled(procedure="11", offender="E", findings={"acted_first": True, "forfeited": False})
    assert kept.doubted
    assert not ruled(procedure="11", offender="E", findings={"acted_first": False}).doubted


@pytest.mark.parametrize(("who", "side"), [("the non-offenders", "NS"), ("the offenders", "EW")])
def test_only_the_side_that_gained_by_ignorance_loses_it(who: str, side: str) -> None:
    findings = {"acted_first": True, "forfeited": True, "gained_by_ignorance": who}
    ruling = ruled(procedure="11", offender="E", findings=findings)
    assert has(ruling, "adjusted_score", kind="split", law="11A", player=side)
    assert "keep the table score" in ruling.say()


def test_a_penalty_is_possible_whenever_the_right_is_forfeited() -> None:
    for path in explore("11"):
        assert has(path, "procedural_penalty") is (dict(path.path).get("forfeited") is True)


def test_the_offender_has_to_be_known() -> None:
    with pytest.raises(BadRecord, match=r"^record\.offender: missing"):
        ruled(procedure="11", findings={"acted_first": False})
