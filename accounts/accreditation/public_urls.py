"""Addresses that are open to everybody; /verify/<code>/ is printed on certificates and must never change."""

from django.urls import path

from accounts.accreditation import public, public_levels
from accounts.accreditation.register import views

app_name = "register"
urlpatterns = [
    path("register/", views.register, name="list"),
    path("register/<uuid:pk>/", views.entry, name="entry"),
    path("register/<uuid:pk>/write/", views.write, name="write"),
    path("register/<uuid:pk>/challenge/", views.challenge, name="challenge"),
    path("register/within/<slug:slug>/", views.embedded, name="embedded"),
    path("levels/", public_levels.bodies, name="levels"),
    path("levels/<slug:slug>/", public_levels.levels_of, name="levels_of"),
    path("verify/", public.find, name="find"),
    path("verify/<str:code>/", public.verify, name="verify"),
]
