"""Second factors: kept encrypted, and required of whoever has power over exams, the law, people or the installation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db.models import Exists, OuterRef, Q
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.models import Membership, Role, User
from accounts.signing_in.secrets import decrypted, encrypted

POWERFUL = (Role.EXAMINER, Role.REGISTRAR, Role.LAW_EDITOR, Role.ADMINISTRATOR)
# Pages without which nobody could set up a factor, confirm that it is they, or leave. By the names of the addresses.
OPEN = {
    "mfa_index", "mfa_activate_totp", "mfa_reauthenticate",
    "mfa_view_recovery_codes", "mfa_download_recovery_codes", "mfa_generate_recovery_codes",
    "account_reauthenticate", "account_logout",
    # An address must be confirmed first.
    "account_email", "account_confirm_email", "account_email_verification_sent",
    "live", "ready",
}  # fmt: skip


class MFAAdapter(DefaultMFAAdapter):
    """Where allauth asks us how secrets are kept."""

    def encrypt(self, text: str) -> str:
        """Before it is stored."""
        return encrypted(text)

    def decrypt(self, encrypted_text: str) -> str:
        """Before it is used."""
        return decrypted(encrypted_text)


class Backend(AuthenticationBackend):
    """Loads the person of a request, in the same query with whether a second factor is owed."""

    def get_user(self, user_id: Any) -> User | None:
        """As Django's, which would know nothing of the factor, and each request of a candidate would pay for asking."""
        people = User.objects.filter(pk=user_id)
        if settings.SECOND_FACTOR_REQUIRED:
            powers = Membership.objects.active().filter(person=OuterRef("pk"), role__in=POWERFUL).order_by()
            factor = Authenticator.objects.filter(user=OuterRef("pk"), type=Authenticator.Type.TOTP)
            people = people.annotate(
                owes_factor=(Q(is_superuser=True) | Q(is_staff=True) | Exists(powers)) & ~Exists(factor)
            )
        person = people.first()
        return person if person is not None and self.user_can_authenticate(person) else None


def owes_factor(person: Any) -> bool:
    """Whether the person must set up a second factor before anything else."""
    return bool(settings.SECOND_FACTOR_REQUIRED and getattr(person, "owes_factor", False))


class SecondFactorMiddleware:
    """Leads whoever owes a second factor to where it is set up, and lets nothing else through, the API included."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """Before any page of ours."""
        if not settings.SECOND_FACTOR_REQUIRED:
            return None
        found = request.resolver_match
        if (found and found.view_name in OPEN) or not owes_factor(request.user):
            return None
        sentence = _("Set up a second factor first: your role requires one.")
        if request.path_info.startswith("/api/"):
            told = {"type": "about:blank", "title": "Forbidden", "status": 403}
            told |= {"code": "second-factor-needed", "detail": sentence}
            return JsonResponse(told, status=403, content_type="application/problem+json")
        if request.method in {"GET", "HEAD"} and "HX-Request" not in request.headers:
            return redirect("mfa_index")
        return render(request, "accounts/second_factor_needed.html", status=403)
