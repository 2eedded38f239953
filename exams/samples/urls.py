"""Addresses of sample papers: those that everybody may open, and those of whoever keeps them."""

from django.urls import path

from exams.samples import views

app_name = "samples"

urlpatterns = [
    path("try/", views.try_five, name="try"),
    path("levels/sample/<uuid:sample_id>/", views.sample, name="sample"),
    path("levels/sample/<uuid:sample_id>/paper.pdf", views.on_paper, name="on_paper"),
    path("samples/<slug:slug>/", views.of_body, name="of_body"),
    path("samples/<slug:slug>/choose/", views.choose, name="choose"),
]
