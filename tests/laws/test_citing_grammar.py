"""What a text says when it points at the law, and what only looks like it."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from laws import keys
from laws.citing import Direction, Kind, Mention, find
from laws.keys import DEEPEST, ROMAN, Key


def _read(text: str) -> list[str]:
    """Each mention in one line: the words, what they are read as when that is more, and what goes with it."""
    return [" ".join(filter(None, [text[one.start : one.end], _meaning(one)])) for one in find(text)]


def _meaning(one: Mention) -> str:
    parts = [f"={one.key}" if one.key else "", f"..{one.to.parts.key or ''}" if one.to else "", one.direction]
    return "".join(parts) + "".join(f" {word}" for word in (one.year or "", one.level or "", one.mark) if word)


ABSOLUTE = {
    "26B may restrict a lead": ["26B =26B"],
    "the lead is barred under 30B1(b)(ii).": ["30B1(b)(ii) =30B1(b)(ii)"],
    "Law 31 takes its place": ["Law 31 =31"],
    "Law 77's table of 30 points": ["Law 77 =77"],
    "[see Law 12C1(e)]": ["Law 12C1(e) =12C1(e)"],
    "weighted as in 12C2 (a)": ["12C2 (a) =12C2(a)"],
    "Law 12 C2(a) applies": ["Law 12 C2(a) =12C2(a)"],
    "Law 12.C.1 or L27": ["Law 12.C.1 =12C1", "L27 =27"],
    "L17D3 settles it": ["L17D3 =17D3"],
    "Law16C stands": ["Law16C =16C"],
    "Law\n12C2(a)": ["Law\n12C2(a) =12C2(a)"],
    "**Law 73**; 27B2¹⁴": ["Law 73 =73", "27B2 =27B2"],
    "Law 50 A major penalty card": ["Law 50 =50"],
    "Law 12\nC2 is next": ["Law 12 =12"],
    "under Law 70.\n\n27. The": ["Law 70 =70"],
    "Law 25B2(b)(2)": ["Law 25B2(b) =25B2(b)"],
}

LISTS = {
    "Laws 27B1(b), 30B1(b)(i), 31A2(a) and 32A2(a)": [
        "27B1(b) =27B1(b)",
        "30B1(b)(i) =30B1(b)(i)",
        "31A2(a) =31A2(a)",
        "32A2(a) =32A2(a)",
    ],
    "Laws 47E and 54": ["47E =47E", "54 =54"],
    "Laws 4, 12C2 and 91": ["4 =4", "12C2 =12C2", "91 =91"],
    "Law 30, 31 or 32": ["30 =30", "31 =31", "32 =32"],
    "Law 19A1 or Law 19B1": ["Law 19A1 =19A1", "Law 19B1 =19B1"],
    "Law 20F4 or 5": ["20F4 =20F4", "5 =20F5"],
    "20F4, 5(a) and 6": ["20F4 =20F4", "5(a) =20F5(a)", "6 =20F6"],
    "12C1(a), (b) or (c) will not do": ["12C1(a) =12C1(a)", "(b) =12C1(b)", "(c) =12C1(c)"],
    "27B2(a)(b)": ["27B2(a) =27B2(a)", "(b) =27B2(b)"],
    "30B1(b)(i) and (ii)": ["30B1(b)(i) =30B1(b)(i)", "(ii) =30B1(b)(ii)"],
    "80B2(h) and (i)": ["80B2(h) =80B2(h)", "(i) =80B2(i)"],
    "Law 64 A, B and C": ["64 A =64A", "B =64B", "C =64C"],
    "**Laws 16C** and *26B*": ["16C =16C", "26B =26B"],
    "Laws 78D, 86B3 and (d) hereunder": ["78D =78D", "86B3 =86B3", "(d) below"],
    "Law 26B and 13 cards": ["Law 26B =26B"],
    "Law 64A2, 3 tricks": ["Law 64A2 =64A2"],
    "Law 54 on 12 May 2011": ["Law 54 =54"],
    "Law 27B1 and A player": ["Law 27B1 =27B1"],
    "Law 27B1(a) or 2H": ["Law 27B1(a) =27B1(a)"],
}

RANGES = {
    "16A1(a) to (d)": ["16A1(a) to (d) =16A1(a)..16A1(d)"],
    "16A1(a) to 16A1(d)": ["16A1(a) to 16A1(d) =16A1(a)..16A1(d)"],
    "Law 16B to D": ["Law 16B to D =16B..16D"],
    "Law 64 A to C": ["Law 64 A to C =64A..64C"],
    "Laws 41 to 43": ["Laws 41 to 43 =41..43"],
    "Laws 61–64": ["Laws 61–64 =61..64"],
    "Laws 28-29, 34": ["28-29 =28..29", "34 =34"],
    "6A to 6D": ["6A to 6D =6A..6D"],
    "Law 49 - 2 cards": ["Law 49 =49"],
    "Laws 43 to 41": ["Laws 43 =43"],
    "A to C above": ["A to C ..above"],
}

SERIES = {
    "Club Law 27; Club Laws 16 and 23": ["Club Law 27 =Club27", "16 =Club16", "23 =Club23"],
    "regular Law 27B stands": ["Law 27B =27B"],
    "see Proprieties 4": ["Proprieties 4 =Proprieties4"],
    "Appendix 4C, Appendices 1 to 3": ["Appendix 4C =Appendix4C", "Appendices 1 to 3 =Appendix1..Appendix3"],
    "Appendix 4B to Appendix 4H": ["Appendix 4B to Appendix 4H =Appendix4B..Appendix4H"],
    "the Proprieties ask": ["Proprieties =Proprieties"],
    "Introduction A player": [],
    "the Bridge Club 27": [],
    "Club69B2": ["Club69B2 =Club69B2"],
}

OTHER_EDITIONS = {
    "2007 Law 23": ["Law 23 =23 2007"],
    "the 2007 Alerting Law 27B1(b)": ["Law 27B1(b) =27B1(b) 2007"],
    "Law 23 from the 2007 Laws": ["Law 23 =23 2007"],
    "[2017 Law 12C1(e)]": ["Law 12C1(e) =12C1(e) 2017"],
    "Change of Law 23, 2017": ["Law 23 =23"],
}

RELATIVE = {
    "but see C following.": ["C below"],
    "(but see 3 following)": ["3 below"],
    "(see C2 below)": ["C2 below"],
    "(a) or (c) above": ["(a) above", "(c) above"],
    "(b) and (c) hereunder": ["(b) below", "(c) below"],
    "except as in A. above": ["A above"],
    "proceeds as in 2(c) **or 2(d) above**": ["2(c) above", "2(d) above"],
    "Under 1 and 2 above he may": ["1 above", "2 above"],
    "(as in 1 preceding)": ["1 above"],
    "[but B1(a) preceding then applies]": ["B1(a) above"],
    "[but see B2(a)(v) above]": ["B2(a)(v) above"],
    "whoever violates A above": ["A above"],
    "except as in (d), he may": ["(d)"],
    "accepted under either (a) or (b)": ["(a)", "(b)"],
    "rules as in 3 if": ["3"],
    "accepted as A1 allows": ["A1"],
    "listed in A1 and A2": ["A1", "A2"],
    "(as per B1 or D2)": ["B1", "D2"],
    "[see also C1(d)]": ["C1(d)"],
    "As in B the player": ["B"],
    "regardless of B1, play": ["B1"],
    "this sub-section, B2, applies": ["this sub-section  3", "B2"],
    "Section B of this Law": ["Section B", "this Law  1"],
    "paragraph 1 and paragraph (b)": ["paragraph 1", "paragraph (b)"],
    "paragraph 2 of Law 20F": ["paragraph 2 of Law 20F =20F2"],
    "²This Law applies": ["This Law  1"],
    "footnote 3; Footnotes 27 and 28": ["footnote 3  3", "Footnotes 27  27", "28  28"],
}

NONE = [
    "a bid of 2♠ or 1NT, 13 cards, 40 points, 3D♦",
    "1H (P) 4C; 4D 4S-1, a Precision 1C and 5D",
    "South plays the C4, declarer the H10; A10x, KQ7, ♥A4",
    "A is ambiguous, and East A follows",
    "A player plays A, then I see",
    "board 12A, table 3B, Room 2C",
    "12 January 2008 at 10.30, +420, 60 %, 50%, 10/10/08",
    "the Laws provide; Law of the land; law 27; the 2017 Laws; LAW 27",
    "under 18; under 5 points; level 3 above; a single card below the honour",
    "passes following the first, and (iv) following a question",
    "(a) a pass, (b) a bid, and (c) a double",
    "reaching a card above or below the card touched",
    "section 2 of the hall, paragraph 3 of the regulations",
    "this law book",
    "in 1927B or x27B or 27Bx; 0.27B",
    "Law 100, Law 0, 2017A",
    "see above; as above; the foregoing",
    "",
]


@pytest.mark.parametrize(
    ("text", "expected"), [*{**ABSOLUTE, **LISTS, **RANGES, **SERIES, **OTHER_EDITIONS, **RELATIVE}.items()]
)
def test_phrases(text: str, expected: list[str]) -> None:
    assert _read(text) == expected


@pytest.mark.parametrize("text", NONE)
def test_what_only_looks_like_it(text: str) -> None:
    assert _read(text) == []


def test_calls_with_suit_symbols_leave_the_keys_of_low_laws_free() -> None:
    assert [str(one.key) for one in find("6D and 7C, not 1♣", letters=False)] == ["6D", "7C"]
    assert find("6D and 7C") == []


def test_a_key_with_a_part_left_out_is_kept_as_written() -> None:
    (mention,) = find("40B2(iv)")
    assert mention.key is None
    assert mention.place is not None
    assert list(mention.place.parts) == ["40", "B", "2", "", "iv"]


_WORDS = st.sampled_from(
    [
        *(
            "Law",
            "Laws",
            "L",
            "Club",
            "Appendices",
            "Introduction",
            "the",
            "see",
            "as",
            "in",
            "under",
            "either",
            "this",
            "of",
        ),
        *(
            "27",
            "27B1",
            "2007",
            "C",
            "B1",
            "4H",
            "(a)",
            "(i)",
            "(iv)",
            "3",
            "13",
            "cards",
            ",",
            "and",
            "or",
            "to",
            "–",
            ".",
        ),
        *("section", "paragraph", "footnote", "above", "following", "below", "**", "♠", "5%", "\n", "\n\n"),
    ]
)


@given(st.one_of(st.text(), st.lists(_WORDS).map(" ".join), st.lists(_WORDS).map("".join)))
@example("Law 9" * 50)
@example("(" * 500 + "a" + ")" * 500)
@example("٣B Law ٢٧ ²⁷B1")
def test_any_text_can_be_read_and_mentions_stand_apart_in_order(text: str) -> None:
    found = find(text)
    edges = [edge for one in found for edge in (one.start, one.end)]
    assert edges == sorted(edges)
    assert all(0 <= one.start < one.end <= len(text) for one in found)
    for one in found:
        assert (one.kind is Kind.FOOTNOTE) == bool(one.mark)
        assert (one.kind is Kind.HERE) == bool(one.level)
        assert one.direction is Direction.NONE or one.kind is Kind.RELATIVE
        for place in filter(None, (one.place, one.to)):
            assert one.start <= place.start < place.end <= one.end


@st.composite
def _keys(draw: st.DrawFn) -> Key:
    depth = draw(st.integers(1, DEEPEST))
    return Key(
        series=draw(st.sampled_from(["", "", *keys.NUMBERED])),
        law=draw(st.integers(1, 99)),
        section=draw(st.sampled_from("ABCDEFGHIJK")) if depth > 1 else "",
        paragraph=draw(st.integers(1, 20)) if depth > 2 else 0,
        item=draw(st.sampled_from("abcdefghijklmnopqrstuvwxyz")) if depth > 3 else "",
        point=draw(st.integers(1, len(ROMAN))) if depth > 4 else 0,
    )


def _styles(key: Key) -> list[str]:
    """The ways in which a book may print a key."""
    head = keys.SERIES[key.series]
    rest = str(key)[len(key.series) :]
    section = f"{key.section}{key.paragraph or ''}"
    brackets = rest.removeprefix(f"{key.law}{section}")
    styles = [key.name, f"{head} {rest}", f"{head}\n{rest}"]
    if key.paragraph:
        styles += [f"{head} {key.law} {section}{brackets}", f"{head} {key.law}{section} {brackets}".strip()]
        styles += [f"{head} {key.law}.{key.section}.{key.paragraph}{brackets}"]
    if not key.series:
        styles += [f"L{rest}", f"Law{rest}"]
    return styles


@given(_keys(), st.data())
def test_a_key_in_any_style_is_read_as_that_key(key: Key, data: st.DataObject) -> None:
    style = data.draw(st.sampled_from(_styles(key)))
    call = key.depth == 2 and not key.series and key.law <= 7 and key.section in "CDHS"
    text = f"He may bid, but see {style}; then play goes on."
    assert [str(one.key) for one in find(text)] == ([] if call and style == key.name else [str(key)])
