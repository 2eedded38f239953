"""Django's admin: for those who run the installation; what only services may write is there to read."""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.db import DatabaseError, connection, transaction
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.accreditation.models import Application, Award, AwardEvent, Level
from accounts.accreditation.services import grant
from accounts.audit.models import AuditEntry
from accounts.models import Body, Membership, Role, User
from tests.accounts.conftest import passed, person, signed_in
from tests.walking import walks

READ_ONLY = [AuditEntry, Application, Award, AwardEvent]


@pytest.fixture
def root(db: None) -> User:
    return User.objects.create_superuser("root@example.org", name="Root")


@pytest.mark.parametrize("who", ["alice", "rita", "adam", "carol"])
def test_roles_of_a_body_do_not_open_it(who: str, request: pytest.FixtureRequest) -> None:
    response = signed_in(request.getfixturevalue(who)).get(reverse("admin:index"))
    assert response.status_code in {302, 403}


def test_a_stranger_signs_in_by_the_common_door(client: Client, db: None) -> None:
    response = client.get(reverse("admin:login"))
    assert response["Location"].startswith(reverse("account_login"))


def test_every_list_opens(root: User, award: Award) -> None:
    browser = signed_in(root)
    browser.get(reverse("admin:index"))  # loads the addresses, which settle what is registered
    for model in admin.site._registry:
        address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        assert browser.get(address).status_code == 200, address


@walks("model", READ_ONLY, apart=True)
def test_records_of_services_can_be_read_and_not_touched(model: type, root: User, award: Award) -> None:
    request = RequestFactory().get("/")
    request.user = root
    site = admin.site._registry[model]
    assert site.has_view_permission(request)
    assert not any(
        may(request) for may in (site.has_add_permission, site.has_change_permission, site.has_delete_permission)
    )
    meta, record = model._meta, model.objects.first()  # type: ignore[attr-defined]
    change = reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[record.pk])
    browser = signed_in(root)
    assert browser.get(change).status_code == 200
    assert browser.post(change, {"reason": "nicer"}).status_code == 403


@pytest.mark.parametrize("model", [User, Membership])
def test_people_and_roles_are_not_deleted(model: type, root: User) -> None:
    request = RequestFactory().get("/")
    request.user = root
    assert not admin.site._registry[model].has_delete_permission(request)


def test_what_is_settled_there_is_in_the_one_audit_log(root: User, body: Body, carol: User) -> None:
    fields = {"person": carol.pk, "body": body.pk, "role": "administrator", "club": "", "until_0": "", "until_1": ""}
    since = {"since_0": "2020-11-01", "since_1": "10:00"}
    signed_in(root).post(reverse("admin:accounts_membership_add"), fields | since)
    given = Membership.objects.get()
    entry = AuditEntry.objects.get()
    assert (entry.verb, entry.actor, entry.body_id, entry.target_id) == ("admin.added", root, body.pk, str(given.pk))

    signed_in(root).post(reverse("admin:accounts_user_change", args=[carol.pk]), {"name": "Carol Cook"})
    entry = AuditEntry.objects.latest("pk")
    assert (entry.verb, entry.target_id) == ("admin.changed", str(carol.pk))
    assert "Name" in entry.data["changes"][0]["changed"]["fields"]


def test_whose_role_it_was_cannot_be_rewritten_there(root: User, carol: User, award: Award) -> None:
    given = award.person.memberships.get()
    fields = {"person": carol.pk, "role": "administrator", "until_0": "2099-11-30", "until_1": "10:00"}
    signed_in(root).post(reverse("admin:accounts_membership_change", args=[given.pk]), fields)
    after = Membership.objects.get(pk=given.pk)
    assert (after.person, after.role, after.until is None) == (award.person, Role.CANDIDATE, False)


def test_a_level_deleted_there_is_logged(root: User, level: Level) -> None:
    signed_in(root).post(reverse("admin:accreditation_level_delete", args=[level.pk]), {"post": "yes"})
    assert not Level.objects.exists()
    assert AuditEntry.objects.get().verb == "admin.deleted"


# --- what the database refuses, whoever asks ------------------------------------------------------------------------------


@walks(
    "sql",
    [
        "DELETE FROM accounts_membership",
        "DELETE FROM accreditation_application",
        "DELETE FROM accreditation_award",
        "UPDATE accreditation_award SET name = 'Somebody Else'",
        "UPDATE accreditation_award SET verification_code = '00000-00000-00000-00000'",
        "UPDATE accreditation_application SET evidence = jsonb_set(evidence, '{percent}', '100')",
    ],
    apart=True,
)
def test_the_database_keeps_what_was_granted_and_on_what(award: Award, sql: str) -> None:
    with pytest.raises(DatabaseError, match="Cannot"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(sql)


def test_the_queries_of_the_list_of_awards_do_not_grow(root: User, award: Award, rita: User) -> None:
    browser = signed_in(root)
    counts = []
    for number in range(2):
        with CaptureQueriesContext(connection) as queries:
            browser.get(reverse("admin:accreditation_award_changelist"))
        counts.append(len(queries))
        somebody = person(f"Person {number}", award.body, Role.CANDIDATE)
        grant(application=passed(somebody, award.level), actor=rita)
    assert counts[0] == counts[1]
