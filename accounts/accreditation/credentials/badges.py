"""The Open Badges 3.0 credential of an award: what it says, when it is issued anew, and its images.

A credential names its holder and is about the award, by a urn: it has no address of anybody, not even a hashed one, which
whoever guesses the address could confirm. It is issued when somebody asks for it.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import uuid
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Literal

import typst
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from openbadgeslib import baking
from openbadgeslib.ob3 import Achievement, IdentityObject, Issuer, OB3LdpSigner, OpenBadgeCredential
from openbadgeslib.ob3.status_list import status_entry

from accounts.accreditation import rule_tree, standing
from accounts.accreditation.credentials.identity import achievement_url, did_of, key_id, levels_url, list_url
from accounts.accreditation.credentials.keys import current_key, private_pem
from accounts.accreditation.credentials.status_lists import Purpose, place_of
from accounts.accreditation.models import Award, Credential, Level, SigningKey, StatusPlace
from accounts.accreditation.requirements import Known, read
from accounts.models import Body

IMAGE = Path(__file__).with_name("badge.typ")
Form = Literal["png", "svg"]
PNG: Form = "png"
SVG: Form = "svg"


@dataclass
class DescribedAchievement(Achievement):
    """An achievement whose criteria have an address as well, where people read them. The library knows only their words."""

    criteria_id: str = ""

    def to_dict(self) -> dict[str, Any]:
        """As it stands in a credential."""
        said = super().to_dict()
        return said | {"criteria": {"id": self.criteria_id, **said["criteria"]}}


@dataclass
class Signer:
    """Issues the credentials of a body. It reads the body's key, and what its levels ask for, once for as many as there are."""

    body: Body
    _criteria: dict[int | None, str] = field(default_factory=dict)

    @cached_property
    def key(self) -> SigningKey:
        """The key that signs today."""
        return current_key(self.body)

    @cached_property
    def _signer(self) -> OB3LdpSigner:
        return OB3LdpSigner(private_pem(self.key), key_id(self.key))

    @cached_property
    def _known(self) -> Known:
        return standing.known(self.body)

    def credential_of(self, award: Award) -> Credential:
        """The credential that says of the award what is so today: the one that was issued, or a new one.

        Raises InvalidToken where the key cannot be read with the present SECRET_KEY.
        """
        return self._issued(award) or self._issue(award)

    def _issued(self, award: Award) -> Credential | None:
        last = award.credentials.select_related("key", "place").order_by("-issued_at", "-pk").first()
        if last is None or last.key.stolen_since is not None or last.states != states(award):
            return None
        return last if place_of(award) == last.place else None

    @transaction.atomic
    def _issue(self, award: Award) -> Credential:
        # Two that ask at once get the same one.
        Award.objects.select_for_update(no_key=True, of=("self",)).values_list("pk").get(pk=award.pk)
        if (known := self._issued(award)) is not None:
            return known
        made = Credential(award=award, place=place_of(award), key=self.key, states=states(award))
        signed = self._signer.sign_to_json(self._said(made, award), created=made.issued_at)
        made.document = signed
        made.save(force_insert=True)
        return made

    def _said(self, made: Credential, award: Award) -> OpenBadgeCredential:
        return OpenBadgeCredential(
            id=f"urn:uuid:{made.pk}",
            name=award.level.name,
            issuer=Issuer(id=did_of(self.body), name=self.body.name, url=str(settings.SITE_URL)),
            recipient_id=f"urn:uuid:{award.pk}",
            identifiers=[IdentityObject(identity_hash=award.name, identity_type="name", hashed=False)],
            achievement=self.achievement_of(award.level, award.granted_at.astimezone(self.body.zone).date()),
            issuance_date=_midnight(award.valid_from, self.body),
            expiration_date=_midnight(award.valid_until + dt.timedelta(days=1), self.body) - dt.timedelta(seconds=1),
            credential_status=_status(self.body, made.place),
        )

    def achievement_of(self, level: Level, day: dt.date | None = None) -> DescribedAchievement:
        """The level as an achievement, with what it asked for on a day (None: today)."""
        version = standing.version_of(level, day)
        number = version.pk if version else None
        if number not in self._criteria:
            self._criteria[number] = self._sentences(version)
        return DescribedAchievement(
            id=achievement_url(level),
            name=level.name,
            description=level.scope.sentence() if level.scope else level.name,
            criteria_narrative=self._criteria[number] or level.name,
            criteria_id=f"{levels_url(self.body)}#level-{level.code}",
            achievement_type="Certification",
        )

    def _sentences(self, version: Any) -> str:
        """What a version asks for, as a list in Markdown."""
        if version is None:
            return ""
        return "\n".join(f"- {line.said}" for line in rule_tree.lines(read(version.written), self._known).parts)


def states(award: Award) -> str:
    """The digest of what a credential says of the award: where it is another, a new one is issued."""
    said = [did_of(award.body), award.body.name, award.level.code, award.level.name, award.name]
    return hashlib.sha256(
        json.dumps([*said, str(award.valid_from), str(award.valid_until), award.body.time_zone]).encode()
    ).hexdigest()


def _midnight(day: dt.date, body: Body) -> dt.datetime:
    return dt.datetime.combine(day, dt.time(), body.zone)


def _status(body: Body, place: StatusPlace) -> list[dict[str, Any]]:
    return [status_entry(list_url(body, one, place.list_number), one.value, place.index) for one in Purpose]


def credential_of(award: Award) -> Credential:
    """The credential of one award, as `Signer` gives it."""
    return Signer(award.body).credential_of(award)


def sign_anew(key: SigningKey) -> int:
    """Issue anew what a stolen key has signed and what still stands; how many. Killed, it can be run again."""
    signer, done = Signer(key.body), 0
    awards = Award.objects.on_register().filter(credentials__key=key).distinct().select_related("body", "level")
    for award in awards.order_by("pk").iterator():
        last = award.credentials.select_related("key").order_by("-issued_at", "-pk").first()
        if last is not None and last.key.stolen_since is not None:
            award.body = key.body
            signer.credential_of(award)
            done += 1
    return done


# --- Images -----------------------------------------------------------------------------------------------------------


def image_of(credential: Credential, form: Form) -> bytes:
    """The badge as a picture (PNG or SVG) that carries the credential, as Open Badges lay down."""
    award = credential.award
    plain = _picture(form, award.level.name, award.body.name)
    if form == PNG:
        return baking.bake_png(plain, credential.document, keyword=baking.ITXT_KEYWORD_OB3)
    return baking.bake_svg(
        plain, credential.document, element=baking.SVG_ELEMENT_OB3, namespace=baking.SVG_NS_OB3, as_text=True
    )


@lru_cache(maxsize=64)
def _picture(form: Form, level: str, body: str) -> bytes:
    words = json.dumps({"level": level, "body": body})
    made = typst.compile(
        IMAGE,
        format=form,
        ppi=144.0,
        ignore_system_fonts=True,
        sys_inputs={"words": words},
    )
    if not isinstance(made, bytes):  # a list would mean several pages
        raise TypeError(f"Typst gave {type(made).__name__} instead of a picture.")
    return made


def issued_as(identifier: object) -> Credential | None:
    """The credential with this id, as it stands in a document; None where we issued none such."""
    if not isinstance(identifier, str):
        return None
    try:
        number = uuid.UUID(identifier.removeprefix("urn:uuid:"))
    except ValueError:
        return None
    found = Credential.objects.select_related("award__body", "award__level", "award__person", "key")
    return found.filter(pk=number).first()


def is_latest(credential: Credential, now: dt.datetime | None = None) -> bool:
    """Whether it says what is so today, and no later one was issued."""
    later = credential.award.credentials.filter(issued_at__gt=credential.issued_at)
    return (
        credential.states == states(credential.award)
        and not later.filter(issued_at__lte=now or timezone.now()).exists()
    )
