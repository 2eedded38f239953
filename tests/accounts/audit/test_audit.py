"""The audit log notes deeds and only grows."""

from collections.abc import Callable

import pytest
import structlog
from django.core.management import call_command
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import ProtectedError

from accounts.audit.models import AuditEntry
from accounts.audit.services import record
from accounts.models import User


@pytest.fixture
def entry(db: None) -> AuditEntry:
    ada = User.objects.create_user("ada@club.example")
    return record(actor=ada, verb="person.greeted", target=ada, reason="It is polite.", data={"words": 3})


def test_it_says_who_what_when_why_and_in_which_request(db: None) -> None:
    ada = User.objects.create_user("ada@club.example")
    with structlog.contextvars.bound_contextvars(request_id="7f3a"):
        entry = record(actor=ada, verb="person.greeted", target=ada, reason="It is polite.", data={"words": 3})
    entry.refresh_from_db()
    assert (entry.actor, entry.verb, entry.target_type, entry.target_id) == (
        ada,
        "person.greeted",
        "accounts.User",
        str(ada.pk),
    )
    assert (entry.reason, entry.data, entry.request_id) == ("It is polite.", {"words": 3}, "7f3a")


def test_the_system_may_act_without_a_person(entry: AuditEntry) -> None:
    assert record(actor=None, verb="entry.read", target=entry).actor is None


def test_a_target_must_be_saved(db: None) -> None:
    with pytest.raises(ValueError, match="saved"):
        record(actor=None, verb="entry.read", target=AuditEntry())


def run(sql: str) -> None:
    with connection.cursor() as cursor:
        # PostgreSQL truncates no table with foreign keys still to check, and a refusal for that reason would prove nothing.
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(sql)


CHANGES: dict[str, Callable[[AuditEntry], object]] = {
    "save": lambda entry: entry.save(),
    "delete": lambda entry: entry.delete(),
    "queryset update": lambda entry: AuditEntry.objects.update(verb="nothing"),
    "queryset delete": lambda entry: AuditEntry.objects.all().delete(),
    "bulk update": lambda entry: AuditEntry.objects.bulk_update([entry], ["verb"]),
    "upsert": lambda entry: AuditEntry.objects.bulk_create(
        [entry], update_conflicts=True, update_fields=["verb"], unique_fields=["id"]
    ),
    "raw update": lambda entry: run("UPDATE audit_auditentry SET verb = 'nothing'"),
    "raw delete": lambda entry: run("DELETE FROM audit_auditentry"),
    "truncate": lambda entry: run("TRUNCATE audit_auditentry"),
    "truncate of what it points to": lambda entry: run("TRUNCATE accounts_user CASCADE"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_it_refuses_every_change(entry: AuditEntry, change: Callable[[AuditEntry], object]) -> None:
    # What points to people and may never be deleted is as good a guard as the log itself.
    with pytest.raises(DatabaseError, match=r"only grows|Cannot delete"), transaction.atomic():
        change(entry)
    entry.refresh_from_db()
    assert entry.verb == "person.greeted"


def test_a_person_with_deeds_cannot_be_deleted(entry: AuditEntry) -> None:
    assert entry.actor is not None
    with pytest.raises(ProtectedError):
        entry.actor.delete()


@pytest.mark.django_db(transaction=True)
def test_a_transactional_test_can_be_cleaned_up_and_the_guard_stands_afterwards() -> None:
    record(actor=None, verb="person.made", target=User.objects.create_user("ada@club.example"))
    call_command("flush", interactive=False, verbosity=0)
    assert not AuditEntry.objects.exists()
    record(actor=None, verb="person.made", target=User.objects.create_user("bob@club.example"))
    with pytest.raises(IntegrityError, match="only grows"):
        run("TRUNCATE audit_auditentry")
