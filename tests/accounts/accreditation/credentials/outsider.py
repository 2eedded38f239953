"""A verifier that knows nothing of Rectify, nor of the library that it signs with: eddsa-rdfc-2022 as the specification has it.

https://www.w3.org/TR/vc-di-eddsa/#eddsa-rdfc-2022 and https://www.w3.org/TR/vc-bitstring-status-list/. It asks over HTTP,
through the test client. JSON-LD and RDF canonicalisation are PyLD's, the signature cryptography's. Contexts come from files;
any other address is refused.
"""

from __future__ import annotations

import base64
import datetime as dt
import gzip
import hashlib
import json
from importlib.resources import files
from typing import Any
from urllib.parse import unquote, urlsplit

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.test import Client
from django.utils import timezone
from pyld import jsonld

CONTEXTS = {
    "https://www.w3.org/ns/credentials/v2": "credentials-v2.json",
    "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json": "ob-v3p0-context-3.0.3.json",
    "https://purl.imsglobal.org/spec/ob/v3p0/extensions.json": "ob-v3p0-extensions.json",
}
BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


class Refused(Exception):
    """Why a document is not believed."""


def load(url: str, _options: Any = None) -> dict[str, Any]:
    """A context, from a file."""
    if url not in CONTEXTS:
        raise Refused(f"would fetch {url}")
    text = files("openbadgeslib.ob3.contexts").joinpath(CONTEXTS[url]).read_text()
    return {"contentType": "application/ld+json", "contextUrl": None, "documentUrl": url, "document": json.loads(text)}


def canonical(document: dict[str, Any]) -> bytes:
    """RDFC-1.0, as N-Quads."""
    said = jsonld.normalize(
        document, {"algorithm": "URDNA2015", "format": "application/n-quads", "documentLoader": load}
    )
    return str(said).encode()


def from_base58(text: str) -> bytes:
    """Multibase z."""
    assert text[0] == "z"
    number = 0
    for sign in text[1:]:
        number = number * 58 + BASE58.index(sign)
    return number.to_bytes((number.bit_length() + 7) // 8, "big")


def fetch(client: Client, url: str) -> dict[str, Any]:
    """A document of the site, by its absolute address."""
    answer = client.get(urlsplit(url).path, headers={"accept": "application/json"})
    if answer.status_code != 200:
        raise Refused(f"{url}: {answer.status_code}")
    found: dict[str, Any] = json.loads(answer.content)
    return found


def public_key(client: Client, method: str, issuer: str) -> Ed25519PublicKey:
    """The key that a proof names, from the did:web document of the issuer, which must trust it for assertions."""
    did = method.partition("#")[0]
    if did != issuer:
        raise Refused("the key is not the issuer's")
    host, *path = did.removeprefix("did:web:").split(":")
    document = fetch(client, f"https://{unquote(host)}/{'/'.join(path)}/did.json")
    assert document["id"] == did
    for one in document["verificationMethod"]:
        if one["id"] == method and method in document["assertionMethod"]:
            raw = from_base58(one["publicKeyMultibase"])
            assert raw[:2] == b"\xed\x01"
            return Ed25519PublicKey.from_public_bytes(raw[2:])
    raise Refused("the issuer has no such key")


def verify_proof(client: Client, document: dict[str, Any]) -> None:
    """Canonicalise document and proof options, hash each, join them, check the signature."""
    unsecured = {name: value for name, value in document.items() if name != "proof"}
    proof = dict(document["proof"])
    signature = from_base58(proof.pop("proofValue"))
    assert (proof["type"], proof["cryptosuite"]) == ("DataIntegrityProof", "eddsa-rdfc-2022")
    assert proof["proofPurpose"] == "assertionMethod"
    options = {"@context": document["@context"], **proof}
    told = hashlib.sha256(canonical(options)).digest() + hashlib.sha256(canonical(unsecured)).digest()
    issuer = document["issuer"]
    key = public_key(client, proof["verificationMethod"], issuer["id"] if isinstance(issuer, dict) else issuer)
    try:
        key.verify(signature, told)
    except InvalidSignature as wrong:
        raise Refused("the signature is wrong") from wrong


def status_of(client: Client, document: dict[str, Any]) -> set[str]:
    """Which of its status bits are on; the lists' own proofs and days are checked, too."""
    found = set()
    for entry in document["credentialStatus"]:
        listed = fetch(client, entry["statusListCredential"])
        verify_proof(client, listed)
        assert listed["id"] == entry["statusListCredential"]
        assert "BitstringStatusListCredential" in listed["type"]
        if not moment(listed["validFrom"]) <= timezone.now() <= moment(listed["validUntil"]):
            raise Refused("the list is out of date")
        subject = listed["credentialSubject"]
        assert subject["statusPurpose"] == entry["statusPurpose"]
        packed = subject["encodedList"]
        assert packed[0] == "u"
        bits = gzip.decompress(base64.urlsafe_b64decode(packed[1:] + "=" * (-len(packed[1:]) % 4)))
        assert len(bits) * 8 >= 131_072
        at = int(entry["statusListIndex"])
        if bits[at // 8] >> (7 - at % 8) & 1:
            found.add(entry["statusPurpose"])
    return found


def moment(text: str) -> dt.datetime:
    """A date and time of XML Schema."""
    return dt.datetime.fromisoformat(text.replace("Z", "+00:00"))
