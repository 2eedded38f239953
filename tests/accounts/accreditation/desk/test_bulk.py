"""Many grants and renewals for one reason: previewed line by line, then done exactly so or not at all. Permissions first."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation import deeds, services
from accounts.accreditation.desk import bulk
from accounts.accreditation.life import Verb
from accounts.accreditation.models import Application, Award, AwardEvent, Level, RegisterEntry
from accounts.audit.models import AuditEntry
from accounts.models import Body, Role, User
from tests.accounts.accreditation.desk.test_desk_page import ending_in
from tests.accounts.conftest import passed, person, signed_in
from tests.asking import ask_paper


@pytest.fixture
def ready(body: Body, level: Level) -> list[Application]:
    """Three applications that meet everything."""
    return [passed(person(f"Person {number}", body, Role.CANDIDATE), level) for number in range(3)]


@pytest.fixture
def ending(ready: list[Application], rolf: User) -> list[Award]:
    """Three awards that end soon."""
    return [ending_in(services.grant(application=one, actor=rolf), 10) for one in ready]


def at(body: Body, kind: str) -> str:
    return reverse(f"accreditation:{kind}", args=[body.slug])


def sent(page: Any, reason: str = "Refresher day of 14 November") -> dict[str, Any]:
    """The form of a preview as a registrar would send it."""
    return {
        "seen": [line.seen for line in page.context["lines"]],
        "reference": str(page.context["form"]["reference"].value()),
        "reason": reason,
    }


def words(page: Any) -> str:
    return " ".join(page.content.decode().split())


@pytest.mark.parametrize("kind", ["grants", "renewals"])
@pytest.mark.parametrize(
    ("who", "status"),
    [("alice", 403), ("erin", 403), ("adam", 403), ("boris", 403), ("carol", 403), ("rita", 200)],
)
def test_only_the_registrars_of_the_body_may(
    kind: str,
    who: str,
    status: int,
    body: Body,
    ready: list[Application],
    ending: list[Award],
    request: pytest.FixtureRequest,
) -> None:
    browser = signed_in(request.getfixturevalue(who))
    chosen = {"chosen": [one.pk for one in (ready if kind == "grants" else ending)]}
    assert browser.post(at(body, kind), chosen).status_code == status
    forged = {"seen": [f"{chosen['chosen'][0]}:x"], "reason": "Mine", "reference": str(uuid.uuid4())}
    assert browser.post(at(body, kind), forged).status_code == status
    assert not AwardEvent.objects.filter(verb=Verb.RENEWED).exists()


def test_strangers_are_asked_to_sign_in(body: Body) -> None:
    assert Client().get(at(body, "renewals"))["Location"].startswith(reverse("account_login"))


def test_another_bodys_things_are_not_there(
    ending: list[Award], ready: list[Application], other_body: Body, boris: User
) -> None:
    browser = signed_in(boris)
    for kind, chosen in (("grants", ready), ("renewals", ending)):
        page = browser.post(at(other_body, kind), {"chosen": [one.pk for one in chosen]}, follow=True)
        assert "Tick at least one line first." in words(page)
        assert "Person 1" not in words(page)


class TestGrants:
    def test_what_was_previewed_is_done_once(self, body: Body, ready: list[Application], rita: User) -> None:
        browser = signed_in(rita)
        page = browser.post(at(body, "grants"), {"chosen": [one.pk for one in ready]})
        assert "3 lines would be done" in words(page)
        assert not Award.objects.exists()
        for _press in range(2):
            answer = browser.post(at(body, "grants"), sent(page), follow=True)
            assert "3 levels granted." in words(answer)
        assert Award.objects.count() == 3
        assert AuditEntry.objects.filter(verb="award.granted", actor=rita).count() == 3
        entry = AuditEntry.objects.get(verb="desk.grants")
        assert (entry.body_id, entry.reason, entry.data["n"]) == (body.pk, "Refresher day of 14 November", 3)

    def test_lines_that_cannot_be_done_say_why(
        self, body: Body, level: Level, ready: list[Application], rita: User
    ) -> None:
        doubted, declined, nameless = ready
        services.raise_doubt(application=doubted, about="regrade:1", why="Marked again")
        services.decline(application=declined, actor=rita, reason="Too few")
        User.objects.filter(pk=nameless.person_id).update(name="")
        both = person("Bea Both", body, Role.REGISTRAR, Role.CANDIDATE)
        own = passed(both, level)
        found = bulk.plan(bulk.Kind.GRANTS, body, both, [one.pk for one in (*ready, own)])
        told = {line.pk: line.words for line in found}
        assert not any(line.does for line in found)
        assert told == {
            doubted.pk: "What it rests on is in doubt. Settle the doubt first.",
            declined.pk: "It has been decided: declined.",
            nameless.pk: "This person has not entered a name yet, and a certificate needs one.",
            own.pk: "It is your own. Another registrar decides.",
        }

    def test_what_is_not_met_is_named_and_nobody_gets_a_level_twice(self, body: Body, level: Level, rita: User) -> None:
        zoe = person("Zoe Zander", body, Role.CANDIDATE)
        pair = [passed(zoe, level, f"r-{number}") for number in range(2)]
        found = bulk.plan(bulk.Kind.GRANTS, body, rita, [one.pk for one in pair])
        assert [line.does for line in found] == [True, False]
        services.grant(application=pair[0], actor=rita)
        (line,) = bulk.plan(bulk.Kind.GRANTS, body, rita, [pair[1].pk])
        assert line.words.startswith("They hold this level until")
        ask_paper(level, "club-movements", "Movements")
        other = passed(person("Una Unmet", body, Role.CANDIDATE), level)
        (line,) = bulk.plan(bulk.Kind.GRANTS, body, rita, [other.pk])
        assert line.words == "Not met yet: Movements."

    def test_nothing_is_done_when_something_has_changed(
        self, body: Body, ready: list[Application], rita: User, rolf: User
    ) -> None:
        browser = signed_in(rita)
        page = browser.post(at(body, "grants"), {"chosen": [one.pk for one in ready]})
        services.decline(application=ready[1], actor=rolf, reason="Sat it in company")
        answer = browser.post(at(body, "grants"), sent(page, "All passed in October"))
        shown = words(answer)
        assert "Something has changed since the preview, and nothing was done: Person 1." in shown
        assert "It has been decided: declined." in shown
        assert "All passed in October" in shown
        assert not Award.objects.exists()
        answer = browser.post(at(body, "grants"), sent(answer), follow=True)
        assert "2 levels granted." in words(answer)

    def test_a_reason_is_asked_for(self, body: Body, ready: list[Application], rita: User) -> None:
        browser = signed_in(rita)
        page = browser.post(at(body, "grants"), {"chosen": [one.pk for one in ready]})
        answer = browser.post(at(body, "grants"), sent(page, " "))
        assert answer.status_code == 200
        assert answer.context["form"].errors["reason"]
        assert not Award.objects.exists()

    def test_nothing_ticked_and_nonsense_sent(self, body: Body, ready: list[Application], rita: User) -> None:
        browser = signed_in(rita)
        for told in ({}, {"chosen": ["x"]}, {"chosen": [uuid.uuid4()]}, {"seen": ["x:y"], "reason": "So"}):
            page = browser.post(at(body, "grants"), told, follow=True)
            assert "Tick at least one line first." in words(page)
        forged = {"seen": [f"{ready[0].pk}:0"], "reason": "So", "reference": str(uuid.uuid4())}
        assert "Something has changed" in words(browser.post(at(body, "grants"), forged))
        assert not Award.objects.exists()

    def test_at_most_so_many(self, body: Body, rita: User) -> None:
        chosen = {"chosen": [uuid.uuid4() for _number in range(bulk.MOST + 1)]}
        page = signed_in(rita).post(at(body, "grants"), chosen, follow=True)
        assert "Choose at most 200 at once." in words(page)

    def test_the_queue_offers_what_meets_everything(self, body: Body, level: Level, ready: list[Application]) -> None:
        both = person("Bea Both", body, Role.REGISTRAR, Role.CANDIDATE)
        own = passed(both, level)
        shown = words(signed_in(both).get(reverse("accreditation:queue", args=[body.slug])))
        assert all(f'value="{one.pk}"' in shown for one in ready)
        assert f'value="{own.pk}"' not in shown
        ask_paper(level, "club-movements", "Movements")
        assert 'name="chosen"' not in words(signed_in(both).get(reverse("accreditation:queue", args=[body.slug])))


class TestRenewals:
    def test_what_was_previewed_is_done_once(self, body: Body, ending: list[Award], rita: User) -> None:
        browser = signed_in(rita)
        page = browser.post(at(body, "renewals"), {"chosen": [one.pk for one in ending]})
        ends = {one.pk: one.next_end for one in ending}
        for _press in range(2):
            answer = browser.post(at(body, "renewals"), sent(page), follow=True)
            assert "3 awards renewed." in words(answer)
        assert dict(Award.objects.values_list("pk", "valid_until")) == ends
        events = AwardEvent.objects.filter(verb=Verb.RENEWED, actor=rita, reason="Refresher day of 14 November")
        assert events.count() == 3

    def test_lines_that_cannot_be_done_say_why(self, body: Body, ending: list[Award], level: Level, rita: User) -> None:
        lapsed, running, revoked = ending
        ending_in(lapsed, -1000)
        ending_in(running, 300)
        Level.objects.filter(pk=level.pk).update(revocation_countersigned=False)
        deeds.revoke(award=Award.objects.get(pk=revoked.pk), actor=rita, reason="Never sat it")
        suspended = services.grant(application=passed(person("Sue", body, Role.CANDIDATE), level), actor=rita)
        ending_in(suspended, 5)
        deeds.suspend(award=suspended, actor=rita, reason="Asked to wait")
        found = {
            line.pk: line for line in bulk.plan(bulk.Kind.RENEWALS, body, rita, [*(a.pk for a in ending), suspended.pk])
        }
        assert found[lapsed.pk].words == "It cannot be renewed: lapsed."
        assert found[running.pk].words.startswith("Too early: it can be renewed from")
        assert found[revoked.pk].words == "It cannot be renewed: revoked."
        assert found[suspended.pk].does
        assert found[suspended.pk].words.endswith("It stays suspended.")

    def test_nothing_is_done_when_an_end_has_moved(
        self, body: Body, ending: list[Award], rita: User, rolf: User
    ) -> None:
        browser = signed_in(rita)
        page = browser.post(at(body, "renewals"), {"chosen": [one.pk for one in ending]})
        deeds.renew(award=ending[2], actor=rolf, ending=ending[2].valid_until, reason="Ten sessions")
        answer = browser.post(at(body, "renewals"), sent(page))
        assert "nothing was done: Person 2." in words(answer)
        assert AwardEvent.objects.filter(verb=Verb.RENEWED).count() == 1

    def test_ones_own_is_left_to_another(self, body: Body, level: Level, rolf: User) -> None:
        both = person("Bea Both", body, Role.REGISTRAR, Role.CANDIDATE)
        own = ending_in(services.grant(application=passed(both, level), actor=rolf), 5)
        (line,) = bulk.plan(bulk.Kind.RENEWALS, body, both, [own.pk])
        assert (line.does, line.words) == (False, "It is your own. Another registrar renews it.")
        assert f'value="{own.pk}"' not in words(signed_in(both).get(reverse("accreditation:awards", args=[body.slug])))

    def test_by_a_list_of_participants(self, body: Body, ending: list[Award], rita: User) -> None:
        RegisterEntry.objects.create(body=body, person=ending[1].person, number="4711")
        told = f"person  0\n4711\n{ending[2].person.email.upper()}\n\nNobody Known"
        page = signed_in(rita).post(at(body, "renewals"), {"lines": told})
        assert {line.pk for line in page.context["lines"]} == {one.pk for one in ending}
        assert page.context["unknown"] == ["Nobody Known"]
        page = signed_in(rita).post(at(body, "renewals"), {"lines": "Nobody Known"})
        assert "Nobody named here has an award that can be renewed now." in words(page)
        assert "Nobody Known" in words(page)

    def test_two_of_one_name_are_not_guessed_at(self, body: Body, ending: list[Award]) -> None:
        User.objects.filter(pk=ending[0].person_id).update(name="Person 1")
        assert bulk.renewable_by(body, "Person 1") == ([], ["Person 1"])


@pytest.mark.parametrize("kind", list(bulk.Kind))
def test_queries_of_a_preview_do_not_grow(
    kind: bulk.Kind,
    body: Body,
    ready: list[Application],
    rita: User,
    rolf: User,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    chosen = [one.pk for one in ready]
    if kind == bulk.Kind.RENEWALS:
        chosen = [ending_in(services.grant(application=one, actor=rolf), 10).pk for one in ready]
    for n in (1, 3):
        rita = User.objects.get(pk=rita.pk)
        # roles; grants: applications, rules (2), papers, what they have (4), doubts, held; renewals: awards, held, proposals
        with django_assert_num_queries({bulk.Kind.GRANTS: 13, bulk.Kind.RENEWALS: 5}[kind]):
            assert len(bulk.plan(kind, body, rita, chosen[:n])) == n
