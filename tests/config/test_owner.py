"""The site as a role that owns nothing: it does its work, and can neither switch a trigger off nor empty a table."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, connection, transaction
from django.urls import reverse
from psycopg import sql

from accounts.audit.models import AuditEntry
from accounts.models import Role
from config.owner import connected, grant
from exams.marking.models import Result
from exams.sittings import closure, services
from exams.sittings.models import Attempt
from exams.sittings.saving import Draft, save
from exams.sittings.verification import Seal, sealed
from tests import factories
from tests.exams.sittings.conftest import make_sitting

pytestmark = pytest.mark.django_db(transaction=True)


def as_superuser(statement: str, *names: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


@pytest.fixture
def site() -> Iterator[dict[str, Any]]:
    """The address of a role as `prepare` makes it, in this test's database."""
    role, password = f"site_of_{connection.settings_dict['NAME']}", secrets.token_hex(8)
    grant(role, password)
    yield {"USER": role, "PASSWORD": password}
    as_superuser("DROP OWNED BY {}", role)
    as_superuser("DROP ROLE {}", role)


# What would let the past be rewritten. Each is refused for want of a right, not because a trigger says no.
ATTACKS = [
    "ALTER TABLE sittings_answerevent DISABLE TRIGGER ALL",
    "ALTER TABLE audit_auditentry DISABLE TRIGGER USER",
    "SET session_replication_role = replica",
    "TRUNCATE sittings_presence",
    "TRUNCATE audit_auditentry CASCADE",
    "DELETE FROM audit_auditentry",
    "UPDATE audit_auditentry SET data = '{}'",
    "UPDATE sittings_answerevent SET option = 'd'",
    "DELETE FROM sittings_answerevent",
    "UPDATE marking_result SET passed = true",
    "DELETE FROM marking_appeal",
    "DELETE FROM sittings_attempt",
    "DROP TABLE sittings_presence",
    "CREATE TABLE public.copied AS SELECT * FROM accounts_user",
    "DELETE FROM django_migrations",
    "INSERT INTO django_migrations (app, name, applied) VALUES ('audit', '0099', now())",
    "CREATE OR REPLACE FUNCTION public._pgtrigger_should_ignore(trigger_name name) RETURNS boolean "
    "LANGUAGE sql AS 'SELECT true'",
    "ALTER ROLE CURRENT_USER SUPERUSER",
    "CREATE ROLE another SUPERUSER",
]


def test_a_candidate_is_examined_and_marked_by_a_role_that_can_rewrite_nothing(site: dict[str, Any]) -> None:
    from django.utils import timezone

    alice, erin = factories.person("Alice", Role.CANDIDATE), factories.person("Erin", Role.EXAMINER)
    sitting = make_sitting(opens_at=timezone.now())
    with connected(site):
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_user, rolsuper FROM pg_roles WHERE rolname = current_user")
            assert cursor.fetchone() == (site["USER"], False)
        services.enter(sitting=sitting, person=alice)
        attempt = services.start(sitting=sitting, person=alice)
        for number, option in enumerate("abc", start=1):
            save(attempt_id=attempt.pk, person=alice, draft=Draft(number, option, False, number))
        closure.submit(attempt_id=attempt.pk, person=alice)
        attempt = Attempt.objects.with_sitting().get()
        assert sealed(attempt).seal == Seal.HOLDS
        assert Result.objects.get().attempt == attempt
        for who, page in ((alice, "sittings:receipt"), (alice, "marking:of_attempt")):
            response = factories.browser(who).get(reverse(page, args=[attempt.pk]), follow=True)
            assert response.status_code == 200, page
        assert factories.browser(erin).get(reverse("sittings:room", args=[sitting.pk])).status_code == 200
        services.void_attempt(attempt=attempt, actor=erin, reason="A telephone.")

        refused = {}
        for attack in ATTACKS:
            try:
                with transaction.atomic(), connection.cursor() as cursor:
                    cursor.execute(attack)
            except DatabaseError as error:
                refused[attack] = str(error)
        assert [attack for attack in ATTACKS if attack not in refused] == []
        told = ("permission denied", "must be owner", "must be able to")
        assert [f"{attack}: {why}" for attack, why in refused.items() if not any(one in why for one in told)] == []
        # The key of a row may be named, since locking a row asks for that; the trigger refuses the change.
        with pytest.raises(DatabaseError, match="only grows"), connection.cursor() as cursor:
            cursor.execute("UPDATE audit_auditentry SET id = id")
    assert AuditEntry.objects.filter(verb="attempt.closed").count() == 1


def test_every_table_can_be_read_and_added_to(site: dict[str, Any]) -> None:
    with connected(site), connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' "
            "AND NOT (has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT'))"
        )
        assert cursor.fetchall() == [("django_migrations",)]


def test_granting_again_changes_nothing(site: dict[str, Any]) -> None:
    def rights() -> list[tuple[str, str]]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT relname, relacl::text FROM pg_class WHERE relacl IS NOT NULL ORDER BY 1")
            return list(cursor.fetchall())

    before = rights()
    grant(site["USER"])
    assert rights() == before


def test_a_role_with_the_owners_powers_is_refused() -> None:
    role = f"mighty_of_{connection.settings_dict['NAME']}"
    as_superuser("CREATE ROLE {} SUPERUSER", role)
    try:
        with pytest.raises(CommandError, match="has powers"):
            grant(role)
    finally:
        as_superuser("DROP ROLE {}", role)
    with pytest.raises(CommandError, match="same role"):
        grant("postgres" if connection.settings_dict["USER"] == "postgres" else connection.settings_dict["USER"])


def test_prepare_makes_the_role_and_grants_as_the_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    """The site's address names the new role; `prepare` alone connects as the other."""
    role = f"made_of_{connection.settings_dict['NAME']}"
    monkeypatch.setattr(settings, "OWNER_DATABASE", dict(connection.settings_dict))
    address = {**connection.settings_dict, "USER": role, "PASSWORD": "only-for-this-test"}
    monkeypatch.setitem(settings.DATABASES, "default", address)
    # Migrations and seeds are another matter, and take long.
    monkeypatch.setattr("config.management.commands.prepare.call_command", lambda *told, **more: None)
    try:
        with connected(address):
            call_command("prepare", verbosity=0)
            with connection.cursor() as cursor:
                cursor.execute("SELECT current_user, has_table_privilege('audit_auditentry', 'UPDATE')")
                assert cursor.fetchone() == (role, False)
    finally:
        as_superuser("DROP OWNED BY {}", role)
        as_superuser("DROP ROLE {}", role)
