"""Notes in which the law stands between comments, on invented ones: the rules of a basket market."""

from __future__ import annotations

import datetime

import pytest

from laws.sources import notes
from laws.sources.reading import Reading

NOTES = """\


Detailed Notes for 2017 Laws

Updated March, 2021

Everybody should read this.

INTRODUCTION TO THE 2017 LAWS OF BASKETS

These laws keep the market quiet.

In the 1990 Laws there was a word on horses. The 2017 laws are silent on them.

They bind the keeper too.

DEFINITIONS

Basket\tA thing to carry things in.
Fee\t- fees are of two kinds:
daily\tthose paid each day, and
yearly\tthose paid in advance.

Minutes Basket Committee, New Rome 2nd May 2009. The committee noted two words:

'wicker' - willow

Handle **what a basket is lifted by.**

The old word was grip.

LAW 1 - THE MARKET

The old Law 1 on horses has moved to Law 9.

A. Weighing

Each basket is weighed before it is sold. **It is weighed¹ again after**

that.

¹ Not on Mondays.

Sellers sometimes forget this.

B. Lids

- **1. The lid is lifted once.**
 - 2. The owner may
-
- ## **3. (a) The keeper lifts it with the owner when:**
   - (i) it is heavy;
   - (ii) it is wet.

Consider these:

(b) A wet lid is heavy.

- (a) A dry one is not.
- (b) A torn one is neither.

(b) He never sits on it.

*** 9Z Changed 2017 ***

Ann Wicker + Bea Straw: Keepers once did.

They no longer may.

C. Doubtful Lids

1. Wet Lids

They are dried.

2. Large Lids²

²A lid is large above a yard.

They are rolled by:

(a) one who owns them
(b) one who does not; or
(g) the keeper;
(ii) his aide.

LAW 2 - HANDLES

*** Major Change to Handles 2017 ***

A basket has handles as follows:

Small\t1\t2
Large\t3\t4

No other basket has any.

If you find one, tell the director.

LAW 3 - GATES

The gate is open if:

A. it is day; or

B. it is dark but for the moon.

The keeper is told in either case.

LAW 4 - FEES

Fees are due if:

A. the basket is sold; or

B. the basket is given away for nothing.

The keeper is told in either case.

Who told him does not matter.

LAW 93 – THE END

The market closes at night. <u>It opens</u> at dawn.
"""


def read(text: str) -> Reading:
    """The reading of notes."""
    return notes.read(text.splitlines())


@pytest.fixture
def reading() -> Reading:
    return read(NOTES)


def texts(reading: Reading) -> dict[str, tuple[str, str]]:
    """Heading and text by key."""
    return {one.key: (one.heading, one.text) for one in reading.provisions}


def comments(reading: Reading, key: str) -> list[str]:
    """The texts of the remarks on a provision."""
    return [one.text for one in reading.remarks if one.keys == (key,)]


@pytest.mark.parametrize(
    ("text", "known"),
    [
        (NOTES, True),
        (NOTES[NOTES.index("LAW 1 -") :], True),
        (NOTES.replace("LAW ", "Law "), False),
        ("LAW 1 - THE MARKET\n\nIt is open.\n", False),
        ("", False),
    ],
)
def test_notes_are_recognised_by_title_or_by_laws_with_comments(text: str, known: bool) -> None:
    assert notes.recognises(text.splitlines()) is known


def test_it_says_what_document_it_is(reading: Reading) -> None:
    assert (reading.title, reading.edition, reading.dated) == (
        "Detailed Notes for 2017 Laws",
        "duplicate-2017",
        datetime.date(2021, 3, 1),
    )
    assert reading.left_out == {"preface": 3, "headings": 1, "rules": 1}


def test_sound_notes_have_no_faults(reading: Reading) -> None:
    assert (reading.faults, reading.unread) == ([], [])


def test_the_introduction_is_law_but_not_what_speaks_about_the_laws(reading: Reading) -> None:
    assert texts(reading)["Intro"][1] == "These laws keep the market quiet.\n\nThey bind the keeper too."
    assert comments(reading, "Intro") == [
        "In the 1990 Laws there was a word on horses. The 2017 laws are silent on them."
    ]


def test_definitions_are_read_with_the_comments_between_them(reading: Reading) -> None:
    assert [(one.term, one.text) for one in reading.definitions] == [
        ("Basket", "A thing to carry things in."),
        ("Fee", "- fees are of two kinds:\n\ndaily: those paid each day, and\n\nyearly: those paid in advance."),
        ("Handle", "what a basket is lifted by."),
    ]
    minute, note = (one for one in reading.remarks if one.term)
    assert (minute.term, minute.kind, minute.text) == (
        "Fee",
        "minute",
        "The committee noted two words:\n\n'wicker' - willow",
    )
    assert (minute.authority, minute.place, minute.dated) == ("Basket Committee", "New Rome", datetime.date(2009, 5, 2))
    assert (note.term, note.text, note.keys) == ("Handle", "The old word was grip.", ())


def test_every_provision_gets_its_key(reading: Reading) -> None:
    assert list(texts(reading)) == [
        *("Intro", "1A", "1B", "1B1", "1B2", "1B3", "1B3(a)", "1B3(a)(i)", "1B3(a)(ii)", "1B3(b)", "1C", "1C1", "1C2"),
        *("1C2(a)", "1C2(b)", "1C2(g)", "1C2(g)(i)", "1C2(g)(ii)", "2", "3", "3A", "3B", "4", "4A", "4B", "93"),
    ]


def test_a_sentence_torn_by_a_page_is_mended_and_markup_taken_off(reading: Reading) -> None:
    assert texts(reading)["1A"] == (
        "Weighing",
        "Each basket is weighed before it is sold. It is weighed again after that.",
    )
    assert texts(reading)["93"][1] == "The market closes at night. It opens at dawn."
    assert texts(reading)["1B3(a)"][1] == "The keeper lifts it with the owner when:"


def test_the_first_paragraph_is_law_unless_it_speaks_about_the_law(reading: Reading) -> None:
    assert "1" not in texts(reading)
    assert [(one.kind, one.text) for one in reading.remarks if one.keys == ("1",)] == [
        ("change", "The old Law 1 on horses has moved to Law 9.")
    ]


def test_what_follows_the_law_text_is_commentary(reading: Reading) -> None:
    assert comments(reading, "1A") == ["Sellers sometimes forget this."]


def test_a_list_in_a_comment_is_no_law(reading: Reading) -> None:
    assert texts(reading)["1B3(b)"][1] == "He never sits on it."
    assert comments(reading, "1B3(a)(ii)") == [
        "Consider these:\n\n(b) A wet lid is heavy.\n\n(a) A dry one is not.\n(b) A torn one is neither."
    ]


def test_a_heading_may_stand_on_a_number_and_over_a_footnote(reading: Reading) -> None:
    assert texts(reading)["1C1"] == ("Wet Lids", "They are dried.")
    assert texts(reading)["1C2"] == ("Large Lids", "They are rolled by:")


def test_footnotes_hang_where_their_marks_stand(reading: Reading) -> None:
    assert [(one.mark, one.key, one.text) for one in reading.footnotes] == [
        ("1", "1A", "Not on Mondays."),
        ("2", "1C2", "A lid is large above a yard."),
    ]


def test_a_first_point_that_lost_its_label_is_made_good(reading: Reading) -> None:
    assert texts(reading)["1C2(g)"] == ("", "")
    assert texts(reading)["1C2(g)(i)"] == ("", "the keeper;")


def test_a_table_and_what_goes_on_behind_it_are_law(reading: Reading) -> None:
    assert (
        texts(reading)["2"][1] == "A basket has handles as follows:\n\nSmall 1 2\nLarge 3 4\n\nNo other basket has any."
    )
    assert comments(reading, "2") == ["Major Change to Handles 2017", "If you find one, tell the director."]


def test_a_sentence_behind_two_lists_closes_both(reading: Reading) -> None:
    assert texts(reading)["3"][1] == "The gate is open if:\n\nThe keeper is told in either case."
    assert texts(reading)["4"][1] == "Fees are due if:\n\nThe keeper is told in either case."
    assert comments(reading, "4B") == ["Who told him does not matter."]


@pytest.mark.parametrize(
    ("old", "new", "faults"),
    [
        ("LAW 2 - H", "LAW 1 - H", ["87 Law 1 stands a second time; it began in line 32"]),
        ("LAW 2 - H", "LAW 5 - H", ["100 Law 3 stands after Law 5, out of the order of the laws"]),
        ("C. Doubtful", "B. Doubtful", ["70 1B stands a second time; it began in line 46"]),
        ("C. Doubtful", "A. Doubtful", ["70 1A stands a second time; it began in line 36"]),
        ("3. (a) The", "1. (a) The", ["51 1B1 stands a second time; it began in line 48"]),
        (NOTES[NOTES.index("LAW 93") :], "", ["121 the laws end with Law 4 of 93"]),
        (NOTES[: NOTES.index("LAW 2 -")], "", ["1 the laws begin with Law 2"]),
        ("at dawn.", "at", ["124 93 breaks off in the middle of a sentence"]),
    ],
)
def test_a_fault_is_named_with_its_line(old: str, new: str, faults: list[str]) -> None:
    assert old in NOTES
    found = [f"{fault.line} {fault.what}" for fault in read(NOTES.replace(old, new)).faults]
    assert [one[: len(fault)] for one, fault in zip(found, faults, strict=True)] == faults
