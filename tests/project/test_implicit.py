"""The methods that Python runs without a call in the text are traced with what runs them."""

from __future__ import annotations

import textwrap

import pytest

from tests.programs import Traced

READS = {
    "c.anything": "__getattr__", "c[0]": "__getitem__", "c + x": "__add__", "1 + c": "__radd__", "-c": "__neg__", "1 in c": "__contains__",
    "len(c)": "__len__", "float(c)": "__float__", "str(c)": "__str__", "print(c)": "__str__", "'{}'.format(c)": "__str__",
    "f'{c}'": "__format__", "{c: 1}": "__hash__", "{c}": "__hash__", "x if c else -x": "__bool__", "not c": "__bool__", "bool(c)": "__bool__",
    "[x for i in c]": "__iter__", "{i: x for i in c}": "__iter__", "list(c)": "__iter__", "sum(c)": "__iter__", "[*c]": "__iter__",
    "dict(zip(c, c))": "__iter__", "max(*c)": "__iter__", "[x for i in (1, 2) if c]": "__bool__", "next(c)": "__next__", "abs(c)": "__abs__",
    "sorted([c, c])": "__lt__", "min([c, c])": "__lt__", "max(c, c)": "__gt__",
}  # fmt: skip

STATEMENTS = {
    "c[0] = x": "__setitem__", "c[0] += x": "__setitem__", "del c[0]": "__delitem__", "c.a = x": "__setattr__", "c.a, b = x, x": "__setattr__",
    "del c.a": "__delattr__", "setattr(c, 'a', x)": "__setattr__", "delattr(c, 'a')": "__delattr__", "a, b = c": "__iter__",
    "for i in c: pass": "__iter__", "while c: x = x + 1": "__bool__", "assert c": "__bool__", "if c: x = -x": "__bool__",
    "a = c\n    a += x": "__iadd__", "with c: pass": "__exit__", "with c as d: pass": "__enter__",
    "with contextlib.ExitStack() as stack: stack.enter_context(c)": "__enter__",
}  # fmt: skip


@pytest.mark.parametrize(("code", "method"), [*((f"return {code}", method) for code, method in READS.items()), *STATEMENTS.items()])
def test_a_method_that_is_run_without_a_call(traced: Traced, code: str, method: str) -> None:
    program = (
        "import contextlib\nimport tensorflow as tf\n\n"
        f"class C:\n    def {method}(self, *given):\n        return 1\n\nc = C()\n\n@tf.function\ndef f(x):\n    {code}\n"
    )
    assert set(traced(program)) == {"f", f"C.{method}"}


@pytest.mark.parametrize(
    ("methods", "code", "found"),
    [
        ("__len__", "bool(c)", "__len__"),
        ("__len__ __bool__", "not c", "__bool__"),
        ("__repr__", "f'{c}'", "__repr__"),
        ("__str__ __repr__", "f'{c}'", "__str__"),
        ("__add__ __iadd__", "c += x", "__iadd__"),
        ("__add__", "c += x", "__add__"),
        ("__getitem__", "for i in c: pass", "__getitem__"),
    ],
)
def test_the_first_that_the_class_has_is_run(traced: Traced, methods: str, code: str, found: str) -> None:
    body = "".join(f"    def {method}(self, *given):\n        return 1\n" for method in methods.split())
    program = f"import tensorflow as tf\nclass C:\n{body}\n@tf.function\ndef f(x):\n    c = C()\n    {code}\n"
    assert set(traced(program)) == {"f", f"C.{found}"}


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("c.p = x", "C.p"),
        ("c.p += x", "C.p C.p"),
        ("setattr(c, 'p', x)", "C.p"),
        ("del c.p", "C.p"),
        ("c.made", "C.get"),
        ("c.made = x", "C.set"),
        ("c.made += x", "C.get C.set"),
        ("del c.made", "C.delete"),
        ("c.held", "D.__get__"),
        ("c.held = x", "D.__set__"),
        ("del c.held", "D.__delete__"),
        ("c.free = x", ""),
        ("c.other", ""),
    ],
)
def test_what_stands_behind_an_attribute(traced: Traced, code: str, found: str) -> None:
    program = textwrap.dedent("""
        import tensorflow as tf

        class D:
            def __get__(self, thing, owner): return 1
            def __set__(self, thing, value): pass
            def __delete__(self, thing): pass

        class C:
            other = 3
            held = D()
            def get(self): return 1
            def set(self, value): pass
            def delete(self): pass
            made = property(get, set, fdel=delete)
            @property
            def p(self): return 1
            @p.setter
            def p(self, value): pass
            @p.deleter
            def p(self): pass

        c = C()

        @tf.function
        def f(x):
            %s
    """)
    names = sorted(name.removesuffix(".setter").removesuffix(".deleter") for name in traced(program % code))
    assert names == sorted(["f", *found.split()])


def test_what_an_iterator_gives_is_what_is_looped_over(traced: Traced) -> None:
    program = """
        import tensorflow as tf

        def g(x): return x
        def h(x): return x

        class Each:
            def __iter__(self): return iter([g])

        class Next:
            def __iter__(self): return self
            def __next__(self): return h

        @tf.function
        def f(x):
            for one in Each(): x = one(x)
            return [one(x) for one in Next()]
    """
    assert set(traced(program)) == {"f", "g", "h", "Each.__iter__", "Next.__iter__", "Next.__next__"}


@pytest.mark.parametrize(
    ("cls", "found"),
    [
        ("class C:\n    def __new__(cls): return object.__new__(cls)", "__new__"),
        ("class C:\n    def __init__(self): pass\n    def __post_init__(self): pass", "__init__"),
        ("@dataclasses.dataclass\nclass C:\n    a: int = 1\n    def __post_init__(self): pass", "__post_init__"),
    ],
)
def test_what_makes_an_object(traced: Traced, cls: str, found: str) -> None:
    assert set(traced(f"import dataclasses\nimport tensorflow as tf\n{cls}\n\n@tf.function\ndef f(x):\n    C()\n    return x\n")) == {"f", f"C.{found}"}


def test_a_getattr_is_run_for_what_nothing_else_has(traced: Traced) -> None:
    program = """
        import tensorflow as tf

        class C:
            a: int
            b = 1
            def __init__(self): self.c = 1
            def d(self): return 1
            def __getattr__(self, name): return 1

        c = C()

        @tf.function
        def f(x):
            return c.a + c.b + c.c + c.d() + x
    """
    assert set(traced(program)) == {"f", "C.d"}


@pytest.mark.parametrize(
    ("fill", "runs"),
    [
        ("setattr(self, name, 1)", False),
        ("self.__dict__.update({name: 1})", False),
        ("self.__dict__[name] = 1", False),
        ("self.__dict__ = {name: 1}", False),
        ("object.__setattr__(self, name, 1)", False),
        ("setattr(self, 'b', 1)", True),
        ("self.__dict__['b'] = 1", True),
        ("self.__dict__[name]", True),
        ("self.update(name)", True),
    ],
)
def test_a_getattr_whose_object_may_have_attributes_of_any_name_is_not_known_to_run(traced: Traced, fill: str, runs: bool) -> None:
    body = f"class C:\n    def __getattr__(self, name):\n        {fill}\n        return 1\n\nc = C()\n"
    found = traced(f"import tensorflow as tf\n\n{body}\n@tf.function\ndef f(x):\n    return c.anything + x\n")
    assert ("C.__getattr__" in found) is runs


@pytest.mark.parametrize(("code", "found"), [("sorted([c, c], key=id)", set()), ("sorted([c, c])", {"C.__lt__"}), ("max([x, x])", set())])
def test_a_key_orders_what_has_an_order_of_its_own(traced: Traced, code: str, found: set[str]) -> None:
    program = f"import tensorflow as tf\nclass C:\n    def __lt__(self, other):\n        return True\nc = C()\n@tf.function\ndef f(x):\n    return {code}\n"
    assert set(traced(program)) == {"f", *found}
