"""The draft of what a level asks for: registrars change it one place at a time, look at what it would do, and publish it.

Every form carries the revision of the draft that it was made from. If another registrar has changed the draft since, nothing is
overwritten: the page comes again with what was typed and the draft as it is by now.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.accreditation import rule_tree, rulebook, standing
from accounts.accreditation.level_forms import BeginForm, PublishForm, RevisionForm
from accounts.accreditation.level_views import kept_level, versions_of, with_standing
from accounts.accreditation.models import Level, Purpose, RequirementsDraft
from accounts.accreditation.requirements import GROUPS, LEAVES, BadRule, Fault, Group, Known, Rule, read
from accounts.accreditation.rule_forms import KindForm, PlaceForm, RuleForm, ways_into
from accounts.rules import signed_in

KINDS: dict[str, type[Rule]] = {**LEAVES, **GROUPS}


@dataclass(frozen=True)
class Place:
    """A line of the draft with what can be done there: the groups it can be moved into, and of a group what can be added."""

    line: rule_tree.Line
    ways: list[tuple[str, str]]
    adding: KindForm | None
    parts: list[Place]


def _of_a_draft(view: Callable[[HttpRequest, Level, RequirementsDraft], HttpResponse]) -> Callable[..., HttpResponse]:
    """A page about the draft of a level, for those who keep the level; where the draft is gone, they are told so."""

    @wraps(view)
    def of(request: HttpRequest, pk: int) -> HttpResponse:
        level = kept_level(request, pk)
        found = draft_of(level)
        return _gone(request, level) if found is None else view(request, level, found)

    return of


@require_POST
@login_required
def begin(request: HttpRequest, pk: int) -> HttpResponse:
    """Begin a draft from what is asked for now, for the grant or a renewal, or go on with the one that is there."""
    form = BeginForm(request.POST)
    if not form.is_valid():
        raise Http404
    try:
        rulebook.begin_draft(level=kept_level(request, pk), actor=signed_in(request), purpose=form.purpose)
    except ValidationError as refusal:
        messages.error(request, refusal.messages[0])
    return redirect("accreditation:draft", pk)


@require_safe
@login_required
@_of_a_draft
def draft(request: HttpRequest, level: Level, found: RequirementsDraft) -> HttpResponse:
    """The draft as numbered sentences, each with its forms and with what is wrong there."""
    known = standing.known(level.body)
    faults = faults_of(found, level, known)
    top = rule_tree.lines(tree(found), known, faults)
    context = {
        "level": level,
        "draft": found,
        "top": _place(top, top),
        "faults": faults,
        "number": _next_number(level),
    }
    return render(request, "accreditation/levels/draft.html", context)


@require_POST
@login_required
@_of_a_draft
def discard(request: HttpRequest, level: Level, found: RequirementsDraft) -> HttpResponse:
    """Throw the draft away; what the level asks for stays as it is."""
    form = RevisionForm(request.POST)
    if not form.is_valid():
        raise Http404
    try:
        rulebook.discard_draft(draft=found, actor=signed_in(request), revision=form.cleaned_data["revision"])
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
        return redirect("accreditation:draft", level.pk)
    messages.success(request, _("The draft is gone. What the level asks for is as it was."))
    return redirect("accreditation:level", level.pk)


@require_POST
@login_required
@_of_a_draft
def act(request: HttpRequest, level: Level, found: RequirementsDraft) -> HttpResponse:
    """Move a requirement up, down or into a group, or take it out."""
    form = PlaceForm(request.POST)
    if not form.is_valid():
        raise Http404
    try:
        _change(request, found, form.cleaned_data["revision"], form.changed)
    except rule_tree.NoSuchPlace:
        messages.error(request, _("That cannot be done there. Look at the draft as it is now, and try again."))
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
    return redirect(reverse("accreditation:draft", args=[level.pk]) + f"#at-{form.lands()}")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@_of_a_draft
def add(request: HttpRequest, level: Level, found: RequirementsDraft) -> HttpResponse:
    """Add a requirement of a kind at the end of a group: `?to=2&kind=paper`."""
    kind, to = KINDS.get(request.GET.get("kind", "")), request.GET.get("to", "")
    if kind is None:
        messages.info(request, _("Choose what kind of requirement it is, and press Add."))
        return redirect("accreditation:draft", level.pk)
    now = tree(found)
    if not _is_there(now, to, Group):
        messages.error(request, _("The group %(place)s is no longer there.") % {"place": to})
        to = ""
    return _requirement(request, level, found, kind, None, to)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@_of_a_draft
def change(request: HttpRequest, level: Level, found: RequirementsDraft) -> HttpResponse:
    """Change the requirement at a place: `?at=2.1&kind=paper`. If it is no longer there, what was typed can be added anew."""
    kind, place = KINDS.get(request.GET.get("kind", "")), request.GET.get("at", "")
    if kind is None:
        messages.info(request, _("Choose what kind of requirement it is, and press Add."))
        return redirect("accreditation:draft", level.pk)
    wanted = Group if issubclass(kind, Group) else kind
    if _is_there(tree(found), place, wanted):
        return _requirement(request, level, found, kind, place, "")
    messages.error(request, _("What you wanted to change is no longer at this place."))
    if request.method != "POST":
        return redirect("accreditation:draft", level.pk)
    return _requirement(request, level, found, kind, None, "", is_lost=True)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@_of_a_draft
def publish(request: HttpRequest, level: Level, found: RequirementsDraft) -> HttpResponse:
    """What the draft would change and whom it would affect; then publish it, from a day and with a reason."""
    known = standing.known(level.body)
    faults = faults_of(found, level, known)
    today = level.body.today()
    form = PublishForm(
        request.POST if request.method == "POST" else None, initial={"from_day": today, "revision": found.revision}
    )
    if request.method == "POST" and form.is_valid():
        told = form.cleaned_data
        try:
            made = rulebook.publish(draft=found, actor=signed_in(request), **told)
        except ValidationError as refusal:
            form.add_error(None, refusal.messages)
            form.data = _with_revision(form.data, found.revision)
        else:
            day = date_format(made.from_day, "j F Y")
            messages.success(
                request,
                _("Version %(number)s is published. It holds from %(day)s.") % {"number": made.number, "day": day},
            )
            return redirect("accreditation:level", level.pk)
    purpose = Purpose(found.purpose)
    before, after = standing.rule_of(level, purpose=purpose), tree(found)
    versions = versions_of(level, purpose)
    context: dict[str, Any] = {
        "level": level,
        "draft": found,
        "number": _next_number(level),
        "asks": rule_tree.lines(after, known, faults),
        "faults": faults,
        "form": form,
        "changes": rule_tree.changes(before, after, known),
        "coming": [one.version for one in with_standing(versions, today) if one.stands == "coming"],
    }
    if not faults:
        judged = rulebook.affected(level, after, purpose)
        # Of a rule that asks for nothing everybody meets everything, which says nothing of anybody.
        context["affected"] = replace(
            judged,
            gains=judged.gains if after.parts() else (),
            loses=judged.loses if before.parts() else (),
        )
        context["asked_before"], context["asked_after"] = bool(before.parts()), bool(after.parts())
    return render(request, "accreditation/levels/publish.html", context)


# --- What they share --------------------------------------------------------------------------------------------------


def tree(draft: RequirementsDraft) -> Group:
    """What is drafted, as a list to which something can be added."""
    return rule_tree.whole(read(draft.written))


def faults_of(draft: RequirementsDraft, level: Level, known: Known) -> tuple[Fault, ...]:
    """What keeps the draft from being published, each with its place."""
    try:
        read(tree(draft).written(), known, rulebook.asked_of(draft))
    except BadRule as bad:
        return bad.faults
    return ()


def draft_of(level: Level) -> RequirementsDraft | None:
    """The draft of the level, if there is one."""
    return getattr(level, "draft", None)


def _gone(request: HttpRequest, level: Level) -> HttpResponse:
    """The draft was published or thrown away since the page was opened: show what was typed; if nothing was, the level."""
    said = _("There is no draft: it has been published or thrown away.")
    hidden = {"csrfmiddlewaretoken", "revision", "at", "act", "into"}
    typed = [
        (name.replace("_", " ").replace("-", " "), value)
        for name, values in request.POST.lists()
        for value in values
        if name not in hidden and str(value).strip()
    ]
    if not typed:
        messages.info(request, said)
        return redirect("accreditation:level", level.pk)
    return render(request, "accreditation/levels/gone.html", {"level": level, "said": said, "typed": typed})


def _is_there(rule: Group, place: str, kind: type[Any]) -> bool:
    try:
        return isinstance(rule_tree.at(rule, place), kind)
    except rule_tree.NoSuchPlace:
        return False


def _change(
    request: HttpRequest, draft: RequirementsDraft, revision: int, make: Callable[[Group], Group]
) -> RequirementsDraft:
    return rulebook.change_draft(
        draft=draft, actor=signed_in(request), revision=revision, change=lambda rule: make(rule_tree.whole(rule))
    )


def _requirement(
    request: HttpRequest,
    level: Level,
    draft: RequirementsDraft,
    kind: type[Rule],
    place: str | None,
    to: str,
    *,
    is_lost: bool = False,
) -> HttpResponse:
    """The form of one requirement: of the one at `place`, or of a new one at the end of the group `to`.

    is_lost: what was typed is for something that is gone, so this time it is only shown again, to be added.
    """
    known = standing.known(level.body)
    now = tree(draft)
    there = None if place is None else rule_tree.at(now, place)
    data = request.POST if request.method == "POST" else None
    form = RuleForm(
        data, initial={"revision": draft.revision}, kind=kind, known=known, level=rulebook.asked_of(draft), rule=there
    )
    if data is not None and form.is_valid() and not is_lost:
        made = form.made
        try:
            _change(
                request,
                draft,
                form.cleaned_data["revision"],
                lambda rule: rule_tree.add(rule, to, made) if place is None else rule_tree.put(rule, place, made),
            )
        except ValidationError as refusal:
            form.add_error(None, refusal.messages)
        else:
            lands = place if place is not None else rule_tree.below(to, len(rule_tree.at(now, to).parts()) + 1)
            return redirect(reverse("accreditation:draft", args=[level.pk]) + f"#at-{lands}")
    if data is not None:
        # Sending it again is meant for the draft that is shown beside the form.
        form.data = _with_revision(form.data, draft.revision)
    address = (
        reverse("accreditation:draft_add", args=[level.pk]) + "?" + urlencode({"to": to, "kind": kind.kind})
        if place is None
        else reverse("accreditation:draft_change", args=[level.pk]) + "?" + urlencode({"at": place, "kind": kind.kind})
    )
    context = {
        "level": level,
        "draft": draft,
        "kind": kind,
        "form": form,
        "place": place,
        "to": to,
        "address": address,
        "said": None if there is None else there.said(known),
        "asks": rule_tree.lines(now, known),
    }
    return render(request, "accreditation/levels/requirement.html", context)


def _with_revision(data: Any, revision: int) -> QueryDict:
    sent = QueryDict(mutable=True)
    sent.update(data)
    sent["revision"] = str(revision)
    return sent


def _next_number(level: Level) -> int:
    return max(level.versions.values_list("number", flat=True), default=0) + 1


def _place(line: rule_tree.Line, top: rule_tree.Line) -> Place:
    adding = None
    if line.is_group:
        adding = KindForm(initial={"to": line.place}, auto_id=f"add-{line.place or 'top'}-%s")
    ways = ways_into(line, top) if line.place else []
    return Place(line, ways, adding, [_place(part, top) for part in line.parts])
