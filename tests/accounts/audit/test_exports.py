"""The audit log outside the database: what is changed later shows against the files, even to whoever has the key."""

from __future__ import annotations

import datetime as dt
import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from accounts.audit import exports, seals
from accounts.audit.models import AuditEntry
from accounts.audit.services import record
from accounts.models import User
from accounts.tasks import export_log


@pytest.fixture
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.AUDIT_EXPORT_DIR = tmp_path / "audit"
    return tmp_path / "audit"


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> dt.datetime:
    """An hour from now, as the export sees it."""
    now = timezone.now() + dt.timedelta(hours=1)
    monkeypatch.setattr(timezone, "now", lambda: now)
    return now


def deeds(*words: int) -> list[AuditEntry]:
    ada, _made = User.objects.get_or_create(email="ada@club.example")
    return [record(actor=ada, verb="person.greeted", target=ada, data={"words": n, "digest": "7f3a"}) for n in words]


def forge(sql: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(sql, values)
        cursor.execute("SET LOCAL session_replication_role = DEFAULT")


def compared() -> tuple[str, int]:
    out = io.StringIO()
    try:
        call_command("compare_audit", stdout=out)
    except SystemExit as stopped:
        return out.getvalue(), int(str(stopped.code))
    return out.getvalue(), 0


def test_each_export_goes_on_where_the_last_one_ended(db: None, folder: Path, later: dt.datetime) -> None:
    first = deeds(1, 2)
    export_log()
    export_log()
    second = deeds(3)
    export_log()
    assert [(one.first, one.last) for one in exports.files(folder)] == [
        (1, first[-1].pk),
        (first[-1].pk + 1, second[-1].pk),
    ]
    assert [path.stat().st_mode & 0o777 for path in folder.iterdir()] == [0o440, 0o440], "and nothing else is there"
    assert compared()[1] == 0


def test_what_may_still_be_joined_by_an_earlier_one_waits(db: None, folder: Path) -> None:
    deeds(1)
    assert exports.export(folder) is None
    assert exports.files(folder) == []


def test_what_is_done_to_the_log_afterwards_is_named(db: None, folder: Path, later: dt.datetime) -> None:
    changed, gone, _stays = deeds(1, 2, 3)
    exports.export(folder)
    # As somebody who has the key as well: the seal fits, and the log itself cannot tell.
    changed.data = {**changed.data, "words": 9}
    forge(
        "UPDATE audit_auditentry SET data = %s::jsonb, seal = %s WHERE id = %s",
        json.dumps(changed.data),
        seals.seal(changed.record()),
        changed.pk,
    )
    forge("DELETE FROM audit_auditentry WHERE id = %s", gone.pk)
    assert AuditEntry.objects.get(pk=changed.pk).is_genuine
    said, code = compared()
    assert code == 1
    assert f"entry {changed.pk}: differs from when it was exported (of {changed.target_id}" in said
    assert f"entry {gone.pk}: was removed after the export" in said
    forge("INSERT INTO audit_auditentry SELECT * FROM audit_auditentry WHERE false")
    forge("UPDATE audit_auditentry SET id = %s WHERE id = %s", gone.pk, changed.pk)
    assert "differs from when it was exported" in compared()[0]


def test_an_entry_put_in_between_is_named(db: None, folder: Path, later: dt.datetime) -> None:
    first, second, _third = deeds(1, 2, 3)
    forge("DELETE FROM audit_auditentry WHERE id = %s", second.pk)
    exports.export(folder)
    forge("UPDATE audit_auditentry SET id = %s WHERE id = %s", second.pk, first.pk)
    said, _code = compared()
    assert f"entry {second.pk}: was inserted after the export" in said


def test_a_file_that_was_changed_or_taken_out_is_named(db: None, folder: Path, later: dt.datetime) -> None:
    for number in range(3):
        deeds(number)
        exports.export(folder)
    one, two, three = exports.files(folder)
    two.path.chmod(0o640)
    two.path.write_bytes(two.path.read_bytes().replace(b"7f3a", b"ffff"))
    said, code = compared()
    assert (code, f"{two.path.name}: was changed" in said) == (1, True)
    assert f"{three.path.name}: {two.path.name} was different when this was written" in said
    two.path.unlink()
    assert f"{three.path.name}: does not follow {one.path.name}" in compared()[0]


def test_a_log_that_ends_before_its_exports_is_not_exported_over(db: None, folder: Path, later: dt.datetime) -> None:
    deeds(1, 2)
    exports.export(folder)
    forge("DELETE FROM audit_auditentry")
    with pytest.raises(CommandError, match="ends with entry 0"):
        call_command("export_audit")
    export_log()
    assert "ends with entry 0" in compared()[0]


def test_without_an_export_there_is_nothing_to_compare(db: None, folder: Path) -> None:
    with pytest.raises(CommandError, match="no export"):
        call_command("compare_audit")
