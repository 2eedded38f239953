"""How pages look on one device: their colours and the size of their text.

Kept in a cookie of the device and nowhere else: a phone may be dark and a desk bright, and it holds before anybody signs in.
What a cookie says that is no choice of ours counts as none, and the page looks as the device itself is set.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

COOKIE: Final = "display"
A_YEAR: Final = 365 * 24 * 3600
COLOURS: Final = {"": _("As this device is set"), "light": _("Light"), "dark": _("Dark")}
TEXT: Final = {"": _("As this device is set"), "larger": _("Larger"), "largest": _("Largest")}


class Display(NamedTuple):
    """What was chosen on a device; empty for what was not."""

    colours: str = ""
    text: str = ""


def display_of(request: HttpRequest) -> Display:
    """What was chosen on the device that asks."""
    colours, _dot, text = request.COOKIES.get(COOKIE, "").partition(".")
    return Display(colours if colours in COLOURS else "", text if text in TEXT else "")


class DisplayForm(forms.Form):
    """The choice, as a page asks for it."""

    colours = forms.ChoiceField(
        label=_("Colours"), choices=list(COLOURS.items()), widget=forms.RadioSelect, required=False
    )
    text = forms.ChoiceField(
        label=_("Size of the text"), choices=list(TEXT.items()), widget=forms.RadioSelect, required=False
    )


@never_cache
@require_http_methods(["GET", "POST"])
def display(request: HttpRequest) -> HttpResponse:
    """The page where one chooses; it shows at once how it looks."""
    if request.method != "POST":
        return render(request, "display.html", {"form": DisplayForm(initial=display_of(request)._asdict())})
    form = DisplayForm(request.POST)
    if not form.is_valid():
        return render(request, "display.html", {"form": form}, status=422)
    chosen = Display(**form.cleaned_data)
    messages.success(request, _("Saved on this device."))
    response = redirect("display")
    if any(chosen):
        told = ".".join(chosen)
        response.set_cookie(
            COOKIE, told, max_age=A_YEAR, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE, httponly=True
        )
    else:
        response.delete_cookie(COOKIE, samesite="Lax")
    return response
