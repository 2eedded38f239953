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
    (code,) = read_shelf(digest.folder)
    assert [(edition.slug, [law.number for law in edition.laws]) for edition in code.editions] == [
        ("duplicate-2007", []),
        ("duplicate-2017", ["27", "73"]),
    ]


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
    place = "duplicate-2017/law-73.yaml:3"
    assert faults(digest) == [f"{place}: edition.yaml has no amendment of Law 73 in force on 2023-01-01"]


def test_a_date_must_exist(digest: Digest) -> None:
    digest.change("duplicate-2017/law-73.yaml", "2024-01-01", "2024-02-30")
    assert faults(digest) == ["duplicate-2017/law-73.yaml:3: '2024-02-30' is not a 'date'"]


def test_a_law_needs_a_part(digest: Digest) -> None:
    digest.change("duplicate-2017/edition.yaml", "last: 93", "last: 60")
    assert faults(digest) == ["duplicate-2017/law-73.yaml:1: Law 73 is in no part of edition.yaml"]


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
