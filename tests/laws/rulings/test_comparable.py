"""Law 23A on two meanings: the worked examples of the notes of 2017, and what the tolerance does."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import comb
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws.rulings import purposes
from laws.rulings.cards import lengths, parse_hand, points
from laws.rulings.comparable import (
    JUDGEMENT,
    TESTS,
    WORKED_EXAMPLES,
    compare,
    compare_data,
    decisive,
    example_outside,
    is_same,
    is_subset,
    left_open,
    same_or_similar,
    same_purpose,
    takes_a_hand,
)
from laws.rulings.deals import deals
from laws.rulings.meanings import BadMeaning, Meaning, Shown, hand_type, parse_meaning, some_hand
from laws.rulings.regulations import Similarity
from tests.laws.rulings.tables import meanings


def questions() -> st.SearchStrategy[Meaning]:
    """Meanings that some hand can have, one in two of them asking for something."""
    asks = st.sampled_from(["", "", "aces", "majors"])
    return st.builds(Meaning, meanings().map(lambda one: one.alternatives), asks=asks).filter(
        lambda one: bool(one.hands)
    )


def meant(data: dict[str, Any]) -> Meaning:
    """A meaning from plain data."""
    meaning = parse_meaning(data)
    assert meaning is not None
    return meaning


def passed_test(withdrawn: dict[str, Any], replacement: dict[str, Any]) -> str:
    """Which test of 23A a replacement passes first: A1, A2, A3 or nothing."""
    old, new = meant(withdrawn), meant(replacement)
    tests = (("A1", same_or_similar), ("A2", is_subset), ("A3", same_purpose))
    return next((name for name, test in tests if test(old, new)), "")


OPENING_HEARTS = {"hcp": [12, 21], "suits": {"H": [5, 13]}}
HEARTS = {"hcp": [10, 20], "suits": {"H": [5, 13]}}
MULTI = {
    "alternatives": [
        {"hcp": [6, 10], "suits": {"H": [6, 13]}},
        {"hcp": [6, 10], "suits": {"S": [6, 13]}},
        {"hcp": [20, 22], "balanced": True},
    ]
}
STAYMAN = {"hcp": [8, 40], "asks": "majors"}


@pytest.mark.parametrize(
    ("withdrawn", "replacement", "passes"),
    [
        # An overcall on 10-15 is similar to an opening of one of a suit; one on 7 is not.
        pytest.param(OPENING_HEARTS, {"hcp": [10, 15], "suits": {"H": "5+"}}, "A1", id="overcall-10-15"),
        pytest.param(OPENING_HEARTS, {"hcp": [7, 16], "suits": {"H": "5+"}}, "", id="overcall-from-7"),
        pytest.param(OPENING_HEARTS, OPENING_HEARTS, "A1", id="the-same-again"),
        # Four cards and five cards in a suit might be similar, three are not; and never another suit.
        pytest.param(OPENING_HEARTS, {"hcp": [12, 21], "suits": {"H": "4+"}}, "A1", id="four-for-five"),
        pytest.param(OPENING_HEARTS, {"hcp": [12, 21], "suits": {"H": "3+"}}, "", id="three-for-five"),
        pytest.param(OPENING_HEARTS, {"hcp": [12, 21], "suits": {"S": "5+"}}, "", id="another-suit"),
        # Spades and clubs is more precise than spades and a minor; the other way round it is neither.
        pytest.param(
            {"suits": {"S": "5+"}, "alternatives": [{"C": "5+"}, {"D": "5+"}]},
            {"suits": {"S": "5+", "C": "5+"}},
            "A2",
            id="a-minor-made-known",
        ),
        pytest.param(
            {"suits": {"S": "5+", "C": "5+"}},
            {"suits": {"S": "5+"}, "alternatives": [{"C": "5+"}, {"D": "5+"}]},
            "",
            id="a-minor-made-unknown",
        ),
        # Subsets of 5+ hearts, 10-20.
        pytest.param(HEARTS, {"hcp": [16, 20], "suits": {"H": [6, 6]}}, "A2", id="six-hearts-16-20"),
        pytest.param(HEARTS, {"hcp": [10, 15], "suits": {"H": [5, 5], "C": [4, 4]}}, "A2", id="hearts-and-four-clubs"),
        pytest.param(
            HEARTS,
            {"hcp": [10, 15], "suits": {"H": [5, 5]}, "alternatives": [{"C": [5, 5]}, {"D": [5, 5]}]},
            "A2",
            id="hearts-and-a-minor",
        ),
        pytest.param(HEARTS, {"hcp": [6, 10], "suits": {"H": "6+"}}, "", id="six-hearts-6-10"),
        # A weak two in a known major out of a multi.
        pytest.param(MULTI, {"hcp": [6, 10], "suits": {"S": "6+"}}, "A2", id="multi-2S"),
        # One point outside the set is outside; and an unknown suit made known is not similar.
        pytest.param(MULTI, {"hcp": [5, 9], "suits": {"S": "6+"}}, "", id="multi-2S-a-point-weaker"),
        pytest.param(
            MULTI,
            {"hcp": [5, 10], "alternatives": [{"H": "6+"}, {"S": "6+"}]},
            "A1",
            id="multi-a-point-weaker",
        ),
        # A second suit is another suit shown; two cards or more agree with length.
        pytest.param(OPENING_HEARTS, {"hcp": [11, 21], "suits": {"H": "5+", "S": "4+"}}, "", id="a-second-suit"),
        pytest.param(
            {"hcp": [11, 20], "suits": {"C": "2+"}}, {"hcp": [11, 21], "suits": {"C": "5+"}}, "A1", id="short-club"
        ),
        pytest.param(
            {"hcp": [6, 10], "suits": {"H": "5+"}},
            {"hcp": [8, 11], "suits": {"H": "4+"}, "alternatives": [{"C": "4+"}, {"D": "4+"}]},
            "",
            id="an-unknown-second-suit",
        ),
        # A balanced hand left out is no hand of the set, nor similar to those that are in it.
        pytest.param(
            {"alternatives": [{"hcp": [11, 14]}, {"hcp": [15, 17], "unbalanced": True}]},
            {"hcp": [15, 17], "balanced": True},
            "",
            id="the-hands-denied",
        ),
        pytest.param({"hcp": [15, 17], "unbalanced": True}, {"hcp": [14, 17]}, "", id="no-longer-unbalanced"),
        pytest.param({"hcp": [15, 17]}, {"hcp": [15, 17], "unbalanced": True}, "A2", id="made-unbalanced"),
        # Whether a suit is short is told or not: there is nothing near it.
        pytest.param({"suits": {"D": [0, 1]}}, {"suits": {"D": [0, 2]}}, "", id="singleton-or-doubleton"),
        pytest.param({"suits": {"S": "4+", "D": "2+"}}, {"suits": {"S": "4+"}}, "", id="no-shortage-lost"),
        # One card more or one fewer, where a suit was limited.
        pytest.param({"suits": {"S": [4, 4]}}, {"suits": {"S": [4, 5]}}, "A1", id="five-for-four"),
        pytest.param({"suits": {"S": [4, 4]}}, {"suits": {"S": [4, 6]}}, "", id="six-for-four"),
        # Stayman and key-card asks have the same purpose at another level, whatever strength they show.
        pytest.param(STAYMAN, {"hcp": [4, 40], "asks": "majors"}, "A3", id="stayman"),
        pytest.param({"asks": "aces"}, {"asks": "aces"}, "A3", id="blackwood"),
        pytest.param(STAYMAN, {"hcp": [8, 40], "asks": "aces"}, "", id="another-question"),
        # A promise that the withdrawn call made must be kept.
        pytest.param({"hcp": [15, 18], "balanced": True}, {"hcp": [15, 18]}, "", id="balance-lost"),
        pytest.param({"hcp": [15, 18], "features": ["club stopper"]}, {"hcp": [15, 18]}, "A1", id="stopper-not-told"),
        pytest.param({"hcp": [15, 18], "features": ["solid suit"]}, {"hcp": [15, 18]}, "", id="promise-lost"),
        pytest.param({"hcp": [15, 18]}, {"hcp": [15, 18], "features": ["club stopper"]}, "A2", id="stopper-added"),
        pytest.param({"kings": 1}, {"kings": 1}, "A1", id="one-king-again"),
        pytest.param({"kings": [0, 1]}, {"kings": 1}, "A2", id="a-king-made-certain"),
        pytest.param({"kings": 1}, {"kings": [0, 1]}, "", id="a-king-made-uncertain"),
        # Which hands ask for aces was not said: no call is known to show some of them.
        pytest.param({"asks": "aces"}, {"suits": {"C": "5+"}}, "", id="no-answer-to-a-question"),
        pytest.param({"hcp": [8, 40], "asks": "majors"}, {"hcp": [8, 9], "balanced": True}, "A2", id="some-that-ask"),
        pytest.param({"hcp": [8, 40], "asks": "majors"}, {"hcp": [9, 40], "asks": "aces"}, "", id="narrower-question"),
    ],
)
def test_worked_examples(withdrawn: dict[str, Any], replacement: dict[str, Any], passes: str) -> None:
    assert passed_test(withdrawn, replacement) == passes


@pytest.mark.parametrize(("points", "similar"), [(0, False), (1, False), (2, True), (5, True)])
def test_the_points_allowed_are_a_parameter(points: int, similar: bool) -> None:
    allowed = replace(WORKED_EXAMPLES, points=points)
    overcall = meant({"hcp": [10, 15], "suits": {"H": "5+"}})
    assert same_or_similar(meant(OPENING_HEARTS), overcall, allowed) is similar


@pytest.mark.parametrize(("cards", "similar"), [(0, False), (1, True), (2, True)])
def test_the_cards_allowed_are_a_parameter(cards: int, similar: bool) -> None:
    allowed = replace(WORKED_EXAMPLES, cards=cards)
    four = meant({"hcp": [12, 21], "suits": {"H": "4+"}})
    assert same_or_similar(meant(OPENING_HEARTS), four, allowed) is similar


def test_no_tolerance_makes_a_short_overlap_similar() -> None:
    """More than half of what the replacement shows must lie in the withdrawn range, however wide the tolerance."""
    wide = replace(WORKED_EXAMPLES, points=10)
    assert not same_or_similar(meant({"hcp": [12, 21]}), meant({"hcp": [8, 17]}), wide)
    assert same_or_similar(meant({"hcp": [12, 21]}), meant({"hcp": [9, 17]}), wide)


def test_the_default_tolerance_names_its_source() -> None:
    assert "Law 23" in WORKED_EXAMPLES.source


@pytest.mark.parametrize(
    ("share", "similar"), [("0", True), ("1/2", True), ("4/7", True), ("2/3", False), ("9/10", False)]
)
def test_the_share_that_must_lie_inside_is_a_parameter(share: str, similar: bool) -> None:
    """Of the hands with 10 to 15 points, 577 in 1000 have 12 to 21; of those with 12 to 21, 729 have 10 to 15."""
    allowed = replace(WORKED_EXAMPLES, share=Fraction(share))
    assert same_or_similar(meant({"hcp": [12, 21]}), meant({"hcp": [10, 15]}), allowed) is similar


def test_the_points_that_a_call_may_reach_further_are_counted_from_the_withdrawn_call() -> None:
    """An overcall may be a little weaker than an opening bid; an opening bid is much stronger than an overcall."""
    opening, overcall = meant({"hcp": [12, 21]}), meant({"hcp": [10, 15]})
    assert same_or_similar(opening, overcall)
    assert not same_or_similar(overcall, opening)


@given(meanings(), meanings())
def test_a_replacement_passes_at_most_one_test(withdrawn: Meaning, replacement: Meaning) -> None:
    """The tests are tried in turn; each leaves to the next what belongs there, so a trace names the true reason."""
    results = [test(withdrawn, replacement) for test in (same_or_similar, is_subset, same_purpose)]
    assert sum(results) <= 1


@given(meanings())
def test_a_call_is_comparable_with_itself_by_likeness(meaning: Meaning) -> None:
    assert is_same(meaning, meaning)
    assert same_or_similar(meaning, meaning)


@given(meanings(), meanings())
def test_every_narrower_meaning_is_comparable(one: Meaning, other: Meaning) -> None:
    both = Meaning(one.alternatives + other.alternatives)
    assert same_or_similar(both, one) or is_subset(both, one)


# -- what an experienced director answers ------------------------------------------------------------------------------

S5, S4, H5, H4 = {"S": "5+"}, {"S": "4+"}, {"H": "5+"}, {"H": "4+"}
MINORS = {"C": "5+", "D": "5+"}
PASS = {"hcp": [0, 11]}
DIRECTORS: list[tuple[str, dict[str, Any], dict[str, Any], str, str]] = [
    # what it is, withdrawn, replacement, the test that decides, words of the reason that a director would give
    ("Jacoby", {"hcp": [11, 21], "suits": S5}, {"hcp": "12+", "suits": S4}, "A1", "hardly any hand has more than 21"),
    ("pass, then 1NT", PASS, {"hcp": [6, 12]}, "no", "promises at least 6 points"),
    ("pass, then a balanced 1NT", PASS, {"hcp": [6, 12], "balanced": True}, "no", "shows a balanced hand"),
    ("pass, then pass over an opening", PASS, {"hcp": [0, 14]}, "A1", "only hands with 12 to 14 points lie outside"),
    ("pass, then a raise", PASS, {"tp": [6, 9], "suits": {"H": "3+"}}, "A2", "Every hand"),
    ("pass, then a limit raise", PASS, {"tp": [10, 12], "suits": H4}, "A2", "Every hand"),
    ("pass, then any limit raise", PASS, {"tp": [10, 12]}, "A2", "Every hand"),
    (
        "pass, then a raise or better",
        PASS,
        {"tp": "10+", "suits": H4},
        "no",
        "the withdrawn call did not promise that suit",
    ),
    (
        "notrump without the stopper told",
        {"hcp": [15, 18], "balanced": True, "features": ["spade stopper"]},
        {"hcp": [15, 17], "balanced": True},
        "A1",
        "the spade stopper is not mentioned",
    ),
    ("Stayman, puppet", {"hcp": "8+", "asks": "Stayman"}, {"asks": "puppet Stayman"}, "A3", "have one purpose"),
    ("Stayman, Baron", {"asks": "asks for majors"}, {"hcp": "4+", "asks": "Baron"}, "A3", "have one purpose"),
    ("Stayman, five-card majors", {"asks": "majors"}, {"asks": "Five-card majors"}, "A3", "have one purpose"),
    ("aces, keycards", {"asks": "aces"}, {"asks": "Keycards"}, "A3", "aces and keycards"),
    ("Aces, aces", {"asks": "Aces"}, {"asks": "aces"}, "A3", "one purpose"),
    ("aces, majors", {"asks": "aces"}, {"asks": "majors"}, "no", "asks for aces, the replacement for majors"),
    ("negative, then a double", {"hcp": [0, 7]}, {"hcp": [5, 9]}, "no", "promises at least 5 points"),
    ("Precision, then 1NT", {"hcp": "16+"}, {"hcp": [15, 17], "balanced": True}, "no", "no more than 17 points"),
    ("Precision, 1NT in points", {"hcp": "16+"}, {"hcp": [15, 17]}, "no", "no upper limit"),
    (
        "an opening told in total points",
        {"hcp": [12, 20], "suits": H5},
        {"tp": [13, 21], "suits": H5},
        "A1",
        "the replacement shows 13 to 21 total points, and the withdrawn call 12 to 20 points",
    ),
    (
        "a raise told in total points",
        {"hcp": [6, 9], "suits": {"H": "3+"}},
        {"tp": [6, 10], "suits": {"H": "3+"}},
        "A1",
        "total points",
    ),
    (
        "a raise on three",
        {"hcp": [12, 19], "suits": H4},
        {"hcp": [13, 19], "suits": {"H": "3+"}},
        "no",
        "three cards are support, not a suit",
    ),
    ("a narrow call", {"hcp": [10, 20]}, {"hcp": [9, 11]}, "no", "in 100 have 9 to 11 points"),
    ("a weak overcall", {"hcp": [11, 21], "suits": S5}, {"hcp": [8, 16], "suits": S5}, "judgement", "8 to 16 points"),
    (
        "a stronger two-suiter",
        {"hcp": [6, 11], "suits": MINORS},
        {"hcp": [8, 14], "suits": MINORS},
        "judgement",
        "8 to 14 points",
    ),
    ("a transfer", {"suits": H5}, {"hcp": "8+", "suits": H4}, "judgement", "promises at least 8 points"),
    ("the strong part", {"hcp": [11, 21], "suits": H5}, {"hcp": "16+", "suits": H5}, "no", "20 in 100"),
    (
        "none, or none or three",
        {"kings": 0},
        {"alternatives": [{"kings": 0}, {"kings": 3}]},
        "judgement",
        "shows 3 kings, and the withdrawn call 0 kings",
    ),
    ("none or one", {"kings": 0}, {"kings": 1}, "no", "the replacement shows 1 king, and the withdrawn call 0 kings"),
    ("told in other words", {"features": ["no keycards"]}, {"features": ["0 or 3"]}, "judgement", "no keycards"),
    ("any hand", {"features": ["no keycards"]}, {"any_hand": True}, "no", "no keycards"),
    ("questions of which the table says nothing", {"asks": "cues"}, {"asks": "shape"}, "judgement", "does not show"),
]


def test_the_usual_tolerance_answers_as_an_experienced_director_does() -> None:
    short = {"A1": "same_or_similar", "A2": "is_subset", "A3": "same_purpose"}
    faults = []
    for name, withdrawn, replacement, test, reason in DIRECTORS:
        found = compare_data(withdrawn, replacement)
        told = " ".join(result.why for result in found.results)
        if found.decisive != short.get(test, test):
            faults.append(f"{name}: {found.decisive}, expected {test}: {told}")
        if reason not in told:
            faults.append(f"{name}: the reason does not say {reason!r}: {told}")
        if found.judged != any(result.open for result in found.results if not found.comparable):
            faults.append(f"{name}: judged {found.judged}")
    assert faults == []


def test_a_body_with_its_own_numbers_leaves_nothing_between() -> None:
    """What reaches beyond its points is not similar, and what lies within them is."""
    overcall = meant({"hcp": [8, 16], "suits": S5})
    opening = meant({"hcp": [11, 21], "suits": S5})
    for reach, result in ((2, "no"), (3, "same_or_similar")):
        assert decisive(opening, overcall, Similarity(reach, 1, source="Regulations")) == result
    assert decisive(opening, overcall, Similarity(2, 1, source="Regulations", doubt=1)) == JUDGEMENT


def test_no_suit_is_not_the_same_suit() -> None:
    why = compare_data(PASS, {"hcp": [0, 12]}).similar.why
    assert why.startswith("Neither call promises a suit, and what differs is small")


def test_what_is_asked_for_is_compared_without_the_form_of_words() -> None:
    same = [("asks for aces", "Aces"), ("the majors", "majors"), ("Asking for a stopper", "stopper."), ("aces", "RKCB")]
    unknown = [("shape", "strength"), ("aces", "cues"), ("", "")]
    assert [purposes.same(*pair) for pair in same] == [True] * len(same)
    assert purposes.same("aces", "majors") is False
    assert [purposes.same(*pair) for pair in unknown] == [None, None, True]


def test_each_word_of_the_table_of_purposes_has_one_purpose_and_a_source() -> None:
    words = [word for purpose in purposes.PURPOSES for word in purpose.words]
    assert len(words) == len(set(words))
    assert all(purposes.plain(word) == word for word in words)
    assert all(purpose.source for purpose in purposes.PURPOSES)


@given(meanings())
def test_hands_are_counted_by_deals(meaning: Meaning) -> None:
    assert deals(meaning.hands) + deals(Meaning().hands & ~meaning.hands) == comb(52, 13)


def test_the_deals_of_a_hand_type_are_counted_exactly() -> None:
    """Thirteen spades, one deal; 4-3-3-3 without a picture card or an ace."""
    assert deals(hand_type((13, 0, 0, 0), 10)) == 1
    assert deals(hand_type((4, 3, 3, 3), 0)) == comb(9, 4) * comb(9, 3) ** 3


# -- the comparison with its reasons -----------------------------------------------------------------------------------


@given(questions(), questions())
def test_a_call_is_comparable_when_a_test_of_the_law_holds(withdrawn: Meaning, replacement: Meaning) -> None:
    found = compare(withdrawn, replacement)
    assert found.comparable == any(result.holds for result in found.results)
    asked = [test(withdrawn, replacement) for test in (same_or_similar, is_subset, same_purpose)]
    certain = next((name for name, passed in zip(TESTS, asked, strict=True) if passed), "no")
    assert found.decisive == (JUDGEMENT if certain == "no" and any(r.open for r in found.results) else certain)
    assert found.judged == any(left_open(test, withdrawn, replacement) for test in TESTS)
    assert not found.comparable or next(r for r in found.results if r.test == found.decisive).holds


@given(questions())
def test_the_same_meaning_is_comparable_by_the_first_test_or_asks_the_same(meaning: Meaning) -> None:
    found = compare(meaning, meaning)
    assert found.decisive in ("same_or_similar", "same_purpose")
    assert found.subset.holds


@given(questions(), questions())
def test_every_test_gives_a_reason(withdrawn: Meaning, replacement: Meaning) -> None:
    for result in compare(withdrawn, replacement).results:
        assert result.why.endswith(".")
        assert ":." not in result.why
        assert ": ." not in result.why


@given(questions(), questions(), st.integers(0, 5), st.integers(0, 3))
def test_a_wider_tolerance_finds_no_less_similar(one: Meaning, other: Meaning, points: int, cards: int) -> None:
    wide = replace(WORKED_EXAMPLES, points=2 + points, cards=1 + cards)
    if compare(one, other).similar.holds:
        assert compare(one, other, tolerance=wide).similar.holds


@pytest.mark.parametrize(
    ("replacement", "test", "reason"),
    [
        (
            {"hcp": [7, 16], "suits": {"H": "5+"}},
            0,
            "The calls do not show similar hands: the replacement shows 7 to 16 points, and",
        ),
        ({"hcp": [12, 21], "suits": {"H": "3+"}}, 0, "shows 3 or more hearts, and the withdrawn call 5 or more hearts"),
        ({"hcp": [10, 15], "suits": {"H": "5+"}}, 0, "what differs is small: the replacement shows 10 to 15 points"),
        (
            {"hcp": [11, 21], "suits": {"H": "5+"}, "alternatives": [{"C": "4+"}, {"D": "4+"}]},
            0,
            "the replacement shows clubs, and the withdrawn call",
        ),
        (
            {"hcp": [12, 21], "suits": {"S": "5+"}},
            0,
            "the withdrawn call shows hearts, and the replacement shows spades",
        ),
        ({"hcp": [19, 25], "suits": {"H": "5+"}}, 0, "The calls do not show similar hands"),
        ({"hcp": [12, 21], "suits": {"H": "5+"}}, 0, "Both calls show the same hands"),
        (
            {"hcp": [12, 21], "suits": {"H": "4+"}},
            1,
            "The withdrawn call shows 5 or more hearts; the replacement may have 4.",
        ),
        ({"hcp": [12, 15], "suits": {"H": "6+"}}, 1, "Every hand that the replacement shows"),
        (
            {"hcp": [12, 15], "asks": "aces"},
            2,
            "The replacement asks for aces; the withdrawn call does not ask for anything",
        ),
        ({"any_hand": True}, 2, "Neither call is described as asking"),
    ],
)
def test_the_reason_names_what_decides(replacement: dict[str, Any], test: int, reason: str) -> None:
    assert reason in compare_data(OPENING_HEARTS, replacement).results[test].why


@pytest.mark.parametrize("untold", [{"words": "a strong hand"}, {"artificial": True}, {}])
def test_a_meaning_that_does_not_tell_the_hands_is_not_read_as_any_hand(untold: dict[str, Any]) -> None:
    with pytest.raises(BadMeaning, match=r"^replacement: it does not tell the hands; expected .* any_hand: true"):
        compare_data(OPENING_HEARTS, untold)
    with pytest.raises(BadMeaning, match=r"^withdrawn: "):
        compare_data(untold, OPENING_HEARTS)


def test_a_point_range_mostly_outside_says_how_many_hands_lie_inside() -> None:
    why = compare_data({"hcp": [12, 21]}, {"hcp": [10, 13]}).similar.why
    assert "of the hands with 10 to 13 points, 44 in 100 have 12 to 21 points" in why


def test_a_comparison_as_data_names_the_tolerance_and_its_source() -> None:
    told = compare_data(STAYMAN, {"hcp": [4, 40], "asks": "majors"}).as_dict()
    assert told["comparable"] is True
    assert told["decisive"] == "same_purpose"
    assert [(item["provision"], item["holds"]) for item in told["tests"]] == [
        ("23A1", True),
        ("23A2", False),
        ("23A3", True),
    ]
    assert told["tolerance"] == {
        "points": 2,
        "cards": 1,
        "share": "1/2",
        "overlap": "3/4",
        "doubt": 1,
        "source": WORKED_EXAMPLES.source,
    }


@pytest.mark.parametrize(
    ("withdrawn", "replacement", "message"),
    [
        ({"hcp": [38, 40]}, {}, "^withdrawn: no hand has this meaning"),
        (PASS, {"suits": {"S": "7+", "H": "7+"}}, "^replacement: no hand has this meaning"),
        (PASS, {"hcp": [21, 12]}, r"^replacement\.hcp: the range 21 to 12 is empty"),
        ({"points": 5}, {}, "^withdrawn: unknown key 'points'"),
    ],
)
def test_a_meaning_that_cannot_be_is_named(
    withdrawn: dict[str, Any], replacement: dict[str, Any], message: str
) -> None:
    with pytest.raises(BadMeaning, match=message):
        compare_data(withdrawn, replacement)


def test_meanings_made_without_reading_must_hold_hands_too() -> None:
    with pytest.raises(BadMeaning, match=r"^withdrawn: no hand has this meaning"):
        compare(Meaning((Shown(hcp=(5, 4)),)), Meaning())


# -- a hand outside ----------------------------------------------------------------------------------------------------


@given(withdrawn=meanings(), replacement=meanings())
def test_a_hand_outside_is_one_of_the_replacement_alone(withdrawn: Meaning, replacement: Meaning) -> None:
    drawn = example_outside(withdrawn, replacement)
    if not drawn:
        assert replacement.promises_more or not replacement.hands & ~withdrawn.hands
        return
    assert len(parse_hand(drawn)) == 13
    held = hand_type(lengths(drawn), points(drawn))
    assert held & replacement.hands
    assert not held & withdrawn.hands


def test_the_hand_outside_is_the_one_of_the_reason() -> None:
    old, new = (
        parse_meaning({"hcp": [12, 21], "suits": {"H": "5+"}}),
        parse_meaning({"hcp": [6, 9], "suits": {"H": "3+"}}),
    )
    assert old
    assert new
    assert (
        compare(old, new).subset.why == "The replacement may be made on 6 points; the withdrawn call shows at least 12."
    )
    assert not takes_a_hand(old, new)
    assert example_outside(old, new) == "963.AQ84.963.963"
    double = parse_meaning({"alternatives": [{"hcp": "12+", "suits": {"C": [0, 2]}}, {"hcp": "17+"}]})
    balanced = parse_meaning({"hcp": [15, 17], "balanced": True})
    assert double
    assert balanced
    assert takes_a_hand(double, balanced)
    assert compare(double, balanced).subset.why.startswith("A 3=3=3=4 hand with 15 points fits the replacement")


def test_the_hand_outside_is_told_in_good_english() -> None:
    splinter = {"hcp": "10-15", "suits": {"S": "4+", "C": [0, 1]}}
    why = compare(meant({"hcp": "11-21", "suits": {"S": "5+"}}), meant(splinter)).subset.why
    assert why == "The withdrawn call shows 5 or more spades; the replacement may have 4."


def test_a_single_point_tells_only_where_no_suit_does() -> None:
    strong, weaker = meant({"hcp": "15-17", "balanced": True}), meant({"hcp": "14-16", "balanced": True})
    assert compare(strong, weaker).subset.why == (
        "The replacement may be made on 14 points; the withdrawn call shows at least 15."
    )
    double = meant({"alternatives": [{"hcp": "10+", "suits": {"C": "0-2"}}, {"hcp": "15+"}], "artificial": True})
    similar, subset, _ = compare(double, meant({"hcp": "9-16", "suits": {"H": "5+"}})).results
    assert similar.why == "The replacement shows hearts, and the withdrawn call did not promise that suit."
    assert "with 10 points fits the replacement but not the withdrawn call" in subset.why


def test_a_suit_that_is_shown_no_more_comes_before_the_strength() -> None:
    opening = meant({"hcp": "12-21", "suits": {"D": "3+"}})
    similar = compare(opening, meant({"hcp": "8-11", "suits": {"S": [0, 2]}})).similar
    assert similar.why == "The withdrawn call shows diamonds, and the replacement does not promise that suit."


def test_of_a_double_that_may_be_any_strong_hand_both_kinds_are_told() -> None:
    double = meant({"alternatives": [{"hcp": "12+", "suits": {"S": "3+", "C": "0-2"}}, {"hcp": "17+"}]})
    similar = compare(meant({"hcp": "12-21", "suits": {"S": "5+"}}), double).similar
    assert similar.why == (
        "The withdrawn call shows spades, and the replacement may have only 3, or be any hand with 17 or more points."
    )


def test_the_shape_of_openers_double_is_told_up_to_the_strength_that_is_free_of_it() -> None:
    ordinary, strong = {"hcp": "12-21", "suits": {"S": "5+", "D": "0-2"}}, {"hcp": "18-21", "suits": {"S": "5+"}}
    similar = compare(
        meant({"alternatives": [ordinary, strong]}), meant({"hcp": "12-17", "suits": {"S": "5+"}})
    ).similar
    assert similar.why == (
        "The calls do not show similar hands: below 18 points the withdrawn call shows at most 2 diamonds, "
        "and the replacement says nothing about diamonds."
    )


@pytest.mark.parametrize("points_held", [-1, 38])
def test_points_that_no_hand_has_are_refused(points_held: int) -> None:
    with pytest.raises(ValueError, match="no hand of"):
        some_hand((4, 3, 3, 3), points_held)


def test_a_takeout_double_is_told_by_its_shape_and_not_by_the_strong_hand_beside_it() -> None:
    shape = {"hcp": "12+", "suits": {"S": "3+", "H": "3+", "D": "3+", "C": "0-2"}}
    double = {"alternatives": [shape, {"hcp": "17+"}], "artificial": True}
    similar, subset, _ = compare_data(double, {"hcp": [11, 14], "balanced": True}).as_dict()["tests"]
    assert "the withdrawn call shows at most 2 clubs, and the replacement says nothing about clubs" in similar["why"]
    assert subset["why"] == "A 3=3=3=4 hand with 12 points fits the replacement but not the withdrawn call."
    subset = compare_data(double, {"hcp": [15, 17], "balanced": True}).as_dict()["tests"][1]
    assert subset["why"].endswith("hand with 15 points fits the replacement but not the withdrawn call.")
