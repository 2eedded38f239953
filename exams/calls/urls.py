"""Addresses of simulated calls."""

from django.urls import path

from exams.calls import views

app_name = "calls"

urlpatterns = [
    path("", views.home, name="home"),
    path("start/", views.begin, name="start"),
    path("evening/<uuid:evening_id>/", views.evening, name="evening"),
    path("<uuid:call_id>/", views.call, name="call"),
]
