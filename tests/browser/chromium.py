"""The browser of the tests: the system's Chromium, because Playwright cannot fetch one of its own everywhere.

`python -m tests.browser.chromium` (part of `make test`) installs it by the system's package manager when that can be done
without asking anybody, and otherwise says how.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
HOW = (
    "Install Chromium (Debian, Ubuntu: apt-get install chromium) to run the browser tests; they are skipped without it."
)
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
    """Install it if we may; returns where it is then."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        fonts = "fonts-dejavu-core"  # has the suit symbols
        for command in ("update -qq", f"install -y -qq --no-install-recommends chromium {fonts}"):
            environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
            subprocess.run(["apt-get", *command.split()], check=False, stdout=subprocess.DEVNULL, env=environment)
    return executable()


if __name__ == "__main__":
    if not (executable() or install()):
        sys.stderr.write(f"{HOW}\n")
