"""A simulated call as data: what is staged, what the players answer, and how conduct is judged."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from exams.scenarios import askable, stageable, staged, way_of
from exams.scenarios.calls import (
    BothWays,
    NotAnAct,
    callable_paths,
    check,
    follow,
    judged,
    known,
    offered_paths,
    presses_of,
    staged_both_ways,
    staged_call,
)
from exams.scenarios.calls.conversation import NAMES
from exams.scenarios.calls.judgement import PAST
from exams.scenarios.demand import NotStagedError, wanted_path
from laws.rulings.editions import EDITIONS
from laws.rulings.readers import rule
from laws.rulings.record import parse_record
from tests.exams.calls import conduct

SLIP = "25/called_again=no/unintended=yes/partner_called=no/auction_ended_first=no/intended_legal=yes/lho_called=no"
TURN = "30/whose_turn=offender's partner/lho_called=no/lho_accepts=yes"


@cache
def _calls() -> list[dict[str, Any]]:
    """A call of every path that is offered: each is staged at the first attempt."""
    return [staged_call(path, seed="tests") for path in offered_paths()]


@cache
def _call(path: str) -> dict[str, Any]:
    return staged_call(path, seed="tests")


def test_most_paths_of_many_laws_are_staged() -> None:
    assert len({one["law"] for one in _calls()}) >= 18
    assert len(_calls()) > 300
    assert len(_calls()) > 0.9 * len(callable_paths())


def test_what_few_tables_have_is_staged_where_it_is_known_and_not_always_alike() -> None:
    rare = [path for path in offered_paths() if path not in stageable()]
    assert len(rare) >= 15
    for path in rare:
        met: set[str] = set()
        for seed in ("one", "two"):
            call = staged_call(path, seed=seed, refuses=met.__contains__)
            assert way_of(call["receipt"]["path"]) == path
            met.add(call["fingerprint"])
        assert len(met) == 2, path
    with pytest.raises(NotStagedError, match=re.escape(rare[0])):
        staged_call(rare[0], seed="one", refuses=lambda _fingerprint: True)


def test_what_is_kept_of_tables_was_made_from_the_laws_of_today() -> None:
    assert known.outdated() == [], "other tables may be known now: run `manage.py reach --write`"


def test_a_number_that_is_kept_leads_to_its_path_and_another_generator_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rare = {path: known.known(path)[0] for path in callable_paths() if known.known(path)}
    assert len(rare) > 50
    lost = [
        path for path, number in rare.items() if not any(known.told_at(wanted_path(path), number, lambda told: told))
    ]
    assert lost == []
    monkeypatch.setattr(known, "GENERATOR_VERSION", "the next")
    assert known.outdated() == ["generator"]


def test_the_same_seed_gives_the_same_call_as_plain_data() -> None:
    for call in _calls()[::9]:
        again = staged_call(call["path"], seed="tests")
        assert again == call
        assert json.loads(json.dumps(call)) == call


def test_the_record_of_a_call_is_ruled_on_as_the_call_says() -> None:
    for call in _calls():
        ruling = rule(parse_record(call["record"]))
        assert ruling.receipt() == call["receipt"]
        assert next(one for one in call["rule"]["laws"] if one["right"])["id"] in ruling.procedure


def test_every_act_says_what_it_is_worth_by_a_law_that_there_is() -> None:
    for call in _calls():
        keys = EDITIONS[call["edition"]].keys
        for act in call["acts"]:
            assert act["worth"] in ("required", "useful", "neutral", "costly", "harmful")
            assert act["why"], act
            assert set(act["laws"]) <= keys, act
            assert set(act["after"]) <= {"tell", *(one["id"] for one in call["acts"])}
            said = [one.get("say", "") + one.get("do", "") for one in act["answers"]]
            assert not any("{" in text for text in (act["text"], act["why"], *said))
            assert act["text"].startswith("“") or act["text"].partition(" ")[0] in PAST, act
        assert len({one["id"] for one in call["acts"]}) == len(call["acts"])


def test_one_fact_changed_is_another_path_that_can_be_simulated() -> None:
    twists = [one["twist"] for one in _calls() if one["twist"]]
    assert len(twists) > len(_calls()) / 2
    assert {one["path"] for one in twists} <= set(offered_paths())
    assert not any(one["path"] == call["path"] for call in _calls() if (one := call["twist"]))


def test_the_table_shows_no_hands() -> None:
    for call in _calls():
        assert set(call["table"]) == {
            "board",
            "dealer",
            "vulnerability",
            "calls",
            "faced",
            "contract",
            "declarer",
            "tricks",
        }


def test_the_order_of_the_law_earns_every_point() -> None:
    for call in _calls():
        told = judged(call, conduct.in_order(call))
        assert (told["points"], told["passed"]) == (20, True), (call["path"], told["criteria"])
        assert {one["mark"] for one in told["rows"]} == {"same"}
        assert ("told the players" in told["lead"]) is bool(call["tell"] and call["tell"]["to"])


def test_ruling_at_once_fails() -> None:
    for call in _calls():
        told = judged(call, conduct.at_once(call))
        assert not told["passed"], call["path"]
        assert "left_out" in {one["mark"] for one in told["rows"]}


@pytest.mark.parametrize("harmful", [True, False])
def test_asking_everything_fails(harmful: bool) -> None:
    for call in _calls():
        told = judged(call, conduct.asking_everything(call, harmful=harmful))
        assert not told["passed"], (call["path"], told["criteria"])


def test_nobody_passes_who_did_harm() -> None:
    for call in _calls():
        for act in call["acts"]:
            if act["worth"] != "harmful":
                continue
            told = judged(call, [{"act": act["id"]}, *conduct.in_order(call)])
            assert not told["passed"], (call["path"], act["id"])
            assert [one["act"] for one in told["harm"]] == [act["id"]]


def test_a_look_into_a_hand_does_harm_where_the_law_says_so_and_elsewhere_only_takes_time() -> None:
    slip, turn = _call(SLIP), _call(TURN)
    looks = [next(one for one in call["acts"] if one["id"] == "hand-N") for call in (slip, turn)]
    assert [one["worth"] for one in looks] == ["harmful", "costly"]
    assert looks[0]["laws"] == ["25A2"]


def test_a_choice_before_the_options_ends_the_call_and_after_them_does_no_harm() -> None:
    call = _call(TURN)
    choose = f"choose-{call['tell']['to']}"
    found = follow(call, [{"act": choose}, conduct.options(call)])
    assert (found.stopped, found.closed, found.acts) == (choose, True, {choose})
    told = judged(call, [{"act": choose}])
    assert (told["headline"], told["criteria"][4]["points"]) == ("The call was stopped", 0)

    late = follow(call, [conduct.options(call), {"act": choose}])
    assert (late.stopped, late.closed) == ("", False)


def test_options_told_to_the_wrong_player_bring_no_choice() -> None:
    call = _call(TURN)
    wrong = next(seat for seat in "NESW" if seat != call["tell"]["to"])
    found = follow(call, [{**conduct.options(call), "to": wrong}])
    assert "tell" not in found.acts
    assert found.lines[-1].by == wrong


def _telling(call: dict[str, Any], who: str) -> list[str]:
    """The options that tell of a player, or a side, as of whoever has the choice: said to them, or of what they choose."""
    name = NAMES[who]
    found = re.compile(rf"{name}, (you|each of you)|If {name} (accept|does not accept|puts)" if len(who) == 1 else name)
    return [one["text"] for one in call["tell"]["options"] if found.search(one["text"])]


def test_no_option_and_no_question_tells_whose_choice_it_is() -> None:
    """What tells of whoever has the choice stands beside the same of another player or side, and is put to both alike."""
    partner = {"N": "S", "S": "N", "E": "W", "W": "E", "NS": "EW", "EW": "NS"}
    named = 0
    for call in _calls():
        if not call["tell"] or not (to := call["tell"]["to"]):
            continue
        other = partner[to]
        assert len(_telling(call, to)) == len(_telling(call, other)), call["path"]
        named += len(_telling(call, to))
        assert not [one for one in call["tell"]["options"] if one["text"].startswith(f"{NAMES[to]}, ")], call["path"]
        first, second = (one["of"] for one in call["acts"] if one["id"].startswith("choose-"))
        assert first in to and second in other, call["path"]
        if len(to) == 1:
            consulted = {one["of"] for one in call["acts"] if one["id"].startswith("consult-")}
            assert consulted == {to, other}, call["path"]
    assert named


def test_the_options_are_said_to_whoever_is_addressed() -> None:
    call = _call(TURN)
    to = call["tell"]["to"]
    names = {"N": "North", "E": "East", "S": "South", "W": "West"}
    for seat in names:
        found = follow(call, [{**conduct.options(call), "to": seat}])
        told = next(
            one.say for one in found.lines if one.say.startswith(f"“{names[seat]}, these are your options. You")
        )
        assert told.endswith("”")
        assert ("tell" in found.acts) is (seat == to)
    one_only = {**conduct.options(call), "options": conduct.options(call)["options"][:1]}
    assert follow(call, [one_only]).lines[1].say.startswith(f"“{NAMES[to]}, this is your option. ")


def test_the_choice_put_to_another_player_settles_nothing_and_costs_time() -> None:
    call = _call(TURN)
    other = next(one for one in call["acts"] if one["id"].startswith("choose-") and one["of"] != call["tell"]["to"])
    found = follow(call, [{"act": other["id"]}])
    assert (found.closed, other["worth"], other["stops"]) == (False, "costly", False)
    assert found.lines[-1].say == "“I don't think that it's for me to choose.”"
    told = judged(call, [{"act": other["id"]}, *conduct.in_order(call)])
    assert not told["harm"]
    assert "not_needed" in {one["mark"] for one in told["rows"]}


def test_calls_of_the_former_form_read_as_they_did_and_are_finished() -> None:
    """Staged and judged before the options went without names: each replays, line for line, and is judged the same."""
    stored = json.loads((Path(conduct.__file__).parent / "stored" / "format-1.json").read_text())
    assert [one["content"]["format"] for one in stored] == [1, 1]
    for one in stored:
        call, presses = one["content"], one["presses"]
        assert judged(call, presses) == one["judged"]
        told = next(press for press in presses if press["act"] == "tell")
        texts = {option["id"]: option["text"] for option in call["tell"]["options"]}
        said = [line.say for line in follow(call, presses).lines]
        assert f"“{' '.join(texts[option] for option in told['options'])}”" in said
        # One that is under way goes on from wherever it stands.
        for number in range(len(presses)):
            check(call, presses[number])
            assert not follow(call, presses[:number]).closed
        assert follow(call, [{"act": "choose"}]).stopped == "choose"


def test_a_look_into_a_hand_names_its_player() -> None:
    names = {"N": "North", "E": "East", "S": "South", "W": "West"}
    for call in _calls():
        looks = [one for one in call["acts"] if one["id"].startswith("hand-")]
        assert [one["text"] for one in looks] == [f"Look at {names[one['of']]}'s hand" for one in looks], call["path"]
        assert not any("♠ none, ♥ none, ♦ none, ♣ none" in one["answers"][0]["do"] for one in looks), call["path"]


def test_where_a_side_has_the_choice_either_of_its_players_may_be_told() -> None:
    call = next(one for one in _calls() if one["tell"] and len(one["tell"]["to"]) > 1)
    side = call["tell"]["to"]
    for seat in side:
        found = follow(call, [{**conduct.options(call), "to": seat}])
        assert "tell" in found.acts
    other = next(seat for seat in "NESW" if seat not in side)
    assert "tell" not in follow(call, [{**conduct.options(call), "to": other}]).acts


def test_what_the_director_finds_out_without_a_question_is_told_as_what_was_done() -> None:
    polled = [
        (call, act) for call in _calls() for act in call["acts"] if act["text"].startswith("Poll ") and not act["after"]
    ]
    assert polled
    for call, act in polled:
        found = follow(call, [{"act": act["id"]}])
        assert [one.by for one in found.lines[1:]] == ["you", "you"]
        assert [one.seen for one in found.lines[1:]] == [False, True]
        told = judged(call, conduct.in_order(call))
        assert any(row["did"].startswith("Polled ") for row in told["rows"])


def test_cards_of_tricks_that_are_over_are_told_and_do_not_lie_there() -> None:
    for call in _calls():
        tricks = call["record"].get("play", {}).get("tricks", [[]])
        look = next((one for one in call["acts"] if one["id"] == "seen"), None)
        if len(tricks) > 1 and look is not None:
            lying = {f"{seat} {card}" for seat, cards in call["table"]["faced"].items() for card in cards}
            assert lying.isdisjoint(str(one) for trick in tricks[:-1] for one in trick), call["path"]
            assert "Trick " in look["answers"][0]["do"], call["path"]


def test_a_question_that_waits_for_a_choice_finds_nothing_before_it() -> None:
    call = next(one for one in _calls() if any(act["after"] for act in one["acts"]))
    act = next(one for one in call["acts"] if one["after"])
    early = follow(call, [{"act": act["id"]}])
    assert act["id"] not in early.acts
    late = follow(call, [conduct.options(call), {"act": act["id"]}])
    assert late.lines[-1].do == act["answers"][-1].get("do", "")
    assert act["id"] in late.acts


def test_options_where_nobody_has_a_choice_cost_points() -> None:
    call = next(one for one in _calls() if one["tell"] and not one["tell"]["to"])
    *before, ruling = conduct.in_order(call)
    told = judged(call, [*before, {"act": "tell", "to": "N", "options": ["1"]}, ruling])
    assert told["criteria"][1]["points"] < 4
    assert "not_needed" in {one["mark"] for one in told["rows"]}


def test_half_the_options_earn_part_of_the_points() -> None:
    call = _call(TURN)
    whole = conduct.options(call)
    half = {**whole, "options": whole["options"][:1]}
    told = judged(call, [{"act": "settle"}, half, conduct.ruling(call)])
    assert 0 < told["criteria"][1]["points"] < 4
    assert "part" in {one["mark"] for one in told["rows"]}


@pytest.mark.parametrize(
    "press",
    [
        {"act": "dance"},
        {},
        {"act": "tell", "to": "N", "options": []},
        {"act": "tell", "to": "Q", "options": ["1"]},
        {"act": "tell", "to": "N", "options": ["99"]},
        {"act": "rule", "law": "30", "parts": [], "reason": "1"},
        {"act": "rule", "law": "999", "parts": ["1"], "reason": "1"},
        {"act": "rule", "law": "30", "parts": ["1"], "reason": ""},
    ],
)
def test_what_a_table_does_not_have_is_refused(press: dict[str, Any]) -> None:
    with pytest.raises(NotAnAct):
        check(_call(TURN), press)


# -- both ways, and as an assessor notes it ---------------------------------------------------------------------------


@cache
def _both() -> list[BothWays]:
    paths = [one for one in callable_paths() if "best_ruling" in askable(one)][::11]
    found = [staged_both_ways(path, seed="tests", kind="best_ruling") for path in paths]
    return [one for one in found if one.call is not None]


def test_a_question_and_a_call_of_one_table_have_one_record_and_one_ruling() -> None:
    found = _both()
    assert len(found) > 15
    for question, call in found:
        assert call is not None
        assert (call["record"], call["receipt"]) == (question["record"], question["receipt"])
        assert (call["fingerprint"], call["edition"]) == (question["fingerprint"], question["edition"])
        assert call["explanation"]["say"] in question["explanation"]["say"]
        assert question["receipt"] == rule(parse_record(question["record"])).receipt()
        assert staged_both_ways(call["path"], seed="tests", kind="best_ruling") == (question, call)


def test_a_path_that_cannot_be_simulated_gives_the_question_as_it_would_be_without() -> None:
    path = next(one for one in stageable() if "best_ruling" in askable(one) and one not in callable_paths())
    alone = staged_both_ways(path, seed="tests", kind="best_ruling")
    assert alone == (staged(path, seed="tests", kinds=("best_ruling",)), None)


def test_what_is_noted_live_is_judged_as_the_same_presses_are() -> None:
    worse = 0
    for _question, call in _both():
        assert call is not None
        presses = conduct.in_order(call)
        noted = conduct.noted(call)
        assert [one["act"] for one in presses_of(call, noted)] == [one["act"] for one in presses]
        assert judged(call, presses_of(call, noted))["points"] == 20
        worse += judged(call, presses_of(call, {**noted, "order": noted["order"][::-1]}))["points"] < 20
        assert presses_of(call, {}) == []
    assert worse > 5, "the order in which the acts were noted counts"


def test_a_candidate_who_names_no_law_and_gives_another_reason_is_judged_all_the_same() -> None:
    for _question, call in _both():
        assert call is not None
        found = judged(call, presses_of(call, {**conduct.noted(call), "law": "", "reason": ""}))
        points = {one["name"]: one["points"] for one in found["criteria"]}
        assert (points["law"], points["reasons"], found["passed"]) == (0, 0, False)
        assert points["ruling"] == 4
        otherwise = judged(call, presses_of(call, {"law": conduct.noted(call)["law"]}))
        assert otherwise["rows"]
        assert {one["name"]: one["points"] for one in otherwise["criteria"]}["ruling"] == 0


def test_options_noted_as_told_to_somebody_else_bring_no_choice() -> None:
    call = next(call for _question, call in _both() if call and call["tell"] and call["tell"]["to"])
    found = judged(call, presses_of(call, {**conduct.noted(call), "other": True}))
    assert not found["passed"]
    assert any(row["did"].startswith("Told somebody else") for row in found["rows"])


@pytest.mark.parametrize(
    "noted", [{"acts": ["fly"]}, {"options": ["99"]}, {"law": "999"}, {"parts": ["99"]}, {"reason": "99"}]
)
def test_what_is_not_on_the_list_is_refused(noted: dict[str, Any]) -> None:
    call = _call(TURN)
    with pytest.raises(NotAnAct, match="is not on the list of this call"):
        presses_of(call, noted)
