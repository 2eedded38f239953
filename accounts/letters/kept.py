"""What letters keep of a person, and what of it may go."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.letters.models import Letter, LetterText
from accounts.privacy.holdings import Holding, deeds, keep
from accounts.privacy.retention import Kind, may_go

keep(
    Holding(
        key="letters",
        label=_("Letters to you"),
        rows=lambda person: Letter.objects.filter(person=person),
        shows=("body__name", "subject", "text", "made_at", "sent_at"),
        why=_("So that each is sent, and sent once."),
        until=_("What they say, as long as the body sets; that they were sent, as long as you have an account."),
        after=_("Removed."),
        erase=lambda person: Letter.objects.filter(person=person).delete(),
    ),
    (Letter, "person"),
)
may_go(
    Kind(
        key="letters",
        label=_("What letters say"),
        help=_(
            "Counted from the day on which a letter was sent. That it was sent stays, so that it is not sent again."
        ),
        rows=lambda body, before: Letter.objects.filter(body=body, sent_at__lt=before).exclude(text=""),
        since="sent_at",
        remove=lambda rows: rows.update(subject="", text="", html="", error="", reply_to=""),
    )
)
deeds(LetterText, "made_by")
