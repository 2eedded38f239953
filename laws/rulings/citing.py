"""What the procedures of a book cite, found by following every path of each."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from laws.rulings.case import Asked
from laws.rulings.editions import EDITIONS
from laws.rulings.readers import explore
from laws.rulings.ruling import Ruling

ASIDE = ""
"""In place of a procedure: what is cited only where something incidental happened, in passages that several share."""


def rests_on(ruling: Ruling) -> frozenset[str]:
    """Every provision that a ruling cites, those by whose standard something was judged among them."""
    standards = {
        step.fact.judgement.law for step in ruling.steps if isinstance(step, Asked) and step.fact.judgement is not None
    }
    return frozenset(standards.union(ruling.citations))


@cache
def cited_in(book: str) -> dict[str, frozenset[str]]:
    """By procedure the provisions of a book that it cites, in all editions that are ruled by this book together."""
    found: dict[str, set[str]] = defaultdict(set)
    for edition in EDITIONS.values():
        if edition.book != book:
            continue
        found[ASIDE] |= edition.cited
        for number in edition.procedures:
            found[number] |= frozenset().union(*(rests_on(path) for path in explore(number, edition.slug)))
    return {number: frozenset(cited) for number, cited in found.items()}
