"""A holder's application for the next term of an award: made by one press when all is met, decided by a registrar.

Each function is one transaction, asks for the permission itself, and leaves one entry in the audit log. A refusal that a
person should read is a ValidationError.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.accreditation import standing
from accounts.accreditation.deeds import lock, must_be_allowed, must_be_reachable, must_not_be_held
from accounts.accreditation.evidence import copied
from accounts.accreditation.evidencing import LONGEST_REFERENCE
from accounts.accreditation.life import RENEWABLE, STANDING, AwardState, Deed
from accounts.accreditation.mail import notices
from accounts.accreditation.models import Application, Award, Purpose
from accounts.accreditation.renewal_rules import Renewal, renewal_of, renewals_of
from accounts.accreditation.requirements import items_needed, missing_in_short
from accounts.audit.services import record
from accounts.models import Body, User
from accounts.rules import require

RENEWAL = "renewal"
"""What `evidence["kind"]` says of an application for the next term."""


@dataclass(frozen=True)
class Offer:
    """What its holder reads of the renewal of an award. application: the latest for this term; can_apply: by one press, now."""

    renewal: Renewal
    application: Application | None
    can_apply: bool

    @property
    def award(self) -> Award:
        """The award."""
        return self.renewal.award


def offers(awards: Sequence[Award], body: Body) -> list[Offer]:
    """The renewals of those of a person's awards that can be renewed today and whose level has rules for it.

    An award that has expired is left out beside another of its level. No query where none can be renewed.
    """
    held = {award.level_id for award in awards if award.state != AwardState.EXPIRED}
    open_now = [
        award
        for award in awards
        if award.status in STANDING
        and award.term in RENEWABLE
        and (award.state != AwardState.EXPIRED or award.level_id not in held)
    ]
    if not open_now:
        return []
    found = renewals_of(open_now, body)
    open_or_refused = Application.objects.filter(renews__in=found).exclude(status=Application.Status.GRANTED)
    made = {one.renews_id: one for one in open_or_refused.order_by("created_at", "pk")}
    return [_offer(renewal, made.get(pk)) for pk, renewal in found.items()]


def _offer(renewal: Renewal, application: Application | None) -> Offer:
    waits = application is not None and application.status == Application.Status.SUBMITTED
    # What was declined for an earlier end is over.
    if application is not None and not waits and application.evidence.get("ending") != str(renewal.award.valid_until):
        application = None
    return Offer(renewal, application, can_apply=renewal.met and not waits)


@transaction.atomic
def apply(*, award: Award, person: User, reference: str) -> Application:
    """Ask for the next term by one press. reference: drawn when the page was opened, so that a second press changes nothing.

    Refused outside the time in which the award can be renewed, where something is missing, and while another waits.
    """
    if not 0 < len(reference) <= LONGEST_REFERENCE:
        raise ValidationError(_("Something is wrong with this form. Open it again."), "reference")
    result = f"{RENEWAL}:{reference}"
    made = Application(body=award.body, person=award.person, level=award.level, renews=award)
    require(person, "accreditation.apply_to_renew", made)
    lock(award)
    known = Application.objects.filter(person=person, level=award.level, evidence__result=result).first()
    if known is not None:
        return known
    must_be_reachable(person)
    must_be_allowed(award, Deed.RENEW)
    must_not_be_held(award)
    if Application.objects.filter(renews=award, status=Application.Status.SUBMITTED).exists():
        raise ValidationError(_("You have asked for this renewal already. The registrar has not decided yet."), "waits")
    found = renewal_of(award)
    if found is None:
        raise ValidationError(
            _("There are no rules for a renewal of this level. Write to a registrar, who renews the award."), "unruled"
        )
    names = standing.known(award.body)
    if not found.met:
        lacking = missing_in_short(found.judged, names)
        raise ValidationError(_("Not met yet: %(requirements)s."), "unmet", {"requirements": lacking})
    version = standing.version_of(award.level, purpose=Purpose.RENEWAL)
    made.evidence = {
        "kind": RENEWAL,
        "result": result,
        "ending": award.valid_until.isoformat(),
        "rests_on": [copied(item, names.paper_passed(item.details)) for item in items_needed(found.judged)],
        "requirements": version.number if version else None,
    }
    made.save(force_insert=True)
    record(actor=person, verb="application.submitted", target=made, body=award.body_id, data=made.evidence)
    notices.application_received(made)
    return made
