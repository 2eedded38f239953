"""A whole attempt rewritten so that it fits itself: found, because what counts of it is under a seal elsewhere."""

from __future__ import annotations

import datetime as dt
import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.audit import checks, exports, seals
from accounts.audit.models import AuditEntry
from accounts.models import Role, User
from exams.sittings import closure
from exams.sittings.models import Attempt
from exams.sittings.saving import Draft, save
from exams.sittings.verification import Seal, seal_what_is_not, sealed, verify_chain
from tests import factories
from tests.exams.sittings.conftest import Clock, make_attempt
from tests.walking import walks


@pytest.fixture(autouse=True)
def _exports(tmp_path: Path, settings: Any) -> None:
    settings.AUDIT_EXPORT_DIR = tmp_path / "audit"


def fresh() -> Attempt:
    return Attempt.objects.with_sitting().get()


@pytest.fixture
def closed(attempt: Attempt, alice: User, clock: Clock) -> Attempt:
    """Handed in with two answers."""
    for sequence, (question, option) in enumerate([(1, "a"), (2, "b"), (1, "c")], start=1):
        clock.forward(seconds=40)
        save(attempt_id=attempt.pk, person=alice, draft=Draft(question, option, False, sequence))
    closure.submit(attempt_id=attempt.pk, person=alice)
    return fresh()


def forge(sql: str, *values: Any) -> None:
    """Run a statement as somebody who has switched the triggers off."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(sql, values)
        cursor.execute("SET LOCAL session_replication_role = DEFAULT")


def rewrite(attempt: Attempt) -> str:
    """The attack: another last answer, with every hash, the answer and the digest made to fit; the new digest."""
    last = attempt.events.get(sequence=3)
    last.answer = "d"
    forged = last.computed_hash()
    forge("UPDATE sittings_answerevent SET option = 'd', hash = %s WHERE sequence = 3", forged)
    forge("UPDATE sittings_attempt SET digest = %s", forged)
    forge("UPDATE sittings_answer SET option = 'd' WHERE sequence = 3")
    return forged


def rewrite_entry(**changes: Any) -> None:
    """Make the entry of the audit log that noted the closing say something else, under its old seal."""
    data = {**AuditEntry.objects.get(verb="attempt.closed").data, **changes}
    forge("UPDATE audit_auditentry SET data = %s::jsonb WHERE verb = 'attempt.closed'", json.dumps(data))


def forge_before_seals() -> None:
    """As what an installation holds that has run without seals."""
    forge("UPDATE audit_auditentry SET seal = '', data = data - 'closed_at' - 'entry' - 'sitting' - 'person'")


def verified() -> tuple[str, int]:
    out = io.StringIO()
    try:
        call_command("verify_chains", stdout=out)
    except SystemExit as stopped:
        return out.getvalue(), int(str(stopped.code))
    return out.getvalue(), 0


def told_of(client: Client, attempt: Attempt, digest: str) -> str:
    response = client.get(reverse("receipts:verify"), {"attempt": str(attempt.pk), "digest": digest})
    return " ".join(response.content.decode().split())


def test_what_is_closed_is_sealed(closed: Attempt) -> None:
    assert sealed(closed).seal == Seal.HOLDS
    assert sealed(closed).digest == closed.digest
    assert verified()[1] == 0


def test_what_runs_needs_no_seal(attempt: Attempt) -> None:
    assert sealed(attempt).seal == Seal.NONE
    assert verify_chain(attempt).holds


def test_a_chain_rewritten_to_the_end_is_found_and_the_true_receipt_stays_genuine(
    closed: Attempt, client: Client
) -> None:
    forged = rewrite(closed)
    check = verify_chain(fresh())
    assert (check.broken_at, check.holds) == (None, False), "the chain alone cannot tell"
    said, code = verified()
    assert (code, f"attempt {closed.pk}" in said, "closed with another digest" in said) == (1, True, True)
    assert "but what is stored no longer matches it" in told_of(client, closed, closed.digest)
    assert "This is not the digest" in told_of(client, closed, forged)


def test_its_candidate_reads_it_on_the_receipt(closed: Attempt, alice: User) -> None:
    rewrite(closed)
    page = factories.browser(alice).get(reverse("sittings:receipt", args=[closed.pk])).content.decode()
    assert "does not match what was recorded when the paper was closed" in page


def test_with_the_audit_log_rewritten_to_match_it_is_found(closed: Attempt) -> None:
    rewrite_entry(digest=rewrite(closed))
    assert "its entry in the audit log was rewritten" in verified()[0]


def test_without_the_entry_or_its_seal_it_is_found(closed: Attempt) -> None:
    rewrite_entry(digest=rewrite(closed))
    forge("UPDATE audit_auditentry SET seal = '' WHERE verb = 'attempt.closed'")
    assert "its entry in the audit log has lost its seal" in verified()[0]
    forge("DELETE FROM audit_auditentry WHERE verb = 'attempt.closed'")
    assert "its closing is not in the audit log" in verified()[0]


def test_the_seal_of_another_attempt_does_not_fit(closed: Attempt, bob: User) -> None:
    other = make_attempt(closed.sitting, bob)
    closure.submit(attempt_id=other.pk, person=bob)
    entry = AuditEntry.objects.filter(verb="attempt.closed", target_id=str(other.pk)).get()
    forge(
        "UPDATE audit_auditentry SET seal = %s WHERE verb = 'attempt.closed' AND target_id = %s",
        entry.seal,
        str(closed.pk),
    )
    assert sealed(closed).seal == Seal.BROKEN
    assert [fault.what for fault in checks.faults()] == ["was rewritten", "is a copy of another"]


@walks(
    ("sql", "why"),
    [
        ("UPDATE sittings_attempt SET submitted_at = submitted_at - interval '1 minute'", "another closed at"),
        ("UPDATE sittings_attempt SET closed_how = 'deadline'", "another how"),
        ("UPDATE sittings_attempt SET submitted_at = NULL, closed_how = ''", "closed once and open again"),
        (
            "UPDATE sittings_entry SET person_id = (SELECT id FROM accounts_user WHERE name = 'Bob')",
            "closed with another person",
        ),
    ],
    apart=True,
)
def test_whatever_counts_is_compared(closed: Attempt, bob: User, sql: str, why: str) -> None:
    forge(sql)
    said, code = verified()
    assert (code, why in said) == (1, True), said


def test_an_attempt_that_is_gone_is_missed(closed: Attempt) -> None:
    for sql in (
        "DELETE FROM marking_answermark",
        "DELETE FROM marking_result",
        "DELETE FROM sittings_roomevent",
        "DELETE FROM sittings_answerevent",
        "DELETE FROM sittings_answer",
        "DELETE FROM sittings_attempt",
    ):
        forge(sql)
    assert f"attempt {closed.pk}: closed according to the audit log, but no longer stored" in verified()[0]


def test_any_entry_of_the_log_that_is_rewritten_is_found(closed: Attempt) -> None:
    entry = AuditEntry.objects.get(verb="attempt.started")
    forge("UPDATE audit_auditentry SET at = at - interval '1 day' WHERE id = %s", entry.pk)
    assert f"entry {entry.pk} of the audit log: was rewritten" in verified()[0]


def test_a_deed_noted_under_a_former_key_stays_sealed(closed: Attempt, settings: Any) -> None:
    former, settings.CHAIN_KEY = settings.CHAIN_KEY, "another"
    assert sealed(closed).seal == Seal.BROKEN
    settings.CHAIN_KEY_FALLBACKS = ["an older one", former]
    assert sealed(closed).seal == Seal.HOLDS


# --- from the time before the seals ---------------------------------------------------------------------------------------


def test_what_was_closed_before_there_were_seals_is_told_and_not_called_broken(closed: Attempt) -> None:
    forge_before_seals()
    assert sealed(closed).seal == Seal.UNSEALED
    said, code = verified()
    assert (code, "1 were closed before there were seals" in said) == (0, True)
    rewrite(closed)
    assert "closed with another digest" in verified()[0]


def test_the_operator_seals_it_once_on_record(closed: Attempt, erin: User) -> None:
    forge_before_seals()
    out = io.StringIO()
    call_command("seal_attempts", by=erin.email, reason="The first week with seals.", stdout=out)
    assert "1 attempts sealed" in out.getvalue()
    entry = AuditEntry.objects.get(verb="attempt.sealed")
    assert (entry.actor, entry.reason, entry.data["digest"]) == (erin, "The first week with seals.", closed.digest)
    assert sealed(closed).seal == Seal.HOLDS
    assert seal_what_is_not(actor=erin, reason="Again.") == (0, [])
    # From now on nothing may be without.
    forge("DELETE FROM audit_auditentry WHERE verb = 'attempt.sealed'")
    assert sealed(closed).seal == Seal.UNSEALED
    seal_what_is_not(actor=erin, reason="Again.")
    forge("UPDATE audit_auditentry SET target_id = 'x' WHERE verb = 'attempt.sealed'")
    assert "has lost its seal" in verified()[0]


def test_seals_that_were_all_taken_away_are_not_given_anew(
    closed: Attempt, erin: User, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without any seal the log looks as from before there were seals, and what was forged looks as if it only wanted one."""
    later = timezone.now() + dt.timedelta(hours=1)
    with monkeypatch.context() as patched:
        patched.setattr(timezone, "now", lambda: later)
        assert exports.export(settings.AUDIT_EXPORT_DIR) is not None
    rewrite_entry(digest=rewrite(closed))
    forge("UPDATE audit_auditentry SET seal = ''")
    said, code = verified()
    assert (code, "or have lost theirs: see manage.py compare_audit" in said) == (0, True), "the database cannot tell"
    out = io.StringIO()
    with pytest.raises(CommandError, match="differs from the copy exported"):
        call_command("seal_attempts", by=erin.email, reason="As the check told us to.", stdout=out)
    assert f"differs from when it was exported (of {closed.pk}" in out.getvalue()
    assert sealed(fresh()).seal == Seal.UNSEALED
    assert not AuditEntry.objects.filter(verb="attempt.sealed").exists()


def test_what_is_broken_already_is_not_sealed(closed: Attempt, erin: User) -> None:
    forge_before_seals()
    rewrite(closed)
    done, broken = seal_what_is_not(actor=erin, reason="The first week with seals.")
    assert (done, [attempt.pk for attempt in broken]) == (0, [closed.pk])


# --- the seal itself ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        {"n": 2.0, "many": 1e22, "few": 1e-7, "half": 0.1, "big": 10**30, "none": None, "yes": True},
        {"b": {"z": 1, "a": [1.0, "♠", {"é": "\n"}]}, "a": ""},
        {"who": Role.EXAMINER, 3: "a number for a name"},
    ],
)
def test_an_entry_fits_its_seal_after_the_database_has_had_it(erin: User, data: dict[Any, Any]) -> None:
    from accounts.audit.services import record

    entry = record(actor=erin, verb="test.noted", target=erin, data=data, reason="As typed: “a”\t♥")
    again = AuditEntry.objects.get(pk=entry.pk)
    assert again.is_genuine
    assert seals.fingerprint(again.record()) == seals.fingerprint(entry.record())


def test_nobody_has_the_triggers_ignored(closed: Attempt) -> None:
    """Any session may set what pgtrigger's triggers believe; ours do not."""
    from django.db import DatabaseError, transaction

    with connection.cursor() as cursor:
        cursor.execute("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal")
        names = [name for (name,) in cursor.fetchall()]
        cursor.execute("SELECT set_config('pgtrigger.ignore', %s, true)", ["{" + ",".join(names) + "}"])
        for sql in ("DELETE FROM audit_auditentry", "UPDATE sittings_attempt SET closed_how = 'deadline'"):
            with pytest.raises(DatabaseError, match=r"only grows|Cannot"), transaction.atomic():
                cursor.execute(sql)
