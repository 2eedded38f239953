"""Who may take a register in, undo it, change the address of an entry, and let the register out: nobody but its registrars."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from accounts.accreditation.intake import services
from accounts.accreditation.models import Award, Intake, Level, RegisterEntry
from accounts.models import Body, Membership, Role, User
from tests.accounts.accreditation.intake.conftest import csv, line_of, ready
from tests.accounts.conftest import person, signed_in

BRIAN = "Brian Lowe,brian@example.org,1234,,Club Director,1/1/2026,31/12/2027"
OTHERS = ["alice", "erin", "adam", "boris", "carol"]


@pytest.mark.parametrize("who", OTHERS)
class TestOnlyARegistrarOfTheBody:
    def test_does_anything(
        self, who: str, body: Body, rita: User, level: Level, request: pytest.FixtureRequest
    ) -> None:
        actor = request.getfixturevalue(who)
        made = ready(body, rita, BRIAN)
        deeds: list[Callable[[], Any]] = [
            lambda: services.upload(body=body, actor=actor, name="r.csv", data=csv(BRIAN)),
            lambda: services.match(intake=made, actor=actor, columns=made.columns),
            lambda: services.settle(intake=made, actor=actor, day_first=True),
            lambda: services.correct(line=line_of(made), actor=actor, corrected={}, left_out=True),
            lambda: services.preview(intake=made, actor=actor),
            lambda: services.apply(intake=made, actor=actor),
            lambda: services.discard(intake=made, actor=actor),
        ]
        for deed in deeds:
            with pytest.raises(PermissionDenied):
                deed()
        services.apply(intake=made, actor=rita)
        with pytest.raises(PermissionDenied):
            services.undo(intake=made, actor=actor, reason="Wrong file")
        entry = RegisterEntry.objects.get()
        with pytest.raises(PermissionDenied):
            services.change_address(entry=entry, actor=actor, email="other@example.org")
        assert Award.objects.get().status == "granted"

    def test_sees_a_page(self, who: str, body: Body, rita: User, level: Level, request: pytest.FixtureRequest) -> None:
        browser = signed_in(request.getfixturevalue(who))
        made = ready(body, rita, BRIAN)
        for name in ("intake_upload", "register_csv", "register_json", "register_list"):
            assert browser.get(reverse(f"accreditation:{name}", args=[body.slug])).status_code == 403, name
        for name in ("intake", "intake_columns", "intake_passed_over"):
            assert browser.get(reverse(f"accreditation:{name}", args=[made.pk])).status_code == 404, name
        assert browser.get(reverse("accreditation:intake_line", args=[made.pk, 2])).status_code == 404
        for name in ("settle", "preview", "apply", "undo", "discard"):
            assert browser.post(reverse(f"accreditation:intake_{name}", args=[made.pk])).status_code == 404, name
        services.apply(intake=made, actor=rita)
        entry = RegisterEntry.objects.get()
        assert browser.post(reverse("accreditation:entry", args=[entry.pk]), {"email": "a@b.org"}).status_code == 404


def test_nobody_imports_an_award_of_their_own(body: Body, rita: User, level: Level) -> None:
    made = ready(body, rita, f"Rita Rowe,{rita.email},,,Club Director,1/1/2026,31/12/2027")
    line = line_of(made)
    assert line.outcome == "wrong"
    assert "another registrar" in line.says[0]


class TestTheAddressOfAnEntry:
    @pytest.fixture
    def entry(self, imported: Callable[..., Intake]) -> RegisterEntry:
        imported(BRIAN)
        return RegisterEntry.objects.select_related("person").get()

    def test_a_registrar_changes_it_until_it_is_claimed(self, entry: RegisterEntry, rita: User) -> None:
        services.change_address(entry=entry, actor=rita, email="Lowe@Example.org")
        assert User.objects.get(pk=entry.person_id).email == "lowe@example.org"

    @pytest.mark.parametrize("claim", ["password", "login", "other body", "closed"])
    def test_never_of_somebody_who_has_been_here(
        self, claim: str, entry: RegisterEntry, rita: User, other_body: Body
    ) -> None:
        somebody = entry.person
        if claim == "password":
            somebody.set_password("a table of thirteen")
        elif claim == "login":
            somebody.last_login = somebody.date_joined
        elif claim == "other body":
            Membership.objects.create(person=somebody, body=other_body, role=Role.CANDIDATE)
        else:
            somebody.is_active = False
        somebody.save()
        with pytest.raises(PermissionDenied):
            services.change_address(entry=entry, actor=rita, email="lowe@example.org")

    def test_never_of_somebody_whom_no_import_made(self, body: Body, rita: User) -> None:
        somebody = person("Carol Club", body, Role.CANDIDATE)
        with pytest.raises(PermissionDenied):
            services.change_address(
                entry=RegisterEntry.objects.create(body=body, person=somebody, number="7"),
                actor=rita,
                email="lowe@example.org",
            )

    def test_never_to_the_address_of_somebody_else(self, entry: RegisterEntry, rita: User, alice: User) -> None:
        page = signed_in(rita).post(reverse("accreditation:entry", args=[entry.pk]), {"email": alice.email})
        assert "cannot be used" in page.content.decode()
