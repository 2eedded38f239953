"""The tables of accreditation."""

from accounts.accreditation.models.appeals import Appeal, AppealAnswer
from accounts.accreditation.models.applications import Application, Doubt
from accounts.accreditation.models.awards import Award, AwardEvent, AwardQuerySet, ReminderRun, Revocation
from accounts.accreditation.models.circulars import Circular
from accounts.accreditation.models.credentials import (
    ArchivedFile,
    CertificateArchive,
    CertificateDesign,
    Credential,
    IssuedCertificate,
    SigningKey,
    StatusList,
    StatusPlace,
)
from accounts.accreditation.models.dispensations import Dispensation, DispensationQuerySet, Withdrawal
from accounts.accreditation.models.evidence import Document, Evidence, EvidenceUse
from accounts.accreditation.models.intake import Intake, IntakeLine, RegisterEntry
from accounts.accreditation.models.levels import Level, Purpose, RequirementsDraft, RequirementsVersion
from accounts.accreditation.models.listings import Consent, Listing, RegisterSettings
from accounts.accreditation.models.merges import Merge
from accounts.accreditation.models.webhooks import Delivery, Webhook

__all__ = [
    "Appeal",
    "AppealAnswer",
    "Application",
    "ArchivedFile",
    "Award",
    "AwardEvent",
    "AwardQuerySet",
    "CertificateArchive",
    "CertificateDesign",
    "Circular",
    "Consent",
    "Credential",
    "Delivery",
    "Dispensation",
    "DispensationQuerySet",
    "Document",
    "Doubt",
    "Evidence",
    "EvidenceUse",
    "Intake",
    "IntakeLine",
    "IssuedCertificate",
    "Level",
    "Listing",
    "Merge",
    "Purpose",
    "RegisterEntry",
    "RegisterSettings",
    "ReminderRun",
    "RequirementsDraft",
    "RequirementsVersion",
    "Revocation",
    "SigningKey",
    "StatusList",
    "StatusPlace",
    "Webhook",
    "Withdrawal",
]
