"""The words of the laws are read when a table is told, and not by every command that imports the package."""

from __future__ import annotations

import subprocess
import sys
from functools import cache

import pytest

from exams.scenarios import plots
from exams.scenarios.narration.words import BadWords

_ASKED = """
import sys
from exams import scenarios
from exams.scenarios.narration.words import document
assert not document.cache_info().misses, "a words file was read"
assert not [name for name in sys.modules if name.startswith("exams.scenarios.laws.")], "a stage was imported"
assert "27" in scenarios.PROCEDURES
assert document.cache_info().misses
"""


def test_importing_reads_no_words() -> None:
    asked = subprocess.run([sys.executable, "-c", _ASKED], capture_output=True, text=True, check=False)
    assert asked.returncode == 0, asked.stderr


def test_a_bad_file_is_told_of_by_whatever_serves_before_anybody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise BadWords(["laws/law_27.yaml:1: is not YAML"])

    monkeypatch.setattr(plots, "narratives", broken)
    monkeypatch.setattr(plots, "_shipped", cache(plots._shipped.__wrapped__))
    with pytest.raises(BadWords, match=r"law_27\.yaml:1"):
        plots.read_words()
    with pytest.raises(BadWords, match=r"law_27\.yaml:1"):
        plots.PLOTS["27"]
