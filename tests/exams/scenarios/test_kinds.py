"""Every kind of question says what the engine ruled, and asks for nothing that it does not know."""

from __future__ import annotations

import functools
import json
import re
from collections import Counter
from typing import Any, Final

import pytest

from exams.bank.content import check
from exams.scenarios import KINDS, PAIR, NoMoreQuestionsError, UnknownKindError, generate
from exams.scenarios.narration.bridge import bare, names
from exams.scenarios.narration.narrative import narratives
from exams.scenarios.narration.options import said_by
from exams.scenarios.narration.paths import codes_of, paths
from laws.rulings.calls import CALLS as CALLS_BY_TEXT
from laws.rulings.effects.calls import CallStands
from laws.rulings.readers import rule
from laws.rulings.record import parse_record
from laws.rulings.seats import Seat
from tests.exams.scenarios.conftest import CALLS, Question, is_told, voice_of

SEATS = {seat.full_name: seat for seat in Seat}


def standing_call(question: Question, by: Seat) -> str:
    """The last call that the ruling lets stand, as it is spoken of at the table."""
    return bare(by, CALLS_BY_TEXT[call_that_stands(question)])


def call_that_stands(question: Question) -> str:
    ruling = rule(parse_record(question["record"]))
    effect = next(one for one in reversed(ruling.effects) if isinstance(one, CallStands))
    return str(effect.outcome(ruling.situation)["call"])


@functools.cache
def made(kind: str, count: int = 12) -> list[Question]:
    """Questions on calls, made once, for tests only read them; those of narratives speak with another voice."""
    questions = [one for law in CALLS for one in generate(law, count=count, seed=11, kind=kind)]
    return [one for one in questions if not is_told(one)]


OF_CALLS = [kind for kind in KINDS if kind != "number"]
"""The kinds that laws of the auction lend themselves to."""


@pytest.mark.parametrize("kind", OF_CALLS)
def test_the_bank_takes_every_kind(kind: str) -> None:
    for question in made(kind):
        check(question)
        assert question["kind"] == kind


def test_a_mixed_batch_has_every_kind_but_the_written_one() -> None:
    assert {question["kind"] for question in generate("31", count=64, seed=5)} == {*OF_CALLS} - {"written"}


@pytest.mark.parametrize("seed", [1, 11])
def test_so_has_a_small_batch_of_all_laws(seed: int) -> None:
    kinds = Counter(question["kind"] for question in generate("all", count=80, seed=seed))
    # Only four laws have steps to put in order, and not on every path.
    assert {*KINDS} - {"written"} >= set(kinds) >= {*OF_CALLS} - {"written"}
    # Half of the mix is the best ruling; what few laws can be asked in is made up for where it can.
    assert kinds["best_ruling"] < 60


def test_choose_all_keys_exactly_the_statements_of_the_ruling() -> None:
    for question in made("choose_all"):
        ruling = rule(parse_record(question["record"]))
        own = {one.text for one in voice_of(ruling).statements(ruling)}
        held = [option["id"] for option in question["options"] if option["text"] in own]
        assert held == question["key"]
        assert 0 < len(held) < len(question["options"])
        assert all(option["why"] for option in question["options"])


def test_steps_stand_in_the_order_in_which_the_engine_took_them() -> None:
    for question in made("order_steps"):
        by_id = {option["id"]: option["why"] for option in question["options"]}
        assert sorted(question["key"]) == sorted(by_id)
        assert [by_id[one].split()[1] for one in question["key"]] == [str(i + 1) for i in range(len(by_id))]
        trace = [step.provision for step in rule(parse_record(question["record"])).steps]
        trace = trace[trace.index("10C1") :]
        rested = [by_id[one].partition(" (")[2].removesuffix(").") for one in question["key"]]
        places = [_place(trace, provision) for provision in dict.fromkeys(rested)]
        assert places == sorted(places)


def _place(trace: list[str], provision: str) -> int:
    """Where the engine came to a provision, or to the first part of it: to compare calls takes all parts of 23A."""
    return next(place for place, step in enumerate(trace) if step == provision or step.startswith(provision))


def test_a_citation_is_one_that_the_ruling_rests_on() -> None:
    for question in made("cite_law"):
        assert question["options"] == []
        assert question["key"]
        assert question["key"][0] in rule(parse_record(question["record"])).citations


@pytest.mark.parametrize(
    ("law", "code", "answers", "keys"),
    [
        ("20F", "duty:correct_before_lead", {}, ("20F4(a)", "75B2")),
        ("40", "duty:disclose@40A1(b)", {"issue": "not disclosed"}, ("40A1(b)", "40B5(a)", "75D1", "20F1", "75B1")),
        ("40", "no_right:vary_after_opponents", {}, ("40B2(a)(iv)", "40B4")),
        ("20", "no_right:review@41B", {}, ("41B", "20C2")),
        ("21", "no_right:change_call@21A", {}, ("21A", "25A2")),
        ("27", "call_stands:attempt@27A1", {}, ("27A1", "27B4")),
        ("27", "no_further_rectification@27A1", {"replaced_early": True, "lho_accepts": True}, ("27A1", "27C")),
        ("27", "call_stands:replacement@27B2", {"replaced_early": True}, ("27C", "27B2", "27B")),
        ("25", "call_stands@25A1", {"auction_ended_first": True}, ("25A1", "25A5")),
        ("25", "call_stands@25A1", {"auction_ended_first": False}, ("25A1",)),
        ("31", "partner_must_pass:once", {"whose_turn": "rho"}, ("31A2(b)",)),
        ("31", "partner_must_pass:once", {"whose_turn": "partner"}, ("31A2(b)", "31B2")),
        ("25", "call_stands:over@25B2", {}, ()),
    ],
)
def test_every_provision_that_says_a_decision_is_right(
    law: str, code: str, answers: dict[str, Any], keys: tuple[str, ...]
) -> None:
    words = next(one.words for one in narratives() if one.procedure == law)
    found = {
        tuple(said_by(words, ruling, step))
        for ruling in paths(law).values()
        for step in ruling.decided
        if code in codes_of(step) and answers.items() <= dict(ruling.usual_path).items()
    }
    assert found == {keys}


@pytest.mark.parametrize(("law", "keys"), [("18", {"18D"}), ("33", {"33"}), ("34", {"17D3"})])
def test_a_law_of_one_sentence_or_that_points_to_another_is_asked_for(law: str, keys: set[str]) -> None:
    assert {question["key"][0] for question in generate(law, count=4, seed=11, kind="cite_law")} <= keys


def test_the_law_of_the_withdrawn_call_says_that_a_comparable_call_costs_nothing_too() -> None:
    limbs = {"P": "30B1(b)(i)", "X": "32A2(a)", "XX": "32A2(a)"}
    for question in generate("23", count=6, seed=11, kind="cite_law"):
        best, limb, *at_other_turns = question["key"]
        withdrawn = question["record"]["auction"][-1]["call"]
        assert (best, limb) == ("23B", limbs.get(withdrawn, "31A2(a)"))
        assert at_other_turns in ([], ["31B2"], ["32B2"])
        # That the call is comparable is not quoted, so that one provision says all that is.
        assert "“There is no further rectification.” Which law says so?" in question["question"]


def test_the_turn_is_that_of_the_player_left_of_the_last_call_that_stands() -> None:
    for question in made("whose_turn"):
        record = parse_record(question["record"])
        named = {option["id"]: SEATS[option["text"]] for option in question["options"]}
        assert list(named.values()) == list(Seat)
        # Accepted, or set aside by a call in turn: in both cases the last call on the record stands.
        assert named[question["key"]] is record.auction[-1].by.lho


@pytest.mark.parametrize("law", ["25", "33"])
def test_the_turn_is_not_asked_while_somebody_has_a_choice_or_another_law_to_go_through(law: str) -> None:
    """25A6: LHO may leave or withdraw the call over a slip; 33: an irregular second call is ruled on elsewhere."""
    for question in generate(law, count=24, seed=11, kind="whose_turn"):
        named = {option["id"]: SEATS[option["text"]] for option in question["options"]}
        ruling = rule(parse_record(question["record"]))
        at = ruling.situation
        assert at is not None
        lho = at.offender.lho.value
        # What LHO called over one of two calls at one turn stands (25B).
        has_called = any(one["outcome"] == "call_stands" and one["player"] == lho for one in ruling.outcomes)
        assert named[question["key"]] is (at.offender.partner if has_called else at.offender.lho)
        assert not re.search("(second|intended)_legal=no", question["receipt"]["path"])
        if has_called:
            continue
        caller = next(option["why"] for option in question["options"] if named[option["id"]] is at.offender)
        assert caller.partition(": ")[2].partition(" stands")[0] == standing_call(question, at.offender)
        assert at.next_made is None
        state = at.standing.copy()
        if at.turn is at.offender:
            state.take(at.offender, CALLS_BY_TEXT[call_that_stands(question)])
        assert not state.ended


def test_that_the_auction_is_over_is_cited_from_the_law_that_ends_it() -> None:
    for question in generate("39", count=24, seed=11, kind="cite_law"):
        assert "The auction is over" not in question["question"]
    assert any("is over" in question["question"] for question in generate("22", count=12, seed=11, kind="cite_law"))


def test_leave_to_lead_is_no_false_statement_where_no_lead_is_restricted() -> None:
    for question in generate("26", count=24, seed=11, kind="choose_all"):
        free = "There are no lead restrictions." in [
            one["text"] for one in question["options"] if one["id"] in question["key"]
        ]
        wrong = [one["text"] for one in question["options"] if one["id"] not in question["key"]]
        assert not (free and [text for text in wrong if "may lead" in text])


_SUPPOSED: Final = re.compile(r"\b(?:would (?:that )?be\b|Right only if\b|would be right\b)")
"""Says when it would be right, in one of the frames of that."""


def test_the_reason_against_a_statement_speaks_of_that_statement() -> None:
    """That a lead is restricted is wrong because of the lead or of a fact, not because of how long somebody must pass."""
    reasons = [
        option["why"]
        for question in made("choose_all", 40)
        for option in question["options"]
        if "first turn to lead" in option["text"] and option["id"] not in question["key"]
    ]
    assert reasons
    assert not [why for why in reasons if "must pass" in why and "lead" not in why and not _SUPPOSED.search(why)]


def test_the_same_call_of_two_players_at_one_moment_is_told_apart() -> None:
    auction = [{"by": "W", "call": "P"}, [{"by": "N", "call": "1NT"}, {"by": "E", "call": "1NT"}]]
    ruling = rule(parse_record({"board": 8, "auction": auction}))
    assert ruling.say().startswith(
        "East's 1NT is insufficient. North's 1NT was in turn, so it counts as made first and East's 1NT as made after it."
    )
    assert (names(ruling)["first"], names(ruling)["irregular"]) == ("North's 1NT", "East's 1NT")


@pytest.mark.parametrize("law", ["32", "36", "37"])
@pytest.mark.parametrize("kind", ["best_ruling", "choose_all"])
def test_no_option_speaks_of_calls_that_nobody_made(law: str, kind: str) -> None:
    for question in generate(law, count=24, seed=11, kind=kind):
        at = rule(parse_record(question["record"])).situation
        assert at is not None
        texts = [option["text"] for option in question["options"]]
        assert not [text for text in texts if text.startswith("So ") or "The next call" in text]
        assert at.next_made or not [text for text in texts if "All calls after it" in text]


def test_an_offender_in_turn_who_calls_again_is_no_false_statement() -> None:
    """36A and 36B2: the auction goes back to him, or he replaces the double; to a director both are so."""
    for question in generate("36", count=40, seed=11, kind="choose_all"):
        at = rule(parse_record(question["record"])).situation
        assert at is not None
        if at.turn is at.offender and at.record.noticed is None:
            wrong = [option["text"] for option in question["options"] if option["id"] not in question["key"]]
            assert not [text for text in wrong if "legal call instead" in text or "goes back to" in text]


@pytest.mark.parametrize(
    ("law", "unsaid"),
    [
        ("24", "penalty card"),
        ("26", "require the lead"),
        ("32", "instead of repeating"),
        ("36", "may not accept"),
        ("38", "may not accept"),
        ("40", "was free to make that call"),
    ],
)
def test_nobody_cites_what_no_provision_or_more_than_one_says(law: str, unsaid: str) -> None:
    for question in generate(law, count=24, seed=11, kind="cite_law"):
        assert unsaid not in question["question"]


def test_a_rubric_gives_marks_for_every_part_with_its_law() -> None:
    for question in made("written"):
        parts = [item["part"] for item in question["rubric"]]
        assert {"law", "rectification"} <= set(parts)
        assert all(item["marks"] > 0 and item["provision"] for item in question["rubric"])
        assert len({item["text"] for item in question["rubric"]}) == len(parts)


def test_most_marks_of_a_rubric_are_for_the_ruling_and_none_for_what_is_over() -> None:
    unsaid = (" may accept ", "hear all the options", "may not require the lead", " – no", " – yes", "?")
    for question in (
        one for law in ("23", "27", "30", "31", "38") for one in generate(law, count=4, seed=77, kind="written")
    ):
        marks = Counter[str]()
        for item in question["rubric"]:
            marks[item["part"]] += item["marks"]
            assert not any(words in item["text"] for words in unsaid), item["text"]
        assert marks["rectification"] == max(marks.values())


def test_the_rubric_of_a_call_that_is_not_comparable_has_the_ruling_of_its_own_law() -> None:
    found = {
        item["provision"]
        for question in generate("23", count=12, seed=77, kind="written")
        if question["receipt"]["path"].endswith("same_purpose=no")
        for item in question["rubric"]
    }
    assert {"23A", "26B", "16C2", "72C"} <= found
    assert "23A3" not in found
    assert found & {"30B1(b)(ii)", "31A2(b)", "32A2(b)"}


def test_the_rubric_of_an_auction_that_took_a_turn_from_a_player_names_who_calls_next() -> None:
    """17D3, to which Law 22 refers; the players are those of the story."""
    told = [
        item["text"]
        for question in generate("22", count=5, seed=700, kind="written")
        for item in question["rubric"]
        if item["provision"] == "17D3" and item["part"] == "rectification"
    ]
    assert told
    assert all("is next to call" in text and "{" not in text for text in told)


def test_what_is_said_of_a_call_that_is_not_comparable_goes_on_to_the_ruling() -> None:
    """Law 23 refers to the law of the withdrawn call; the table hears both."""
    said = [
        question["explanation"]["say"]
        for question in generate("23", count=12, seed=5, kind="best_ruling")
        if question["receipt"]["path"].endswith("same_purpose=no")
    ]
    assert said
    assert all("is not comparable with" in text and "must pass" in text for text in said)


@pytest.mark.parametrize("law", ["36", "37", "38"])
def test_a_rubric_has_72c_where_the_side_is_barred(law: str) -> None:
    """Where LHO has called there is no recourse to it (37A, 38D)."""
    asked = generate(law, count=6, seed=91, kind="written")
    open_to_it = [one for one in asked if "lho_has_called=yes" not in one["receipt"]["path"]]
    barred = [one for one in open_to_it if any("must pass throughout" in item["text"] for item in one["rubric"])]
    assert barred
    for question in barred:
        assert any(item["provision"] == "72C" for item in question["rubric"])


@pytest.mark.parametrize("law", ["24", "25", "32", "36", "40"])
def test_what_a_story_offers_is_marked_once(law: str) -> None:
    for question in generate(law, count=24, seed=11, kind="written"):
        texts = [item["text"] for item in question["rubric"]]
        assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("law", CALLS)
def test_the_two_of_a_pair_differ_in_one_fact_and_in_the_ruling(law: str) -> None:
    questions = list(generate(law, count=12, seed=11, kind=PAIR))
    for first, second in zip(questions[::2], questions[1::2], strict=True):
        assert first["pair"]["id"] == second["pair"]["id"]
        assert (first["pair"]["part"], second["pair"]["part"]) == (1, 2)
        assert first["stem"][0] == second["stem"][0]
        one, two = (dict(rule(parse_record(item["record"])).path) for item in (first, second))
        assert [fact for fact in one.keys() & two.keys() if one[fact] != two[fact]] == [first["pair"]["fact"]]
        assert _key_text(first) != _key_text(second)


def _key_text(question: Question) -> str:
    return next(str(option["text"]) for option in question["options"] if option["id"] == question["key"])


def test_an_odd_count_of_pairs_ends_after_the_first_of_the_last_pair() -> None:
    three = list(generate("27", count=3, seed=4, kind=PAIR))
    assert three == list(generate("27", count=4, seed=4, kind=PAIR))[:3]


def test_it_refuses_an_unknown_kind() -> None:
    with pytest.raises(UnknownKindError, match=r"no questions of kind 'essay'; there are mixed, best_ruling"):
        generate("27", count=1, seed=1, kind="essay")


@pytest.mark.parametrize("kind", [*OF_CALLS, PAIR])
def test_a_kind_is_the_same_bytes_each_time(kind: str) -> None:
    one, again = (json.dumps(list(generate("31", count=4, seed=2, kind=kind))) for _ in range(2))
    assert one == again


def test_no_option_forbids_the_declaring_side_what_only_a_defender_leads() -> None:
    """Such options would be seen through at once: dummy makes no lead, and declarer forbids himself nothing."""
    seen = 0
    for question in generate("26", count=40, seed=11, kind="best_ruling"):
        if "defends=yes" not in question["receipt"]["path"]:
            seen += 1
            contract = re.search(r"by (\w+)", " ".join(question["stem"]))
            assert contract is not None
            declarer = SEATS[contract[1]]
            for player in (declarer.full_name, declarer.partner.full_name):
                assert not [option for option in question["options"] if f"{player} to lead" in option["text"]]
    assert seen


def test_the_player_who_has_led_does_not_doubt_that_the_auction_is_over() -> None:
    seen = 0
    for question in generate("22", count=40, seed=11, kind="best_ruling"):
        led = re.match(r"(\w+) has faced the opening lead", question["stem"][-1])
        if led is not None:
            seen += 1
            assert led[1] not in question["stem"][0]
    assert seen


def test_a_part_that_leans_on_another_is_cited_beside_it() -> None:
    asked = [one["question"] for one in generate("36", count=60, seed=3, kind="cite_law")]
    leaning = [question for question in asked if "cancelled too" in question]
    assert leaning
    assert all(re.search(r"“(?:\w+'s|The) (re)?double is cancelled\.” You add:", question) for question in leaning)


def test_a_number_of_tricks_is_what_the_ruling_comes_to_and_is_asked_in_the_same_words_everywhere() -> None:
    seen = set()
    for question in generate("64", count=30, seed=4, kind="number"):
        [told] = [
            one["text"] for one in question["explanation"]["outcomes"] if "trick" in one["text"].split(":")[0][:20]
        ]
        number = {"No": "0", "One": "1", "Two": "2"}[told.split()[0]]
        assert (question["kind"], question["key"], question["options"]) == ("number", number, [])
        asked = re.sub("North–South|East–West", "the others", question["question"])
        second = " for the second revoke" if "already revoked in that suit" in question["receipt"]["path"] else ""
        assert asked == f"How many tricks are transferred to the others{second}? Leave any adjusted score aside."
        assert "play is not over" not in question["receipt"]["path"]
        seen.add(question["key"])
    assert seen == {"0", "1", "2"}


def test_a_law_that_asks_for_no_number_gives_no_such_question() -> None:
    with pytest.raises(NoMoreQuestionsError):
        list(generate("61", count=1, seed=4, kind="number"))
