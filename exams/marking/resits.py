"""Whether somebody may sit a paper of the same blueprint again, by what its terms say of resits."""

from __future__ import annotations

import datetime as dt

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from exams.marking.models import Result
from exams.sittings.models import Sitting


def objection(person: User, sitting: Sitting) -> str:
    """What the paper's terms on resits have against this person's sitting it; "" if nothing.

    Counted are failed results that were told, of any paper of the blueprint, whichever edition of its terms they were sat
    under; one that is not told yet counts for nothing, or the refusal would tell it. Void attempts were never sat.
    """
    paper = sitting.paper
    failed = Result.objects.told().current().of(person).filter(passed=False).exclude(attempt__entry__sitting=sitting.pk)
    failed = failed.filter(attempt__entry__sitting__paper__blueprint=paper.blueprint_id).order_by()
    # Asked whenever somebody enters or starts, a whole hall within a minute: so no more columns than the day takes.
    failed = failed.select_related("attempt__entry__sitting__body").only(
        "attempt__started_at", "attempt__entry__sitting__body__time_zone"
    )
    sat = sorted((result.attempt.day for result in failed), reverse=True)
    if not sat:
        return ""
    if paper.resits is not None and len(sat) > paper.resits:
        return ngettext(
            "You have failed this paper %(times)d time, and its terms allow no further resit.",
            "You have failed this paper %(times)d times, and its terms allow no further resit.",
            len(sat),
        ) % {"times": len(sat)}
    again = sat[0] + dt.timedelta(days=paper.resit_days)
    day = timezone.localdate(max(timezone.now(), sitting.opens_at), timezone=sitting.body.zone)
    if day < again:
        return _("You may sit this paper again from %(day)s on.") % {"day": date_format(again, "j F Y")}
    return ""
