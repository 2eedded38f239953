"""Results of a sitting, asked for by an examiner who has sat it himself: he was a candidate and holds the role by now."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Role, User
from accounts.rules import may
from exams.marking.models import Result
from exams.marking.rules import SEE_RESULT, SEE_RESULTS
from exams.marking.written.workload import possible_markers
from exams.sittings.models import Entry, Release, Sitting
from tests import factories
from tests.exams.marking.conftest import Clock
from tests.exams.marking.rooms import hand_in, paper_with, sitting_of
from tests.walking import walks


@pytest.fixture
def sat(clock: Clock, alice: User, bob: User) -> Sitting:
    """Alice and Bob have handed in; nothing is told yet, and Alice has become an examiner."""
    sitting = sitting_of(paper_with("best_ruling"), clock.now, release=Release.TOGETHER)
    hand_in(sitting, alice, ["c"])
    hand_in(sitting, bob, ["a"])
    factories.person("Alice", Role.EXAMINER)
    return sitting


@walks("name", ["of_sitting", "results_table", "moderation", "markers", "agreement"], apart=True)
def test_who_has_sat_it_sees_nothing_of_its_results(
    sat: Sitting, alice: User, erin: User, charlie: User, client: Client, name: str
) -> None:
    seen = {}
    for person in (alice, erin, charlie):
        client.force_login(person)
        seen[person.name] = client.get(reverse(f"marking:{name}", args=[sat.pk])).status_code
    assert seen == {"Alice": 404, "Erin": 200, "Charlie": 404}


def test_who_has_sat_it_sees_no_result_before_it_is_told(
    sat: Sitting, alice: User, bob: User, erin: User, client: Client
) -> None:
    """Neither his own nor a neighbour's, on whose page the key stands."""
    alice = User.objects.get(pk=alice.pk)
    assert not may(alice, SEE_RESULTS, sat)
    client.force_login(alice)
    for result in Result.objects.with_sitting():
        assert not may(alice, SEE_RESULT, result)
        assert may(erin, SEE_RESULT, result)
        assert client.get(reverse("marking:result", args=[result.pk])).status_code == 404
        assert client.get(reverse("results-api:result", args=[result.pk])).status_code == 404
    assert client.get(reverse("results-api:of-sitting", args=[sat.pk])).status_code == 404


@pytest.mark.parametrize("standing", [Entry.Standing.WITHDRAWN, Entry.Standing.REFUSED])
def test_who_did_not_sit_it_after_all_is_an_examiner_like_others(
    sat: Sitting, erin: User, clock: Clock, client: Client, standing: str
) -> None:
    Entry.objects.create(body=sat.body, sitting=sat, person=erin, standing=standing)
    clock.forward(hours=3)
    client.force_login(erin)
    for name in ("of_sitting", "moderation", "to_release", "choose_regrade"):
        assert client.get(reverse(f"marking:{name}", args=[sat.pk])).status_code == 200, name
    assert erin in possible_markers(sat)
    assert "1 sitting with results to check" in client.get("/").content.decode()
    Entry.objects.filter(person=erin).update(standing=Entry.Standing.REQUESTED)
    for name in ("of_sitting", "moderation", "to_release", "choose_regrade"):
        assert client.get(reverse(f"marking:{name}", args=[sat.pk])).status_code == 404, name
    assert erin not in possible_markers(sat)
    assert "Waiting for you" not in client.get("/").content.decode()
