"""Who keeps the shipped editions."""

from django.conf import settings

from accounts.models import Body
from laws.editing.models import Stewardship
from laws.models import Edition

KEPT = ("duplicate-2017", "rubber-2014")


def seed(demo: bool) -> None:
    """Let the body this installation works for keep the editions that are shipped, where nobody keeps them yet."""
    body = Body.objects.filter(slug=settings.HOME_BODY).first()
    if body is None:
        return
    for edition in Edition.objects.filter(slug__in=KEPT):
        Stewardship.objects.get_or_create(edition=edition, defaults={"body": body})
