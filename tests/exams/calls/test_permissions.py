"""A simulated call is its learner's alone: not another learner's, not an examiner's, not an administrator's."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import Role
from exams.calls.models import Call, Evening, Press
from exams.practice.models import Learner
from tests import factories
from tests.exams.calls.conftest import one_call

pytestmark = pytest.mark.django_db


def test_nobody_reaches_anothers_call(learner: Learner) -> None:
    call = one_call(learner)
    addresses = [call.get_absolute_url(), call.evening.get_absolute_url()]
    for role in Role:
        stranger = Client()
        stranger.force_login(factories.person(f"An {role.value}", role))
        for address in addresses:
            assert stranger.get(address).status_code == 404, (role, address)
        answer = stranger.post(addresses[0], {"act": "settle", "key": str(uuid4())})
        assert answer.status_code == 404
    assert (Call.objects.count(), Evening.objects.count(), Press.objects.count()) == (1, 1, 0)


def test_a_guest_is_asked_to_sign_in(learner: Learner, client: Client) -> None:
    call = one_call(learner)
    for address in ("/training/calls/", call.get_absolute_url(), call.evening.get_absolute_url()):
        answer = client.get(address)
        assert (answer.status_code, answer.headers["Location"].partition("?")[0]) == (302, "/account/login/")
    assert client.post("/training/calls/start/", {"what": "call"}).status_code == 302
    assert Evening.objects.count() == 1


def test_one_reaches_ones_own(learner: Learner, client: Client) -> None:
    call = one_call(learner)
    client.force_login(learner.person)
    assert client.get(call.get_absolute_url()).status_code == 200
    assert client.get(call.evening.get_absolute_url()).status_code == 200
