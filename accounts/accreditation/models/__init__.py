"""The tables of accreditation."""

from accounts.accreditation.models.appeals import Appeal, AppealAnswer
from accounts.accreditation.models.applications import Application, Doubt
from accounts.accreditation.models.awards import Award, AwardEvent, AwardQuerySet, Revocation
from accounts.accreditation.models.dispensations import Dispensation, DispensationQuerySet, Withdrawal
from accounts.accreditation.models.evidence import Evidence
from accounts.accreditation.models.intake import Intake, IntakeLine, RegisterEntry
from accounts.accreditation.models.levels import Level, RequirementsDraft, RequirementsVersion
from accounts.accreditation.models.webhooks import Delivery, Webhook

__all__ = [
    "Appeal",
    "AppealAnswer",
    "Application",
    "Award",
    "AwardEvent",
    "AwardQuerySet",
    "Delivery",
    "Dispensation",
    "DispensationQuerySet",
    "Doubt",
    "Evidence",
    "Intake",
    "IntakeLine",
    "Level",
    "RegisterEntry",
    "RequirementsDraft",
    "RequirementsVersion",
    "Revocation",
    "Webhook",
    "Withdrawal",
]
