"""What changes the addresses to which a body tells of its awards. Each function is one transaction and is audited."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Collection
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.accreditation import rules as _rules  # noqa: F401 - names the permissions
from accounts.accreditation.models import Delivery, Webhook
from accounts.accreditation.webhooks.outbox import worded
from accounts.accreditation.webhooks.sender import check
from accounts.audit.services import record
from accounts.models import Body, User
from accounts.rules import require
from accounts.signing_in.secrets import encrypted

KEEP = "accreditation.keep_webhooks"
MOST = 10
SECRET_BYTES = 32


@transaction.atomic
def register(
    *, body: Body, actor: User, url: str, events: Collection[str], reference: UUID
) -> tuple[Webhook, str | None]:
    """Tell this address of these events from now on; with the secret by which it checks signatures, which is never shown again.

    reference: drawn when the form was opened; sent twice, the second time there is no secret any more.
    """
    require(actor, KEEP, body)
    check(url)
    Body.objects.select_for_update(no_key=True).get(pk=body.pk)
    known = Webhook.objects.filter(pk=reference, body=body).first()
    if known is not None:
        return known, None
    wanted = [event.value for event in Webhook.Event if event.value in events]
    if not wanted:
        raise ValidationError(_("Choose at least one event."), "events")
    there = Webhook.objects.filter(body=body, stopped_at=None)
    if there.filter(url=url).exists():
        raise ValidationError(_("This address is registered already. Stop it before you register it again."), "twice")
    if there.count() >= MOST:
        raise ValidationError(_("A body has %(most)s addresses at most. Stop one first."), "many", {"most": MOST})
    secret = f"whsec_{base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()}"
    made = Webhook.objects.create(
        pk=reference, body=body, url=url, secret=encrypted(secret), events=wanted, made_by=actor
    )
    record(actor=actor, verb="webhook.registered", target=made, body=body, data={"url": url, "events": wanted})
    return made, secret


@transaction.atomic
def stop(*, webhook: Webhook, actor: User) -> None:
    """Tell it nothing more, what waits included; stopping twice changes nothing."""
    require(actor, KEEP, webhook)
    found = Webhook.objects.select_for_update().get(pk=webhook.pk)
    if found.stopped_at is not None:
        return
    found.stopped_at = timezone.now()
    found.save(update_fields=["stopped_at"])
    record(actor=actor, verb="webhook.stopped", target=found, body=found.body_id)


@transaction.atomic
def send_test(*, webhook: Webhook, actor: User) -> Delivery:
    """Have a message sent that says it is a test. One that waits is enough."""
    require(actor, KEEP, webhook)
    found = Webhook.objects.select_for_update().select_related("body").get(pk=webhook.pk)
    _must_be_going(found)
    waiting = found.deliveries.filter(event=Webhook.TEST, standing=Delivery.Standing.WAITING).first()
    if waiting is not None:
        return waiting
    text = worded(Webhook.TEST, timezone.now(), {"body": found.body.slug})
    made = Delivery.objects.create(webhook=found, event=Webhook.TEST, text=text)
    record(actor=actor, verb="webhook.test_sent", target=found, body=found.body_id)
    return made


@transaction.atomic
def send_again(*, delivery: Delivery, actor: User) -> None:
    """Have a message sent once more now, under the same id, whatever became of it. One that is due already stays as it is."""
    require(actor, KEEP, delivery)
    found = Delivery.objects.select_for_update(of=("self",)).select_related("webhook").get(pk=delivery.pk)
    _must_be_going(found.webhook)
    now = timezone.now()
    if found.standing == Delivery.Standing.WAITING and found.next_at <= now:
        return
    found.standing, found.tries, found.next_at = Delivery.Standing.WAITING, 0, now
    found.save(update_fields=["standing", "tries", "next_at"])
    data = {"delivery": str(found.pk)}
    record(actor=actor, verb="webhook.sent_again", target=found.webhook, body=found.body_id, data=data)


def _must_be_going(webhook: Webhook) -> None:
    if webhook.stopped_at is not None:
        raise ValidationError(_("This address has been stopped. Register it again."), "stopped")
