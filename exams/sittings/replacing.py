"""What becomes of sittings when a paper is replaced by a copy with another question: those to come ask the new one."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.models import User
from exams.papers.models import Paper
from exams.papers.swapping import NotSwapped
from exams.sittings.holding import locked_sitting
from exams.sittings.models import Sitting


def objection(paper: Paper) -> str:
    """Why the paper must stay as it is: a sitting of it has opened, so that somebody may have seen it; void or not."""
    if Sitting.objects.filter(paper=paper, opens_at__lte=timezone.now()).exists():
        return _("A sitting with this paper has opened, so its questions may be known. Draw another paper.")
    return ""


def follow(old: Paper, new: Paper, actor: User) -> None:
    """Have every sitting of the old paper ask the new one. Each is held first, so that none opens meanwhile."""
    for pk in Sitting.objects.filter(paper=old).order_by("pk").values_list("pk", flat=True):
        sitting = locked_sitting(pk)
        if not sitting.is_coming(timezone.now()):
            raise NotSwapped(objection(old))
        sitting.paper = new
        sitting.save(update_fields=["paper"])
        record(
            actor=actor,
            verb="sitting.paper_replaced",
            target=sitting,
            body=sitting.body_id,
            data={"before": old.pk, "after": new.pk},
        )
