"""How passwords are stored: Argon2id, from the library that ships with our second factors."""

from __future__ import annotations

import base64
from typing import Any

from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from django.contrib.auth.hashers import BasePasswordHasher, mask_hash, must_update_salt
from django.utils.translation import gettext_noop as _


class Argon2idHasher(BasePasswordHasher):
    """Django's own needs another package for the same hash; what this one writes, that one can read.

    OWASP asks for 19 MiB and two passes at least. With 32 MiB a password costs about 70 ms: slow enough for who guesses,
    and a hundred candidates sign in within a minute on two cores.
    """

    algorithm = "argon2"
    memory_cost = 32 * 1024  # KiB
    time_cost = 2
    parallelism = 1
    length = 32

    def encode(self, password: str, salt: str) -> str:
        """The stored form of a password."""
        hasher = Argon2id(
            salt=salt.encode(),
            length=self.length,
            iterations=self.time_cost,
            lanes=self.parallelism,
            memory_cost=self.memory_cost,
        )
        return self.algorithm + hasher.derive_phc_encoded(password.encode())

    def verify(self, password: str, encoded: str) -> bool:
        """Whether this is the password, whatever it cost to store."""
        try:
            Argon2id.verify_phc_encoded(password.encode(), encoded.removeprefix(self.algorithm))
        except InvalidKey:
            return False
        return True

    def decode(self, encoded: str) -> dict[str, Any]:
        """Take the stored form apart."""
        algorithm, variety, version, costs, salt, digest = encoded.split("$")
        cost = {name: int(value) for name, value in (each.split("=") for each in costs.split(","))}
        return {
            "algorithm": algorithm,
            "variety": variety,
            "version": version,
            "memory_cost": cost["m"],
            "time_cost": cost["t"],
            "parallelism": cost["p"],
            "salt": base64.b64decode(salt + "=" * (-len(salt) % 4)).decode("latin1"),
            "hash": digest,
        }

    def must_update(self, encoded: str) -> bool:
        """Whether it was stored with other costs than we ask for now."""
        stored = self.decode(encoded)
        costs = ("memory_cost", "time_cost", "parallelism")
        if any(stored[name] != getattr(self, name) for name in costs):
            return True
        return must_update_salt(stored["salt"], self.salt_entropy)

    def safe_summary(self, encoded: str) -> Any:
        """What may be shown of it."""
        stored = self.decode(encoded)
        return {
            _("algorithm"): stored["algorithm"],
            _("variety"): stored["variety"],
            _("version"): stored["version"],
            _("memory cost"): stored["memory_cost"],
            _("time cost"): stored["time_cost"],
            _("parallelism"): stored["parallelism"],
            _("salt"): mask_hash(stored["salt"]),
            _("hash"): mask_hash(stored["hash"]),
        }

    def harden_runtime(self, password: str, encoded: str) -> None:
        """Nothing: what an older hash lacks in time is not worth the complication, as in Django's own."""
