"""What bodies have decided, for everybody to read; laying one down is for their law editors and administrators."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import Body
from accounts.rules import may, signed_in
from laws import library
from laws.editing.models import BodyRegulation
from laws.editing.regulations.forms import RegulationForm, started_with
from laws.editing.regulations.laying_down import lay_down, regulations_of
from laws.editing.regulations.matters import MATTERS, Matter
from laws.editing.rules import LAY_DOWN, must_lay_down
from laws.editing.views import for_editors
from laws.forms import AsOf
from laws.rulings.regulations import Regulation


@dataclass(frozen=True)
class Line:
    """A matter on a body's page: what holds on the day, whether the body said so, and every record on it."""

    matter: Matter
    holds: Regulation
    is_own: bool
    records: list[BodyRegulation]

    @property
    def words(self) -> str:
        """What holds."""
        return self.matter.words(self.holds.value)


@require_safe
def bodies(request: HttpRequest) -> HttpResponse:
    """Every body with how much it has laid down, and what holds where nothing is."""
    standing = Count("regulations", filter=Q(regulations__correction=None))
    found = Body.objects.annotate(laid_down=standing).order_by("name")
    matters = [(matter, matter.words(matter.default.value)) for matter in MATTERS.values()]
    return render(request, "editing/regulations.html", {"bodies": found, "matters": matters})


@require_safe
def body(request: HttpRequest, slug: str) -> HttpResponse:
    """What a body has laid down, as of a day, with every record on each matter."""
    shown = get_object_or_404(Body, slug=slug)
    asked = AsOf(request.GET)
    if not asked.is_valid():
        return render(request, "laws/bad_date.html", {"form": asked}, status=400)
    asked_on = asked.cleaned_data["on"]
    on = asked_on or shown.today()
    context = {
        "body": shown,
        "on": on,
        "asked_on": asked_on,
        "lines": _lines(shown, on),
        "may_lay_down": may(request.user, LAY_DOWN, shown),
        "edition": library.usual_edition(),
    }
    return render(request, "editing/body_regulations.html", context)


def _lines(shown: Body, on: datetime.date) -> Iterable[Line]:
    own = regulations_of(shown, on)
    rows = BodyRegulation.objects.of(shown).select_related("body", "laid_down_by", "correction", "corrects")
    records: dict[str, list[BodyRegulation]] = {}
    for row in rows:
        records.setdefault(row.matter, []).append(row)
    return [
        Line(matter, own.get(name, matter.default), name in own, records.get(name, []))
        for name, matter in MATTERS.items()
    ]


@require_http_methods(["GET", "POST"])
@for_editors
def new(request: HttpRequest, slug: str, matter: str) -> HttpResponse:
    """Lay down a regulation on a matter."""
    if matter not in MATTERS:
        raise Http404(f"no matter {matter}")
    return _form_page(request, get_object_or_404(Body, slug=slug), MATTERS[matter], None)


@require_http_methods(["GET", "POST"])
@for_editors
def correct(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """Lay one down in place of a record that was entered wrongly."""
    wrong = get_object_or_404(BodyRegulation.objects.select_related("body"), pk=pk, body__slug=slug)
    return _form_page(request, wrong.body, MATTERS[wrong.matter], wrong)


def _form_page(request: HttpRequest, of: Body, matter: Matter, wrong: BodyRegulation | None) -> HttpResponse:
    must_lay_down(request.user, of)
    form = RegulationForm(matter, wrong, request.POST or None, initial=started_with(wrong) if wrong else None)
    if request.method == "POST" and form.is_valid():
        try:
            laid = lay_down(
                actor=signed_in(request),
                body=of,
                matter=matter.name,
                value=form.value,
                since=form.cleaned_data["since"],
                source=form.cleaned_data["source"],
                reason=form.cleaned_data.get("reason", ""),
                corrects=wrong,
            )
        except ValidationError as refused:
            for name, sentences in refused.message_dict.items():
                form.add_error(name if name in form.fields else None, sentences)
        else:
            messages.success(request, _("Recorded. Everybody can see it on this page."))
            return redirect(laid)
    context = {
        "form": form,
        "body": of,
        "matter": matter,
        "wrong": wrong,
        "holds": matter.words(matter.default.value),
        "edition": library.usual_edition(),
    }
    return render(request, "editing/lay_down.html", context, status=400 if form.errors else 200)
