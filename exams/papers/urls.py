"""Addresses under /papers/."""

from django.urls import path

from exams.papers import blueprint_views, print_views, views

app_name = "papers"
urlpatterns = [
    path("", views.index, name="index"),
    path("new/<slug:slug>/", blueprint_views.new, name="new"),
    path("new/<slug:slug>/fill/", blueprint_views.fill, name="fill"),
    path("blueprints/<slug:slug>/<slug:code>/", blueprint_views.blueprint, name="blueprint"),
    path("blueprints/<slug:slug>/<slug:code>/preview/", blueprint_views.look_ahead, name="preview"),
    path("blueprints/<slug:slug>/<slug:code>/draw/", blueprint_views.draw_paper, name="draw"),
    path("blueprints/<slug:slug>/<slug:code>/edit/", blueprint_views.edit, name="edit"),
    path("<uuid:pk>/", views.paper, name="paper"),
    path("<uuid:pk>/paper.pdf", print_views.question_paper, name="print"),
    path("<uuid:pk>/marking-guide.pdf", print_views.marking_guide, name="guide"),
]
