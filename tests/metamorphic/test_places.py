"""Places are carried through transformations: every node of the new text stands for the place it came from."""

from __future__ import annotations

import ast

import pytest

from tests.metamorphic.places import Correspondence, Place, parsed, replaces


def place(text: str, part: str, path: str = "m.py", start: int = 0) -> Place:
    """The place of the first occurrence of a part that stands on one line."""
    at = text.index(part, start)
    line, column = text.count("\n", 0, at) + 1, at - (text.rfind("\n", 0, at) + 1) + 1
    return Place(path, line, column, line, column + len(part))


def moved(text: str, tree: ast.Module, path: str = "m.py") -> tuple[str, Correspondence]:
    new = ast.unparse(ast.fix_missing_locations(tree))
    correspondence = Correspondence()
    correspondence.add(path, new, tree)
    return new, correspondence


def test_nodes_are_found_where_they_stand_now() -> None:
    text = "def f(é):\n    print('é', é); g(é)\n"
    tree = parsed("m.py", text)
    function = tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    function.body.reverse()
    new, after = moved(text, tree)
    for part in ("print('é', é)", "'é'", "g(é)"):
        assert after.of(place(new, part)) == {place(text, part)}


def test_code_in_another_file_stands_for_the_file_it_came_from() -> None:
    text = "import a\nprint(a)\n"
    tree = parsed("m.py", text)
    new, after = moved(text, ast.Module(tree.body[1:], []), "other.py")
    assert after.of(place(new, "print(a)", "other.py")) == {place(text, "print(a)")}


@pytest.mark.parametrize("header", ["def name", "async def name", "class  name", "def \\\n name"])
def test_names_of_definitions_have_places(header: str) -> None:
    text = f"{header}():\n    pass\n"
    new, after = moved(text, parsed("m.py", text))
    assert after.of(place(new, "name")) == {place(text, "name")}


def test_what_stands_in_brackets_has_a_place() -> None:
    text = "x = (\n    y for y in (z)\n)\n"
    new, after = moved(text, parsed("m.py", text))
    assert new == "x = (y for y in z)"
    assert after.of(place(new, "y for y in z")) == {Place("m.py", 2, 5, 2, 19)}


def test_a_place_that_is_no_node_is_that_of_the_node_around_it() -> None:
    text = "x = [1, 2, 3]\n"
    same = Correspondence()
    same.add("m.py", text, parsed("m.py", text))
    assert same.of(place(text, "1, 2")) == {place(text, "[1, 2, 3]")}


def test_new_code_stands_for_what_it_replaces_and_for_nothing_else() -> None:
    text = "xs.append(y)\nz\n"
    tree = parsed("m.py", text)
    statement = tree.body[0]
    assert isinstance(statement, ast.Expr)
    assert isinstance(statement.value, ast.Call)
    added = ast.AugAssign(ast.Name("xs", ast.Store()), ast.Add(), ast.List(statement.value.args, ast.Load()))
    tree.body[0] = replaces(added, statement)
    new, after = moved(text, tree)
    assert after.around(place(new, "[y]")) == {place(text, "xs.append(y)")}
    assert after.of(place(new, "y")) == {place(text, "y")}
    assert after.of(place(new, "[y]")) == frozenset()
    assert after.around(place(new, "z")) == frozenset()


def test_what_a_block_replaces_is_no_place_of_the_statements_in_it() -> None:
    text = "if a:\n    print(b)\n"
    tree = parsed("m.py", text)
    branch = tree.body[0]
    assert isinstance(branch, ast.If)
    tree.body[0] = replaces(ast.If(ast.Name("a", ast.Load()), branch.body, []), branch)
    new, after = moved(text, tree)
    assert after.around(place(new, "a")) == {Place("m.py", 1, 1, 2, 13)}
    assert after.around(place(new, "b")) == frozenset()


def test_a_text_that_says_something_else_is_refused() -> None:
    with pytest.raises(ValueError, match="the text says"):
        Correspondence().add("m.py", "x = 2\n", parsed("m.py", "x = 1\n"))


def test_the_places_around_a_place_end_at_its_statement() -> None:
    text = "if a:\n    f(g(b))\n"
    same = Correspondence()
    same.add("m.py", text, parsed("m.py", text))
    assert same.within(place(text, "b")) == {place(text, part) for part in ("b", "g(b)", "f(g(b))")}
