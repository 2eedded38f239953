"""What the reader refuses: every fault with its file and line, all of them at once."""

from __future__ import annotations

import pytest

from laws.sources.digest import DigestError, read_shelf
from tests.laws.conftest import LAW_27, Digest

LAW = "duplicate-2017/law-27.yaml"


def faults(digest: Digest) -> list[str]:
    """What the reader says; nothing when it accepts the folder."""
    try:
        read_shelf(digest.folder)
    except DigestError as error:
        return error.faults
    return []


def test_a_good_folder_is_read(digest: Digest) -> None:
    shelf = read_shelf(digest.folder)
    assert {slug: [law.number for law in edition.laws] for slug, edition in shelf.editions.items()} == {
        "duplicate-2007": [],
        "duplicate-2017": ["Intro", "27", "73", "73"],
    }
    edition = shelf.editions["duplicate-2017"]
    assert [law.number for law in edition.current_laws()] == ["Intro", "27", "73"]
    assert [one.term for one in edition.definitions] == ["Bid", "Offender"]
    assert [(one.code, one.keys, one.terms) for one in edition.remarks] == [
        ("27-too-low", ("27A", "27B1(a)"), ()),
        ("def-bid", (), ("Bid",)),
    ]
    assert edition.remarks[0].auctions == (
        {
            "dealer": "N",
            "calls": [{"by": "N", "call": "1S"}, {"by": "E", "call": "1N", "bad": True, "note": 1}],
            "notes": ["Too low"],
        },
    )
    assert [(one.earlier, one.later, one.kind) for one in shelf.concordance] == [
        ("26", "27A", "moved"),
        ("", "73", "new"),
    ]


def test_a_provision_may_have_paragraphs(digest: Digest) -> None:
    digest.change(
        "duplicate-2017/intro.yaml", "text: Words have force.", "text: |\n      Words\n      have force.\n\n      Some."
    )
    (intro, *_) = read_shelf(digest.folder).editions["duplicate-2017"].laws
    assert [one.text for one in intro.provisions] == ["Words have force.\n\nSome."]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('"27B1(a)"', '"27B1"', f"{LAW}:11: 27B1 is given twice"),
        ('"27B1(a)"', '"27b1a"', f"{LAW}:11: “27b1a” is not a key"),
        ('"27B1(a)"', '"27C1(a)"', f"{LAW}:11: 27C1(a) needs 27C1 before it"),
        ('"27B1(a)"', '"27A1"', f"{LAW}:11: 27A1 stands after 27B1, out of the order of the law"),
        ('"27B1(a)"', '"28B"', f"{LAW}:11: 28B is not a provision of Law 27"),
        ("    heading: Not accepted\n", "    headline: Not accepted\n", f"{LAW}:7: Additional properties"),
        (
            "    heading: Not accepted\n",
            "    heading: Not accepted\n    heading: Again\n",
            f"{LAW}:9: “heading” stands twice",
        ),
        (
            "    text: The cheapest bid of the same suit costs nothing; 99C is elsewhere.\n",
            "",
            f"{LAW}:11: 27B1(a) has neither",
        ),
        ("text: Unless 27B1(a) says so.", 'text: ""', f"{LAW}:16: "),
        ("see 27A and", "see 27Z and", f"{LAW}:10: cites 27Z, which does not exist"),
        ("Unless 27B1(a)", "Unless 27B7", f"{LAW}:16: cites 27B7, which does not exist"),
        ("title: Insufficient bid\n", "", f"{LAW}:1: 'title' is a required property"),
        ('law: "27"', "law: 27", f"{LAW}:1: 27 is not of type 'string'"),
        ('law: "27"', 'law: "28"', f"{LAW}:1: Law 28 belongs into the file law-28.yaml"),
        ('on: "27A"', 'on: "27D"', f"{LAW}:14: footnote 7 is on 27D, which this law does not have"),
        ("title: Insufficient bid", "title: [", f"{LAW}:4: is not YAML"),
    ],
)
def test_a_fault_is_named_with_its_line(digest: Digest, old: str, new: str, fault: str) -> None:
    digest.change(LAW, old, new)
    found = faults(digest)
    assert any(one.startswith(fault) for one in found), found


def test_an_amended_law_needs_its_amendment(digest: Digest) -> None:
    digest.change("duplicate-2017/law-73.yaml", "2024-01-01", "2023-01-01")
    assert faults(digest) == [
        "duplicate-2017/law-73.until-2024-01-01.yaml:3: no file says what Law 73 is from 2024-01-01 on",
        "duplicate-2017/law-73.yaml:3: edition.yaml has no amendment of Law 73 in force on 2023-01-01",
    ]


def test_a_date_must_exist(digest: Digest) -> None:
    digest.change("duplicate-2017/law-73.yaml", "2024-01-01", "2024-02-30")
    assert "duplicate-2017/law-73.yaml:3: '2024-02-30' is not a 'date'" in faults(digest)


def test_a_law_needs_a_part(digest: Digest) -> None:
    digest.change("duplicate-2017/edition.yaml", 'last: "93"', 'last: "60"')
    assert "duplicate-2017/law-73.yaml:1: Law 73 is in no part of edition.yaml" in faults(digest)


def test_a_missing_file_is_a_fault(digest: Digest) -> None:
    (digest.folder / "duplicate-2017" / "edition.yaml").unlink()
    (fault,) = faults(digest)
    assert fault.startswith("duplicate-2017/edition.yaml: cannot be read")


def test_all_faults_are_told_at_once(digest: Digest) -> None:
    digest.change(LAW, "see 27A", "see 27X and 27Y")
    digest.write("duplicate-2017/law-30.yaml", LAW_27)
    assert [fault.split(": ")[0] for fault in faults(digest)] == [
        "duplicate-2017/law-30.yaml:1",
        f"{LAW}:10",
        f"{LAW}:10",
    ]


BESIDE = {
    "definitions": "duplicate-2017/definitions.yaml",
    "commentary": "duplicate-2017/commentary/law-27.yaml",
    "concordance": "concordance.yaml",
    "until": "duplicate-2017/law-73.until-2024-01-01.yaml",
    "intro": "duplicate-2017/intro.yaml",
}


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        ("definitions", "term: Offender", "term: Bid", ":5: “Bid” is defined twice"),
        ("definitions", "see: [Offender]", "see: [Nobody]", ":2: “Bid” refers to “Nobody”, which is not defined"),
        ("definitions", "in 27A", "in 27Z", ":3: cites 27Z, which does not exist"),
        ("commentary", "id: def-bid", "id: 27-too-low", ":18: the name 27-too-low is given twice"),
        ("commentary", '    on: ["27A", "27B1(a)"]\n', "", ":3: 27-too-low hangs on nothing"),
        ("commentary", '"27A", ', '"27Z", ', ":3: 27-too-low hangs on 27Z, which does not exist"),
        ("commentary", "terms: [Bid]", "terms: [Bed]", ":18: def-bid hangs on the term “Bed”"),
        ("commentary", "    authority: A committee\n", "", ":3: 27-too-low is a minute and names no authority"),
        ("commentary", "kind: note", "kind: caution", ":18: def-bid is a caution and does not say whose"),
        ("commentary", '    dated: "2018-10"\n', "", ":3: 27-too-low is a minute and has no date"),
        ("commentary", '"2018-10"', '"2018-13"', ":3: 27-too-low has a date that does not exist: 2018-13"),
        ("commentary", "E 1N bad note 1", "E 9N", ":3: 27-too-low has a call “E 9N”; write it like"),
        ("commentary", "note 1", "note 2", ":3: 27-too-low refers to note 2 of an auction that has no such note"),
        ("commentary", "AK.QJ.T9.8765432", "AK.QJ.T9", ":3: 27-too-low: “AK.QJ.T9” is not a hand"),
        ("commentary", "AK.QJ", "AA.QJ", ":3: 27-too-low has the ♠A twice"),
        ("commentary", "AK.QJ", "AB.QJ", ":3: 27-too-low has a card “B” that does not exist"),
        ("commentary", "lines: [3, 5]", "lines: [5, 3]", ":3: 27-too-low has lines that end before they begin"),
        ("commentary", "see 27B1(a)", "see 27B9", ":13: cites 27B9, which does not exist"),
        ("commentary", "source: notes", "source: hearsay", ":1: codes.yaml has no document hearsay"),
        ("concordance", 'later: "27A"', 'later: "27Z"', ":4: duplicate-2017 has no 27Z"),
        ("concordance", "kind: new", "kind: moved", ":5: a pair that is “moved” has other ends"),
        ("concordance", "duplicate-2007, ", "duplicate-1907, ", ":2: there is no edition duplicate-1907"),
        (
            "concordance",
            "kind: moved, ",
            "kind: moved, until: 2023-01-01, ",
            ":4: neither edition was amended on 2023-01-01",
        ),
        (
            "concordance",
            "kind: new}",
            'kind: new, since: 2024-01-01}\n      - {later: "73", kind: new}',
            ":6: – → 73 is given twice",
        ),
        ("until", "until: 2024-01-01", "until: 2023-01-01", ":1: Law 73 belongs into the file law-73.until-2023-01-01"),
        ("intro", '["must", "serious"]', '["must"]', ":4: the table “Force” has a row of 1 cells under a head of 2"),
        ("intro", 'law: "Intro"', 'law: "Outro"', ":1: “Outro” is not a key"),
        ("intro", 'law: "Intro"', 'law: "27A"', ":1: 27A is not a whole law"),
    ],
)
def test_a_fault_beside_the_laws_is_named_with_its_line(
    digest: Digest, file: str, old: str, new: str, fault: str
) -> None:
    digest.change(BESIDE[file], old, new)
    place = BESIDE[file] if "/" in BESIDE[file] else f"{digest.folder.name}/{BESIDE[file]}"
    found = faults(digest)
    assert any(one.startswith("/".join(place.split("/")[-2:]) + fault) for one in found), found
