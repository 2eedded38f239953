"""The type checker sees a misspelt answer, role, right or action in a procedure of the law."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent
from typing import get_args

import pytest
from mypy import api

from laws.rulings.facts import FACTS
from laws.rulings.roles import NAMED, NO_SEAT, ROUND_THE_PLAYER, Role
from laws.rulings.words import NOBODY, places
from tests.laws.rulings.test_made_up_law import ROOT

CONFIG = """
    [mypy]
    strict = true
    python_version = 3.11
    disallow_untyped_decorators = false
"""
PROCEDURE = """
    from laws.rulings.case import Case
    from laws.rulings.effects import NoRight, Right
    from laws.rulings.effects.rights import TO_CONSULT
    from laws.rulings.effects.calls import MayAccept
    from laws.rulings.facts.calls import LHO_ACCEPTS, WHOSE_TURN


    def procedure(case: Case) -> None:
        case.rules(Right("lho", TO_CONSULT), "10C2")
        case.rules(MayAccept("lho", "irregular"), "27A1")
        if case.asks(WHOSE_TURN, "30") == "rho":
            case.rules(NoRight("partner", TO_CONSULT), "10C2")


    def misspelt(case: Case) -> None:
        if case.asks(WHOSE_TURN, "30") == "roh":  # answer
            return
        if case.asks(LHO_ACCEPTS, "27A1") == "yes":  # no answer of a yes-or-no question
            return
        case.rules(Right("parnter", TO_CONSULT), "10C2")  # role
        case.rules(Right("partner", "acept"), "10C2")  # right
        case.rules(MayAccept("lho", "iregular"), "27A1")  # call
"""
SAID = {
    "answer": r"Non-overlapping equality check .*\[comparison-overlap\]",
    "no answer of a yes-or-no question": r"Non-overlapping equality check .*\[comparison-overlap\]",
    "role": r'Argument 1 to "Right" has incompatible type "Literal\[\'parnter\'\]".*\[arg-type\]',
    "right": r'Argument 2 to "Right" has incompatible type "str"; expected "RightTo".*\[arg-type\]',
    "call": r'Argument 2 to "MayAccept" has incompatible type "Literal\[\'iregular\'\]".*\[arg-type\]',
}


def test_what_is_misspelt_in_a_procedure_is_an_error_of_the_type_checker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One run of the checker; what it knows of the engine is kept beside its own cache."""
    module = tmp_path / "law_05.py"
    module.write_text(dedent(PROCEDURE), encoding="utf-8")
    config = tmp_path / "mypy.ini"
    config.write_text(dedent(CONFIG), encoding="utf-8")
    monkeypatch.chdir(ROOT.parents[1])
    cache = Path(".mypy_cache", "engine")
    found, faults, _status = api.run(
        ["--config-file", str(config), "--cache-dir", str(cache), "--follow-imports", "silent", str(module)]
    )
    assert not faults
    marked = {
        number: line.partition("  # ")[2]
        for number, line in enumerate(module.read_text(encoding="utf-8").splitlines(), start=1)
        if "  # " in line
    }
    said = {int(number): words for number, words in re.findall(r"law_05\.py:(\d+): error: (.*)", found)}
    assert set(said) == set(marked), found
    for number, what in marked.items():
        assert re.search(SAID[what], said[number]), said[number]


def test_the_roles_that_are_typed_are_those_that_somebody_plays() -> None:
    round_the_offender = {"offender", "partner", "lho", "rho", "correct", "side", "others"}
    round_the_offender |= {"declarer", "dummy", "leader", "hand", "hand_lho", "hand_rho", "on_lead"}
    assert set(get_args(Role)) == round_the_offender | set(NAMED) | set(NO_SEAT) | set(ROUND_THE_PLAYER)


def test_an_answer_that_is_usual_or_told_is_one_of_the_fact() -> None:
    for fact in FACTS.values():
        assert set(fact.told) <= set(fact.values), fact.id
        assert fact.default is None or fact.default in fact.values, fact.id
        assert fact.judgement is None or set(fact.judgement.rulings) == set(fact.values), fact.id


def test_a_place_of_a_sentence_has_one_name_where_no_table_is_given() -> None:
    """Laws that need places of their own say what they are called; two laws cannot call one place differently."""
    with pytest.raises(ValueError, match="the place 'penalty' already has words: 'the penalty card'"):
        places({"penalty": "the card on the table"})(lambda situation, translate: {})
    assert NOBODY["penalty"] == "the penalty card"
