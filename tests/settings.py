"""Settings of the tests: production's, with a database and a state folder of their own.

The environment is fixed before the settings are read, so that neither a `.env` file nor the caller's variables change what
the tests mean. Only DATABASE_URL may come from outside: then the tests use that server.
"""

import os
from pathlib import Path

STATE = Path(__file__).resolve().parent.parent / ".state" / "test"

for _name in ("CACHE_URL", "TRUST_PROXY", "CSRF_TRUSTED_ORIGINS", "SECRET_KEY_FALLBACKS"):
    os.environ.pop(_name, None)
os.environ |= {
    "RECTIFY_ENV_FILE": "",
    "RECTIFY_DEMO": "",
    "RECTIFY_STATE_DIR": str(STATE),
    "SECRET_KEY": "only-for-tests-and-as-long-as-that-of-a-real-installation",
    "SITE_URL": "https://rectify.example",
    "ALLOWED_HOSTS": "testserver,localhost",
    "CELERY_BROKER_URL": "filesystem://",
    "EMAIL_URL": "memorymail://",
    "DEFAULT_FROM_EMAIL": "Rectify <rectify@rectify.example>",
    "TIME_ZONE": "Australia/Brisbane",
    "LOG_LEVEL": "WARNING",
    # Examiners of the tests have no phones; tests/accounts/signing_in/test_second_factor.py has.
    "SECOND_FACTOR_REQUIRED": "0",
}
# Read (and replaced below) when no server is named, so that the tests' own cluster may be a faster one.
_own_server = "DATABASE_URL" not in os.environ
os.environ.setdefault("DATABASE_URL", "postgres://embedded/rectify")

from config.embedded import Cluster  # noqa: E402
from config.settings import *  # noqa: E402, F403
from config.settings import DATABASES, PREPARED, STORAGES  # noqa: E402

if _own_server:
    del os.environ["DATABASE_URL"]
    DATABASES["default"] = Cluster(STATE, throwaway=True).django_settings(name="rectify")

# Each test closes what it opened.
DATABASES["default"] |= {"CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": False, "OPTIONS": PREPARED}

# The manifest exists only after collectstatic, which tests must not need.
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True

# The test client and the browser speak plain HTTP; tests/config/test_security.py looks at the real values.
SECURE_SSL_REDIRECT = False
SESSION_COOKIE_SECURE = False
CSRF_COOKIE_SECURE = False

# A slow hash is right for people and wrong for a suite that signs in hundreds of times.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# Tests move the clock by days, and those who are signed in stay so; what ends an idle session has tests of its own.
SESSION_COOKIE_AGE = 14 * 24 * 3600
