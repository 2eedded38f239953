"""/verify/ with a file: what is said of certificates and badges of every kind, and of what only looks like one."""

from __future__ import annotations

import datetime as dt
import json
import socket
import struct
import zlib
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openbadgeslib.ob3.ldp import add_data_integrity_proof
from structlog.testing import capture_logs

from accounts.accreditation import deeds
from accounts.accreditation.certificate import certificate_pdf
from accounts.accreditation.credentials import certificates, keys
from accounts.accreditation.credentials.badges import PNG, SVG, credential_of, image_of
from accounts.accreditation.credentials.checks import MOST_BYTES, Answer, check
from accounts.accreditation.models import Award, Credential, IssuedCertificate, Level, SigningKey, StatusPlace
from accounts.accreditation.services import grant
from accounts.audit.models import AuditEntry
from accounts.models import User
from tests.accounts.conftest import passed, signed_in

FORMS = ["pdf", "json", PNG, SVG]


@pytest.fixture(autouse=True)
def papers(papers: None, db: None) -> None:
    """What the criteria name."""
    cache.clear()


def file_of(award: Award, form: Any) -> bytes:
    """The award as its holder downloads it."""
    if form == "pdf":
        return certificates.issue(award)
    made = credential_of(award)
    return made.document.encode() if form == "json" else image_of(made, form)


def answer(data: bytes) -> Answer:
    return check(data).answer


def sent(data: bytes, client: Client | None = None) -> str:
    """The page that answers."""
    response = (client or Client()).post("/verify/", {"file": SimpleUploadedFile("x", data)})
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def end_on(award: Award, days: int) -> Award:
    award.valid_until = award.body.today() + dt.timedelta(days=days)
    award.valid_from = award.valid_until - dt.timedelta(days=400)
    award.save()
    return award


@pytest.mark.parametrize("form", FORMS)
class TestOurs:
    def test_valid(self, form: str, award: Award) -> None:
        said = sent(file_of(award, form))
        assert "<h1> Valid, and as we issued it </h1>" in said
        assert "Alice Archer" in said

    def test_the_page_of_the_award_gives_the_same_file(self, form: str, award: Award, alice: User) -> None:
        name = "certificate" if form == "pdf" else f"badge_{form}"
        given = signed_in(alice).get(reverse(f"accreditation:{name}", args=[award.pk]))
        assert answer(given.content) == Answer.VALID
        assert given.content == file_of(award, form)

    def test_expired(self, form: str, award: Award) -> None:
        data = file_of(end_on(award, 1), form)
        end_on(award, -1)
        assert answer(data) == Answer.EXPIRED

    def test_suspended_revoked_surrendered(self, form: str, award: Award, rita: User, alice: User) -> None:
        data = file_of(award, form)
        deeds.suspend(award=award, actor=rita, reason="Complaint")
        assert answer(data) == Answer.SUSPENDED
        Level.objects.update(revocation_countersigned=False)
        award.refresh_from_db()
        deeds.revoke(award=award, actor=rita, reason="Found out")
        assert answer(data) == Answer.REVOKED
        deeds.reinstate(award=award, actor=rita, reason="Upheld")
        deeds.surrender(award=award, actor=alice)
        assert answer(data) == Answer.ENDED

    def test_of_the_dead_it_tells_no_name(self, form: str, award: Award, rita: User) -> None:
        data = file_of(award, form)
        deeds.record_death(award=award, actor=rita, reason="Her club wrote")
        assert "Alice Archer" not in sent(data)

    def test_superseded_by_a_renewal(self, form: str, award: Award, rita: User) -> None:
        data = file_of(end_on(award, 9), form)
        deeds.renew(award=award, actor=rita, ending=award.valid_until, reason="Twelve sessions")
        said = sent(data)
        assert "<h1> Genuine, but there is a newer one </h1>" in said
        assert "The award has changed since" in said
        assert answer(file_of(award, form)) == Answer.VALID

    def test_superseded_by_a_newer_award(self, form: str, award: Award, rita: User, alice: User, level: Level) -> None:
        data = file_of(end_on(award, -500), form)
        newer = grant(application=passed(alice, level, "result-2"), actor=rita)
        said = sent(data)
        assert "Superseded: its holder has a newer award" in said
        assert newer.verification_code not in said

    def test_shown_by_somebody_else_it_tells_whose_it_is(self, form: str, award: Award, carol: User) -> None:
        said = sent(file_of(award, form), signed_in(carol))
        assert "The file is Alice Archer’s. It does not show that whoever sent it to you is Alice Archer." in said

    def test_signed_with_a_key_that_was_stolen(self, form: str, award: Award) -> None:
        data = file_of(award, form)
        keys.report_stolen(key=SigningKey.objects.get(), since=award.granted_at, reason="The laptop is gone")
        said = sent(data)
        assert "may have been in other hands since" in said
        assert "may have been in other hands" not in sent(file_of(award, form))


class TestAltered:
    def test_a_certificate_with_another_date(self, award: Award) -> None:
        certificates.issue(award)
        award.valid_until += dt.timedelta(days=400)
        said = sent(certificate_pdf(award))
        assert "<h1> Altered: this is not the file that we issued </h1>" in said
        assert "Alice Archer" in said

    def test_a_certificate_with_another_name(self, award: Award) -> None:
        award.name = "Boris Brand"
        said = sent(certificate_pdf(award))
        assert "Altered" in said
        assert "Boris Brand" not in said

    def test_one_byte_more(self, award: Award) -> None:
        assert answer(certificates.issue(award) + b"\n") == Answer.ALTERED

    @pytest.mark.parametrize("issuer_too", [False, True])
    def test_a_badge(self, issuer_too: bool, award: Award) -> None:
        said = json.loads(file_of(award, "json"))
        said["credentialSubject"]["identifier"][0]["identityHash"] = "Boris Brand"
        if issuer_too:
            said["issuer"]["id"] = "did:web:elsewhere.example"
        page = sent(json.dumps(said).encode())
        assert "Altered" in page
        assert "Alice Archer" in page

    def test_a_member_that_nobody_signed(self, award: Award) -> None:
        said = json.loads(file_of(award, "json")) | {"comment": "honours"}
        assert answer(json.dumps(said).encode()) == Answer.ALTERED

    def test_a_badge_of_our_body_that_we_do_not_know(self, award: Award) -> None:
        said = json.loads(file_of(award, "json")) | {"id": "urn:uuid:11111111-1111-4111-8111-111111111111"}
        assert "no good signature of that body" in sent(json.dumps(said).encode())

    def test_the_same_badge_written_otherwise_is_not_altered(self, award: Award) -> None:
        said = json.loads(file_of(award, "json"))
        assert answer(json.dumps(said, indent=3).encode()) == Answer.VALID

    def test_a_certificate_from_before_digests_were_kept_is_not(self, award: Award, rita: User) -> None:
        end_on(award, 9)
        before = certificate_pdf(award)
        deeds.renew(award=award, actor=rita, ending=award.valid_until, reason="Twelve sessions")
        assert answer(before) == Answer.SUPERSEDED
        assert answer(certificate_pdf(award)) == Answer.VALID


class TestForged:
    def test_signed_with_our_key_and_not_in_our_records(self, award: Award) -> None:
        said = json.loads(file_of(award, "json"))
        key = SigningKey.objects.get()
        del said["proof"]
        said["id"] = "urn:uuid:11111111-1111-4111-8111-111111111111"
        forged = add_data_integrity_proof(said, keys.private_pem(key), "did:web:rectify.example:credentials:mba#key-1")
        with capture_logs() as logged:
            assert "<h1> Forged: we never issued this </h1>" in sent(json.dumps(forged).encode())
        assert "badge_signed_but_not_issued" in [one["event"] for one in logged if one["log_level"] == "error"]


class TestForeign:
    def foreign(self, **changes: Any) -> bytes:
        pem = Ed25519PrivateKey.generate().private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        said = {
            "@context": [
                "https://www.w3.org/ns/credentials/v2",
                "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
            ],
            "id": "https://other.example/1",
            "type": ["VerifiableCredential", "OpenBadgeCredential"],
            "issuer": {"id": "did:web:other.example", "type": ["Profile"], "name": "Other <b>Bridge</b>"},
            "validFrom": "2026-01-01T00:00:00Z",
            "credentialSubject": {"type": ["AchievementSubject"]},
        }
        return json.dumps(add_data_integrity_proof(said, pem, "did:web:other.example#1") | changes).encode()

    def test_it_says_whose_it_claims_to_be(self, db: None) -> None:
        said = sent(self.foreign())
        assert "<h1> Issued by somebody else </h1>" in said
        assert "Other &lt;b&gt;Bridge&lt;/b&gt;" in said

    @pytest.mark.parametrize(
        "changes",
        [
            {"@context": ["https://evil.example/context"]},
            {"issuer": "did:web:rectify.example:credentials:mba", "@context": "https://evil.example/context"},
            {"issuer": {"id": ["a"]}, "proof": [1, 2]},
            {"id": {"a": 1}, "type": 7},
            {"issuer": "did:web:rectify.example:credentials:nobody"},
        ],
    )
    def test_it_fetches_nothing_and_falls_over_nothing(
        self, changes: dict[str, Any], award: Award, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        credential_of(award)

        def refused(*_args: Any, **_named: Any) -> None:
            raise AssertionError("It asks the network.")

        monkeypatch.setattr(socket, "getaddrinfo", refused)
        assert answer(self.foreign(**changes)) in (Answer.FOREIGN, Answer.ALTERED, Answer.UNREADABLE)

    def test_contexts_from_elsewhere_under_our_name_are_not_fetched(
        self, award: Award, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        said = json.loads(file_of(award, "json")) | {"@context": ["https://evil.example/context"]}
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_a, **_k: pytest.fail("It asks the network."))
        assert answer(json.dumps(said).encode()) == Answer.ALTERED


def png(width: int, height: int, *chunks: tuple[bytes, bytes]) -> bytes:
    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    inner = b"".join(chunk(*one) for one in chunks)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + inner + chunk(b"IEND", b"")


BOMB = zlib.compress(b"\0" * 50_000_000, 9)
CARRIER = b"openbadgecredential\0"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        pytest.param(b"%PDF-1.7\nnothing", Answer.UNKNOWN, id="another PDF"),
        pytest.param(b"%PDF-1.7 /verify/7K3QX-0M2VB-9ZTRD-4H8NC/", Answer.UNKNOWN, id="a code that nobody has"),
        pytest.param(b"GIF89a....", Answer.UNREADABLE, id="another picture"),
        pytest.param(b"hello", Answer.UNREADABLE, id="text"),
        pytest.param(b"\xff\xfe\x00{", Answer.UNREADABLE, id="bytes"),
        pytest.param(b"{", Answer.UNREADABLE, id="broken JSON"),
        pytest.param(b'{"a": 1}', Answer.UNREADABLE, id="other JSON"),
        pytest.param(b'{"id": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", Answer.UNREADABLE, id="deep JSON"),
        pytest.param(b'{"a": "' + b"x" * 300_000 + b'"}', Answer.UNREADABLE, id="huge JSON"),
        pytest.param(b'{"type": "VerifiableCredential", "n": 1e999}', Answer.FOREIGN, id="infinite JSON"),
        pytest.param(b"<svg/>", Answer.UNREADABLE, id="plain SVG"),
        pytest.param(b"<svg", Answer.UNREADABLE, id="broken SVG"),
        pytest.param(
            b'<!DOCTYPE s [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg>&b;</svg>', Answer.UNREADABLE, id="XML bomb"
        ),
        pytest.param(png(60_000, 60_000, (b"IDAT", BOMB)), Answer.UNREADABLE, id="PNG bomb"),
        pytest.param(png(9, 9, (b"iTXt", CARRIER + b"\1\0\0\0" + BOMB)), Answer.UNREADABLE, id="PNG text bomb"),
        pytest.param(png(9, 9, (b"iTXt", CARRIER + b"\1\0\0\0rubbish")), Answer.UNREADABLE, id="PNG rubbish text"),
        pytest.param(png(9, 9, (b"iTXt", CARRIER + b"\0\0\0\0\xff\xff")), Answer.UNREADABLE, id="PNG no UTF-8"),
        pytest.param(png(9, 9)[:30], Answer.UNREADABLE, id="cut PNG"),
    ],
)
def test_what_only_looks_like_one(data: bytes, expected: Answer, db: None) -> None:
    assert answer(data) == expected
    sent(data)


class TestThePage:
    def test_has_a_form_for_codes_and_for_files(self, client: Client, db: None) -> None:
        said = client.get("/verify/").content.decode()
        assert 'name="code"' in said
        assert 'type="file"' in said

    def test_too_large_or_none_is_told_at_the_field(self, client: Client, db: None) -> None:
        large = client.post("/verify/", {"file": SimpleUploadedFile("x.pdf", b"x" * (MOST_BYTES + 1))})
        assert large.status_code == 400
        assert "larger than 2 MB" in large.content.decode()
        assert client.post("/verify/", {}).status_code == 400

    def test_keeps_nothing(self, award: Award, client: Client) -> None:
        data = file_of(award, "pdf")
        tables = (Credential, IssuedCertificate, StatusPlace, AuditEntry)
        before = [table.objects.count() for table in tables]
        sent(data, client)
        sent(data + b"x", client)
        assert [table.objects.count() for table in tables] == before

    def test_is_not_asked_by_the_thousand(self, client: Client, db: None) -> None:
        codes = [client.post("/verify/", {"file": SimpleUploadedFile("x", b"hello")}).status_code for _n in range(21)]
        assert codes == [200] * 20 + [429]

    def test_neither_are_codes(self, award: Award, client: Client) -> None:
        unknown = [client.get("/verify/7K3QX-0M2VB-9ZTRD-4H8NC/").status_code for _n in range(21)]
        assert unknown == [404] * 20 + [429]
        # Whoever has tried so many learns nothing of any code; others do.
        known = reverse("register:verify", args=[award.verification_code])
        assert client.get(known).status_code == 429
        assert client.get(known, REMOTE_ADDR="192.0.2.7").status_code == 200
