"""Addresses of the rooms. Error pages are named at the end."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView

from accounts import demo
from accounts.admin import close_what_libraries_open
from config import health, readers, views
from config.api.guide import guide
from config.display import display

# The admin has no sign-in of its own: rate limits and second factor hold for it as for every page.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
close_what_libraries_open(admin.site)

urlpatterns = [
    path("", views.home, name="home"),
    path("demo/", demo.people, name="demo"),
    path("display/", display, name="display"),
    path("healthz", health.live, name="live"),
    path("readyz", health.ready, name="ready"),
    path("account/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("people/<slug:slug>/opened/", readers.opened, name="opened"),
    path("people/", include("accounts.privacy.urls")),
    path("people/", include("accounts.urls")),
    path("accreditation/", include("accounts.accreditation.urls")),
    # Before the levels of a body, in whose addresses the second word is a body.
    path("", include("exams.samples.urls")),
    path("", include("accounts.accreditation.public_urls")),
    # Before the library, in whose addresses the first word is an edition.
    path("laws/editing/", include("laws.editing.urls")),
    path("laws/regulations/", include("laws.editing.regulations.urls")),
    path("laws/", include("laws.urls")),
    path("bank/", include("exams.bank.urls")),
    path("papers/", include("exams.papers.urls")),
    path("sittings/", include("exams.sittings.urls")),
    path("training/calls/", include("exams.calls.urls")),
    path("training/courses/", include("exams.courses.urls")),
    path("training/", include("exams.practice.urls")),
    path("at-the-table/", include("exams.practice.pocket.urls")),
    path("assessments/", include("exams.assessment.urls")),
    path("receipts/", include("exams.sittings.receipt_urls")),
    path("results/", include("exams.marking.urls")),
    path("api/", guide, name="api"),
    path("api/v1/laws/", include("laws.api.urls")),
    path("api/v1/rulings/", include("laws.api.rulings.urls")),
    path("api/v1/bank/", include("exams.bank.api.urls")),
    path("api/v1/papers/", include("exams.papers.api")),
    path("api/v1/sittings/", include("exams.sittings.api.urls")),
    path("api/v1/results/", include("exams.marking.api.urls")),
    path("api/v1/regrades/", include("exams.marking.regrades.api")),
    # Before practice, as with their pages.
    path("api/v1/training/calls/", include("exams.calls.api")),
    path("api/v1/training/courses/", include("exams.courses.api.urls")),
    path("api/v1/training/", include("exams.practice.api.urls")),
    path("api/v1/accreditation/", include("config.api.accreditation")),
    path("api/v1/appeals/", include("exams.marking.appeals.api")),
    path("api/schema", SpectacularAPIView.as_view(), name="api-schema"),
]

handler400 = "config.errors.bad_request"
handler403 = "config.errors.permission_denied"
handler404 = "config.errors.not_found"
# Named by allauth; Django has none.
handler429 = "config.errors.too_many"
handler500 = "config.errors.server_error"
