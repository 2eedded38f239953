"""Pages about one person of a body, for its registrars: what the register keeps of them, and all that was done."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.accreditation.desk import merges, people
from accounts.accreditation.desk.forms import EntryForm, MergeForm
from accounts.accreditation.desk.views import body_of_registrar
from accounts.accreditation.models import Award, RegisterEntry
from accounts.models import Body, Membership, User
from accounts.rules import signed_in

PAGE = 50


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def person(request: HttpRequest, slug: str, person_id: UUID) -> HttpResponse:
    """Somebody's number, phone, roles and awards, each with its page; number and phone can be corrected."""
    body = body_of_registrar(request, slug)
    found = person_of(body, person_id)
    entry = RegisterEntry.objects.filter(body=body, person=found).first()
    kept = {"number": entry.number, "phone": entry.phone} if entry else {}
    form = EntryForm(request.POST or None, initial=kept)
    if request.method == "POST" and form.is_valid():
        try:
            people.correct_entry(body=body, person=found, actor=signed_in(request), **form.cleaned_data)
        except ValidationError as refusal:
            named = hasattr(refusal, "error_dict")
            form.add_error(None if named else "reason", refusal)
        else:
            messages.success(request, _("Saved."))
            return redirect("accreditation:person", slug, person_id)
    context = {
        "body": body,
        "person": found,
        "entry": entry,
        "form": form,
        "may_merge": RegisterEntry.objects.unclaimed().filter(body=body, person=found).exists(),
        "roles": Membership.objects.active().filter(body=body, person=found).select_related("club"),
        "awards": Award.objects.filter(body=body, person=found)
        .select_related("body", "level")
        .order_by("-valid_from", "pk"),
    }
    return render(request, "accreditation/desk/person.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def merge(request: HttpRequest, slug: str, person_id: UUID) -> HttpResponse:
    """Merge an entry that nobody has claimed into another record: first what would happen, then do it."""
    body, actor = body_of_registrar(request, slug), signed_in(request)
    gone = person_of(body, person_id)
    form = MergeForm(
        request.POST or None,
        people=merges.candidates(body, gone),
        body=body,
        initial={"into": request.GET.get("into", "")},
    )
    context: dict[str, Any] = {"body": body, "person": gone, "form": form}
    if request.method == "POST" and form.is_valid():
        kept, seen = form.cleaned_data["into"], request.POST.get("seen", "")
        if seen:
            told = {"body": body, "kept": kept, "gone": gone, "actor": actor, "seen": seen}
            try:
                merges.merge(**told, reason=form.cleaned_data["reason"])
            except ValidationError as refusal:
                form.add_error(None, refusal)
            else:
                messages.success(request, _("The two records are one now."))
                return redirect("accreditation:person", slug, kept.pk)
        found = merges.preview(body=body, kept=kept, gone=gone, actor=actor)
        context |= {"preview": found, "kept": kept}
    return render(request, "accreditation/desk/person_merge.html", context)


@require_safe
@login_required
def history(request: HttpRequest, slug: str, person_id: UUID) -> HttpResponse:
    """All that was done to what the body has of a person."""
    body = body_of_registrar(request, slug)
    found = person_of(body, person_id)
    about = _about(request)
    page = Paginator(people.history(found, body, signed_in(request), about), PAGE).get_page(request.GET.get("page"))
    context = {
        "body": body,
        "person": found,
        "page": page,
        "rows": [(entry, people.said(entry), people.details(entry)) for entry in page],
        "kinds": people.About.choices,
        "about": about,
    }
    return render(request, "accreditation/desk/history.html", context)


@require_safe
@login_required
def history_csv(request: HttpRequest, slug: str, person_id: UUID) -> HttpResponse:
    """The same as CSV, whole."""
    body = body_of_registrar(request, slug)
    found = person_of(body, person_id)
    entries = people.history(found, body, signed_in(request), _about(request))
    return csv_file("\ufeff" + people.as_csv(entries, body), f"history-{slug}.csv")


def csv_file(text: str, name: str) -> HttpResponse:
    """A CSV file to download, kept nowhere on the way."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return HttpResponse(text, content_type="text/csv; charset=utf-8", headers=headers)


def _about(request: HttpRequest) -> str:
    asked = request.GET.get("about", "")
    return asked if asked in people.About else ""


def person_of(body: Body, person_id: UUID) -> User:
    """The person, if the body has something of them; otherwise there is none."""
    found = people.person_of(body, person_id)
    if found is None:
        raise Http404
    return found
