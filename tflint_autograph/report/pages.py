"""Where to read the page of a rule: at the address from the option `rule-url`, else by a command."""

from __future__ import annotations


def address(template: str, code: str, name: str) -> str | None:
    """Returns the address of the page of a rule: `template` with its code and name filled in; None without a template."""
    return template.replace("{code}", code).replace("{name}", name) if template else None


def command(code: str) -> str:
    """Returns the command that prints the page of a rule."""
    return f"tflint-autograph explain {code}"


def reference(template: str, code: str, name: str) -> str:
    """Returns a reference to the page for the end of a text: the address, or the command."""
    return address(template, code, name) or f"Learn more: {command(code)}"
