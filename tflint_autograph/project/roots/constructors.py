"""What plain Python gives to constructors that keep it on their objects, whose methods call it: `Trainer(net, loss)`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Expr
from tflint_autograph.model.facts import ClassFact, ClassKey, FunctionFact, FunctionKey, ModuleFacts
from tflint_autograph.model.values import UNKNOWN, Kind, Origin, Target, Value, join_all
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.walks import dotted_path, word_of
from tflint_autograph.project.changing.rebinding import is_test
from tflint_autograph.project.evaluating.attributes import constructor_of
from tflint_autograph.project.index.project import Project
from tflint_autograph.project.index.texts import called_paths
from tflint_autograph.project.roots.callsites import callers_in
from tflint_autograph.project.roots.place import Place
from tflint_autograph.project.roots.root import Root
from tflint_autograph.project.values.flow import Env
from tflint_autograph.project.values.signature import bind

_LONGEST = 3
"""Objects that are given objects are followed this far."""

_COPIED = r"(?:(?:[\w.]*\bget|list|tuple|dict)\()?(\w+)\)?(?: +(?:or|if|\+) .*)?"
_INSTEAD = r".* else (\w+)"
_TAKEN_OUT = r"[\w.]*[\[{(].*(?: in |\*)(\w+)[\]}),. ].*"
_KEPT = tuple(
    re.compile(rf"(\w+)\.(\w+)(?: *:[^=\n]*)? *= *{value} *(?:#.*)?$", re.MULTILINE) for value in (_COPIED, _INSTEAD, _TAKEN_OUT)
)
"""An attribute that is set to what a name holds or to something else in its place, to what `keras.activations.get` makes of it, or to a copy."""

Kept = Mapping[FunctionKey, Collection[str]]
"""By constructor, those of its parameters that matter."""

Given = tuple[FunctionKey, FunctionKey, str, Value]
"""A function, the constructor that it calls, a parameter of that, and what this is given."""


def given_to_constructors(analysis: Analysis, found: Iterable[Root], makers: Iterable[Env]) -> dict[FunctionKey, Env]:
    """The functions and objects of the project that parameters of constructors are given, by constructor.

    These are the constructors of classes with a root among their methods, of the objects that `makers` of roots are given, and
    of those that they are given in turn.
    Of several functions all are meant. Of objects, and of what containers hold, nothing is said unless all calls are seen to
    give one of the same few classes, or of one type of TensorFlow's. Tests are left out.
    """
    given: dict[FunctionKey, defaultdict[str, dict[Value, None]]] = {}
    owners = _owners(analysis, found) | dict.fromkeys(each for env in makers for value in env.values() for each in _classes_of(value))
    for _ in range(_LONGEST):
        keeping = _Keeping(analysis, given)
        for cls in owners:
            keeping.look_at(cls)
        given |= {key: defaultdict(dict) for key in keeping.kept}
        owners = {}
        called = ((key, name, value) for _, key, name, value in _passed(analysis, keeping.names, keeping.kept))
        for key, name, value in (*called, *keeping.passed_up):
            given[key][name][value] = None
            owners |= dict.fromkeys(_classes_of(value))
        for key, name, above, other in reversed(keeping.handed_up):
            given[above][other].update(given[key][name])
    joined: defaultdict[FunctionKey, Env] = defaultdict(dict)
    for key, known in given.items():
        for name, values in known.items():
            one = all_given(name, values) if _agree(values) else None
            if one is not None:
                joined[key][name] = one
    return joined


def _owners(analysis: Analysis, found: Iterable[Root]) -> dict[ClassKey, None]:
    """The classes with a root among their methods, their subclasses, and those that their constructors seem to make.

    A file with a root may make others at its top, too.
    """
    project = analysis.project
    paths = dict.fromkeys(root.target.key.path for root in found)
    owners = dict.fromkeys(owner for root in found if (owner := _owner(project, root.target.key)) is not None)
    owners |= dict.fromkeys(each for owner in owners for each in analysis.classes.descendants().get(owner, ()))
    classes = {each: each.qualname.rpartition(".")[2] for each in project.classes()}
    made = {(path, name) for path in paths for name in _made_at_top(project, path)}
    made.update((owner.path, name) for owner in owners for name in _made_by(analysis, owner))
    known = frozenset(classes.values())
    names = {name for path, dotted in made if (name := dotted.rpartition(".")[2]) in known and not _is_outside(analysis, path, dotted)}
    return owners | dict.fromkeys(each for each, name in classes.items() if name in names)


def _is_outside(analysis: Analysis, path: str, dotted: str) -> bool:
    """Whether at the top of a file a dotted name is one of something outside the project."""
    first, *rest = dotted.split(".")
    expr: Expr = ir.Name(first)
    for name in rest:
        expr = ir.Attribute(expr, name, At(1, 1, 1, 1))
    return bool(analysis.outside(path, "", expr).name)


def _owner(project: Project, key: FunctionKey) -> ClassKey | None:
    """The class of which a function is a method, or stands in one and speaks of its object."""
    fact = inner = project.function(key)
    while fact is not None and not fact.owner and fact.parent:
        fact = project.function(FunctionKey(key.path, fact.parent))
    module = project.module(key.path)
    if fact is None or not fact.owner or inner is None or module is None:
        return None
    text = module.passage(inner.at) if inner is not fact else ""
    spoken = inner is fact or any(f"{each.name}." in text for each in fact.parameters[:1])
    return ClassKey(key.path, fact.owner) if spoken else None


def _made_by(analysis: Analysis, cls: ClassKey) -> frozenset[str]:
    """The dotted names of what the constructor of a class itself seems to call."""
    module, own = analysis.project.module(cls.path), analysis.classes.methods_of(cls).get("__init__")
    fact = analysis.project.function(FunctionKey(cls.path, own)) if own is not None else None
    return called_paths(module.passage(fact.at)) if fact is not None and module is not None else frozenset()


def _made_at_top(project: Project, path: str) -> Iterator[str]:
    """The dotted names of what is called at the top of a file for its result."""
    module = project.module(path)
    for statement in module.body.statements if module is not None else ():
        if isinstance(statement, ir.Assign) and isinstance(statement.value, ir.Call):
            yield dotted_path(statement.value.func)


def all_given(name: str, values: Iterable[Value]) -> Value | None:
    """One value for all that a parameter is given; None where nothing is said of it."""
    targets = dict.fromkeys(target for value in values for target in value.targets)
    if targets:
        return Value(Kind.CALLABLE, Origin.OUTER, targets=tuple(targets), place=name)
    one = join_all(tuple(value._replace(because=None) for value in values))
    if one.cls is not None or (one.either and one.kind is not Kind.CALLABLE):
        return Value(Kind.OBJECT, Origin.OUTER, cls=one.cls, exact=True, either=one.either, place=name)
    if (one.kind is Kind.OBJECT and one.type) or one.kind is Kind.NONE:
        return one._replace(origin=Origin.OUTER, place=name, parameter="")
    held = one.element
    if one.kind is Kind.CONTAINER and held is not None and (held.targets or held.cls is not None or held.either):
        return Value(Kind.CONTAINER, Origin.OUTER, type=one.type, element=held._replace(parameter="", because=None), place=name)
    return None


def optional(fact: FunctionFact) -> frozenset[str]:
    """The parameters that are None where nothing else is given."""
    return frozenset(each.name for each in fact.parameters if each.default == ir.Constant(None))


def _agree(values: Iterable[Value]) -> bool:
    """Whether all calls give objects of the same classes: another object may be one that plain Python alone asks."""
    return len({frozenset(_classes_of(value)) for value in values if not value.targets and value.kind is not Kind.NONE}) < 2


def _classes_of(value: Value) -> Iterator[ClassKey]:
    """The classes of which an object is, or what a container holds."""
    for one in (value, value.element) if value.element is not None else (value,):
        yield from (one.cls,) if one.cls is not None else one.either if one.kind is not Kind.CALLABLE else ()


class _Keeping:
    """The constructors that keep something, with the `names` of the classes that they make; those `known` are left out.

    `passed_up` is what one gives to that of a base class, and `handed_up` which of its own parameters it hands to it.
    """

    def __init__(self, analysis: Analysis, known: Collection[FunctionKey]) -> None:
        self._analysis = analysis
        self._known = known
        self.kept: dict[FunctionKey, set[str]] = {}
        self.names: set[str] = set()
        self.passed_up: list[tuple[FunctionKey, str, Value]] = []
        self.handed_up: list[tuple[FunctionKey, str, FunctionKey, str]] = []

    def look_at(self, cls: ClassKey) -> None:
        """Look at the constructor of a class."""
        key = self._analysis.classes.method(cls, "__init__")
        if self._of(key) if key is not None else self._of_fields(cls):
            self.names.add(cls.qualname.rpartition(".")[2])

    def _of_fields(self, cls: ClassKey) -> bool:
        """Whether a constructor that nobody has written fills fields of which the annotations say nothing."""
        found = {}
        for base, fact in _with_fields(self._analysis, cls):
            if fact.declared:
                open_ = {name for name, each in fact.declared if self._analysis.annotated(each, base.path) is None}
                found[constructor_of(base)] = open_
        self.kept.update({key: names for key, names in found.items() if key not in self._known})
        return any(found.values())

    def _of(self, key: FunctionKey) -> set[str]:
        """The parameters of a constructor that it, or that of a base class, puts on its object for methods to call."""
        if key in self._known or is_test(key.path):
            return set()
        if key not in self.kept:
            fact = self._analysis.project.function(key)
            self.kept[key] = set(_kept(self._analysis, key, fact)) if fact is not None else set()
            if fact is not None:
                self._look_above(key, fact)
        return self.kept[key]

    def _look_above(self, key: FunctionKey, fact: FunctionFact) -> None:
        """Look at what a constructor gives to that of the base class."""
        owner = ClassKey(key.path, fact.owner)
        above = self._analysis.classes.method(owner, "__init__", after=owner)
        kept = self._of(above) if above is not None else set()
        place = Place.of(self._analysis, key) if kept else None
        if above is None or place is None:
            return
        for name, expr in _given_above(self._analysis, place, fact, above, kept):
            if isinstance(expr, ir.Name) and expr.id in fact.given:
                self.kept[key].add(expr.id)
                self.handed_up.append((key, expr.id, above, name))
            else:
                self.passed_up.append((above, name, place.value(expr)))


def _kept(analysis: Analysis, key: FunctionKey, fact: FunctionFact) -> Iterator[str]:
    """The parameters of a constructor that it puts on its object, under a name that a file of such a class calls or asks."""
    module, owner = analysis.project.module(key.path), ClassKey(key.path, fact.owner)
    if len(fact.parameters) < 2 or not fact.stores or module is None:
        return
    own, *names = (each.name for each in fact.parameters)
    paths = dict.fromkeys(each.path for each in (owner, *analysis.classes.descendants().get(owner, ())))
    files = [file for path in paths if (file := analysis.project.module(path)) is not None]
    text = module.passage(fact.at)
    for keeper, attr, value in (each for pattern in _KEPT for each in pattern.findall(text)):
        if keeper == own and value in names and any(_may_run(file, own, attr) for file in files):
            yield value


def _may_run(file: ModuleFacts, own: str, attr: str) -> bool:
    """Whether a file seems to call or ask what is under the attribute, or what that holds."""
    spelled = (f".{attr}(", f".{attr}.", f".{attr}[", f" in {own}.{attr}", f" in enumerate({own}.{attr}", f" in zip({own}.{attr}", f", {own}.{attr}):")
    return any(map(file.mentions, spelled))


def is_constructor(key: FunctionKey) -> bool:
    """Whether a function is one that makes objects, which calls of their class run."""
    return key.qualname.endswith(".__init__")


def passed_to(analysis: Analysis, wanted: Kept) -> Iterator[Given]:
    """What is given to these parameters of constructors, by those of subclasses too. Tests are left out."""
    names = set()
    for owner in (ClassKey(key.path, key.qualname.rpartition(".")[0]) for key in wanted):
        for cls in (owner, *analysis.classes.descendants().get(owner, ())):
            key = analysis.classes.method(cls, "__init__")
            if key in wanted:
                names.add(cls.qualname.rpartition(".")[2])
            if "__init__" in analysis.classes.methods_of(cls) and key is not None:
                yield from _passed_above(analysis, key, cls, wanted)
    yield from _passed(analysis, names, wanted)


def _passed_above(analysis: Analysis, key: FunctionKey, owner: ClassKey, wanted: Kept) -> Iterator[Given]:
    """What the constructor of a class gives to that of the base class."""
    above = analysis.classes.method(owner, "__init__", after=owner)
    fact, place = analysis.project.function(key), Place.of(analysis, key) if above in wanted else None
    if above is not None and fact is not None and place is not None:
        for name, expr in _given_above(analysis, place, fact, above, wanted[above]):
            yield key, above, name, place.value(expr)


def _given_above(
    analysis: Analysis, place: Place, fact: FunctionFact, above: FunctionKey, names: Collection[str]
) -> Iterator[tuple[str, Expr]]:
    """What a constructor gives to that of the base class for these parameters."""
    own = tuple(ir.Argument(ir.Name(each.name), None) for each in fact.parameters[:1])
    for call in place.calls_of(("__init__",)):
        # `Base.__init__(self, ...)`, as well as `super().__init__(...)`.
        yield from _arguments(analysis, above, call.args[bool(own) and call.args[:1] == own :], names)


def _passed(analysis: Analysis, classes: Collection[str], kept: Kept) -> Iterator[Given]:
    """What calls of classes of these names give to the parameters that their constructors keep."""
    names = frozenset(classes)
    for place in _calling(analysis, names):
        for call in place.calls_of(names):
            made = place.value(call.func).klass
            key = analysis.classes.method(made, "__init__") if made is not None else None
            if made is not None and key is None:
                fields = _fields(analysis, made, call.args, kept)
                yield from ((place.key, owner, name, place.value(expr)) for owner, name, expr in fields)
            if key is None or key not in kept:
                continue
            for name, expr in _arguments(analysis, key, call.args, kept[key]):
                yield place.key, key, name, place.value(expr)
    for own, made in _decorating(analysis, names):
        key = analysis.classes.method(made, "__init__")
        if key is not None and key in kept:
            given = Value(Kind.CALLABLE, Origin.OUTER, targets=(own,))
            yield from ((own.key, key, name, given) for name, _ in _arguments(analysis, key, _DECORATED, kept[key]))


def _decorating(analysis: Analysis, names: Collection[str]) -> Iterator[tuple[Target, ClassKey]]:
    """The functions of which classes of these names make objects, as their decorators; those of tests are left out."""
    for module in analysis.project.loaded() if names else ():
        for fact in module.functions if not is_test(module.path) else ():
            for expr, _ in fact.decorators:
                made = analysis.outside(module.path, fact.parent, expr).klass if word_of(expr) in names else None
                if made is not None:
                    yield Target(FunctionKey(module.path, fact.qualname)), made


_DECORATED = (ir.Argument(ir.Constant(None), None),)
"""What a class is given that decorates a function."""


def _calling(analysis: Analysis, names: frozenset[str]) -> Iterator[Place]:
    """The functions and modules that call something of one of the names, tests left out."""
    for module in analysis.project.calling(names):
        for qualname in callers_in(analysis.project, module, names) if not is_test(module.path) else ():
            place = Place.of(analysis, FunctionKey(module.path, qualname))
            if place is not None:
                yield place


def _arguments(
    analysis: Analysis, key: FunctionKey, given: tuple[ir.Argument, ...], names: Collection[str]
) -> Iterator[tuple[str, Expr]]:
    """Those of the parameters of a constructor that a call gives something, which is not known where it is unpacked."""
    fact = analysis.project.function(key)
    args = tuple((each.keyword, Value(const=number)) for number, each in enumerate(given))
    bound = bind(fact, Target(key, receiver=UNKNOWN), args) if fact is not None else {}
    unpacked = any(each.keyword in ("*", "**") for each in given)
    left = optional(fact) if fact is not None and not unpacked else ()
    for name in sorted(names):
        taken = bound.get(name, UNKNOWN)
        if isinstance(taken.const, int):
            yield name, given[taken.const].value
        elif taken.items:
            yield name, ir.Display("tuple", tuple([given[each.const].value for each in taken.items if isinstance(each.const, int)]))
        elif unpacked:
            yield name, _unpacked(given, name)
        elif name in left:
            yield name, ir.Constant(None)


def _unpacked(given: tuple[ir.Argument, ...], name: str) -> Expr:
    """What a call that unpacks something gives to a parameter, as `Place.value` reads it: what a dict has under its name."""
    mappings = [each.value for each in given if each.keyword == "**"]
    one = mappings[0] if len(mappings) == 1 and not any(each.keyword == "*" for each in given) else ir.Mapping((), ())
    return ir.Starred(ir.Subscript(one, ir.Constant(name)))


def _with_fields(analysis: Analysis, cls: ClassKey) -> list[tuple[ClassKey, ClassFact]]:
    """The class and its ancestors in the project, the nearest first, where a constructor that nobody has written fills fields."""
    bases = analysis.classes.mro(cls) if analysis.classes.makes_fields(cls) else ()
    own = [base for base in bases if isinstance(base, ClassKey)]
    return [(base, fact) for base in own if (fact := analysis.project.cls(base)) is not None]


def _fields(
    analysis: Analysis, cls: ClassKey, given: tuple[ir.Argument, ...], kept: Kept
) -> Iterator[tuple[FunctionKey, str, Expr]]:
    """Those of the fields of a class that a call gives something; by position, those alone that have to be given."""
    owners: dict[str, FunctionKey] = {}
    required: list[str] = []
    defaults = False
    for base, fact in reversed(_with_fields(analysis, cls)):
        owners.update((name, constructor_of(base)) for name, _ in fact.declared)
        bound = dict(fact.attributes)
        required += [name for name, _ in fact.declared if name not in bound and not defaults]
        defaults = defaults or bool(bound)
    positional = [each.value for each in given if each.keyword is None]
    unpacked = any(each.keyword in ("*", "**") for each in given)
    held = dict(zip(required, positional, strict=False)) if not unpacked else {}
    held.update((each.keyword, each.value) for each in given if each.keyword in owners)
    for name, owner in owners.items():
        expr = _unpacked(given, name) if unpacked and name not in held else held.get(name)
        if expr is not None and name in kept.get(owner, ()):
            yield owner, name, expr


