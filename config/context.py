"""What every page may need to know of the site."""

from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from config.display import display_of


class Room(NamedTuple):
    """An entry of the main menu, and a way in on the front page."""

    name: str | Promise
    purpose: str | Promise
    url: str
    here: bool = False
    exact: bool = False


# Name of the room, what it is for, the name of its first page, and the beginnings of the addresses that belong to it.
ROOMS = (
    (
        _("Training"),
        _("Practise rulings at tables staged for you, each explained from the law as soon as you answer."),
        "practice:home",
        ("/training/",),
    ),
    (
        _("Laws"),
        _("Every provision as it stood on any day, with those that cite it."),
        "laws:contents",
        ("/laws/",),
    ),
    (
        _("Exams"),
        _("Sittings you can enter, and afterwards your answers explained from the law."),
        "sittings:list",
        ("/sittings/", "/results/", "/papers/", "/bank/"),
    ),
    (
        _("Register"),
        _("Who is accredited, at which level, and until when. Open to everybody."),
        "register:list",
        ("/register/", "/levels/", "/verify/", "/accreditation/"),
    ),
)

# One's own way to a level lies under the register's address, and has an entry in the menu of whoever is signed in.
OWN_WAY = frozenset({"accreditation:mine", "accreditation:way", "accreditation:log_session"})


def site(request: HttpRequest) -> dict[str, object]:
    """Template context: whether this is the demo, the rooms of the house, which of them this page is in, and how it looks."""
    page = request.resolver_match
    on_own_way = page is not None and page.view_name in OWN_WAY
    return {
        "demo": settings.DEMO,
        "rooms": rooms("" if on_own_way else request.path),
        "own_page": reverse("people:me"),
        "own_way": Room(_("My way"), "", reverse("accreditation:my_way"), here=on_own_way),
        "display": display_of(request),
    }


def rooms(path: str) -> list[Room]:
    """The main menu as seen from an address; "": from none of its rooms."""
    found = []
    for name, purpose, first, beginnings in ROOMS:
        url = reverse(first)
        found.append(Room(name, purpose, url, here=path.startswith(beginnings), exact=path == url))
    return found
