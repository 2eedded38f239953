"""The person of a request."""

from django.http import HttpRequest

from accounts.models import User


def signed_in(request: HttpRequest) -> User:
    """The person who is signed in, for views that nobody else can reach."""
    if not isinstance(request.user, User):
        raise TypeError("This view must be behind login_required.")
    return request.user
