"""Where the page of a rule can be read: at the address that the option `rule-url` makes of its name, else by a command."""

from __future__ import annotations


def address(template: str, code: str, name: str) -> str | None:
    """The address of the page of a rule: `template` with its code and name put in; None without a template."""
    return template.replace("{code}", code).replace("{name}", name) if template else None


def command(code: str) -> str:
    """The command that prints the page of a rule."""
    return f"tflint-autograph explain {code}"


def reference(template: str, code: str, name: str) -> str:
    """What a text says at its end to lead to the page: the address, or the command where there is none."""
    return address(template, code, name) or f"Learn more: {command(code)}"
