"""Two registrars press at the same moment: real threads, real transactions."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection

from accounts.accreditation import deeds, services, standing
from accounts.accreditation.models import Application, Award, AwardEvent, Level, Revocation
from accounts.accreditation.requirements import Judged
from accounts.models import Body, Role, User
from tests.accounts.conftest import passed, person
from tests.asking import ask_paper

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*deeds: Callable[[], object]) -> list[object]:
    """What the deeds gave, done at the same time in threads of their own; an error is a result like others."""

    def do(deed: Callable[[], object]) -> object:
        try:
            return deed()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(deeds)) as threads:
        return list(threads.map(do, deeds))


@pytest.fixture
def applications() -> list[Application]:
    """Two applications of one person for one level, from two results."""
    body = Body.objects.create(name="Moreton Bridge Association", short_name="MBA", slug="mba")
    level = Level.objects.create(body=body, code="club", name="Club Director", validity_months=36)
    ask_paper(level, "club-auction", "Pass the paper on the auction")
    alice = person("Alice Archer", body, Role.CANDIDATE)
    person("Rita Rowe", body, Role.REGISTRAR)
    person("Rolf Reed", body, Role.REGISTRAR)
    return [passed(alice, level, "result-1"), passed(alice, level, "result-2")]


def grants(*applications: Application) -> list[Callable[[], object]]:
    """For each application a press of the button, by a registrar of its own and from a page loaded before."""
    registrars = User.objects.filter(memberships__role=Role.REGISTRAR)

    def press(application: Application, actor: User) -> object:
        return services.grant(application=Application.objects.get(pk=application.pk), actor=actor)

    return [partial(press, *pair) for pair in zip(applications, registrars, strict=True)]


@pytest.fixture
def without_the_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read as `lock` does but hold nothing; both sides meet after their checks, so that the race is sure to happen."""
    both_have_checked = threading.Barrier(2, timeout=60)
    check = deeds.must_not_be_held

    def check_and_meet(thing: Application | Award) -> None:
        check(thing)
        both_have_checked.wait()

    monkeypatch.setattr(services, "lock", lambda thing: thing.refresh_from_db())
    monkeypatch.setattr(services, "must_not_be_held", check_and_meet)


@pytest.mark.usefixtures("without_the_lock")
def test_without_the_lock_one_press_fails_in_the_database(applications: list[Application]) -> None:
    outcomes = at_once(*grants(applications[0], applications[0]))
    assert {type(outcome) for outcome in outcomes} == {Award, IntegrityError}


@pytest.mark.usefixtures("without_the_lock")
def test_without_the_lock_two_applications_give_two_awards(applications: list[Application]) -> None:
    at_once(*grants(*applications))
    assert Award.objects.count() == 2


def test_two_presses_give_one_award_to_both(applications: list[Application]) -> None:
    first, second = at_once(*grants(applications[0], applications[0]))
    assert isinstance(first, Award)
    assert first == second
    assert Award.objects.count() == AwardEvent.objects.count() == 1


def test_of_two_applications_one_gives_an_award(applications: list[Application]) -> None:
    outcomes = at_once(*grants(*applications))
    assert {type(outcome) for outcome in outcomes} == {Award, ValidationError}
    assert Award.objects.count() == 1


def test_two_workers_make_one_application_of_one_result(applications: list[Application]) -> None:
    application = applications[0]
    made = at_once(*(lambda: passed(application.person, application.level, "result-3") for _ in range(4)))
    assert len({one.pk for one in made if isinstance(one, Application)}) == 1
    assert Application.objects.filter(evidence__result="result-3").count() == 1


# --- Two deeds at one award -------------------------------------------------------------------------------------------


@pytest.fixture
def ending(applications: list[Application]) -> Award:
    """Alice's award, which can be renewed."""
    rita = User.objects.get(name="Rita Rowe")
    award = services.grant(application=applications[0], actor=rita)
    award.valid_until = award.body.today() + timedelta(days=5)
    award.valid_from = award.valid_until - timedelta(days=999)
    award.save()
    return award


@pytest.fixture
def without_the_lock_of_deeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both sides read, then meet, then check what they have read."""
    both_have_read = threading.Barrier(2, timeout=60)

    def read_and_meet(thing: Application | Award) -> None:
        thing.refresh_from_db()
        both_have_read.wait()

    monkeypatch.setattr(deeds, "lock", read_and_meet)


def renewals(award: Award) -> list[Callable[[], object]]:
    """The two registrars, each with the page open and a reason of their own."""

    def press(name: str) -> object:
        actor = User.objects.get(name=name)
        seen = Award.objects.get(pk=award.pk)
        return deeds.renew(award=seen, actor=actor, ending=award.valid_until, reason=f"Shown to {name}")

    return [partial(press, name) for name in ("Rita Rowe", "Rolf Reed")]


def renewed(award: Award) -> int:
    return award.events.filter(verb="renewed").count()


@pytest.mark.usefixtures("without_the_lock_of_deeds")
def test_without_the_lock_both_renew(ending: Award) -> None:
    at_once(*renewals(ending))
    assert renewed(ending) == 2


def test_of_two_who_renew_one_does(ending: Award) -> None:
    outcomes = at_once(*renewals(ending))
    assert {type(outcome) for outcome in outcomes} == {type(None), ValidationError}
    assert renewed(ending) == 1
    assert Award.objects.get().valid_until == ending.next_end


def countersigned_and_withdrawn(award: Award) -> list[Callable[[], object]]:
    """Rita proposed; Rolf countersigns while Rita withdraws it."""
    made = deeds.propose(award=award, actor=User.objects.get(name="Rita Rowe"), reason="Found out")

    def countersign() -> object:
        found = Revocation.objects.select_related("award").get(pk=made.pk)
        return deeds.countersign(revocation=found, actor=User.objects.get(name="Rolf Reed"))

    def withdraw() -> object:
        found = Revocation.objects.select_related("award").get(pk=made.pk)
        return deeds.withdraw(revocation=found, actor=User.objects.get(name="Rita Rowe"), reason="A mistake")

    return [countersign, withdraw]


@pytest.mark.usefixtures("without_the_lock_of_deeds")
def test_without_the_lock_a_revocation_is_both_countersigned_and_withdrawn(ending: Award) -> None:
    # Proposing meets nobody, so it is done before.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(deeds, "lock", lambda thing: thing.refresh_from_db())
        pressed = countersigned_and_withdrawn(ending)
    at_once(*pressed)
    verbs = set(ending.events.values_list("verb", flat=True))
    assert {"withdrawn", "revoked"} <= verbs


def test_a_revocation_is_either_countersigned_or_withdrawn(ending: Award) -> None:
    outcomes = at_once(*countersigned_and_withdrawn(ending))
    assert {type(outcome) for outcome in outcomes} == {type(None), ValidationError}
    verbs = set(ending.events.values_list("verb", flat=True))
    assert len({"withdrawn", "revoked"} & verbs) == 1
    assert (Award.objects.get().status == Award.Status.REVOKED) == ("revoked" in verbs)


def countersigned_and_reinstated(award: Award) -> list[Callable[[], object]]:
    """A suspended award: Rolf countersigns its revocation while Rita reinstates it."""
    rita = User.objects.get(name="Rita Rowe")
    deeds.suspend(award=award, actor=rita, reason="A complaint")
    countersign, _withdraw = countersigned_and_withdrawn(award)

    def reinstate() -> object:
        seen = Award.objects.get(pk=award.pk)
        return deeds.reinstate(award=seen, actor=User.objects.get(name="Rita Rowe"), reason="Settled")

    return [countersign, reinstate]


@pytest.mark.usefixtures("without_the_lock_of_deeds")
def test_without_the_lock_what_is_reinstated_may_be_lost(ending: Award) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(deeds, "lock", lambda thing: thing.refresh_from_db())
        pressed = countersigned_and_reinstated(ending)
    at_once(*pressed)
    # Each of the two saw the suspended award, so the history is not that of the other's.
    before = {
        event.verb: event.data["status_before"] for event in ending.events.filter(verb__in=["revoked", "reinstated"])
    }
    assert before == {"revoked": "suspended", "reinstated": "suspended"}


def test_countersigned_beside_reinstated_each_sees_what_the_other_left(ending: Award) -> None:
    outcomes = at_once(*countersigned_and_reinstated(ending))
    assert outcomes == [None, None]
    events = list(ending.events.filter(verb__in=["revoked", "reinstated"]).order_by("pk"))
    assert events[1].data["status_before"] == events[0].data["status_after"]
    assert Award.objects.get().status == events[1].data["status_after"]


def test_two_grants_by_hand_give_one_award(applications: list[Application]) -> None:
    application = applications[0]

    def press(name: str) -> object:
        return services.grant_by_hand(
            level=application.level,
            person=application.person,
            actor=User.objects.get(name=name),
            kind="hand",
            evidence="Twenty years of directing",
            valid_from=application.body.today(),
            reason="Known to all",
            reference=uuid.uuid4(),
        )

    outcomes = at_once(partial(press, "Rita Rowe"), partial(press, "Rolf Reed"), *grants(*applications))
    assert Award.objects.count() == 1
    assert [type(one) for one in outcomes].count(ValidationError) == 3


# --- Two presses for one level ----------------------------------------------------------------------------------------


def presses(application: Application) -> list[Callable[[], object]]:
    """The person on two pages, opened one after the other, for a level that nobody has applied for."""
    other = Level.objects.create(body=application.body, code="other", name="Other", validity_months=12)

    def press(reference: str) -> object:
        return services.apply(person=application.person, level=other, reference=reference)

    return [partial(press, "one"), partial(press, "two")]


def test_without_the_lock_two_presses_make_two_applications(
    applications: list[Application], monkeypatch: pytest.MonkeyPatch
) -> None:
    both_have_checked = threading.Barrier(2, timeout=60)
    judged = standing.judged

    def judge_and_meet(person: User, level: Level) -> Judged:
        both_have_checked.wait()
        return judged(person, level)

    monkeypatch.setattr(services, "hold", lambda person: None)
    monkeypatch.setattr(standing, "judged", judge_and_meet)
    first, second = at_once(*presses(applications[0]))
    assert isinstance(first, Application)
    assert isinstance(second, Application)
    assert first != second


def test_of_two_presses_one_makes_an_application(applications: list[Application]) -> None:
    outcomes = at_once(*presses(applications[0]))
    assert {type(outcome) for outcome in outcomes} == {Application, ValidationError}
    assert Application.objects.filter(level__code="other").count() == 1
