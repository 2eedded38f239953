"""Addresses that are open to everybody; /verify/<code>/ is printed on certificates and must never change."""

from django.urls import path

from accounts.accreditation import public, public_levels

app_name = "register"
urlpatterns = [
    path("register/", public.register, name="list"),
    path("levels/", public_levels.bodies, name="levels"),
    path("levels/<slug:slug>/", public_levels.levels_of, name="levels_of"),
    path("verify/", public.find, name="find"),
    path("verify/<str:code>/", public.verify, name="verify"),
]
