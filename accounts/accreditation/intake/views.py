"""The pages by which a register comes in and goes out. For the registrars of the body; for all others there is no import."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.accreditation.intake import output, services
from accounts.accreditation.intake.columns import FIELDS
from accounts.accreditation.intake.files import written
from accounts.accreditation.intake.forms import AddressForm, ColumnsForm, LineForm, TermsForm, UploadForm
from accounts.accreditation.models import Intake, IntakeLine, RegisterEntry
from accounts.forms import ReasonForm
from accounts.models import Body
from accounts.rules import may, require, signed_in

Outcome = IntakeLine.Outcome
PAGE = 50
BATCHES = 20
ASKED = 50
"""So many unknown words are asked for at once; the next ones come when these are decided."""


# --- In ---------------------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def upload(request: HttpRequest, slug: str) -> HttpResponse:
    """The imports of a body, and a form that sends a file."""
    body = _body(request, slug)
    form = UploadForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        sent = form.cleaned_data["file"]
        try:
            made = services.upload(
                body=body,
                actor=signed_in(request),
                name=str(sent.name),
                data=sent.read(),
                sheet_name=form.cleaned_data["sheet"],
            )
        except ValidationError as refusal:
            form.add_error("file", refusal)
        else:
            return redirect("accreditation:intake_columns", made.pk)
    batches = Paginator(Intake.objects.filter(body=body).select_related("made_by"), BATCHES)
    context = {"body": body, "form": form, "page": batches.get_page(request.GET.get("page"))}
    return render(request, "accreditation/intake/upload.html", context, status=400 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def columns(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Which column is which."""
    found = _intake(request, pk)
    if found.stage != Intake.Stage.OPEN:
        return redirect("accreditation:intake", pk)
    form = ColumnsForm(request.POST or None, intake=found)
    if request.method == "POST" and form.is_valid():
        try:
            services.match(intake=found, actor=signed_in(request), columns=form.columns())
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            return redirect("accreditation:intake", pk)
    first = list(found.lines.order_by("number")[:3])
    context = {"intake": found, "form": form, "examples": _examples(found, first), "lines": found.lines.count()}
    return render(request, "accreditation/intake/columns.html", context)


def _examples(found: Intake, lines: list[IntakeLine]) -> list[tuple[str, list[str]]]:
    """Each column with its heading and what stands in its first lines."""
    return [
        (heading, [line.cells[at] if at < len(line.cells) else "" for line in lines])
        for at, heading in enumerate(found.headings)
    ]


@require_safe
@login_required
def intake(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The dry run, or what came of it."""
    found = _intake(request, pk)
    if found.stage == Intake.Stage.OPEN and found.previewed_at is None:
        return redirect("accreditation:intake_columns", pk)
    return intake_page(request, found)


def intake_page(request: HttpRequest, found: Intake, bound: dict[str, Form] | None = None) -> HttpResponse:
    """The page, with the forms as they were sent."""
    bound = bound or {}
    counts = services.counts(found)
    asked = request.GET.get("show", "")
    shown = asked if asked in Outcome else ""
    lines = found.lines.select_related("award").order_by("number")
    if shown:
        lines = lines.filter(outcome=shown)
    is_open = found.stage == Intake.Stage.OPEN
    context: dict[str, Any] = {
        "intake": found,
        "is_open": is_open,
        "counts": counts,
        "waiting": counts[Outcome.DECIDE],
        "to_import": counts[Outcome.NEW] + counts[Outcome.KNOWN],
        "passed_over": counts[Outcome.WRONG] + counts[Outcome.LEFT],
        "total": sum(counts.values()),
        "outcomes": [(one.value, one.label, counts[one.value]) for one in Outcome if counts[one.value]],
        "shown": shown,
        "page": Paginator(lines, PAGE).get_page(request.GET.get("page")),
        "matched": [(found.headings[at], FIELDS[name].label) for name, at in found.columns.items()],
        "unused": [
            heading for at, heading in enumerate(found.headings) if at not in found.columns.values() and heading
        ],
    }
    if is_open:
        terms = bound.get("terms") or _terms(found)
        context["terms"] = terms if terms.fields else None
    elif found.stage == Intake.Stage.APPLIED:
        context["built"] = services.built_on(found)
        context["undo"] = bound.get("undo") or ReasonForm(auto_id="undo_%s")
    return render(request, "accreditation/intake/intake.html", context)


def _terms(found: Intake, data: Any = None) -> TermsForm:
    """The form for what is open of the file as a whole."""
    kept = {kind: words[:ASKED] for kind, words in services.unknown_words(found).items()}
    return TermsForm(data, intake=found, unknown=kept, asks_order=bool(found.terms.get("asks_order")))


@require_POST
@login_required
def settle(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Decide for the whole file."""
    found = _intake(request, pk)
    form = _terms(found, request.POST)
    if form.is_valid():
        try:
            services.settle(intake=found, actor=signed_in(request), **form.settled())
        except ValidationError as refusal:
            messages.error(request, refusal.messages[0])
        return redirect("accreditation:intake", pk)
    return intake_page(request, found, {"terms": form})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def line(request: HttpRequest, pk: UUID, at: int) -> HttpResponse:
    """One line: what it says, what would happen, and what can be decided about it."""
    batch = _intake(request, pk)
    found = get_object_or_404(batch.lines.select_related("award"), number=at)
    found.intake = batch
    form = None
    if batch.stage == Intake.Stage.OPEN and found.outcome:
        form = LineForm(request.POST or None, line=found, days=found.plan.get("days", {}))
        if request.method == "POST" and form.is_valid():
            told = form.cleaned_data
            try:
                services.correct(
                    line=found,
                    actor=signed_in(request),
                    corrected=form.corrected(),
                    person=told.get("person", ""),
                    left_out=told["left_out"],
                )
            except ValidationError as refusal:
                form.add_error(None, refusal)
            else:
                return _onward(request, batch, at)
    cells = [(heading, cell) for heading, cell in zip(batch.headings, found.cells, strict=False) if cell.strip()]
    context = {"intake": batch, "line": found, "cells": cells, "form": form}
    return render(request, "accreditation/intake/line.html", context)


def _onward(request: HttpRequest, batch: Intake, number: int) -> HttpResponse:
    """To the next line that needs somebody, or back to the dry run."""
    said = batch.lines.values_list("outcome", flat=True).get(number=number)
    messages.success(request, _("Line %(line)s: %(outcome)s.") % {"line": number, "outcome": Outcome(said).label})
    following = (
        batch.lines.filter(outcome=Outcome.DECIDE, number__gt=number, plan__unknown={}).order_by("number").first()
    )
    if following is not None:
        return redirect("accreditation:intake_line", batch.pk, following.number)
    return redirect("accreditation:intake", batch.pk)


@require_POST
@login_required
def preview(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Make the dry run again."""
    return _done(request, _intake(request, pk), services.preview, _("This is what an import would do now."))


@require_POST
@login_required
def apply(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Import what was previewed."""
    return _done(request, _intake(request, pk), services.apply, _("Imported. The awards are in the register."))


def _done(request: HttpRequest, found: Intake, service: Any, said: str) -> HttpResponse:
    try:
        service(intake=found, actor=signed_in(request))
    except ValidationError as refusal:
        messages.error(request, refusal.messages[0])
    else:
        messages.success(request, said)
    return redirect("accreditation:intake", found.pk)


@require_POST
@login_required
def undo(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Take an import back."""
    found = _intake(request, pk)
    form = ReasonForm(request.POST, auto_id="undo_%s")
    if not form.is_valid():
        return intake_page(request, found, {"undo": form})
    try:
        services.undo(intake=found, actor=signed_in(request), reason=form.cleaned_data["reason"])
    except ValidationError as refusal:
        messages.error(request, refusal.messages[0])
        return intake_page(request, _intake(request, pk), {"undo": form})
    messages.success(request, _("Undone. These awards are no longer on the register."))
    return redirect("accreditation:intake", pk)


@require_POST
@login_required
def discard(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Throw away what was read."""
    found = _intake(request, pk)
    try:
        services.discard(intake=found, actor=signed_in(request))
    except ValidationError as refusal:
        messages.error(request, refusal.messages[0])
        return redirect("accreditation:intake", pk)
    messages.success(request, _("%(file)s is deleted. Nothing was imported.") % {"file": found.file_name})
    return redirect("accreditation:intake_upload", found.body.slug)


@require_safe
@login_required
def passed_over(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The lines that an import passes over, as they were sent, with what is wrong: to be corrected and sent again."""
    found = _intake(request, pk)
    lines = found.lines.filter(outcome__in=[Outcome.WRONG, Outcome.LEFT]).order_by("number")
    width = len(found.headings)
    rows = [[*(one.cells + [""] * width)[:width], str(one.number), " ".join(one.says)] for one in lines]
    return _file(written([*found.headings, _("Line"), _("What is wrong")], rows), "text/csv", "passed-over.csv")


# --- Entries ----------------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def entry(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The address of an entry that nobody has claimed."""
    entries = RegisterEntry.objects.select_related("body", "person")
    found = get_object_or_404(entries, pk=pk)
    actor = signed_in(request)
    if not may(actor, "accreditation.keep_register", found.body):
        raise Http404
    require(actor, "accreditation.change_entry_address", found)
    form = AddressForm(request.POST or None, initial={"email": found.person.shown_email})
    if request.method == "POST" and form.is_valid():
        try:
            services.change_address(entry=found, actor=actor, email=form.cleaned_data["email"])
        except ValidationError as refusal:
            form.add_error("email", refusal)
        else:
            messages.success(
                request,
                _("%(name)s can claim the entry with this address, by asking for a new password.")
                % {"name": found.person.name},
            )
            return redirect("people:body", found.body.slug)
    return render(request, "accreditation/intake/entry.html", {"entry": found, "form": form})


# --- Out --------------------------------------------------------------------------------------------------------------


@require_safe
@login_required
def register_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The register as CSV."""
    body = _body(request, slug)
    return _file("\ufeff" + output.as_csv(output.rows(body)), "text/csv", f"register-{slug}.csv")


@require_safe
@login_required
def register_json(request: HttpRequest, slug: str) -> HttpResponse:
    """The register as JSON."""
    body = _body(request, slug)
    return _file(output.as_json(body, output.rows(body)), "application/json", f"register-{slug}.json")


@require_safe
@login_required
def register_list(request: HttpRequest, slug: str) -> HttpResponse:
    """The register as a list to print."""
    body = _body(request, slug)
    context = {"body": body, "rows": output.rows(body), "today": body.today()}
    return render(request, "accreditation/intake/list.html", context)


def _file(text: str, media_type: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return HttpResponse(text, content_type=f"{media_type}; charset=utf-8", headers=headers)


def _body(request: HttpRequest, slug: str) -> Body:
    """The body, for its registrars; that it exists is public, so others get 403."""
    body = get_object_or_404(Body, slug=slug)
    require(signed_in(request), "accreditation.keep_register", body)
    return body


def _intake(request: HttpRequest, pk: UUID) -> Intake:
    """The import, for the registrars of its body; for all others there is none."""
    found = get_object_or_404(Intake.objects.select_related("body", "applied_by"), pk=pk)
    if not may(signed_in(request), "accreditation.keep_register", found):
        raise Http404
    return found
