"""Every page has its sections and its marks, and every rule says how it is proved. Runs no program of a page."""

from __future__ import annotations

import pytest

from tests.rules_pages.blocks import Block, blocks, traced_rules
from tflint_autograph.model.proof import Proof
from tflint_autograph.rules.api import Rule, load

BLOCKS = blocks()
BAD = [pytest.param(block, id=block.title) for block in BLOCKS if block.bad]
GOOD = [pytest.param(block, id=block.title) for block in BLOCKS if not block.bad]


@pytest.mark.parametrize("rule", [pytest.param(rule, id=rule.name) for rule in load()])
def test_a_page_says_what_why_and_shows_both_sides(rule: Rule) -> None:
    assert rule.page.summary
    assert [name for name in ("What it does", "Why it matters", "Bad", "Good") if not rule.page.section(name)] == []


@pytest.mark.parametrize("rule", [pytest.param(rule, id=rule.name) for rule in traced_rules()])
def test_the_page_of_a_rule_about_traced_code_says_when(rule: Rule) -> None:
    when = rule.page.section("When")
    assert "First" in when
    assert "new signature" in when or "A new shape" in when or "A new number" in when
    assert rule.page.blocks("Bad")
    assert rule.page.blocks("Good")


@pytest.mark.parametrize("rule", [pytest.param(rule, id=rule.name) for rule in load()])
def test_a_rule_about_traced_code_says_what_proves_it(rule: Rule) -> None:
    assert bool(rule.proof) == (not rule.code.startswith("TFA9"))
    assert bool(rule.raises) == (not {Proof.RAISES, Proof.FLOW}.isdisjoint(rule.proof))


@pytest.mark.parametrize("block", BAD)
def test_a_bad_program_is_marked_with_the_code_of_its_page(block: Block) -> None:
    assert block.code in {code for _, code in block.marks}


@pytest.mark.parametrize("block", GOOD)
def test_a_good_program_has_no_mark(block: Block) -> None:
    assert block.marks == ()
