"""Changes of containers, attributes, names and buffers."""

from __future__ import annotations

from tests.generated.parts.hazards import HAZARDS, STATE, Hazard, put, result
from tests.generated.parts.storages import Held, Initial, choose
from tests.generated.writing.program import Scope, Unsuited

_COLLECTIONS = ("import collections",)
_NUMPY = ("import numpy as np",)

_KINDS: dict[str, tuple[Initial, dict[str, str]]] = {
    "list": (
        Initial("[3, 1, 2, 9, 8, 7, 6, 5, 4]"),
        {
            "append": "$s.append($v)", "extend": "$s.extend([$v])", "insert": "$s.insert(0, $v)", "iadd": "$s += [$v]",
            "pop": "$s.pop()", "pop-first": "$s.pop(0)", "pop-used": "_ = $s.pop()", "item": "$s[0] = $s[0] + 1", "item-iadd": "$s[-1] += 1",
            "slice": "$s[1:1] = [$v]", "slice-end": "$s[len($s):] = [$v]", "del": "del $s[0]", "del-slice": "del $s[:1]",
            "remove": "$s.remove($s[0])", "reverse": "$s.reverse()\n$s.append(len($s))", "imul": "$s *= 2", "setitem": "$s.__setitem__(0, $s[0] + 1)",
            "swap": "$s[0], $s[1] = $s[1], $s[0] + 1", "list.append": "list.append($s, $v)", "extend-generator": "$s.extend(v for v in (1,))",
            "conditional": "if len($s) < 100:\n    $s.append($v)", "loop": "for each in (1, 2):\n    $s.append(each)",
        },
    ),
    "dict": (
        Initial('{"n": 0, "a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6}'),
        {
            "item": '$s["n"] = $s["n"] + 1', "item-iadd": '$s["n"] += 1', "update": '$s.update(n=$s["n"] + 1)',
            "update-dict": '$s.update({"n": $s["n"] + 1})', "ior": '$s |= {"n": $s["n"] + 1}', "setdefault": "$s.setdefault(len($s), $v)",
            "new-key": "$s[len($s)] = $v", "pop": "$s.pop(next(iter($s)))", "popitem": "$s.popitem()", "del": "del $s[next(iter($s))]",
            "setitem": '$s.__setitem__("n", $s["n"] + 1)', "get-add": '$s["n"] = $s.get("n", 0) + 1', "update-pairs": '$s.update([("n", $s["n"] + 1)])',
            "nested-setdefault": '$s.setdefault("rows", []).append($v)',
        },
    ),
    "set": (
        Initial("{0}"),
        {"add": "$s.add(len($s))", "update": "$s.update([len($s)])", "ior": "$s |= {len($s)}", "symmetric": "$s ^= {len($s)}"},
    ),
    "set-full": (Initial("set(range(9))"), {"pop": "$s.pop()", "discard": "$s.discard(len($s) - 1)", "remove": "$s.remove(len($s) - 1)", "isub": "$s -= {len($s) - 1}"}),
    "deque": (
        Initial("collections.deque([3, 1, 2, 9, 8, 7])", _COLLECTIONS),
        {"append": "$s.append($v)", "appendleft": "$s.appendleft($v)", "extendleft": "$s.extendleft([$v])", "rotate": "$s.rotate(1)", "popleft": "$s.popleft()"},
    ),
    "counter": (
        Initial("collections.Counter()", _COLLECTIONS),
        {"iadd": '$s["n"] += 1', "update": '$s.update(["n"])', "update-named": "$s.update(n=1)", "subtract": '$s.subtract(["n"])', "augmented": '$s += collections.Counter(["n"])'},
    ),
    "defaultdict": (
        Initial("collections.defaultdict(list)", _COLLECTIONS),
        {"append": '$s["n"].append($v)', "touch": "$s[len($s)]", "iadd": '$s["n"] += [$v]'},
    ),
    "ordered": (Initial("collections.OrderedDict((key, 1) for key in range(9))", _COLLECTIONS), {"move": "$s.move_to_end(next(iter($s)))", "popitem": "$s.popitem(last=False)"}),
    "heap": (Initial("[1, 5, 9]", ("import heapq",)), {"push": "heapq.heappush($s, len($s))", "replace": "heapq.heapreplace($s, len($s) + 7)", "pop": "heapq.heappop($s)"}),
    "sorted": (Initial("[1, 5, 9]", ("import bisect",)), {"insort": "bisect.insort($s, len($s))"}),
    "operator": (Initial("[1, 5, 9]", ("import operator",)), {"setitem": "operator.setitem($s, 0, $s[0] + 1)", "iadd": "operator.iadd($s, [$v])", "delitem": "operator.delitem($s, 0)"}),
    "bytes": (Initial('bytearray(b"abc")'), {"append": "$s.append(65)", "iadd": '$s += b"d"', "item": "$s[0] += 1"}),
    "queue": (Initial("queue.Queue()", ("import queue",)), {"put": "$s.put($v)", "put_nowait": "$s.put_nowait($v)"}),
    "nested": (
        Initial('{"rows": [[0]]}'),
        {"append": '$s["rows"].append($v)', "deep-append": '$s["rows"][0].append($v)', "deep-iadd": '$s["rows"][0][0] += 1', "alias": 'rows = $s["rows"]\nrows.append($v)', "loop": 'for row in $s["rows"]:\n    row.append($v)', "get": '$s.get("rows").append($v)', "values": "for rows in $s.values():\n    rows.append([$v])"},
    ),
    "pair": (Initial("([], [])"), {"index": "$s[0].append($v)", "unpack": "first, second = $s\nsecond.append($v)"}),
    "buffer": (
        Initial("np.arange(1.0, 8.0)", _NUMPY),
        {
            "item": "$s[0] = $s[0] + 1.0", "item-iadd": "$s[0] += 1.0", "slice": "$s[:] = $s + 1.0", "iadd": "$s += 1.0", "imul": "$s *= 2.0", "fill": "$s.fill($s[0] + 1.0)",
            "out": "np.add($s, 1.0, out=$s)", "out-positional": "np.multiply($s, 2.0, $s)", "copyto": "np.copyto($s, $s + 1.0)", "put": "np.put($s, [0], $s[0] + 1.0)",
            "method-put": "$s.put([0], $s[0] + 1.0)", "add-at": "np.add.at($s, [0], 1.0)", "mask": "$s[$s > 0] += 1.0", "flat": "$s.flat[0] += 1.0", "view": "view = $s[:1]\nview += 1.0",
            "place": "np.place($s, $s > 0, $s + 1.0)", "putmask": "np.putmask($s, $s > 0, $s + 1.0)", "ellipsis": "$s[...] = $s + 1.0", "roll": "$s[:] = np.roll($s, 1)",
        },
    ),
}  # fmt: skip

_VALUES = ("1", "2.5", '"seen"', "None", "(1, 2)", "len('abc')", "True")


def changed(name: str, initial: Initial, template: str, *, local: bool) -> Hazard:
    """A change of something, `$s`, that is kept in one of the storages, or in the call alone when `local`."""

    def write(scope: Scope) -> str:
        held = choose(scope, initial, local=local)
        rebinds = any(line.startswith("$s ") and "=" in line.split()[1] for line in template.split("\n"))
        if rebinds and not _may_rebind(scope, held):
            raise Unsuited
        put(scope, "TFA503", template, s=held.here, v=scope.program.pick(_VALUES))
        _read(scope, held)
        return result(scope)

    return Hazard(name, "TFA503", write, STATE, "local-container" if local else "")


def _may_rebind(scope: Scope, held: Held) -> bool:
    """Let the name be rebound by an augmented assignment, where it is one."""
    if held.here.endswith(")"):
        return False
    if held.declare and scope.program.chosen.get("storage") in ("in-global", "in-closure"):
        scope.declared.append(held.declare)
    return True


def _read(scope: Scope, held: Held) -> None:
    """Let the driver look at what was kept, sometimes."""
    if held.driver is not None and scope.program.chance(0.4):
        driver = held.driver
        scope.program.finish.append(lambda where: [f"print({driver(where)})"])


def _counted(form: str, template: str, *, bare: bool | None = None) -> Hazard:
    """A number that is counted up: an attribute, an item, or a name when `bare`."""

    def write(scope: Scope) -> str:
        held = choose(scope, Initial("0"))
        owner, _, field = held.here.rpartition(".")
        if "$o" in template and (not owner or held.here.endswith("]")):
            raise Unsuited
        if held.bare != bare and bare is not None:
            raise Unsuited
        if scope.program.chosen["storage"] in (
            "in-alias",
            "in-alias-of-self",
            "in-parameter",
            "in-default",
            "behind-getter",
        ):
            raise Unsuited
        if "contextlib" in template:
            scope.needs("import contextlib")
        if "globals" in template and scope.program.chosen["storage"] != "in-global":
            raise Unsuited
        if held.bare:
            scope.declared.append(held.declare)
        put(scope, "TFA503", template, s=held.here, o=owner, f=field)
        _read(scope, held)
        return result(scope)

    return Hazard(f"number.{form}", "TFA503", write, STATE)


_FORMS = [
    (f"{kind}.{form}", initial, template)
    for kind, (initial, forms) in _KINDS.items()
    for form, template in forms.items()
]
HAZARDS += [changed(name, initial, template, local=False) for name, initial, template in _FORMS]
HAZARDS += [changed(*form, local=True) for form in _FORMS if not form[0].startswith("queue")]
HAZARDS += [
    _counted("iadd", "$s += 1"),
    _counted("assign", "$s = $s + 1"),
    _counted("isub", "$s -= 0.5"),
    _counted("walrus", "if ($s := $s + 1) > 100:\n    pass", bare=True),
    _counted("walrus-argument", "_ = max(($s := $s + 1), 0)", bare=True),
    _counted("tuple", "$s, _ = $s + 1, None"),
    _counted("chain", "_ = $s = $s + 1"),
    _counted("annotated", "$o.$f: int = $o.$f + 1", bare=False),
    _counted("setattr", 'setattr($o, "$f", $o.$f + 1)', bare=False),
    _counted("dict", '$o.__dict__["$f"] += 1', bare=False),
    _counted("vars", 'vars($o)["$f"] += 1', bare=False),
    _counted("for-target", "for $s in ($s + 1,):\n    pass"),
    _counted("with-target", "with contextlib.nullcontext($s + 1) as $s:\n    pass"),
    _counted("swap", "old, $s = $s, $s + 1"),
    _counted("conditional", "$s = $s + 1 if $s < 100 else 0"),
    _counted("globals", 'globals()["$s"] += 1', bare=True),
]
