"""Results of a sitting, asked for by an examiner who has sat it himself: he was a candidate and holds the role by now."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Role, User
from accounts.rules import may
from exams.marking.models import Result
from exams.marking.rules import SEE_RESULT, SEE_RESULTS
from exams.sittings.models import Release, Sitting
from tests import factories
from tests.exams.marking.conftest import Clock
from tests.exams.marking.rooms import hand_in, paper_with, sitting_of


@pytest.fixture
def sat(clock: Clock, alice: User, bob: User) -> Sitting:
    """Alice and Bob have handed in; nothing is told yet, and Alice has become an examiner."""
    sitting = sitting_of(paper_with("best_ruling"), clock.now, release=Release.TOGETHER)
    hand_in(sitting, alice, ["c"])
    hand_in(sitting, bob, ["a"])
    factories.person("Alice", Role.EXAMINER)
    return sitting


@pytest.mark.parametrize("name", ["of_sitting", "results_table", "moderation", "markers", "agreement"])
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
