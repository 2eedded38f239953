"""The printed law book, on an invented one: the rules of a basket market."""

from __future__ import annotations

import pytest

from laws.sources import law_text
from laws.sources.reading import Lines, Reading

# A tilde is a space at the end of a line.
BOOK = """\
Basket Laws Reference

Laws 1–2: Wicker

Law 1: The Market Of
STRAW
A. Weighing of Baskets
Every basket is weighed on the scale by the gate before it is sold. Sca-
les must be sym-
metrical; those of the East-
West gate1 are checked each day.
B.~
The Lid
1.~
A lid is lifted once, and
1 The gate is closed
on Mondays.

2017 LAWS OF BASKET BRIDGE
22 | Page
put down by whoever has lifted it, unless the owner of the basket says~
(a) above is not meant here.
2.    (a)     The owner may sit on it.
(b) Or stand:
(i) alone.
(ii) with a friend.

LAW 2 – HANDLES
A basket has handles as follows:
Small Basket
Handles  1  2
Large Basket
Handles  3  4
All other baskets have none, and nobody should ask the keeper for one, ever at all.
A. if it is small; or
B.~
if it is too heavy to be carried by a keeper alone.
The keeper is told in such cases.

Law 93: The End
The market closes at night.
""".replace("~", " ")


def read(text: str) -> Reading:
    """The reading of a book."""
    return law_text.read(text.splitlines())


@pytest.fixture
def book() -> Reading:
    return read(BOOK)


def texts(reading: Reading) -> dict[str, tuple[str, str]]:
    """Heading and text by key."""
    return {one.key: (one.heading, one.text) for one in reading.provisions}


def test_it_is_recognised_by_its_pages() -> None:
    assert law_text.recognises(BOOK.splitlines())
    assert not law_text.recognises(BOOK.replace("22 | Page", "22").splitlines())


def test_a_sound_book_has_no_faults(book: Reading) -> None:
    assert (book.faults, book.unread, book.edition) == ([], [], "duplicate-2017")


def test_titles_go_on_in_capitals(book: Reading) -> None:
    assert [(law.number, law.title) for law in book.laws] == [
        ("1", "The Market of Straw"),
        ("2", "Handles"),
        ("93", "The End"),
    ]


def test_every_label_makes_its_key(book: Reading) -> None:
    assert list(texts(book)) == [
        *("1A", "1B", "1B1", "1B2", "1B2(a)", "1B2(b)", "1B2(b)(i)", "1B2(b)(ii)"),
        *("2", "2A", "2B", "93"),
    ]


def test_broken_words_are_joined_and_marks_lifted_out(book: Reading) -> None:
    assert texts(book)["1A"] == (
        "Weighing of Baskets",
        "Every basket is weighed on the scale by the gate before it is sold. Scales must be symmetrical; those of the"
        " East-West gate are checked each day.",
    )


def test_a_label_alone_on_its_line_takes_the_next_one(book: Reading) -> None:
    assert texts(book)["1B"] == ("The Lid", "")


def test_a_sentence_goes_on_over_the_page_and_its_footnote(book: Reading) -> None:
    assert texts(book)["1B1"] == (
        "",
        "A lid is lifted once, and put down by whoever has lifted it, unless the owner of the basket says"
        " (a) above is not meant here.",
    )
    (note,) = book.footnotes
    assert (note.mark, note.key, note.text) == ("1", "1A", "The gate is closed on Mondays.")
    assert note.lines == Lines(16, 17)


def test_a_node_can_carry_others_only(book: Reading) -> None:
    assert texts(book)["1B2"] == ("", "")


def test_a_table_keeps_its_rows(book: Reading) -> None:
    assert texts(book)["2"][1].split("\n") == [
        "A basket has handles as follows:",
        "",
        "Small Basket",
        "Handles 1 2",
        "Large Basket",
        "Handles 3 4",
        "",
        "All other baskets have none, and nobody should ask the keeper for one, ever at all.",
        "",
        "The keeper is told in such cases.",
    ]


def test_values_stand_behind_what_they_are_the_values_of() -> None:
    book = BOOK.replace(
        "Small Basket\nHandles  1  2\n", "By weight\nWeight\nof lid\nPrice\n20-40\n1\n50-80\n2\nSmall\n20\n30\n"
    )
    assert texts(read(book))["2"][1].split("\n")[2:9] == [
        "By weight",
        "Weight of lid",
        "Price",
        "20-40 1",
        "50-80 2",
        "Small 20 30",
        "Large Basket",
    ]


def test_a_closing_sentence_belongs_above_its_list(book: Reading) -> None:
    assert texts(book)["2B"] == ("", "if it is too heavy to be carried by a keeper alone.")


def test_what_is_not_law_is_counted(book: Reading) -> None:
    assert book.left_out == {
        "title of a part": 1,
        "name of the book": 1,
        "page number": 1,
        "before the first law": 1,
    }


def test_a_law_may_be_missing_altogether(book: Reading) -> None:
    assert "3" not in {law.number for law in book.laws}
    assert book.faults == []


def test_a_lost_heading_is_made_good_where_one_law_is_missing() -> None:
    lost = read(
        BOOK.replace("Law 93: The End\n", "A. Closing Time\nNobody stays.\nLaw 4: Dusk\nIt is dark.\nLaw 93: The End\n")
    )
    assert texts(lost)["3A"] == ("Closing Time", "Nobody stays.")
    assert [(one.line, one.why) for one in lost.unread] == [
        (40, "the heading of Law 3 is missing; the law is taken to begin here")
    ]
    assert lost.faults == []


@pytest.mark.parametrize(
    ("old", "new", "faults"),
    [
        ("LAW 2 – HANDLES", "LAW 1 – HANDLES", ["28 Law 1 stands a second time; it began in line 5"]),
        (
            "Law 1: The",
            "Law 3: The",
            ["28 Law 2 stands after Law 3, out of the order of the laws", "5 the laws begin with Law 3"],
        ),
        ("(ii) with", "(i) with", ["26 1B2(b)(i) stands a second time; it began in line 25"]),
        ("B. \nThe Lid", "A. \nThe Lid", ["12 1A stands a second time; it began in line 7"]),
        ("2.    (a)", "1.    (a)", ["23 1B1 stands a second time; it began in line 14"]),
        ("Law 93: The End\nThe market closes at night.\n", "", ["39 the laws end with Law 2 of 93"]),
        ("at night.", "at", ["41 93 breaks off in the middle of a sentence"]),
        ("Law 1: The", "Lore 1: The", ["28 the laws begin with Law 2"]),
    ],
)
def test_a_fault_is_named_with_its_line(old: str, new: str, faults: list[str]) -> None:
    assert old in BOOK
    found = [f"{fault.line} {fault.what}" for fault in read(BOOK.replace(old, new)).faults]
    assert [one[: len(fault)] for one, fault in zip(found, faults, strict=True)] == faults


def test_the_second_of_two_is_listed_as_unread() -> None:
    twice = read(BOOK.replace("LAW 2 – HANDLES", "LAW 1 – HANDLES"))
    assert {one.line for one in twice.unread} == set(range(28, 39))
    assert [law.title for law in twice.laws] == ["The Market of Straw", "The End"]
