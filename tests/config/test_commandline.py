"""What every command of ours says of a database that nobody has prepared."""

from __future__ import annotations

from pathlib import Path

import psycopg.errors
import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import CommandError, get_commands
from django.db import OperationalError, ProgrammingError, connection, connections, transaction

from config import commandline
from tests.laws.importing.conftest import NOTES

ADVICE = "Prepare it first: manage.py prepare"
# What a command cannot do without; all others are run bare.
NEEDED = {
    "import_law": ["{document}", "--dry-run"],
    "generate": ["--procedure", "27", "--count", "1"],
    "rule": ["{document}"],
    "contrast": ["{document}"],
    "remove_second_factor": ["root@example.org", "--reason", "So."],
    "report_stolen_key": ["qba", "1", "--since", "2026-11-20T00:00+10:00", "--reason", "So."],
    "rotate_signing_key": ["qba", "--reason", "So."],
    "seal_attempts": ["--by", "root@example.org", "--reason", "So."],
    "tells": ["--count", "0"],
    # These two write modules of the code.
    "confirm_procedures": ["--check"],
    "engine_keys": ["--check"],
}
# Those that read files only, or bring the tables themselves.
WITHOUT_TABLES = {"prepare", "rule", "contrast", "engine_keys", "confirm_procedures", "scripts", "tells", "reach"}


def ours() -> list[str]:
    """The names of this project's commands."""
    paths = {app.name: Path(app.path) for app in apps.get_app_configs()}
    return [
        name
        for name, app in sorted(get_commands().items())
        if app in paths and paths[app].is_relative_to(settings.BASE_DIR) and ".venv" not in paths[app].parts
    ]


def test_every_command_says_what_prepares_the_database(
    db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "close_all", lambda: None)
    document = tmp_path / "notes.txt"
    document.write_text(NOTES, encoding="utf-8")
    names = ours()
    assert {"load_laws", "import_law", "seed", "verify_chains", "generate", "prepare"} <= set(names)
    faults = []
    for name in names:
        if name == "prepare":
            continue
        options = [one.format(document=document) for one in NEEDED.get(name, [])]
        told = _run(name, options)
        if name not in WITHOUT_TABLES and ADVICE not in told:
            faults.append(f"{name}: {told}")
    assert faults == []


def _run(name: str, options: list[str]) -> str:
    """What the command says in the end when there are no tables."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL search_path TO nowhere")
        try:
            commandline.main(["manage.py", name, *options])
        except SystemExit as stopped:
            return str(stopped.code)
        except CommandError as refused:
            return str(refused)
        finally:
            transaction.set_rollback(True)
    return "nothing"


def _failing(monkeypatch: pytest.MonkeyPatch, error: Exception, cause: Exception) -> None:
    def fail(argv: list[str]) -> None:
        raise error from cause

    monkeypatch.setattr(commandline, "execute_from_command_line", fail)


def test_a_traceback_is_for_who_asks_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    _failing(monkeypatch, ProgrammingError("no table"), psycopg.errors.UndefinedTable("no table"))
    with pytest.raises(SystemExit, match=r"manage\.py prepare"):
        commandline.main(["manage.py", "seed"])
    with pytest.raises(ProgrammingError):
        commandline.main(["manage.py", "seed", "--traceback"])


def test_a_fault_of_the_code_is_not_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    _failing(monkeypatch, ProgrammingError("syntax"), psycopg.errors.SyntaxError("syntax"))
    with pytest.raises(ProgrammingError, match="syntax"):
        commandline.main(["manage.py", "seed"])


def test_a_database_out_of_reach_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    _failing(monkeypatch, OperationalError("refused\nIs it running?"), psycopg.OperationalError("refused"))
    with pytest.raises(SystemExit, match=r"cannot be reached \(refused\)\. DATABASE_URL"):
        commandline.main(["manage.py", "seed"])
