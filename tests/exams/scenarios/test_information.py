"""Questions on what follows an irregularity and on information: told so that a director who knows the law can answer."""

from __future__ import annotations

import re

import pytest

from exams.scenarios import generate
from exams.scenarios.narration.words import texts
from exams.scenarios.plots import PLOTS
from tests.exams.scenarios.conftest import Question

FOLLOWS = {
    "9": ("There is nothing to rectify.",),
    "11": (
        "keep the right to rectification.",
        "now rule on the irregularity itself.",
        "The result at the table counts for both sides.",
    ),
    "16A": ("by calls and plays alone", "a withdrawn action", "accidental information"),
    "16B": ("gave no information beyond the call itself.",),
    "16D": ("has committed an offence",),
}
"""Decisions that no provision says in so many words, so that nobody can cite one for them."""


def asked(procedure: str, kind: str, count: int) -> list[Question]:
    return list(generate(procedure, count=count, seed=31, kind=kind))


@pytest.mark.parametrize(("procedure", "sentences"), FOLLOWS.items(), ids=FOLLOWS)
def test_nobody_is_asked_for_a_provision_that_does_not_say_it(procedure: str, sentences: tuple[str, ...]) -> None:
    for question in asked(procedure, "cite_law", 25):
        assert not any(sentence in question["question"] for sentence in sentences), question["question"]


def test_calling_the_director_and_not_speaking_costs_no_right() -> None:
    cited = [question for question in asked("9", "cite_law", 60) if question["key"] == ["9B1(c)"]]
    assert cited
    assert all("by calling the Director" in question["question"] for question in cited)


@pytest.mark.parametrize("procedure", ["16B", "16C"])
def test_a_suggestion_names_both_actions(procedure: str) -> None:
    for question in asked(procedure, "best_ruling", 30):
        assert not any("over it." in option["text"] for option in question["options"]), question["options"]


@pytest.mark.parametrize("procedure", ["16B", "16C"])
def test_no_auction_is_held_up_for_a_poll(procedure: str) -> None:
    stems = [" ".join(question["stem"]) for question in asked(procedure, "best_ruling", 30)]
    polled = [stem for stem in stems if "players of similar standard" in stem]
    assert any("carry on. The other tables have finished the round, and you" in stem for stem in polled)
    for stem in polled:
        going_on = any(said in stem for said in ("The board is not over yet.", "Play has not finished yet."))
        assert ("carry on. The other tables have finished the round, and you" in stem) == going_on
        assert ("After play you" in stem) != going_on


def test_thinking_is_no_part_of_a_ruling_on_what_was_said() -> None:
    for question in asked("16B", "choose_all", 25):
        assert not any("bridge reason" in option["text"] for option in question["options"])


@pytest.mark.parametrize(("gained", "left_out"), [("the offending side", 1), ("the non-offending side", 0)])
def test_what_was_done_fits_who_gained_by_it(gained: str, left_out: int) -> None:
    """A side that let the others off did not gain by it, and one that asked for too much did not lose."""
    theme = next(theme for theme in PLOTS["11"].themes if theme.endswith(f"gained_by_ignorance={gained}"))
    told = [
        " ".join(question["stem"])
        for question in asked("11", "best_ruling", 60)
        if question["receipt"]["path"] == theme
    ]
    assert len(told) > 5
    acts = texts("law_09").part("acts", False)
    names = dict.fromkeys(("speaker", "offender", "partner"), "{}")
    unfit = [acts.lines(kind)[left_out].format(**names).split("{}")[-1] for kind in acts.names()]
    for stem in told:
        assert not any(words.strip(" ,") in stem for words in unfit if len(words) > 12), stem


def test_a_player_is_silenced_only_where_the_partner_can_have_bid_insufficiently() -> None:
    silenced = [one for one in asked("20", "best_ruling", 40) if "asker_must_pass=yes" in one["receipt"]["path"]]
    assert silenced
    for question in silenced:
        *before, replaced, _ = question["record"]["auction"]
        assert replaced["call"] not in ("P", "X", "XX")
        # Over 1♣ no bid is insufficient.
        opponents = {one["by"] for one in before if one["call"] not in ("P", "X", "XX", "1C")}
        assert opponents - {question["record"]["player"], replaced["by"]}


def test_what_is_judged_later_is_no_half_right_answer_where_it_is_judged() -> None:
    """Where the Director has found what could be foreseen, no option speaks of the score after play without it."""
    for question in asked("10", "best_ruling", 70):
        assert not any(option["text"].startswith("The board is played out.") for option in question["options"])


def test_a_side_that_only_passed_has_not_played_the_contract() -> None:
    theme = next(theme for theme in PLOTS["10"].themes if theme.endswith("used_unauthorised=yes"))
    told = [one for one in asked("10", "best_ruling", 120) if one["receipt"]["path"] == theme]
    assert told
    for question in told:
        *before, slip = question["record"]["auction"]
        pair = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
        others = [one["call"] for one in before if pair[one["by"]] != pair[slip["by"]]]
        assert not others or set(others) - {"P", "X", "XX"}


@pytest.mark.parametrize("procedure", ["9", "10", "11", "16A", "16B", "16C", "16D", "20"])
def test_the_length_of_the_key_tells_little(procedure: str) -> None:
    """The right option is the longest, or the shortest, in no more than half of the questions."""
    questions = asked(procedure, "best_ruling", 60)
    for extreme in (max, min):
        found = [
            one
            for one in questions
            if extreme(one["options"], key=lambda option: len(option["text"]))["id"] == one["key"]
        ]
        assert len(found) <= 30, (procedure, extreme, len(found))


def test_nobody_is_said_to_think_of_leading_a_suit_that_the_opponents_have_shown() -> None:
    told = [
        one
        for one in asked("16B", "best_ruling", 140)
        if one["receipt"]["path"].endswith("suggested=no") and "led the" in " ".join(one["stem"])
    ]
    for question in told:
        auction = question["diagrams"]["auction"]["calls"]
        place = next(place for place, made in enumerate(auction) if made.get("note"))
        assert auction[place - 1]["call"] not in ("1C", "1D"), question["stem"]


def test_who_may_act_on_a_manner_is_never_told_wrong() -> None:
    """That the opponents may, and partner may not, is true of every manner: alone it is no wrong statement."""
    for question in asked("73", "choose_all", 40):
        wrong = [option["text"] for option in question["options"] if option["id"] not in question["key"]]
        assert all("infraction" in text for text in wrong if "act on it" in text), question["stem"]


def test_who_had_done_what_the_law_says_has_lost_no_right() -> None:
    """A lead from the wrong hand or a revoke by declarer, taken back, and a card left on the table, are what the law says."""
    forfeited = [one for one in asked("11", "best_ruling", 60) if "forfeited=yes" in one["receipt"]["path"]]
    assert len(forfeited) > 20
    for question in forfeited:
        stem = " ".join(question["stem"])
        assert "play it at the first chance" not in stem
        assert not ("from hand to trick" in stem and "told" in stem), stem


def test_a_withdrawn_action_is_authorised_for_nobody_whose_call_was_comparable() -> None:
    """After a comparable call, and after the cheapest bid in the denomination, 16C binds nobody (23B, 27B1(a))."""
    told = [" ".join(one["stem"]) for one in asked("16A", "best_ruling", 60) if "withdrawn" in one["receipt"]["path"]]
    assert told
    assert all(re.search("(not|isn't)[ \n]comparable|call is changed|partner is barred", stem) for stem in told)


def test_who_looks_for_information_commits_the_offence_of_law_89() -> None:
    sought = [one for one in asked("16D", "best_ruling", 60) if "by_accident=no" in one["receipt"]["path"]]
    assert sought
    for question in sought:
        assert "89A1" in question["explanation"]["cites"]
        assert "74C5" not in question["explanation"]["cites"]
        assert re.search(
            r"still (being played|playing|in progress)|[Pp]lay has not finished|[Bb]oard is over",
            question["stem"][-1],
        )


def test_an_unintended_variation_that_may_help_is_not_asked_about() -> None:
    """73D1 says "otherwise": whether it is an infraction then, two directors may read in two ways."""
    for question in asked("73", "best_ruling", 60):
        assert "deliberate=no/could_benefit=yes" not in question["receipt"]["path"]


def test_an_auction_that_goes_on_goes_on_with_the_next_player_whoever_that_would_be() -> None:
    """Where there have been three passes, a name would be that of a player who could not be next after two."""
    found = 0
    for question in asked("22", "best_ruling", 40):
        for option in question["options"]:
            if "only two passes had followed" in option["why"]:
                found += 1
                assert option["text"] == "The auction is not over. All the passes stand, and the next player calls."
    assert found


def test_the_question_names_the_player() -> None:
    for procedure in ("16A", "20F"):
        for question in asked(procedure, "best_ruling", 10):
            assert any(seat in question["question"] for seat in ("North", "East", "South", "West")), question[
                "question"
            ]


def test_what_may_be_used_after_a_withdrawn_bid_rests_on_the_law_that_says_so() -> None:
    """16C1 and 16C2 say who may use it; 16C3 only what becomes of the score."""
    for question in asked("16C", "written", 12):
        if "acted=no" in question["receipt"]["path"]:
            ruled = [item["provision"] for item in question["rubric"] if "may use what" in item["text"]]
            assert ruled == ["16C2"]


def test_no_statement_denies_that_the_board_is_played_where_it_is() -> None:
    for question in asked("16D", "choose_all", 30):
        if "You let them play" in question["stem"][-1]:
            wrong = [one["text"] for one in question["options"] if one["id"] not in question["key"]]
            assert "The board is played." not in wrong


def test_nobody_leads_elsewhere_with_ace_and_king_of_a_suit() -> None:
    for question in asked("16B", "best_ruling", 60):
        if " led the " in question["stem"][0]:
            (hand,) = question["diagrams"]["hands"]["show"].values()
            calls = [one["call"] for one in question["diagrams"]["auction"]["calls"]]
            trumps = next(call for call in reversed(calls) if call[0].isdigit())[1:]
            held = dict(zip("SHDC", hand.split("."), strict=True))
            assert not any(ranks.startswith("AK") for suit, ranks in held.items() if suit != trumps)


def test_whoever_writes_that_the_offence_is_reported_gets_a_mark_for_it() -> None:
    sought = [one for one in asked("16D", "written", 24) if "by_accident=no" in one["receipt"]["path"]]
    assert sought
    for question in sought:
        assert [item["marks"] for item in question["rubric"] if item["provision"] == "89B"] == [1]


def test_a_score_for_a_board_that_is_not_played_is_no_wrong_answer_beside_itself() -> None:
    for question in asked("16D", "choose_all", 60):
        told = {option["text"] for option in question["options"]}
        assert "You assign an adjusted score." not in told
        right = {option["text"] for option in question["options"] if option["id"] in question["key"]}
        if any(text.startswith("The board is not played.") for text in right):
            assert "You adjust the table score." not in right


def test_a_score_that_is_adjusted_would_not_be_without_damage() -> None:
    """Of what would have to be otherwise, that which was found last is said."""
    for question in asked("16C", "choose_all", 30):
        if question["receipt"]["path"].endswith("damage=yes"):
            whys = [one["why"] for one in question["options"] if one["text"] == "The score is not adjusted."]
            assert all("had not been damaged" in why for why in whys)
