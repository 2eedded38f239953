"""/accreditation/way/: what somebody has on the way to a level, and what is missing. Permissions first."""

from __future__ import annotations

import datetime
import uuid
from decimal import Decimal
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation import evidencing, services
from accounts.accreditation.life import months_later
from accounts.accreditation.models import Application, Evidence, Level, RequirementsVersion
from accounts.accreditation.papers import Chance, PaperOnOffer
from accounts.accreditation.requirements import AllOf, AnyOf, LevelHeld, NOf, Paper, Reference, Rule, Sessions
from accounts.accreditation.signals import papers_asked
from accounts.models import Body, Membership, User
from tests.accounts.conftest import passed, signed_in
from tests.asking import ask

MINE = reverse("accreditation:mine")
PAPER = Paper(codes=("club-auction",), within_months=24)
ALL = AllOf(of=(PAPER, Sessions(number=2, role="assisted"), Reference(of="club")))


def at(body: Body) -> str:
    return reverse("accreditation:way", args=[body.slug])


def words(response: Any) -> str:
    return " ".join(response.content.decode().split())


def session(person: User, n: int = 1, accepted_by: User | None = None, **told: Any) -> Evidence:
    """A session logged n days ago; accepted, if somebody accepts it."""
    body = Body.objects.get(slug="mba")
    details = {"role": "assisted", "event": "club", "club": f"Club {n}", **told}
    day = body.today() - datetime.timedelta(days=n)
    made = evidencing.log_session(
        body=body, person=person, day=day, details=details, reference=f"sessions:{uuid.uuid4()}"
    )
    if accepted_by:
        evidencing.accept(evidence=made, actor=accepted_by)
    return made


def reference(person: User, actor: User) -> Evidence:
    body = Body.objects.get(slug="mba")
    details = {"of": "club", "by": "Jacaranda Bridge Club"}
    return evidencing.enter(
        body=body,
        person=person,
        actor=actor,
        kind="reference",
        day=body.today(),
        details=details,
        reference=f"reference:{uuid.uuid4()}",
    )


@pytest.fixture
def level(body: Body) -> Level:
    """A level that asks for a paper, two sessions and a reference, all before anybody applies."""
    made = Level.objects.create(body=body, code="club", name="Club Director", validity_months=36, applies_early=False)
    ask(made, ALL)
    return made


@pytest.fixture
def congress(level: Level) -> Level:
    made = Level.objects.create(body=level.body, code="congress", name="Congress Director", validity_months=36, order=1)
    ask(made, AllOf(of=(LevelHeld(code="club", months=12), Sessions(number=6, event="congress"))))
    return made


@pytest.fixture
def offered() -> Any:
    """The body sets one paper, which can be sat twice."""
    chances = (
        Chance(datetime.date(2027, 3, 13), "Autumn paper", "/sittings/one/", datetime.date(2027, 2, 27), "Toowong"),
        Chance(datetime.date(2027, 5, 15), "Winter paper", "/sittings/two/"),
    )
    paper = PaperOnOffer("club-auction", "Club auction", pass_mark=Decimal("60.00"), minutes=90, next=chances)

    def told(sender: object, **asked: Any) -> list[PaperOnOffer]:
        return [paper]

    others = papers_asked.receivers
    papers_asked.receivers = []
    papers_asked.sender_receivers_cache.clear()
    papers_asked.connect(told)
    yield paper
    papers_asked.receivers = others
    papers_asked.sender_receivers_cache.clear()


def met(person: User, rita: User, level: Level) -> None:
    """Everything that the level asks for."""
    services.apply_for_pass(
        person=person,
        body=level.body,
        blueprint_code="club-auction",
        evidence={"result": str(uuid.uuid4()), "percent": "82.00", "date": level.body.today().isoformat()},
    )
    for n in (1, 2):
        session(person, n, rita)
    reference(person, rita)


class TestWhoMay:
    def test_a_stranger_is_asked_to_sign_in(self, body: Body, alice: User) -> None:
        for name, more in (("way", []), ("way_of", [alice.pk])):
            address = reverse(f"accreditation:{name}", args=[body.slug, *more])
            assert signed_in(None).get(address)["Location"].startswith(reverse("account_login"))

    # For the person it is the page of their own; for others than the body's registrars there is none.
    @pytest.mark.parametrize(
        ("who", "status"), [("alice", 302), ("rita", 200), ("erin", 404), ("adam", 404), ("boris", 404), ("carol", 404)]
    )
    def test_the_way_of_somebody(
        self, who: str, status: int, level: Level, alice: User, request: pytest.FixtureRequest
    ) -> None:
        address = reverse("accreditation:way_of", args=[level.body.slug, alice.pk])
        assert signed_in(request.getfixturevalue(who)).get(address).status_code == status

    def test_a_registrar_does_not_find_people_of_elsewhere(self, body: Body, rita: User, carol: User) -> None:
        address = reverse("accreditation:way_of", args=[body.slug, carol.pk])
        assert signed_in(rita).get(address).status_code == 404

    def test_a_registrar_finds_whoever_was_here_once(self, body: Body, rita: User, alice: User) -> None:
        Membership.objects.filter(person=alice).update(until=Membership.objects.get(person=alice).since)
        address = reverse("accreditation:way_of", args=[body.slug, alice.pk])
        assert signed_in(rita).get(address).status_code == 200

    def test_who_has_nothing_to_do_with_the_body_has_no_way(self, body: Body, carol: User, boris: User) -> None:
        for somebody in (carol, boris):
            assert signed_in(somebody).get(at(body)).status_code == 404

    def test_who_is_no_candidate_reads_what_is_asked_and_cannot_apply(self, level: Level, erin: User) -> None:
        shown = words(signed_in(erin).get(at(level.body)))
        assert "Have a reference from your club." in shown
        assert reverse("people:join") in shown
        apply = reverse("accreditation:apply", args=[level.body.slug, level.pk])
        assert apply not in shown
        assert signed_in(erin).post(apply, {"reference": uuid.uuid4()}).status_code == 403
        assert not Application.objects.exists()

    def test_unknown_bodies_and_levels_are_not_found(self, level: Level, alice: User) -> None:
        browser = signed_in(alice)
        assert browser.get(reverse("accreditation:way", args=["nowhere"])).status_code == 404
        apply = reverse("accreditation:apply", args=[level.body.slug, level.pk + 1])
        assert browser.post(apply, {"reference": uuid.uuid4()}).status_code == 404
        assert browser.get(reverse("accreditation:apply", args=[level.body.slug, level.pk])).status_code == 405


class TestFromTheMenu:
    def test_a_candidate_of_one_body_comes_to_the_way(self, body: Body, alice: User) -> None:
        browser = signed_in(alice)
        assert browser.get(reverse("accreditation:my_way"))["Location"] == at(body)
        for page in (MINE, reverse("people:me")):
            assert at(body) in browser.get(page).content.decode()

    def test_anybody_else_comes_to_their_applications(self, carol: User) -> None:
        assert signed_in(carol).get(reverse("accreditation:my_way"))["Location"] == MINE

    def test_the_menu_has_it_for_who_is_signed_in(self, body: Body, alice: User, rita: User) -> None:
        assert 'aria-current="true">My way</a>' in signed_in(alice).get(at(body)).content.decode()
        page = reverse("accreditation:way_of", args=[body.slug, alice.pk])
        assert 'aria-current="true">My way</a>' not in signed_in(rita).get(page).content.decode()
        assert "My way</a>" not in signed_in(None).get(reverse("register:list")).content.decode()


@pytest.mark.usefixtures("offered")
class TestThePage:
    def test_nothing_yet(self, level: Level, alice: User) -> None:
        shown = words(signed_in(alice).get(at(level.body)))
        assert "<h1>My way to Club Director</h1>" in shown
        assert "You have none of three yet. “Club auction”, two sessions and a reference are missing." in shown
        assert shown.count('<span class="mark no">missing</span>') == 3
        assert "The pass mark is 60 %." in shown
        assert reverse("practice:forecast") in shown
        assert reverse("accreditation:log_session", args=["mba"]) in shown

    def test_the_next_chance_is_the_soonest(self, level: Level, alice: User) -> None:
        shown = words(signed_in(alice).get(at(level.body)))
        for told in ("Sat 13 March 2027", "Autumn paper", "Toowong", "Saturday 27 February", "/sittings/one/"):
            assert told in shown
        assert "/sittings/two/" not in shown

    def test_there_is_no_chance_where_no_paper_is_missing(self, level: Level, alice: User, rita: User) -> None:
        met(alice, rita, level)
        assert "Your next chance" not in words(signed_in(alice).get(at(level.body)))

    def test_what_is_had_counted_and_waiting(self, level: Level, alice: User, rita: User) -> None:
        result = uuid.uuid4()
        services.apply_for_pass(
            person=alice,
            body=level.body,
            blueprint_code="club-auction",
            evidence={"result": result, "percent": "82.00", "sitting": "Spring", "date": "2026-11-14"},
        )
        session(alice, 2, rita, **{"with": "Priya Nair"})
        session(alice, 1)
        shown = words(signed_in(alice).get(at(level.body)))
        assert "You have one of three. A reference is missing. One session waits for a registrar." in shown
        assert "14 November 2026: “Club auction”, 82 %" in shown
        assert "It counts until 14 November 2028." in shown
        assert reverse("marking:result", args=[result]) in shown
        assert "1 of 2" in shown
        assert 'aria-label="1 accepted, 1 waiting"' in shown
        assert "with Priya Nair" in shown
        assert '<span class="mark wait">waiting</span>' in shown
        assert '<span class="mark yes">passed</span>' in shown

    @pytest.mark.parametrize(
        ("rule", "told"),
        [
            (AnyOf(of=(PAPER, Reference())), ["One of these:", "Nothing else is asked for"]),
            (AllOf(of=(NOf(n=2, of=(PAPER, Reference(), Sessions())),)), ["2 of these:", "0 of 2"]),
            (AllOf(), ["Nothing is asked for that can be checked here."]),
            (
                AllOf(of=(PAPER, AllOf(of=(Reference(),)))),
                ["All of these:", "“Club auction” and a reference are missing"],
            ),
        ],
    )
    def test_groups_say_how_much_of_them_is_needed(
        self, rule: Rule, told: list[str], level: Level, alice: User
    ) -> None:
        ask(level, rule)
        shown = words(signed_in(alice).get(at(level.body)))
        for one in told:
            assert one in shown

    def test_the_levels_after_it(self, congress: Level, alice: User) -> None:
        shown = words(signed_in(alice).get(at(congress.body)))
        assert "And then: Congress Director" in shown
        assert '<span class="mark none">later</span>' in shown

    def test_a_level_that_is_held_is_behind(self, congress: Level, alice: User, rita: User) -> None:
        club = Level.objects.get(code="club")
        met(alice, rita, club)
        application = services.apply(person=alice, level=club, reference="r")
        award = services.grant(application=application, actor=rita)
        shown = words(signed_in(alice).get(at(congress.body)))
        assert "My way to Congress Director" in shown
        assert reverse("accreditation:award", args=[award.pk]) in shown
        day = months_later(award.valid_from, 12)
        assert f"You have this from {day.day} {day:%B %Y}" in shown

    def test_there_is_nothing_above_the_highest(self, level: Level, alice: User, rita: User) -> None:
        met(alice, rita, level)
        services.grant(application=services.apply(person=alice, level=level, reference="r"), actor=rita)
        assert "There is no higher level." in words(signed_in(alice).get(at(level.body)))

    def test_what_waits_for_somebody_else_is_told_as_waiting(self, level: Level, alice: User) -> None:
        for n in (1, 2):
            session(alice, n)
        shown = words(signed_in(alice).get(at(level.body)))
        assert "Two sessions wait for a registrar." in shown
        assert "0 of 2" not in shown

    def test_of_a_choice_that_is_made_nothing_more_is_asked(self, level: Level, alice: User, rita: User) -> None:
        ask(level, AllOf(of=(AnyOf(of=(PAPER, Reference())), Sessions())))
        reference(alice, rita)
        shown = words(signed_in(alice).get(at(level.body)))
        assert '<span class="mark none">not needed</span>' in shown
        assert "sit the paper" not in shown
        assert "You have one of two. One session is missing." in shown

    def test_the_time_for_which_a_level_is_held_is_said(self, congress: Level, alice: User, rita: User) -> None:
        club = Level.objects.get(code="club")
        met(alice, rita, club)
        services.grant(application=services.apply(person=alice, level=club, reference="r"), actor=rita)
        shown = words(signed_in(alice).get(at(congress.body)))
        assert "12 months as Club Director and six sessions are missing." in shown

    def test_a_version_that_a_registrar_made_is_dated(self, level: Level, alice: User, rita: User) -> None:
        assert "requirements of" not in words(signed_in(alice).get(at(level.body)))
        made = ask(level, ALL, datetime.date(2026, 7, 1))
        RequirementsVersion.objects.create(
            level=level, number=made.number + 1, written=ALL.written(), from_day=made.from_day, made_by=rita
        )
        assert "requirements of 1 July 2026" in words(signed_in(alice).get(at(level.body)))

    def test_a_doubt_is_told(self, level: Level, alice: User, rita: User) -> None:
        met(alice, rita, level)
        application = services.apply(person=alice, level=level, reference="r")
        paper = Evidence.objects.get(kind="paper")
        services.raise_doubt(application=application, about="regrade:1", why="Marked again", reference=paper.reference)
        shown = words(signed_in(alice).get(at(level.body)))
        assert '<span class="mark doubt">in doubt</span>' in shown
        assert "there is nothing for you to do" in shown

    def test_a_registrar_reads_the_same_without_ways_to_act(self, level: Level, alice: User, rita: User) -> None:
        met(alice, rita, level)
        shown = words(signed_in(rita).get(reverse("accreditation:way_of", args=["mba", alice.pk])))
        assert "Alice Archer: the way to Club Director" in shown
        assert "You have everything that is asked for." in shown
        assert reverse("accreditation:enter_kinds", args=["mba"]) in shown
        assert reverse("accreditation:apply", args=["mba", level.pk]) not in shown

    def test_what_people_write_is_shown_as_text(self, level: Level, alice: User) -> None:
        session(alice, club="<script>alert(1)</script>")
        shown = words(signed_in(alice).get(at(level.body)))
        assert "&lt;script&gt;alert(1)" in shown
        assert "<script>alert" not in shown

    def test_its_queries_do_not_grow(
        self, congress: Level, alice: User, rita: User, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        browser = signed_in(alice)
        met(alice, rita, Level.objects.get(code="club"))
        passed(alice, _early(congress), "early")
        for n in range(3):
            # session, person, body; levels, rules; awards held, whether a candidate, applications; assessments; for both
            # levels what rests on what (2), what is used, evidence, former names of clubs and awards; the version; evidence (2)
            with django_assert_num_queries(QUERIES):
                assert browser.get(at(congress.body)).status_code == 200
            for many in range(5):
                session(alice, 10 * (n + 1) + many, rita)


QUERIES = 19


def _early(level: Level) -> Level:
    """The level, so that a pass in the paper of the club applies for it as well."""
    ask(level, AllOf(of=(PAPER, Sessions(number=6, event="congress"))))
    return level


class TestApply:
    def apply(self, level: Level) -> str:
        return reverse("accreditation:apply", args=[level.body.slug, level.pk])

    def drawn(self, response: Any) -> dict[str, str]:
        return {"reference": str(response.context["form"]["reference"].value())}

    def test_one_press_makes_it_and_a_second_changes_nothing(self, level: Level, alice: User, rita: User) -> None:
        met(alice, rita, level)
        browser = signed_in(alice)
        response = browser.get(at(level.body))
        assert "Apply for Club Director" in words(response)
        for _press in range(2):
            answer = browser.post(self.apply(level), self.drawn(response))
            made = Application.objects.get()
            assert answer["Location"] == reverse("accreditation:application", args=[made.pk])
        assert len(made.evidence["rests_on"]) == 4
        shown = words(browser.get(at(level.body)))
        assert "You applied for Club Director on" in shown
        assert "A registrar decides next." in shown
        assert self.apply(level) not in shown

    def test_an_address_is_confirmed_before(self, level: Level, alice: User, rita: User) -> None:
        met(alice, rita, level)
        EmailAddress.objects.filter(user=alice).update(verified=False)
        browser = signed_in(alice)
        response = browser.get(at(level.body))
        assert "confirm your address alice.archer@example.org" in words(response)
        assert self.apply(level) not in words(response)
        browser.post(self.apply(level), self.drawn(response))
        assert not Application.objects.filter(evidence__kind="way").exists()
        # The button sends the letter again.
        mail.outbox.clear()
        browser.post(reverse("account_email"), {"email": alice.email, "action_send": "1"})
        assert [one.to for one in mail.outbox] == [[alice.email]]
        EmailAddress.objects.filter(user=alice).update(verified=True)
        browser.post(self.apply(level), self.drawn(response))
        assert Application.objects.filter(evidence__kind="way").exists()

    def test_the_copies_it_rests_on_can_be_read(self, level: Level, alice: User, rita: User) -> None:
        met(alice, rita, level)
        made = services.apply(person=alice, level=level, reference="r")
        shown = words(signed_in(rita).get(reverse("accreditation:application", args=[made.pk])))
        assert "What was on record when the application was made:" in shown
        assert "A reference: a club, Jacaranda Bridge Club" in shown

    def test_what_is_missing_stands_in_the_way(self, level: Level, alice: User) -> None:
        browser = signed_in(alice)
        response = browser.get(at(level.body))
        assert self.apply(level) not in words(response)
        shown = words(browser.post(self.apply(level), self.drawn(response), follow=True))
        assert "Not met yet: " in shown
        assert not Application.objects.exists()

    def test_a_level_that_lets_people_apply_early_says_what_is_missing_then(self, level: Level, alice: User) -> None:
        Level.objects.update(applies_early=True)
        browser = signed_in(alice)
        response = browser.get(at(level.body))
        assert "You can apply now. The level is granted when this is met as well:" in words(response)
        browser.post(self.apply(level), self.drawn(response))
        assert "It is granted when nothing is missing." in words(browser.get(at(level.body)))

    def test_who_was_declined_reads_why_and_can_apply_again(self, level: Level, alice: User, rita: User) -> None:
        met(alice, rita, level)
        made = services.apply(person=alice, level=level, reference="r")
        services.decline(application=made, actor=rita, reason="Not yet")
        shown = words(signed_in(alice).get(at(level.body)))
        assert "was declined on" in shown
        assert "Not yet" in shown
        assert self.apply(level) in shown

    @pytest.mark.parametrize("sent", [{}, {"reference": "nonsense"}])
    def test_a_page_without_its_reference_is_out_of_date(
        self, sent: dict[str, str], level: Level, alice: User, rita: User
    ) -> None:
        met(alice, rita, level)
        shown = words(signed_in(alice).post(self.apply(level), sent, follow=True))
        assert "This page was out of date" in shown
        assert not Application.objects.exists()

    def test_who_waits_already_is_told(self, level: Level, alice: User, rita: User) -> None:
        met(alice, rita, level)
        services.apply(person=alice, level=level, reference="r")
        shown = words(signed_in(alice).post(self.apply(level), {"reference": uuid.uuid4()}, follow=True))
        assert "You have applied for this level already." in shown
        assert Application.objects.count() == 1


def test_an_award_that_is_suspended_is_told(level: Level, alice: User, rita: User) -> None:
    met(alice, rita, level)
    award = services.grant(application=services.apply(person=alice, level=level, reference="r"), actor=rita)
    services.suspend(award=award, actor=rita, reason="Complaint")
    assert "Suspended" in words(signed_in(alice).get(at(award.body)))
