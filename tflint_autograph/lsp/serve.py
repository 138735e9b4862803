"""Starts the language server, with the handlers for the editor's messages."""

from __future__ import annotations

import gc
import logging
import os
import signal
import sys
from typing import NoReturn

from tflint_autograph.lsp.handlers import register
from tflint_autograph.lsp.server import Server
from tflint_autograph.processes.signals import ASKING, orderly_end


def serve() -> NoReturn:
    """Speaks the protocol over standard input and output until the editor exits or is gone, and ends this process.

    The exit code is 1 if the editor never sent shutdown. Threads are not waited for, since nothing can wake them.
    """
    # The protocol owns standard output: a stray line would break the editor.
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    server = Server()
    register(server)
    binary, sys.stdout = sys.stdout.buffer, sys.stderr
    gc.disable()
    with orderly_end((signal.SIGINT, *ASKING)):
        server.start_io(stdout=binary)
    sys.stderr.flush()
    os._exit(0 if server.stopped else 1)
