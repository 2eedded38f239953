"""Clubs and regions of a body, kept by its registrars: made, renamed, moved, merged. Permissions first."""

from __future__ import annotations

import uuid
from decimal import Decimal
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation import evidencing, services, standing
from accounts.accreditation.desk import clubs
from accounts.accreditation.models import Award, Evidence, Intake
from accounts.accreditation.requirements import Sessions, judge
from accounts.audit.models import AuditEntry
from accounts.models import Body, Club, Membership, Region, Role, User
from tests.accounts.conftest import passed, person, signed_in

TOLD = {"name": "Range View Bridge Club", "region": None, "place": "", "latitude": None, "longitude": None}


def at(name: str, *args: object) -> str:
    return reverse(f"accreditation:{name}", args=args)


def words(page: Any) -> str:
    return " ".join(page.content.decode().split())


def logged(who: User, body: Body, club: str, **more: Any) -> Evidence:
    """A session at a club, as somebody logged it today."""
    details = {"role": "directed", "event": "club", "club": club, **more}
    return evidencing.log_session(
        body=body, person=who, day=body.today(), details=details, reference=f"sessions:{uuid.uuid4()}"
    )


@pytest.fixture
def other(body: Body) -> Club:
    return Club.objects.create(body=body, name="Range View Bridge Club")


@pytest.fixture
def north(body: Body) -> Region:
    return Region.objects.create(body=body, name="North", order=1)


@pytest.mark.parametrize(
    ("who", "status"), [("alice", 403), ("erin", 403), ("adam", 403), ("boris", 403), ("carol", 403), ("rita", 200)]
)
def test_only_the_registrars_of_the_body_see_its_clubs(
    who: str, status: int, body: Body, club: Club, north: Region, request: pytest.FixtureRequest
) -> None:
    browser = signed_in(request.getfixturevalue(who))
    for name in ("clubs", "club_new", "regions"):
        assert browser.get(at(name, body.slug)).status_code == status
    for name, pk in (("club", club.pk), ("merge_club", club.pk), ("region", north.pk)):
        assert browser.get(at(name, pk)).status_code == (200 if status == 200 else 404)


@pytest.mark.parametrize("who", ["alice", "erin", "adam", "boris", "carol"])
def test_only_they_change_them(
    who: str, body: Body, club: Club, other: Club, north: Region, request: pytest.FixtureRequest
) -> None:
    browser = signed_in(request.getfixturevalue(who))
    fields = {
        "name": "New",
        "reason": "So",
        "order": "3",
        "into": other.pk,
        "seen": clubs.would_merge(club, other).seen,
    }
    for name, arg in (
        ("club_new", body.slug),
        ("regions", body.slug),
        ("club", club.pk),
        ("merge_club", club.pk),
        ("region", north.pk),
        ("remove_region", north.pk),
    ):
        assert browser.post(at(name, arg), fields).status_code in (403, 404)
    assert set(Club.objects.values_list("name", flat=True)) == {club.name, other.name}
    assert Region.objects.get().name == "North"


def test_strangers_are_asked_to_sign_in(body: Body, club: Club) -> None:
    for page in (at("clubs", body.slug), at("club", club.pk)):
        assert Client().get(page)["Location"].startswith(reverse("account_login"))


class TestClubs:
    def test_the_list_tells_region_place_and_directors(
        self, body: Body, club: Club, north: Region, award: Award, rita: User
    ) -> None:
        person("Bob Bates", body, Role.CANDIDATE, club=club)
        Club.objects.filter(pk=club.pk).update(
            region=north, place="Bowen", latitude=Decimal("-20.01"), longitude=Decimal("148.24")
        )
        Club.objects.create(body=body, name="Empty Club")
        browser = signed_in(rita)
        page = browser.get(at("clubs", body.slug))
        assert [(one.name, one.people, one.directors) for one in page.context["page"]] == [
            ("Empty Club", 0, 0),
            (club.name, 2, 1),
        ]
        assert all(word in words(page) for word in ("North", "Bowen", "-20.01000, 148.24000", "not known"))
        for query, n in (("directors=none", 1), (f"region={north.pk}", 1), ("q=bow", 1), ("q=xyz", 0)):
            assert browser.get(at("clubs", body.slug) + f"?{query}").context["page"].paginator.count == n

    def test_one_is_made_once(self, body: Body, north: Region, rita: User) -> None:
        told = {"name": " Bowen  Bridge Club", "region": north.pk, "place": "Bowen", "latitude": "", "longitude": ""}
        for _press in range(2):
            assert signed_in(rita).post(at("club_new", body.slug), told).status_code == 302
        made = Club.objects.get()
        assert (made.name, made.region, made.body) == ("Bowen Bridge Club", north, body)
        assert AuditEntry.objects.get(verb="club.made").actor == rita

    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"name": "jacaranda bridge club"}, "name"),
            ({"latitude": "-20"}, "longitude"),
            ({"latitude": "-95", "longitude": "140"}, "latitude"),
            ({"name": ""}, "name"),
        ],
    )
    def test_what_is_wrong_is_said_at_its_field(
        self, change: dict[str, str], field: str, body: Body, club: Club, rita: User
    ) -> None:
        answer = signed_in(rita).post(at("club_new", body.slug), {"name": "Bowen", "place": "Bowen", **change})
        assert list(answer.context["form"].errors) == [field]
        assert "Bowen" in words(answer)
        assert Club.objects.count() == 1

    def test_a_region_of_another_body_cannot_be_chosen(self, body: Body, other_body: Body, rita: User) -> None:
        foreign = Region.objects.create(body=other_body, name="South")
        answer = signed_in(rita).post(at("club_new", body.slug), {"name": "Bowen", "region": foreign.pk})
        assert list(answer.context["form"].errors) == ["region"]

    def test_it_is_renamed_and_keeps_its_sessions(self, body: Body, club: Club, alice: User, rita: User) -> None:
        logged(alice, body, club.name)
        told = {"name": "Jacaranda Bridge", "place": "Toowong", "reason": "They have a new constitution"}
        for _press in range(2):
            assert signed_in(rita).post(at("club", club.pk), told).status_code == 302
        club.refresh_from_db()
        assert (club.name, club.former_names) == ("Jacaranda Bridge", ["Jacaranda Bridge Club"])
        entry = AuditEntry.objects.get(verb="club.changed")
        assert (entry.reason, entry.data["before"]["name"]) == ("They have a new constitution", "Jacaranda Bridge Club")
        again = logged(alice, body, "Jacaranda Bridge Club", title="Tuesday pairs")
        assert again.club == club
        found = standing.record_of(alice, body)
        assert {item.details["club"] for item in found.items} == {"Jacaranda Bridge"}
        with pytest.raises(ValidationError, match="This was the name of Jacaranda Bridge"):
            clubs.make_club(body=body, actor=rita, fields=TOLD | {"name": "Jacaranda Bridge Club"})
        clubs.change_club(club=club, actor=rita, fields=TOLD | {"name": "Jacaranda Bridge Club"}, reason="Back again")
        assert Club.objects.get().former_names == ["Jacaranda Bridge"]


class TestMerge:
    def test_people_and_sessions_become_those_of_the_other(
        self, body: Body, club: Club, other: Club, alice: User, rita: User
    ) -> None:
        for name in (club.name, other.name):
            evidencing.accept(evidence=logged(alice, body, name, tables=len(name)), actor=rita)
        two_clubs = Sessions(number=2, clubs=2)
        assert judge(two_clubs, standing.record_of(alice, body)).met
        intake = Intake.objects.create(
            body=body,
            file_name="r.csv",
            digest="d",
            encoding="utf-8",
            delimiter=",",
            made_by=rita,
            terms={"clubs": {"jacaranda": str(club.pk), "x": "make"}},
        )
        browser = signed_in(rita)
        told = {"into": other.pk, "reason": "They play together now"}
        page = browser.post(at("merge_club", club.pk), told)
        assert "1 membership moves" in words(page)
        assert "1 piece of evidence" in words(page)
        assert Club.objects.count() == 2
        for _press in range(2):
            answer = browser.post(at("merge_club", club.pk), told | {"seen": page.context["preview"].seen}, follow=True)
            assert answer.redirect_chain[-1][0] == at("club", other.pk)
        assert list(Club.objects.all()) == [other]
        other.refresh_from_db()
        assert other.former_names == ["Jacaranda Bridge Club"]
        assert Membership.objects.get(person=alice).club == other
        assert not judge(two_clubs, standing.record_of(alice, body)).met
        entry = AuditEntry.objects.get(verb="club.merged")
        assert (entry.data["was"]["name"], entry.data["memberships"], entry.data["sessions"]) == (club.name, 1, 1)
        intake.refresh_from_db()
        assert intake.terms["clubs"] == {"jacaranda": str(other.pk), "x": "make"}

    def test_the_same_session_at_both_is_refused(
        self, body: Body, club: Club, other: Club, alice: User, rita: User
    ) -> None:
        for one in (club, other):
            logged(alice, body, one.name, tables=9)
        page = signed_in(rita).post(at("merge_club", club.pk), {"into": other.pk, "reason": "One club"})
        assert "Alice Archer has the same session on" in words(page)
        with pytest.raises(ValidationError, match="the same session"):
            clubs.merge_clubs(gone=club, kept=other, actor=rita, reason="One club", seen="")
        assert Club.objects.count() == 2

    def test_nothing_is_done_when_something_has_changed(
        self, body: Body, club: Club, other: Club, alice: User, rita: User
    ) -> None:
        seen = clubs.would_merge(club, other).seen
        person("Bob Bates", body, Role.CANDIDATE, club=club)
        answer = signed_in(rita).post(at("merge_club", club.pk), {"into": other.pk, "reason": "So", "seen": seen})
        assert "Something has changed since the preview" in words(answer)
        assert "2 memberships move" in words(answer)
        assert Club.objects.count() == 2

    def test_a_club_of_another_body_cannot_be_chosen(self, club: Club, other_body: Body, rita: User) -> None:
        foreign = Club.objects.create(body=other_body, name="Far")
        answer = signed_in(rita).post(at("merge_club", club.pk), {"into": foreign.pk, "reason": "So"})
        assert list(answer.context["form"].errors) == ["into"]


class TestRegions:
    def test_they_stand_in_their_order(self, body: Body, rita: User) -> None:
        for order, name in ((2, "Alpha"), (0, "Gamma"), (1, "Beta")):
            Region.objects.create(body=body, name=name, order=order)
        shown = words(signed_in(rita).get(at("regions", body.slug)))
        assert shown.index("Gamma") < shown.index("Beta") < shown.index("Alpha")

    def test_made_changed_and_removed_once_empty(self, body: Body, club: Club, rita: User) -> None:
        browser = signed_in(rita)
        for _press in range(2):
            assert browser.post(at("regions", body.slug), {"name": "North", "order": "2"}).status_code == 302
        region = Region.objects.get()
        Club.objects.filter(pk=club.pk).update(region=region)
        changed = {"name": "Far North", "order": "1", "reason": "As people say"}
        assert browser.post(at("region", region.pk), changed).status_code == 302
        answer = browser.post(at("remove_region", region.pk), {"reason": "Gone"})
        assert "There are clubs in this region." in words(answer)
        Club.objects.filter(pk=club.pk).update(region=None)
        assert browser.post(at("remove_region", region.pk), {"reason": "Gone"}).status_code == 302
        assert not Region.objects.exists()
        verbs = AuditEntry.objects.filter(verb__startswith="region").order_by("pk").values_list("verb", flat=True)
        assert list(verbs) == ["region.made", "region.changed", "region.removed"]

    def test_a_name_is_given_once(self, body: Body, north: Region, rita: User) -> None:
        answer = signed_in(rita).post(at("regions", body.slug), {"name": "North", "order": "7"})
        assert answer.status_code == 200
        assert answer.context["form"].errors


def test_queries_of_the_list_do_not_grow(
    body: Body, level: Any, rita: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    browser = signed_in(rita)
    for number in range(3):
        club = Club.objects.create(body=body, name=f"Club {number}")
        who = person(f"Person {number}", body, Role.CANDIDATE, club=club)
        services.grant(application=passed(who, level), actor=rita)
        # session, person, body, roles, regions to choose, count, clubs
        with django_assert_num_queries(7):
            assert browser.get(at("clubs", body.slug)).status_code == 200
