"""The citations that could not be resolved, for whoever mends the texts or the reader of citations."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from laws.models import Citation
from laws.searching.citations import misses, tallies, told
from laws.searching.forms import Misses
from laws.searching.jumping import readable_editions

PAGE = 30


@require_safe
def citations(request: HttpRequest) -> HttpResponse:
    """The list, with how many there are among all citations of each edition."""
    editions = readable_editions()
    form = Misses(request.GET, editions=editions)
    valid = form.is_valid()
    counted = tallies()
    statuses = [one for one in Citation.Status if one != Citation.Status.FOUND]
    context = {
        "form": form,
        "statuses": statuses,
        "tallies": [
            (edition, tally, [(one, tally.by_status[one], tally.rate(one)) for one in statuses])
            for edition in editions
            if (tally := counted.get(edition.pk))
        ],
    }
    if valid:
        edition, status = form.cleaned_data["edition"], form.cleaned_data["status"]
        found = misses(edition=edition.pk if edition else None, status=status)
        page = Paginator(found, PAGE).get_page(request.GET.get("page"))
        context |= {
            "edition": edition,
            "status": status,
            "page": page,
            "rows": [told(one) for one in page.object_list],
        }
    return render(request, "laws/citations.html", context, status=200 if valid else 400)
