"""What a provision has said, and what the library has said it said."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from laws import keys, library
from laws.comparing.concordance import counterparts
from laws.comparing.forms import Held
from laws.comparing.history import history
from laws.library import NotOnShelfError
from laws.models import Edition


@require_safe
def provision_history(request: HttpRequest, edition: str, key: str) -> HttpResponse:
    """Every wording of a provision, or with `?held=` those that the library held when that day ended."""
    of = get_object_or_404(Edition.objects.on_shelf(), slug=edition)
    form = Held(request.GET)
    valid = form.is_valid()
    held = form.cleaned_data.get("held") if valid else None
    try:
        found = history(of, key, held)
    except NotOnShelfError as error:
        raise Http404(f"{error} is not in the library") from error
    context = {
        "form": form,
        "edition": of,
        "key": key,
        "name": keys.name(key),
        "held": held,
        "history": found,
        "entries": [one for one in found.entries if one.held or not held],
        "counterparts": counterparts(of.slug, key, library.today()),
    }
    return render(request, "laws/history.html", context, status=200 if valid else 400)
