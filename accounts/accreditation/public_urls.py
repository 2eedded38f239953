"""Addresses that are open to everybody; /verify/<code>/ is printed on certificates and must never change.

Neither must those under /credentials/, which stand in signed badges.
"""

from django.urls import path

from accounts.accreditation import public, public_levels
from accounts.accreditation.credentials import documents

app_name = "register"
urlpatterns = [
    path("register/", public.register, name="list"),
    path("levels/", public_levels.bodies, name="levels"),
    path("levels/<slug:slug>/", public_levels.levels_of, name="levels_of"),
    path("credentials/<slug:slug>/did.json", documents.did, name="did"),
    path("credentials/<slug:slug>/levels/<slug:code>/", documents.achievement, name="achievement"),
    path("credentials/<slug:slug>/status/<slug:purpose>/<int:number>", documents.status_list, name="status_list"),
    path("verify/", public.find, name="find"),
    path("verify/<str:code>/", public.verify, name="verify"),
]
