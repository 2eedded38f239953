"""nginx for the tests of the proxy: the distribution's own, installed with `make test` where nobody need be asked."""

from __future__ import annotations

import os
import shutil
import sys

from tests.browser.chromium import apt_get

HOW = (
    "Install nginx (Debian, Ubuntu: apt-get install nginx-light) to test the proxy; these tests are skipped without it."
)


def executable() -> str | None:
    """Where nginx is, if anywhere; people's own PATH lacks /usr/sbin on some machines."""
    return shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")


def install() -> str | None:
    """Install it if we may; returns where it is then."""
    if not executable() and os.geteuid() == 0 and shutil.which("apt-get"):
        apt_get("update", "-qq")
        apt_get("install", "-y", "-qq", "--no-install-recommends", "nginx-light")
    return executable()


if __name__ == "__main__":
    if not install():
        sys.stderr.write(f"{HOW}\n")
