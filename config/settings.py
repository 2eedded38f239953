"""Settings: one file for every place Rectify runs in, told apart by the environment.

Nothing here guesses: outside the demo a missing secret or database stops the start with a sentence that names it. Every
variable is listed in `.env.example`; a test compares the two.
"""

from pathlib import Path

import django_stubs_ext
from celery.schedules import crontab
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from config import api
from config.embedded import Cluster
from config.environment import Environment, read_file
from config.logs import logging_config
from config.secret_key import MAKE_ONE, demo_secret_key, weakness_of

# Before any app is loaded: Django's generic classes then take their model in brackets, as the type checker reads them.
django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent
env = Environment()

# --- Where this runs ------------------------------------------------------------------------------------------------

# A file of variables beside the code, for a checkout; the real environment wins over it. Empty: read none.
ENV_FILE = env.str("RECTIFY_ENV_FILE", default=str(BASE_DIR / ".env"))
if ENV_FILE and Path(ENV_FILE).is_file():
    read_file(Path(ENV_FILE))

# The demo: sample people whom anybody can be, an embedded database, plain HTTP on this machine. Never for real candidates.
DEMO = env.bool("RECTIFY_DEMO", default=False)

# The folder for what a run leaves behind: the embedded database, queued tasks, collected static files.
STATE_DIR = Path(env.str("RECTIFY_STATE_DIR", default=str(BASE_DIR / ".state"))).resolve()

# The folder to which the audit log is exported every day: outside the database, best on another machine's disk.
AUDIT_EXPORT_DIR = Path(env.str("AUDIT_EXPORT_DIR", default="") or STATE_DIR / "audit").resolve()

# The port of `make run`.
PORT = env.port("PORT", default=8000)

# Where people reach the site: links in mails and certificates start with it.
SITE_URL = env.str("SITE_URL", default=f"http://localhost:{PORT}" if DEMO else "").rstrip("/")
if not SITE_URL:
    raise ImproperlyConfigured("Set SITE_URL to the site's address, e.g. https://directors.example.org.")

# Never on, not even in the demo: its error pages show settings and source to whoever meets them.
DEBUG = False

# Signs sessions and links. Has no default outside the demo, so that no installation shares one.
SECRET_KEY = env.str("SECRET_KEY", default="") or (demo_secret_key(STATE_DIR) if DEMO else "")
if not SECRET_KEY:
    raise ImproperlyConfigured(
        f"Set SECRET_KEY to a long random string (or RECTIFY_DEMO=1 to look at the demo). {MAKE_ONE}"
    )
if not DEMO and (weakness := weakness_of(SECRET_KEY)):
    raise ImproperlyConfigured(f"SECRET_KEY can be guessed: {weakness}. {MAKE_ONE}")
# Former ones, which still open what they signed or encrypted.
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])

# Seals the audit log, and with it what counts of every attempt that is closed (accounts.audit.seals). Whoever changes it
# moves the old one to the fallbacks, under which older seals are checked; so are they under former secret keys.
CHAIN_KEY = env.str("CHAIN_KEY", default="") or SECRET_KEY
CHAIN_KEY_FALLBACKS = [*env.list("CHAIN_KEY_FALLBACKS", default=[]), *SECRET_KEY_FALLBACKS]

# The names this site answers to.
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"] if DEMO else [])
if not ALLOWED_HOSTS:
    raise ImproperlyConfigured("Set ALLOWED_HOSTS to the names the site answers to, e.g. directors.example.org.")

# Origins whose forms are accepted, when a proxy hides the site's own name.
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

# Whether a proxy in front sets X-Forwarded-Proto and X-Forwarded-For. Believed only when it says so here: without a
# proxy anybody could send these headers.
TRUST_PROXY = env.bool("TRUST_PROXY", default=False)

# --- Apps -----------------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "config",
    "accounts",
    "accounts.audit",
    "accounts.letters",
    "accounts.privacy",
    "accounts.accreditation",
    "laws",
    "laws.editing",
    "exams.bank",
    "exams.papers",
    "exams.sittings",
    "exams.marking",
    "exams.practice",
    "exams.calls",
    "exams.assessment",
    "exams.courses",
    "exams.samples",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.humanize",  # small numbers in words
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.staticfiles",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
    "django_filters",
    "django_htmx",
    "django_structlog",
    "drf_spectacular",
    "pgtrigger",
    "rest_framework",
    "rules",
]

MIDDLEWARE = [
    # Answers what open pages of attempts ask every two seconds, at a fraction of what the rest costs.
    "exams.sittings.script_views.WatchMiddleware",
    # First, so that every log line of a request, even of a refused one, carries its id.
    "config.logs.RequestMiddleware",
    "config.middleware.RequestIdMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.middleware.LimitsMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Outside the sessions, so that it sees the cookie of a session that begins here.
    "config.middleware.PrivateMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.signing_in.second_factor.SecondFactorMiddleware",
    "accounts.signing_in.sessions.LastSeenMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.middleware.UnstorableMiddleware",
    "config.middleware.SignedOutMiddleware",
    # Closes the assistant, and with the book closed the law, to whoever sits a paper.
    "exams.sittings.aids.AidsMiddleware",
    # Last: it notes what a view has answered, and to whom.
    "config.read_log.ReadingMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

# Forms find their widgets' templates like every other template, so that an app can restyle one.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.context.site",
            ],
        },
    },
]

# --- Database and cache ---------------------------------------------------------------------------------------------

# PostgreSQL is the one database. Without an address the demo runs a server of its own on a socket in STATE_DIR.
DATABASE_URL = env.str("DATABASE_URL", default="")
if DATABASE_URL:
    DATABASES = {"default": env.db_url("DATABASE_URL")}
    if "postgresql" not in DATABASES["default"]["ENGINE"]:
        raise ImproperlyConfigured("DATABASE_URL must name a PostgreSQL server (postgres://user:password@host/name).")
elif DEMO:
    DATABASES = {"default": Cluster(STATE_DIR).django_settings(name="rectify")}
else:
    raise ImproperlyConfigured("Set DATABASE_URL to a PostgreSQL server (or RECTIFY_DEMO=1 to look at the demo).")

# The role that owns the tables, if the site's own does not: `manage.py prepare` alone connects as it (config.owner).
OWNER_DATABASE_URL = env.str("OWNER_DATABASE_URL", default="")
OWNER_DATABASE = env.db_url("OWNER_DATABASE_URL") if OWNER_DATABASE_URL else None

# Planning a query costs the server more than running it does, for nearly all of ours. With its values bound by the server, a
# statement that a connection has sent three times is prepared, and its plan kept.
PREPARED = {"server_side_binding": True, "prepare_threshold": 3}
# A new connection for every request costs more than most of our queries; a dead one is noticed and replaced.
DATABASES["default"] |= {
    "ENGINE": "config.postgresql",
    "CONN_MAX_AGE": 600,
    "CONN_HEALTH_CHECKS": True,
    "OPTIONS": PREPARED | DATABASES["default"].get("OPTIONS", {}),
}

# Counters of the rate limits live here, so all processes must share it: a table of the database unless a server is named.
# Each caller has one or two; were there room for few, callers would push one another out, and failed sign-ins with them.
CACHES = {
    "default": env.cache_url("CACHE_URL", default="dbcache://rectify_cache?max_entries=100000"),
    # Parts of pages that many people read alike, in each process: a hall that hands in together reads the same explanations.
    "parts": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "parts",
        "OPTIONS": {"MAX_ENTRIES": 2000},
    },
}

# --- People ---------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "rules.permissions.ObjectPermissionBackend",
    "accounts.signing_in.second_factor.Backend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

# Sign-in is by e-mail; there are no user names.
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
# Sign-up also asks for the name: certificates and the register show it.
ACCOUNT_SIGNUP_FORM_CLASS = "accounts.forms.SignUpForm"
ACCOUNT_FORMS = {"change_password": "accounts.signing_in.forms.ChangePasswordForm"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
# An address counts once its owner has answered a mail; the demo sends its mails to the log, so it only offers it.
ACCOUNT_EMAIL_VERIFICATION = "optional" if DEMO else "mandatory"
# Saying whether an address has an account would let anybody list the candidates.
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
# A session that was left open at a hall's machine must not be enough to add an address, and by it to choose a new password.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_ADAPTER = "accounts.signing_in.adapter.AccountAdapter"
# Wrong passwords count by address and machine (a device where the person has signed in before counts for itself), more loosely
# by account, and by machine: an exam hall shares one machine address, and a hundred candidates come at the same time.
ACCOUNT_RATE_LIMITS = {
    "login": "300/m/ip",
    "signup": "100/m/ip",
    "password_failed_here": "10/5m/key,30/h/key",
    "password_failed": "100/h/key",
    "password_failed_machine": "300/5m/ip,1000/d/ip",
    # Codes of a second factor, by person.
    "login_failed": "10/5m/key",
}
# Older hashes are read, and written anew when their owner signs in.
PASSWORD_HASHERS = [
    "accounts.signing_in.hashing.Argon2idHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
# A letter to the person on every change of address, password or second factor.
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
# How many proxies stand in front; the address before them is the caller's.
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if TRUST_PROXY else 0
# A second factor by authenticator app, with recovery codes.
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Rectify"
MFA_ADAPTER = "accounts.signing_in.second_factor.MFAAdapter"
# Required of superusers, examiners, registrars, law editors and administrators: until they have one, they get nowhere.
SECOND_FACTOR_REQUIRED = env.bool("SECOND_FACTOR_REQUIRED", default=not DEMO)
# Sessions that nobody uses for so long end. Longer than the longest paper, which is ten hours.
SESSION_COOKIE_AGE = env.int("SESSION_IDLE_HOURS", default=12) * 3600
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"

# --- Mail -----------------------------------------------------------------------------------------------------------

# Where mail goes out, e.g. smtp+tls://user:password@host:587. The demo writes it to the log.
if not (DEMO or env.str("EMAIL_URL", default="")):
    raise ImproperlyConfigured("Set EMAIL_URL to the mail server: nobody can sign up without confirming an email.")
vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
# A mail server that does not answer must not hold a worker.
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Rectify <rectify@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# --- Words and time -------------------------------------------------------------------------------------------------

# English is the source language; catalogues of others go to locale/.
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True

# Moments are stored in UTC and shown in the zone of the body.
USE_TZ = True
TIME_ZONE = env.str("TIME_ZONE", default="Australia/Brisbane")
# The body that commands work for when none is named.
HOME_BODY = env.str("HOME_BODY", default="qba")

# --- Static files ---------------------------------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = STATE_DIR / "static"
# A page without its style beats no page: error pages must come even when collectstatic was forgotten.
WHITENOISE_MANIFEST_STRICT = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    # Names carry a hash of the content, so browsers may keep files for ever and still see a new version at once.
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# Off, phones that keep the app for the table empty what they keep the next time they have a network.
OFF_LINE = env.bool("OFF_LINE", default=True)

# --- Security -------------------------------------------------------------------------------------------------------

# Everything goes over HTTPS, except in the demo, which has no certificate. Health checks come from inside, without one.
SECURE_SSL_REDIRECT = not DEMO
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUST_PROXY else None
SECURE_HSTS_SECONDS = 0 if DEMO else 365 * 24 * 3600
SECURE_HSTS_INCLUDE_SUBDOMAINS = not DEMO
SECURE_HSTS_PRELOAD = not DEMO
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = not DEMO
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = not DEMO
# The token also stands in the page, where our own scripts find it; no script need read the cookie.
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "config.errors.csrf_failure"
X_FRAME_OPTIONS = "DENY"

# Scripts and styles come from our own files only; nothing inline, so that a script smuggled into a text cannot run.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

# Bytes that a request may hold; more is refused unread, see config.limits. The proxy in front has the same numbers.
LARGEST_BODY = DATA_UPLOAD_MAX_MEMORY_SIZE = 2_500_000
# Files of questions, 25 MiB at most, registers, 5 MB at most, and five documents of 5 MB, by themselves or with the evidence
# that they belong to: by the beginning of the path.
LARGEST_UPLOADS = {
    **dict.fromkeys((r"/bank/import/", r"/api/v1/bank/imports/"), 27_000_000),
    r"/accreditation/intake/": 5_500_000,
    **dict.fromkeys((f"/accreditation/{one}/" for one in ("documents", "evidence", "way")), 26_000_000),
}

# Webhooks go to public addresses alone. Tests have their receiver on the same machine.
WEBHOOKS_TO_LOOPBACK = False

# --- API ------------------------------------------------------------------------------------------------------------

# By address for those who are not signed in, by person for those who are. The API's description tells them.
API_RATES = {"anon": "60/min", "user": "600/min"}
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    # Closed unless a view opens itself.
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    # The Accept header says what a caller reads; a second way to say it would be one more parameter to refuse.
    "URL_FORMAT_OVERRIDE": None,
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
    "PAGE_SIZE": 50,
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": API_RATES,
    "NUM_PROXIES": 1 if TRUST_PROXY else 0,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Rectify API",
    "DESCRIPTION": api.description(API_RATES),
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SCHEMA_PATH_PREFIX": r"/api/v[0-9]+/(laws|rulings|bank|papers|sittings|results|regrades|appeals|training|accreditation)",
    "AUTHENTICATION_WHITELIST": [],
    "SORT_OPERATION_PARAMETERS": api.in_order,
    "TAGS": api.TAGS,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "laws.api.rulings.shapes.add_components",
    ],
    # Fields of one name whose values differ get names that tell them apart.
    "ENUM_NAME_OVERRIDES": {
        "TextKind": "laws.models.TextKind",
        "Origin": "laws.models.Origin",
        "CommentaryKind": "laws.models.Commentary.Kind",
        "Precision": "laws.models.Commentary.Precision",
        "ConcordanceKind": "laws.models.Concordance.Kind",
        "CitationStatus": "laws.models.Citation.Status",
        "Seat": "laws.api.serializers.wordings.SEATS",
        "QuestionStatus": "exams.bank.models.Status",
        "QuestionKind": "exams.bank.models.QuestionVersion.Kind",
        "QuestionSource": "exams.bank.models.Question.Source",
        "Level": "exams.bank.models.Level",
        "Difficulty": "exams.bank.models.Difficulty",
        "DecisionKind": "exams.bank.models.Review.Decision",
        "RunStatus": "exams.bank.models.GenerationJob.Status",
        "RunKind": "exams.bank.api.serializers.RUN_KINDS",
        "PaperOrder": "exams.papers.models.blueprints.Order",
        "PaperPairs": "exams.papers.models.blueprints.Pairs",
        "EntryStanding": "exams.sittings.models.Entry.Standing",
        "RegradeStanding": "exams.marking.models.Regrade.Standing",
        "AppealStanding": "exams.marking.models.Appeal.Standing",
        "ImportOutcome": "exams.bank.api.serializers.OUTCOMES",
        "ReleaseOfResults": "exams.sittings.models.Release",
        "RoomState": "exams.sittings.api.serializers.STATES",
        "PathState": "exams.practice.progress.STATES",
        "PracticeKind": "exams.practice.exercises.KINDS",
        "AnswerOutcome": "exams.practice.api.exercises.OUTCOMES",
        "CourseInvitationStanding": "exams.courses.models.CourseInvitation.Standing",
        "LessonStage": "exams.practice.api.lessons.STAGES",
        "StageEnum": "accounts.accreditation.models.Intake.Stage",
        "EvidenceStanding": "accounts.accreditation.models.Evidence.Standing",
        "RequirementStanding": "accounts.accreditation.requirements.Standing",
        "EventKind": "accounts.accreditation.scope.EventKind",
        "ListedState": "accounts.accreditation.life.AwardState",
        "AssessmentEnding": "exams.assessment.models.Ending.Kind",
        "AssessmentOutcome": "exams.assessment.models.Outcome",
        "AssessmentMark": "config.api.assessments.MARKS",
        "EvidenceKind": "config.api.evidence.ALL_KINDS",
        "EnteredEvidence": "config.api.evidence.KINDS",
        "DirectVerdict": "accounts.accreditation.may_direct.Verdict",
    },
}

# --- Long work ------------------------------------------------------------------------------------------------------

# The demo's broker is a folder: one machine, nothing to install. Beyond one machine name a Redis or RabbitMQ.
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default="filesystem://localhost/" if DEMO else "")
if not CELERY_BROKER_URL:
    raise ImproperlyConfigured("Set CELERY_BROKER_URL to a Redis or RabbitMQ server (or RECTIFY_DEMO=1 for the demo).")
# The demo's broker's folder.
BROKER_DIR = STATE_DIR / "broker"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object]
if CELERY_BROKER_URL.startswith("filesystem://"):
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(BROKER_DIR),
        "data_folder_out": str(BROKER_DIR),
        "control_folder": str(BROKER_DIR / "control"),
        "store_processed": False,
        "polling_interval": 0.1,
    }
else:
    # A broker that is gone must not hold a page up: say so after two seconds, see config.errors.
    CELERY_BROKER_TRANSPORT_OPTIONS = {"max_retries": 1, "socket_connect_timeout": 2, "socket_timeout": 10}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# Results are rows that a task writes, never values that a broker forgets.
CELERY_TASK_IGNORE_RESULT = True
# Processes, each with an interpreter of its own: the engine, the solver and the typesetter would hold each other up in threads.
CELERY_WORKER_POOL = "prefork"
# A task that takes a minute should not reserve the next one while another worker is idle.
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# Given back to the queue when a worker dies; every task is written so that running twice does no harm.
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = TIME_ZONE
CELERY_BEAT_SCHEDULE = {
    "worker-alive": {"task": "config.tasks.ping", "schedule": 30.0},
    # Nobody waits long for a result after a deadline, and a sweep that finds nothing costs one indexed query.
    "close-overdue-attempts": {"task": "exams.sittings.tasks.close_overdue_attempts", "schedule": 15.0},
    # Letters are stored when they are due; this sends them, and again those that failed.
    "send-letters": {"task": "accounts.letters.tasks.send_letters", "schedule": 15.0},
    "mail-course-invitations": {"task": "exams.courses.tasks.mail_invitations", "schedule": 60.0},
    "approve-entries": {"task": "exams.sittings.tasks.approve_entries", "schedule": 15.0},
    "remind-candidates": {"task": "exams.sittings.tasks.remind_candidates", "schedule": 300.0},
    "note-lost-pages": {"task": "exams.sittings.tasks.note_lost_pages", "schedule": 15.0},
    "mark-unmarked-attempts": {"task": "exams.marking.tasks.mark_unmarked_attempts", "schedule": 60.0},
    "send-webhooks": {"task": "accounts.accreditation.tasks.send_webhooks", "schedule": 15.0},
    "export-audit-log": {"task": "accounts.audit.tasks.export_log", "schedule": crontab(hour=2, minute=30)},
    "delete-accounts": {"task": "accounts.privacy.tasks.delete_accounts", "schedule": crontab(hour=2, minute=50)},
    "remove-what-is-old": {"task": "accounts.privacy.tasks.remove_what_is_old", "schedule": crontab(hour=3, minute=10)},
    # It is night at another hour in every time zone; a run that was missed or killed is taken up in the next hour.
    "send-reminders": {"task": "accounts.accreditation.tasks.send_reminders", "schedule": crontab(minute=25)},
    "tell-clubs": {"task": "accounts.accreditation.tasks.tell_clubs", "schedule": crontab(minute=35)},
    "forget-ended-sessions": {"task": "accounts.tasks.forget_ended_sessions", "schedule": crontab(hour=3, minute=30)},
    # Each is valid for three days: two nights may fail before anybody's badge cannot be verified, and the alarm comes before.
    "sign-status-lists": {
        "task": "accounts.accreditation.tasks.sign_status_lists",
        "schedule": crontab(hour=2, minute=10),
    },
    "watch-status-lists": {
        "task": "accounts.accreditation.tasks.watch_status_lists",
        "schedule": crontab(minute=50),
    },
    "take-up-lost-archives": {"task": "accounts.accreditation.tasks.take_up_lost_archives", "schedule": 60.0},
    "forget-archives": {"task": "accounts.accreditation.tasks.forget_archives", "schedule": crontab(minute=35)},
    # It is morning at another hour in every time zone.
    "remind-learners": {"task": "exams.practice.tasks.remind_learners", "schedule": crontab(minute=10)},
    # While somebody reads why, which takes some seconds. One that is late does no harm if it is left out.
    "lay-tables-ready": {
        "task": "exams.practice.tasks.lay_tables_ready",
        "schedule": 2.0,
        "options": {"expires": 2},
    },
    # Seconds of work, once for each version of the site and each day; what is there already costs a look.
    "compile-rulings": {"task": "exams.practice.tasks.compile_rulings", "schedule": crontab(minute="*/5")},
    "finish-mock-exams": {"task": "exams.practice.tasks.finish_mocks", "schedule": crontab(minute=20)},
    "forget-guests-practice": {"task": "exams.practice.tasks.forget_guests", "schedule": crontab(hour=3, minute=45)},
    # An amendment comes into force at midnight, which is another moment in every time zone; a blueprint is revised at any time.
    "redraw-stale-samples": {"task": "exams.samples.tasks.redraw_stale_samples", "schedule": 600.0},
    # A run whose worker died stands still for a minute before anybody can tell.
    "take-up-lost-generation": {"task": "exams.bank.tasks.take_up_lost_generation", "schedule": 60.0},
    # An amendment comes into force at midnight, which is another moment in every time zone.
    "flag-changed-provisions": {"task": "exams.bank.tasks.flag_changed_provisions", "schedule": 3600.0},
    # Sittings that are over, and those of which marks have changed since.
    "compute-due-statistics": {"task": "exams.marking.tasks.compute_due_statistics", "schedule": 300.0},
}

# --- Logs -----------------------------------------------------------------------------------------------------------

LOG_LEVEL = env.level("LOG_LEVEL", default="INFO")
LOGGING = logging_config(readable=DEMO, level=LOG_LEVEL)
LOGGING_CONFIG = "config.logs.configure"
# Tasks log under the request that started them, one line when they end.
DJANGO_STRUCTLOG_CELERY_ENABLED = True
DJANGO_STRUCTLOG_CELERY_DEFAULT_LOG_LEVEL = 10
DJANGO_STRUCTLOG_CELERY_TASK_SUCCESS_LOG_LEVEL = 20
# One line a request, too.
DJANGO_STRUCTLOG_STATUS_START_LOG_LEVEL = 10
# The audit log says who did what; access logs need neither people's ids nor their addresses (and no query for them).
DJANGO_STRUCTLOG_USER_ID_FIELD = ""
DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = False

# Templates that other rooms put beside a law that there is a procedure for; the library itself knows no other room.
BESIDE_A_LAW = ["practice/parts/of_a_law.html"]
BESIDE_THE_ASSISTANT = ["practice/pocket/of_the_assistant.html"]

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
