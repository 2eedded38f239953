"""The front page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.demo import demo_password, demo_people
from accounts.models import Membership
from config.desk import limits, waiting


def home(request: HttpRequest) -> HttpResponse:
    """The ways in, and for somebody signed in the work there is; in the demo also the people one can walk in as."""
    roles, duties, few = Membership.objects.none(), [], []
    if request.user.is_authenticated:
        roles = request.user.memberships.active().select_related("body").order_by("body__name", "since")
        duties, few = waiting(request.user), limits(request.user)
    context = {
        "roles": roles,
        "duties": duties,
        "limits": few,
        "demo_people": demo_people(),
        "demo_password": demo_password(),
    }
    return render(request, "home.html", context)
