"""The letter that allauth does not write: somebody has added an address to the account."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.http import HttpRequest

from accounts.models import User


def tell_of_a_further_address(
    sender: type, request: HttpRequest, user: User, email_address: EmailAddress, **_more: Any
) -> None:
    """Once confirmed, a further address can choose a new password; so the owner hears of it before."""
    get_adapter(request).send_notification_mail("account/email/email_added", user, {"added_email": email_address.email})
