"""A registrar's pages of the levels: who may open them, the list, a level, its settings and its versions. Permissions first."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation import rulebook
from accounts.accreditation.level_views import with_standing
from accounts.accreditation.models import Award, Level, RequirementsDraft, RequirementsVersion
from accounts.audit.models import AuditEntry
from accounts.models import Body, User
from accounts.rules import may
from tests.accounts.conftest import signed_in

LEVEL = "accreditation.Level"
DAY = datetime.timedelta(days=1)


@pytest.fixture
def draft(level: Level, rita: User) -> RequirementsDraft:
    return rulebook.begin_draft(level=level, actor=rita)


def version(level: Level, number: int, from_day: datetime.date, *asked: dict[str, Any]) -> RequirementsVersion:
    return RequirementsVersion.objects.create(
        level=level, number=number, written={"all_of": list(asked)}, from_day=from_day, reason=f"Reason {number}"
    )


def pages(level: Level) -> list[str]:
    """Every page of a level that answers GET."""
    names = ("level", "level_settings", "draft", "draft_publish")
    return [
        *(reverse(f"accreditation:{name}", args=[level.pk]) for name in names),
        reverse("accreditation:level_version", args=[level.pk, 1]),
        reverse("accreditation:draft_add", args=[level.pk]) + "?kind=paper",
        reverse("accreditation:draft_change", args=[level.pk]) + "?at=1&kind=paper",
        reverse("accreditation:levels", args=[level.body.slug]),
        reverse("accreditation:level_new", args=[level.body.slug]),
    ]


def deeds(level: Level) -> list[str]:
    """Every address of a level that answers POST alone."""
    return [reverse(f"accreditation:{name}", args=[level.pk]) for name in ("draft_begin", "draft_discard", "draft_act")]


class TestWhoMay:
    @pytest.mark.parametrize("who", ["alice", "erin", "adam", "boris", "carol"])
    def test_only_a_registrar_of_the_body(
        self, who: str, level: Level, draft: RequirementsDraft, request: pytest.FixtureRequest
    ) -> None:
        somebody = request.getfixturevalue(who)
        for thing in (level, level.body, draft, level.versions.get()):
            assert not may(somebody, "accreditation.keep_levels", thing)
        client = signed_in(somebody)
        for address in pages(level):
            assert client.get(address).status_code == 403, address
            assert client.post(address, {"revision": "1", "name": "Mine"}).status_code in (403, 405), address
        for address in deeds(level):
            assert client.post(address, {"revision": "1", "at": "1", "act": "out"}).status_code == 403, address
        level.refresh_from_db()
        assert level.name == "Club Director"
        assert RequirementsDraft.objects.get().revision == 1

    def test_a_registrar(self, level: Level, draft: RequirementsDraft, rita: User, rolf: User) -> None:
        for somebody in (rita, rolf):
            for address in pages(level):
                assert signed_in(somebody).get(address).status_code == 200, address

    def test_a_stranger_is_asked_to_sign_in(self, level: Level, draft: RequirementsDraft) -> None:
        assert not may(AnonymousUser(), "accreditation.keep_levels", level)
        stranger = signed_in(None)
        for response in (*map(stranger.get, pages(level)), *map(stranger.post, deeds(level))):
            assert response["Location"].startswith(reverse("account_login"))

    def test_the_service_asks_too(self, level: Level, boris: User) -> None:
        with pytest.raises(PermissionDenied):
            rulebook.create_level(body=level.body, actor=boris, fields={"code": "x", "name": "X", "validity_months": 1})


class TestList:
    def test_it_tells_what_each_asks_for_who_holds_it_and_the_draft(
        self, level: Level, award: Award, draft: RequirementsDraft, rita: User
    ) -> None:
        congress = Level.objects.create(
            body=level.body, code="congress", name="Congress Director", validity_months=12, order=1
        )
        shown = signed_in(rita).get(reverse("accreditation:levels", args=[level.body.slug]))
        rows = shown.context["rows"]
        assert [(row.level, row.holders, row.draft) for row in rows] == [(level, 1, draft), (congress, 0, None)]
        words = shown.content.decode()
        for one in ("Pass the paper on the auction", "1 person holds it", "A registrar decides.", "Rita Rowe"):
            assert one in words

    def test_a_body_without_levels_says_what_to_do(self, body: Body, rita: User) -> None:
        shown = signed_in(rita).get(reverse("accreditation:levels", args=[body.slug]))
        assert "There are no levels yet." in shown.content.decode()

    def test_its_queries_do_not_grow(
        self, level: Level, rita: User, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        client, address = signed_in(rita), reverse("accreditation:levels", args=[level.body.slug])
        client.get(address)
        with django_assert_num_queries(QUERIES_OF_THE_LIST):
            client.get(address)
        for n in range(3):
            more = Level.objects.create(body=level.body, code=f"l{n}", name=f"Level {n}", validity_months=12)
            version(more, 1, datetime.date(2020, 1, 1), {"fee": {"amount": "$1"}}, {"level": {"code": "club"}})
            rulebook.begin_draft(level=more, actor=rita)
        with django_assert_num_queries(QUERIES_OF_THE_LIST):
            client.get(address)


QUERIES_OF_THE_LIST = 13


class TestMaking:
    FORM: dict[str, Any] = {  # noqa: RUF012
        "code": "state",
        "name": "State Director",
        "order": "2",
        "validity_months": "24",
        "notice_months": "3",
        "return_months": "12",
        "applies_early": "on",
        "revocation_countersigned": "on",
        "appeal_days": "28",
    }

    def test_a_level_is_made(self, body: Body, rita: User) -> None:
        response = signed_in(rita).post(reverse("accreditation:level_new", args=[body.slug]), self.FORM)
        made = Level.objects.get()
        assert response["Location"] == reverse("accreditation:level", args=[made.pk])
        assert (made.code, made.name, made.validity_months, made.order) == ("state", "State Director", 24, 2)
        assert AuditEntry.objects.get(target_type=LEVEL).verb == "level.made"

    def test_a_code_that_is_taken_is_refused_at_its_field_and_nothing_is_lost(self, level: Level, rita: User) -> None:
        response = signed_in(rita).post(
            reverse("accreditation:level_new", args=[level.body.slug]), self.FORM | {"code": "club"}
        )
        assert response.context["form"].errors["code"] == ["Another level of the body has this code. Choose another."]
        assert "State Director" in response.content.decode()

    def test_a_day_that_no_year_has_is_refused_at_its_field(self, body: Body, rita: User) -> None:
        sent = self.FORM | {"end_month": "2", "end_day": "30"}
        response = signed_in(rita).post(reverse("accreditation:level_new", args=[body.slug]), sent)
        assert response.context["form"].errors["end_day"]
        assert not Level.objects.exists()


class TestSettings:
    def sent(self, **changed: str) -> dict[str, str]:
        return {**{name: value for name, value in TestMaking.FORM.items() if name != "code"}, **changed}

    def test_they_are_changed_with_a_reason(self, level: Level, rita: User) -> None:
        address = reverse("accreditation:level_settings", args=[level.pk])
        response = signed_in(rita).post(address, self.sent(validity_months="48", reason="Decided in June"))
        assert response["Location"] == reverse("accreditation:level", args=[level.pk])
        level.refresh_from_db()
        assert (level.validity_months, level.code) == (48, "club")
        entry = AuditEntry.objects.get(target_type=LEVEL)
        assert (entry.verb, entry.reason, entry.actor) == ("level.changed", "Decided in June", rita)

    def test_without_a_reason_nothing_changes_and_nothing_is_lost(self, level: Level, rita: User) -> None:
        address = reverse("accreditation:level_settings", args=[level.pk])
        response = signed_in(rita).post(address, self.sent(name="Another name"))
        assert response.context["form"].errors["reason"]
        words = response.content.decode()
        assert "Settings of Club Director" in words
        assert 'value="Another name"' in words
        level.refresh_from_db()
        assert level.name == "Club Director"


class TestVersions:
    def test_how_each_stands(self, level: Level) -> None:
        today = level.body.today()
        level.versions.model.objects.bulk_create(
            RequirementsVersion(level=level, number=number, from_day=today + days * DAY, written={"all_of": []})
            for number, days in ((2, -9), (3, 30), (4, 20), (5, 40))
        )
        dated = with_standing(list(level.versions.order_by("-number")), today)
        assert [(one.version.number, one.stands) for one in dated] == [
            (5, "coming"),
            (4, "coming"),
            (3, "replaced"),
            (2, "now"),
            (1, "replaced"),
        ]

    def test_a_version_is_read_with_the_differences_from_the_one_before(self, level: Level, rita: User) -> None:
        version(level, 2, datetime.date(2024, 1, 1), {"paper": {"codes": ["club-auction"], "mark": "70"}}, {"fee": {}})
        shown = signed_in(rita).get(reverse("accreditation:level_version", args=[level.pk, 2]))
        words = shown.content.decode()
        for one in ("Reason 2", "in force", "with 70 % or more", "From version 1 to version 2:", "Pay the fee."):
            assert one in words
        assert [one.sign for one in shown.context["changes"]] == ["changed", "added"]

    def test_any_two_can_be_compared_the_older_first(self, level: Level, rita: User) -> None:
        version(level, 2, datetime.date(2024, 1, 1), {"fee": {}})
        version(level, 3, datetime.date(2025, 1, 1), {"age": {"years": 16}})
        address = reverse("accreditation:level_version", args=[level.pk, 2])
        shown = signed_in(rita).get(address + "?other=3")
        assert "From version 2 to version 3:" in shown.content.decode()
        assert signed_in(rita).get(address + "?other=9").status_code == 200

    def test_a_version_that_is_not_there(self, level: Level, rita: User) -> None:
        assert signed_in(rita).get(reverse("accreditation:level_version", args=[level.pk, 9])).status_code == 404

    def test_the_level_lists_them_with_who_made_them_and_why(self, level: Level, rita: User) -> None:
        coming = version(level, 2, level.body.today() + DAY, {"fee": {}})
        shown = signed_in(rita).get(reverse("accreditation:level", args=[level.pk]))
        assert shown.context["coming"] == [coming]
        words = shown.content.decode()
        for one in ("with the installation", "Reason 2", "Version 2 begins on", "not yet", "in force"):
            assert one in words


def test_the_queries_of_a_level_do_not_grow_with_its_versions(level: Level, rita: User, papers: None) -> None:
    client = signed_in(rita)
    addresses = [
        reverse("accreditation:level", args=[level.pk]),
        reverse("accreditation:level_version", args=[level.pk, 1]),
    ]
    counts = []
    for _time in range(2):
        for address in addresses:
            client.get(address)
            with CaptureQueriesContext(connection) as queries:
                client.get(address)
            counts.append(len(queries))
        for n in range(4):
            version(level, level.versions.count() + 1, level.body.today(), {"age": {"years": 16 + n}})
    assert counts[:2] == counts[2:] == [10, 8]


def test_papers_are_named_where_the_exams_tell_of_them(level: Level, rita: User, papers: None) -> None:
    version(level, 2, level.body.today(), {"paper": {"codes": ["club-auction"]}})
    shown = signed_in(rita).get(reverse("accreditation:level", args=[level.pk]))
    assert "Pass the paper “Club, Laws of the auction”." in shown.content.decode()
