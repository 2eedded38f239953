"""The pages about what is kept: one's own data, the deletion of one's account, and how long a body keeps what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.audit.services import record
from accounts.models import Body
from accounts.privacy import deletions, retention
from accounts.privacy.download import archive
from accounts.privacy.holdings import holdings, obstacles
from accounts.privacy.models import Deletion, Retention
from accounts.privacy.retention import kinds
from accounts.rules import require, signed_in


class SureForm(forms.Form):
    """Whether one means it."""

    sure = forms.BooleanField(label=gettext_lazy("Yes, delete my account"))


class RetentionForm(forms.Form):
    """How many months each kind of thing is kept."""

    def __init__(self, *args: Any, months: Mapping[str, int | None], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind in kinds():
            self.fields[kind.key] = forms.IntegerField(
                label=kind.label,
                help_text=kind.help,
                required=False,
                min_value=1,
                max_value=Retention.MOST,
                initial=months.get(kind.key),
            )


@never_cache
@require_safe
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """Everything that is kept of me, by kind."""
    person = signed_in(request)
    told = [(one, one.rows(person).count()) for one in holdings()]
    context = {
        "person": person,
        "kept": [(one, count) for one, count in told if count],
        "deletion": deletions.asked_by(person),
    }
    return render(request, "privacy/mine.html", context)


@never_cache
@require_POST
@login_required
@reauthentication_required
def download(request: HttpRequest) -> HttpResponse | FileResponse:
    """Everything that is kept of me, as a ZIP. A machine that I left open does not hand it out."""
    person = signed_in(request)
    made = archive(person)
    record(actor=person, verb="person.downloaded", target=person)
    name = f"my-data-{timezone.localdate():%Y-%m-%d}.zip"
    return FileResponse(made, as_attachment=True, filename=name, content_type="application/zip")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@reauthentication_required(allow_get=True)
def delete(request: HttpRequest) -> HttpResponse:
    """What goes and what stays when my account is deleted; and the form that asks for it."""
    person = signed_in(request)
    deletion = deletions.asked_by(person)
    form = SureForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            deletions.ask(person=person)
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            messages.success(request, _("Your account will be deleted. Until then you can take it back on this page."))
            return redirect("privacy:delete")
    there = [one for one in holdings() if one.rows(person).exists()]
    context = {
        "form": form,
        "deletion": deletion,
        "days": Deletion.WAITS.days,
        "goes": [one for one in there if not one.stays],
        "stays": [one for one in there if one.stays],
        "obstacles": obstacles(person),
        "refused": obstacles(person, lasting=True),
    }
    return render(request, "privacy/delete.html", context, status=400 if form.errors else 200)


@require_POST
@login_required
def take_back(request: HttpRequest) -> HttpResponse:
    """Keep my account after all."""
    deletions.take_back(person=signed_in(request))
    messages.success(request, _("Your account stays."))
    return redirect("privacy:mine")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def times(request: HttpRequest, slug: str) -> HttpResponse:
    """How long a body keeps what; what would go today with the times in the form, before they are saved."""
    body = get_object_or_404(Body, slug=slug)
    actor = signed_in(request)
    require(actor, "privacy.set_retention", body)
    months = retention.set_months(body)
    form = RetentionForm(request.POST if request.method == "POST" else None, months=months)
    if request.method == "POST":
        if form.is_valid():
            months = form.cleaned_data
            if request.POST.get("do") == "save":
                retention.set_times(body=body, actor=actor, months=months)
                messages.success(request, _("Saved. What is older is removed each night."))
                return redirect("privacy:times", slug)
        else:
            months = {}
    told = {one.kind.key: one for one in retention.outlook(body, months)}
    context = {"body": body, "form": form, "rows": [(field, told[field.name]) for field in form]}
    return render(request, "privacy/times.html", context, status=400 if form.errors else 200)
