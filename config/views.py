"""The front page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.demo import demo_password, demo_people


def home(request: HttpRequest) -> HttpResponse:
    """What Rectify is and the ways in; in the demo also the people one can walk in as."""
    return render(request, "home.html", {"demo_people": demo_people(), "demo_password": demo_password()})
