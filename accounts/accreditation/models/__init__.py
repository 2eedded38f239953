"""The tables of accreditation."""

from accounts.accreditation.models.appeals import Appeal, AppealAnswer
from accounts.accreditation.models.applications import Application, Doubt
from accounts.accreditation.models.awards import Award, AwardEvent, AwardQuerySet, Revocation
from accounts.accreditation.models.dispensations import Dispensation, DispensationQuerySet, Withdrawal
from accounts.accreditation.models.evidence import Document, Evidence, EvidenceUse
from accounts.accreditation.models.intake import Intake, IntakeLine, RegisterEntry
from accounts.accreditation.models.levels import Level, RequirementsDraft, RequirementsVersion

__all__ = [
    "Appeal",
    "AppealAnswer",
    "Application",
    "Award",
    "AwardEvent",
    "AwardQuerySet",
    "Dispensation",
    "DispensationQuerySet",
    "Document",
    "Doubt",
    "Evidence",
    "EvidenceUse",
    "Intake",
    "IntakeLine",
    "Level",
    "RegisterEntry",
    "RequirementsDraft",
    "RequirementsVersion",
    "Revocation",
    "Withdrawal",
]
