"""Pages about people: one's own, and the list of those who belong to a body."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.paginator import Paginator
from django.db.models import Prefetch, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import services
from accounts.forms import GiveRoleForm, JoinForm, NameForm, PeopleFilter, ReasonForm
from accounts.models import Body, Invitation, Membership, Role, User
from accounts.names import folded
from accounts.rules import is_registrar, may, require, roles_given_by, signed_in

PAGE = 25


@require_safe
@login_required
def me(request: HttpRequest) -> HttpResponse:
    """Who I am here: name, roles, awards, and what my roles let me do."""
    person = signed_in(request)
    roles = person.memberships.active().select_related("body", "club").order_by("body__name", "since")
    invitations = Invitation.objects.open().to(person).select_related("body", "invited_by", "club")
    return render(request, "accounts/me.html", {"roles": roles, "person": person, "invitations": invitations})


@require_http_methods(["GET", "POST"])
@login_required
def rename(request: HttpRequest) -> HttpResponse:
    """Change one's own name."""
    person = signed_in(request)
    form = NameForm(request.POST or None, initial={"name": person.name})
    if request.method == "POST" and form.is_valid():
        services.rename(person=person, name=form.cleaned_data["name"])
        messages.success(request, _("Your name is changed."))
        return redirect("people:me")
    return render(request, "accounts/rename.html", {"form": form})


@require_http_methods(["GET", "POST"])
@login_required
def join(request: HttpRequest) -> HttpResponse:
    """Become a candidate of a body."""
    form = JoinForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        body = form.cleaned_data["body"]
        services.join(person=signed_in(request), body=body, club=form.cleaned_data["club"])
        messages.success(request, _("You are a candidate of %(body)s.") % {"body": body})
        return _on_after_joining(signed_in(request), body)
    return render(request, "accounts/join.html", {"form": form})


def _on_after_joining(person: User, body: Body) -> HttpResponse:
    """To the question what the public register may show of them; whoever has decided, to their own page."""
    if person.listings.filter(body=body, is_found__isnull=False).exists():
        return redirect("people:me")
    return redirect("accreditation:shown", body.slug)


@require_safe
@login_required
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """The people of a body with their roles; a form to give one."""
    return _people_page(request, _body(request, slug))


@require_POST
@login_required
def give_role(request: HttpRequest, slug: str) -> HttpResponse:
    """Give somebody of the body a further role; invite anybody else, whether there is such an account or not."""
    body, actor = _body(request, slug), signed_in(request)
    form = GiveRoleForm(request.POST, roles=roles_given_by(actor, body), body=body)
    if form.is_valid():
        address, role, reason = (
            form.cleaned_data["person"],
            Role(form.cleaned_data["role"]),
            form.cleaned_data["reason"],
        )
        club = form.cleaned_data["club"]
        if address == actor.email or actor.emailaddress_set.filter(email=address).exists():  # type: ignore[attr-defined]
            form.add_error("person", _("You cannot give yourself a role; ask a colleague."))
        elif (person := _members(body).filter(email=address, is_active=True).first()) is not None:
            services.give_role(actor=actor, body=body, person=person, role=role, reason=reason, club=club)
            messages.success(request, _("%(person)s: %(role)s.") % {"person": person, "role": role.label})
            return redirect("people:body", slug)
        else:
            try:
                services.invite(actor=actor, body=body, email=address, role=role, reason=reason, club=club)
            except ValidationError as error:
                form.add_error("person", error)
                return _people_page(request, body, form)
            told = _("An invitation is on its way to %(address)s. The role begins when it is accepted.")
            messages.success(request, told % {"address": address})
            return redirect("people:body", slug)
    return _people_page(request, body, form)


@require_POST
@login_required
def withdraw_invitation(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """Take an offer back."""
    body = _body(request, slug)
    invitation = get_object_or_404(Invitation.objects.open(), pk=pk, body=body)
    services.withdraw_invitation(actor=signed_in(request), invitation=invitation)
    messages.success(request, _("The invitation is withdrawn."))
    return redirect("people:body", slug)


@require_POST
@login_required
def answer_invitation(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Accept a role that was offered to me, or decline it."""
    person = signed_in(request)
    invitation = get_object_or_404(Invitation.objects.open().to(person), pk=pk)
    accepted = request.POST.get("answer") == "accept"
    try:
        services.answer_invitation(person=person, invitation=invitation, accepted=accepted)
    except ValidationError as refusal:
        messages.error(request, refusal.messages[0])
    else:
        messages.success(request, _("The role is yours.") if accepted else _("You have declined the invitation."))
        if accepted and invitation.role == Role.CANDIDATE:
            return _on_after_joining(person, invitation.body)
    return redirect("people:me")


@require_http_methods(["GET", "POST"])
@login_required
def end_role(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """Ask for the reason, then end a role."""
    body, actor = _body(request, slug), signed_in(request)
    roles = Membership.objects.active().select_related("person", "body")
    membership = get_object_or_404(roles, pk=pk, body=body)
    if membership.role not in roles_given_by(actor, body):
        raise PermissionDenied
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            services.end_role(actor=actor, membership=membership, reason=form.cleaned_data["reason"])
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            messages.success(request, _("The role has ended."))
            return redirect("people:body", slug)
    return render(request, "accounts/end_role.html", {"body": body, "membership": membership, "form": form})


def _body(request: HttpRequest, slug: str) -> Body:
    """The body, for those who keep its people; that it exists is public, so others get 403."""
    body = get_object_or_404(Body, slug=slug)
    require(signed_in(request), "accounts.keep_people", body)
    return body


def _people_page(request: HttpRequest, body: Body, form: GiveRoleForm | None = None) -> HttpResponse:
    given = roles_given_by(signed_in(request), body)
    filter_form = PeopleFilter(request.GET, auto_id="filter_%s")
    members = _members(body, filter_form)
    context = {
        "body": body,
        "given": given,
        "form": form or GiveRoleForm(roles=given, body=body),
        "filter": filter_form,
        "page": Paginator(members, PAGE).get_page(request.GET.get("page")),
        "invitations": Invitation.objects.open().filter(body=body).select_related("invited_by", "club"),
        "is_registrar": is_registrar(signed_in(request), body),
        "is_administrator": may(signed_in(request), "accounts.see_readers", body),
    }
    return render(request, "accounts/people.html", context)


def _members(body: Body, wanted: PeopleFilter | None = None) -> QuerySet[User]:
    """The people who hold a role in the body now, each with `roles`, by name."""
    here = Membership.objects.active().filter(body=body)
    held = here
    members = User.objects.all()
    if wanted is not None and wanted.is_valid():
        if role := wanted.cleaned_data["role"]:
            held = held.filter(role=role)
        if q := wanted.cleaned_data["q"]:
            members = members.filter(Q(name_folded__contains=folded(q)) | Q(email__icontains=q))
    roles = Prefetch("memberships", here.select_related("club"), to_attr="roles")
    return members.filter(pk__in=held.values("person")).prefetch_related(roles).order_by("name", "pk")
