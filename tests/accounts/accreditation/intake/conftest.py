"""What the tests of imports share: files, and an import that is ready."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.accreditation.intake import services
from accounts.accreditation.models import Intake, IntakeLine, Level
from accounts.models import Body, User

HEADINGS = "Name,Email,ABF No,Club,Grade,Valid from,Expires"


def csv(*lines: str, headings: str = HEADINGS) -> bytes:
    """A file with these lines."""
    return "\r\n".join([headings, *lines, ""]).encode()


def ready(body: Body, actor: User, *lines: str, headings: str = HEADINGS) -> Intake:
    """A file of these lines, read and matched, of which the dry run is there."""
    made = services.upload(body=body, actor=actor, name="register.csv", data=csv(*lines, headings=headings))
    services.match(intake=made, actor=actor, columns=made.columns)
    return made


def line_of(intake: Intake, number: int = 2) -> IntakeLine:
    """A line as it stands now."""
    return IntakeLine.objects.select_related("intake__body", "award").get(intake=intake, number=number)


@pytest.fixture
def imported(body: Body, rita: User, level: Level) -> Callable[..., Intake]:
    """Imports these lines."""

    def do(*lines: str, headings: str = HEADINGS) -> Intake:
        made = ready(body, rita, *lines, headings=headings)
        services.apply(intake=made, actor=rita)
        return made

    return do
