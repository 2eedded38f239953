"""What sittings answer: which papers of a body can be sat when, and whether a paper may be replaced by a copy."""

from __future__ import annotations

from collections.abc import Collection

from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.accreditation.papers import ExamDate, PaperOnOffer
from accounts.accreditation.signals import dates_asked, papers_asked
from accounts.audit.services import record
from accounts.models import Body, User
from exams.papers.models import Paper
from exams.papers.signals import paper_swapped, swap_asked
from exams.papers.swaps import NotSwapped
from exams.sittings.chances import papers_with_chances, public_dates
from exams.sittings.locks import lock_sitting
from exams.sittings.models import Sitting


@receiver(papers_asked)
def papers(sender: object, body: Body, person: User | None, **_more: object) -> list[PaperOnOffer]:
    """The papers of the body and when they can be sat next."""
    return papers_with_chances(body, person)


@receiver(dates_asked)
def dates(sender: object, bodies: Collection[Body], **_more: object) -> list[ExamDate]:
    """The sittings of the bodies that can still be entered, as a stranger is told of them. One query."""
    return public_dates(bodies)


@receiver(swap_asked)
def seen_already(sender: object, paper: Paper, **_more: object) -> str:
    """Why the paper must stay as it is: a sitting of it has opened, so that somebody may have seen it; void or not."""
    if Sitting.objects.filter(paper=paper, opens_at__lte=timezone.now()).exists():
        return _("A sitting with this paper has opened, so its questions may be known. Draw another paper.")
    return ""


@receiver(paper_swapped)
def ask_the_new_paper(sender: object, old: Paper, new: Paper, actor: User, **_more: object) -> None:
    """Have every sitting of the old paper ask the new one. Each is locked first, so that none opens meanwhile."""
    for pk in Sitting.objects.filter(paper=old).order_by("pk").values_list("pk", flat=True):
        sitting = lock_sitting(pk)
        if not sitting.is_coming(timezone.now()):
            raise NotSwapped(seen_already(sender, old))
        sitting.paper = new
        sitting.save(update_fields=["paper"])
        record(
            actor=actor,
            verb="sitting.paper_replaced",
            target=sitting,
            body=sitting.body_id,
            data={"before": old.pk, "after": new.pk},
        )
