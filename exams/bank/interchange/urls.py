"""Addresses under /bank/, in its namespace."""

from django.urls import path

from exams.bank.interchange import views

urlpatterns = [
    path("export/<slug:form>/", views.export_as, name="export_as"),
    path("import/", views.upload, name="import"),
    path("import/store/", views.bring, name="bring"),
]
