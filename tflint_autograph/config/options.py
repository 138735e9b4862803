"""The one table of options: flags, configuration keys, their types and their defaults all come from it.

It knows neither click nor TOML; which rules and report formats exist is not its business either.
"""

from __future__ import annotations

import re
from enum import Enum

from tflint_autograph.model.levels import Confidence, Severity
from tflint_autograph.model.record import record

ALL = "ALL"
DEFAULT = "DEFAULT"


class Kind(Enum):
    """What a value is made of."""

    FLAG = "flag"
    LIST = "list"
    NAMES = "names"
    CHOICE = "choice"
    STRING = "string"
    VERSION = "version"
    URL = "url"
    COUNT = "count"
    JOBS = "jobs"
    TABLE = "table"


class Surface(Enum):
    """Where an option can be given."""

    EVERYWHERE = "flag and key"
    FLAG = "flag only"
    KEY = "key only"


@record
class Option:
    """One thing users can set.

    `name` is the key in the configuration and, behind two hyphens, the flag. `choices` is the enumeration, or the plain
    words, a CHOICE is taken from. `entries` is the kind of a TABLE's values. `implied` is the value of a flag that stands without one.
    """

    name: str
    kind: Kind
    default: object
    help: str
    group: str
    surface: Surface = Surface.EVERYWHERE
    choices: type[Enum] | tuple[str, ...] = ()
    entries: Kind | None = None
    short: str = ""
    metavar: str = ""
    implied: str | None = None

    @property
    def field(self) -> str:
        """The name as a Python identifier."""
        return re.sub("[-.]", "_", self.name)

    @property
    def words(self) -> tuple[str, ...]:
        """The words a choice is taken from."""
        return self.choices if isinstance(self.choices, tuple) else tuple(member.value for member in self.choices)

    @property
    def adds_up(self) -> bool:
        """Whether a nearer value is added to the farther one instead of replacing it."""
        return self.name.startswith("extend-")


GROUPS = ("Select", "Fix", "Files", "Adopt", "Output", "Run", "Config", "Project")

EXCLUDED = (
    ".eggs", ".git", ".hg", ".ipynb_checkpoints", ".mypy_cache", ".nox", ".pytest_cache", ".ruff_cache", ".svn",
    ".tflint_autograph_cache", ".tox", ".venv", "__pycache__", "build", "dist", "node_modules", "site-packages", "venv",
)  # fmt: skip

OPTIONS = (
    Option("select", Kind.LIST, (DEFAULT,), "Rules to run: codes, names, prefixes, ALL or DEFAULT", "Select", metavar="RULES"),
    Option("ignore", Kind.LIST, (), "Rules to leave out", "Select", metavar="RULES"),
    Option("extend-select", Kind.LIST, (), "Rules to run besides the selected ones", "Select", metavar="RULES"),
    Option("min-severity", Kind.CHOICE, Severity.WARNING, "Hide findings below this severity", "Select", choices=Severity),
    Option(
        "min-confidence", Kind.CHOICE, Confidence.MEDIUM, "Hide findings below this confidence", "Select", choices=Confidence
    ),
    Option("pedantic", Kind.FLAG, False, "Run all rules and show findings of every severity and confidence", "Select"),
    Option(
        "severity", Kind.TABLE, (), "Severity of single rules", "Select", Surface.KEY, choices=Severity, entries=Kind.CHOICE
    ),
    Option(
        "per-file-ignores", Kind.TABLE, (), "Rules to leave out in files that match a pattern (`!` negates it)", "Select",
        Surface.KEY, entries=Kind.LIST,
    ),
    Option("fix", Kind.FLAG, False, "Apply the safe fixes, and report what remains", "Fix"),
    Option("unsafe-fixes", Kind.FLAG, False, "Apply the fixes too that may change what the code does", "Fix"),
    Option("diff", Kind.FLAG, False, "Print what fixes would change as a diff, and change nothing", "Fix", Surface.FLAG),
    Option("interactive", Kind.FLAG, False, "Show each unsafe fix and let you choose", "Fix", Surface.FLAG),
    Option("fix-only", Kind.FLAG, False, "Apply fixes, and report nothing that remains", "Fix"),
    Option("show-fixes", Kind.FLAG, False, "List what was fixed", "Fix"),
    Option("exit-non-zero-on-fix", Kind.FLAG, False, "Exit with 1 when something was fixed", "Fix"),
    Option(
        "extend-safe-fixes", Kind.LIST, (), "Rules whose unsafe fixes count as safe", "Fix", Surface.KEY,
        metavar="RULES",
    ),
    Option(
        "extend-unsafe-fixes", Kind.LIST, (), "Rules whose safe fixes count as unsafe", "Fix", Surface.KEY,
        metavar="RULES",
    ),
    Option("exclude", Kind.LIST, EXCLUDED, "Patterns of files and folders to leave out", "Files", metavar="PATTERNS"),
    Option("extend-exclude", Kind.LIST, (), "Patterns to leave out besides the excluded ones", "Files", metavar="PATTERNS"),
    Option("force-exclude", Kind.FLAG, False, "Leave out excluded files even when they are named", "Files"),
    Option(
        "stdin-filename", Kind.STRING, "", "Name of the code read from standard input (`-`)", "Files", Surface.FLAG,
        metavar="NAME",
    ),
    Option("baseline", Kind.STRING, "", "Show only findings that this file does not count", "Adopt", metavar="FILE"),
    Option("update-baseline", Kind.FLAG, False, "Let the baseline count what is found now", "Adopt", Surface.FLAG),
    Option(
        "changed", Kind.STRING, "", "Show only findings on lines changed since the git commit REF (HEAD)", "Adopt",
        Surface.FLAG, metavar="[REF]", implied="HEAD",
    ),
    Option(
        "add-ignore", Kind.STRING, "", "Suppress each finding with a comment at its line", "Adopt", Surface.FLAG,
        metavar="[=REASON]", implied="",
    ),
    Option("output-format", Kind.STRING, "full", "Form of the report", "Output", short="-f", metavar="FORMAT"),
    Option("output-file", Kind.STRING, "", "Write the report to this file", "Output", short="-o", metavar="FILE"),
    Option("statistics", Kind.FLAG, False, "Count the findings of each rule", "Output"),
    Option("quiet", Kind.FLAG, False, "Print findings only", "Output", short="-q"),
    Option("verbose", Kind.FLAG, False, "Print the configuration, the files and the phases", "Output", short="-v"),
    Option(
        "rule-url", Kind.URL, "", "Address of a rule's page, with `{code}` or `{name}` in it; empty: reports contain no links to pages", "Output",
        Surface.KEY,
    ),
    Option("color", Kind.CHOICE, "auto", "When to use colors", "Output", choices=("auto", "always", "never")),
    Option(
        "jobs", Kind.JOBS, "auto", "Processes to use: a number, or auto for as many as pay", "Run", short="-j",
        metavar="auto|NUMBER",
    ),
    Option(
        "cache-dir", Kind.STRING, "", "Folder of the cache (default: .tflint_autograph_cache in the root)", "Run", metavar="FOLDER"
    ),
    Option("no-cache", Kind.FLAG, False, "Neither read nor write a cache", "Run"),
    Option("watch", Kind.FLAG, False, "Run again whenever a file changes", "Run", Surface.FLAG),
    Option("exit-zero", Kind.FLAG, False, "Exit with 0 when there are findings", "Run", short="-e"),
    Option(
        "config", Kind.LIST, (), "Use this TOML file, or set one key, written as in TOML", "Config", Surface.FLAG,
        metavar="FILE|KEY=VALUE",
    ),
    Option("isolated", Kind.FLAG, False, "Read no configuration file", "Config", Surface.FLAG),
    Option("source-roots", Kind.LIST, ("src", "."), "Folders in which modules start", "Project", Surface.KEY),
    Option(
        "extra-roots", Kind.NAMES, (), "Dotted names of callables that trace their argument, like `tf.function`", "Project",
        Surface.KEY,
    ),
    Option(
        "extra-eager", Kind.NAMES, (), "Dotted names of callables that run their argument eagerly, like `tf.py_function`",
        "Project", Surface.KEY,
    ),
    Option(
        "tensorflow", Kind.VERSION, "", "Version of TensorFlow to check for; empty means the newest the dependencies allow", "Project",
        Surface.KEY,
    ),
    Option(
        "confirm.calls", Kind.TABLE, (), "Arguments with which `confirm` calls functions, as Python, by dotted name",
        "Project", Surface.KEY, entries=Kind.LIST,
    ),
    Option(
        "unroll-limit", Kind.COUNT, 16, "Constant number of iterations up to which a Python loop may unroll", "Project", Surface.KEY
    ),
)  # fmt: skip

FLAGS = {option.name: option for option in OPTIONS if option.surface is not Surface.KEY}
KEYS = {option.name: option for option in OPTIONS if option.surface is not Surface.FLAG}
