"""What a mention means at the place where it stands."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from laws import keys
from laws.citing import Kind, Mention, Resolved, Status, cited, find, resolve
from tests.laws.digest_keys import keys_of

DUPLICATE, RUBBER = keys_of("duplicate-2017"), keys_of("rubber-2014")


def _resolved(text: str, at: str, known: frozenset[str] = DUPLICATE, year: int = 2017) -> list[str]:
    """Each mention's keys, with the status in front unless it is found."""
    return [
        " ".join([*([] if one.status is Status.FOUND else [one.status]), *map(str, one.keys)])
        for _, one in cited(text, keys.parse(at) if at else None, known, year=year, footnotes={"3": "15A1(a)"})
    ]


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        # Absolute mentions are looked up, wherever they stand.
        ("Law 12C1(e)", "", ["12C1(e)"]),
        ("Law 27", "9A", ["27"]),
        ("Law 63C2", "62C", ["unmatched 63C2"]),
        ("Law 94", "27", ["unmatched 94"]),
        ("40B2(iv)", "40B", ["ambiguous 40B2(a)(iv) 40B2(c)(iv)"]),
        ("40C9(iv)", "40B", ["unmatched"]),
        # Ranges have the members that exist, at the depth of their ends.
        ("Laws 41 to 43", "", ["41 42 43"]),
        ("Law 16B to D", "", ["16B 16C 16D"]),
        ("16A1(a) to (d)", "", ["16A1(a) 16A1(b) 16A1(c) 16A1(d)"]),
        ("Laws 91 to 95", "", ["unmatched 91 92 93"]),
        ("A to C above", "16D1", ["16A 16B 16C"]),
        # Relative ones belong to the nearest list round the citing place.
        ("as in (a)", "12C1(e)", ["12C1(a)"]),
        ("see A", "27B1(a)", ["27A"]),
        ("B1 above", "27D", ["27B1"]),
        ("but see 3 following", "27B", ["27B3"]),
        ("rules as in 3", "27B4", ["27B3"]),
        ("proceeds as in 2(c) or 2(d) above", "16D3", ["16D2(c)", "16D2(d)"]),
        ("[but see B2(a)(v) above]", "40C1", ["40B2(a)(v)"]),
        ("see (ii) below", "40B2(c)(i)", ["40B2(c)(ii)"]),
        ("section B", "14B4", ["14B"]),
        ("paragraph 1", "20F3", ["20F1"]),
        ("as in (i)", "80B2(h)", ["80B2(i)"]),
        # Below the citing place a level may be left out, and then more than one place may be meant.
        ("see (a)", "27B", ["27B1(a)"]),
        ("see 1 below", "25", ["ambiguous 25A1 25B1"]),
        # A direction leaves out what stands on its other side.
        ("see C below", "23B", ["23C"]),
        ("see A below", "27B1", ["unmatched"]),
        ("see D above", "27B1", ["unmatched"]),
        # There is nothing that a relative mention could belong to.
        ("see H above", "27B1", ["unmatched"]),
        ("see (a) above", "70E1", ["unmatched"]),
        ("see B1 above", "", ["unmatched"]),
        # The citing place itself.
        ("this Law", "27B1(a)", ["27"]),
        ("under this section", "27B1(a)", ["27B"]),
        ("this paragraph", "27B1(a)", ["27B1"]),
        ("this clause", "91A", ["91A"]),
        ("this section", "59", ["59"]),
        ("this Law", "", ["unmatched"]),
        ("this Law", "99", ["unmatched 99"]),
        # Editions and footnotes.
        ("2007 Law 23", "72C", ["elsewhere 23"]),
        ("2017 Law 23A", "72C", ["23A"]),
        ("footnotes 3 and 4", "27", ["15A1(a)", "unmatched"]),
    ],
)
def test_in_duplicate_bridge(text: str, at: str, expected: list[str]) -> None:
    assert _resolved(text, at) == expected


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("regular Law 27B", "Club27", ["27B"]),
        ("Club Law 16 and Club Law 23", "Club29", ["Club16", "Club23"]),
        ("Club Law 15", "Club16", ["unmatched Club15"]),
        ("Proprieties 4", "20", ["Proprieties4"]),
        ("Appendices 1 to 3", "Intro", ["Appendix1 Appendix2 Appendix3"]),
        ("the Proprieties", "16A", ["Proprieties"]),
        ("except as in A. above", "27B", ["27A"]),
        ("see B below", "Appendix4A", ["Appendix4B"]),
        ("this sub-section, B2, applies", "32B2", ["32B2", "32B2"]),
    ],
)
def test_in_rubber_bridge(text: str, at: str, expected: list[str]) -> None:
    assert _resolved(text, at, RUBBER, 2014) == expected


def test_without_the_editions_year_every_named_year_is_another() -> None:
    (mention,) = find("2017 Law 23")
    assert resolve(mention, None, DUPLICATE) == Resolved(Status.ELSEWHERE, (keys.parse("23"),))


def test_without_footnotes_none_is_found() -> None:
    (mention,) = find("footnote 3")
    assert resolve(mention, None, DUPLICATE) == Resolved(Status.UNMATCHED)


def test_a_law_is_known_by_its_provisions() -> None:
    (mention,) = find("Law 27")
    assert resolve(mention, None, ["27B1(a)"]).status is Status.FOUND
    assert resolve(mention, None, []).status is Status.UNMATCHED


def test_known_must_hold_keys() -> None:
    (mention,) = find("Law 27")
    with pytest.raises(ValueError, match="“twenty-seven” is not a key"):
        resolve(mention, None, ["twenty-seven"])


_ANY_KEY = st.sampled_from(sorted(DUPLICATE))
_ANY_MENTION = st.sampled_from(
    [
        mention
        for text in ("Law 27B1", "Laws 16 to 19", "see C below", "as in (a)", "(i) above", "1 and 2 above", "this Law")
        for mention in find(text)
    ]
)


@given(_ANY_MENTION, _ANY_KEY, st.frozensets(_ANY_KEY, max_size=40))
def test_what_is_found_is_known_and_one_or_in_order(mention: Mention, at: str, known: frozenset[str]) -> None:
    resolved = resolve(mention, keys.parse(at), known)
    tops = {keys.parse(one).top for one in known}
    if resolved.status in {Status.FOUND, Status.AMBIGUOUS}:
        assert {str(one) for one in resolved.keys} <= known | tops
    assert list(resolved.keys) == sorted(set(resolved.keys), key=lambda one: one.order)
    if resolved.status is Status.FOUND and mention.to is None:
        assert len(resolved.keys) == 1
    assert (resolved.status is Status.AMBIGUOUS) <= (len(resolved.keys) > 1)


@given(_ANY_KEY, _ANY_KEY)
def test_a_whole_key_means_the_same_everywhere(key: str, at: str) -> None:
    (mention,) = (
        find(f"Law {keys.parse(key).name.removeprefix('Law ')}") if key != "Intro" else find("the Introduction")
    )
    assert resolve(mention, keys.parse(at), DUPLICATE) == resolve(mention, None, DUPLICATE)
    assert resolve(mention, None, DUPLICATE) == Resolved(Status.FOUND, (keys.parse(key),))


# --- spellings of keys ------------------------------------------------------------------------------------------------

BETWEEN = ["", " ", ".", ". ", ", ", "-", " - ", "/", "\u00a0"]
KEYS = [key for key in sorted(DUPLICATE) if key[0].isdigit()]


@st.composite
def spellings(draw: st.DrawFn) -> tuple[str, str]:
    """A key with a section, and the same as somebody spaces, punctuates and brackets it, in a sentence."""
    key = keys.parse(draw(st.sampled_from([one for one in KEYS if keys.parse(one).depth > 1])))
    between = draw(st.sampled_from(BETWEEN))
    head = draw(
        st.sampled_from(["Law ", "Laws ", "L", "Law", *(["", "law ", "LAW ", "Law no. "] if key.paragraph else [])])
    )
    written = between.join(filter(None, (str(key.law), key.section, str(key.paragraph or ""))))
    written = written.lower() if draw(st.booleans()) else written
    opens, closes = draw(
        st.sampled_from([("(", ")"), (" (", ")"), ("", ""), (" ", ""), (".", ""), ("(", ""), ("", ")"), ("[", "]")])
    )
    for part in (key.item, keys.ROMAN[key.point - 1] if key.point else ""):
        written += f"{opens}{part}{closes}" if part else ""
    sentence = draw(st.sampled_from(["See {}.", "as set out in {}, the call stands", "{}", "({}; but not always)"]))
    return str(key), sentence.format(head + written)


@given(spellings())
@example(("27B1(a)", "Law 27 B 1 (a)"))
@example(("68B2", "68 B(2)"))
@example(("86B2(b)", "86 B.2.b"))
@example(("6D1", "See law 6d1."))
@example(("6D1", "See Law no. 6 D 1."))
@settings(max_examples=400, deadline=None)
def test_no_spelling_of_a_key_is_cut_short(spelled: tuple[str, str]) -> None:
    """It is that key or doubtful, never the whole law or another place."""
    key, text = spelled
    found = [one for _, one in cited(text, None, DUPLICATE)]
    assert found or " law" not in f" {text}".lower()
    for one in found:
        assert one.status is not Status.FOUND or one.keys == (keys.parse(key),), text
    typed = keys.read_loosely(text)
    assert typed is None or str(typed) == key


@pytest.mark.parametrize(
    ("text", "key"),
    [("Law 27 B 1 (a)", "27B1(a)"), ("68 B(2)", "68B2"), ("86 B.2.b", "86B2(b)"), ("27b1(a)", "27B1(a)")],
)
def test_a_clear_spelling_is_resolved(text: str, key: str) -> None:
    for sentence in (text, f"see {text} and act", f"{text}, or 31A1"):
        ((_, first), *_others) = cited(sentence, None, DUPLICATE)
        assert (first.status, first.keys) == (Status.FOUND, (keys.parse(key),)), sentence


@pytest.mark.parametrize(
    "text", ["Law 27, B 1", "Law 12-C-2", "Law 27B1(a", "Law 26 N passes", "27 B 1, says the book"]
)
def test_what_may_be_meant_otherwise_is_doubtful(text: str) -> None:
    ((mention, one),) = cited(text, None, DUPLICATE)
    assert mention.doubtful
    assert one.status is not Status.FOUND


@pytest.mark.parametrize(
    "text",
    [
        "Law 50 A major penalty card",
        "under Law 27. B passes",
        "16C, 26B and 30",
        "Law 27B 3 players",
        "4 H 2",
        "table 12 N 3",
    ],
)
def test_what_only_stands_near_a_key_is_no_part_of_it(text: str) -> None:
    assert all(one.status is not Status.AMBIGUOUS for _, one in cited(text, None, DUPLICATE))


def test_a_footnote_is_found_by_its_place() -> None:
    marks = {"3": "15A1(a)", "10": "47F2", "11": "64A1", "12": "64B2"}
    for text, status, found in (
        ("see footnote to Law 47", Status.FOUND, ["47F2"]),
        ("The footnote to 47F2 settles it", Status.FOUND, ["47F2"]),
        ("footnote of Law 64", Status.AMBIGUOUS, ["64A1", "64B2"]),
        ("footnote to Law 12", Status.UNMATCHED, []),
    ):
        ((mention, one),) = cited(text, None, DUPLICATE, footnotes=marks)
        assert (mention.kind, one.status, [str(key) for key in one.keys]) == (Kind.FOOTNOTE, status, found)
