"""What changed in an edition between two dates."""

from __future__ import annotations

import datetime

from pytest_django import DjangoAssertNumQueries

from laws import shelf
from laws.comparing.dates import Change, Comparison, compare_dates
from laws.models import Edition
from tests.laws.conftest import Digest

OLD, NEW = datetime.date(2023, 12, 31), datetime.date(2024, 1, 1)


def compared(old: datetime.date = OLD, new: datetime.date = NEW, law: str = "") -> Comparison:
    """The invented edition on two dates."""
    return compare_dates(Edition.objects.get(slug="duplicate-2017"), old, new, law=law)


def told(change: Change) -> tuple[str, str, str, str]:
    """A change in short: which statement, what became of it, heading and text with [gone] and {new} words."""
    marks = {"same": "%s", "gone": "[%s]", "new": "{%s}"}
    heading, text = ("".join(marks[one.kind] % one.text for one in pieces) for pieces in (change.heading, change.text))
    return change.statement.key or change.statement.name, change.outcome, heading, text


def test_an_amendment_is_told_by_provision_and_word(small_shelf: Digest) -> None:
    found = compared()
    assert [(law.number, law.name, law.title, law.not_held) for law in found.laws] == [
        ("73", "Law 73", "Communication", ())
    ]
    assert [told(change) for change in found.laws[0].changes] == [
        (
            "73",
            "changed",
            "[Frowning]{Communication}",
            "{Partners communicate by calls and plays, never by frowning.}",
        ),
        (
            "73A",
            "changed",
            "[Nods]",
            "[Partners communicated by frowning]{See 27B1(a) for nothing in particular}.",
        ),
    ]
    assert (dict(found.counts), found.unchanged, found.instruments) == ({"changed": 2}, 9, ("First amendment",))


def test_the_other_way_round_new_and_gone_change_places(small_shelf: Digest) -> None:
    there, back = compared(), compared(NEW, OLD)
    for change, undone in zip(there.laws[0].changes, back.laws[0].changes, strict=True):
        assert [one.text for one in change.text if one.kind == "new"] == [
            one.text for one in undone.text if one.kind == "gone"
        ]


def test_a_day_on_which_nothing_changed(small_shelf: Digest) -> None:
    found = compared(datetime.date(2020, 1, 1), datetime.date(2020, 1, 2))
    assert (found.laws, found.unchanged) == ([], 11)


def test_footnotes_and_definitions_are_compared_too(small_shelf: Digest) -> None:
    (small_shelf.folder / "duplicate-2017" / "law-73.yaml").write_text(
        (small_shelf.folder / "duplicate-2017" / "law-73.yaml").read_text("utf-8")
        + 'footnotes:\n  - {mark: "9", on: "73A", text: Nor by nodding.}\n',
        encoding="utf-8",
    )
    shelf.load(small_shelf.folder)
    notes = [change for change in compared().laws[0].changes if change.statement.what == "footnote"]
    assert [(told(one), one.statement.name) for one in notes] == [(("73A", "new", "", "{Nor by nodding.}"), "9")]


def test_a_table_that_changed_is_a_change(small_shelf: Digest) -> None:
    tables = '    tables: [{caption: Fines, head: [Nod, Fine], rows: [["one", "3"]]}]\n'
    small_shelf.change("duplicate-2017/law-73.yaml", "frowning.\n", f"frowning.\n{tables}")
    shelf.load(small_shelf.folder)
    whole, _section = compared().laws[0].changes
    assert whole.tables is not None
    before, after = whole.tables
    assert (before, after[0]["caption"]) == ((), "Fines")


def test_one_law_alone(small_shelf: Digest) -> None:
    assert len(compared(law="73").laws) == 1
    other = compared(law="27")
    assert (other.laws, other.unchanged) == ([], 6)
    nothing = compared(law="99")
    assert (nothing.laws, nothing.unchanged) == ([], 0)


def test_it_says_when_a_date_of_a_law_is_not_held(small_shelf: Digest) -> None:
    (small_shelf.folder / "duplicate-2017" / "law-73.until-2024-01-01.yaml").unlink()
    shelf.load(small_shelf.folder)
    (law,) = compared().laws
    assert law.not_held == (OLD,)
    assert {change.outcome for change in law.changes} == {"new"}


def test_a_correction_of_our_text_is_no_change_of_the_law(small_shelf: Digest) -> None:
    small_shelf.change("duplicate-2017/law-27.yaml", "that is too low", "that is insufficient")
    shelf.load(small_shelf.folder)
    assert [law.number for law in compared().laws] == ["73"]


def test_a_whole_edition_costs_four_queries(
    real_shelf: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    edition = Edition.objects.get(slug="duplicate-2017")
    with django_assert_num_queries(4):
        found = compare_dates(edition, OLD, NEW)
    assert [law.number for law in found.laws] == ["73", "89"]
    assert found.instruments == ("Amendment of Laws 73 and 89",)
    with django_assert_num_queries(2):
        compare_dates(edition, OLD, NEW, law="73")
