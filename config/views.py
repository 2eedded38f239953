"""The front page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def home(request: HttpRequest) -> HttpResponse:
    """What Rectify is and the ways in; in the demo also the people one can sign in as."""
    return render(request, "home.html")
