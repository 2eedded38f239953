"""One's own sessions: when each was last seen, and how to end one. Idle ones end by themselves (SESSION_IDLE_HOURS)."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from allauth.usersessions.internal.flows.sessions import end_sessions
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.rules import signed_in

# So often, at most, a session is written for being used: every save of an exam would be too often.
STEP_SECONDS = 600
SEEN = "seen"


class LastSeenMiddleware:
    """Keeps a session that is used from ending, and notes when it was last seen; one write in ten minutes."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        session = request.session
        # A request that did not look at its session must not pay for it now.
        used = session.accessed and SESSION_KEY in session and time.time() - session.get(SEEN, 0) > STEP_SECONDS
        # One from before an upgrade may name a way to sign in that there is no more: then nobody is signed in by it.
        if used and request.user.is_authenticated:
            # Writing the session moves its end, too.
            session[SEEN] = int(time.time())
            known = UserSession.objects.filter(session_key=session.session_key)
            if not known.update(last_seen_at=timezone.now()):
                UserSession.objects.create_from_request(request)
        return response


def just_seen(sender: type, request: HttpRequest, **_more: Any) -> None:
    """Somebody has signed in: the session is written anyway."""
    request.session[SEEN] = int(time.time())


@require_POST
@login_required
def end_session(request: HttpRequest, pk: int) -> HttpResponse:
    """End one of one's own sessions; the machine it was on is signed out."""
    session = get_object_or_404(UserSession, pk=pk, user=signed_in(request))
    end_sessions(request, [session])
    messages.success(request, _("The session has ended."))
    return redirect("usersessions_list")
