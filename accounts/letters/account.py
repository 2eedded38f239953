"""Letters about an account and its roles. Each goes out when the action it tells of is kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import structlog
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.http import HttpRequest
from django.template.loader import render_to_string

from accounts.models import User

log = structlog.get_logger(__name__)


def send_letter(to: User | str, template: str, context: Mapping[str, Any]) -> None:
    """Send the letter `template`.txt, whose first line is the subject, once the transaction holds.

    Somebody without an address gets none. A mail server that is away does not undo the action; the log says that nobody was
    told.
    """
    address = to if isinstance(to, str) else to.shown_email
    if not address:
        return
    words = {**context, "site": settings.SITE_URL, "to": to}
    subject, text = render_to_string(f"{template}.txt", words).strip().split("\n", 1)

    def send() -> None:
        try:
            send_mail(subject.strip(), text.strip() + "\n", None, [address])
        except OSError:
            log.exception("letter.failed", template=template)

    transaction.on_commit(send)


def tell_of_a_further_address(
    sender: type, request: HttpRequest, user: User, email_address: EmailAddress, **_more: Any
) -> None:
    """Once confirmed, a further address can choose a new password; so the owner hears of it before."""
    get_adapter(request).send_notification_mail("account/email/email_added", user, {"added_email": email_address.email})
