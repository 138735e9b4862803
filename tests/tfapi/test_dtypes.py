"""The dtypes that the interpreter infers for calls and operators are those of TensorFlow and NumPy."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.programs import settings_of, write
from tflint_autograph.engine.pipeline import Run
from tflint_autograph.model.dtypes import FAMILIES, of_tensor
from tflint_autograph.project.values.dtypes import of_value
from tflint_autograph.tfapi.dtypes import BINARY, BOOLEAN, FLOATING, JOINING, KEEP

HEAD = """
import numpy as np
import tensorflow as tf

i32, i64 = tf.constant([[1, 2], [3, 4]]), tf.constant([[1, 2], [3, 4]], tf.int64)
f16, f32, f64 = tf.zeros([2, 2], tf.float16), tf.zeros([2, 2]), tf.zeros([2, 2], dtype="float64")
flag = tf.constant([True, False])
a32, a64, ints = np.zeros([2, 2], np.float32), np.ones([2, 2]), np.array([[1, 2], [3, 4]])
variable = tf.Variable(1.0)
"""

NAMES = ("i32", "i64", "f16", "f32", "f64", "flag", "a32", "a64", "ints", "2", "2.0")
MODULES = ("tf", "tf.math", "tf.nn", "tf.linalg")

WRITTEN = ["tf.constant(1)", "tf.constant(1.0)", "tf.constant([1,2.5])", 'tf.constant("a")', "tf.constant(True)", "tf.constant([[1],[2]],tf.int64)", 'tf.constant(1,dtype="float16")', "tf.constant(a32)", "tf.constant(a64)", "tf.constant(ints)", "tf.convert_to_tensor(a64)", "tf.convert_to_tensor(2)", "tf.convert_to_tensor([1.0,2])", "tf.convert_to_tensor(a64,dtype=tf.float32)", "tf.Variable(a64)", "tf.Variable(3)", "tf.Variable(1.0,dtype=tf.float64)", "tf.zeros([2])", "tf.zeros([2],tf.int32)", "tf.ones([2],dtype=tf.float64)", "tf.zeros([2],float)", "tf.zeros([2],dtype=int)", "tf.eye(2)", "tf.range(3)", "tf.range(3.0)", "tf.range(tf.constant(3,tf.int64))", "tf.random.normal([2])", "tf.random.uniform([2],maxval=5,dtype=tf.int64)", "tf.random.uniform([2])", "tf.cast(i32,tf.float32)", 'tf.cast(f32,"int32")', "tf.cast(a64,tf.bool)", "tf.zeros_like(f64)", "tf.zeros_like(f64,dtype=tf.int32)", "tf.ones_like(ints)", "tf.shape(f64)", "tf.shape(f64,out_type=tf.int64)", "tf.size(f64)", "tf.argmax(f32)", "tf.argmax(f32,output_type=tf.int32)", "tf.rank(f32)", "tf.stack([f32,f32])", "tf.concat([i64,i64],0)", "tf.add_n([f64,f64])", "tf.stack([1,2])", "tf.stack([1.0,2.0])", "f32[0]", "i64[:,0]", "variable.read_value()", "variable.value()", "variable*2", "f32.numpy()", "-i32", "~flag", "np.zeros(2)", "np.zeros(2,np.float32)", "np.zeros(2,dtype=int)", 'np.ones(2,dtype="int32")', "np.array([1,2])", "np.array([1.0,2])", "np.array([1],float)", "np.array([True])", "np.array([1,2],dtype=np.float16)", "np.asarray(a32)", "np.empty(3)", "np.eye(2)", "np.linspace(0,1,3)", "np.random.rand(2)", "np.random.randn(2,2)", "np.random.normal(size=3)", "np.random.uniform(0,1,3)", "np.random.randint(0,5,3)", 'a32.astype("float64")', "a64.astype(int)", "a64.astype(float)", "a32.astype(np.int64)", "a32.copy()", "a64.reshape(-1)", "a64.T", "a32[0]", "ints[:,1]", "np.float32(1)", "np.int64(3)", "np.abs(a32)", "np.mean(ints)", "np.sqrt(ints)", "np.sum(a32)", "np.concatenate([a32,a64])", "np.arange(3)", "np.full(2,1.5)", "np.zeros_like(a32)"]  # fmt: skip

RUN = """
import json, sys, warnings
warnings.simplefilter("ignore")
head, expressions = json.load(sys.stdin)
names = {}
exec(head, names)
found = []
for expression in expressions:
    try:
        value = eval(expression, names)
        found.append(getattr(value.dtype, "name", "") if hasattr(value, "dtype") else "")
    except Exception:
        found.append(None)
print(json.dumps(found))
"""


def expressions() -> list[str]:
    """Expressions of every operator and every function in the sets, with tensors, arrays and Python numbers of all dtypes."""
    operations = [f"{one} {sign} {other}" for sign in ("+", "*", "/", "//", "%", "**", "<", "==") for one in NAMES for other in NAMES]
    tensors = NAMES[:6]
    single = [f"{module}.{word}({name})" for word in sorted(FLOATING | KEEP | BOOLEAN) for module in MODULES for name in tensors]
    double = [f"{module}.{word}({one}, {two})" for word in sorted(BINARY | {"atan2", "matmul", "equal", "less"}) for module in MODULES[:2]
              for one in NAMES for two in NAMES]  # fmt: skip
    joined = [f"tf.{word}([{name}, {name}]{', 0' if word == 'concat' else ''})" for word in sorted(JOINING) for name in NAMES]
    return [*WRITTEN, *operations, *single, *double, *joined]


@pytest.mark.tensorflow
def test_dtypes(tmp_path: Path) -> None:
    pytest.importorskip("tensorflow")
    asked = expressions()
    done = subprocess.run(
        [sys.executable, "-c", RUN], input=json.dumps([HEAD, asked]), capture_output=True, text=True, check=True, env={"TF_CPP_MIN_LOG_LEVEL": "3"}
    )
    real = json.loads(done.stdout.splitlines()[-1])
    runs = [(expression, dtype) for expression, dtype in zip(asked, real, strict=True) if dtype]
    assert len(runs) > 1000
    write(tmp_path, HEAD + "".join(f"v{number} = {expression}\n" for number, (expression, _) in enumerate(runs)))
    run = Run(settings_of(tmp_path), (str(tmp_path),), None, strict=True)
    run.program.build()
    inferred = [run.program.analysis.module_value("m.py", f"v{number}") for number in range(len(runs))]
    words = [(expression, dtype, of_value(value) if value is not None else "") for (expression, dtype), value in zip(runs, inferred, strict=True)]
    wrong = [f"{expression}: {word} for {dtype}" for expression, dtype, word in words if word and not _fits(of_tensor(word), dtype)]
    assert "; ".join(wrong) == ""
    assert sum(bool(word) for *_, word in words) > len(words) // 2


def _fits(word: str, dtype: str) -> bool:
    return word == dtype or any(word == generic and dtype in family for family, generic in FAMILIES)
