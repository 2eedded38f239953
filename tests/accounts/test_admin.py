"""Django's admin: for those who run the installation; what only services may write is there to read."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib import admin
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, connection, transaction
from django.db.models import Model
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.accreditation.models import Application, Award, AwardEvent, Evidence, Level
from accounts.accreditation.services import grant
from accounts.admin_bases import AuditedAdmin
from accounts.audit.models import AuditEntry
from accounts.models import Body, Membership, Role, User
from accounts.services import appoint_administrator
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


class TestEveryRecord:
    """Every model the admin shows, those of libraries too: read-only, or every change in the one audit log."""

    def test_is_read_only_or_audited(self, root: User) -> None:
        request = RequestFactory().get("/")
        request.user = root
        reverse("admin:index")  # loads the addresses, which settle what is registered
        loose = [
            model._meta.label
            for model, shown in admin.site._registry.items()
            if not isinstance(shown, AuditedAdmin) and not _cannot_be_touched(shown, request)
        ]
        assert loose == []

    @pytest.mark.parametrize(
        "label", ["mfa.Authenticator", "auth.Group", "sessions.Session", "usersessions.UserSession"]
    )
    def test_or_not_there(self, label: str, root: User) -> None:
        assert label not in {model._meta.label for model in admin.site._registry}
        address = f"/admin/{label.lower().replace('.', '/')}/"
        assert signed_in(root).get(address).status_code == 404


def _cannot_be_touched(shown: admin.ModelAdmin[Model], request: HttpRequest) -> bool:
    inlines = shown.get_inline_instances(request)
    rights = [shown, *inlines]
    if any(one.has_add_permission(request, None) for one in inlines) or shown.has_add_permission(request):
        return False
    if any(one.has_change_permission(request) or one.has_delete_permission(request) for one in rights):
        return False
    return not shown.get_actions(request)


def test_an_alias_confirmed_there_does_not_open_an_examiners_account(root: User, carol: User) -> None:
    """It did: a confirmed address of one's own at somebody's account, then a new password by mail, and no trace."""
    browser = signed_in(root)
    fields = {"user": carol.pk, "email": "root-owns-this@example.org", "verified": "on"}
    assert browser.post("/admin/account/emailaddress/add/", fields).status_code == 403
    alias = EmailAddress.objects.create(user=carol, email="root-owns-this@example.org", verified=False)
    browser.post("/admin/account/emailaddress/", {"action": "make_verified", "_selected_action": [alias.pk]})
    browser.post(f"/admin/account/emailaddress/{alias.pk}/change/", fields)
    alias.refresh_from_db()
    assert not alias.verified


def test_a_password_is_not_changed_there(root: User) -> None:
    answer = signed_in(root).get(reverse("admin:password_change"))
    assert answer["Location"] == reverse("account_change_password")


class TestTheFirstAdministrator:
    @pytest.fixture
    def add(self) -> str:
        return reverse("admin:accounts_membership_add")

    def test_is_appointed_for_a_reason_and_noted(
        self, add: str, root: User, body: Body, carol: User, django_capture_on_commit_callbacks: Any
    ) -> None:
        browser = signed_in(root)
        assert browser.get(add).status_code == 200
        with django_capture_on_commit_callbacks(execute=True):
            browser.post(add, {"person": carol.pk, "body": body.pk, "reason": "Elected in May"})
        given = Membership.objects.get()
        assert (given.person, given.role) == (carol, Role.ADMINISTRATOR)
        entry = AuditEntry.objects.get(verb="administrator.appointed")
        assert (entry.actor, entry.body_id, entry.target_id, entry.reason) == (
            root, body.pk, str(given.pk), "Elected in May",
        )  # fmt: skip
        [letter] = mail.outbox
        assert letter.to == [carol.email]
        assert "Root" in letter.body
        assert signed_in(carol).get(reverse("people:body", args=[body.slug])).status_code == 200

    def test_the_others_are_told(
        self, add: str, root: User, adam: User, carol: User, django_capture_on_commit_callbacks: Any
    ) -> None:
        body = adam.memberships.get().body
        with django_capture_on_commit_callbacks(execute=True):
            signed_in(root).post(add, {"person": carol.pk, "body": body.pk, "reason": "Adam is ill"})
        assert {address for letter in mail.outbox for address in letter.to} == {adam.email, carol.email}

    @pytest.mark.parametrize(("who", "reason"), [("root", "I run this"), ("carol", " ")])
    def test_never_oneself_nor_without_a_reason(
        self, add: str, who: str, reason: str, root: User, body: Body, carol: User, request: pytest.FixtureRequest
    ) -> None:
        person = request.getfixturevalue(who)
        signed_in(root).post(add, {"person": person.pk, "body": body.pk, "reason": reason})
        assert not Membership.objects.exists()

    def test_no_other_role_can_be_given(self, add: str, root: User, body: Body, carol: User) -> None:
        fields = {"person": carol.pk, "body": body.pk, "reason": "Because", "role": "examiner"}
        signed_in(root).post(add, fields)
        assert Membership.objects.get().role == Role.ADMINISTRATOR

    def test_nobody_else_appoints(self, body: Body, adam: User, carol: User) -> None:
        with pytest.raises(PermissionDenied):
            appoint_administrator(actor=adam, body=body, person=carol, reason="Because")


def test_a_name_changed_there_is_in_the_one_audit_log(root: User, carol: User) -> None:
    signed_in(root).post(reverse("admin:accounts_user_change", args=[carol.pk]), {"name": "Carol Cook"})
    entry = AuditEntry.objects.filter(verb__startswith="admin.").latest("pk")
    assert (entry.verb, entry.target_id) == ("admin.changed", str(carol.pk))
    assert "Name" in entry.data["changes"][0]["changed"]["fields"]
    # What it was and what was made of it: else somebody could be another for a while.
    assert entry.data["values"]["name"] == {"before": "Carol Cole", "after": "Carol Cook"}


def test_whether_power_was_given_or_taken_is_in_it(root: User, carol: User) -> None:
    page = reverse("admin:accounts_user_change", args=[carol.pk])
    for fields in ({"is_superuser": "on"}, {}):
        signed_in(root).post(page, {"name": carol.name, "is_active": "on", **fields})
    told = [entry.data["values"] for entry in AuditEntry.objects.filter(verb="admin.changed").order_by("pk")]
    assert told == [
        {"is_superuser": {"before": False, "after": True}},
        {"is_superuser": {"before": True, "after": False}},
    ]


def test_a_role_can_be_read_there_and_neither_ended_nor_rewritten(root: User, carol: User, award: Award) -> None:
    given = award.person.memberships.get()
    address = reverse("admin:accounts_membership_change", args=[given.pk])
    fields = {"person": carol.pk, "role": "administrator", "until_0": "2020-11-30", "until_1": "10:00"}
    assert signed_in(root).get(address).status_code == 200
    assert signed_in(root).post(address, fields).status_code == 403
    after = Membership.objects.get(pk=given.pk)
    assert (after.person, after.role, after.until is None) == (award.person, Role.CANDIDATE, True)


def test_a_level_can_be_read_there_and_neither_changed_nor_deleted(root: User, level: Level) -> None:
    browser = signed_in(root)
    assert browser.get(reverse("admin:accreditation_level_change", args=[level.pk])).status_code == 200
    for deed in ("change", "delete"):
        address = reverse(f"admin:accreditation_level_{deed}", args=[level.pk])
        assert browser.post(address, {"post": "yes", "name": "Mine"}).status_code == 403
    assert Level.objects.get() == level
    assert Level.objects.get().name == "Club Director"


def test_versions_and_evidence_are_read_there_and_never_changed(root: User, award: Award) -> None:
    browser = signed_in(root)
    for name, thing in (
        ("requirementsversion", award.level.versions.get()),
        ("evidence", Evidence.objects.get()),
    ):
        assert browser.get(reverse(f"admin:accreditation_{name}_changelist")).status_code == 200
        address = reverse(f"admin:accreditation_{name}_change", args=[thing.pk])
        assert browser.get(address).status_code == 200
        assert browser.post(address, {"reason": "Because", "note": "Because"}).status_code == 403


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
