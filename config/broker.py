"""The folder that serves as the broker on one machine: kombu's, but a message appears in it only when it is whole.

kombu writes a message into the file that workers look for. A worker that looks between the making of the file and the
writing finds nothing in it, and ends. Here the message is written under a name that no worker looks for and then renamed,
which is one step.
"""

from __future__ import annotations

import uuid
from contextlib import suppress
from pathlib import Path
from time import time_ns
from typing import Any

from kombu.exceptions import OperationalError
from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.encoding import str_to_bytes
from kombu.utils.json import dumps

_LARGE_MESSAGE = 16 * 1024


class Channel(filesystem.Channel):
    """Puts whole messages."""

    def _put(self, queue: str, message: Any, **_: Any) -> None:  # type: ignore[override]
        folder = Path(self.data_folder_out)
        # Workers take the files in the order of their names: the time, to the nanosecond and of one length.
        name = f"{time_ns()}_{uuid.uuid4()}.{queue}.msg"
        unfinished = folder / f"{name}.part"
        try:
            unfinished.write_bytes(str_to_bytes(dumps(message)))
            unfinished.replace(folder / name)
        except OSError as error:
            with suppress(OSError):
                unfinished.unlink(missing_ok=True)
            # What a broker that does not answer raises, so that people are asked to wait; a full disk is nothing else.
            raise OperationalError(f"{folder} cannot be written to: {error.strerror}") from error


class Transport(filesystem.Transport):
    """kombu's folder transport with these channels."""

    Channel = Channel

    def check(self) -> None:
        """Raise OSError unless a message can be put, by writing as much as one has under a name that no worker looks for."""
        link: Any = self.client
        folder = Path(link.transport_options["data_folder_out"])
        probe = folder / f"{uuid.uuid4()}.part"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            probe.write_bytes(bytes(_LARGE_MESSAGE))
        finally:
            with suppress(OSError):
                probe.unlink(missing_ok=True)


def use_whole_messages() -> None:
    """Let `filesystem://` mean this transport."""
    TRANSPORT_ALIASES["filesystem"] = f"{__name__}:Transport"
