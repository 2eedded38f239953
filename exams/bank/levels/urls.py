"""Addresses of the levels, under /bank/ and in its namespace."""

from django.urls import path

from exams.bank.levels import views

urlpatterns = [
    path("levels/", views.levels, name="levels"),
    path("levels/<slug:slug>/", views.levels, name="levels_of"),
    path("levels/<slug:slug>/<slug:law>/", views.paths, name="level_law"),
    path("levels/<slug:slug>/<slug:law>/<slug:name>/", views.path, name="level_path"),
    path("levels/<slug:slug>/<slug:law>/<slug:name>/move/", views.move_path, name="move_level"),
    path("levels/<slug:slug>/<slug:law>/<slug:name>/back/<int:move>/", views.take_path_back, name="level_back"),
]
