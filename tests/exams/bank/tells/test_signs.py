"""Each sign by an option that bears it and by options that do not."""

from __future__ import annotations

from typing import Any

from exams.bank.tells import SIGNS, Options, Sign, options_of, signs
from exams.bank.tells.tallies import Tally
from tests.exams.contents import CHANGES, content
from tests.walking import walks

QUESTION = "What is your ruling?"
PLAIN = ("North must pass once.", "The bid stands.", "South bids again.", "The board is over.")

# The name of the sign; a question; options, of which the third bears it; what is told of that option; which way it speaks.
BORNE: list[tuple[str, str, tuple[str, ...], str, int]] = [
    (
        "reason",
        QUESTION,
        ("North must pass once.", "The bid stands.", "South bids again, because East declined."),
        "The only option that gives a reason (“because”).",
        1,
    ),
    (
        "reason",
        QUESTION,
        ("It stands, since West bid.", "It is cancelled because West passed.", "South bids again."),
        "The only option that gives no reason.",
        0,
    ),
    (
        "condition",
        QUESTION,
        ("North must pass once.", "The bid stands.", "If West declines, South bids again."),
        "The only option with a condition (“If”).",
        1,
    ),
    (
        "condition",
        QUESTION,
        ("It stands unless West objects.", "If West passes, it stands.", "The bid stands."),
        "The only option without a condition.",
        0,
    ),
    (
        "absolute",
        QUESTION,
        ("North must pass once.", "The bid stands.", "North must pass throughout."),
        "The only option with an absolute word (“throughout”).",
        -1,
    ),
    (
        "absolute",
        QUESTION,
        ("North must always pass.", "The bid never stands.", "North must pass once."),
        "The only option without an absolute word.",
        1,
    ),
    (
        "provision",
        QUESTION,
        ("North must pass once.", "The bid stands.", "The auction goes on (27B1(a))."),
        "The only option that cites a law (27B1(a)).",
        1,
    ),
    (
        "provision",
        QUESTION,
        ("It stands (27A1).", "Rule under Law 31.", "North must pass once."),
        "The only option that cites no law.",
        0,
    ),
    (
        "number",
        QUESTION,
        ("3♥ stands.", "Play 1NT under Law 27.", "Transfer 2 tricks to East."),
        "The only option with a number (“2”).",
        1,
    ),
    (
        "number",
        QUESTION,
        ("Transfer one trick of 13.", "Transfer two tricks.", "Transfer nothing."),
        "The only option without a number.",
        0,
    ),
    (
        "length",
        QUESTION,
        (
            "The bid stands.",
            "North must pass.",
            "South may choose another bid, and the auction goes on as if nothing had been.",
        ),
        "The longest by far: 77 characters; the next has 16.",
        1,
    ),
    (
        "length",
        QUESTION,
        (
            "The bid stands and the auction goes on from there.",
            "The bid is cancelled, and South chooses another.",
            "It stands.",
        ),
        "The shortest by far: 10 characters; the next has 48.",
        0,
    ),
    (
        "grammar",
        "What South has made is an",
        ("insufficient bid", "opening bid", "psychic call"),
        "It does not follow from “an” at the end of the question.",
        -1,
    ),
    (
        "grammar",
        QUESTION,
        ("A pass.", "A double.", "To bid again."),
        "It begins with “To”, and is built differently from the others.",
        -1,
    ),
    (
        "grammar",
        "South may choose",
        ("another bid", "the cheapest bid", "Any call"),
        "It begins with a capital letter; the others do not.",
        -1,
    ),
    (
        "grammar",
        QUESTION,
        ("North must pass.", "Play goes on.", "The board is over"),
        "It has no full stop at the end; the others have.",
        -1,
    ),
    (
        "contains",
        QUESTION,
        ("The bid is cancelled.", "North must pass once.", "The bid is cancelled. South must pass."),
        "It says all that option A says, and more.",
        0,
    ),
    (
        "contains",
        QUESTION,
        ("A pass.", "The lead of a heart.", "A pass or a double."),
        "It says all that option A says, and more.",
        0,
    ),
]

# What looks like the sign and is not: none of these options bears the sign of that name.
NOT_BORNE: list[tuple[str, str, tuple[str, ...]]] = [
    ("reason", QUESTION, ("It stands, because West bid.", "It goes, since West passed.", "South bids.", "Play on.")),
    ("condition", QUESTION, ("If West passes, it stands.", "It stands unless East bids.", "South bids.", "Play on.")),
    ("absolute", QUESTION, ("North must never bid.", "North must pass throughout.", "South bids.", "Play on.")),
    ("provision", QUESTION, ("6♦ stands.", "4♥ is cancelled.", "South leads ♠A.")),
    ("number", QUESTION, ("Rule under 27B1(a).", "3NT stands.", "South leads ♠8.", "The bid stands.")),
    ("length", QUESTION, PLAIN),
    ("grammar", "What South has made is a", ("bid", "double", "pass")),
    ("grammar", "What South has made is an", ("insufficient bid", "opening", "8♠ bid")),
    # Names and calls have their own letters, and begin as they like.
    ("grammar", "You rule that", ("the bid stands", "West must pass", "2♥ is cancelled")),
    ("grammar", QUESTION, ("Nothing happens.", "To bid again.", "To pass.", "Bidding goes on.")),
    (
        "contains",
        QUESTION,
        ("The bid is cancelled. South must pass.", "The bid is cancelled. North must pass.", "Play on."),
    ),
    ("contains", QUESTION, ("Pass.", "Play on.", "A pass or a double.")),
]


def borne(question: str, texts: tuple[str, ...], **tallies: Any) -> list[Sign]:
    return signs(Options(question, dict(zip("abcdef", texts, strict=False)), **tallies))


@walks("case", BORNE)
def test_a_sign_is_told_of_the_option_that_bears_it(case: tuple[str, str, tuple[str, ...], str, int]) -> None:
    name, question, texts, told, speaks = case
    found = [(sign.letter, str(sign.told), sign.speaks) for sign in borne(question, texts) if sign.name == name]
    assert found == [("C", told, speaks)]


@walks("case", NOT_BORNE)
def test_no_sign_is_told_where_no_option_stands_out(case: tuple[str, str, tuple[str, ...]]) -> None:
    name, question, texts = case
    assert [sign for sign in borne(question, texts) if sign.name == name] == []


def test_every_sign_is_shown_here() -> None:
    assert {name for name, *_case in BORNE} | {"fared"} == set(SIGNS)
    assert {name for name, *_case in NOT_BORNE} | {"fared"} == set(SIGNS)


def test_a_wording_that_is_never_right_elsewhere_is_told() -> None:
    never, often, seldom = Tally(40, 0, 10.0), Tally(40, 36, 10.0), Tally(12, 0, 3.0)
    texts = ("2♥ is cancelled. South must pass.", "The bid stands.", "North must pass once.")
    here = {"PLAYER must pass.": never, "The bid stands.": often, "PLAYER must pass once.": seldom}
    found = [
        (sign.letter, str(sign.told), sign.speaks) for sign in borne(QUESTION, texts, here=here) if sign.name == "fared"
    ]
    assert found == [
        ("A", "Offered in 40 other questions on this topic and right in none: “South must pass.”", -1),
        ("B", "Offered in 40 other questions on this topic and right in 36: “The bid stands.”", 1),
    ]
    generated = borne(QUESTION, texts, here={"PLAYER must pass.": seldom}, generated={"PLAYER must pass.": never})
    assert [str(sign.told) for sign in generated if sign.name == "fared"] == [
        "Offered in 40 generated questions and right in none: “South must pass.”"
    ]


def test_what_most_options_say_tells_none_from_the_others() -> None:
    texts = ("2♥ stands. South must pass.", "2♥ stands. North must pass.", "2♥ stands. Play on.", "West calls.")
    tallies = {"BID stands.": Tally(40, 36, 10.0)}
    assert [sign.letter for sign in borne(QUESTION, texts, here=tallies) if sign.name == "fared"] == []
    texts = (*texts[:2], "2♥ is cancelled.", "West calls.")
    assert [sign.letter for sign in borne(QUESTION, texts, here=tallies) if sign.name == "fared"] == ["A", "B"]


def test_of_two_options_neither_is_odd() -> None:
    assert borne(QUESTION, ("The bid stands.", "The bid is cancelled, because West has declined it.")) == []


@walks("kind", ("whose_turn", "order_steps", "cite_law", "written"))
def test_where_nothing_is_chosen_or_every_question_offers_the_same_nothing_stands_out(kind: str) -> None:
    assert options_of(content(kind)) is None
    assert signs(options_of(content(kind))) == []


def test_that_the_ruling_is_right_never_stands_out() -> None:
    """Each question that judges a ruling offers it: the only one without a law, the shortest, and no clue."""
    found = options_of(content("judge_ruling"))
    assert found is not None
    assert list(found.texts) == ["b", "c", "d"]
    assert [sign.option for sign in signs(found) if sign.option == "a"] == []


def test_where_several_hold_an_option_stands_out_as_well() -> None:
    assert "choose_all" in CHANGES
    assert [(sign.name, sign.letter) for sign in signs(options_of(content("choose_all")))] == [("grammar", "D")]
