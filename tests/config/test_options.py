"""The table of options against everything that is made from it."""

from __future__ import annotations

import dataclasses
import typing
from pathlib import Path

import jsonschema
import pytest

from tflint_autograph.config.errors import UsageError
from tflint_autograph.config.options import FLAGS, GROUPS, KEYS, OPTIONS, Option, OptionKind, Surface
from tflint_autograph.config.schema import plain, schema
from tflint_autograph.config.settings import Settings
from tflint_autograph.config.values import convert

OWN_FIELDS = {"root", "config_file", "origins", "entries"}


def test_names_and_short_forms_are_unique() -> None:
    names = [option.name for option in OPTIONS]
    shorts = [option.short for option in OPTIONS if option.short]
    assert len(names) == len(set(names))
    assert len(shorts) == len(set(shorts))


def test_groups_are_known() -> None:
    assert {option.group for option in OPTIONS} == set(GROUPS)


def test_help_is_short_and_without_full_stop() -> None:
    for option in OPTIONS:
        assert option.help
        assert not option.help.endswith(".")
        assert len(option.help) <= 100


def test_settings_have_a_field_for_each_key() -> None:
    fields = {field.name for field in dataclasses.fields(Settings)}
    assert fields - OWN_FIELDS == {option.field for option in KEYS.values()}


def test_settings_and_table_have_the_same_defaults() -> None:
    settings = Settings(Path())
    for name, option in KEYS.items():
        assert settings.value(name) == option.default, name
        assert settings.origin(name) == "default"


def test_fields_have_the_types_the_table_gives() -> None:
    hints = typing.get_type_hints(Settings)
    simple = {
        OptionKind.FLAG: bool, OptionKind.STRING: str, OptionKind.VERSION: str, OptionKind.URL: str, OptionKind.COUNT: int, OptionKind.JOBS: str,
        OptionKind.LIST: tuple[str, ...], OptionKind.NAMES: tuple[str, ...],
    }  # fmt: skip
    for option in KEYS.values():
        if option.kind in simple:
            assert hints[option.field] == simple[option.kind], option.name
        elif option.kind is OptionKind.CHOICE:
            assert hints[option.field] == (str if isinstance(option.choices, tuple) else option.choices), option.name


@pytest.mark.parametrize("option", KEYS.values(), ids=lambda option: option.name)
def test_default_survives_its_own_plain_form(option: Option) -> None:
    assert convert(option, plain(option, option.default), option.name) == option.default


def test_flags_and_keys_share_all_but_the_marked() -> None:
    assert {name for name in FLAGS if name not in KEYS} == {
        "add-ignore",
        "changed",
        "config",
        "diff",
        "interactive",
        "isolated",
        "stdin-filename",
        "update-baseline",
        "watch",
    }
    assert all(KEYS[name].surface is Surface.KEY for name in KEYS if name not in FLAGS)


def test_schema_accepts_a_full_table_and_refuses_others() -> None:
    document = schema()
    jsonschema.Draft202012Validator.check_schema(document)
    check = jsonschema.Draft202012Validator(document)
    table: dict[str, object] = {name: plain(option, option.default) for name, option in KEYS.items() if "." not in name}
    table["confirm"] = {"calls": {"train.step": ["tf.ones([2])", "tf.zeros([2])"]}}
    table |= {"severity": {"python-print": "error"}, "per-file-ignores": {"tests/**": ["TFA101"]}}
    assert not list(check.iter_errors(table | {"severity": {}, "per-file-ignores": {}}))
    assert not list(check.iter_errors(table))
    assert list(check.iter_errors({"slect": []}))
    assert list(check.iter_errors({"confirm": {"call": {}}}))
    assert list(check.iter_errors({"select": "TFA1"}))
    assert list(check.iter_errors({"severity": {"python-print": "fatal"}}))
    assert list(check.iter_errors({"min-severity": "fatal"}))


@pytest.mark.parametrize("url", ["", "https://example.org/{name}", "http://localhost:8000/r.html?c={code}#%7B"])
def test_an_address_of_pages(url: str) -> None:
    assert convert(KEYS["rule-url"], url, "rule-url") == url


@pytest.mark.parametrize("url", ["https://example.org/", "example.org/{name}", "https://example.org/ {name}", "https://e.org/\u001b{code}"])
def test_an_address_that_leads_to_no_page_of_a_rule(url: str) -> None:
    with pytest.raises(UsageError, match="is not the address of a page"):
        convert(KEYS["rule-url"], url, "rule-url")
