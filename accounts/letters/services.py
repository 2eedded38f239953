"""Mail: a letter is worded and stored in the transaction of what it is about, and a worker sends it until it has gone out.

A template is plain text, `<name>.txt`: its first line is the subject, then come paragraphs with an empty line between
them. A paragraph that ends in an address of the site (“See your result: https://…”) is a link in the HTML. The HTML is
made from the same paragraphs, so the two cannot tell different things. Greeting and signature are added here.
"""

from __future__ import annotations

import datetime as dt
import re
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import structlog
from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import OperationalError, transaction
from django.template import Context
from django.template.loader import get_template, render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.letters.models import Letter
from accounts.letters.texts import signature_of
from accounts.models import Body, User
from accounts.rules import require

log = structlog.get_logger(__name__)

# After the n-th failure the next try comes 2^n minutes later, but never later than this.
LONGEST_WAIT = dt.timedelta(hours=6)
# So many a sweep, so that a worker is never held for long.
BATCH = 100
SUBJECT_LENGTH = 200


@dataclass(frozen=True)
class Paragraph:
    """One paragraph of a mail; with an address it is a link, and `words` is what stands on it."""

    words: str
    address: str = ""


def send(
    *,
    person: User,
    template: str,
    context: Mapping[str, Any],
    body: Body,
    once: str,
    about: str = "",
    reply_to: str = "",
) -> Letter:
    """Have a mail sent to this person, once.

    template: its name without the ending, such as `sittings/mail/entry_received`.
    context: what the template names; `person`, `body` and `site` are there already. Times are told by the body's clock.
    once: what it is about and of what, such as `entry.approved:<id>`; asked for again, the letter of the first time comes back.
    about: the record of the register, as kind:id, if registrars may read the letter.
    reply_to: where an answer goes, of a letter that somebody else writes; it stands in the head of the mail alone.

    Call it in the transaction of the action: if that fails, nothing is sent.
    """
    known = Letter.objects.filter(person=person, once=once).first()
    if known is not None:
        return known
    letter = _letter(person, template, context, body, once, signature_of(body), about)
    letter.reply_to = reply_to
    return _stored(letter)


def send_words(*, person: User, subject: str, text: str, body: Body, once: str, about: str = "") -> Letter:
    """As `send`, with the words themselves, such as those that a body wrote: paragraphs with an empty line between them."""
    known = Letter.objects.filter(person=person, once=once).first()
    if known is not None:
        return known
    return _stored(composed(person, body, subject, text, once=once, about=about, signature=signature_of(body)))


def _stored(letter: Letter) -> Letter:
    # Two who tell the same at once: the database keeps one.
    Letter.objects.bulk_create([letter], ignore_conflicts=True)
    return Letter.objects.get(person=letter.person_id, once=letter.once)


def send_all(*, people: Iterable[tuple[User, Mapping[str, Any]]], template: str, body: Body, once: str) -> int:
    """Have one mail sent to each of these people, with the context of each; `once` as in `send`. Returns how many."""
    signature = signature_of(body)
    letters = [_letter(person, template, context, body, once, signature) for person, context in people]
    Letter.objects.bulk_create(letters, ignore_conflicts=True)
    return len(letters)


def address(name: str, *args: object) -> str:
    """The full address of a page, for a mail."""
    site: str = settings.SITE_URL
    return site + reverse(name, args=args)


def _letter(
    person: User, template: str, context: Mapping[str, Any], body: Body, once: str, signature: str, about: str = ""
) -> Letter:
    """The letter, not stored yet."""
    with timezone.override(body.zone):
        words = _plain(f"{template}.txt", {**context, "person": person, "body": body, "site": settings.SITE_URL})
        subject, _newline, text = words.strip().partition("\n")
        return composed(person, body, subject, text, once=once, about=about, signature=signature)


def composed(
    person: User, body: Body, subject: str, text: str, *, once: str, about: str = "", signature: str = ""
) -> Letter:
    """A letter with greeting and signature, as text and as HTML, not stored yet."""
    subject, paragraphs = one_line(subject), paragraphs_of(text)
    shown = {
        "person": person,
        "body": body,
        "site": settings.SITE_URL,
        "subject": subject,
        "paragraphs": paragraphs,
        "signature": signature or str(body),
    }
    return Letter(
        body=body,
        person=person,
        once=once,
        about=about,
        subject=subject,
        text=_plain("letters/mail/base.txt", shown),
        html=render_to_string("letters/mail/base.html", shown),
    )


def stop(*, person: User, body: Body, why: str) -> int:
    """Have no letter of this body go out to this person any more of those that wait; returns how many there were."""
    waiting = Letter.objects.filter(person=person, body=body, sent_at=None, stopped_at=None)
    return waiting.update(stopped_at=timezone.now(), error=why)


def worded(template: str, context: Mapping[str, Any]) -> tuple[str, list[Paragraph]]:
    """Subject and paragraphs of a mail."""
    first, _newline, rest = _plain(f"{template}.txt", context).strip().partition("\n")
    return one_line(first), paragraphs_of(rest)


def one_line(subject: str) -> str:
    """A title that somebody typed may stand in the subject, which is one line of a mail's head."""
    return " ".join(subject.split())[:SUBJECT_LENGTH]


def paragraphs_of(text: str) -> list[Paragraph]:
    """The paragraphs of a text, which have an empty line between them."""
    return [_paragraph(block) for block in re.split(r"\n\s*\n", text.strip()) if block.strip()]


def deliver_due(*, batch: int = BATCH) -> int:
    """Send the letters that are due, as many as a sweep takes; returns how many have gone out.

    Each is locked, sent and marked in a transaction of its own. One that fails is tried again later and stops no other.
    Only if the machine dies between the mail server's word and the mark is a letter sent twice.
    """
    due = list(Letter.objects.due(timezone.now()).values_list("pk", flat=True)[:batch])
    connection = get_connection()
    try:
        return sum(_deliver(letter, connection) for letter in due)
    finally:
        connection.close()


@transaction.atomic
def try_again(*, letter: Letter, actor: User) -> None:
    """Let a letter that was given up be sent after all, to the address that its person has by now."""
    require(actor, "letters.send_again", letter)
    again = Letter.objects.given_up().filter(pk=letter.pk).update(failures=0, next_at=timezone.now())
    if again:
        record(actor=actor, verb="letter.tried_again", target=letter, body=letter.body, data={"error": letter.error})


@transaction.atomic
def _deliver(letter_id: uuid.UUID, connection: BaseEmailBackend) -> bool:
    """Send one letter, unless somebody else is at it or has been."""
    now = timezone.now()
    due = Letter.objects.due(now).select_for_update(of=("self",), skip_locked=True).select_related("person")
    letter = due.filter(pk=letter_id).first()
    if letter is None:
        return False
    if not letter.person.shown_email:
        _put_off(letter, _("No address of this person is known. Enter one under People."), now)
        return False
    answers_to = [letter.reply_to] if letter.reply_to else None
    mail = EmailMultiAlternatives(
        letter.subject, letter.text, to=[letter.person.email], reply_to=answers_to, connection=connection
    )
    mail.attach_alternative(letter.html, "text/html")
    try:
        mail.send()
    except OperationalError:
        # The database, not the mail: nothing of this stands, and the next sweep tries again.
        raise
    except Exception as error:
        # A connection in an unknown state must not spoil the next letter.
        connection.close()
        _put_off(letter, str(error) or type(error).__name__, now)
        return False
    letter.sent_at, letter.error = now, ""
    letter.save(update_fields=["sent_at", "error"])
    return True


def _put_off(letter: Letter, why: str, now: dt.datetime) -> None:
    letter.failures += 1
    letter.error = why
    letter.next_at = now + min(dt.timedelta(minutes=2**letter.failures), LONGEST_WAIT)
    letter.save(update_fields=["failures", "error", "next_at"])
    log.warning("letter_not_sent", letter=str(letter.pk), failures=letter.failures, error=letter.error)


def _plain(template: str, context: Mapping[str, Any]) -> str:
    """A template as plain text: nothing in it is escaped."""
    compiled: Any = get_template(template)
    return str(compiled.template.render(Context(dict(context), autoescape=False)))


def _paragraph(block: str) -> Paragraph:
    words = "\n".join(line.strip() for line in block.strip().splitlines())
    link = re.fullmatch(rf"(?P<words>[^\n]+): (?P<address>{re.escape(settings.SITE_URL)}/\S*)", words)
    return Paragraph(link["words"], link["address"]) if link else Paragraph(words)
