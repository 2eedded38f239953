"""What shows a key or a paper is not kept by the browser: in a hall the next person sits down at the same machine."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from accounts.models import User
from exams.sittings import closure
from exams.sittings.models import Attempt
from tests.walking import walks


@walks("page", ["result", "paper", "version"], apart=True)
def test_the_browser_keeps_no_copy(attempt: Attempt, erin: User, client: Client, page: str) -> None:
    closure.submit(attempt_id=attempt.pk, person=attempt.entry.person)
    paper = attempt.sitting.paper
    address = {
        "result": reverse("marking:result", args=[Attempt.objects.get().results.get().pk]),
        "paper": paper.get_absolute_url(),
        "version": paper.questions.get(position=1).version.get_absolute_url(),
    }[page]
    client.force_login(erin)
    response = client.get(address)
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
