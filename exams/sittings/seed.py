"""The demo's sitting, so that a visitor can sit a paper without having to make one first."""

from __future__ import annotations

import datetime as dt

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Body, Role, User
from exams.papers.drawing import CannotFill, draw
from exams.papers.models import Blueprint
from exams.sittings.models import Sitting
from exams.sittings.services import schedule

SEED = 2017
OPEN_FOR = dt.timedelta(days=90)


def seed(demo: bool) -> None:
    """In the demo, open a sitting for each blueprint a body's bank can fill, unless the body has one to enter."""
    if not demo:
        return
    now = timezone.now()
    for body in Body.objects.all():
        examiner = (
            User.objects.filter(memberships__body=body, memberships__role=Role.EXAMINER, memberships__until=None)
            .order_by("email")
            .first()
        )
        if examiner is not None and not Sitting.objects.filter(body=body, closes_at__gt=now).exists():
            for blueprint in Blueprint.objects.filter(body=body):
                _open(blueprint, examiner, now)


def _open(blueprint: Blueprint, examiner: User, now: dt.datetime) -> None:
    try:
        paper = draw(blueprint=blueprint, actor=examiner, seed=SEED)
    except CannotFill:
        return
    title = _("%(paper)s: open demo") % {"paper": blueprint.title}
    schedule(paper=paper, title=title, place="", opens_at=now, closes_at=now + OPEN_FOR, actor=examiner)
