"""Sending what is stored: to public addresses alone, signed, once a try, with waits that grow up to three days.

The name of the receiver is resolved here, each address that it has must be public, and the connection goes to the one that was
looked at: a name that points somewhere else a moment later leads nowhere.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import ipaddress
import socket
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit
from uuid import UUID

import httpx
import structlog
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from standardwebhooks.webhooks import Webhook as Signer

from accounts.accreditation.models import Delivery, Webhook
from accounts.letters import services as letters
from accounts.models import Membership, Role, User
from accounts.signing_in.secrets import decrypted

log = structlog.get_logger(__name__)

WAITS = tuple(dt.timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 300, 600, 840, 1200, 1224))
"""After each try that failed; the last one is three days after the first."""
SECONDS = 10.0
"""For a try as a whole, however slowly the other side answers."""
BATCH = 50
LONGEST = 200
# Ranges of IPv6 in which an IPv4 address is hidden, which need not be public.
EMBEDDING = tuple(map(ipaddress.ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "::/96")))


def check(url: str) -> str:
    """The host of an address to which we may send. Raises ValidationError for what is no public https address.

    A name is resolved when something is sent, not here.
    """
    try:
        parts = urlsplit(url)
        host, _port = parts.hostname or "", parts.port
    except ValueError:
        host = ""
    local = settings.WEBHOOKS_TO_LOOPBACK
    if not host or parts.scheme not in ({"https", "http"} if local else {"https"}):
        raise ValidationError(_("Give an address that begins with https://."), "scheme")
    if parts.username or parts.password or parts.fragment:
        raise ValidationError(
            _("Leave names, passwords and # out of the address; the signature shows that it is us."), "extra"
        )
    try:
        is_public = may_reach(str(ipaddress.ip_address(host)))
    except ValueError:
        is_public = "." in host and not host.endswith((".localhost", ".local", ".internal", ".invalid"))
    if not is_public and not (local and host == "localhost"):
        raise ValidationError(_("“%(host)s” cannot be reached from the internet."), "private", {"host": host})
    return host


def may_reach(address: str) -> bool:
    """Whether an address of the network is a public one."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        ip = ip.ipv4_mapped or ip
    if settings.WEBHOOKS_TO_LOOPBACK and ip.is_loopback:
        return True
    hidden = isinstance(ip, ipaddress.IPv6Address) and any(ip in one for one in EMBEDDING)
    return ip.is_global and not ip.is_multicast and not hidden


def deliver_due(*, batch: int = BATCH) -> int:
    """Send what is due, as much as a sweep takes; how many were taken.

    Each is locked, sent and noted in a transaction of its own. An address that fails is left alone for the rest of the sweep.
    """
    taken, failed = 0, set[UUID]()
    for pk, hook in list(Delivery.objects.due(timezone.now()).values_list("pk", "webhook")[:batch]):
        if hook in failed:
            continue
        found = _deliver(pk)
        taken += found is True
        if found is False:
            failed.add(hook)
    return taken


@transaction.atomic
def _deliver(pk: UUID) -> bool | None:
    """Send one; whether it was taken, or nothing where somebody else has it."""
    locked = Delivery.objects.select_for_update(of=("self",), skip_locked=True).select_related("webhook__body")
    one = locked.due(timezone.now()).filter(pk=pk).first()
    if one is None:
        return None
    # In a thread of its own: whoever calls may have a loop running already.
    with ThreadPoolExecutor(1) as apart:
        is_taken, outcome = apart.submit(asyncio.run, _posted(one)).result()
    one.tries, one.tried_at, one.outcome = one.tries + 1, timezone.now(), outcome[:LONGEST]
    if is_taken:
        one.standing = Delivery.Standing.TAKEN
    elif one.tries > len(WAITS):
        one.standing = Delivery.Standing.GIVEN_UP
        _tell_administrators(one)
    else:
        one.next_at = one.tried_at + WAITS[one.tries - 1]
    one.save(update_fields=["tries", "tried_at", "outcome", "standing", "next_at"])
    return is_taken


async def _posted(one: Delivery) -> tuple[bool, str]:
    """One try: whether it was taken, and what came of it in words."""
    try:
        async with asyncio.timeout(SECONDS):
            status = await _answer(one)
    except ValidationError as refusal:
        return False, " ".join(refusal.messages)
    except TimeoutError:
        return False, _("No answer within %(seconds)s seconds.") % {"seconds": int(SECONDS)}
    except (httpx.HTTPError, httpx.InvalidURL, OSError, UnicodeError) as error:
        return False, str(error) or type(error).__name__
    if httpx.codes.is_success(status):
        return True, str(status)
    return False, _("Answered with %(status)s.") % {"status": status}


async def _answer(one: Delivery) -> int:
    """The status of the answer; what else the answer says is not read."""
    host = check(one.webhook.url)
    url = httpx.URL(one.webhook.url)
    found = await asyncio.get_running_loop().getaddrinfo(host, url.port or 443, type=socket.SOCK_STREAM)
    addresses = [str(place[0]) for *_kind, place in found]
    if not addresses or not all(map(may_reach, addresses)):
        raise ValidationError(_("“%(host)s” cannot be reached from the internet."), "private", {"host": host})
    now = timezone.now().replace(microsecond=0)
    secret = decrypted(one.webhook.secret)
    headers = {
        "Host": url.netloc.decode("ascii"),
        "Content-Type": "application/json",
        "User-Agent": "Rectify",
        "webhook-id": str(one.pk),
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Signer(secret).sign(str(one.pk), now, one.text),
    }
    # Neither redirects nor the proxies of this machine: both would go where nobody has looked.
    async with (
        httpx.AsyncClient(timeout=SECONDS, follow_redirects=False, trust_env=False) as client,
        client.stream(
            "POST",
            url.copy_with(host=addresses[0]),
            content=one.text.encode(),
            headers=headers,
            extensions={"sni_hostname": host},
        ) as response,
    ):
        return response.status_code


def _tell_administrators(one: Delivery) -> None:
    """Once a day for an address that does not answer."""
    hook: Webhook = one.webhook
    page = letters.address("accreditation:webhook", hook.pk)
    keep = Membership.objects.active().filter(body=hook.body_id, role=Role.ADMINISTRATOR).values("person")
    letters.send_all(
        people=[
            (person, {"webhook": hook, "outcome": one.outcome, "page": page})
            for person in User.objects.filter(pk__in=keep, is_active=True)
        ],
        template="accreditation/mail/webhook_given_up",
        body=hook.body,
        once=f"webhook.given_up:{hook.pk}:{hook.body.today()}",
    )
