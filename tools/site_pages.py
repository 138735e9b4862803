"""A hook of MkDocs: adds a page for each rule, made from its docstring, and lists these pages in the navigation."""

from __future__ import annotations

from collections.abc import Iterator

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from tflint_autograph.rules.api import Rule, load

GROUPS = {
    "TFA1": "Python effects",
    "TFA2": "Control flow",
    "TFA3": "Tensors and Python values",
    "TFA4": "Retracing",
    "TFA5": "State",
    "TFA9": "Suppression comments",
}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the pages of the rules below the entry `Rules`."""
    for entry in config.nav or []:
        if "Rules" in entry:
            entry["Rules"] = ["rules/index.md", *_groups()]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the page of each rule."""
    for rule in load():
        files.append(File.generated(config, f"rules/{rule.name}.md", content=page(rule)))
    return files


def page(rule: Rule) -> str:
    """The page of a rule, in Markdown."""
    facts = [
        f"`{rule.severity.value}`",
        "on by default" if rule.default else "runs with `--pedantic` or `--select`",
        f"`tflint-autograph explain {rule.code}`",
    ]
    return f"---\ntitle: {rule.name}\n---\n\n# {rule.code} {rule.name}\n\n{rule.page.summary}.\n\n{' · '.join(facts)}\n\n{rule.page.markdown}"


def _groups() -> Iterator[dict[str, list[dict[str, str]]]]:
    for prefix, title in GROUPS.items():
        yield {f"{prefix}: {title}": [{f"{r.code} {r.name}": f"rules/{r.name}.md"} for r in load() if r.code.startswith(prefix)]}
