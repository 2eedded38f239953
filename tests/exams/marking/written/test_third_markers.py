"""A third marker of another body: asked, accepted, and let see the scripts in dispute and nothing else."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import F
from django.test import Client
from django.urls import reverse

from accounts.audit.models import AuditEntry
from accounts.letters.models import Letter
from accounts.models import Role, User
from accounts.rules import may
from config.desk import waiting
from exams.marking import release
from exams.marking.models import Result, Script, Settlement, ThirdMarker
from exams.marking.rules import ADJUDICATE, CHOOSE_MARKERS, MARK, SEE_RESULTS
from exams.marking.written import third_markers, workload
from exams.marking.written.allocation import choose_markers
from exams.marking.written.script_marks import adjudicate, give
from exams.sittings import services
from exams.sittings.models import Attempt, Release, Sitting
from exams.sittings.rules import NotPossible
from tests import factories
from tests.exams.marking.conftest import Clock
from tests.exams.marking.rooms import FULL, hand_in, only_script, paper_with, points, sitting_of


@pytest.fixture
def guest(db: None) -> User:
    """An examiner of another body, nothing here."""
    return factories.person("Gail", Role.EXAMINER, at=factories.body("Northern Rivers Bridge"))


@pytest.fixture
def disputed(script: Script, mary: User, mike: User, erin: User) -> Script:
    """Mary and Mike are far apart, and no third examiner is left: Erin has gone, and who drew the paper has entered."""
    give(script=script, person=mary, points=points(0, 0))
    give(script=script, person=mike, points=FULL)
    for other in workload.possible_markers(script.sitting):
        if other not in (mary, mike):
            other.memberships.filter(role=Role.EXAMINER).update(until=F("since"))
    return script


def asked_of(guest: User, script: Script, by: User) -> ThirdMarker:
    return third_markers.ask(sitting=script.sitting, email=guest.email, actor=by, reason="We are but two.")


def accepted_by(guest: User, script: Script, by: User) -> ThirdMarker:
    return third_markers.answer(asked_id=asked_of(guest, script, by).pk, person=guest, accept=True)


def test_only_who_has_accepted_may_settle_and_nothing_more(
    disputed: Script, guest: User, mary: User, alice: User, charlie: User
) -> None:
    asked = asked_of(guest, disputed, mary)
    assert not may(guest, ADJUDICATE, disputed)
    for other in (alice, charlie, mary):
        with pytest.raises(PermissionDenied):
            third_markers.answer(asked_id=asked.pk, person=other, accept=True)
    third_markers.answer(asked_id=asked.pk, person=guest, accept=True)
    assert may(guest, ADJUDICATE, disputed)
    assert not may(charlie, ADJUDICATE, disputed)
    assert not any(may(guest, permission, disputed.sitting) for permission in (CHOOSE_MARKERS, SEE_RESULTS))
    assert not may(guest, MARK, disputed)
    adjudicate(script=disputed, person=guest, points=FULL)
    assert Settlement.objects.get(script=disputed).how == "adjudicated"
    assert Result.objects.filter(attempt=disputed.attempt).exists()


def test_what_was_lent_is_the_scripts_of_that_sitting(
    disputed: Script, guest: User, mary: User, mike: User, alice: User, clock: Clock, client: Client
) -> None:
    """Every page and API of marking, the room, the paper and the bank stay shut; so does a script of another sitting."""
    accepted_by(guest, disputed, mary)
    other = sitting_of(paper_with("written", marks=[6]), clock.now)
    elsewhere = only_script(hand_in(other, factories.person("Dora", Role.CANDIDATE), ["2♦ is cancelled."]))
    client.force_login(guest)
    sitting, paper = disputed.sitting, disputed.sitting.paper
    shut = [
        *(
            reverse(f"marking:{name}", args=[sitting.pk])
            for name in ("of_sitting", "results_table", "moderation", "to_release", "markers", "agreement")
        ),
        reverse("marking:ask_third_marker", args=[sitting.pk]),
        reverse("marking:statistics", args=[sitting.pk]),
        reverse("marking:script", args=[disputed.pk]),
        reverse("marking:adjudication", args=[elsewhere.pk]),
        *(
            reverse(f"sittings:{name}", args=[sitting.pk])
            for name in ("cover", "room", "events", "entries", "door", "end")
        ),
        reverse("papers:paper", args=[paper.pk]),
        disputed.paper_question.version.get_absolute_url(),
        reverse("results-api:of-sitting", args=[sitting.pk]),
        reverse("results-api:moderation", args=[sitting.pk]),
    ]
    for url in shut:
        assert client.get(url).status_code in (403, 404, 405), url
        assert client.post(url).status_code in (403, 404, 405), url
    page = client.get(reverse("marking:adjudication", args=[disputed.pk]))
    assert page.status_code == 200
    assert disputed.code in client.get(reverse("marking:scripts")).content.decode()
    text = page.content.decode()
    for secret in (alice.name, alice.email, mary.name, mike.name, str(disputed.attempt_id)):
        assert secret not in text


def test_a_script_not_in_dispute_stays_shut(script: Script, guest: User, mary: User, client: Client) -> None:
    ThirdMarker.objects.create(
        body=script.body,
        sitting=script.sitting,
        email=guest.email,
        asked_by=mary,
        reason="Early.",
        person=guest,
        standing="accepted",
    )
    give(script=script, person=mary, points=FULL)
    client.force_login(guest)
    assert client.get(reverse("marking:adjudication", args=[script.pk])).status_code == 404


@pytest.mark.parametrize("how", ["withdrawn", "declined", "no examiner any more", "entered"])
def test_what_ends_it(disputed: Script, guest: User, mary: User, how: str) -> None:
    if how == "declined":
        third_markers.answer(asked_id=asked_of(guest, disputed, mary).pk, person=guest, accept=False)
    else:
        asked = accepted_by(guest, disputed, mary)
    if how == "withdrawn":
        third_markers.withdraw(asked_id=asked.pk, sitting=disputed.sitting, actor=mary)
    elif how == "no examiner any more":
        guest.memberships.update(until=F("since"))
    elif how == "entered":
        disputed.sitting.entries.create(body=disputed.body, person=guest)
    assert not may(User.objects.get(pk=guest.pk), ADJUDICATE, disputed)
    assert workload.disputes(guest) == []


def test_nobody_learns_who_has_an_address(
    disputed: Script, guest: User, alice: User, mary: User, client: Client
) -> None:
    """An examiner elsewhere, a candidate, nobody at all: the body reads the same. Only the first gets a letter."""
    client.force_login(mary)
    url, told = reverse("marking:ask_third_marker", args=[disputed.sitting_id]), []
    for email in (guest.email, alice.email, "nobody@example.org"):
        response = client.post(url, {"email": email, "reason": "We are but two."}, follow=True)
        told.append(response.content.decode().split("<main")[1].count("Asked"))
        assert ThirdMarker.objects.get(email=email).person is None
    assert told == [1, 2, 3]
    assert Letter.objects.filter(once__startswith="third_marker").count() == 1
    assert Letter.objects.get(once__startswith="third_marker").person == guest
    assert not third_markers.requests(alice).exists()


def test_asking_and_withdrawing_in_turn_sends_one_letter_a_day(
    disputed: Script, guest: User, mary: User, clock: Clock
) -> None:
    for _time in range(3):
        asked = asked_of(guest, disputed, mary)
        third_markers.withdraw(asked_id=asked.pk, sitting=disputed.sitting, actor=mary)
    assert Letter.objects.filter(once__startswith="third_marker").count() == 1
    clock.forward(days=1)
    asked_of(guest, disputed, mary)
    assert Letter.objects.filter(once__startswith="third_marker").count() == 2


def test_it_is_asked_where_nobody_is_left(disputed: Script, guest: User, mary: User, max_: User) -> None:
    found = third_markers.disputes_of(disputed.sitting)
    assert (found.stuck, found.able, found.needs_another_body) == (0, [(max_, 1)], False)
    with pytest.raises(NotPossible, match="No script"):
        asked_of(guest, disputed, mary)
    max_.memberships.update(until=F("since"))
    found = third_markers.disputes_of(disputed.sitting)
    assert (found.stuck, found.able, found.needs_another_body) == (1, [], True)
    with pytest.raises(ValidationError):
        third_markers.ask(sitting=disputed.sitting, email=guest.email, actor=mary, reason=" ")
    for other in (guest, factories.person("Ada", Role.ADMINISTRATOR)):
        with pytest.raises(PermissionDenied):
            third_markers.ask(sitting=disputed.sitting, email=guest.email, actor=other, reason="Please.")


def test_who_belongs_to_the_body_is_no_stranger(disputed: Script, guest: User, mary: User) -> None:
    factories.person("Gail", Role.CANDIDATE)
    asked = asked_of(guest, disputed, mary)
    with pytest.raises(NotPossible, match="belong to this body"):
        third_markers.answer(asked_id=asked.pk, person=User.objects.get(pk=guest.pk), accept=True)


def test_who_has_read_answers_does_not_sit_the_paper(disputed: Script, guest: User, mary: User) -> None:
    accepted_by(guest, disputed, mary)
    factories.person("Gail", Role.CANDIDATE)
    with pytest.raises(services.NotPossible, match="settle rulings of this paper"):
        services.enter(sitting=disputed.sitting, person=User.objects.get(pk=guest.pk))


def test_nor_one_of_their_own_which_may_ask_any_question(
    disputed: Script, guest: User, mary: User, clock: Clock
) -> None:
    """What stands in the first form says nothing of the forms that the others get."""
    accepted_by(guest, disputed, mary)
    factories.person("Gail", Role.CANDIDATE)
    other = sitting_of(paper_with("best_ruling", one_each=True), clock.now)
    with pytest.raises(services.NotPossible, match="settle rulings of this paper"):
        services.enter(sitting=other, person=User.objects.get(pk=guest.pk))
    services.enter(sitting=sitting_of(paper_with("best_ruling"), clock.now), person=User.objects.get(pk=guest.pk))


def test_answered_is_answered(disputed: Script, guest: User, mary: User) -> None:
    asked = accepted_by(guest, disputed, mary)
    with pytest.raises(NotPossible, match="answered"):
        third_markers.answer(asked_id=asked.pk, person=guest, accept=False)
    verbs = AuditEntry.objects.filter(verb__startswith="third_marker").order_by("pk").values_list("verb", "actor")
    assert list(verbs) == [("third_marker.asked", mary.pk), ("third_marker.accepted", guest.pk)]


def test_the_pages_lead_through_it(disputed: Script, guest: User, mary: User, client: Client) -> None:
    """From the front page of the body to the mark of the guest."""
    Sitting.objects.filter(pk=disputed.sitting_id).update(release=Release.TOGETHER)
    disputed.sitting.refresh_from_db()
    [duty] = [duty for duty in waiting(mary) if "third marker" in duty.words]
    client.force_login(mary)
    page = client.get(duty.url).content.decode()
    assert "A third marker is needed" in page
    assert "Nobody in Queensland Bridge Association is left." in page
    assert any("nobody in this body is left" in why for why in release.obstacles(disputed.sitting))
    asked_of(guest, disputed, mary)
    client.force_login(guest)
    [duty] = [duty for duty in waiting(guest) if "request" in duty.words]
    page = client.get(duty.url).content.decode()
    assert "We are but two." in page
    [asked] = ThirdMarker.objects.all()
    client.post(reverse("marking:answer_request", args=[asked.pk]), {"answer": "yes"})
    assert any("ruling to mark" in duty.words for duty in waiting(guest))
    assert not any("third marker" in duty.words for duty in waiting(mary))
    filled = {f"points-{item}": str(value) for item, value in FULL.items()}
    client.post(reverse("marking:adjudication", args=[disputed.pk]), {**filled, "comment": "Sound.", "note": ""})
    assert Settlement.objects.filter(script=disputed).exists()


def test_markers_to_choose_are_on_the_front_page(worked: Attempt, mary: User, mike: User, alice: User) -> None:
    def told(person: User) -> list[str]:
        return [duty.words for duty in waiting(User.objects.get(pk=person.pk)) if "markers" in duty.words]

    assert told(mary) == ["Choose the markers: Congress directors"]
    assert told(alice) == []
    choose_markers(sitting=worked.sitting, people=[mary, mike], actor=mary)
    assert told(mary) == []
