"""How the processes of a run share the compiling of the tests."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests import compiling

NAMES = list("abcdefg")


@pytest.mark.parametrize("of", [1, 2, 3, 8])
def test_each_process_imports_everything_and_begins_elsewhere(of: int) -> None:
    orders = [list(compiling.from_its_place(NAMES, number, of)) for number in range(of)]
    assert all(sorted(order) == NAMES for order in orders)
    assert len({order[0] for order in orders}) == min(of, len(NAMES))


def test_modules_go_by_the_names_under_which_pytest_collects_them(tmp_path: Path) -> None:
    here = Path(__file__).resolve()
    found = compiling.modules([here.parent])
    assert __name__ in found
    assert all(name.rpartition(".")[2].startswith("test_") for name in found)
    assert compiling.modules([here]) == [__name__]
    assert not compiling.modules([tmp_path / "test_elsewhere.py"]), "what lies elsewhere is no test of ours"


def test_a_process_that_is_alone_begins_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    assert compiling.share() is None
    monkeypatch.setenv("PYTEST_XDIST_WORKER", "gw2")
    monkeypatch.setenv("PYTEST_XDIST_WORKER_COUNT", "3")
    assert compiling.share() == (2, 3)


def test_a_module_that_cannot_be_imported_is_left_to_be_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "test_broken_of_this_test.py").write_text("raise OSError('not so')\n")
    (tmp_path / "test_sound_of_this_test.py").write_text("SOUND = True\n")
    monkeypatch.setattr(compiling, "ROOT", tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTEST_XDIST_WORKER", "gw0")
    monkeypatch.setenv("PYTEST_XDIST_WORKER_COUNT", "1")
    compiling.import_beginning_elsewhere([str(tmp_path), str(tmp_path / "gone"), f"{tmp_path}::test_one"])
    assert sys.modules.pop("test_sound_of_this_test").SOUND
    assert "test_broken_of_this_test" not in sys.modules
