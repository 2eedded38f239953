"""The site's addresses and a few more at which things go wrong."""

from django.core.cache import cache
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.urls import path

from accounts.models import User
from config import urls
from config.tasks import ping

handler400, handler403 = urls.handler400, urls.handler403
handler404, handler500 = urls.handler404, urls.handler500


def strange(request: HttpRequest) -> HttpResponse:
    raise SuspiciousOperation("a strange request")


def forbidden(request: HttpRequest) -> HttpResponse:
    raise PermissionDenied


def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("a secret of the inside")


def reads(request: HttpRequest) -> HttpResponse:
    return HttpResponse(str(User.objects.count()))


def queues(request: HttpRequest) -> HttpResponse:
    ping.delay()
    return HttpResponse("queued")


def counts(request: HttpRequest) -> HttpResponse:
    return HttpResponse(str(cache.get("count", 0)))


urlpatterns = [
    *urls.urlpatterns,
    *(path(f"{view.__name__}/", view) for view in (strange, forbidden, broken, reads, queues, counts)),
    *(path(f"api/{view.__name__}/", view) for view in (forbidden, broken, reads, counts)),
]
