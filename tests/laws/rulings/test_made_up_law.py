"""A law that is not in the book, in a package of its own: nothing else has to be told of it.

Its files stand in a temporary folder. It deals with calls out of turn that are made standing up, before the laws on such
calls do; it asks one fact of its own and decides by one effect of its own.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from unittest.mock import patch

import pytest
from django.http import QueryDict

from laws.assistant.addresses import read
from laws.assistant.charts import charts, nodes
from laws.assistant.happenings import happenings, uncovered
from laws.assistant.interviews import conduct
from laws.cases.vocabulary import vocabulary
from laws.rulings import procedures, replay
from laws.rulings.coverage import coverage
from laws.rulings.editions import EDITIONS, Edition
from laws.rulings.effects import ACTIONS, RIGHTS
from laws.rulings.facts import ANSWERS, FACTS
from laws.rulings.readers import explore, interview, rule
from laws.rulings.record import BadRecord, parse_record
from laws.rulings.replay import diagnose
from laws.rulings.staging import impossible, stage

ROOT = Path(procedures.__file__).parents[1]
FILES = {
    "__init__.py": '''
        """The edition that the made-up law belongs to."""

        import datetime as dt

        from laws.rulings.editions import EDITIONS, Edition

        MADE_UP = Edition(
            "made-up",
            dt.date(2020, 1, 1),
            frozenset({"5A", "5B"}),
            {"5": "Calls made standing up", "6": "Calls made lying down"},
        )
        EDITIONS[MADE_UP.slug] = MADE_UP
    ''',
    "law_05/__init__.py": "",
    "law_05/facts.py": """
        from laws.rulings.facts.base import Fact, Source

        STANDING_UP = Fact(
            "stood_up",
            "Did {offender} stand up to call?",
            source=Source.FINDING,
            find_out="where the chair of {offender} is now",
        )
    """,
    "law_05/effects.py": '''
        from dataclasses import dataclass
        from typing import ClassVar

        from laws.rulings.effects.base import Effect


        @dataclass(frozen=True, slots=True)
        class SitsDown(Effect):
            """The player sits down again."""

            name: ClassVar[str] = "sits_down"
            who: str

            @property
            def words(self) -> str:
                return f"{{{self.who}}} sits down before anybody calls"
    ''',
    "law_05/procedure.py": '''
        from laws.rulings.declaration import Declaration, Staging, of_kind
        from laws.rulings.record import BadRecord
        from laws.rulings.replay import Kind
        from made_up_laws import MADE_UP
        from made_up_laws.law_05.effects import SitsDown
        from made_up_laws.law_05.facts import STANDING_UP


        def table(facts):
            """East calls at North's turn."""
            return {"dealer": "N", "auction": ["E 1H"], "findings": dict(facts)}


        DECLARED = Declaration(
            matters=(of_kind(55, Kind.OUT_OF_ROTATION),),
            about=(Kind.OUT_OF_ROTATION,),
            staging=Staging(table),
        )


        @MADE_UP.procedure("5", "Calls made standing up", happened="Somebody called without a chair", declared=DECLARED)
        def called_standing(case):
            """5A, 5B: whoever stands sits down."""
            if case.asks(STANDING_UP, "5A"):
                case.rules(SitsDown("offender"), "5B")


        @MADE_UP.record_check(Kind.OUT_OF_ROTATION)
        def check_acceptance(situation):
            """Nobody accepts it."""
            if situation.record.accepted:
                raise BadRecord("record.accepted", "nobody accepts a call made standing up (5A); expected false")
    ''',
}


@pytest.fixture
def made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Edition]:
    """The edition, with the law found in its package; all that it registers is gone afterwards."""
    for name, text in FILES.items():
        path = tmp_path / "made_up_laws" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    everything = (sys.modules, EDITIONS, FACTS, ANSWERS, RIGHTS, ACTIONS, replay.LAWS)
    with patch.dict(everything[0]), patch.dict(everything[1]), patch.dict(everything[2]), patch.dict(everything[3]):  # noqa: SIM117
        with patch.dict(everything[4]), patch.dict(everything[5]), patch.dict(everything[6]):
            procedures.find("made_up_laws")
            yield EDITIONS["made-up"]


def record(**fields: object) -> dict[str, object]:
    """A table at which East calls at North's turn, under the made-up law."""
    return {"dealer": "N", "auction": ["E 1H"], "edition": "made-up", **fields}


def test_the_engine_chooses_it_and_rules(made_up: Edition) -> None:
    given = parse_record(record())
    assert [one.law for one in diagnose(given)] == ["5"]
    waiting = rule(given)
    assert waiting.procedure == "5"
    assert waiting.pending
    assert waiting.words(waiting.pending.fact.question) == "Did East stand up to call?"
    ruling = rule(parse_record(record(findings={"stood_up": True})))
    assert ruling.outcomes == [{"outcome": "sits_down", "who": "E", "provision": "5B"}]
    assert "East sits down before anybody calls" in ruling.say()
    assert "5B" in ruling.citations


def test_its_own_check_refuses_a_record(made_up: Edition) -> None:
    with pytest.raises(BadRecord, match=r"^record.accepted: nobody accepts .*5A"):
        rule(parse_record(record(accepted=True)))
    with pytest.raises(BadRecord, match=r"^record.auction: no irregular call in it; Law 5 needs one"):
        rule(parse_record(record(auction=["N 1H"], procedure="5")))


def test_its_paths_are_explored_staged_and_covered(made_up: Edition) -> None:
    assert [path.path for path in explore("5", "made-up")] == [(("stood_up", False),), (("stood_up", True),)]
    for path in explore("5", "made-up"):
        assert impossible("5", dict(path.path), "made-up") == ""
        assert rule(parse_record(stage("5", dict(path.path), "made-up"))).path == path.path
    (found,) = coverage([], "made-up")
    assert found.words == "2 paths: 0 by cases, 2 by generated tables, 0 impossible, 0 neither"
    assert [fact.id for fact in vocabulary("5", "made-up").asked] == ["stood_up"]


def test_the_assistant_offers_asks_and_draws_it(made_up: Edition) -> None:
    parts = [("Odd calls", ["5", "6"])]
    (group,) = happenings(made_up, parts)
    assert (group.title, [one.words for one in group.happenings]) == ("Odd calls", ["Somebody called without a chair"])
    assert [one.number for _title, laws in uncovered(made_up, parts) for one in laws] == ["6"]
    held = conduct(read(made_up, made_up.procedures["5"], QueryDict("stood_up=yes")))
    assert held.ruling.complete
    assert interview("5", {}, "made-up").pending
    (chart,) = charts("made-up", "5")
    questions = {item.words for node in nodes(chart.root) for item in node.items}
    assert "Did the offender stand up to call?" in questions


# -- nobody else names a law -------------------------------------------------------------------------------------------

IDS = {number for edition in EDITIONS.values() for number in edition.procedures}
OWN = ("procedures/", "editions/", "wordings/", "facts/", "effects/")
"""Where the laws' own files are; a judgement of a fact and a decision cite by number, as procedures do."""


def test_no_law_is_named_outside_its_own_files() -> None:
    """The number of a procedure as a text of its own; "10" in `cards` and `bridge_files` is a card."""
    named = set()
    for folder in (ROOT, ROOT.parent / "assistant"):
        for path in sorted(folder.rglob("*.py")):
            name = path.relative_to(folder).as_posix()
            if folder == ROOT and name.startswith(OWN):
                continue
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in IDS:
                    named.add((name, node.value))
    assert named == {("bridge_files.py", "10"), ("cards.py", "10")}


REVERSED = """
import sys, types
from importlib import import_module
from pathlib import Path

engine = types.ModuleType("laws.rulings")  # without what it finds by itself
engine.__path__ = [{root!r}]
sys.modules["laws.rulings"] = engine
if {backwards}:
    package = types.ModuleType("laws.rulings.procedures")
    package.__path__ = [{root!r} + "/procedures"]
    sys.modules["laws.rulings.procedures"] = package
    files = sorted(Path(package.__path__[0]).rglob("*.py"), reverse=True)
    for path in files:
        parts = path.relative_to({root!r}).with_suffix("").parts
        if path.name != "__init__.py":
            import_module("laws.rulings." + ".".join(parts))
else:
    import_module("laws.rulings.procedures")
from laws.rulings.editions import EDITIONS

for slug, edition in EDITIONS.items():
    print(slug, sorted(edition.procedures))
    print([(number, matter.rank) for number, matter in edition._matters], [number for number, _ in edition._wanted])
    print([check.__name__ for _kinds, check in edition._checks], [fact.id for fact, _, _ in edition._closing])
    print([number for number, rule in sorted(edition.procedures.items()) if rule.declared.matters])
"""


def test_the_order_in_which_laws_are_found_does_not_matter() -> None:
    found = [
        subprocess.run(
            [sys.executable, "-c", REVERSED.format(root=str(ROOT), backwards=backwards)],
            cwd=ROOT.parents[1],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for backwards in (False, True)
    ]
    assert "rubber-2014-club" in found[0]
    assert found[0] == found[1]
