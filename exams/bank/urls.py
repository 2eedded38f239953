"""Addresses under /bank/."""

from django.urls import include, path

from exams.bank import views

app_name = "bank"
urlpatterns = [
    path("", views.questions, name="questions"),
    path("export/", views.export, name="export"),
    path("", include("exams.bank.interchange.urls")),
    path("next/", views.next_to_review, name="next"),
    path("generate/", views.generate, name="generate"),
    path("runs/<uuid:pk>/", views.job, name="job"),
    path("runs/<uuid:pk>/again/", views.job_again, name="job_again"),
    path("<uuid:pk>/", views.version, name="version"),
    path("<uuid:pk>/decision/", views.decision, name="decision"),
]
