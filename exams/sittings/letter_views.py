"""The letters that could not be sent, for administrators: an address is wrong, or a mail server refuses it."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.letters.models import Letter
from accounts.letters.services import try_again
from accounts.models import Role
from accounts.rules import signed_in
from exams.sittings.pages import PER_PAGE
from exams.sittings.rules import bodies_where


@login_required
@require_safe
@never_cache
def letters(request: HttpRequest) -> HttpResponse:
    """Those of the bodies one administers that were given up, the latest first."""
    person = signed_in(request)
    bodies = bodies_where(person, Role.ADMINISTRATOR)
    if not bodies:
        raise Http404
    found = Letter.objects.to_see(person, bodies).select_related("person", "body")
    shown = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "sittings/letters.html", {"page": shown})


@login_required
@require_POST
def again(request: HttpRequest, letter_id: uuid.UUID) -> HttpResponse:
    """Try one of them again."""
    person = signed_in(request)
    found = Letter.objects.to_see(person, bodies_where(person, Role.ADMINISTRATOR)).select_related("person", "body")
    letter = get_object_or_404(found, pk=letter_id)
    try_again(letter=letter, actor=person)
    if letter.person.shown_email:
        messages.success(request, _("It will be sent to %(address)s shortly.") % {"address": letter.person.shown_email})
    else:
        messages.error(request, _("No address of this person is known. Enter one under People first."))
    return redirect("sittings:letters")
