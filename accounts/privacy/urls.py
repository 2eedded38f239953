"""Addresses under /people/ about what is kept."""

from django.urls import path

from accounts.privacy import views

app_name = "privacy"
urlpatterns = [
    path("me/data/", views.mine, name="mine"),
    path("me/data/download/", views.download, name="download"),
    path("me/data/delete/", views.delete, name="delete"),
    path("me/data/keep/", views.take_back, name="take-back"),
    path("<slug:slug>/retention/", views.times, name="times"),
]
