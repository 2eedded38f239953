"""Every page of the library shows the law as it stood on one date.

In templates `on` is that date, and `asked_on` the same if the reader chose it: only then do links keep it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from laws import library
from laws.forms import AsOf
from laws.models import Edition


def of_a_date(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Hand the view the edition and the date of `?on=`; answer for it when the two do not go together."""

    @require_safe
    @wraps(view)
    def dated(request: HttpRequest, edition: str, **names: str) -> HttpResponse:
        form = AsOf(request.GET)
        if not form.is_valid():
            return render(request, "laws/bad_date.html", {"form": form}, status=400)
        asked_on = form.cleaned_data["on"]
        on = asked_on or library.today()
        try:
            return view(request, library.edition_on(edition, on), on=on, asked_on=asked_on, **names)
        except library.NotInForceError as error:
            readable = error.then and Edition.objects.on_shelf().filter(pk=error.then.pk).exists()
            return render(request, "laws/not_in_force.html", {"error": error, "readable": readable}, status=404)
        except library.NotOnShelfError as error:
            raise Http404(f"{error} is not in the library") from error

    return dated
