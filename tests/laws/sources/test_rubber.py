"""The reader of the rubber code, on an invented one in the same format."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws.sources import rubber
from laws.sources.reading import Reading
from tests.laws.sources.accounts import missing_lines, outside_the_document

FRONT = """\
Lamp Street
Card Club

# Laws of Rubber Bridge 1999

**Effective May 1999**

Published by
Lamp Street Card Club
[www.lamp.example](http://www.lamp.example)

# Thanks

We thank the cat.

"""
SCOPE = """\
# The Scope of the Laws

These words are about lamps.

## The Proprieties

Be kind.

### **1. Light**

Keep the lamp lit<sup>1</sup>.

---

<sup>1</sup> A candle will do.

Nobody may blow it out.

#### **2. Noise**

A player should not:

- A. hum.
- B. whistle in the

- dark (as by night).

"""
CONTENTS = """\
# TABLE OF CONTENTS

<u>Acknowledgements</u> .....	iii
<b><u>PART II - Lamps</u></b> .....	3
<u>Law 1 - Oil</u> .....	3
<u>Law 2 – Wicks and \xa0 \xa0 Glass</u> .....	3
<u>Law 3 - Table</u> .....	3
<u>Appendix 1 - Candles</u> .....	4
<u>Club Laws 1 and 2</u> .....	4
<b><u>Rules for Club Procedure</u></b> .....	5

"""
DEFINITIONS = """\
## PART I - Definitions

**Lamp:** 1. A light. 2. Its stand.<sup>2</sup>

**Wick:** What burns.

---

<sup>2</sup> Made of brass.

"""
LAWS = """\
## **PART II - Lamps**

### Law 1 – Oil

[Club Law 1 on page 4](#page-4)

Oil is poured before dusk<sup>3</sup> by the play-

---

<sup>3</sup> Or at noon, if the oil is

er on the left. There are two ways:

- A. from a can
1. of tin, or
  2. of glass,

which must be clean; or
- B. from a jug.

---

thick.

A jug must have a lid.<sup>4</sup>

B2. is no label.

---

<sup>4</sup> See Law 2.

## **Law 2 - Wicks** Club Law 2 on page 4

C. Long wicks:

1. are cut, where
  a. they smoke.

## Burning

#### **Law 3 - Table**

### LIGHTS

	Bright	Dim
Lamp	20	40

Candle	1	2

"""
REST = """\
## **Appendices**

They are free.

### **Appendix 1 - Candles**

#### **A. Wax**

Of bees.

1. Melt it.

## **PART VIII - Alternative Club Laws**

Clubs may differ.

### **Club Laws 1 and 2**

Laws 1 and 2 hold, but for moths<sup>5</sup>.

<sup>5</sup> Any moth.

## Club Appeals Committee

It sits in the dark.

## **Rules for Club Procedure**

## **B. Going Home**

Put out the lamp.

Lamp Street
Card Club
"""


def read(text: str) -> Reading:
    return rubber.read(text.split("\n"))


@pytest.fixture(scope="module")
def reading() -> Reading:
    return read(FRONT + SCOPE + CONTENTS + DEFINITIONS + LAWS + REST)


def texts(reading: Reading) -> dict[str, tuple[str, str]]:
    return {one.key: (one.heading, one.text) for one in reading.provisions}


def test_the_format_is_recognised_by_the_code_and_its_headings() -> None:
    assert rubber.recognises((FRONT + LAWS).split("\n"))
    assert not rubber.recognises((FRONT + LAWS).replace("#", "").split("\n"))
    assert not rubber.recognises(LAWS.split("\n"))


def test_the_first_pages_say_which_edition_it_is(reading: Reading) -> None:
    found = (reading.title, reading.publisher, reading.edition, reading.dated)
    assert found == ("Laws of Rubber Bridge 1999", "Lamp Street Card Club", "rubber-1999", datetime.date(1999, 5, 1))


def test_every_heading_begins_its_law(reading: Reading) -> None:
    assert [(law.number, law.title) for law in reading.laws] == [
        ("Scope", "The Scope of the Laws"),
        ("Proprieties", "The Proprieties"),
        ("Proprieties1", "Light"),
        ("Proprieties2", "Noise"),
        ("1", "Oil"),
        ("2", "Wicks"),
        ("3", "Table"),
        ("Appendix", "Appendices"),
        ("Appendix1", "Candles"),
        ("Club", "Alternative Club Laws"),
        ("Club1", "Oil"),
        ("Club2", "Wicks"),
        ("Appeals", "Club Appeals Committee"),
        ("Procedure", "Rules for Club Procedure"),
    ]


def test_texts_are_whole_and_stand_at_their_provision(reading: Reading) -> None:
    assert texts(reading) == {
        "Scope": ("", "These words are about lamps."),
        "Proprieties": ("", "Be kind."),
        "Proprieties1": ("", "Keep the lamp lit.\n\nNobody may blow it out."),
        "Proprieties2": ("", "A player should not:"),
        "Proprieties2A": ("", "hum."),
        "Proprieties2B": ("", "whistle in the dark (as by night)."),
        "1": (
            "",
            "Oil is poured before dusk by the player on the left. There are two ways:\n\n"
            "A jug must have a lid.\n\nB2. is no label.",
        ),
        "1A": ("", "from a can"),
        "1A1": ("", "of tin, or"),
        "1A2": ("", "of glass, which must be clean; or"),
        "1B": ("", "from a jug."),
        "2C": ("", "Long wicks:"),
        "2C1": ("", "are cut, where"),
        "2C1(a)": ("", "they smoke."),
        "3": ("", "LIGHTS\n\nBright | Dim\nLamp | 20 | 40\n\nCandle | 1 | 2"),
        "Appendix": ("", "They are free."),
        "Appendix1A": ("Wax", "Of bees."),
        "Appendix1A1": ("", "Melt it."),
        "Club": ("", "Clubs may differ."),
        "Club1": ("", "Laws 1 and 2 hold, but for moths."),
        "Club2": ("", "Laws 1 and 2 hold, but for moths."),
        "Appeals": ("", "It sits in the dark."),
        "ProcedureB": ("Going Home", "Put out the lamp."),
    }


def test_footnotes_hang_on_the_provision_of_their_mark(reading: Reading) -> None:
    assert [(note.mark, note.key or note.term, note.text) for note in reading.footnotes] == [
        ("1", "Proprieties1", "A candle will do."),
        ("2", "Lamp", "Made of brass."),
        ("3", "1", "Or at noon, if the oil is thick."),
        ("4", "1", "See Law 2."),
        ("5", "Club1", "Any moth."),
        ("5", "Club2", "Any moth."),
    ]


def test_definitions_are_read(reading: Reading) -> None:
    assert [(one.term, one.text) for one in reading.definitions] == [
        ("Lamp", "1. A light. 2. Its stand."),
        ("Wick", "What burns."),
    ]


def test_what_is_no_law_text_is_counted_by_its_rule(reading: Reading) -> None:
    assert reading.left_out["references to club laws"] == 1
    assert reading.left_out["table of contents"] == 8
    assert reading.left_out["imprint"] == 2
    assert reading.left_out["rules between pages"] == 5
    assert (reading.unread, reading.faults) == ([], [])


def test_lines_are_those_of_the_document(reading: Reading) -> None:
    lines = (FRONT + SCOPE + CONTENTS + DEFINITIONS + LAWS + REST).split("\n")
    (found,) = [one for one in reading.provisions if one.key == "2C1(a)"]
    assert lines[found.lines.first - 1 : found.lines.last] == ["  a. they smoke."]


def test_an_emphasised_beginning_of_an_item_is_its_heading() -> None:
    found = texts(read(FRONT + "# Law 4 - Fog\n\n- A. *Thick Fog*. Wait for it to lift, by 3<sup>a</sup>.\n"))
    assert found["4A"] == ("Thick Fog", "Wait for it to lift, by 3a.")


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        (
            FRONT + CONTENTS + LAWS,
            23,
            "the table of contents names Appendix1, the document does not have it; it is not whole",
        ),
        (
            FRONT + "# Law 4 - Fog\n\nOne.\n\n# Law 4 - Fog\n\nTwo.",
            20,
            "Law 4 stands twice; it was read before from line 16",
        ),
        (
            FRONT + "# Law 4 - Fog\n\n# Law 2 - Rain\n\nTwo.",
            18,
            "Law 2 stands behind Law 4, out of the order of the law",
        ),
        (FRONT + "# Law 4 - Fog\n\nB. One.\nA. Two.", 19, "4A stands behind 4B, out of the order of the law"),
        (FRONT + "# Law 4 - Fog\n\nA. One.\nA. Two.", 19, "4A stands twice; it was read before from line 18"),
        (FRONT + CONTENTS + LAWS, 25, "the table of contents names Procedure"),
        (FRONT + "# Law 4 - Fog\n\nOne lamp is", 18, "4 breaks off in the middle of a sentence and is the last"),
        ("# Laws of Rubber Bridge\n\n# Law 4 - Fog\n\nOne.", 1, "the first pages do not say of which year"),
    ],
)
def test_a_document_that_is_not_whole_or_in_order_is_faulty(text: str, line: int, what: str) -> None:
    assert [fault.line for fault in read(text).faults if what in fault.what] == [line]


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("# Law 4 - Fog\n\n1. One.", 18, "label 1. has no place behind Law 4"),
        ("# Weather\n\nIt rains.", None, ""),
        ("# Law 4 - Fog\n\nOne.\n\n# Weather\n\nIt rains.", 22, "stands under no law"),
        ("# Law 4 - Fog\n\nOne.<sup>7</sup>", 18, "no footnote 7 at the foot of the page"),
        ("# Law 4 - Fog\n\nOne.\n\n---\n\n<sup>7</sup> Two.", 22, "no mark in the text leads to footnote 7"),
        ("# PART I - Definitions\n\nOne.", 18, "begins with no term"),
    ],
)
def test_what_has_no_place_is_listed(text: str, line: int | None, why: str) -> None:
    found = [(one.line, one.why) for one in read(FRONT + text).unread]
    assert [number for number, reason in found if why in reason] == ([line] if line else [])


PARTS_OF_THE_FORMAT = """\
# Law 3 - Fog
## Law 3
### Club Laws 2, 3 and 4
# Appendix 2 - X
# The Proprieties
### 2. Noise
---
## PART I - Definitions
**Fog:** wet.<sup>2</sup>
# TABLE OF CONTENTS
- A. if
B. so
1. one
  a. x
<sup>2</sup> Note
<sup>3</sup>
text<sup>3</sup> goes
on here
a\tb
## A. Wax
**
LIGHT
## LIGHT
Club Law 3 on page 4
Lamp Street
# The Scope of the Laws
-
## Rules for Club Procedure
wo-
rd
"""
PARTS = st.sampled_from(PARTS_OF_THE_FORMAT.split("\n"))


@given(st.lists(PARTS | st.text(max_size=20).map(lambda text: text.replace("\n", " ")), max_size=40))
def test_any_text_is_read_and_no_line_goes_missing(parts: list[str]) -> None:
    for lines in (parts, [*FRONT.split("\n"), *parts]):
        reading = rubber.read(lines)
        assert missing_lines(lines, reading) == []
        assert outside_the_document(lines, reading) == []


RENUMBERED = """\
## **Law 4 - Jars**

B. Two forms are:

1. Jars with a lid, where
  - a. the owner lifts it, and
2. the keeper does not.

Open jars, which anybody may see.

Nobody owns both.

## **Law 5 - Corks**

A. Corks are

  1. cut, or
B. burnt.
"""


def test_a_letter_with_the_number_of_what_follows_stays_in_its_list() -> None:
    """Behind (a) the converter has numbered (b) as 2, and the paragraph whose number that was has none."""
    reading = read(FRONT + RENUMBERED)
    assert {key: text for key, (_heading, text) in texts(reading).items()} == {
        "4": "Nobody owns both.",
        "4B": "Two forms are:",
        "4B1": "Jars with a lid, where",
        "4B1(a)": "the owner lifts it, and",
        "4B1(b)": "the keeper does not.",
        "4B2": "Open jars, which anybody may see.",
        "5A": "Corks are",
        "5A1": "cut, or",
        "5A2": "burnt.",
    }
    assert [one.what for one in reading.doubts] == [
        "“2.” stands in the middle of a list; its words are taken for 4B1(b)",
        "the paragraph has no label; “2.” stands in front of the words before, and this is taken for 4B2",
        "“B.” stands in the middle of a list; its words are taken for 5A2",
    ]
