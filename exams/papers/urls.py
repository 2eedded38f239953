"""Addresses under /papers/."""

from django.urls import path

from exams.papers import views

app_name = "papers"
urlpatterns = [
    path("", views.index, name="index"),
    path("blueprints/<slug:slug>/<slug:code>/", views.blueprint, name="blueprint"),
    path("blueprints/<slug:slug>/<slug:code>/draw/", views.draw_paper, name="draw"),
    path("blueprints/<slug:slug>/<slug:code>/edit/", views.edit, name="edit"),
    path("<uuid:pk>/", views.paper, name="paper"),
]
