"""What can be said of a file that somebody shows: a certificate or a badge. It is read here, compared and forgotten.

A file proves that we issued it, unchanged, when it is one that we remember: a certificate by the digest of its bytes, a badge
by comparing it whole. How the award stands today is then read from the award, never from the file. It does not prove that
whoever shows the file is the person named in it.

Nothing is fetched: neither contexts nor keys of others. So of a foreign badge we say whose it claims to be, and no more.
"""

from __future__ import annotations

import json
import re
import zlib
from dataclasses import dataclass
from typing import Any
from xml.parsers.expat import ExpatError

import filetype
import png
import structlog
from defusedxml.common import DefusedXmlException
from django.db import models
from django.utils.translation import gettext_lazy as _
from openbadgeslib import baking
from openbadgeslib.errors import LibOpenBadgesException
from openbadgeslib.ob3 import OB3LdpVerifier
from openbadgeslib.ob3.did import resolve_verification_method
from openbadgeslib.ob3.verifier import OB3VerificationError

from accounts.accreditation.codes import GROUP, GROUPS, read_code
from accounts.accreditation.credentials import badges, certificates
from accounts.accreditation.credentials.identity import key_id, slug_of
from accounts.accreditation.life import HELD, IN_FORCE, AwardState
from accounts.accreditation.models import Award, AwardQuerySet, SigningKey

log = structlog.get_logger(__name__)

MOST_BYTES = 2_000_000
MOST_JSON = 256 * 1024
"""As much as the library reads of a credential; one of ours has about 3 kB."""
CODE = re.compile(rb"/verify/((?:[0-9A-Z]{%d}-){%d}[0-9A-Z]{%d})/" % (GROUP, GROUPS - 1, GROUP))


class Verdict(models.TextChoices):
    """What a file is."""

    OURS = "ours", _("Issued by us, unchanged")
    ALTERED = "altered", _("Not as we issued it")
    FORGED = "forged", _("Signed with our key, but not issued by us")
    FOREIGN = "foreign", _("Issued by somebody else")
    UNKNOWN = "unknown", _("Unknown")
    UNREADABLE = "unreadable", _("No certificate or badge")


class Answer(models.TextChoices):
    """What is said of the file, in one word; the page has a sentence for each."""

    VALID = "valid", _("Valid")
    EXPIRED = "expired", _("Expired")
    SUSPENDED = "suspended", _("Suspended")
    REVOKED = "revoked", _("Revoked")
    ENDED = "ended", _("Ended")
    SUPERSEDED = "superseded", _("Superseded")
    ALTERED = "altered", _("Altered")
    FORGED = "forged", _("Forged")
    FOREIGN = "foreign", _("Foreign")
    UNKNOWN = "unknown", _("Unknown")
    UNREADABLE = "unreadable", _("Not readable")


@dataclass(frozen=True)
class Finding:
    """What was found.

    award: the one that it is of, or of which it has the code or the number; newer: an award of the same level and person that
    has taken its place; outdated: whether the award has changed since the file was issued; key: a stolen one that signed it;
    issuer: of a foreign badge, who it says it is from.
    """

    verdict: Verdict
    award: Award | None = None
    newer: Award | None = None
    outdated: bool = False
    key: SigningKey | None = None
    issuer: str = ""

    @property
    def answer(self) -> Answer:
        """The one word."""
        if self.verdict != Verdict.OURS or self.award is None:
            return Answer(self.verdict.value)
        state = self.award.state
        if state in (AwardState.REVOKED, AwardState.SUSPENDED):
            return Answer(state.value)
        if state not in IN_FORCE | {AwardState.EXPIRED, AwardState.LAPSED}:
            return Answer.ENDED
        if self.newer is not None or (self.outdated and state in IN_FORCE):
            return Answer.SUPERSEDED
        return Answer.VALID if state in IN_FORCE else Answer.EXPIRED


def check(data: bytes) -> Finding:
    """What can be said of these bytes. What they are is told by themselves, whatever the file is called."""
    kind = filetype.guess_mime(data[:8192])
    if kind == "application/pdf":
        return _check_pdf(data)
    try:
        text = _badge_in(data, kind)
    except (LibOpenBadgesException, png.Error, zlib.error, ExpatError, DefusedXmlException, ValueError):
        # ValueError: bytes that are no text, and chunks of a PNG that are no iTXt though they say so.
        return Finding(Verdict.UNREADABLE)
    if text is None:
        return Finding(Verdict.UNREADABLE)
    document = _parsed(text)
    return _check_badge(document) if document is not None else Finding(Verdict.UNREADABLE)


# --- Certificates -----------------------------------------------------------------------------------------------------


def _check_pdf(data: bytes) -> Finding:
    issued = certificates.issued_as(data)
    if issued is not None:
        credential = issued.credential
        outdated = credential is not None and not badges.is_latest(credential)
        stolen = credential.key if credential is not None and credential.key.stolen_since else None
        return _ours(issued.award, outdated=outdated, key=stolen)
    # Our own program writes links into the file as they are.
    found = CODE.search(data)
    code = read_code(found[1].decode()) if found else None
    award = _awards().filter(verification_code=code).first() if code else None
    if award is None:
        return Finding(Verdict.UNKNOWN)
    if (end := certificates.plain_end(award, data)) is not None:
        return _ours(award, outdated=end != award.valid_until)
    return Finding(Verdict.ALTERED, award)


# --- Badges -----------------------------------------------------------------------------------------------------------


def _badge_in(data: bytes, kind: str | None) -> str | None:
    """The credential that the bytes are, or that a picture carries; None where there is none."""
    if kind == "image/png":
        # Only the chunks are walked: the picture itself, which may be a bomb, is never unpacked.
        return baking.extract_png(data, keyword=baking.ITXT_KEYWORD_OB3)
    start = data[:1024].lstrip(b"\xef\xbb\xbf \t\r\n")
    if start.startswith(b"<"):
        return baking.extract_svg(data, element=baking.SVG_ELEMENT_OB3, text_fallback=True)
    return data.decode("utf-8-sig") if start.startswith(b"{") and len(data) <= MOST_JSON else None


def _parsed(text: str) -> dict[str, Any] | None:
    if len(text) > MOST_JSON:
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _check_badge(document: dict[str, Any]) -> Finding:
    issued = badges.issued_as(document.get("id"))
    if issued is not None and _equal(json.loads(issued.document), document):
        stolen = issued.key if issued.key.stolen_since else None
        return _ours(issued.award, outdated=not badges.is_latest(issued), key=stolen)
    issuer, name = _issuer(document)
    slug = slug_of(issuer)
    if slug is None and issued is None:
        looks_like_one = "VerifiableCredential" in _listed(document.get("type"))
        return Finding(Verdict.FOREIGN, issuer=name or issuer) if looks_like_one else Finding(Verdict.UNREADABLE)
    award = issued.award if issued is not None else None
    key = _signed_with(document, slug)
    if key is None:
        return Finding(Verdict.ALTERED, award)
    # Nothing that is not in our records bears a signature of ours, unless somebody else has the key.
    log.error("badge_signed_but_not_issued", key=key_id(key), badge=str(document.get("id"))[:100])
    return Finding(Verdict.FORGED, award, key=key)


def _equal(ours: dict[str, Any], theirs: dict[str, Any]) -> bool:
    try:
        return ours == theirs
    except RecursionError:
        return False


def _issuer(document: dict[str, Any]) -> tuple[str, str]:
    """Who it says it is from: the id and the name, as short as they are shown."""
    said = document.get("issuer")
    if isinstance(said, str):
        return said[:200], ""
    if not isinstance(said, dict):
        return "", ""
    identifier, name = said.get("id"), said.get("name")
    return (identifier[:200] if isinstance(identifier, str) else "", name[:200] if isinstance(name, str) else "")


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _signed_with(document: dict[str, Any], slug: str | None) -> SigningKey | None:
    """The key of the body that signed exactly this; None where none did."""
    proof = document.get("proof")
    method = proof.get("verificationMethod") if isinstance(proof, dict) else None
    keys = SigningKey.objects.filter(body__slug=slug).select_related("body") if slug else []
    key = next((one for one in keys if key_id(one) == method), None)
    if key is None:
        return None
    public = resolve_verification_method(f"did:key:{key.public}")
    try:
        OB3LdpVerifier(pubkey_pem=public).verify(document, check_status=False)
    except OB3VerificationError:
        return None
    return key


# --- Awards -----------------------------------------------------------------------------------------------------------


def _awards() -> AwardQuerySet:
    return Award.objects.select_related("body", "level", "person")


def _ours(award: Award, *, outdated: bool = False, key: SigningKey | None = None) -> Finding:
    return Finding(Verdict.OURS, award, newer_of(award), outdated, key)


def newer_of(award: Award) -> Award | None:
    """The award that has taken the place of one that is over: of the same level and person, granted later and still held."""
    if award.state in HELD:
        return None
    later: AwardQuerySet = _awards().filter(
        person=award.person_id, level=award.level_id, granted_at__gt=award.granted_at
    )
    return later.in_state(*HELD).order_by("-granted_at").first()
