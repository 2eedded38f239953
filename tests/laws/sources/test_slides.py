"""The reader of slides on changes, on invented ones in the same format."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws.sources import slides
from laws.sources.reading import Reading
from tests.laws.sources.accounts import missing_lines, outside_the_document

HEAD = """\
**Notes on Significant changes**

### **Summary list**

- Law 8, Lamps
- · Law 9, Fog
"""
SLIDES = """\
## Law 8, - Lamps (1 of 2)

- C. Kinds of Lamp
  - 1. (b) a lamp of brass may be dim\\*.
  - 2. (d) a lamp of tin may
    not.
- \\* Only by day.

# Law 8, - (2 of 2) Lamps

#### **D.** Use of Lamps\\*\\*
- A lamp is used at night:
- 1. when it is dark.
- by any player.
- 3. (a) The host:
  - (i) lights it.
  - (ii) puts it out.
- b) The guest waits.

\\*\\* Not in the garden.

### Law 9, Fog

4. (a) Fog may
be thick.

#### **B** Thin Fog

c. Wet Fog

- D. Fog at Night
  Nobody sees it.
"""


def read(text: str) -> Reading:
    return slides.read(text.split("\n"))


@pytest.fixture(scope="module")
def reading() -> Reading:
    return read(HEAD + "\n" + SLIDES)


def test_the_format_is_recognised_by_its_subject_and_its_headings() -> None:
    assert slides.recognises((HEAD + SLIDES).split("\n"))
    assert not slides.recognises(SLIDES.split("\n"))
    assert not slides.recognises(HEAD.split("\n"))


def test_each_changed_provision_has_its_remark(reading: Reading) -> None:
    assert [(one.keys, one.title, one.text) for one in reading.remarks] == [
        (("8C1(b)",), "Lamps: Kinds of Lamp", "a lamp of brass may be dim*.\n\n* Only by day."),
        (("8C2(d)",), "Lamps: Kinds of Lamp", "a lamp of tin may not."),
        (("8D",), "Lamps: Use of Lamps", "A lamp is used at night:\n\n** Not in the garden."),
        (("8D1",), "Lamps: Use of Lamps", "when it is dark."),
        (("8D2",), "Lamps: Use of Lamps", "by any player."),
        (("8D3(a)",), "Lamps: Use of Lamps", "The host:"),
        (("8D3(a)(i)",), "Lamps: Use of Lamps", "lights it."),
        (("8D3(a)(ii)",), "Lamps: Use of Lamps", "puts it out."),
        (("8D3(b)",), "Lamps: Use of Lamps", "The guest waits."),
        (("9",), "Fog", "4. (a) Fog may be thick."),
        (("9B",), "Fog: Thin Fog", "Thin Fog"),
        (("9C",), "Fog: Wet Fog", "Wet Fog"),
        (("9D",), "Fog: Fog at Night", "Nobody sees it."),
    ]
    assert {one.kind for one in reading.remarks} == {"change"}


def test_the_slides_say_what_they_are(reading: Reading) -> None:
    assert (reading.title, reading.edition) == ("Notes on Significant changes", "duplicate-2017")
    assert reading.left_out == {"title": 1, "headings of lists": 1, "list of changed laws": 2, "headings of slides": 3}
    assert (reading.unread, reading.faults) == ([], [])


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        (HEAD + "\n## Law 8, Lamps\n\nA. Light\n", 6, "the list names Law 9, but no slide is about it"),
        (HEAD + "\n## Law 9, Fog\n\nA. Wet\n\n## Law 8, Lamps (1 of 2)\n\nA. Light\n", 12, "Law 8 has 1 of 2 slides"),
    ],
)
def test_slides_that_are_missing_are_faults(text: str, line: int, what: str) -> None:
    assert [(fault.line, what in fault.what) for fault in read(text).faults] == [(line, True)]


def test_a_lost_heading_between_slides_is_no_fault_but_told() -> None:
    found = read(HEAD + "\n## Law 8, Lamps (1 of 2)\n\nA. Light\n\n## Law 9, Fog\n\nB. Wet\n")
    assert found.faults == []
    assert [(one.line, one.why) for one in found.unread] == [(8, "Law 8 has 1 of 2 slides with a heading")]


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("Hello.\n\n## Law 8, Lamps\n\nA. Light", 1, "stands before the first slide"),
        ("## Law 8, Lamps\n\nA. It is\\* lit.", 3, "the slide has no such footnote"),
        ("## Law 8, Lamps\n\nA. It is lit.\n\n\\* Dimly.", 5, "no mark * on this slide leads to the footnote"),
        ("## Law 8, Lamps\n\nA.", 3, "a label with nothing behind it"),
    ],
)
def test_what_has_no_place_is_listed(text: str, line: int, why: str) -> None:
    assert [(one.line, why in one.why) for one in read(text).unread] == [(line, True)]


PARTS_OF_THE_FORMAT = """\
## Law 8, Lamps (1 of 3)
# Law 9, Fog
### Significant changes
- Law 8, Lamps
- A. Kinds of Lamp
- 1. (a) x
  - (b) y
(i) z
- by you
\\* Note
- \\*\\* Note
a\\* b
---
#### **B** Thin
**
c. Wet
A.
"""
PARTS = st.sampled_from(PARTS_OF_THE_FORMAT.split("\n"))


@given(st.lists(PARTS | st.text(max_size=20).map(lambda text: text.replace("\n", " ")), max_size=40))
def test_any_text_is_read_and_no_line_goes_missing(lines: list[str]) -> None:
    reading = slides.read(lines)
    assert missing_lines(lines, reading) == []
    assert outside_the_document(lines, reading) == []
