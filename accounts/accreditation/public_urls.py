"""Addresses that are open to everybody; /verify/<code>/ is printed on certificates and must never change."""

from django.urls import path

from accounts.accreditation import public

app_name = "register"
urlpatterns = [
    path("register/", public.register, name="list"),
    path("verify/", public.find, name="find"),
    path("verify/<str:code>/", public.verify, name="verify"),
]
