"""What the cases tell of: every doubt of every code, and every answer of the judgements of the duplicate laws in force.

A doubt on a rare way and an answer that few tables need are met by no walk over the paths. Each has a case written from the
law, so that whoever changes one meets a director's reading of it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from laws.rulings import facts, procedures
from laws.rulings.case import Asked, Doubted
from laws.rulings.discovery import modules
from laws.rulings.facts import Fact
from laws.rulings.readers import rule
from laws.rulings.ruling import Ruling
from tests.laws.rulings.tables import all_cases

EDITION = "duplicate-2017"


@cache
def _rulings() -> tuple[Ruling, ...]:
    return tuple(rule(part.record) for case in all_cases() for part in case.parts)


def _doubts() -> dict[str, str]:
    """The words of every doubt in the procedures, with where they stand."""
    found = {}
    for path in sorted(Path(procedures.__path__[0]).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "doubts":
                words = node.args[0]
                assert isinstance(words, ast.Constant), f"{path.name}:{node.lineno}: a doubt not written out"
                found[str(words.value)] = f"{path.parent.name}/{path.name}:{node.lineno}"
    return found


def _facts() -> Iterator[Fact]:
    """The facts of the duplicate laws in force: those of 2007 and of rubber bridge have packages of their own."""
    for module in (*modules(facts.__name__), *modules(procedures.__name__)):
        if not {"duplicate_2007", "rubber_2014", "rubber"} & set(module.__name__.split(".")):
            yield from (value for value in vars(module).values() if isinstance(value, Fact))


def test_every_doubt_has_a_case() -> None:
    shown = {step.words for ruling in _rulings() for step in ruling.steps if isinstance(step, Doubted)}
    doubts = _doubts()
    assert len(doubts) > 40
    assert [where for words, where in doubts.items() if words not in shown] == []


def test_every_answer_of_a_judgement_has_a_case() -> None:
    """The usual answer of an incidental fact is that of all the other cases."""
    told: dict[str, set[Any]] = {}
    for ruling in _rulings():
        for step in ruling.steps if ruling.edition == EDITION else ():
            if isinstance(step, Asked):
                told.setdefault(step.fact.id, set()).add(step.value)
    judged = [fact for fact in _facts() if fact.judgement]
    untold = {
        fact.id: [answer for answer in fact.values if answer not in told.get(fact.id, ()) and answer != fact.default]
        for fact in judged
    }
    assert len(judged) > 30
    assert {name: answers for name, answers in untold.items() if answers} == {}
