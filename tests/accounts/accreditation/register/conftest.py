"""A register with places: clubs in towns, and directors who have decided what is shown of them."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import pytest

from accounts.accreditation.models import Award, Level, RegisterEntry
from accounts.accreditation.register.listings import Shown, decide
from accounts.accreditation.services import grant
from accounts.models import Body, Club, Region, Role, User
from tests.accounts.conftest import passed, person

ALL = Shown(True, True, True)
NAME = Shown(True)
NOTHING = Shown(False)
# Roughly where these towns are.
TOWNS = {"Brisbane": ("-27.47", "153.03"), "Ipswich": ("-27.61", "152.76"), "Toowoomba": ("-27.56", "151.95")}

Director = Callable[..., Award]


@pytest.fixture
def clubs(body: Body) -> dict[str, Club]:
    """A club in each town, by the town; Brisbane and Ipswich are one region."""
    east, west = (Region.objects.create(body=body, name=name) for name in ("South East", "Darling Downs"))
    return {
        town: Club.objects.create(
            body=body,
            name=f"{town} Bridge Club",
            place=town,
            region=west if town == "Toowoomba" else east,
            latitude=Decimal(at[0]),
            longitude=Decimal(at[1]),
        )
        for town, at in TOWNS.items()
    }


@pytest.fixture
def director(level: Level, rita: User) -> Director:
    """Make a director of this name; decided, or not asked where nothing is given."""

    def made(
        name: str,
        shown: Shown | None = None,
        club: Club | None = None,
        number: str = "",
        at: Level = level,
        by: User = rita,
    ) -> Award:
        holder = person(name, at.body, Role.CANDIDATE, club=club)
        award = grant(application=passed(holder, at), actor=by)
        if number:
            RegisterEntry.objects.create(body=at.body, person=holder, number=number)
        if shown:
            decide(person=holder, body=at.body, actor=holder, shown=shown)
        return award

    return made
