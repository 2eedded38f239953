"""Letters under way when they become an app of their own: each is still sent, sent once, and known for what it was."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone

from accounts.audit.models import AuditEntry
from accounts.letters.models import TRIES, Letter
from accounts.letters.services import deliver_due, send, try_again
from accounts.models import Role, User
from tests import factories
from tests.migrating import tables_before

pytestmark = pytest.mark.django_db(transaction=True)


def test_letters_stay_what_they_were(db: None, mailoutbox: list[EmailMultiAlternatives]) -> None:
    """On the way back, which takes a letter of today along, and on the way here."""
    alice, adam = factories.person("Alice", Role.CANDIDATE), factories.person("Adam", Role.ADMINISTRATOR)
    body = factories.body()
    today = Letter.objects.create(body=body, person=alice, once="told:0", subject="Today's", text="", html="")
    with tables_before(("letters", "zero")) as model:
        old = model("sittings", "Letter").objects
        assert list(old.values_list("pk", "once")) == [(today.pk, "told:0")]
        told = {
            "body_id": body.pk,
            "person_id": alice.pk,
            "text": "You are entered.",
            "html": "<p>You are entered.</p>",
        }
        sent = old.create(once="told:1", subject="Sent", sent_at=timezone.now(), **told)
        waiting = old.create(once="told:2", subject="Waiting", **told)
        refused = old.create(once="told:3", subject="Refused", failures=TRIES, error="No such address", **told)
        # What `record` wrote of a letter; the log is never changed.
        AuditEntry.objects.create(
            actor=adam,
            body_id=body.pk,
            verb="letter.tried_again",
            target_type="sittings.Letter",
            target_id=str(sent.pk),
        )
        kind, _new = ContentType.objects.get_or_create(app_label="sittings", model="letter")
        right = Permission.objects.get_or_create(content_type=kind, codename="view_letter", name="Can view letter")[0]
        adam.user_permissions.add(right)

    assert set(Letter.objects.values_list("pk", "subject")) == {
        (today.pk, "Today's"),
        (sent.pk, "Sent"),
        (waiting.pk, "Waiting"),
        (refused.pk, "Refused"),
    }
    assert [entry.target_id for entry in AuditEntry.objects.filter(verb="letter.tried_again")] == [str(sent.pk)]
    ContentType.objects.clear_cache()
    assert User.objects.get(pk=adam.pk).get_user_permissions() == {"letters.view_letter"}
    assert not ContentType.objects.filter(app_label="sittings", model="letter").exists()
    # Those that waited go out, and what was sent is not sent again, whoever asks.
    assert send(person=alice, template="letters/mail/none", context={}, body=body, once="told:1").pk == sent.pk
    try_again(letter=Letter.objects.get(pk=refused.pk), actor=adam)
    assert deliver_due() == 3
    assert sorted(mail.subject for mail in mailoutbox) == ["Refused", "Today's", "Waiting"]
