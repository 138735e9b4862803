"""How Jupyter finds the server: `jupyter-lsp` asks for this by the entry point `jupyter_lsp_spec_v1`. Starts nothing."""

from __future__ import annotations

import sys
from typing import Any


def specification(manager: Any) -> dict[str, dict[str, Any]]:
    """The server for Python with the interpreter Jupyter runs in, by the name it has there; nothing is asked of the manager."""
    return {
        "tflint-autograph": {
            "version": 2,
            "display_name": "tflint-autograph",
            "argv": [sys.executable, "-m", "tflint_autograph", "server"],
            "languages": ["python"],
            "mime_types": ["text/python", "text/x-python", "text/x-ipython"],
            "requires_documents_on_disk": False,
        }
    }
