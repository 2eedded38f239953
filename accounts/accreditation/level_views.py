"""A registrar's pages of the levels of a body: what each is, what it asks for, its versions and its settings."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.accreditation import renewal_rules, rule_tree, rulebook, standing
from accounts.accreditation.level_forms import CompareForm, LevelForm, NewLevelForm
from accounts.accreditation.models import Award, Level, Purpose, RequirementsDraft, RequirementsVersion
from accounts.accreditation.requirements import Known, Rule, read
from accounts.models import Body
from accounts.rules import require, signed_in

KEEP = "accreditation.keep_levels"


class Row(NamedTuple):
    """A level in the list: what it asks for now, what for a renewal (None: nothing), how many hold it, and the draft."""

    level: Level
    asks: rule_tree.Line
    renewal: rule_tree.Line | None
    holders: int
    draft: RequirementsDraft | None


class Dated(NamedTuple):
    """A version and how it stands today: `now`, `coming` or `replaced`."""

    version: RequirementsVersion
    stands: str


@require_safe
@login_required
def levels(request: HttpRequest, slug: str) -> HttpResponse:
    """The levels of a body from the lowest up; that the body exists is public, so others get 403."""
    body = get_object_or_404(Body, slug=slug)
    require(signed_in(request), KEEP, body)
    found = Level.objects.filter(body=body).select_related("draft__changed_by")
    rules, known = standing.rules_of(body), standing.known(body)
    renewals = renewal_rules.rules_of(body)
    held = Award.objects.filter(body=body).in_force().values_list("level").annotate(n=Count("pk")).order_by()
    holders = dict(held)
    rows = [
        Row(
            one,
            rule_tree.lines(rules[one], known),
            renewal_lines(renewals.get(one.pk), known),
            holders.get(one.pk, 0),
            getattr(one, "draft", None),
        )
        for one in found
    ]
    return render(request, "accreditation/levels/list.html", {"body": body, "rows": rows})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_level(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a level. What it asks for is drafted and published afterwards."""
    body = get_object_or_404(Body, slug=slug)
    actor = signed_in(request)
    require(actor, KEEP, body)
    form = NewLevelForm(request.POST or None, body=body)
    if request.method == "POST" and form.is_valid():
        try:
            made = rulebook.create_level(body=body, actor=actor, fields=form.cleaned_data)
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            messages.success(request, _("The level is there. Now draft what it asks for."))
            return redirect("accreditation:level", made.pk)
    return render(request, "accreditation/levels/new.html", {"body": body, "form": form})


@require_safe
@login_required
def level(request: HttpRequest, pk: int) -> HttpResponse:
    """A level: what it asks for now, its draft, its versions and what is settled of it."""
    found = kept_level(request, pk)
    known = standing.known(found.body)
    versions, today = versions_of(found), found.body.today()
    dated = _with_standing_by_purpose(versions, today)
    asked = [one for one in dated if not one.version.is_renewal]
    context = {
        "level": found,
        "draft": getattr(found, "draft", None),
        "versions": dated,
        "now": next((one.version for one in asked if one.stands == "now"), None),
        "coming": [one.version for one in dated if one.stands == "coming"],
        "asks": rule_tree.lines(standing.rule_of(found), known),
        "renewal": renewal_lines(renewal_rules.rule_for(found), known),
        "holders": Award.objects.filter(level=found).in_force().count(),
    }
    return render(request, "accreditation/levels/level.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def level_settings(request: HttpRequest, pk: int) -> HttpResponse:
    """Change what is settled of a level, with a reason."""
    found = kept_level(request, pk)
    # The form writes what was typed into the record that it is given; the page shows the level as it is.
    form = LevelForm(request.POST or None, instance=Level.objects.get(pk=pk))
    if request.method == "POST" and form.is_valid():
        try:
            rulebook.change_level(
                level=found, actor=signed_in(request), fields=form.settled(), reason=form.cleaned_data["reason"]
            )
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            messages.success(request, _("Saved. It holds for all awards of the level from now on."))
            return redirect("accreditation:level", pk)
    return render(request, "accreditation/levels/settings.html", {"level": found, "form": form})


@require_safe
@login_required
def version(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """A version of what a level asks for, and how it differs from another: the one before, unless asked for."""
    found = kept_level(request, pk)
    known = standing.known(found.body)
    shown = get_object_or_404(found.versions.select_related("made_by"), number=number)
    dated = with_standing(versions_of(found, Purpose(shown.purpose)), found.body.today())
    others = [one.version for one in dated if one.version != shown]
    before = max((one.number for one in others if one.number < number), default=None)
    form = CompareForm(request.GET if "other" in request.GET else None, versions=others)
    wanted = form.cleaned_data["other"] if form.is_valid() else before
    other = next((one for one in others if one.number == wanted), None)
    form.initial["other"] = wanted
    context: dict[str, Any] = {
        "level": found,
        "version": shown,
        "stands": next(one.stands for one in dated if one.version == shown),
        "asks": rule_tree.lines(read(shown.written), known),
        "form": form if others else None,
        "other": other,
    }
    if other is not None:
        older, newer = sorted((other, shown), key=lambda one: one.number)
        context["older"], context["newer"] = older, newer
        context["changes"] = rule_tree.changes(read(older.written), read(newer.written), known)
    return render(request, "accreditation/levels/version.html", context)


def kept_level(request: HttpRequest, pk: int) -> Level:
    """The level with its draft, for a registrar of its body. Levels are public, so others get 403."""
    found = get_object_or_404(Level.objects.select_related("body", "draft__changed_by"), pk=pk)
    require(signed_in(request), KEEP, found.body)
    return found


def versions_of(level: Level, purpose: Purpose | None = None) -> list[RequirementsVersion]:
    """All its versions, or those for one purpose, the latest first."""
    found = level.versions.select_related("made_by").order_by("-number")
    return list(found if purpose is None else found.filter(purpose=purpose))


def renewal_lines(rule: Rule | None, known: Known) -> rule_tree.Line | None:
    """What a renewal asks for as it is read; None where nothing is asked for."""
    return None if rule is None else rule_tree.lines(rule, known)


def _with_standing_by_purpose(versions: Sequence[RequirementsVersion], today: datetime.date) -> list[Dated]:
    """All versions, the latest first; each is replaced by later ones of its own purpose alone."""
    found = [
        dated
        for purpose in Purpose
        for dated in with_standing([one for one in versions if one.purpose == purpose], today)
    ]
    return sorted(found, key=lambda one: -one.version.number)


def with_standing(versions: Sequence[RequirementsVersion], today: datetime.date) -> list[Dated]:
    """Each version, given from the latest to the first, with how it stands: a later one replaces it from its own first day."""
    found = []
    nearest: datetime.date | None = None
    for one in versions:
        begins = max(one.from_day, today)
        stands = "replaced" if nearest is not None and nearest <= begins else "now" if begins == today else "coming"
        nearest = begins if nearest is None else min(nearest, begins)
        found.append(Dated(one, stands))
    return found
