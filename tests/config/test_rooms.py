"""The modules of the house: each is a topic that one reads in one go, and is named for what it holds."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from tests.walking import walks

BASE: Path = settings.BASE_DIR
HOUSE = (
    "accounts",
    "config",
    "exams/assessment",
    "exams/bank",
    "exams/calls",
    "exams/courses",
    "exams/marking",
    "exams/papers",
    "exams/practice",
    "exams/samples",
    "exams/sittings",
)

FEWEST = 40
"""Lines of a module. What holds less belongs beside what it is read with."""

# What Django, celery and the command line look for by its name, or one finds by it in every room: `kept` says what of it is
# kept of people.
EXPECTED = {"__init__", "admin", "apps", "kept", "receivers", "seed", "signals", "tasks", "urls", "wsgi"}

# Small for a reason.
SMALL = {
    "accounts/accreditation/codes.py": "a migration imports it",
    "accounts/signing_in/forms.py": "allauth's own forms load it, and it loads them",
    "config/commandline.py": "imported before Django is",
    "config/secret_key.py": "imported before Django is",
    "exams/sittings/chain.py": "plain Python, with which anybody checks a receipt",
    "exams/sittings/services.py": "the names by which other rooms call what stands in several modules",
}

# Nouns that look like acts, and modules whose act is what they hold: one function and its rules.
ACTS = {"evidencing", "hashing", "presenting", "saving", "serving", "standing"}

# Names that stood for several things, or for an act, and what is said instead.
RETIRED = {
    r"locked_sitting|locked_own|held_own|hold_all|hold_versions": "lock_…: one verb for a row lock",
    r"mark_of": "digest_of: a mark is a score",
    r"(?:mark|object|hold|follow|adjust)_with|told_by|wanted_by|when_texts_change": "a signal of Django",
    r"[Uu]nsaved|[Uu]nsent": "pending, sent, stored or refused",
}

MODULES = sorted(
    path
    for room in HOUSE
    for path in (BASE / room).rglob("*.py")
    if not {"migrations", "management", "templatetags"} & set(path.parts)
)


def named_for_an_act(path: Path) -> bool:
    """Whether one has to guess what it holds: “watching”, “telling”."""
    return path.stem.endswith("ing") and path.stem not in ACTS


def names_of(source: str) -> Iterator[str]:
    """Whatever a module defines or asks for by name."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.Name(id=name) | ast.arg(arg=name):
                yield name
            case ast.Attribute(attr=name) | ast.alias(name=name):
                yield name


def small(path: Path) -> bool:
    """Whether it is a module of its own with too little in it."""
    return (
        path.stem not in EXPECTED
        and not path.stem.endswith("_urls")
        and len(path.read_text().splitlines()) < FEWEST
        and path.relative_to(BASE).as_posix() not in SMALL
    )


@walks("path", MODULES, ids=lambda path: path.relative_to(BASE).as_posix())
def test_a_module_is_a_topic(path: Path) -> None:
    assert not small(path), f"fewer than {FEWEST} lines: put it beside what it is read with"


@walks("path", MODULES, ids=lambda path: path.relative_to(BASE).as_posix())
def test_a_module_is_named_for_what_it_holds(path: Path) -> None:
    assert not named_for_an_act(path), "name it for the thing: a noun of the field"


@walks("path", MODULES, ids=lambda path: path.relative_to(BASE).as_posix())
def test_no_retired_name_comes_back(path: Path) -> None:
    named = set(names_of(path.read_text()))
    for retired, instead in RETIRED.items():
        found = {name for name in named if re.fullmatch(retired, name)}
        assert not found, f"{', '.join(found)}: say {instead}"


def test_what_is_small_for_a_reason_is_there_and_small() -> None:
    for path in SMALL:
        assert len((BASE / path).read_text().splitlines()) < FEWEST, path
