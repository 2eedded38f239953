"""Where allauth asks us how signing in goes here."""

from __future__ import annotations

import math
from typing import Any, cast

import structlog
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal.ratelimit import respond_429
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest, HttpResponse

from accounts.letters.texts import ACCOUNT, part_of, signature_of
from accounts.models import Body, User
from accounts.signing_in.devices import remember
from accounts.signing_in.limits import counts_of, forgive, note_failure, seconds_to_wait

log = structlog.get_logger(__name__)


class AccountAdapter(DefaultAccountAdapter):
    """Limits of wrong passwords and known devices, as `accounts.signing_in` says."""

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Before a password is looked at: 429 where there were too many wrong ones."""
        self.counts = counts_of(request, credentials.get("email", ""))
        wait = seconds_to_wait(request, self.counts)
        if wait:
            request.retry_after = math.ceil(wait)  # type: ignore[attr-defined]
            raise ImmediateHttpResponse(respond_429(request))

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """The password was wrong, or there is no such account."""
        note_failure(request, self.counts)

    def post_login(self, request: HttpRequest, user: AbstractBaseUser, **about: Any) -> HttpResponse:
        """Signed in, with the second factor where there is one: the device is known from now on."""
        response = cast("HttpResponse", super().post_login(request, user, **about))
        remember(request, response, cast("User", user))
        return response

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """A letter about an account: with a sentence and the signature of the body, if the person belongs to one alone."""
        super().send_mail(template_prefix, email, {**context, **_words_of_body(context.get("user"))})

    def send_notification_mail(
        self,
        template_prefix: str,
        user: AbstractBaseUser,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """A letter that something about the account has changed: to the primary address, and to one that goes or comes.

        The change holds even when the mail server is away; the log says that nobody was told.
        """
        told = {email, EmailAddress.objects.get_primary_email(user)}
        told |= {(context or {}).get(name) for name in ("from_email", "to_email", "deleted_email")}
        for address in sorted(filter(None, told)):
            try:
                super().send_notification_mail(template_prefix, user, context, address)
            except OSError:
                log.exception("letter.failed", template=template_prefix)

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        """Called by allauth when a password was reset. Its own version also forgets what the machine did."""
        forgive(request, credentials["email"])


def _words_of_body(user: Any) -> dict[str, str]:
    if not isinstance(user, User) or user.pk is None:
        return {}
    bodies = list(Body.objects.filter(pk__in=user.memberships.active().values("body"))[:2])
    if len(bodies) != 1:
        return {}
    return {"body_sentence": part_of(bodies[0], ACCOUNT), "body_signature": signature_of(bodies[0])}
