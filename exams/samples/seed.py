"""In the demo, a sample of the paper for the first level, so that a visitor has one to try."""

from __future__ import annotations

import structlog

from accounts.accreditation.models import Level
from accounts.models import User
from exams.papers.models import Blueprint
from exams.samples.choices import show
from exams.samples.draws import NotDrawn
from exams.samples.models import Sample

log = structlog.get_logger(__name__)

BODY, LEVEL, PAPER, EXAMINER = "qba", "club", "club-auction", "margaret@example.org"


def seed(demo: bool) -> None:
    """Draw it, once; where no table can be staged, or the demo has no such paper, there is none."""
    if not demo or Sample.objects.filter(level__body__slug=BODY).exists():
        return
    level = Level.objects.select_related("body").filter(body__slug=BODY, code=LEVEL).first()
    blueprint = Blueprint.objects.select_related("body").filter(body__slug=BODY, code=PAPER).first()
    examiner = User.objects.filter(email=EXAMINER).first()
    if level is None or blueprint is None or examiner is None:
        return
    try:
        show(level=level, blueprint=blueprint, actor=examiner, seen=0)
    except NotDrawn as refused:
        log.warning("sample_not_drawn", why=str(refused))
