"""The pages of certificates: what a body puts on them, and the certificates of many awards as one archive."""

from __future__ import annotations

import uuid
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.accreditation.award_views import kept_awards
from accounts.accreditation.credentials import archives, certificates, designs, status_lists
from accounts.accreditation.credentials.forms import ArchiveForm, DesignForm
from accounts.accreditation.forms import AwardsFilter
from accounts.accreditation.models import Award, CertificateArchive, SigningKey, StatusList
from accounts.accreditation.tasks import make_certificates
from accounts.models import Body
from accounts.rules import may, require, signed_in

KEPT = 10
"""So many of the last archives are listed."""


# --- What is on them --------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def design(request: HttpRequest, slug: str) -> HttpResponse:
    """The seal, words and signatures of a body's certificates; `look` shows them on a sample and changes nothing."""
    body = get_object_or_404(Body, slug=slug)
    actor = signed_in(request)
    require(actor, designs.KEEP, body)
    last, looks = certificates.design_of(body), "look" in request.POST
    form = DesignForm(request.POST or None, request.FILES or None, last=last, needs_reason=not looks)
    if request.method == "POST" and form.is_valid():
        if looks:
            return _sample(certificates.sample(body, form.design().row(body)))
        try:
            designs.settle(body=body, actor=actor, design=form.design(), reason=form.cleaned_data["reason"])
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            messages.success(request, _("Saved. It stands on every certificate that is downloaded from now on."))
            return redirect("accreditation:design", slug)
    context = {
        "body": body,
        "form": form,
        "last": last,
        "key": SigningKey.objects.filter(body=body, retired_at=None).first(),
        "lists": StatusList.objects.filter(body=body),
        "overdue": status_lists.overdue([body.pk]),
        "is_registrar": may(actor, "accreditation.keep_register", body),
    }
    return render(request, "accreditation/certificates/design.html", context, status=400 if form.errors else 200)


@require_safe
@login_required
def sample(request: HttpRequest, slug: str) -> HttpResponse:
    """A sample as certificates look now."""
    body = get_object_or_404(Body, slug=slug)
    require(signed_in(request), designs.KEEP, body)
    return _sample(certificates.sample(body, certificates.design_of(body)))


def _sample(data: bytes) -> HttpResponse:
    headers = {"Content-Disposition": 'inline; filename="sample.pdf"', "Cache-Control": "no-store"}
    return HttpResponse(data, content_type="application/pdf", headers=headers)


# --- Many at once -----------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def archive_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for the certificates of the awards that a filter of the list finds."""
    body = get_object_or_404(Body, slug=slug)
    actor = signed_in(request)
    require(actor, "accreditation.keep_register", body)
    wanted = AwardsFilter(request.GET, body=body)
    found = kept_awards(body, actor, wanted)
    standing = found.filter(status=Award.Status.GRANTED)
    form = ArchiveForm(request.POST or None, initial={"reference": uuid.uuid4()})
    if request.method == "POST" and form.is_valid():
        try:
            made = archives.ask(
                body=body,
                actor=actor,
                awards=list(standing.order_by("name", "pk").values_list("pk", flat=True)),
                reference=form.cleaned_data["reference"],
            )
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            transaction.on_commit(lambda: make_certificates.delay(str(made.pk)))
            return redirect("accreditation:archive", made.pk)
    context = {
        "body": body,
        "form": form,
        "found": found.count(),
        "standing": standing.count(),
        "most": archives.MOST,
        "query": request.GET.urlencode(),
        "archives": CertificateArchive.objects.filter(body=body).select_related("asked_by")[:KEPT],
    }
    return render(request, "accreditation/certificates/archive_new.html", context, status=400 if form.errors else 200)


@require_safe
@login_required
@never_cache
def archive(request: HttpRequest, pk: UUID) -> HttpResponse:
    """How far it has come; the page asks for its part of it again until it is there."""
    found = _archive(request, pk)
    part = request.headers.get("HX-Request")
    template = "accreditation/certificates/parts/progress.html" if part else "accreditation/certificates/archive.html"
    return render(request, template, {"archive": found, "body": found.body})


@require_safe
@login_required
def archive_file(request: HttpRequest, pk: UUID) -> StreamingHttpResponse:
    """The archive."""
    found = _archive(request, pk)
    if found.status != CertificateArchive.Status.DONE:
        raise Http404
    headers = {"Content-Disposition": f'attachment; filename="certificates-{found.body.slug}.zip"'}
    return StreamingHttpResponse(archives.zipped(found), content_type="application/zip", headers=headers)


def _archive(request: HttpRequest, pk: UUID) -> CertificateArchive:
    found = get_object_or_404(CertificateArchive.objects.select_related("body").defer("wanted"), pk=pk)
    if not may(signed_in(request), "accreditation.keep_register", found.body):
        raise Http404
    return found
