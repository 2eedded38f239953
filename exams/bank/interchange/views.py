"""Pages of interchange: questions as files for other systems, and files as drafts. For examiners."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import Body
from accounts.rules import require, signed_in
from exams.bank.exports import TooMany
from exams.bank.forms import BankFilter
from exams.bank.interchange import imports, uploads
from exams.bank.interchange.exports import FORMATS, exported_as
from exams.bank.interchange.forms import ImportForm
from exams.bank.interchange.item import BrokenUpload
from exams.bank.models import QuestionVersion, QuestionVersionQuerySet
from exams.bank.rules import OPEN, examined_bodies


@require_POST
@login_required
def export_as(request: HttpRequest, form: str) -> HttpResponse:
    """The questions of the list, or the one of the field `version`, in a format for other systems, keys included."""
    require(request.user, OPEN, None)
    if form not in FORMATS:
        raise Http404
    try:
        data = exported_as(FORMATS[form], actor=signed_in(request), found=_chosen(request))
    except TooMany as refused:
        messages.error(request, str(refused))
        return redirect("bank:questions")
    headers = {"Content-Disposition": f'attachment; filename="{FORMATS[form].file}"', "Cache-Control": "no-store"}
    return HttpResponse(data, content_type=FORMATS[form].media_type, headers=headers)


def _chosen(request: HttpRequest) -> QuestionVersionQuerySet:
    mine = QuestionVersion.objects.filter(body__in=examined_bodies(request.user))
    if one := request.POST.get("version"):
        return mine.filter(pk=get_object_or_404(mine, pk=_id(one)).pk)
    return BankFilter(request.POST, versions=mine).narrowed()


def _id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError as error:
        raise Http404 from error


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def upload(request: HttpRequest) -> HttpResponse:
    """Send a file and see what it would bring; nothing is stored before one says so."""
    require(request.user, OPEN, None)
    form = ImportForm(request.POST or None, request.FILES or None, bodies=examined_bodies(request.user))
    if request.method != "POST" or not form.is_valid():
        return render(request, "bank/import.html", {"form": form}, status=400 if form.errors else 200)
    sent, body, defaults = form.cleaned_data["file"], form.cleaned_data["body"], form.defaults()
    data, name, user = sent.read(), str(sent.name), signed_in(request)
    try:
        report = imports.examine(body=body, actor=user, data=data, name=name, defaults=defaults)
    except BrokenUpload as broken:
        form.add_error("file", str(broken))
        return render(request, "bank/import.html", {"form": form}, status=400)
    token = uploads.keep(user, body=body.pk, name=name, data=data, defaults=defaults)
    context = {"report": report, "name": name, "body": body, "token": token}
    return render(request, "bank/import_report.html", context)


@require_POST
@login_required
def bring(request: HttpRequest) -> HttpResponse:
    """Store the drafts of the file that was looked at."""
    require(request.user, OPEN, None)
    user = signed_in(request)
    kept = uploads.kept(user, request.POST.get("token", ""))
    if kept is None:
        messages.error(request, _("The file is no longer kept here. Send it again; nothing was stored."))
        return redirect("bank:import")
    body = get_object_or_404(Body, pk=kept.body, pk__in=examined_bodies(user))
    report = imports.bring(body=body, actor=user, data=kept.data, name=kept.name, defaults=kept.defaults)
    uploads.drop(user)
    stored = ngettext("%d draft is stored.", "%d drafts are stored.", report.new) % report.new
    messages.success(request, f"{stored} {_('Read each, and send it to review.')}" if report.new else stored)
    return redirect(reverse("bank:questions") + "?status=draft")
