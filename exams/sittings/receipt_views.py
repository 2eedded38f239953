"""The receipt: for the candidate, and for anybody who is shown one."""

from __future__ import annotations

import uuid

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from exams.sittings.chain import LENGTH
from exams.sittings.door import own_attempt
from exams.sittings.receipts import account_of, is_genuine, receipt_page


class ReceiptForm(forms.Form):
    """What stands on a receipt."""

    attempt = forms.UUIDField(
        label=_("Attempt"),
        help_text=_("As shown on the receipt, with or without hyphens."),
        error_messages={
            "invalid": _(
                "An attempt number is 32 characters long: digits and the letters a to f. Copy it from the receipt."
            )
        },
    )
    digest = forms.RegexField(
        rf"\A[0-9a-fA-F]{{{LENGTH}}}\Z",
        label=_("Digest"),
        help_text=_("All 64 characters."),
        error_messages={"invalid": _("A digest is 64 characters long: digits and the letters a to f. Copy all of it.")},
    )

    def clean_digest(self) -> str:
        """Capitals mean nothing in it."""
        return str(self.cleaned_data["digest"]).lower()


@login_required
@require_safe
@never_cache
def receipt(request: HttpRequest, attempt_id: uuid.UUID) -> HttpResponse:
    """What was handed in, for its candidate."""
    attempt = own_attempt(request, attempt_id)
    if not attempt.is_closed:
        return redirect("sittings:attempt", attempt.pk)
    return receipt_page(request, attempt)


@login_required
@require_safe
@never_cache
def download(request: HttpRequest, attempt_id: uuid.UUID) -> HttpResponse:
    """The candidate's answers with every event, as JSON."""
    attempt = own_attempt(request, attempt_id)
    if not attempt.is_closed:
        return redirect("sittings:attempt", attempt.pk)
    response = JsonResponse(account_of(attempt), json_dumps_params={"indent": 1, "ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="answers-{attempt.pk}.json"'
    return response


@require_safe
@never_cache
def verify(request: HttpRequest) -> HttpResponse:
    """Whether a receipt is genuine. It says that and nothing of whose it is or what was answered."""
    form = ReceiptForm(request.GET or None)
    found: dict[str, object] = {}
    if request.GET and form.is_valid():
        found = {"asked": True, "genuine": is_genuine(form.cleaned_data["attempt"], form.cleaned_data["digest"])}
    status = 422 if request.GET and not form.is_valid() else 200
    return render(request, "sittings/verify_receipt.html", {"form": form, **found}, status=status)
