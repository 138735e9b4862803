"""What a method sets on its own object, and whether a function yields, are facts of the function."""

from __future__ import annotations

import textwrap

from tflint_autograph.facts.lower import lower
from tflint_autograph.facts.scan import scan


def stores(text: str) -> dict[str, tuple[str, ...]]:
    text = textwrap.dedent(text)
    return {fact.qualname: fact.stores for fact in scan(text, tuple(text.splitlines()), "m.py", "m", False).functions}


def test_every_statement_that_binds_counts() -> None:
    found = stores("""
        class A:
            def f(self, other):
                self.a = self.b, *self.c = 1, 2
                (self.d, [self.e, other.no]) = other
                self.f: int
                self.g += 1
                for self.h in other:
                    pass
                else:
                    self.i = 1
                with other as self.j, other as (self.k, x):
                    self.a = 2
                try:
                    self.l = 1
                except ValueError:
                    self.m = 1
                else:
                    self.n = 1
                finally:
                    self.o = 1
                match other:
                    case 1:
                        self.p = 1
                if (self.q == 1):
                    self.r[0] = self.s.t = 1
                    del self.u
        """)
    assert found["A.f"] == (*"abcdefghijkl", "n", "o", "m", "p")


def test_the_first_parameter_is_meant_whatever_its_name() -> None:
    found = stores("""
        class A:
            def f(this, self):
                this.a = self.b = 1

            def g(*args):
                args.a = 1

            def h():
                self.a = 1
        """)
    assert found == {"A.f": ("a",), "A.g": ("a",), "A.h": ()}


def test_what_is_set_of_other_objects_is_known_of_functions_and_of_the_module() -> None:
    text = textwrap.dedent("""
        import config

        config.a, (b.c, *d[0].e) = 1, 2
        for x().f in config.g:
            config.h = 1

        def i(self, other):
            self.j = other.k.l = other.k[0] = 1
            other.k.l: int = 2

            def m():
                other.n += 1
        """)
    facts = scan(text, tuple(text.splitlines()), "m.py", "m", False)
    assert facts.sets == (*"acefh",)
    assert [fact.sets for fact in facts.functions] == [("j", "l"), ("n",)]


def test_what_a_method_sets_of_its_own_object_is_not_set_of_another() -> None:
    text = textwrap.dedent("""
        class A:
            def f(self, other):
                self.a = other.b = other.a.a = 1
                self.c, self.d.e = other

            def g(self, other):
                self, x = other
                self.a = 1

            @staticmethod
            def h(other):
                other.a = 1

            @classmethod
            def i(cls):
                cls.a = 1
        """)
    facts = scan(text, tuple(text.splitlines()), "m.py", "m", False)
    assert {fact.name: fact.sets for fact in facts.functions} == {"f": ("b", "a", "e"), "g": ("a",), "h": ("a",), "i": ()}
    assert {fact.name: fact.stores for fact in facts.functions} == {"f": ("a", "c"), "g": ("a",), "h": ("a",), "i": ("a",)}


def test_functions_and_classes_inside_a_method_speak_for_themselves() -> None:
    found = stores("""
        class A:
            def f(self):
                def inner(self):
                    self.no = 1

                class B:
                    self.neither = 1

                    def g(self):
                        self.b = 1

                self.a = 1

        def plain(self):
            self.none = 1
        """)
    assert found == {"A.f": ("a",), "A.f.<locals>.inner": (), "A.f.<locals>.B.g": ("b",), "plain": ()}


def test_functions_stand_before_those_inside_them() -> None:
    assert list(stores("def f():\n    def g(): pass\ndef h(): pass\n")) == ["f", "f.<locals>.g", "h"]


def generators(text: str) -> set[str]:
    text = textwrap.dedent(text)
    facts = scan(text, tuple(text.splitlines()), "m.py", "m", False)
    lowered = {fact.qualname for fact in facts.functions if lower(facts, fact)[0].body.generator}
    assert lowered == {fact.qualname for fact in facts.functions if fact.generator}
    return lowered


def test_a_function_that_yields_is_a_generator() -> None:
    assert generators("""
        def f():
            for x in y:
                if x:
                    z = [(yield x)]

        def g():
            return (yield from f())

        def h():
            "yield"
            return lambda: (yield 1)

        def i():
            def inner(x=1):
                yield 1

            class A:
                def m(self):
                    yield 1

            return inner
        """) == {"f", "g", "i.<locals>.inner", "i.<locals>.A.m"}


def test_a_lambda_that_yields_is_one() -> None:
    facts = scan("f = lambda: (yield 1)\ng = lambda: 1\n", ("f = lambda: (yield 1)", "g = lambda: 1"), "m.py", "m", False)
    assert [each.fact.generator for each in facts.lambdas] == [True, False]


def test_a_function_that_may_hold_a_lambda_says_so() -> None:
    text = "def f(x):\n    return sorted(x, key=lambda y: -y)\ndef g(x):\n    return x\n"
    facts = scan(text, tuple(text.splitlines()), "m.py", "m", False)
    assert {fact.qualname: fact.lambdas for fact in facts.functions} == {"f": True, "g": False}
