"""/register/: whom a search finds, what it says of them, and that nobody else is ever named."""

from __future__ import annotations

import datetime
from decimal import Decimal
from typing import Any

import pytest
from django import forms
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django.asserts import assertHTMLEqual

from accounts.accreditation.deeds import record_death, revoke
from accounts.accreditation.models import Application, Award, Level, Listing, RegisterEntry
from accounts.accreditation.register.forms import SearchForm
from accounts.accreditation.register.listings import Shown, change_settings, decide
from accounts.accreditation.register.search import FIRST_CLUBS, MOST, Asked, search
from accounts.accreditation.services import grant
from accounts.models import Body, Club, Membership, Role, User
from tests.accounts.accreditation.register.conftest import ALL, NAME, NOTHING, Director
from tests.accounts.conftest import passed, person
from tests.asking import ask_paper

REGISTER = reverse("register:list")
DAY = datetime.timedelta(days=1)
CACHE = "rectify_cache"


@pytest.fixture(autouse=True)
def fresh_counts(db: None) -> None:
    """Each test begins before anything was counted."""
    cache.clear()


def names(**asked: Any) -> list[str]:
    return [one.award.name for one in search(Asked(**asked))]


def page(client: Client, query: str = "") -> str:
    response = client.get(REGISTER + query)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


class TestWhoIsFound:
    def test_nobody_who_was_never_asked(self, award: Award, client: Client) -> None:
        assert names(name="Alice") == []
        assert "Alice Archer" not in page(client, "?q=Alice&state=all")

    def test_whoever_agreed(self, award: Award, alice: User) -> None:
        decide(person=alice, body=award.body, actor=alice, shown=NAME)
        assert names(name="alice") == ["Alice Archer"]

    @pytest.mark.parametrize("name", ["Anne Lefèvre", "Anne Lefevre"])
    @pytest.mark.parametrize("asked", ["lefevre", "Lefèvre", "LEFÈVRE"])
    def test_without_its_accents(self, asked: str, name: str, level: Level, rita: User) -> None:
        anne = person(name, level.body, Role.CANDIDATE)
        grant(application=passed(anne, level), actor=rita)
        decide(person=anne, body=level.body, actor=anne, shown=NAME)
        assert names(name=asked) == [name]

    def test_whoever_withdraws_is_gone_at_once_and_the_code_still_answers(
        self, award: Award, alice: User, client: Client
    ) -> None:
        decide(person=alice, body=award.body, actor=alice, shown=ALL)
        listing = Listing.objects.get(person=alice)
        entry = reverse("register:entry", args=[listing.pk])
        assert client.get(entry).status_code == 200
        decide(person=alice, body=award.body, actor=alice, shown=NOTHING)
        assert names(name="Alice") == []
        assert client.get(entry).status_code == 404
        assert client.get(reverse("register:verify", args=[award.verification_code])).status_code == 200

    def test_the_undecided_of_a_body_that_publishes_but_not_their_club(
        self, director: Director, clubs: dict[str, Club], body: Body, rita: User
    ) -> None:
        director("Una Undecided", club=clubs["Ipswich"])
        director("Nora No", NOTHING, club=clubs["Ipswich"])
        change_settings(body=body, actor=rita, publishes=True, address="", reason="Rule 7")
        (found,) = search(Asked(name="una"))
        assert (found.award.name, found.club, found.place) == ("Una Undecided", "", "")
        assert names(name="Nora") == []
        assert names(club=clubs["Ipswich"]) == []

    def test_an_imported_entry_that_nobody_claimed_was_never_asked(self, award: Award, alice: User) -> None:
        assert not Listing.objects.get(person=alice).is_decided
        assert names(name="Alice", state="all") == []

    def test_a_club_finds_only_those_who_show_it(self, director: Director, clubs: dict[str, Club]) -> None:
        club = clubs["Ipswich"]
        director("Nina Name", NAME, club=club)
        director("Carl Club", ALL, club=club)
        for asked in ({"club": club}, {"region": club.region}, {"place": "ipsw"}, {"near": club}):
            assert names(**asked) == ["Carl Club"]
        assert [one.club for one in search(Asked(name="Nina"))] == [""]

    def test_a_club_one_has_left_is_not_shown(self, director: Director, clubs: dict[str, Club]) -> None:
        award = director("Carl Club", ALL, club=clubs["Ipswich"])
        Membership.objects.filter(person=award.person).update(until=timezone.now())
        assert [one.club for one in search(Asked(name="Carl"))] == [""]
        assert names(club=clubs["Ipswich"]) == []

    def test_the_revoked_and_the_dead_are_not_named(self, director: Director, level: Level, rita: User) -> None:
        Level.objects.update(revocation_countersigned=False)
        revoke(award=_again(director("Rex Revoked", ALL)), actor=rita, reason="Found out")
        record_death(award=director("Dora Dead", ALL), actor=rita, reason="Her club wrote")
        assert names(name="Rex", state="all") == names(name="Dora", state="all") == []


def _again(award: Award) -> Award:
    return Award.objects.select_related("level", "body").get(pk=award.pk)


class TestNumber:
    def test_a_whole_number_answers_whatever_was_decided(self, director: Director) -> None:
        director("Nora No", NOTHING, number="70123")
        (found,) = search(Asked(number="70123"))
        assert (found.award.name, found.entry, found.club) == ("Nora No", None, "")

    @pytest.mark.parametrize("number", ["7012", "0123", "701234", "%", ""])
    def test_a_part_of_one_does_not(self, number: str, director: Director) -> None:
        director("Nora No", NOTHING, number="70123")
        assert names(number=number) == []

    def test_it_answers_as_the_code_would_with_the_latest_of_a_level(
        self, director: Director, level: Level, rita: User
    ) -> None:
        Level.objects.update(revocation_countersigned=False)
        award = _again(director("Rex Revoked", ALL, number="70123"))
        revoke(award=award, actor=rita, reason="Found out")
        (found,) = search(Asked(number="70123"))
        assert (found.award.state, found.entry) == ("revoked", None)
        again = director_again(award.person, level, rita)
        assert [one.award for one in search(Asked(number="70123"))] == [again]

    def test_of_the_dead_it_says_nothing(self, director: Director, rita: User) -> None:
        record_death(award=director("Dora Dead", ALL, number="70123"), actor=rita, reason="Her club wrote")
        assert names(number="70123") == []

    def test_a_number_of_another_body_is_not_this_one_s(self, director: Director, other_body: Body, body: Body) -> None:
        award = director("Nora No", NOTHING)
        RegisterEntry.objects.create(body=other_body, person=award.person, number="70123")
        assert names(number="70123") == []


def director_again(holder: User, level: Level, by: User) -> Award:
    return grant(application=passed(holder, level, result="again"), actor=by)


class TestAskedEnough:
    @pytest.mark.parametrize(
        "asked",
        [{}, {"name": "Al"}, {"name": "%%%"}, {"name": "a b "}, {"place": "Ip"}, {"level": "club"}, {"state": "all"}],
    )
    def test_too_little_lists_nothing(self, asked: dict[str, Any], director: Director) -> None:
        director("Alice Able", ALL)
        assert names(**asked) == []

    def test_the_page_says_what_to_give(self, director: Director, client: Client) -> None:
        director("Alice Able", ALL)
        assert "Alice" not in page(client)
        assert "Give three letters of a name" in page(client)
        shown = page(client, "?q=Al")
        assert "That is too little to look for." in shown
        assert "Alice" not in shown

    def test_never_more_than_so_many(self, director: Director, client: Client, clubs: dict[str, Club]) -> None:
        award = director("Bea 0", ALL, club=clubs["Ipswich"])
        _many(award, MOST + 3)
        assert len(names(name="Bea")) == MOST + 1
        shown = page(client, "?q=Bea")
        assert shown.count('<th scope="row">') == MOST
        assert "Ask more closely to see the others" in shown


def _many(award: Award, count: int) -> None:
    """So many more who are like this one."""
    for n in range(count):
        holder = person(f"Bea {n + 1}", award.body, Role.CANDIDATE)
        application = Application.objects.create(
            body=award.body,
            person=holder,
            level=award.level,
            evidence={"result": f"bea:{n}"},
            status="granted",
            decided_by=award.granted_by,
            decided_at=timezone.now(),
        )
        Award.objects.create(
            body=award.body,
            person=holder,
            name=holder.name,
            level=award.level,
            application=application,
            granted_by=award.granted_by,
            valid_from=award.valid_from,
            valid_until=award.valid_until,
        )
        Listing.objects.create(body=award.body, person=holder, is_found=True)


class TestNarrowing:
    def test_by_region_level_body_and_standing(
        self, director: Director, clubs: dict[str, Club], body: Body, other_body: Body, rita: User
    ) -> None:
        director("Vera Valid", ALL, club=clubs["Ipswich"])
        ended = director("Vera Ended", ALL, club=clubs["Toowoomba"])
        Award.objects.filter(pk=ended.pk).update(valid_until=body.today() - DAY, valid_from=body.today() - 9 * DAY)
        suspended = director("Vera Suspended", ALL)
        Award.objects.filter(pk=suspended.pk).update(status=Award.Status.SUSPENDED)
        elsewhere = Level.objects.create(body=other_body, code="club", name="Club Director", validity_months=24)
        ask_paper(elsewhere, "club-auction", "Pass the paper")
        director("Vera Elsewhere", ALL, at=elsewhere, by=person("Ron Reed", other_body, Role.REGISTRAR))
        assert names(name="Vera") == ["Vera Elsewhere", "Vera Valid"]
        assert names(name="Vera", body=body) == ["Vera Valid"]
        assert names(name="Vera", state="expired") == ["Vera Ended"]
        assert names(name="Vera", state="suspended") == ["Vera Suspended"]
        assert len(names(name="Vera", state="all")) == 4
        assert names(name="Vera", level="nonsense") == []
        assert names(region=clubs["Toowoomba"].region, state="all") == ["Vera Ended"]

    def test_a_club_of_another_body_finds_nobody_here(
        self, director: Director, other_body: Body, clubs: dict[str, Club], body: Body
    ) -> None:
        theirs = Club.objects.create(
            body=other_body,
            name="Byron Bridge Club",
            latitude=clubs["Ipswich"].latitude,
            longitude=clubs["Ipswich"].longitude,
        )
        director("Carl Club", ALL, club=clubs["Ipswich"])
        assert names(club=theirs) == names(near=theirs) == names(near=theirs, body=body) == []

    def test_near_a_club_the_nearest_comes_first_with_its_distance(
        self, director: Director, clubs: dict[str, Club], client: Client
    ) -> None:
        for town in ("Toowoomba", "Brisbane", "Ipswich"):
            director(f"{town} Director", ALL, club=clubs[town])
        found = search(Asked(near=clubs["Brisbane"], within=250))
        assert [one.place for one in found] == ["Brisbane", "Ipswich", "Toowoomba"]
        assert [round(one.km or 0) for one in found] == [0, 31, 107]
        assert [one.place for one in search(Asked(near=clubs["Brisbane"], within=50))] == ["Brisbane", "Ipswich"]
        shown = page(client, f"?near={clubs['Brisbane'].pk}&within=250")
        assert shown.index("Ipswich Director") < shown.index("Toowoomba Director")
        assert "107 km" in shown

    def test_near_a_club_that_nobody_placed_is_nobody(self, director: Director, club: Club) -> None:
        director("Jack Jacaranda", ALL, club=club)
        assert names(near=club) == []


def test_a_choice_of_many_is_written_as_django_writes_it(clubs: dict[str, Club], other_body: Body) -> None:
    Club.objects.create(body=other_body, name="<b>Bold & Co</b>")
    form = SearchForm({"club": str(clubs["Ipswich"].pk)})
    field = form.fields["club"]
    usual = forms.Select(attrs=field.widget.attrs, choices=field.choices)  # type: ignore[attr-defined]
    told = ("club", str(clubs["Ipswich"].pk), {"id": "id_club"})
    assertHTMLEqual(field.widget.render(*told), usual.render(*told))
    assert "<b>" not in str(form["club"])


class TestPrivacy:
    def test_it_shows_no_address_no_code_and_no_id_but_of_the_page(
        self, director: Director, clubs: dict[str, Club], client: Client
    ) -> None:
        award = director("Alice Able", ALL, club=clubs["Ipswich"], number="70123")
        listing = Listing.objects.get(person=award.person)
        for address in (REGISTER + "?q=Alice", reverse("register:entry", args=[listing.pk])):
            shown = client.get(address).content.decode()
            assert "Alice Able" in shown
            assert "Ipswich Bridge Club" in shown
            hidden = [
                award.person.email,
                award.pk,
                award.person_id,
                award.application_id,
                award.verification_code,
                "70123",
            ]
            assert [secret for secret in hidden if str(secret) in shown] == []

    def test_an_address_cannot_be_searched_for(self, director: Director) -> None:
        director("Alice Able", ALL)
        assert names(name="alice.able@") == []

    def test_nothing_keeps_a_copy(self, director: Director, client: Client) -> None:
        director("Alice Able", ALL)
        response = client.get(REGISTER + "?q=Alice")
        assert "no-store" in response["Cache-Control"]
        assert response["X-Robots-Tag"] == "noindex"


def test_nearest_first_however_many_clubs_are_between(
    director: Director, clubs: dict[str, Club], client: Client
) -> None:
    """Clubs are read in portions from the nearest on: none is left out, and nobody is told twice."""
    ipswich = clubs["Ipswich"]
    assert ipswich.latitude is not None
    told = []
    for step in range(2 * FIRST_CLUBS + 2):
        club = Club.objects.create(
            body=ipswich.body,
            name=f"On the way {step:02}",
            place="Somewhere",
            latitude=ipswich.latitude - Decimal(step + 1) / 100,
            longitude=ipswich.longitude,
        )
        told.append(f"Zoe Number {20 - step:02}")
        director(told[-1], ALL, club=club)
    found = search(Asked(near=ipswich, within=50, name="Zoe"))
    assert [one.award.name for one in found] == told
    distances = [one.km or 0 for one in found]
    assert distances == sorted(distances)
    assert distances[0] > 1


class TestBadInput:
    @pytest.mark.parametrize(
        "query",
        [
            "?state=nonsense&q=Alice",
            "?body=nowhere&q=Alice",
            "?level=nonsense&q=Alice",
            "?near=nonsense&q=Alice",
            "?club=7&q=Alice",
            "?within=-3&q=Alice",
            "?q=%25%25%25",
            "?q=%00%00%00",
            "?q=" + "x" * 300,
            "?number=" + "9" * 300,
        ],
    )
    def test_it_finds_nobody(self, query: str, director: Director, client: Client, clubs: dict[str, Club]) -> None:
        director("Alice Able", ALL)
        assert "Alice Able" not in page(client, query)


def test_its_queries_do_not_grow(director: Director, clubs: dict[str, Club], client: Client) -> None:
    counts = []
    for query in ("?q=Bea", f"?near={clubs['Ipswich'].pk}"):
        for people in range(2):
            director(f"Bea {query[1:5]} {people}", ALL, club=clubs["Ipswich"])
            cache.clear()
            page(client, query)
            with CaptureQueriesContext(connection) as queries:
                page(client, query)
            # What the cache asks, to count the searches, is its own.
            counts.append(sum(one["sql"].startswith("SELECT") and CACHE not in one["sql"] for one in queries))
    # Bodies, levels, clubs and regions to choose from, and the awards with bodies and levels; for a distance the clubs within
    # it, and the one named.
    assert counts == [11, 11, 14, 14]


DECISIONS = st.sampled_from([None, NOTHING, NAME, Shown(True, shows_club=True), Shown(True, takes_letters=True), ALL])
QUESTIONS = st.fixed_dictionaries(
    {
        "name": st.sampled_from(["", "Dir", "Director", "rector 1", "%", "a"]),
        "where": st.sampled_from(["", "club", "region", "place", "near"]),
        "state": st.sampled_from(["valid", "suspended", "expired", "lapsed", "all"]),
        "level": st.sampled_from(["", "club"]),
    }
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(decided=st.lists(DECISIONS, min_size=4, max_size=4), publishes=st.booleans(), question=QUESTIONS)
def test_nobody_who_has_not_agreed_is_ever_in_an_answer(
    four: list[Award],
    rita: User,
    clubs: dict[str, Club],
    decided: list[Shown | None],
    publishes: bool,
    question: dict[str, str],
) -> None:
    """The law of the register, over what people decided in any order, what the body chose, and what is asked."""
    body = four[0].body
    change_settings(body=body, actor=rita, publishes=publishes, address="", reason="Rule 7")
    for award, shown in zip(four, decided, strict=True):
        # As if never asked, where nothing was decided: a listing cannot be brought back to that by any deed.
        Listing.objects.filter(person=award.person).update(is_found=None, shows_club=False, takes_letters=False)
        if shown:
            decide(person=award.person, body=body, actor=award.person, shown=shown)
    club = clubs["Ipswich"]
    where: dict[str, dict[str, Any]] = {
        "": {},
        "club": {"club": club},
        "region": {"region": club.region},
        "place": {"place": "Ipsw"},
        "near": {"near": club},
    }
    asked = {name: question[name] for name in ("name", "state", "level")} | where[question["where"]]
    agreed = {award.pk: shown for award, shown in zip(four, decided, strict=True)}
    for one in search(Asked(**asked)):
        shown = agreed[one.award.pk]
        assert shown.is_found if shown else publishes
        assert (shown is not None and shown.shows_club) or not (one.club or one.place or one.km or question["where"])


@pytest.fixture
def four(director: Director, clubs: dict[str, Club], body: Body) -> list[Award]:
    """Four of one club: in force, suspended, expired, lapsed."""
    made = [director(f"Director {n}", club=clubs["Ipswich"]) for n in range(4)]
    Award.objects.filter(pk=made[1].pk).update(status=Award.Status.SUSPENDED)
    for award, days in ((made[2], 3), (made[3], 700)):
        end = body.today() - days * DAY
        Award.objects.filter(pk=award.pk).update(valid_from=end - 9 * DAY, valid_until=end)
    return made
