"""The concordance as a list that can be narrowed."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from laws.comparing.concordance import Listed, edition_pairs, listed
from laws.comparing.forms import Concordances
from laws.models import Concordance
from laws.searching.jumping import readable_editions


@require_safe
def concordance(request: HttpRequest) -> HttpResponse:
    """How one edition answers to another, entry by entry."""
    pairs = edition_pairs()
    form = Concordances(request.GET, pairs=pairs)
    context: dict[str, Any] = {"form": form, "pairs": pairs, "typed": {"law": request.GET.get("law", "")}}
    if not form.is_valid():
        return render(request, "laws/concordance.html", context, status=400)
    between, kind, law = (form.cleaned_data[name] for name in ("between", "kind", "law"))
    if between:
        found: Listed = listed(*between, kind=kind, law=law)
        readable = {one.pk for one in readable_editions()}
        earlier, later = between
        context |= {
            "earlier": earlier,
            "later": later,
            "earlier_readable": earlier.pk in readable,
            "later_readable": later.pk in readable,
            "kind": kind,
            "law": law,
            "found": found,
            "total": found.by_kind.total(),
            "by_kind": [(one, label, found.by_kind[one]) for one, label in Concordance.Kind.choices],
        }
    return render(request, "laws/concordance.html", context)
