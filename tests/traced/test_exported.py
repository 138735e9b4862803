"""What functions write that are only exported: nothing runs their Python once they are saved."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Severity

PROGRAM = """
import logging
import tensorflow as tf


def made(model):
    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def serve(x):
        logging.info("served %s", x)
        print(x)
        return model(x)

    return serve


def run(model, x):
    signatures = {{"serving_default": made(model)}}
    {use}


run(tf.keras.Sequential(), tf.ones([2]))
"""


@pytest.mark.parametrize(
    ("use", "shown"),
    [
        ('tf.saved_model.save(model, "out", signatures=signatures)', False),
        ('model.save("out", save_format="tf", signatures=signatures)', False),
        ('tf.saved_model.save(model, "out", signatures=made(model))', False),
        ('tf.saved_model.save(model, "out", signatures=signatures)\n    made(model)(x)', True),
        ('tf.saved_model.save(model, "out")', True),
        ("signatures = signatures", True),
    ],
)
def test_an_exported_function_is_info_only(tmp_path: Path, use: str, shown: bool) -> None:
    report = report_of(tmp_path, {"m.py": PROGRAM.format(use=use)}, select=("TFA101", "TFA102"))
    assert [(finding.code, finding.severity > Severity.INFO) for finding in report.findings] == [("TFA102", shown), ("TFA101", shown)]
