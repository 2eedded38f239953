"""Letters: worded once, sent once, and a failing one stops no other."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.core.mail.backends.locmem import EmailBackend
from django.db import transaction

from accounts.letters import services as letters
from accounts.letters.models import TRIES, Letter
from accounts.letters.services import Paragraph
from accounts.letters.tasks import send_letters
from accounts.models import User
from tests import factories
from tests.exams.sittings.conftest import Clock

MAIL = """Your sitting: {{ title }}

A first paragraph, with
a second line of {{ title }}.

See the sitting: {{ site }}/sittings/1/

A time: 12:00
"""


@pytest.fixture(autouse=True)
def template(settings: Any, tmp_path: Any) -> None:
    """A template of a mail, besides the site's own."""
    (tmp_path / "tried.txt").write_text(MAIL)
    settings.TEMPLATES = [{**settings.TEMPLATES[0], "DIRS": [tmp_path]}]


def letter_to(person: User, once: str = "told:1", title: str = "Tom & <Jerry>") -> Letter:
    return letters.send(person=person, template="tried", context={"title": title}, body=factories.body(), once=once)


def test_text_and_html_tell_the_same(alice: User, clock: Clock, mailoutbox: list[EmailMultiAlternatives]) -> None:
    letter_to(alice)
    send_letters()
    [mail] = mailoutbox
    assert (mail.subject, mail.to) == ("Your sitting: Tom & <Jerry>", [alice.email])
    assert mail.from_email == settings.DEFAULT_FROM_EMAIL
    text, [(html, kind)] = str(mail.body), mail.alternatives
    assert kind == "text/html"
    assert "Dear Alice," in text
    assert "a second line of Tom & <Jerry>." in text
    assert "See the sitting:\nhttps://rectify.example/sittings/1/\n" in text
    assert "a second line of Tom &amp; &lt;Jerry&gt;." in str(html)
    assert '<a href="https://rectify.example/sittings/1/"' in str(html)
    assert "<script" not in str(html)
    assert "src=" not in str(html)


def test_only_a_paragraph_that_ends_in_our_address_is_a_link(db: None) -> None:
    subject, paragraphs = letters.worded("tried", {"title": "x", "site": "https://rectify.example"})
    assert subject == "Your sitting: x"
    assert paragraphs[1:] == [
        Paragraph("See the sitting", "https://rectify.example/sittings/1/"),
        Paragraph("A time: 12:00"),
    ]
    _subject, foreign = letters.worded("tried", {"title": "x", "site": "https://elsewhere.example"})
    assert foreign[1].address == ""


def test_a_title_cannot_add_a_head_to_the_mail(alice: User, mailoutbox: list[EmailMultiAlternatives]) -> None:
    letter_to(alice, title="x\r\nBcc: everybody@example.org")
    send_letters()
    assert "\n" not in mailoutbox[0].subject
    assert mailoutbox[0].bcc == []


def test_the_same_is_told_once(alice: User, bob: User, mailoutbox: list[EmailMultiAlternatives]) -> None:
    assert letter_to(alice) == letter_to(alice)
    letter_to(bob)
    letter_to(alice, once="told:2")
    send_letters()
    send_letters()
    assert [mail.to for mail in mailoutbox] == [[alice.email], [bob.email], [alice.email]]


def test_what_was_undone_is_not_told(alice: User, mailoutbox: list[EmailMultiAlternatives]) -> None:
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        letter_to(alice)
        raise ZeroDivisionError
    send_letters()
    assert mailoutbox == []


class Unwilling(EmailBackend):
    """A mail server that refuses Alice."""

    def send_messages(self, messages: Any) -> int:
        if any("alice" in message.to[0] for message in messages):
            raise ConnectionRefusedError("The server is away.")
        return super().send_messages(messages)


@pytest.fixture
def refusing(settings: Any) -> Any:
    settings.EMAIL_BACKEND = f"{__name__}.Unwilling"
    return settings


def test_one_that_fails_stops_no_other_and_is_tried_again(
    alice: User, bob: User, clock: Clock, refusing: Any, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    hers, his = letter_to(alice), letter_to(bob)
    send_letters()
    hers.refresh_from_db()
    his.refresh_from_db()
    assert (hers.sent_at, hers.failures, hers.error) == (None, 1, "The server is away.")
    assert his.sent_at == clock.now
    refusing.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    send_letters()  # not due yet
    assert len(mailoutbox) == 1
    clock.forward(minutes=2)
    send_letters()
    hers.refresh_from_db()
    assert (hers.sent_at, hers.error) == (clock.now, "")
    assert len(mailoutbox) == 2


def test_it_gives_up_in_the_end(alice: User, clock: Clock, refusing: Any) -> None:
    letter = letter_to(alice)
    began = clock.now
    for _try in range(TRIES + 3):
        send_letters()
        clock.forward(hours=6)
    letter.refresh_from_db()
    assert (letter.failures, letter.sent_at) == (TRIES, None)
    assert (letter.next_at - began).days >= 3


def test_the_beat_sends_them() -> None:
    assert "accounts.letters.tasks.send_letters" in {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
