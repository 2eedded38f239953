"""Editions and the check of citations when a procedure is loaded."""

from __future__ import annotations

import ast
import datetime as dt
import inspect
import re
from pathlib import Path

import pytest

import laws.rulings.procedures as procedures
from laws.rulings.case import Case
from laws.rulings.editions import DUPLICATE_2017, EDITIONS, Edition, UnknownProvision
from laws.rulings.effects.calls import NoFurtherRectification
from laws.rulings.facts import FACTS
from laws.rulings.facts.calls import LHO_ACCEPTS
from laws.rulings.readers import explore
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
    assert book.procedures["27"].run is cites_well
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


def test_an_edition_has_its_provisions_and_its_laws_by_number() -> None:
    book = edition()
    assert book.has("27A1")
    assert book.has("26")
    assert not book.has("28")


def test_the_procedures_of_2017_are_registered() -> None:
    assert EDITIONS["duplicate-2017"] is DUPLICATE_2017
    assert set(PROCEDURES) <= set(DUPLICATE_2017.procedures)
    for number, rule in DUPLICATE_2017.procedures.items():
        assert rule.id == number
        assert rule.edition == "duplicate-2017"
        assert DUPLICATE_2017.has(number)


MODULES = sorted(Path(procedures.__file__).parent.glob("*.py"))
KEY = re.compile(r"\d{1,2}(?:[A-Z]\d?(?:\([a-z]\))?(?:\([ivx]+\))?)?")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_every_string_that_looks_like_a_provision_is_one(path: Path) -> None:
    """Also at module level and in default values, which the check at import does not see."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and KEY.fullmatch(node.value):
            assert DUPLICATE_2017.has(node.value), f"{path.name}:{node.lineno} names {node.value}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_every_function_of_a_procedure_is_checked(path: Path) -> None:
    """A function without `procedure` or `passage` would cite unchecked."""
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.FunctionDef):
            names = {ast.unparse(decorator) for decorator in node.decorator_list}
            assert any("DUPLICATE_2017." in name for name in names), f"{path.name}: {node.name}"


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_every_path_cites_provisions_of_the_edition(procedure: str) -> None:
    for path in explore(procedure):
        assert path.citations
        assert all(DUPLICATE_2017.has(key) for key in path.citations)


def test_a_procedure_says_what_it_is() -> None:
    assert all(inspect.getdoc(rule.run) for rule in DUPLICATE_2017.procedures.values())


def test_answers_that_name_provisions_name_real_ones() -> None:
    """A fact whose answer is cited (`set_aside`) is not seen by the check at import."""
    values = {value for fact in FACTS.values() for value in fact.values if isinstance(value, str)}
    named = {value for value in values if KEY.fullmatch(value)}
    assert named
    assert all(DUPLICATE_2017.has(value) for value in named)
