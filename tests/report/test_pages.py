"""Links to the pages of rules: where `rule-url` says, and none where it says nothing."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.report.sample_report import sample
from tflint_autograph.report.formats import FORMATS, render

PAGE = "https://docs.test/python-print"
# What SARIF names is the standard, HTML names its own elements, and places are links to files.
NOT_PAGES = re.compile(r"https?://(docs\.oasis-open\.org|www\.w3\.org)/")
WITH_LINKS = ("full", "json", "sarif", "gitlab", "rdjson")


@pytest.mark.parametrize("name", FORMATS)
def test_nothing_is_linked_where_no_address_is_set(name: str) -> None:
    text = render(name, sample(), color=True, links=True)
    body = text.split("<body>")[-1].split('<section class="rules"')[0]
    if name == "sarif":
        # The pages of rules, which its rules hold, may name any address.
        body = re.sub(r'"(markdown|text)": "# TFA.*', "", text)
    assert "http" not in NOT_PAGES.sub("", body)


@pytest.mark.parametrize("name", WITH_LINKS)
def test_the_address_has_the_rule_in_it(name: str) -> None:
    report = replace(sample(), rule_url="https://docs.test/{name}")
    assert PAGE in render(name, report, color=True, links=True)


@pytest.mark.parametrize("name", ["full", "sarif", "gitlab", "rdjson"])
def test_without_an_address_the_command_is_named(name: str) -> None:
    assert "tflint-autograph explain TFA110" in render(name, sample(), color=False)
