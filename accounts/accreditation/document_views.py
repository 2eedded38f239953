"""Attaching documents to a piece of evidence, and opening them. They are shown to nobody as part of a page."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.http import content_disposition_header
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.accreditation import documents
from accounts.accreditation.document_forms import DocumentsForm
from accounts.accreditation.evidence_views import evidence_for, piece_page
from accounts.accreditation.models import Document
from accounts.rules import may, require, signed_in


@require_POST
@login_required
def attach(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Attach files to a piece of evidence."""
    found, actor = evidence_for(request, pk), signed_in(request)
    require(actor, "accreditation.attach_document", found)
    form = DocumentsForm(request.POST, request.FILES, auto_id="attach_%s")
    if form.is_valid():
        try:
            made = documents.attach(evidence=found, actor=actor, files=form.cleaned_data["documents"])
        except ValidationError as refusal:
            form.add_error("documents", refusal)
        else:
            n = len(made)
            messages.success(request, ngettext("%(n)s document attached.", "%(n)s documents attached.", n) % {"n": n})
            return redirect("accreditation:piece", pk)
    return piece_page(request, found, {"attach": form})


@never_cache
@require_safe
@login_required
def document(request: HttpRequest, pk: UUID, document_id: UUID) -> HttpResponse:
    """A document as a file to save: the browser neither shows it as a page nor guesses what it might be."""
    actor = signed_in(request)
    found = get_object_or_404(Document.objects.select_related("evidence"), pk=document_id, evidence=pk)
    if not may(actor, "accreditation.open_document", found.evidence):
        raise Http404
    documents.opened(found, actor)
    response = HttpResponse(bytes(found.data), found.sort)
    response.headers["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=found.name)
    response.headers["Content-Security-Policy"] = "sandbox; default-src 'none'"
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response
