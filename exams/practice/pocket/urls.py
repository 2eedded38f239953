"""Addresses of the app. The worker stands under the same beginning as the pages it may open, and under no other."""

from django.urls import path

from exams.practice.pocket import views

app_name = "pocket"
urlpatterns = [
    path("", views.shell, name="shell"),
    path("law.json", views.law, name="law"),
    path("rulings.json", views.rulings, name="rulings"),
    path("worker.js", views.worker, name="worker"),
    path("app.webmanifest", views.manifest, name="manifest"),
    path("state/", views.state, name="state"),
    path("questions/", views.questions, name="questions"),
]
