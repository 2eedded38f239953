"""What accreditation keeps of a person, and what of it may go."""

from __future__ import annotations

import datetime as dt

from django.db.models import DateTimeField, DurationField, Exists, ExpressionWrapper, F, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.accreditation.models import (
    Appeal,
    AppealAnswer,
    Application,
    Award,
    AwardEvent,
    CertificateArchive,
    CertificateDesign,
    Circular,
    Consent,
    Credential,
    Dispensation,
    Document,
    Doubt,
    Evidence,
    Intake,
    IntakeLine,
    Listing,
    Merge,
    RegisterEntry,
    RequirementsDraft,
    RequirementsVersion,
    Revocation,
    Webhook,
    Withdrawal,
)
from accounts.models import Body
from accounts.privacy.holdings import Holding, deeds, keep
from accounts.privacy.retention import Kind, may_go

FOR_GOOD = _("For good.")
STAYS = _("Stays, with your name.")

keep(
    Holding(
        key="evidence",
        label=_("Evidence for levels"),
        rows=lambda person: Evidence.objects.filter(person=person),
        shows=(
            *("body__name", "kind", "day", "details", "entered_by__name", "entered_at"),
            *("standing", "settled_by__name", "settled_at", "note"),
        ),
        why=_("Levels ask for it, and awards rest on it."),
        until=FOR_GOOD,
        after=STAYS,
        names=True,
    ),
    (Evidence, "person"),
)
keep(
    Holding(
        key="applications",
        label=_("Applications"),
        rows=lambda person: Application.objects.filter(person=person),
        shows=("id", "body__name", "level__name", "status", "evidence", "created_at", "decided_at", "reason"),
        why=_("Awards are granted on them, and refusals can be appealed."),
        until=_("For good; of a declined one, what it says and why as long as the body sets."),
        after=STAYS,
        names=True,
    ),
    (Application, "person"),
)


def _declined_before(body: Body, before: dt.datetime) -> QuerySet[Application]:
    """Applications that were declined before then and say something still, once nothing can come of them any more: the time to
    appeal is over, no appeal waits for its answer, and no doubt is open.
    """
    # The last day to appeal ends at midnight where the body is, which may be a day later than it is here.
    in_time = ExpressionWrapper(
        (F("level__appeal_days") + 2) * Value(dt.timedelta(days=1)), output_field=DurationField()
    )
    return Application.objects.filter(
        ~Exists(Appeal.objects.filter(application=OuterRef("pk"), answer=None)),
        ~Exists(Doubt.objects.filter(application=OuterRef("pk"), settled_at=None)),
        body=body,
        status=Application.Status.DECLINED,
        emptied_at=None,
        decided_at__lt=before,
        decided_at__lte=ExpressionWrapper(Now() - in_time, output_field=DateTimeField()),
    )


def _emptied_applications(rows: QuerySet[Application]) -> None:
    """Take away what they say. That each was made, for what, on what it rested and who declined it when stays."""
    now = timezone.now()
    for one in rows.select_for_update(of=("self",)):
        one.evidence, one.reason, one.emptied_at = one.kept_of, "", now
        one.save(update_fields=["evidence", "reason", "emptied_at"])


may_go(
    Kind(
        key="declined_applications",
        label=_("What declined applications say, and why they were declined"),
        help=_(
            "Counted from the day of the refusal, and never before the time to appeal is over. That each was made and "
            "declined, by whom and when, stays; the audit log stays whole."
        ),
        rows=_declined_before,
        since="decided_at",
        remove=_emptied_applications,
    )
)
keep(
    Holding(
        key="awards",
        label=_("Awards"),
        rows=lambda person: Award.objects.filter(person=person),
        shows=(
            *("id", "body__name", "level__name", "name", "granted_at", "granted_by__name"),
            *("valid_from", "valid_until", "status", "verification_code"),
        ),
        why=_("The public must be able to check who may direct, and who could."),
        until=FOR_GOOD,
        after=_("Stays, with the name on the award."),
        names=True,
    ),
    (Award, "person"),
)
keep(
    Holding(
        key="award_events",
        label=_("History of your awards"),
        rows=lambda person: AwardEvent.objects.filter(award__person=person),
        shows=("award_id", "at", "actor__name", "verb", "reason", "data"),
        why=_("It says how an award came to stand as it does."),
        until=FOR_GOOD,
        after=_("Stays."),
    )
)
keep(
    Holding(
        key="dispensations",
        label=_("Dispensations"),
        rows=lambda person: Dispensation.objects.filter(person=person),
        shows=(
            *("body__name", "event", "place", "first_day", "last_day", "kind", "tables", "screens", "why"),
            *("given_by__name", "given_at", "withdrawal__at", "withdrawal__reason"),
        ),
        why=_("You may direct, or could, an event that your awards do not cover."),
        until=FOR_GOOD,
        after=STAYS,
        names=True,
    ),
    (Dispensation, "person"),
)
keep(
    Holding(
        key="accreditation_appeals",
        label=_("Appeals about applications and awards"),
        rows=lambda person: Appeal.objects.filter(person=person),
        shows=(
            *("application_id", "against", "decision", "grounds", "made_at"),
            *("answer__at", "answer__by__name", "answer__outcome", "answer__reasons"),
        ),
        why=_("You appealed against a decision."),
        until=FOR_GOOD,
        after=STAYS,
        names=True,
    ),
    (Appeal, "person"),
)
keep(
    Holding(
        key="register_entries",
        label=_("Entries in registers"),
        rows=lambda person: RegisterEntry.objects.filter(person=person),
        shows=("body__name", "number", "phone", "made_by__made_at"),
        why=_("The body knows you by this number, and its registrars reach you by this phone."),
        until=_("As long as you have an account."),
        after=_("Number and phone are removed."),
        erase=lambda person: RegisterEntry.objects.filter(person=person).update(number="", phone=""),
    ),
    (RegisterEntry, "person"),
)
keep(
    Holding(
        key="documents",
        label=_("Documents attached to your evidence"),
        rows=lambda person: Document.objects.filter(evidence__person=person),
        shows=("evidence__kind", "evidence__day", "name", "size", "added_by__name", "added_at"),
        why=_("They show what the evidence says. You open them on its page."),
        until=FOR_GOOD,
        after=_("Stay, with the evidence."),
    ),
)
keep(
    Holding(
        key="badges",
        label=_("Badges of your awards"),
        rows=lambda person: Credential.objects.filter(award__person=person),
        shows=("award__level__name", "issued_at", "document"),
        why=_("So that a genuine badge can be told from an altered one."),
        until=FOR_GOOD,
        after=STAYS,
    ),
)
keep(
    Holding(
        key="listings",
        label=_("What the public register shows of you"),
        rows=lambda person: Listing.objects.filter(person=person),
        shows=("body__name", "is_found", "shows_club", "takes_letters"),
        why=_("You decided it."),
        until=_("As long as you have an account."),
        after=_("You are no longer found. The code of a certificate still answers."),
        erase=lambda person: Listing.objects.filter(person=person).update(
            is_found=False, shows_club=False, takes_letters=False
        ),
    ),
    (Listing, "person"),
)
keep(
    Holding(
        key="listing_decisions",
        label=_("Your decisions about the public register"),
        rows=lambda person: Consent.objects.filter(listing__person=person),
        shows=("listing__body__name", "at", "is_found", "shows_club", "takes_letters"),
        why=_("So that it can be shown what you agreed to, and when."),
        until=FOR_GOOD,
        after=_("Stay, with their dates."),
    ),
    (Consent, "by"),
)
keep(
    Holding(
        key="merges",
        label=_("Records that were merged with yours"),
        rows=lambda person: Merge.objects.filter(Q(kept=person) | Q(gone=person)),
        shows=("body__name", "at", "by__name", "reason"),
        why=_("So that it can be shown why an award that was somebody else's is yours."),
        until=FOR_GOOD,
        after=STAYS,
    ),
    (Merge, "kept"),
    (Merge, "gone"),
)


def _emptied(lines: QuerySet[IntakeLine]) -> None:
    """Take away what the lines of an import say; which awards came of them stays. A file that was never imported goes whole."""
    Intake.objects.filter(stage=Intake.Stage.OPEN, pk__in=list(lines.values_list("intake", flat=True))).delete()
    lines.update(cells=[], corrected={}, plan={}, person="")


keep(
    Holding(
        key="import_lines",
        label=_("Lines by which your awards were imported"),
        rows=lambda person: IntakeLine.objects.filter(award__person=person),
        shows=("intake__body__name", "intake__made_at", "number", "cells", "corrected"),
        why=_("So that an import can be checked and undone."),
        until=_("As long as the body sets."),
        after=_("Removed."),
        erase=lambda person: _emptied(IntakeLine.objects.filter(award__person=person)),
    )
)
may_go(
    Kind(
        key="import_lines",
        label=_("What the lines of imported files say"),
        help=_("Counted from the day of the upload. The awards stay. An import whose lines are gone cannot be undone."),
        rows=lambda body, before: IntakeLine.objects.filter(intake__body=body, intake__made_at__lt=before).exclude(
            cells=[]
        ),
        since="intake__made_at",
        remove=_emptied,
    )
)
deeds(RequirementsVersion, "made_by")
deeds(RequirementsDraft, "changed_by")
deeds(Application, "decided_by")
deeds(Doubt, "settled_by")
deeds(Award, "granted_by")
deeds(AwardEvent, "actor")
deeds(Revocation, "proposed_by", "closed_by")
deeds(Appeal, "decided_by", "proposed_by")
deeds(AppealAnswer, "by")
deeds(Dispensation, "given_by")
deeds(Withdrawal, "by")
deeds(Evidence, "entered_by", "settled_by", "confirmed_by", "disputed_by")
deeds(Intake, "made_by", "applied_by")
deeds(Webhook, "made_by")
deeds(Merge, "by")
deeds(Document, "added_by")
deeds(Circular, "made_by")
deeds(CertificateDesign, "made_by")
deeds(CertificateArchive, "asked_by")
