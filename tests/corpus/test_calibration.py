"""The table of judged findings is sound as data, and says what the levels of confidence are worth. Looks at no package."""

from __future__ import annotations

import pytest

from tests.corpus.calibrate import FIELDS, LEVELS, SHOWN, VERDICTS, counted, main, rows, share
from tflint_autograph.rules.catalogue import codes


def test_every_row_is_complete() -> None:
    for each in rows():
        assert tuple(each) == FIELDS
        assert all(each.values())
        assert each["code"] in codes()
        assert each["confidence"] in LEVELS
        assert each["verdict"] in VERDICTS
        assert each["line"].partition(":")[0].isdecimal()
        assert not each["path"].startswith("/")


def test_rows_are_in_order_and_no_place_is_judged_twice() -> None:
    places = [(each["package"], each["path"], each["line"], each["code"]) for each in rows()]
    assert places == sorted(set(places))


def test_the_main_command_prints_what_each_level_and_rule_is_worth(capsys: pytest.CaptureFixture[str]) -> None:
    main()
    said = capsys.readouterr().out
    assert all(word in said for word in ("level", "shown", *SHOWN, *VERDICTS))


def test_what_is_shown_is_right_more_often_than_what_is_not() -> None:
    by_level = counted(rows(), "confidence")
    shown = by_level["high"] + by_level["medium"]
    hidden = by_level["low"] + by_level["info"]
    assert share(shown) > 0.66
    assert share(shown, "wrong") < 0.09
    assert share(hidden) < 0.1
    assert share(shown, "wrong") < share(hidden, "wrong")
