"""The reader of a book with flow charts, on invented pages in the same format."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws.sources import flow_charts
from laws.sources.flow_titles import split_chart_title, split_heading, split_law_title
from laws.sources.reading import Reading
from tests.laws.sources.accounts import missing_lines, outside_the_document

LAMPS = (
    "LAW 8 ‐ CARE OF A LAMP A lamp must be clean. A. Oil for Lamps 1. (a) Oil is poured by day, but for lamps in (b) below"
    " it is not 7 poured . b) A lamp of tin, as under (a), or (b) of glass, needs none, and (c) so does a candle (see 1)."
    " 2. Oil in 3 jugs is kept as Laws 7 and 9 say. B. Non‐burning Lamps If a lamp does not burn, see Law 9 ‐ fog."
    " LAW 9 – FOG 8 A. Wet Fog Unless A applies, wait until: 1. the fog lifts, or 2. the sun rises."
    " Law 3B – Long Nights When nights are long: 1. sleep. 9 2. Rest. Law 4 (Extract) Days are short."
    " 7 Except at noon. 8 Or mist. 9 as by a cloud 31"
)
CHART = "Laws 8-9: Care Of A Lamp By Night Is it dark Y Light it ? N Law 9 Wait A. Wet Fog 1. no 32"
MORE = (
    "3. The fog may return. Except at noon. 7 (a) In summer it does not. C. Fog in Towns Law 8 applies and the lamps"
    " are lit. LAW 10 ‐ LOST LAMPS Nobody may keep a lamp that he 33"
)
FURNITURE = ["Search", "Read the Text Version", "- 1", "- 22", ""]
LINES = [LAMPS, CHART, MORE, *FURNITURE]


@pytest.fixture(scope="module")
def reading() -> Reading:
    return flow_charts.read(LINES)


def test_the_format_is_recognised_by_whole_pages_of_both_kinds() -> None:
    chart = CHART.replace("Wait", "Wait " * 30)
    assert flow_charts.recognises([LAMPS, chart])
    assert not flow_charts.recognises([LAMPS, MORE])
    assert not flow_charts.recognises([chart])
    assert not flow_charts.recognises(["LAW 8 - LAMPS", "Laws 8-9: Care Of A Lamp"])


def test_law_text_becomes_provisions(reading: Reading) -> None:
    assert [(law.number, law.title) for law in reading.laws] == [
        ("8", "Care of a Lamp"),
        ("9", "Fog"),
        ("10", "Lost Lamps"),
    ]
    assert [(one.key, one.heading, one.text) for one in reading.provisions] == [
        ("8", "", "A lamp must be clean."),
        ("8A", "Oil for Lamps", ""),
        ("8A1", "", ""),
        ("8A1(a)", "", "Oil is poured by day, but for lamps in (b) below it is not poured."),
        ("8A1(b)", "", "A lamp of tin, as under (a), or (b) of glass, needs none, and"),
        ("8A1(c)", "", "so does a candle (see 1)."),
        ("8A2", "", "Oil in 3 jugs is kept as Laws 7 and 9 say."),
        ("8B", "Non-burning Lamps", "If a lamp does not burn, see Law 9 - fog."),
        ("9A", "Wet Fog", "Unless A applies, wait until:"),
        ("9A1", "", "the fog lifts, or"),
        ("9A2", "", "the sun rises."),
        ("9A3", "", "The fog may return."),
        ("9A3(a)", "", "In summer it does not."),
        ("9C", "Fog in Towns", "Law 8 applies and the lamps are lit."),
        ("10", "", "Nobody may keep a lamp that he"),
    ]


def test_charts_are_apart_from_law_text(reading: Reading) -> None:
    (chart,) = reading.charts
    assert (chart.title, chart.laws, chart.lines.first) == ("Care Of A Lamp By Night", ("8", "9"), 2)
    assert chart.text == "Is it dark Y Light it ? N Law 9 Wait A. Wet Fog 1. no"
    assert not any(one.lines.first == 2 for one in reading.provisions)
    assert not any("Light it" in one.text for one in reading.provisions)


def test_footnotes_are_taken_out_of_the_sentences(reading: Reading) -> None:
    assert [(note.mark, note.key, note.text) for note in reading.footnotes] == [
        ("7", "8A1(a)", "Except at noon."),
        ("8", "9A", "Or mist."),
    ]


def test_what_is_no_law_text_is_counted_and_a_broken_text_told(reading: Reading) -> None:
    assert reading.left_out == {
        "pages with extracts of other laws": 1,
        "footnotes printed again inside a page": 1,
        "furniture of the website": 4,
    }
    assert [(one.line, one.why) for one in reading.unread] == [
        (3, "the text of Law 10 breaks off in the middle of a sentence")
    ]
    assert reading.faults == []


@pytest.mark.parametrize(
    ("lines", "line", "what"),
    [
        (["LAW 8 - LAMPS They burn. 4", "LAW 9 - FOG It is wet. 7"], 2, "page 5 to 6 missing before page 7"),
        (["LAW 8 - LAMPS They burn. 4", "LAW 9 - FOG It is w"], 2, "the page has no number at its end"),
        (
            ["LAW 8 - LAMPS They burn. 4", "LAW 8 - LAMPS They burn. 5"],
            2,
            "Law 8 stands twice; it was read before from line 1",
        ),
        (["LAW 8 - LAMPS They burn. 4", "LAW 7 - FOG It is wet. 5"], 2, "Law 7 stands behind Law 8"),
    ],
)
def test_pages_that_are_missing_or_out_of_order_are_faults(lines: list[str], line: int, what: str) -> None:
    assert [(fault.line, what in fault.what) for fault in flow_charts.read(lines).faults] == [(line, True)]


def test_a_line_that_is_no_page_is_listed() -> None:
    found = flow_charts.read(["Hello there. 3", "LAW 8 - LAMPS They burn. 4"]).unread
    assert [(one.line, one.text, one.why) for one in found] == [
        (1, "Hello there.", "neither law text nor a flow chart")
    ]


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("Lamp Put Out A lamp is", "Lamp Put Out"),
        ("Lamp of the House The lamp is", "Lamp of the House"),
        ("Lamp Lit by Mistake Unless B applies, a lamp", "Lamp Lit by Mistake"),
        ("Lamp Lit Late Subject to Law 8, if a lamp", "Lamp Lit Late"),
        ("Use of Laws 8B and 9 Law 8B may apply", "Use of Laws 8B and 9"),
        ("Guest does not Light Lamp When A does not apply:", "Guest does not Light Lamp"),
        ("Put out the lamp", ""),
        ("The Host may light", ""),
        ("Host’s Guest may light", ""),
        ("A lamp. The Guest waits", ""),
        ("Lamp Put Out", "Lamp Put Out"),
    ],
)
def test_a_heading_ends_where_its_capitals_do(text: str, heading: str) -> None:
    found, rest = split_heading(text)
    assert (found, f"{found} {rest}".strip()) == (heading, text)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("LAMPS AND FOG When it", "LAMPS AND FOG"),
        ("LOSS OF A LAMP A lamp", "LOSS OF A LAMP"),
        ("LOSS OF A LAMP A. Oil", "LOSS OF A LAMP"),
        ("LAMPS - FOG A. Oil", "LAMPS - FOG"),
    ],
)
def test_a_laws_title_ends_where_its_capitals_do(text: str, title: str) -> None:
    assert split_law_title(text)[0] == title


@pytest.mark.parametrize(
    ("text", "laws", "title"),
    [
        ("Care Of Lamps When it", [], "Care Of Lamps"),
        ("Care Of Lamps Guests do", [], "Care Of Lamps"),
        ("Care Of Lamps (see Law 8) Is", [], "Care Of Lamps"),
        ("Care Of Lamps Case 1 Tin", [], "Care Of Lamps"),
        ("Care Of The Lamp Guests May Always Sit", ["Care of Lamp"], "Care Of The Lamp"),
        ("Care Of Lamps And Fog Guests May", ["Care of Lamps"], "Care Of Lamps And Fog"),
        ("Care Of Lamps", ["Care of Lamps"], "Care Of Lamps"),
    ],
)
def test_a_charts_title_ends_before_its_boxes(text: str, laws: list[str], title: str) -> None:
    found, rest = split_chart_title(text, laws)
    assert (found, f"{found} {rest}".strip()) == (title, text)


WORDS_OF_THE_FORMAT = """\
LAW 8 - FOG
LAW 9 ‐ A LAMP
Law 3B – Long
Laws 8-9: Care
Law 4: Fog
A.
B.
1.
2.
(a)
b)
(i)
7
8
31
Fog
Wet
burns
lit.
and
Except at noon.
- 3
Law 4 (Extract)
See
Law
"""
WORDS = st.sampled_from(WORDS_OF_THE_FORMAT.split("\n"))
PAGES = st.lists(WORDS, max_size=15).map(" ".join)


@given(st.lists(PAGES | st.text(max_size=20).map(lambda text: text.replace("\n", " ")), max_size=12))
def test_any_text_is_read_and_no_line_goes_missing(lines: list[str]) -> None:
    reading = flow_charts.read(lines)
    assert missing_lines(lines, reading) == []
    assert outside_the_document(lines, reading) == []


@given(PAGES)
def test_titles_never_lose_a_word(text: str) -> None:
    for first, rest in (split_heading(text), split_law_title(text), split_chart_title(text, ["Fog"])):
        assert f"{first} {rest}".split() == text.split()
