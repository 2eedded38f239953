"""Addresses under /api/v1/bank/. They are permanent."""

from django.urls import path

from exams.bank.api.imports import Imports
from exams.bank.api.reviews import Comments, Reviews
from exams.bank.api.runs import RunCancel, RunDetail, RunList, RunResume
from exams.bank.api.versions import VersionDetail, VersionList

app_name = "bank-api"
urlpatterns = [
    path("versions/", VersionList.as_view(), name="versions"),
    path("versions/<uuid:id>/", VersionDetail.as_view(), name="version"),
    path("versions/<uuid:id>/reviews/", Reviews.as_view(), name="reviews"),
    path("versions/<uuid:id>/comments/", Comments.as_view(), name="comments"),
    path("runs/", RunList.as_view(), name="runs"),
    path("runs/<uuid:id>/", RunDetail.as_view(), name="run"),
    path("runs/<uuid:id>/cancel/", RunCancel.as_view(), name="run-cancel"),
    path("runs/<uuid:id>/resume/", RunResume.as_view(), name="run-resume"),
    path("imports/", Imports.as_view(), name="imports"),
]
