"""Counts the work of a check: every call of a function of ours, in every layer. No time, which says more about the machine."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType

import tflint_autograph
from tests.programs import settings_of, write
from tflint_autograph.engine.pipeline import check_paths
from tflint_autograph.model.report import Report

_OURS = str(Path(tflint_autograph.__file__).parent)
MOST = 2_000_000
"""Calls after which a check is given up: it may go on for as long as it likes."""


class TooMuchWork(BaseException):
    """No error of a file, which the check would report and go on."""


def calls(root: Path, source: str) -> tuple[int, Report]:
    """How many calls the check of a program of one file makes, and what it says."""
    write(root, source)
    settings, count = settings_of(root, no_cache=True, jobs="1"), 0

    def tell(frame: FrameType, event: str, given: object) -> None:
        nonlocal count
        if event == "call" and frame.f_code.co_filename.startswith(_OURS):
            count += 1
            if count > MOST:
                raise TooMuchWork

    before = sys.getprofile()
    sys.setprofile(tell)
    try:
        report = check_paths(settings, (str(root),), strict=True)
    finally:
        sys.setprofile(before)
    return count, report
