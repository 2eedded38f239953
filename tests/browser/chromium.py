"""The browser of the tests: the system's Chromium, because Playwright cannot fetch one of its own everywhere.

`python -m tests.browser.chromium` (part of `make test`) installs it by the system's package manager when that can be done
without asking anybody, and otherwise says how. Where there is a choice it is the one without a window, which does the same
work for 40 % less processor time.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

WITHOUT_A_WINDOW = "chromium-headless-shell"
NAMES = (WITHOUT_A_WINDOW, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
HOW = (
    f"Install Chromium (Debian: apt-get install {WITHOUT_A_WINDOW}; Ubuntu: apt-get install chromium) "
    "to run the browser tests; they are skipped without it."
)
# Who has no way to the packages is not kept waiting for them.
PATIENCE = ("-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=15", "-o", "Acquire::https::Timeout=15")
# No sandbox: tests run as root in containers, and they open only our own pages. Nothing is drawn that anybody sees, so it needs
# no process of its own to draw. The rest keeps the browser off the network.
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-gpu-rasterization",
    "--disable-software-rasterizer",
    "--in-process-gpu",
    "--disable-extensions",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def executable() -> str | None:
    """Where Chromium is, if anywhere."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def install() -> str | None:
    """Install the one without a window, or else any, if we may; returns where it is then."""
    if os.geteuid() == 0 and shutil.which("apt-get") and not shutil.which(WITHOUT_A_WINDOW):
        apt_get("update", "-qq")
        fonts = "fonts-dejavu-core"  # has the suit symbols
        apt_get("install", "-y", "-qq", "--no-install-recommends", WITHOUT_A_WINDOW, fonts)
        if not executable():
            apt_get("install", "-y", "-qq", "--no-install-recommends", "chromium", fonts)
    return executable()


def apt_get(*words: str) -> None:
    """Ask the package manager; whether it could is seen by what is there afterwards."""
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    said = subprocess.DEVNULL
    subprocess.run(["apt-get", *PATIENCE, *words], check=False, stdout=said, stderr=said, env=environment)


if __name__ == "__main__":
    if not install():
        sys.stderr.write(f"{HOW}\n")
