"""`manage.py confirm_procedures`: the digest and the engine cannot drift apart in silence."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from laws import shelf
from laws.management.commands import confirm_procedures

Change = Callable[[str, str, str], None]


def run(*words: str) -> str:
    out = StringIO()
    call_command("confirm_procedures", *words, stdout=out)
    return out.getvalue().strip()


@pytest.fixture
def change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Change:
    """Changes a copy of the shipped digest; what the command records goes beside it."""
    digest, recorded = tmp_path / "laws", tmp_path / "recorded"
    shutil.copytree(shelf.FOLDER, digest)
    shutil.copytree(confirm_procedures.FOLDER, recorded)
    monkeypatch.setattr(shelf, "FOLDER", digest)
    monkeypatch.setattr(confirm_procedures, "FOLDER", recorded)

    def changed(file: str, old: str, new: str) -> None:
        path = digest / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    return changed


def test_the_wordings_on_record_are_those_of_the_shipped_digest() -> None:
    """If this fails, read what it names, then run `manage.py confirm_procedures` (with the provisions you have read)."""
    try:
        run("--check")
    except CommandError as error:
        pytest.fail(f"{error}\nThen run: .venv/bin/python manage.py confirm_procedures")


def test_another_wording_is_told_with_the_procedures_that_rest_on_it_until_it_was_read(change: Change) -> None:
    change("duplicate-2017/law-30.yaml", "pass", "call of pass")
    with pytest.raises(CommandError, match=r"duplicate-2017 30\w*: procedures of (\d+, )*30") as told:
        run()
    assert "manage.py confirm_procedures PROVISION" in str(told.value)
    with pytest.raises(CommandError, match="were written from"):
        run("--check")
    keys = [line.split()[1].rstrip(":") for line in str(told.value).splitlines() if line.startswith("  ")]
    assert len(keys) == 1
    assert run(*keys) == "wrote duplicate-2017.json"


def test_a_text_that_nothing_rests_on_may_change(change: Change) -> None:
    change("duplicate-2017/law-93.yaml", "the", "that very")
    assert run("--check") == ""
