"""Answers that are worked out once: until they are let go of, and no longer."""

from __future__ import annotations

from tflint_autograph.project.queries.memoize import clear_memos, memoised


def test_an_answer_is_known_until_all_are_forgotten() -> None:
    asked = []

    @memoised(2)
    def answer(question: object) -> str:
        asked.append(question)
        return repr(question)

    assert [answer(1), answer(1), answer(True)] == ["1", "1", "True"]
    assert asked == [1, True]
    clear_memos()
    assert answer(1) == "1"
    assert len(asked) == 3
