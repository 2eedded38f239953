"""Two dates of an edition, or two editions, beside each other."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from laws.comparing.dates import compare_dates
from laws.comparing.editions import NotComparableError, Side, compare_editions, joined
from laws.comparing.forms import Compare, Term, terms
from laws.keys import name
from laws.models import Concordance, Law


class NoSuchLaw(LookupError):
    """Neither side has the law that was asked for."""


@require_safe
def compare(request: HttpRequest) -> HttpResponse:
    """The form, and below it what differs."""
    known = terms()
    form = Compare(request.GET, terms=known)
    typed = {field: request.GET.get(field, "") for field in form.fields}
    context: dict[str, Any] = {"form": form, "terms": known, "typed": typed}
    if not form.is_valid():
        return render(request, "laws/compare.html", context, status=400)
    asked = form.cleaned_data
    left: Term | None = asked["left"]
    right: Term | None = asked["right"]
    if not left or not right:
        return render(request, "laws/compare.html", context)
    try:
        told = _of_dates(left, asked) if left.edition == right.edition else _of_editions(left, right, asked)
    except NotComparableError:
        form.add_error(
            None,
            _("Nothing in the library says how the %(left)s and the %(right)s belong together.")
            % {"left": left.edition.title, "right": right.edition.title},
        )
        return render(request, "laws/compare.html", context, status=400)
    except NoSuchLaw:
        form.add_error("law", _("There is no %(law)s on either side.") % {"law": name(asked["law"])})
        return render(request, "laws/compare.html", context, status=400)
    context |= {"left": left, "right": right, "asked": asked, "law_name": name(asked["law"]) if asked["law"] else ""}
    return render(request, "laws/compare.html", context | told)


def _of_dates(term: Term, asked: dict[str, Any]) -> dict[str, Any]:
    found = compare_dates(term.edition, asked["left_on"], asked["right_on"], law=asked["law"])
    if asked["law"] and not found.counts and not found.unchanged:
        raise NoSuchLaw
    return {"edition": term.edition, "dates": found}


def _of_editions(left: Term, right: Term, asked: dict[str, Any]) -> dict[str, Any]:
    """The earlier edition of the concordance stands on the left, whichever way the two were asked for."""
    on = {left.edition.pk: asked["left_on"], right.edition.pk: asked["right_on"]}
    readable = {term.edition.pk: term.readable for term in (left, right)}
    earlier, later = (
        Side(edition, on[edition.pk], readable[edition.pk]) for edition in joined(left.edition, right.edition)
    )
    texts = bool(asked["law"] or asked["texts"])
    found = compare_editions(earlier, later, law=asked["law"], texts=texts)
    here = Law.objects.filter(number=asked["law"], edition__in=[earlier.edition, later.edition])
    if asked["law"] and not found.groups and not here.exists():
        raise NoSuchLaw
    return {
        "earlier": earlier,
        "later": later,
        "with_texts": texts,
        "editions": found,
        "tally": [(kind.label, found.counts[kind]) for kind in Concordance.Kind if found.counts[kind]],
    }
