"""Addresses under /bank/."""

from django.urls import include, path

from exams.bank import run_views, views

app_name = "bank"
urlpatterns = [
    path("", views.questions, name="questions"),
    path("export/", views.export, name="export"),
    path("", include("exams.bank.interchange.urls")),
    path("", include("exams.bank.editing.urls")),
    path("", include("exams.bank.levels.urls")),
    path("", include("exams.bank.upkeep.urls")),
    path("next/", views.next_to_review, name="next"),
    path("generate/", run_views.generate, name="generate"),
    path("runs/<uuid:pk>/", run_views.job, name="job"),
    path("runs/<uuid:pk>/again/", run_views.job_again, name="job_again"),
    path("runs/<uuid:pk>/cancel/", run_views.job_cancel, name="job_cancel"),
    path("<uuid:pk>/", views.version, name="version"),
    path("<uuid:pk>/decision/", views.decision, name="decision"),
]
