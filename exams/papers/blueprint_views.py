"""Pages of blueprints: what the bank can fill, making and changing one, looking ahead and drawing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.rules import may, require, signed_in
from exams.bank.presenting import asked, explained
from exams.papers import access
from exams.papers.blueprints import CodeTaken, NotExamined, Revised, digest, make, revise
from exams.papers.draws import BankMoved, CannotFill, Preview, draw_set, preview
from exams.papers.forms import BlueprintForms, DrawForm, with_more_lines
from exams.papers.models import Blueprint, Topic
from exams.papers.rules import CHANGE_BLUEPRINT, SEE_QUESTIONS
from exams.papers.stock import quotas_of, stock, stock_for
from exams.papers.syllabus import called


@require_GET
@login_required
def blueprint(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """What the blueprint asks for, and how far the bank can fill it."""
    shown = access.blueprint(request, slug, code)
    return _blueprint_page(request, shown, DrawForm(one_each=shown.one_each))


@require_POST
@login_required
def draw_paper(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Draw a paper, or several forms of it; if the bank is too small, say where and create nothing."""
    shown = access.blueprint(request, slug, code)
    form = DrawForm(request.POST, one_each=shown.one_each)
    if not form.is_valid():
        return _blueprint_page(request, shown, form, status=400)
    seed = form.cleaned_data["seed"]
    try:
        papers = draw_set(
            blueprint=shown,
            actor=signed_in(request),
            seed=seed,
            forms=form.count,
            previewed=request.POST.get("previewed", ""),
            day=form.cleaned_data["day"],
        )
    except CannotFill as refused:
        return _blueprint_page(request, shown, form, refused=refused, status=409)
    except BankMoved as moved:
        messages.warning(request, str(moved))
        day = form.cleaned_data["day"]
        asked_for = {
            "seed": seed,
            **({"day": day.isoformat()} if day else {}),
            **({"forms": form.count} if shown.one_each else {}),
        }
        return redirect(reverse("papers:preview", args=[slug, code], query=asked_for))
    if len(papers) > 1:
        messages.success(request, _("%(n)d forms of equal difficulty have been drawn.") % {"n": len(papers)})
    else:
        messages.success(request, _("The paper is drawn."))
    if may(request.user, SEE_QUESTIONS, papers[0]):
        return redirect(papers[0])
    return redirect("papers:index")


# Not kept by the browser: it shows the questions with their key.
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def look_ahead(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Exactly what a seed would draw, with the key; for examiners. Of several forms the first, which the others follow.

    Asked for from the form that draws, which is posted, it leads to its own address, without what belongs to the form alone.
    """
    shown = access.blueprint(request, slug, code)
    require(request.user, SEE_QUESTIONS, shown)
    if request.method == "POST":
        typed = {name: request.POST[name] for name in ("seed", "day", "forms") if request.POST.get(name)}
        return redirect(reverse("papers:preview", args=[slug, code], query=typed))
    form = DrawForm(request.GET, one_each=shown.one_each)
    if not form.is_valid():
        return _blueprint_page(request, shown, form, status=400)
    seed = form.cleaned_data["seed"]
    try:
        found = preview(blueprint=shown, actor=signed_in(request), seed=seed, day=form.cleaned_data["day"])
    except CannotFill as refused:
        return _blueprint_page(request, shown, form, refused=refused, status=409)
    titles = Topic.objects.titles(shown.body)
    context = {
        "blueprint": shown,
        "seed": seed,
        "day": form.cleaned_data["day"],
        "form": DrawForm(initial={"forms": form.count}, one_each=shown.one_each),
        "preview": found,
        "expected": round(found.expected * 100),
        "today": shown.body.today(),
        "rows": _rows(found, titles),
        "questions": len(found.versions),
        "titles": titles,
    }
    return render(request, "papers/preview.html", context)


@login_required
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a blueprint."""
    body = access.kept_body(request, slug)
    require(request.user, CHANGE_BLUEPRINT, body)
    shown = Blueprint(body=body)
    return _edit(request, BlueprintForms(_data(request), body=body, blueprint=shown), shown)


@login_required
def edit(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Revise a blueprint; papers drawn before keep their terms."""
    shown = access.blueprint(request, slug, code)
    require(request.user, CHANGE_BLUEPRINT, shown)
    quotas = quotas_of(shown)
    seen = request.POST.get("seen", "") if request.method == "POST" else digest(shown, quotas)
    forms = BlueprintForms(_data(request), body=shown.body, blueprint=shown, quotas=quotas)
    return _edit(request, forms, shown, seen)


@require_POST
@login_required
def fill(request: HttpRequest, slug: str) -> HttpResponse:
    """What the bank can fill of the quotas as they are being typed: a fragment of the page."""
    body = access.kept_body(request, slug)
    require(request.user, CHANGE_BLUEPRINT, body)
    forms = BlueprintForms(request.POST, body=body, blueprint=Blueprint(body=body))
    forms.terms.is_valid()
    quotas = forms.asked
    entered = forms.terms.cleaned_data
    rest = entered.get("rest_sittings") or 0
    held = stock_for(body, entered.get("edition", ""), quotas, entered.get("pairs", ""), rest) if quotas else None
    return render(request, "papers/parts/fill.html", {"stock": held})


def _edit(request: HttpRequest, forms: BlueprintForms, shown: Blueprint, seen: str = "") -> HttpResponse:
    is_new = shown.pk is None
    context = {"blueprint": shown, "body": forms.body, "forms": forms, "is_new": is_new, "stock": None, "seen": seen}
    if request.method != "POST":
        if not is_new:
            context["stock"] = stock(shown)
        return render(request, "papers/edit.html", context)
    if "more" in request.POST:
        return render(request, "papers/edit.html", context)
    if not forms.is_valid():
        return render(request, "papers/edit.html", {**context, "problems": forms.problems}, status=400)
    told: dict[str, Any] = {"blueprint": forms.blueprint, "actor": signed_in(request), "quotas": forms.asked}
    try:
        saved = make(**told) if is_new else revise(**told, seen=seen)
    except Revised as revised:
        # With the mark of what was saved meanwhile, so that pressing again saves after having compared.
        context |= {"seen": revised.digest, "revised": str(revised)}
    except CodeTaken:
        forms.terms.tell_taken(forms.blueprint.code)
    except NotExamined as gone:
        forms.tell_gone(gone.topics)
    else:
        words = (
            _("The blueprint is made.")
            if is_new
            else _("The blueprint has been saved. Papers already drawn stay as they are.")
        )
        messages.success(request, words)
        return redirect(saved)
    return render(request, "papers/edit.html", {**context, "problems": forms.problems}, status=409)


def _data(request: HttpRequest) -> Any:
    """What was sent, if anything; with a few more lines where those were asked for."""
    if request.method != "POST":
        return None
    prefix = request.POST.get("more", "")
    return with_more_lines(request.POST, prefix) if prefix in {"quota", "floor"} else request.POST


def _rows(found: Preview, titles: Mapping[str, str]) -> list[dict[str, Any]]:
    return [
        {
            "position": position,
            "version": version,
            "asked": asked(version),
            "explained": explained(version),
            "topic": called(titles, version.topic),
        }
        for position, version in enumerate(found.versions, start=1)
    ]


def _blueprint_page(
    request: HttpRequest, shown: Blueprint, form: DrawForm, *, refused: CannotFill | None = None, status: int = 200
) -> HttpResponse:
    held = stock(shown)
    context = {
        "blueprint": shown,
        "stock": held,
        "questions": held.questions,
        "titles": Topic.objects.titles(shown.body),
        # Questions are filed under single topics, so the bank has no list of a heading to lead to.
        "headings": set(Topic.objects.filter(body=shown.body_id).exclude(parent=None).values_list("parent", flat=True)),
        "form": form,
        "refused": refused,
        "may_read": may(request.user, SEE_QUESTIONS, shown),
    }
    return render(request, "papers/blueprint.html", context, status=status)
