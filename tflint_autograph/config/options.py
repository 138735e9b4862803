"""The table of options: flags, configuration keys, types and defaults are all generated from it.

Independent of click and TOML, and of the existing rules and report formats.
"""

from __future__ import annotations

import re
from enum import Enum

from tflint_autograph.model.levels import Confidence, Severity
from tflint_autograph.model.record import record

ALL = "ALL"
DEFAULT = "DEFAULT"


class OptionKind(Enum):
    """The type of an option's value."""

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
    """Where an option can be set."""

    EVERYWHERE = "flag and key"
    FLAG = "flag only"
    KEY = "key only"


@record
class Option:
    """One setting.

    `name` is the key in the configuration and, with two hyphens, the flag. `choices` is the enumeration, or the words, for a CHOICE.
    `entries` is the kind of a TABLE's values. `implied` is the value of a flag given without one.
    """

    name: str
    kind: OptionKind
    default: object
    help: str
    group: str
    surface: Surface = Surface.EVERYWHERE
    choices: type[Enum] | tuple[str, ...] = ()
    entries: OptionKind | None = None
    short: str = ""
    metavar: str = ""
    implied: str | None = None

    @property
    def field(self) -> str:
        """The name as a Python identifier."""
        return re.sub("[-.]", "_", self.name)

    @property
    def words(self) -> tuple[str, ...]:
        """The words of a choice."""
        return self.choices if isinstance(self.choices, tuple) else tuple(member.value for member in self.choices)

    @property
    def adds_up(self) -> bool:
        """Whether a more specific value is added to the less specific one instead of replacing it."""
        return self.name.startswith("extend-")


GROUPS = ("Select", "Fix", "Files", "Adopt", "Output", "Run", "Config", "Project")

EXCLUDED = (
    ".eggs", ".git", ".hg", ".ipynb_checkpoints", ".mypy_cache", ".nox", ".pytest_cache", ".ruff_cache", ".svn",
    ".tflint_autograph_cache", ".tox", ".venv", "__pycache__", "build", "dist", "node_modules", "site-packages", "venv",
)  # fmt: skip

OPTIONS = (
    Option("select", OptionKind.LIST, (DEFAULT,), "Rules to run: codes, names, prefixes, ALL or DEFAULT", "Select", metavar="RULES"),
    Option("ignore", OptionKind.LIST, (), "Rules to leave out", "Select", metavar="RULES"),
    Option("extend-select", OptionKind.LIST, (), "More rules to run", "Select", metavar="RULES"),
    Option("min-severity", OptionKind.CHOICE, Severity.WARNING, "Hide findings below this severity", "Select", choices=Severity),
    Option(
        "min-confidence", OptionKind.CHOICE, Confidence.MEDIUM, "Hide findings below this confidence", "Select", choices=Confidence
    ),
    Option(
        "profile", OptionKind.CHOICE, "application",
        "Kind of code: `library` doubts findings that only outside callers cause, `strict` is `pedantic`", "Select",
        choices=("application", "library", "strict"),
    ),
    Option("pedantic", OptionKind.FLAG, False, "Run all rules and show findings of every severity and confidence", "Select"),
    Option(
        "severity", OptionKind.TABLE, (), "Severity of single rules", "Select", Surface.KEY, choices=Severity, entries=OptionKind.CHOICE
    ),
    Option(
        "per-file-ignores", OptionKind.TABLE, (), "Rules to leave out in files that match a pattern (`!` negates it)", "Select",
        Surface.KEY, entries=OptionKind.LIST,
    ),
    Option("fix", OptionKind.FLAG, False, "Apply the safe fixes, and report what remains", "Fix"),
    Option("unsafe-fixes", OptionKind.FLAG, False, "Apply also the fixes that may change what the code does", "Fix"),
    Option("diff", OptionKind.FLAG, False, "Print the changes as a diff, and change nothing", "Fix", Surface.FLAG),
    Option("interactive", OptionKind.FLAG, False, "Show each unsafe fix and let you choose", "Fix", Surface.FLAG),
    Option("fix-only", OptionKind.FLAG, False, "Apply fixes, and report nothing that remains", "Fix"),
    Option("show-fixes", OptionKind.FLAG, False, "List what was fixed", "Fix"),
    Option("exit-non-zero-on-fix", OptionKind.FLAG, False, "Exit with 1 when something was fixed", "Fix"),
    Option(
        "extend-safe-fixes", OptionKind.LIST, (), "Rules whose unsafe fixes count as safe", "Fix", Surface.KEY,
        metavar="RULES",
    ),
    Option(
        "extend-unsafe-fixes", OptionKind.LIST, (), "Rules whose safe fixes count as unsafe", "Fix", Surface.KEY,
        metavar="RULES",
    ),
    Option("exclude", OptionKind.LIST, EXCLUDED, "Patterns of files and folders to leave out", "Files", metavar="PATTERNS"),
    Option("extend-exclude", OptionKind.LIST, (), "More patterns to leave out", "Files", metavar="PATTERNS"),
    Option("force-exclude", OptionKind.FLAG, False, "Leave out excluded files even when they are named", "Files"),
    Option(
        "stdin-filename", OptionKind.STRING, "", "Name of the code read from standard input (`-`)", "Files", Surface.FLAG,
        metavar="NAME",
    ),
    Option("baseline", OptionKind.STRING, "", "Show only findings that this baseline does not count", "Adopt", metavar="FILE"),
    Option("update-baseline", OptionKind.FLAG, False, "Write the current findings to the baseline", "Adopt", Surface.FLAG),
    Option(
        "changed", OptionKind.STRING, "", "Show only findings on lines changed since the git commit REF (HEAD)", "Adopt",
        Surface.FLAG, metavar="[REF]", implied="HEAD",
    ),
    Option(
        "add-ignore", OptionKind.STRING, "", "Suppress each finding with a comment at its line", "Adopt", Surface.FLAG,
        metavar="[=REASON]", implied="",
    ),
    Option("output-format", OptionKind.STRING, "full", "Format of the report", "Output", short="-f", metavar="FORMAT"),
    Option("output-file", OptionKind.STRING, "", "Write the report to this file", "Output", short="-o", metavar="FILE"),
    Option("statistics", OptionKind.FLAG, False, "Count the findings of each rule", "Output"),
    Option("quiet", OptionKind.FLAG, False, "Print findings only", "Output", short="-q"),
    Option("verbose", OptionKind.FLAG, False, "Print the configuration, the files and the phases", "Output", short="-v"),
    Option(
        "rule-url", OptionKind.URL, "", "Address of a rule's page, with `{code}` or `{name}` in it; empty: reports contain no links to pages", "Output",
        Surface.KEY,
    ),
    Option("color", OptionKind.CHOICE, "auto", "When to use colors", "Output", choices=("auto", "always", "never")),
    Option(
        "jobs", OptionKind.JOBS, "auto", "Number of processes, or auto for as many as save time", "Run", short="-j",
        metavar="auto|NUMBER",
    ),
    Option(
        "cache-dir", OptionKind.STRING, "", "Folder of the cache (default: .tflint_autograph_cache in the root)", "Run", metavar="FOLDER"
    ),
    Option("no-cache", OptionKind.FLAG, False, "Do not use a cache", "Run"),
    Option("watch", OptionKind.FLAG, False, "Run again whenever a file changes", "Run", Surface.FLAG),
    Option("exit-zero", OptionKind.FLAG, False, "Exit with 0 even if there are findings", "Run", short="-e"),
    Option(
        "config", OptionKind.LIST, (), "Use this TOML file, or set one key, written as in TOML", "Config", Surface.FLAG,
        metavar="FILE|KEY=VALUE",
    ),
    Option("isolated", OptionKind.FLAG, False, "Read no configuration file", "Config", Surface.FLAG),
    Option("source-roots", OptionKind.LIST, ("src", "."), "Folders in which modules start", "Project", Surface.KEY),
    Option(
        "extra-roots", OptionKind.NAMES, (), "Dotted names of callables that trace their argument, like `tf.function`", "Project",
        Surface.KEY,
    ),
    Option(
        "extra-eager", OptionKind.NAMES, (), "Dotted names of callables that run their argument eagerly, like `tf.py_function`",
        "Project", Surface.KEY,
    ),
    Option(
        "tensorflow", OptionKind.VERSION, "", "Version of TensorFlow to check for; empty means the newest the dependencies allow", "Project",
        Surface.KEY,
    ),
    Option(
        "confirm.calls", OptionKind.TABLE, (), "Arguments with which `confirm` calls functions, as Python, by dotted name",
        "Project", Surface.KEY, entries=OptionKind.LIST,
    ),
    Option(
        "unroll-limit", OptionKind.COUNT, 16, "Constant number of iterations up to which a Python loop may unroll", "Project", Surface.KEY
    ),
)  # fmt: skip

FLAGS = {option.name: option for option in OPTIONS if option.surface is not Surface.KEY}
KEYS = {option.name: option for option in OPTIONS if option.surface is not Surface.FLAG}
