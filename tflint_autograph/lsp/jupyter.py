"""The entry point `jupyter_lsp_spec_v1` by which `jupyter-lsp` finds the server. Starts nothing."""

from __future__ import annotations

import sys
from typing import Any


def specification(manager: Any) -> dict[str, dict[str, Any]]:
    """Returns the server specification for Python, run with Jupyter's interpreter. The manager is not used."""
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
