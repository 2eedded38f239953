"""A law that is not in the book, with its procedure, its words and its stage in temporary folders: it gives questions.

Nothing else has to be told of it. It deals with players who fall asleep.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from unittest.mock import patch

import pytest

from exams.scenarios import generating
from exams.scenarios.generating import PAIR, generate
from exams.scenarios.kinds.catalogue import KINDS
from exams.scenarios.narration import paths
from exams.scenarios.narration.narrative import narratives
from exams.scenarios.narration.words import BadWords, document
from exams.scenarios.plots import Plot, plots_of
from laws.rulings import procedures, replay
from laws.rulings.editions import EDITIONS
from laws.rulings.effects import ACTIONS, RIGHTS
from laws.rulings.facts import ANSWERS, FACTS

PROCEDURE = {
    "__init__.py": '''
        """The edition that has this law and no other."""

        import datetime as dt

        from laws.rulings.editions import EDITIONS, Edition

        MADE_UP = Edition("duplicate-2017", dt.date(2020, 1, 1), frozenset({"99A", "99B", "99C"}), {"99": "Sleep"})
        EDITIONS[MADE_UP.slug] = MADE_UP
    ''',
    "law_99.py": '''
        from dataclasses import dataclass
        from typing import ClassVar

        from laws.rulings.effects.base import Effect
        from laws.rulings.facts.base import Fact, Source
        from sleepy_laws import MADE_UP

        ASLEEP = Fact("asleep", "Was {offender} asleep?", source=Source.FINDING, find_out="whether the eyes were shut")
        SNORED = Fact("snored", "Could the snoring be heard?", source=Source.FINDING, find_out="what the others heard")


        @dataclass(frozen=True, slots=True)
        class Sleep(Effect):
            """What becomes of the sleeper, or of the board."""

            name: ClassVar[str] = "sleep"
            what: str

            @property
            def words(self) -> str:
                return self.what


        @MADE_UP.procedure("99", "Sleep", happened="Somebody fell asleep")
        def fell_asleep(case):
            """99A to 99C: sleepers are woken; if they were heard, the board goes on elsewhere."""
            if not case.asks(ASLEEP, "99A"):
                case.rules(Sleep("the auction goes on"), "99A")
                return
            case.rules(Sleep("{partner} wakes {offender}"), "99B")
            if case.asks(SNORED, "99C"):
                case.rules(Sleep("the board is moved to a quiet room"), "99C")
            else:
                case.rules(Sleep("nobody else is told"), "99B")
    ''',
}
WORDS = """
    procedure: '99'
    topic: sleep
    share: 2
    singly: yes
    hard: {snored: yes}
    places: [chair]
    answers:
      asleep:
        no: {tell: ['{offender} was thinking, with open eyes.'], if: '{offender} had been awake'}
        yes: {tell: ['{offender} was asleep.'], if: '{offender} had been asleep'}
      snored:
        no: {tell: [Nobody heard a thing.], if: nobody had heard it}
        yes: {tell: [The whole room heard it.], if: the room had heard it}
    mistakes:
    - rulings:
      - ruling: '{offender} is given another {chair}.'
        why: a sleeper is woken
        cites: [99B]
      - ruling: '{partner} may play both hands.'
        why: a sleeper is woken
        cites: [99B]
    texts:
      openings: ['{others} call you: {offender} has not moved for a while.']
      chairs: [stool, sofa]
"""
STAGE = """
    from pathlib import Path

    from exams.scenarios.narration.narrative import Setting
    from exams.scenarios.narration.words import texts

    TEXTS = texts("law_99", Path(__file__).parent)


    def stage(table, facts, rng):
        offender = rng.choice(list(table.hands)).value
        chair = rng.choice(TEXTS.lines("chairs"))
        record = {"board": table.board, "offender": offender}
        return Setting(record, TEXTS.lines("openings"), offender, places={"chair": chair}, situation=(chair, table.board))
"""


def write(folder: Path, files: dict[str, str]) -> None:
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(dedent(text), encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of the law's words and stage; all that the law registers is gone afterwards."""
    write(tmp_path / "sleepy_laws", PROCEDURE)
    write(tmp_path / "sleepy_words", {"__init__.py": "", "law_99.yaml": WORDS, "law_99.py": STAGE})
    monkeypatch.syspath_prepend(str(tmp_path))
    with patch.dict(sys.modules), patch.dict(EDITIONS), patch.dict(FACTS), patch.dict(ANSWERS):  # noqa: SIM117
        with patch.dict(RIGHTS), patch.dict(ACTIONS), patch.dict(replay.LAWS):
            procedures.find("sleepy_laws")
            yield tmp_path / "sleepy_words"
    paths.paths.cache_clear()
    document.cache_clear()


@pytest.fixture
def plots(folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Plot]:
    """What is discovered in the folder, for the generator to take in place of the laws of the book."""
    found = plots_of(narratives(folder, "sleepy_words"))
    monkeypatch.setattr(generating, "PLOTS", found)
    return found


def test_its_plot_is_found(plots: dict[str, Plot]) -> None:
    assert plots.keys() == {"99"}
    assert plots["99"].themes == ("99/asleep=no", "99/asleep=yes/snored=no", "99/asleep=yes/snored=yes")
    assert plots["99"].share == 2


def test_it_gives_questions(plots: dict[str, Plot]) -> None:
    awake, silent, snoring = generate("99", count=3, seed=4, kind="best_ruling")
    assert [one["level"] for one in (awake, silent, snoring)] == ["club", "club", "congress"]
    assert snoring["topic"] == "sleep"
    assert snoring["stem"][1].endswith("was asleep. The whole room heard it.")
    texts = {option["id"]: option["text"] for option in snoring["options"]}
    assert texts[snoring["key"]].endswith("The board is moved to a quiet room.")
    assert len(set(texts.values())) == 4
    assert set(snoring["explanation"]["cites"]) == {"99A", "99B", "99C"}


@pytest.mark.parametrize("kind", ["choose_all", "cite_law", "written", PAIR])
def test_it_is_asked_in_the_kinds_that_fit(plots: dict[str, Plot], kind: str) -> None:
    assert kind in {*KINDS, PAIR}
    (made,) = generate("99", count=1, seed=4, kind=kind)
    assert made["receipt"]["path"].startswith("99/")


def test_a_fault_in_its_words_is_told_with_the_line(folder: Path) -> None:
    (folder / "law_99.yaml").write_text(dedent(WORDS).replace("cites: [99B]", "cites: [98B]", 1), encoding="utf-8")
    with pytest.raises(BadWords, match=r"sleepy_words/law_99\.yaml:\d+: 98B is not a provision"):
        narratives(folder, "sleepy_words")
