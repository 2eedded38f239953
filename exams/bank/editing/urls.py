"""Addresses of the editor, under /bank/ and in its namespace."""

from django.urls import path

from exams.bank.editing import views

urlpatterns = [
    path("write/", views.write, name="write"),
    path("<uuid:pk>/edit/", views.edit, name="edit"),
    path("<uuid:pk>/submit/", views.submit, name="submit"),
    path("<uuid:pk>/comment/", views.comment, name="comment"),
    path("<uuid:pk>/history/", views.history, name="history"),
]
