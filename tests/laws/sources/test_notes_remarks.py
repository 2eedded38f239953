"""How a run of commentary is cut into remarks, on invented ones."""

from __future__ import annotations

import datetime

import pytest

from laws.sources import notes
from laws.sources.reading import ReadRemark

# The comments of a test stand behind 5A1; Law 6 follows.
FRAME = """\
Detailed Notes for 2017 Laws

Updated March, 2021

LAW 5 - BASKETS

A. Weighing

1. Each is weighed.

{}

LAW 6 - LIDS

Each has one.

Ann Wicker + Bea Straw: Because we say so.
"""


def remarks(*paragraphs: str) -> list[ReadRemark]:
    """The remarks that these paragraphs make."""
    found = notes.read(FRAME.format("\n\n".join(paragraphs)).splitlines()).remarks
    assert found[-1].text == "Because we say so."
    return found[:-1]


def cut(*paragraphs: str) -> list[tuple[str, str]]:
    """Their kinds and texts."""
    return [(one.kind, one.text) for one in remarks(*paragraphs)]


@pytest.mark.parametrize(
    ("head", "authority", "place", "dated"),
    [
        ("WBF Laws Committee, Sao Paulo 8th September 2009: ", "WBF Laws Committee", "Sao Paulo", (2009, 9, 8)),
        ("WBF Laws Committee, Lyon 15/8/17: ", "WBF Laws Committee", "Lyon", (2017, 8, 15)),
        ("WBF Laws Committee, Beijing 10/10/2008; ", "WBF Laws Committee", "Beijing", (2008, 10, 10)),
        ("Minutes Basket Commission, Rome, 1st May 2011. ", "Basket Commission", "Rome", (2011, 5, 1)),
    ],
)
def test_a_minute_names_committee_place_and_day(
    head: str, authority: str, place: str, dated: tuple[int, int, int]
) -> None:
    (found,) = remarks(head + "Lids stay on.")
    assert (found.kind, found.text, found.keys) == ("minute", "Lids stay on.", ("5A1",))
    assert (found.authority, found.place, found.dated) == (authority, place, datetime.date(*dated))


def test_a_day_that_does_not_exist_is_told() -> None:
    lines = FRAME.format("WBF Laws Committee, Rome 31/2/10: Lids stay on.").splitlines()
    reading = notes.read(lines)
    assert [(one.line, one.why) for one in reading.unread] == [(11, "the calendar has no such day")]
    assert reading.remarks[0].kind == "note"


def test_a_minute_takes_the_list_that_it_announces_and_nothing_more() -> None:
    assert cut("WBF Laws Committee, Rome 1/5/10: We saw:", "- a) A lid.\n- b) A basket.", "Nobody else did.") == [
        ("minute", "We saw:\n\n- a) A lid.\n- b) A basket."),
        ("note", "Nobody else did."),
    ]


def test_words_between_asterisks_are_the_title_of_what_follows() -> None:
    authored, plain = remarks(
        "*** 5A1 Changed 2017 ***", "Ann Wicker + Bea Straw: More.", "*** Law 5A Added ***", "Less."
    )
    assert (authored.kind, authored.title, authored.author, authored.text, authored.keys) == (
        "rationale",
        "5A1 Changed 2017",
        "Ann Wicker, Bea Straw",
        "More.",
        ("5A1",),
    )
    assert (plain.kind, plain.title, plain.text, plain.keys) == ("change", "Law 5A Added", "Less.", ("5A",))


def test_words_between_asterisks_without_anything_behind_them_speak_for_themselves() -> None:
    (found,) = remarks("*** Changes to Baskets 2017 ***")
    assert (found.kind, found.text) == ("change", "Changes to Baskets 2017")


def test_one_of_known_authors_can_speak_alone() -> None:
    assert [(one.kind, one.author) for one in remarks("Bea Straw: Not I.", "Cleo Reed: Nor I.")] == [
        ("rationale", "Bea Straw"),
        ("note", ""),
    ]


def test_a_regulation_has_its_body_and_the_day_of_the_notes() -> None:
    (found,) = remarks("QBA Regulations:", "Lids are red.", "Baskets are green.")
    assert (found.kind, found.authority, found.dated) == ("regulation", "QBA", datetime.date(2021, 3, 1))
    assert found.text == "QBA Regulations:\n\nLids are red.\n\nBaskets are green."


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("The QBA has not regulated for lids.", "regulation"),
        ("ABF Regulations say that lids are red.", "regulation"),
        ("See QBA Regulations.", "note"),
        ("There is no QBA Regulation on lids.", "note"),
        ("The keeper no longer lifts the lid.", "change"),
        ("This is Law 4 from the 2007 Laws.", "change"),
        ("“Red” has been removed.", "change"),
        ("A man has changed his mind.", "note"),
        ("Suppose a lid is red.", "example"),
        ("South lifts the lid.", "example"),
        ("South of the river is a gate.", "note"),
        ("1H (Pass) 2H", "example"),
        ("He held ♠AK4.", "example"),
    ],
)
def test_kinds_are_told_by_the_first_words(text: str, kind: str) -> None:
    assert cut(text) == [(kind, text)]


def test_notes_in_a_row_are_one_note() -> None:
    assert cut("Lids fall off.", "Baskets do not.") == [("note", "Lids fall off.\n\nBaskets do not.")]


def test_a_diagram_and_what_explains_it_are_one_example() -> None:
    assert cut("Weigh first.", "N\tE\tS\tW\n1H\t2H\tPass\nPass", "The basket is heavy.", "Leave it.") == [
        ("example", "Weigh first.\n\nN\tE\tS\tW\n1H\t2H\tPass\nPass\n\nThe basket is heavy."),
        ("note", "Leave it."),
    ]


def test_numbered_examples_go_on_to_the_next_number() -> None:
    assert cut("1.... 1S (2C) 1NT", "A lid.", "(i) Red", "2.... (1S) 1H", "A basket.") == [
        ("example", "1.... 1S (2C) 1NT\n\nA lid.\n\n(i) Red"),
        ("example", "2.... (1S) 1H\n\nA basket."),
    ]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("5A1 says so.", "5A1"),
        ("Law 5A says so.", "5A"),
        ("Law 5 says so.", "5A1"),
        ("L5A is short.", "5A"),
        ("A new Law 6 comes in.", "6"),
        ("Law 7A is elsewhere.", "5A1"),
        ("5A9 does not exist.", "5A1"),
        ("See 5A.", "5A1"),
    ],
)
def test_the_first_words_may_name_a_provision_of_the_law_or_of_the_next(text: str, key: str) -> None:
    (found,) = remarks(text)
    assert found.keys == (key,)


def test_a_summary_by_somebody_is_taken_whole() -> None:
    (found,) = remarks("A new Law 6 comes. It is provided by Cleo Reed, Keeper of Lids:", "Lids", "Say, two.", "Done.")
    assert (found.kind, found.author, found.authority, found.keys) == ("change", "Cleo Reed", "Keeper of Lids", ("6",))
    assert found.text.endswith("Lids\n\nSay, two.\n\nDone.")
