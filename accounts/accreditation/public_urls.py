"""Addresses that are open to everybody; /verify/<code>/ is printed on certificates and must never change.

Neither must those under /credentials/, which stand in signed badges.
"""

from django.urls import path

from accounts.accreditation import public, public_levels
from accounts.accreditation.credentials import documents
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
    path("credentials/<slug:slug>/did.json", documents.did, name="did"),
    path("credentials/<slug:slug>/levels/<slug:code>/", documents.achievement, name="achievement"),
    path("credentials/<slug:slug>/status/<slug:purpose>/<int:number>", documents.status_list, name="status_list"),
    path("verify/", public.find, name="find"),
    path("verify/<str:code>/", public.verify, name="verify"),
]
