"""Pages of those who take part: one's courses, an invitation, what is set, what the tutors see of one, and leaving."""

from __future__ import annotations

from http import HTTPStatus
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.rules import signed_in
from exams.courses import progress, services
from exams.courses.forms import AnswerForm
from exams.courses.models import Course, CourseInvitation, Member, Tutor
from exams.courses.views import bodies_to_organise
from exams.practice.mocks import offered
from exams.practice.models import Learner
from exams.practice.units import EDITION


@never_cache
@require_safe
@login_required
def home(request: HttpRequest) -> HttpResponse:
    """The courses one takes part in, those one teaches, invitations that wait, and where one may make a course."""
    person = signed_in(request)
    context = {
        "invitations": CourseInvitation.objects.open()
        .to(person)
        .select_related("course__body", "course__club", "invited_by"),
        "members": Member.objects.active()
        .filter(person=person)
        .select_related("course__body", "course__club")
        .order_by("-course__first_day", "pk"),
        "taught": Course.objects.told().taught_by(person).order_by("-first_day", "pk"),
        "bodies": bodies_to_organise(person),
    }
    return render(request, "courses/home.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def invitation(request: HttpRequest, invitation_id: UUID) -> HttpResponse:
    """An invitation to an address of one's own; whoever has not confirmed that address is told nothing of the course."""
    person = signed_in(request)
    rows = CourseInvitation.objects.to(person).select_related("course__body", "course__club", "invited_by")
    found = rows.filter(pk=invitation_id).first()
    if found is None:
        return render(request, "courses/not_invited.html", {}, status=HTTPStatus.NOT_FOUND)
    course = Course.objects.told().get(pk=found.course_id)
    form = AnswerForm(request.POST or None)
    refused = ""
    if request.method == "POST" and form.is_valid():
        accepted = form.cleaned_data["answer"] == "accept"
        try:
            part = services.answer(
                invitation=found, person=person, accepted=accepted, agreed=form.cleaned_data["agreed"]
            )
        except ValidationError as refusal:
            refused = refusal.messages[0]
        else:
            if not accepted:
                messages.success(request, _("You have declined the invitation."))
                return redirect("courses:home")
            if part is None:
                # Accepted before, and left since.
                return redirect("courses:invitation", found.pk)
            messages.success(request, _("You are in. Welcome to %(course)s.") % {"course": course})
            return redirect(course)
    context = {"invitation": found, "course": course, "form": form, "refused": refused}
    status = HTTPStatus.CONFLICT if refused else HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    with timezone.override(course.body.zone):
        return render(request, "courses/invitation.html", context, status=status)


@never_cache
@require_safe
@login_required
def mine(request: HttpRequest, course_id: UUID) -> HttpResponse:
    """A course as one takes part in it: what is set, until when, and how far one is."""
    member, course = _own(request, course_id)
    assignments = list(course.assignments.select_related("paper"))
    gets = progress.of_members(course, [member], assignments)[0]
    practises = Learner.objects.select_related("body", "person").filter(person=member.person_id).first()
    papers = (
        {one.pk for one in offered(practises)}
        if practises is not None and any(a.paper_id for a in assignments)
        else set()
    )
    waiting = [one for one in gets.done if one.state in ("open", "late")]
    context = {
        "course": course,
        "member": member,
        "gets": gets,
        "papers": papers,
        "left": sum(one.left for one in waiting if one.assignment.kind != "mock"),
        "waiting": waiting,
    }
    with timezone.override(course.body.zone):
        return render(request, "courses/mine.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def seen(request: HttpRequest, course_id: UUID) -> HttpResponse:
    """What the tutors see of one, exactly; a POST lets them see it, or no longer."""
    member, course = _own(request, course_id)
    if request.method == "POST":
        agreed = request.POST.get("agreed") == "yes"
        services.settle_consent(member=member, person=signed_in(request), agreed=agreed)
        messages.success(
            request,
            _("Your tutors now see your progress.")
            if agreed
            else _("Your tutors no longer see your progress, only that you are taking part."),
        )
        return redirect("courses:seen", course.pk)
    gets = progress.of_members(course, [member], list(course.assignments.all()))[0]
    context = {"course": course, "member": member, "gets": gets, "edition": EDITION, "on": course.body.today()}
    with timezone.override(course.body.zone):
        return render(request, "courses/seen.html", context)


@require_POST
@login_required
def leave(request: HttpRequest, course_id: UUID) -> HttpResponse:
    """Leave a course."""
    member, course = _own(request, course_id)
    services.leave(member=member, person=signed_in(request))
    messages.success(request, _("You have left %(course)s. What you practised stays yours.") % {"course": course})
    return redirect("courses:home")


@require_POST
@login_required
def stop_teaching(request: HttpRequest, course_id: UUID) -> HttpResponse:
    """Stop being a tutor of a course."""
    person = signed_in(request)
    tutor = get_object_or_404(Tutor.objects.active().select_related("course__body"), course=course_id, person=person)
    services.end_tutor(tutor=tutor, actor=person)
    messages.success(request, _("You are no longer a tutor of %(course)s.") % {"course": tutor.course})
    return redirect("courses:home")


def _own(request: HttpRequest, course_id: UUID) -> tuple[Member, Course]:
    """One's own part in a course, with the course; for whoever has none, or has left, there is no such page."""
    rows = Member.objects.active().select_related("person", "attended_by")
    member = get_object_or_404(rows, course=course_id, person=signed_in(request))
    course = Course.objects.told().get(pk=course_id)
    member.course = course
    return member, course
