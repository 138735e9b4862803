"""Copy-on-write view of the project for one process: its writes go to a folder and are invisible to others. Linux only.

The process gets its own mount namespace, and a user namespace if needed, in which the project is the lower layer of an overlay. Both vanish
with the process.
"""

from __future__ import annotations

import errno
import filecmp
import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from tflint_autograph.confirm.probe.limits.system import call
from tflint_autograph.confirm.project_change import ProjectChange

_NEWNS, _NEWUSER = 0x20000, 0x10000000
_PRIVATE, _BIND = 1 << 18, 0x1000
_RECURSIVE = 0x4000
_OPAQUE = ("user.overlay.opaque", "trusted.overlay.opaque")


def copy_on_write(project: Path, folder: Path) -> None:
    """Redirects writes of this process below `project` to `folder`. Raises OSError.

    The process must have one thread. A project that contains other mounts is not supported.
    """
    if any(_is_below(mounted, project) for mounted in _mount_points()):
        raise OSError(errno.EBUSY, "another file system is mounted in the project")
    upper, work = folder / "upper", folder / "overlay"
    upper.mkdir()
    work.mkdir()
    _new_namespace()
    call("mount", None, b"/", None, _RECURSIVE | _PRIVATE, None)
    held = os.open(folder, os.O_PATH)
    lower = os.open(project, os.O_PATH)
    layers = f"lowerdir=/proc/self/fd/{lower},upperdir=/proc/self/fd/{held}/upper,workdir=/proc/self/fd/{held}/overlay"
    # Attributes of the `trusted` kind need the superuser; older systems know no others
    try:
        call("mount", b"overlay", os.fsencode(project), b"overlay", 0, f"{layers},userxattr".encode())
    except OSError:
        call("mount", b"overlay", os.fsencode(project), b"overlay", 0, layers.encode())
    if _is_below(folder, project):
        call("mount", f"/proc/self/fd/{held}".encode(), os.fsencode(folder), None, _BIND, None)
    os.close(lower)
    os.close(held)


def _new_namespace() -> None:
    """Enters a new mount namespace, if necessary as the owner of a new user namespace."""
    try:
        call("unshare", _NEWNS)
    except PermissionError:
        user, group = os.geteuid(), os.getegid()
        call("unshare", _NEWNS | _NEWUSER)
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")


def _mount_points() -> Iterator[Path]:
    for line in Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="surrogateescape").splitlines():
        # Blanks and backslashes are written as octal numbers
        yield Path(os.fsdecode(os.fsencode(line.split()[4]).decode("unicode_escape").encode("latin-1")))


def _is_below(path: Path, folder: Path) -> bool:
    return folder in path.parents


def copied(project: Path, folder: Path) -> tuple[ProjectChange, ...]:
    """Returns what was written to the copy, by paths in the project; for a new or deleted folder only the folder."""
    upper = folder / "upper"
    return tuple(_differing(upper, project, "")) if upper.is_dir() else ()


def _differing(upper: Path, lower: Path, name: str) -> Iterator[ProjectChange]:
    for each in sorted(os.scandir(upper), key=lambda each: each.name):
        before, status = lower / each.name, each.stat(follow_symlinks=False)
        is_folder = each.is_dir(follow_symlinks=False)
        path = f"{name}{each.name}{'/' * is_folder}"
        if stat.S_ISCHR(status.st_mode) and status.st_rdev == 0:  # how an overlay says that something is gone
            yield ProjectChange(f"{path}{'/' * before.is_dir()}", "removed")
        elif not os.path.lexists(before):
            yield ProjectChange(path, "new")
        elif is_folder and before.is_dir() and not _is_opaque(each.path):
            yield from _differing(Path(each.path), before, path)
        elif is_folder or not _is_same(Path(each.path), before):
            yield ProjectChange(path, "changed")


def _is_same(one: Path, other: Path) -> bool:
    """Whether two paths are links to the same target, or files with the same bytes."""
    try:
        if one.is_symlink() or other.is_symlink():
            return os.readlink(one) == os.readlink(other)
        return one.is_file() and other.is_file() and filecmp.cmp(one, other, shallow=False)
    except OSError:
        return False


def _is_opaque(folder: str) -> bool:
    """Whether a folder of the overlay hides the original: it was removed and created again."""
    for name in _OPAQUE:
        with suppress(OSError):
            if os.getxattr(folder, name) == b"y":
                return True
    return False
