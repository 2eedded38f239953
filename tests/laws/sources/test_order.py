"""Whether what was read stands in the order of a law book."""

from __future__ import annotations

from laws.sources.order import gap_faults, order_faults
from laws.sources.reading import Fault, Lines


def faults(*keys: str) -> list[Fault]:
    return list(order_faults((key, Lines(line, line)) for line, key in enumerate(keys, 1)))


def test_the_order_of_the_law_book_has_no_faults() -> None:
    assert faults("Scope", "Proprieties3A", "27", "27A", "27A1", "28", "Appendix4C", "Club27", "Procedure") == []


def test_a_provision_that_stands_twice_or_too_late_is_a_fault() -> None:
    assert faults("27A", "27B", "27A", "Club3", "4") == [
        Fault(3, "27A stands twice; it was read before from line 1"),
        Fault(5, "Law 4 stands behind Club Law 3, out of the order of the law"),
    ]


def test_a_law_that_stands_twice_is_told_once() -> None:
    assert faults("27", "27A", "27", "27A", "28") == [Fault(3, "Law 27 stands twice; it was read before from line 1")]


def test_gaps_in_a_row_of_numbers_are_faults() -> None:
    assert list(gap_faults([(4, 1), (5, 2), (7, 3), (11, 4), (3, 5)], "page")) == [
        Fault(3, "page 6 missing before page 7; the document is not whole"),
        Fault(4, "page 8 to 10 missing before page 11; the document is not whole"),
    ]
