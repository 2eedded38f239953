"""Addresses under /laws/regulations/."""

from django.urls import path

from laws.editing.regulations import views

app_name = "regulations"
urlpatterns = [
    path("", views.bodies, name="bodies"),
    path("<slug:slug>/", views.body, name="body"),
    path("<slug:slug>/<slug:matter>/new/", views.new, name="new"),
    path("<slug:slug>/records/<uuid:pk>/correct/", views.correct, name="correct"),
]
