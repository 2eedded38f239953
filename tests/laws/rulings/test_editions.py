"""Editions and the check of citations when a procedure is loaded."""

from __future__ import annotations

import ast
import datetime as dt
import inspect
import re
from pathlib import Path

import pytest

import laws.rulings.procedures as procedures
from laws.rulings.books import KEY
from laws.rulings.calls import CALLS
from laws.rulings.case import Case
from laws.rulings.editions import (
    DUPLICATE_2017,
    EDITIONS,
    RUBBER_2014,
    RUBBER_2014_CLUB,
    Edition,
    UnknownProvision,
)
from laws.rulings.effects.calls import NoFurtherRectification
from laws.rulings.facts import FACTS
from laws.rulings.facts.calls import LHO_ACCEPTS
from laws.rulings.facts.director import FACTS_SETTLED
from laws.rulings.readers import AnswersReader, explore
from tests.laws.rulings.tables import PROCEDURES


def edition() -> Edition:
    """A book of two provisions."""
    return Edition(
        "two-laws", dt.date(2017, 8, 1), frozenset({"27A1", "27B1(a)"}), {"27": "Insufficient bid", "26": "Leads"}
    )


def cites_well(case: Case) -> None:
    """Cites what there is."""
    if case.asks(LHO_ACCEPTS, "27A1"):
        case.rules(NoFurtherRectification(), "27B1(a)")
    else:
        case.rules(NoFurtherRectification(), "26")


def cites_a_stranger(case: Case) -> None:
    """27B9(z) in a docstring alone would do no harm: it is a sentence."""
    case.rules(NoFurtherRectification(), "27B9")


def cites_inside(case: Case) -> None:
    """The wrong key hides in an inner function."""

    def inner() -> None:
        case.rules(NoFurtherRectification(), "27Z")

    inner()


def cites_in_a_loop(case: Case) -> None:
    """The wrong key hides in a constant tuple."""
    for key in ("27A1", "27A9"):
        case.rules(NoFurtherRectification(), key)


def cites_by_default(case: Case, *, provision: str = "27A8") -> None:
    """The wrong key hides in a default value."""
    case.rules(NoFurtherRectification(), provision)


def test_known_provisions_pass_and_register() -> None:
    book = edition()
    assert book.procedure("27", "Insufficient bid")(cites_well) is cites_well
    assert inspect.unwrap(book.procedures["27"].run) is cites_well
    assert book.passage(cites_well) is cites_well


@pytest.mark.parametrize(
    ("function", "key"),
    [
        (cites_a_stranger, "27B9"),
        (cites_inside, "27Z"),
        (cites_in_a_loop, "27A9"),
        (cites_by_default, "27A8"),
    ],
)
def test_an_unknown_provision_is_refused_when_the_procedure_is_loaded(function: object, key: str) -> None:
    book = edition()
    with pytest.raises(UnknownProvision, match=rf"names {re.escape(key)}, not a provision of two-laws"):
        book.procedure("27", "Insufficient bid")(function)  # type: ignore[arg-type]
    assert not book.procedures, "a procedure that cites a stranger does not come into being"
    assert issubclass(UnknownProvision, ImportError)


def test_a_closing_passage_is_asked_under_a_provision_of_the_edition_and_runs_where_it_is_wanted() -> None:
    book = edition()
    with pytest.raises(UnknownProvision, match="facts_settled is asked under 85A1"):
        book.closing(FACTS_SETTLED, "85A1")
    seen = []
    book.procedure("27", "Insufficient bid")(lambda case: None)
    book.closing(FACTS_SETTLED, "27A1")(lambda case, answer: seen.append(answer))
    for told in ({}, {"facts_settled": "weighed"}):
        book.procedures["27"].run(Case(AnswersReader(told)))
    assert seen == ["weighed"]


def test_an_edition_has_its_provisions_and_its_laws_by_number() -> None:
    book = edition()
    assert book.has("27A1")
    assert book.has("26")
    assert not book.has("28")


def test_the_procedures_of_2017_are_registered() -> None:
    assert EDITIONS["duplicate-2017"] is DUPLICATE_2017
    assert len(PROCEDURES) >= 33
    for number, rule in DUPLICATE_2017.procedures.items():
        assert rule.id == number
        assert rule.edition == "duplicate-2017"
        assert DUPLICATE_2017.has(number)


ROOT = Path(procedures.__file__).parent
BOOKS = {
    ROOT: (DUPLICATE_2017,),
    ROOT / "rubber_2014": (RUBBER_2014, RUBBER_2014_CLUB),
}
MODULES = [
    (path, BOOKS[folder])
    for folder in BOOKS
    for path in sorted((*folder.glob("*.py"), *folder.glob("law_*/*.py"), *folder.glob("club/*.py")))
]
ALL = [(slug, number) for slug, book in EDITIONS.items() for number in book.procedures]


def module_name(value: object) -> str | None:
    """The end of a module's path, to name the test by."""
    return "/".join(value.parts[-3:]) if isinstance(value, Path) else None


@pytest.mark.parametrize(("path", "books"), MODULES, ids=module_name)
def test_every_string_that_looks_like_a_provision_is_one(path: Path, books: tuple[Edition, ...]) -> None:
    """Also at module level and in default values, which the check at import does not see."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and KEY.fullmatch(node.value):
            known = node.value in CALLS or any(book.has(node.value) for book in books)  # 2H is a call of a staged table
            assert known, f"{path.name}:{node.lineno} names {node.value}"


@pytest.mark.parametrize(("path", "books"), MODULES, ids=module_name)
def test_every_function_of_a_procedure_is_checked(path: Path, books: tuple[Edition, ...]) -> None:
    """A function that rules on a case without `procedure` or `passage` would cite unchecked."""
    checked = ("DUPLICATE_2017.", "RUBBER_2014.", "RUBBER_2014_CLUB.")
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.FunctionDef) and any(ast.unparse(one) == "case: Case" for one in node.args.args):
            names = {ast.unparse(decorator) for decorator in node.decorator_list}
            assert any(name.startswith(checked) for name in names), f"{path.name}: {node.name}"


def test_the_rubber_code_takes_no_procedure_from_the_duplicate_code() -> None:
    """Their provisions have the same numbers: a passage of the other code would cite what does not say so."""
    for path in (ROOT / "rubber_2014").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and "procedures" in str(node.module):
                assert str(node.module).startswith("laws.rulings.procedures.rubber_2014"), f"{path.name}:{node.lineno}"


@pytest.mark.parametrize(("slug", "procedure"), ALL)
def test_every_path_cites_provisions_of_the_edition(slug: str, procedure: str) -> None:
    for path in explore(procedure, slug):
        assert path.citations
        assert all(EDITIONS[slug].has(key) for key in path.citations)


@pytest.mark.parametrize(
    ("key", "named"),
    [
        ("27B1(a)", True),
        ("30B1(b)(ii)", True),
        ("Club27", True),
        ("Club69B2", True),
        ("Proprieties4A", True),
        ("Appendix1", True),
        ("Proprieties", True),
        ("clubs", False),
        ("Club laws", False),
        ("rho", False),
    ],
)
def test_a_citation_is_known_when_it_is_seen(key: str, named: bool) -> None:
    assert bool(KEY.fullmatch(key)) is named


@pytest.mark.parametrize("key", ["Club99", "Proprieties9", "Appendix7", "27F"])
def test_a_stranger_is_refused_in_every_series(key: str) -> None:
    def cites(case: Case) -> None:
        case.rules(NoFurtherRectification(), key)

    cites.__defaults__ = (key,)
    with pytest.raises(UnknownProvision, match=key):
        RUBBER_2014_CLUB.passage(cites)


def test_the_ordinary_rubber_laws_cannot_cite_a_club_law() -> None:
    def cites(case: Case, law: str = "Club27") -> None:
        case.rules(NoFurtherRectification(), law)

    with pytest.raises(UnknownProvision, match="Club27, not a provision of rubber-2014"):
        RUBBER_2014.passage(cites)
    assert "Club27" not in RUBBER_2014.cited, "what was refused is not cited"
    assert RUBBER_2014_CLUB.passage(cites) is cites


def test_an_amending_edition_inherits_what_it_does_not_replace() -> None:
    base = edition()
    base.procedure("27", "Insufficient bid")(cites_well)
    later = Edition("later", base.since, base.keys, base.laws, base=base, book="two-laws")
    assert inspect.unwrap(later.procedures["27"].run) is cites_well
    assert later.procedures["27"].edition == "later"
    later.procedure("26", "Leads")(cites_a_law)
    base.procedure("26", "Leads")(cites_well)
    assert inspect.unwrap(later.procedures["26"].run) is cites_a_law, "what it has itself stays"
    assert later.book == "two-laws"
    assert base.book == "two-laws"


def cites_a_law(case: Case) -> None:
    """Another way to rule on leads."""
    case.rules(NoFurtherRectification(), "26")


def test_the_club_laws_stand_in_the_book_of_the_rubber_code() -> None:
    assert RUBBER_2014_CLUB.book == RUBBER_2014.slug
    assert set(RUBBER_2014.procedures) <= set(RUBBER_2014_CLUB.procedures)
    assert all(rule.edition == "rubber-2014-club" for rule in RUBBER_2014_CLUB.procedures.values())


def test_a_procedure_says_what_it_is() -> None:
    for book in EDITIONS.values():
        assert all(inspect.getdoc(rule.run) for rule in book.procedures.values())


def test_answers_that_name_provisions_name_real_ones() -> None:
    """A fact whose answer is cited (`set_aside`) is not seen by the check at import."""
    values = {value for fact in FACTS.values() for value in fact.values if isinstance(value, str)}
    named = {value for value in values if KEY.fullmatch(value)}
    assert named
    assert all(any(book.has(value) for book in EDITIONS.values()) for value in named)
