"""Who follows the help of a finding ends up with a program without the finding, which does as a graph what it did as Python."""

from __future__ import annotations

import re
import string
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.advice.notation import Followed, programs
from tests.rules_pages.blocks import marks, traced_rules
from tests.rules_pages.checked import findings
from tests.runtime.harness import Run, run
from tflint_autograph.rules.api import Advice, Rule

PROGRAMS = programs()
EACH = [pytest.param(program, id=program.name) for program in PROGRAMS]
RULES = [pytest.param(rule, id=rule.code) for rule in traced_rules()]

Helps = Mapping[str, list[tuple[int, str, str]]]
"""By program the line, code and help of each finding."""


def helps(texts: Mapping[str, str], folder: Path) -> Helps:
    """The findings in each text, all of them checked in one run."""
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    found: defaultdict[str, list[tuple[int, str, str]]] = defaultdict(list)
    for finding in findings(folder, "--pedantic"):
        found[Path(finding["path"]).stem].append((finding["range"]["start"]["line"], finding["code"], finding["help"]))
    return {name: sorted(found[name]) for name in texts}


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Helps:
    return helps({program.name: program.before for program in PROGRAMS}, tmp_path_factory.mktemp("before"))


@pytest.fixture(scope="module")
def after(tmp_path_factory: pytest.TempPathFactory) -> Helps:
    return helps({program.name: program.after for program in PROGRAMS}, tmp_path_factory.mktemp("after"))


@pytest.fixture(scope="module")
def seen(request: pytest.FixtureRequest) -> Mapping[str, Mapping[str, Run]]:
    """The programs of the tests that are run, all of them in one TensorFlow; what is advised against may never end as a graph."""
    wanted = {item.callspec.id for item in request.session.items if isinstance(item, pytest.Function) and hasattr(item, "callspec")}
    chosen = [program for program in PROGRAMS if program.name in wanted]
    before = {f"{each.name} before": (each.before, ("eager",)) for each in chosen if each.is_same}
    return run(before | {f"{each.name} after": (each.after, ("eager", "graph")) for each in chosen})


def test_the_names_are_unique() -> None:
    assert len({program.name for program in PROGRAMS}) == len(PROGRAMS)


@pytest.mark.parametrize("program", EACH)
def test_the_advice_is_given(program: Followed, before: Helps) -> None:
    found = [(line, text) for line, code, text in before[program.name] if code == program.code]
    assert found == sorted(program.helps)


@pytest.mark.parametrize("program", EACH)
def test_who_follows_it_is_left_in_peace(program: Followed, after: Helps) -> None:
    assert [(line, code) for line, code, _ in after[program.name]] == list(marks(program.after))


@pytest.mark.tensorflow
@pytest.mark.parametrize("program", EACH)
def test_who_follows_it_gets_as_a_graph_what_python_gave(program: Followed, seen: Mapping[str, Mapping[str, Run]]) -> None:
    after = seen[f"{program.name} after"]
    eager, graph = after["eager"], after["graph"]
    assert graph.exception == "", graph.message
    assert graph.stdout
    assert (graph.stdout, graph.stderr) == (eager.stdout, eager.stderr)
    assert eager.exception == "", eager.message
    if program.is_same:
        before = seen[f"{program.name} before"]["eager"]
        assert before.exception == "", before.message
        assert graph.stdout == before.stdout


@pytest.mark.parametrize("rule", RULES)
def test_a_program_follows_each_advice_of_a_rule(rule: Rule) -> None:
    given = {text for program in PROGRAMS if program.code == rule.code for _, text in program.helps}
    assert [advice.text for advice in rule.advice if not any(_is_of(text, advice) for text in given)] == []


def _is_of(text: str, advice: Advice) -> bool:
    """Whether a help is what an advice says, with any words in its places."""
    parts = string.Formatter().parse(advice.text)
    pattern = "".join(re.escape(literal) + ("(.+)" if name is not None else "") for literal, name, _, _ in parts)
    return re.fullmatch(pattern, text) is not None
