"""The pages about webhooks, for the administrators of the body; for all others there is no webhook."""

from __future__ import annotations

import uuid
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.accreditation.models import Delivery, Webhook
from accounts.accreditation.webhooks import services
from accounts.accreditation.webhooks.sender import check
from accounts.models import Body
from accounts.rules import may, require, signed_in

PAGE = 50


class WebhookForm(forms.Form):
    """An address and what it is told."""

    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=500,
        help_text=gettext_lazy("Begins with https:// and can be reached from the internet."),
        widget=forms.URLInput,
    )
    events = forms.MultipleChoiceField(
        label=gettext_lazy("Tell it when an award is"),
        choices=Webhook.Event.choices,
        widget=forms.CheckboxSelectMultiple,
    )
    reference = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)

    def clean_url(self) -> str:
        """Somewhere that we may send to."""
        url: str = self.cleaned_data["url"].strip()
        check(url)
        return url


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def webhooks(request: HttpRequest, slug: str) -> HttpResponse:
    """The addresses of a body, and a form for another one."""
    body = get_object_or_404(Body, slug=slug)
    actor = signed_in(request)
    require(actor, services.KEEP, body)
    form = WebhookForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            made, secret = services.register(body=body, actor=actor, **form.cleaned_data)
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            if secret is None:
                return redirect("accreditation:webhook", made.pk)
            # On no other page, and in no message: it is kept encrypted from here on.
            return render(request, "accreditation/webhooks/secret.html", {"webhook": made, "secret": secret})
    found = Webhook.objects.filter(body=body).order_by(F("stopped_at").desc(nulls_first=True), "made_at", "pk")
    context = {"body": body, "form": form, "webhooks": found, "most": services.MOST}
    return render(request, "accreditation/webhooks/list.html", context, status=400 if form.errors else 200)


@require_safe
@login_required
def webhook(request: HttpRequest, pk: UUID) -> HttpResponse:
    """One address with the log of what it was told."""
    found = _found(request, pk)
    page = Paginator(found.deliveries.all(), PAGE).get_page(request.GET.get("page"))
    words = dict(Webhook.Event.choices)
    context = {"webhook": found, "page": page, "events": [words.get(one, one) for one in found.events]}
    return render(request, "accreditation/webhooks/webhook.html", context)


@require_POST
@login_required
def test(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Send it a test."""
    found = _found(request, pk)
    return _done(request, found, services.send_test, _("A test is on its way."), webhook=found)


@require_POST
@login_required
def stop(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Tell it nothing more."""
    found = _found(request, pk)
    return _done(request, found, services.stop, _("Stopped. This address is told nothing more."), webhook=found)


@require_POST
@login_required
def again(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Send a message once more."""
    delivery = get_object_or_404(Delivery.objects.select_related("webhook"), pk=pk)
    found = _found(request, delivery.webhook_id)
    return _done(request, found, services.send_again, _("It is on its way again."), delivery=delivery)


def _done(request: HttpRequest, found: Webhook, service: Any, said: str, **about: Any) -> HttpResponse:
    try:
        service(actor=signed_in(request), **about)
    except ValidationError as refusal:
        messages.error(request, refusal.messages[0])
    else:
        messages.success(request, said)
    return redirect("accreditation:webhook", found.pk)


def _found(request: HttpRequest, pk: UUID) -> Webhook:
    found = get_object_or_404(Webhook.objects.select_related("body", "made_by"), pk=pk)
    if not may(signed_in(request), services.KEEP, found):
        raise Http404
    return found
