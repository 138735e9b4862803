"""Printing, logging and files."""

from __future__ import annotations

from tests.generated.parts.hazards import HAZARDS, Hazard, put, result
from tests.generated.writing.program import Driver, Scope, Unsuited

_OUT = frozenset({"stdout", "stderr", "log", "warning"})
_FILES = frozenset({"files", "result", "stdout", "exception"})


def _statement(
    form: str,
    rule: str,
    template: str,
    *,
    api: str = "",
    needs: tuple[str, ...] = (),
    guard: str = "",
    setup: tuple[str, ...] = (),
) -> Hazard:
    """A statement; `$f` is something of a library, `$m` a text, `$n` a name of the module that `setup` makes."""

    def write(scope: Scope) -> str:
        scope.needs(*needs)
        called = scope.api(api) if api else ""
        kept = scope.program.names.constant() if setup else ""
        for line in setup:
            scope.module.add(*line.replace("$n", kept).replace("$f", called).split("\n"))
        _switch_on(scope, rule)
        put(scope, rule, template, f=called, n=kept, m=scope.program.names.word(), me=scope.me)
        return result(scope)

    return Hazard(form, rule, write, _OUT, guard)


def _switch_on(scope: Scope, rule: str) -> None:
    """Have log records and warnings shown each time."""
    if rule != "TFA102":
        return

    def lines(driver: Driver) -> list[str]:
        driver.module.needs("import logging", "import warnings")
        return ["logging.basicConfig(level=logging.INFO)", 'warnings.simplefilter("always")']

    scope.program.start.append(lines)


def _kept(form: str, rule: str, initial: str, template: str, *, needs: tuple[str, ...] = ()) -> Hazard:
    """Something that the object keeps in an attribute, `$a`."""

    def write(scope: Scope) -> str:
        if scope.owner is None or not scope.me:
            raise Unsuited
        scope.needs(*needs)
        name = scope.program.names.variable()
        scope.owner.init.append(f"self.{name} = {initial}")
        _switch_on(scope, rule)
        put(scope, rule, template, a=f"{scope.me}.{name}", m=scope.program.names.word())
        return result(scope)

    return Hazard(form, rule, write, _OUT)


HAZARDS += [
    _statement("print.text", "TFA101", 'print("$m")'),
    _statement("print.tensor", "TFA101", 'print("$m", $x)'),
    _statement("print.f-string", "TFA101", 'print(f"$m {$x}")'),
    _statement("print.shape", "TFA101", "print($x.shape)"),
    _statement("print.end", "TFA101", 'print("$m", end="; ", flush=True)'),
    _statement("print.stderr", "TFA101", 'print("$m", file=sys.stderr)', needs=("import sys",)),
    _statement("print.percent", "TFA101", 'print("%s %d" % ("$m", 3))'),
    _statement("print.builtins", "TFA101", '$f("$m")', api="builtins:print"),
    _statement("print.pprint", "TFA101", '$f({"$m": 1})', api="pprint:pprint"),
    _statement("print.write", "TFA101", '$f("$m\\n")', api="sys:stdout.write"),
    _statement("print.write-stderr", "TFA101", '$f("$m\\n")', api="sys:stderr.write"),
    _statement("print.writelines", "TFA101", 'sys.stdout.writelines(["$m\\n"])', needs=("import sys",)),
    _statement("print.alias", "TFA101", '$n("$m")', setup=("$n = print",)),
    _statement("print.wrapper", "TFA101", '_ = [print(each) for each in ("$m",)]'),
    _statement("print.conditional", "TFA101", 'if $x.shape.rank is not None:\n    print("$m", $x.dtype)'),
    _statement("print.expression", "TFA101", '_ = print("$m") or 1'),
    _statement("print.and", "TFA101", '$n and print("$m")', setup=("$n = True",)),
    _statement("print.rich", "TFA101", '$f("$m")', api="rich:print"),
    _statement("print.tf", "TFA101", 'tf.print("$m", $x)', guard="tf.print"),
    _statement(
        "print.tf-stdout",
        "TFA101",
        'tf.print("$m", $x, output_stream=sys.stdout)',
        needs=("import sys",),
        guard="tf.print",
    ),
    _statement("print.rebound", "TFA101", '$n("$m", $x)', setup=("$n = tf.print",), guard="tf.print"),
    _kept("print.attribute", "TFA101", "print", '$a("$m")'),
    _kept("print.stream", "TFA101", "sys.stdout", '$a.write("$m\\n")', needs=("import sys",)),
    _kept("print.to-stream", "TFA101", "sys.stderr", 'print("$m", file=$a)', needs=("import sys",)),
    _statement("log.root", "TFA102", '$f("$m")', api="logging:info"),
    _statement("log.root-warning", "TFA102", '$f("$m %s", 3)', api="logging:warning"),
    _statement(
        "log.logger",
        "TFA102",
        '$n.info("$m %s", $x)',
        needs=("import logging",),
        setup=("$n = logging.getLogger(__name__)",),
    ),
    _statement(
        "log.logger-debug",
        "TFA102",
        '$n.debug("$m")',
        needs=("import logging",),
        setup=('$n = logging.getLogger("app")', "$n.setLevel(logging.DEBUG)"),
    ),
    _statement(
        "log.logger-log",
        "TFA102",
        '$n.log(logging.INFO, "$m")',
        needs=("import logging",),
        setup=("$n = logging.getLogger(__name__)",),
    ),
    _statement(
        "log.logger-error",
        "TFA102",
        '$n.error("$m")',
        needs=("import logging",),
        setup=('$n = logging.getLogger("a").getChild("b")',),
    ),
    _statement(
        "log.adapter",
        "TFA102",
        '$n.info("$m")',
        needs=("import logging",),
        setup=("$n = logging.LoggerAdapter(logging.getLogger(__name__), {})",),
    ),
    _statement("log.inline", "TFA102", 'logging.getLogger("x").warning("$m")', needs=("import logging",)),
    _statement("log.absl", "TFA102", '$f("$m")', api="absl:logging.warning"),
    _statement("log.tensorflow", "TFA102", 'tf.get_logger().warning("$m")'),
    _statement(
        "log.factory",
        "TFA102",
        '$n().info("$m")',
        needs=("import logging",),
        setup=("def $n():\n    return logging.getLogger(__name__)",),
    ),
    _statement(
        "log.bound", "TFA102", '$n("$m")', needs=("import logging",), setup=("$n = logging.getLogger(__name__).info",)
    ),
    _statement("log.warnings", "TFA102", '$f("$m")', api="warnings:warn"),
    _statement("log.warnings-category", "TFA102", '$f("$m", RuntimeWarning, stacklevel=2)', api="warnings:warn"),
    _kept("log.attribute", "TFA102", "logging.getLogger(__name__)", '$a.info("$m")', needs=("import logging",)),
    _kept("log.attribute-bound", "TFA102", "logging.getLogger(__name__).info", '$a("$m")', needs=("import logging",)),
]


def _file(
    form: str, template: str, *, needs: tuple[str, ...] = (), setup: tuple[str, ...] = (), api: str = ""
) -> Hazard:
    """Something that writes to a file, each time more."""

    def write(scope: Scope) -> str:
        scope.needs(*needs)
        kept = scope.program.names.constant() if setup else ""
        for line in setup:
            scope.module.add(line.replace("$n", kept))
        path = f"{scope.program.names.word()}.txt"
        put(scope, "TFA103", template, n=kept, p=path, f=scope.api(api) if api else "")
        return result(scope)

    return Hazard(form, "TFA103", write, _FILES)


def _read(
    form: str, template: str, *, needs: tuple[str, ...] = (), dumps: str = "str(float({n}))", guard: str = ""
) -> Hazard:
    """A number that is read from a file, which the driver writes before each call."""

    def write(scope: Scope) -> str:
        if scope.is_dropped:
            raise Unsuited
        scope.needs(*needs)
        path = f"{scope.program.names.word()}.txt"

        def written(driver: Driver) -> list[str]:
            driver.module.needs("import pathlib", "import json")
            return [f'pathlib.Path("{path}").write_text({dumps.format(n=driver.number)})']

        scope.program.start.append(written)
        scope.program.between.append(written)
        value = scope.local()
        lines = template.replace("$v", value)
        put(scope, "TFA103", lines, p=path)
        return f"{scope.x} + {value}"

    return Hazard(form, "TFA103", write, _FILES | {"result"}, guard)


HAZARDS += [
    _file("io.open-append", 'with open("$p", "a") as out:\n    out.write("row\\n")'),
    _file("io.print-file", 'with open("$p", "a") as out:\n    print("row", file=out)'),
    _file("io.pathlib-open", 'with $n.open("a") as out:\n    out.write("row\\n")', needs=("import pathlib",), setup=('$n = pathlib.Path("rows.txt")',)),
    _file("io.write-text", 'pathlib.Path("$p").write_text("row" * (1 + len(os.listdir("."))))', needs=("import pathlib", "import os")),
    _file("io.mkdir", 'os.makedirs(f"run{len(os.listdir(\'.\'))}", exist_ok=True)', needs=("import os",)),
    _file("io.touch", 'pathlib.Path(f"mark{len(os.listdir(\'.\'))}").touch()', needs=("import pathlib", "import os")),
    _file("io.np-save", 'np.save(f"part{len(os.listdir(\'.\'))}.npy", np.ones(2))', needs=("import numpy as np", "import os")),
    _file("io.pickle", 'with open(f"part{len(os.listdir(\'.\'))}", "wb") as out:\n    pickle.dump([1], out)', needs=("import pickle", "import os")),
    _file("io.json", 'with open("$p", "a") as out:\n    json.dump({"a": 1}, out)', needs=("import json",)),
    _file("io.csv", '$n.writerow([1, 2])', needs=("import csv",), setup=('$n = csv.writer(open("rows.csv", "a", buffering=1))',)),
    _file("io.handle", '$n.write("row\\n")', setup=('$n = open("rows.log", "a", buffering=1)',)),
    _file("io.gfile", 'with tf.io.gfile.GFile("$p", "a") as out:\n    out.write("row\\n")'),
    _read("io.read", 'with open("$p") as source:\n    $v = float(source.read())'),
    _read("io.read-text", '$v = float(pathlib.Path("$p").read_text())', needs=("import pathlib",)),
    _read("io.read-json", '$v = json.load(open("$p"))', needs=("import json",), dumps="json.dumps(float({n}))"),
    _read("io.loadtxt", '$v = float(np.loadtxt("$p"))', needs=("import numpy as np",)),
    _read("io.getsize", '$v = float(os.path.getsize("$p"))', needs=("import os",), dumps="'x' * int({n} + 1)"),
    _read("io.gfile-read", '$v = float(tf.io.gfile.GFile("$p").read())'),
    _read("io.folded", '$v = tf.strings.to_number(tf.io.read_file("$p"))'),
    _read("io.op", '$v = tf.strings.to_number(tf.io.read_file(tf.strings.join(["$p", tf.strings.substr(tf.strings.as_string(tf.reduce_sum($x)), 0, 0)])))', guard="tf.io of a tensor"),
]  # fmt: skip
