"""The page that takes a comment: what the browser lets through is not refused for its line ends."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import User
from tests import factories

pytestmark = pytest.mark.django_db


def test_a_comment_that_the_browser_lets_through_is_taken(alice: User) -> None:
    version = factories.version()
    typed = "\r\n".join(["x" * 99] * 40)
    url = reverse("bank:comment", args=[version.pk])
    assert factories.browser(alice).post(url, {"text": typed}).status_code == 302
    assert version.comments.get().text == typed.replace("\r\n", "\n")
    refused = factories.browser(alice).post(url, {"text": f"{typed}xx"})
    assert (refused.status_code, "this has 4001" in refused.content.decode()) == (400, True)
