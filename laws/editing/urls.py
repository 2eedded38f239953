"""Addresses under /laws/editing/."""

from __future__ import annotations

from django.urls import path

import laws.urls  # noqa: F401 - names the converter for keys
from laws.editing import confirming_views, views

app_name = "law_editing"
urlpatterns = [
    path("", views.proposals, name="list"),
    path("engine/", confirming_views.engine, name="engine"),
    path("engine/<slug:edition>/<int:version>/", confirming_views.wording, name="engine-wording"),
    path("engine/<uuid:pk>/<str:deed>/", confirming_views.answer, name="engine-answer"),
    path("<uuid:pk>/", views.proposal, name="proposal"),
    path("<uuid:pk>/change/", views.change, name="change"),
    path("<uuid:pk>/<str:deed>/", views.decide, name="decide"),
    path("<slug:edition>/provisions/<key:key>/", views.record, name="record"),
    path("<slug:edition>/provisions/<key:key>/propose/", views.propose_provision, name="propose-provision"),
    path("<slug:edition>/footnotes/<int:pk>/propose/", views.propose_footnote, name="propose-footnote"),
    path("<slug:edition>/definitions/<int:pk>/propose/", views.propose_definition, name="propose-definition"),
    path("<slug:edition>/comments/<slug:code>/propose/", views.propose_comment, name="propose-comment"),
    path("<slug:edition>/comments/", views.new_comment, name="new-comment"),
]
