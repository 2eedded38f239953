"""The desk itself, and what a registrar does from it to many at once."""

from __future__ import annotations

import uuid
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.accreditation.desk import bulk, overview
from accounts.accreditation.desk.forms import BulkForm, ParticipantsForm
from accounts.models import Body
from accounts.rules import require, signed_in


def body_of_registrar(request: HttpRequest, slug: str) -> Body:
    """The body, for its registrars; that it exists is public, so others get 403."""
    body = get_object_or_404(Body, slug=slug)
    require(signed_in(request), "accreditation.keep_register", body)
    return body


@require_safe
@login_required
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """What waits for me in a body, and which of its awards end."""
    body = body_of_registrar(request, slug)
    context = {
        "body": body,
        "today": body.today(),
        "waiting": overview.waiting(body, signed_in(request)),
        "ending": overview.ending(body),
        "next_end": overview.next_end(body),
    }
    return render(request, "accreditation/desk/desk.html", context)


@require_POST
@login_required
def grants(request: HttpRequest, slug: str) -> HttpResponse:
    """What would happen to the applications that were ticked; or do it."""
    return _bulk(request, body_of_registrar(request, slug), bulk.Kind.GRANTS)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def renewals(request: HttpRequest, slug: str) -> HttpResponse:
    """What would happen to the awards that were ticked or whose holders are named; or do it."""
    body = body_of_registrar(request, slug)
    form = ParticipantsForm(request.POST if "lines" in request.POST else None)
    if request.method == "POST" and "lines" not in request.POST:
        return _bulk(request, body, bulk.Kind.RENEWALS)
    if form.is_valid():
        try:
            chosen, unknown = bulk.renewable_by(body, form.cleaned_data["lines"])
        except ValidationError as refusal:
            form.add_error("lines", refusal)
        else:
            if chosen:
                return _preview(request, body, bulk.Kind.RENEWALS, chosen, BulkForm(), unknown)
            form.add_error("lines", _("Nobody named here has an award that can be renewed now."))
    return render(request, "accreditation/desk/participants.html", {"body": body, "form": form})


def _bulk(request: HttpRequest, body: Body, kind: bulk.Kind) -> HttpResponse:
    seen = request.POST.getlist("seen")
    if not seen:
        return _preview(request, body, kind, _chosen(request), BulkForm())
    form = BulkForm(request.POST)
    if form.is_valid():
        told = form.cleaned_data
        try:
            done = bulk.carry_out(kind=kind, body=body, actor=signed_in(request), seen=seen, **told)
        except ValidationError as refusal:
            form.add_error(None, refusal)
            # What is shown now is a new preview: a press of this form does what it says.
            form.data = {**form.data.dict(), "reference": str(uuid.uuid4())}  # type: ignore[attr-defined]
        else:
            messages.success(request, _said(kind, done))
            return redirect("accreditation:queue" if kind == bulk.Kind.GRANTS else "accreditation:awards", body.slug)
    return _preview(request, body, kind, _ids(one.split(":", 1)[0] for one in seen), form)


def _said(kind: bulk.Kind, done: int) -> str:
    words = (
        ngettext(
            "%(n)s level granted. The award is in the register.",
            "%(n)s levels granted. The awards are in the register.",
            done,
        )
        if kind == bulk.Kind.GRANTS
        else ngettext("%(n)s award renewed.", "%(n)s awards renewed.", done)
    )
    return words % {"n": done}


def _chosen(request: HttpRequest) -> list[UUID]:
    return _ids(request.POST.getlist("chosen"))


def _ids(written: Any) -> list[UUID]:
    """Those that are ids; of what is none there is nothing here."""
    found = []
    for one in written:
        try:
            found.append(UUID(one))
        except ValueError:
            continue
    return found


def _preview(
    request: HttpRequest,
    body: Body,
    kind: bulk.Kind,
    chosen: list[UUID],
    form: BulkForm,
    unknown: list[str] | None = None,
) -> HttpResponse:
    back = "accreditation:queue" if kind == bulk.Kind.GRANTS else "accreditation:awards"
    try:
        lines = bulk.plan(kind, body, signed_in(request), chosen)
    except ValidationError as refusal:
        messages.error(request, refusal.messages[0])
        return redirect(back, body.slug)
    if not lines:
        messages.error(request, _("Tick at least one line first."))
        return redirect(back, body.slug)
    context = {
        "body": body,
        "kind": kind,
        "lines": sorted(lines, key=lambda line: not line.does),
        "doing": sum(line.does for line in lines),
        "form": form,
        "unknown": unknown or [],
        "back": back,
    }
    return render(request, "accreditation/desk/bulk.html", context)
