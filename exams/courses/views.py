"""Pages of those who give a course: making it, its people, what is set, and how those get on who agreed to show it."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.paginator import Paginator
from django.db.models import Count, Q
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Body, User
from accounts.rules import may, require, signed_in
from exams.courses import attendance, progress, roster, rules, services
from exams.courses.forms import AssignForm, CourseForm, InviteForm, MakeForm, RemoveForm
from exams.courses.models import Assignment, Course, CourseInvitation, Member, Tutor
from exams.practice.units import EDITION

PAGE = 25
HELP = 20
"""So many paths stand in the list of those who need help."""


@require_safe
@login_required
def of_body(request: HttpRequest, slug: str) -> HttpResponse:
    """The courses of a body that one may organise: all for its registrars and examiners, else those of one's own clubs."""
    body = get_object_or_404(Body, slug=slug)
    person = signed_in(request)
    if not services.may_make_somewhere(person, body):
        raise PermissionDenied
    found = Course.objects.told().filter(body=body)
    if not may(person, rules.MAKE, body):
        found = found.filter(club__in=[club for club in body.clubs.all() if may(person, rules.MAKE, club)])
    found = found.annotate(people=Count("members", filter=Q(members__left_at=None))).order_by(
        "-first_day", "name", "pk"
    )
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    return render(request, "courses/of_body.html", {"body": body, "page": page})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def make(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a course."""
    body = get_object_or_404(Body, slug=slug)
    actor = signed_in(request)
    if not services.may_make_somewhere(actor, body):
        raise PermissionDenied
    form = MakeForm(request.POST or None, body=body, actor=actor)
    if request.method == "POST" and form.is_valid():
        made = services.make(body=body, actor=actor, **form.cleaned_data)
        messages.success(request, _("The course is made. Now invite people to it."))
        return redirect("courses:people", made.pk)
    return _form_page(request, "courses/make.html", form, {"body": body})


@never_cache
@require_safe
@login_required
def course(request: HttpRequest, course_id: UUID) -> HttpResponse:
    """A course: for its tutors with how learners get on, for whoever organises it without; learners have their own page."""
    found, person = _seen(request, course_id), signed_in(request)
    if not may(person, rules.RUN, found):
        return redirect("courses:mine", found.pk)
    teaches = may(person, rules.TEACH, found)
    assignments = list(found.assignments.all())
    members = list(found.members.select_related("person", "attended_by"))
    context: dict[str, Any] = {
        "course": found,
        "teaches": teaches,
        "organises": may(person, rules.ORGANISE, found),
        "takes_part": any(one.person_id == person.pk and one.left_at is None for one in members),
        "members": members,
        "assignments": assignments,
        "waiting": found.invitations.open().filter(to_be=CourseInvitation.To.LEARNER).count(),
        "edition": EDITION,
        "on": found.body.today(),
    }
    if attendance.has_begun(found):
        attended = attendance.attendance(found, members)
        context |= {
            "attended": attended,
            "to_enter": any(one.member.attended_at is not None and one.evidence is None for one in attended),
            "confirms": may(person, rules.CONFIRM, found),
            "enters": may(person, rules.ENTER, found),
        }
    if teaches:
        shown = [one for one in members if may(person, rules.SEE_PROGRESS, one)]
        context |= _progress(found, members, shown, assignments)
    with timezone.override(found.body.zone):
        return render(request, "courses/course.html", context)


def _progress(
    found: Course, members: list[Member], shown: list[Member], assignments: list[Assignment]
) -> dict[str, Any]:
    """What tutors see: beside each member how they get on, if they agreed; the class by topic; who needs help."""
    gets = progress.of_members(found, shown, assignments)
    by_member = {one.member.pk: one for one in gets}
    paths, topics = progress.needs_help(gets), progress.together(gets)
    return {
        "rows": [(one, by_member.get(one.pk)) for one in members],
        "shown": len(shown),
        "begun": [one for one in topics if one.is_begun],
        "untouched": [one for one in topics if not one.is_begun],
        "set": [(one, sum(got.done[place].state == "done" for got in gets)) for place, one in enumerate(assignments)],
        "help": paths[:HELP],
        "more_help": max(len(paths) - HELP, 0),
    }


@require_POST
@login_required
def settle_attendance(request: HttpRequest, course_id: UUID) -> HttpResponse:
    """A tutor says who attended."""
    found, actor = _run(request, course_id), signed_in(request)
    known = {str(pk): pk for pk in found.members.active().values_list("pk", flat=True)}
    attended = {known[one] for one in request.POST.getlist("attended") if one in known}
    try:
        attendance.settle(course=found, actor=actor, attended=attended)
    except ValidationError as refusal:
        messages.error(request, refusal.messages[0])
    else:
        messages.success(request, _("Saved. A registrar of %(body)s sees who attended.") % {"body": found.body})
    return redirect(found)


@require_POST
@login_required
def enter_attendance(request: HttpRequest, course_id: UUID) -> HttpResponse:
    """A registrar enters as evidence what the tutors confirmed."""
    found, actor = _run(request, course_id), signed_in(request)
    done, left = attendance.enter(course=found, actor=actor)
    for _member, why in left:
        messages.error(request, why)
    if done:
        words = ngettext("%(n)d attendance entered. It counts.", "%(n)d attendances entered. They count.", done)
        messages.success(request, words % {"n": done})
    elif not left:
        messages.info(request, _("Nothing is left to enter. Nothing was done twice."))
    return redirect(found)


@never_cache
@require_safe
@login_required
def learner(request: HttpRequest, member_id: UUID) -> HttpResponse:
    """How one learner gets on, for the tutors whom they let see it; for everybody else there is no such page."""
    member = get_object_or_404(Member.objects.select_related("person", "course__body", "course__club"), pk=member_id)
    if not may(signed_in(request), rules.SEE_PROGRESS, member):
        raise Http404
    found = member.course
    gets = progress.of_members(found, [member], list(found.assignments.all()))[0]
    context = {"course": found, "member": member, "gets": gets, "edition": EDITION, "on": found.body.today()}
    with timezone.override(found.body.zone):
        return render(request, "courses/learner.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def remove(request: HttpRequest, member_id: UUID) -> HttpResponse:
    """Remove a learner: what happens then, and why it is done. For whoever organises the course; tutors do not."""
    rows = Member.objects.select_related("person", "course__body", "course__club", "attended_by")
    member, actor = get_object_or_404(rows, pk=member_id), signed_in(request)
    found = member.course
    if not may(actor, rules.RUN, found):
        raise Http404
    require(actor, rules.REMOVE, member)
    if member.left_at is not None:
        messages.info(request, _("%(name)s no longer takes part in this course.") % {"name": member.person})
        return redirect(found)
    form = RemoveForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        services.remove(member=member, actor=actor, reason=form.cleaned_data["reason"])
        words = _("%(name)s no longer takes part in this course. We have written to them.")
        messages.success(request, words % {"name": member.person})
        return redirect(found)
    [attended] = attendance.attendance(found, [member])
    context = {"course": found, "member": member, "evidence": attended.evidence}
    with timezone.override(found.body.zone):
        return _form_page(request, "courses/remove.html", form, context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def change(request: HttpRequest, course_id: UUID) -> HttpResponse:
    """The name, the days and the tutors of a course."""
    found, actor = _run(request, course_id), signed_in(request)
    require(actor, rules.ORGANISE, found)
    now = {name: getattr(found, name) for name in ("name", "first_day", "last_day", "about")}
    form = CourseForm(request.POST or None, initial=now)
    if request.method == "POST" and form.is_valid():
        services.change(course=found, actor=actor, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect(found)
    return _form_page(
        request,
        "courses/change.html",
        form,
        {"course": found, "tutors": found.tutors.active().select_related("person")},
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def people(request: HttpRequest, course_id: UUID) -> HttpResponse:
    """Invite somebody, or many from a file, of which it is first shown what each line would do."""
    found, actor = _run(request, course_id), signed_in(request)
    is_file = request.method == "POST" and "roster" in request.POST
    is_one = request.method == "POST" and not is_file
    one = InviteForm(request.POST if is_one else None, organises=may(actor, rules.ORGANISE, found))
    file = roster.RosterForm(request.POST if is_file else None, request.FILES if is_file else None)
    if is_one and one.is_valid():
        told = one.cleaned_data
        try:
            made = services.invite(
                course=found,
                actor=actor,
                people=[(told["email"], told["name"])],
                to_be=CourseInvitation.To(told.get("to_be", CourseInvitation.To.LEARNER)),
            )
        except ValidationError as refusal:
            one.add_error(None, refusal)
        else:
            _say(request, made)
            return redirect("courses:people", found.pk)
    if is_file and file.is_valid():
        return _preview(request, found, roster.plan(found, file.rows))
    return _people_page(request, found, one, file)


def _people_page(request: HttpRequest, found: Course, one: Form, file: Form) -> HttpResponse:
    standings = (CourseInvitation.Standing.OPEN, CourseInvitation.Standing.DECLINED)
    invitations = found.invitations.filter(standing__in=standings).order_by("standing", "email", "pk")
    page = Paginator(invitations, PAGE * 2).get_page(request.GET.get("page"))
    for invitation in page:
        invitation.course = found
    context = {
        "course": found,
        "one": one,
        "file": file,
        "page": page,
        "organises": may(signed_in(request), rules.ORGANISE, found),
    }
    faulty = bool(one.errors or file.errors)
    with timezone.override(found.body.zone):
        return render(
            request,
            "courses/people.html",
            context,
            status=HTTPStatus.UNPROCESSABLE_ENTITY if faulty else HTTPStatus.OK,
        )


@require_POST
@login_required
def invite_shown(request: HttpRequest, course_id: UUID) -> HttpResponse:
    """Invite exactly those who were shown. Sent again, nobody is invited twice."""
    found, actor = _run(request, course_id), signed_in(request)
    form = roster.SealedForm(request.POST)
    wanted = form.opened(found) if form.is_valid() else None
    if wanted is None:
        messages.error(request, _("That page was out of date. Send the file again; nobody has been invited."))
        return redirect("courses:people", found.pk)
    try:
        made = services.invite(course=found, actor=actor, people=wanted)
    except ValidationError as refusal:
        messages.error(request, refusal.messages[0])
    else:
        _say(request, made)
    return redirect("courses:people", found.pk)


def _preview(request: HttpRequest, found: Course, lines: list[roster.Line]) -> HttpResponse:
    context = {
        "course": found,
        "lines": lines,
        "doing": sum(line.does for line in lines),
        "wrong": sum(bool(line.fault) for line in lines),
        "form": roster.SealedForm(initial={"sealed": roster.SealedForm.seal(found, lines)}),
    }
    return render(request, "courses/preview.html", context)


def _say(request: HttpRequest, made: services.Invited) -> None:
    """What came of inviting, in sentences."""
    if n := len(made.made):
        words = ngettext("%(n)d invitation is on its way.", "%(n)d invitations are on their way.", n) % {"n": n}
        messages.success(request, words)
    for email in made.inside:
        messages.info(request, _("%(email)s takes part already.") % {"email": email})
    for email in made.waiting:
        messages.info(request, _("%(email)s is invited already and has not answered yet.") % {"email": email})


@require_POST
@login_required
def withdraw(request: HttpRequest, invitation_id: UUID) -> HttpResponse:
    """Take an invitation back."""
    invitation = get_object_or_404(CourseInvitation.objects.select_related("course__body"), pk=invitation_id)
    actor = signed_in(request)
    if not may(actor, rules.RUN, invitation.course):
        raise Http404
    services.withdraw(invitation=invitation, actor=actor)
    messages.success(request, _("The invitation to %(email)s is withdrawn.") % {"email": invitation.email})
    return redirect("courses:people", invitation.course_id)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def assign(request: HttpRequest, course_id: UUID) -> HttpResponse:
    """Set practice. `?units=…` has these paths chosen, as the list of those who need help does."""
    found, actor = _run(request, course_id), signed_in(request)
    form = AssignForm(request.POST or None, course=found, units=request.GET.getlist("units") or None)
    if request.method == "POST" and form.is_valid():
        made = services.assign(course=found, actor=actor, **form.terms)
        messages.success(
            request, _("Set: %(title)s. The learners find it on their page of the course.") % {"title": made.title}
        )
        return redirect(found)
    return _form_page(request, "courses/assign.html", form, {"course": found})


@require_POST
@login_required
def take_back(request: HttpRequest, assignment_id: UUID) -> HttpResponse:
    """Take back what was set."""
    assignment = get_object_or_404(Assignment.objects.select_related("course__body"), pk=assignment_id)
    actor = signed_in(request)
    if not may(actor, rules.RUN, assignment.course):
        raise Http404
    services.take_back(assignment=assignment, actor=actor)
    messages.success(request, _("%(title)s is no longer set.") % {"title": assignment.title})
    return redirect(assignment.course)


@require_POST
@login_required
def end_tutor(request: HttpRequest, tutor_id: int) -> HttpResponse:
    """Let a tutor teach the course no longer."""
    tutor = get_object_or_404(Tutor.objects.active().select_related("course__body", "person"), pk=tutor_id)
    actor = signed_in(request)
    if not may(actor, rules.RUN, tutor.course):
        raise Http404
    services.end_tutor(tutor=tutor, actor=actor)
    messages.success(request, _("%(name)s is no longer a tutor of this course.") % {"name": tutor.person})
    if may(actor, rules.ORGANISE, tutor.course):
        return redirect("courses:change", tutor.course_id)
    return redirect("courses:home")


def bodies_to_organise(person: User) -> list[Body]:
    """The bodies in which this person may make courses, of the body or of a club."""
    held = person.memberships.active().values("body")
    bodies = Body.objects.filter(pk__in=held).prefetch_related("clubs").order_by("name")
    return [body for body in bodies if services.may_make_somewhere(person, body)]


def _seen(request: HttpRequest, course_id: UUID) -> Course:
    """The course, for whoever runs or teaches it or takes part; for everybody else there is none."""
    found = get_object_or_404(Course.objects.told(), pk=course_id)
    person = signed_in(request)
    if may(person, rules.RUN, found) or found.members.active().filter(person=person).exists():
        return found
    raise Http404


def _run(request: HttpRequest, course_id: UUID) -> Course:
    """The course, for whoever runs or teaches it; learners know of it, so they get 403, and everybody else 404."""
    found = _seen(request, course_id)
    require(signed_in(request), rules.RUN, found)
    return found


def _form_page(request: HttpRequest, template: str, form: Form, context: dict[str, Any]) -> HttpResponse:
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, template, context | {"form": form}, status=status)
