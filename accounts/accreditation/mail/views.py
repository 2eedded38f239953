"""Pages of letters: those to oneself, one of them, and for registrars the words of each and when reminders went out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.accreditation.mail.catalogue import KINDS, LETTERS
from accounts.accreditation.mail.forms import BackForm, TextForm
from accounts.accreditation.mail.notices import of_award
from accounts.accreditation.mail.reminders import last_run
from accounts.accreditation.models import Award, ReminderRun
from accounts.letters.models import Letter, LetterText
from accounts.letters.services import address, composed
from accounts.letters.texts import (
    PARTS,
    Kind,
    Place,
    filled,
    go_back,
    signature_of,
    texts_of,
    versions_of,
    words_of,
    write,
)
from accounts.models import Body, User
from accounts.rules import may, require, signed_in

PAGE = 30
NIGHTS = 7
PAGES: Mapping[str, str] = {
    "award": "accreditation:award",
    "application": "accreditation:application",
    "dispensation": "accreditation:dispensation",
    "evidence": "accreditation:piece",
    "club": "accreditation:club_sessions",
    "assessment": "assessment:assessment",
}
"""The page of each kind of record that a letter is about."""


@login_required
@require_safe
@never_cache
def mine(request: HttpRequest) -> HttpResponse:
    """The letters to oneself, the latest first."""
    found = Letter.objects.filter(person=signed_in(request)).select_related("body").defer("text", "html")
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    return render(request, "accreditation/letters/mine.html", {"page": page})


@login_required
@require_safe
@never_cache
def letter(request: HttpRequest, letter_id: UUID) -> HttpResponse:
    """A letter as it was worded, for whom it was written to and for the registrars."""
    found = get_object_or_404(Letter.objects.select_related("body", "person"), pk=letter_id)
    reader = signed_in(request)
    if not may(reader, "letters.read", found):
        raise Http404
    context = {"letter": found, "is_own": found.person_id == reader.pk, "record": _record_of(found)}
    return render(request, "accreditation/letters/letter.html", context)


def _record_of(found: Letter) -> str:
    """The page of the record that a letter is about, if it has one."""
    kind, _colon, pk = found.about.partition(":")
    return address(PAGES[kind], pk) if kind in PAGES else ""


class Row(NamedTuple):
    """A letter in the list, and the body's own text if it has one."""

    kind: Kind
    own: LetterText | None


@login_required
@require_safe
def texts(request: HttpRequest, slug: str) -> HttpResponse:
    """The letters of a body by step, and how the reminders of the last nights went."""
    body = _worded_by(request, slug)
    own = texts_of(body)
    context = {
        "body": body,
        "letters": [Row(kind, own.get(kind.code)) for kind in LETTERS],
        "parts": [Row(kind, own.get(kind.code)) for kind in PARTS],
        "last": last_run(body),
        "runs": ReminderRun.objects.filter(body=body)[:NIGHTS],
    }
    return render(request, "accreditation/letters/texts.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def text(request: HttpRequest, slug: str, step: str) -> HttpResponse:
    """Word one of the letters: preview, save, or go back to what we ship."""
    body = _worded_by(request, slug)
    kind = KINDS.get(step)
    if kind is None:
        raise Http404
    versions = versions_of(body, kind)
    own = versions[0] if versions and not versions[0].is_shipped else None
    number = versions[0].number if versions else 0
    subject, words = words_of(kind, own)
    form = TextForm(initial={"subject": subject, "text": words, "number": number}, kind=kind, body=body)
    back, shown = BackForm(initial={"number": number}, auto_id="back_%s"), None
    do = request.POST.get("do", "")
    if request.method == "POST" and do == "back":
        back = BackForm(request.POST, auto_id="back_%s")
        if back.is_valid() and _saved(request, back, body, kind):
            return redirect("accreditation:letter_text", slug, step)
    elif request.method == "POST":
        form = TextForm(request.POST, kind=kind, body=body)
        if form.is_valid() and do == "save" and _saved(request, form, body, kind):
            return redirect("accreditation:letter_text", slug, step)
        if form.is_valid():
            shown = _preview(kind, body, form.cleaned_data)
    context = {
        "body": body,
        "kind": kind,
        "form": form,
        "back": back if own is not None or back.is_bound else None,
        "shown": shown,
        "own": own,
        "versions": versions,
        "places": places_of(kind),
        "shipped": kind,
    }
    return render(request, "accreditation/letters/text.html", context)


def _worded_by(request: HttpRequest, slug: str) -> Body:
    """The body, for those who word its letters; that it exists is public, so others get 403."""
    body = get_object_or_404(Body, slug=slug)
    require(signed_in(request), "letters.word", body)
    return body


def _saved(request: HttpRequest, form: TextForm | BackForm, body: Body, kind: Kind) -> bool:
    """Save what the form says; a refusal is told on the form, which keeps what was typed."""
    told = {name: value for name, value in form.cleaned_data.items() if name != "award"}
    if not told["reason"].strip():
        form.add_error("reason", _("Say why you change it."))
        return False
    actor = signed_in(request)
    try:
        if isinstance(form, BackForm):
            go_back(body=body, actor=actor, kind=kind, **told)
        else:
            write(body=body, actor=actor, kind=kind, **{"subject": "", **told})
    except ValidationError as refusal:
        form.add_error(None, refusal.messages[0])
        # The page shows what the colleague wrote; what was typed stays, and can be saved over it.
        form.data = {**form.data.dict(), "number": str(len(versions_of(body, kind)))}  # type: ignore[attr-defined]
        return False
    messages.success(
        request,
        _("Back to the standard text.") if isinstance(form, BackForm) else _("Saved. It holds from now on."),
    )
    return True


def places_of(kind: Kind) -> list[tuple[str, Place]]:
    """What may stand in a letter, as it is typed."""
    return [(f"{{{{ {name} }}}}", place) for name, place in kind.places.items()]


def _preview(kind: Kind, body: Body, told: dict[str, Any]) -> Letter:
    """The letter as it would be, to a made-up person or to the holder of an award. Nothing is stored."""
    award: Award | None = told.get("award")
    person = award.person if award is not None else User(name="Kim Taylor")
    values = {name: str(place.example) for name, place in kind.places.items()}
    values |= {"name": str(person), "body": str(body), "page": address("accreditation:mine")}
    if award is not None:
        values |= of_award(award)
    if kind.is_part:
        mark = filled(told["text"], values)
        return Letter(subject=str(kind.label), text=mark)
    subject, words = (filled(told[name], values) for name in ("subject", "text"))
    return composed(person, body, subject, words, once="preview", signature=signature_of(body))


def letters_about(person: User, *about: str) -> list[Letter]:
    """The letters to this person about these records, the latest first: what pages of a record tell of them."""
    return list(Letter.objects.filter(person=person, about__in=about).defer("text", "html")[:PAGE])
