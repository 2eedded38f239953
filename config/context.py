"""What every page may need to know of the site."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    """Template context: whether this is the demo."""
    return {"demo": settings.DEMO}
