"""Addresses. An app's pages are included here; error pages are named at the end."""

from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView

from config import health, views

urlpatterns = [
    path("", views.home, name="home"),
    path("healthz", health.live, name="live"),
    path("readyz", health.ready, name="ready"),
    path("accounts/", include("allauth.urls")),
    path("api/schema", SpectacularAPIView.as_view(), name="api-schema"),
]

handler400 = "config.errors.bad_request"
handler403 = "config.errors.permission_denied"
handler404 = "config.errors.not_found"
handler500 = "config.errors.server_error"
