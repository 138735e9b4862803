"""What one installed TensorFlow holds and gives, as JSON: names, kinds of results, aliases, Keras objects with state.

Run it with the Python of an environment that has TensorFlow (2.13 or later); `generate_tables.py` merges the surveys.
It calls functions of modules that only compute, inside a graph that is thrown away; it writes nothing but its output.
"""

import argparse
import inspect
import json
import os
import re
import signal
import sys
import types
from contextlib import contextmanager, suppress

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")

import numpy as np
import survey_keras
import tensorflow as tf

V1 = tf.compat.v1
SKIPPED_MODULES = {"compat", "keras", "estimator", "lite", "losses", "metrics", "optimizers", "initializers", "tools"}
PROBED = {
    "tensorflow": """math linalg nn image strings signal random random.experimental sets sparse ragged bitwise
        quantization audio io dtypes experimental.numpy experimental.numpy.random math.special debugging
        linalg.experimental nn.experimental
        quantization.experimental manip spectral compat.v1.losses""",
    "keras": "ops ops.image ops.linalg ops.nn ops.numpy ops.core ops.math random activations losses metrics backend",
}
PROBED_MODULES = {"tensorflow"} | {f"{root}.{module}" for root, modules in PROBED.items() for module in modules.split()}
UNSAFE = re.compile(
    r"enable|disable|^set_|reset|load|save|write|delete|session|^register|initialize|flags|app$|wrap_function|"
    r"import_graph|experimental_functions|get_seed|gfile|device|container|print|hook|Print"
)
PUBLIC_OBJECTS = (types.FunctionType, types.BuiltinFunctionType, type)


@contextmanager
def limit(seconds):
    """Raise TimeoutError in the body after so many seconds."""

    def stop(signum, frame):
        raise TimeoutError

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)


def walk(module, path):
    """Yield (dotted name, object) for everything public below a module of the API."""
    for name in sorted(dir(module)):
        full = f"{path}.{name}"
        if name.startswith("_") or (name in SKIPPED_MODULES and path in ("tensorflow", "tensorflow.compat.v1")):
            continue
        value = getattr(module, name, None)
        if not isinstance(value, types.ModuleType):
            yield full, value
        elif is_public(getattr(value, "__name__", ""), full):
            yield from walk(value, full)


def is_public(module, path):
    """Whether a module is the one that holds the public names of `path`, not one that stands there by accident."""
    return module.startswith("tensorflow._api.") and module.endswith(path.removeprefix("tensorflow"))


def public_names():
    """Dotted name -> object of TensorFlow 2, then of version 1 where version 2 has no such name."""
    found = dict(walk(tf, "tensorflow"))
    found.update(survey_keras.public_names())
    kept = {"layers", "losses", "metrics", "initializers", "keras"}
    v1 = {}
    for name, value in walk(V1, "tensorflow.compat.v1"):
        v1[name if name.split(".")[3] in kept else name.replace(".compat.v1", "", 1)] = value
    for module in ("layers", "losses", "metrics", "initializers"):
        with suppress(ImportError, AttributeError):  # with Keras 3 some of them cannot be loaded
            v1.update(walk(getattr(V1, module), f"tensorflow.compat.v1.{module}"))
    return {**v1, **found}


def kind_of_class(cls):
    """The kind of the instances of a class."""
    for kind, bases in class_kinds():
        if issubclass(cls, bases):
            return kind
    return "object"


def class_kinds():
    """(kind, base classes), the more special first."""
    from tensorflow.python.data.ops import iterator_ops
    from tensorflow.python.ops import data_flow_ops, lookup_ops, summary_ops_v2

    return [
        *survey_keras.class_kinds(),
        ("variable", (tf.Variable, V1.Variable)),
        ("tensorarray", (tf.TensorArray,)),
        ("dataset", (tf.data.Dataset, V1.data.Dataset)),
        ("dataset-iterator", (tf.data.Iterator, iterator_ops.Iterator)),
        ("ragged", (tf.RaggedTensor,)),
        ("sparse", (tf.SparseTensor,)),
        ("tensor", (tf.Tensor,)),
        ("tape", (tf.GradientTape,)),
        ("forward-tape", (tf.autodiff.ForwardAccumulator,)),
        ("generator", (tf.random.Generator,)),
        ("table", (lookup_ops.LookupInterface,)),
        ("summary-writer", (summary_ops_v2.SummaryWriter,)),
        ("strategy", (tf.distribute.Strategy, V1.distribute.Strategy)),
        ("queue", (data_flow_ops.QueueBase,)),
        ("module", (tf.Module,)),
    ]


def classify(value):
    """The word for what a call gave."""
    if isinstance(value, type):
        return "unknown"
    if value is None or isinstance(value, tf.Operation):
        return "none"
    if isinstance(value, (list, tuple)) and not isinstance(value, tf.TensorShape):
        kinds = {classify(item) for item in value}
        return {"tensor": "tensors", "tensors": "tensors", "python": "python"}.get("".join(kinds), "unknown")
    if isinstance(value, np.ndarray):
        return "numpy"
    plain = (bool, int, float, complex, str, bytes, tf.DType, tf.TensorShape, tf.TypeSpec, np.dtype, np.generic)
    if isinstance(value, plain):
        return "python"
    kind = kind_of_class(type(value))
    return "unknown" if kind == "object" else kind


def candidates():
    """Values to try for required parameters, made in the current graph; the likely ones first."""
    unknown = V1.placeholder
    yield unknown(tf.float32, [2, 2])
    yield unknown(tf.int32, [4])
    yield unknown(tf.float32, [4])
    yield unknown(tf.float32, [])
    yield unknown(tf.int32, [])
    yield unknown(tf.float32, [1, 8, 8, 3])
    yield unknown(tf.string, [2])
    yield unknown(tf.string, [])
    yield unknown(tf.bool, [2])
    yield unknown(tf.complex64, [4, 4])
    yield unknown(tf.int64, [2, 2])
    yield [unknown(tf.float32, [2, 2]), unknown(tf.float32, [2, 2])]
    yield tf.RaggedTensor.from_row_splits(unknown(tf.float32, [4]), [0, 1, 4])
    yield tf.sparse.SparseTensor(unknown(tf.int64, [2, 2]), unknown(tf.float32, [2]), [3, 3])
    yield 2
    yield "a"


# fmt: off
BY_NAME = {
    "axis": 0, "num": 2, "num_or_size_splits": 2, "dtype": tf.float32, "depth": 3, "shape": [2, 2],
    "seed": [1, 2], "size": [4, 4], "ksize": 2, "strides": 1, "padding": "SAME", "block_size": 2,
    "num_segments": 3, "num_buckets": 3, "k": 1, "n": 2, "paddings": [[0, 0], [0, 0]], "perm": [1, 0],
    "multiples": [2, 2], "num_classes": 3, "alpha": 0.5, "lower": 0.5, "upper": 1.5, "max_delta": 0.2,
    "min_jpeg_quality": 50, "max_jpeg_quality": 90, "jpeg_quality": 50, "delta": 0.1, "separator": ",",
    "pattern": "a", "rewrite": "b", "pos": 0, "len": 1, "frame_length": 4, "frame_step": 2, "fft_length": 4,
    "rate": 0.5, "out_type": tf.float32, "record_defaults": [[0.0]], "height": 8, "width": 8,
    "target_height": 4, "target_width": 4, "offset_height": 0, "offset_width": 0, "crop_height": 2,
    "crop_width": 2, "central_fraction": 0.5, "axes": 1, "depth_radius": 1, "num_sampled": 2, "num_true": 1,
    "unique": True, "range_max": 5, "name": None, "bits": 8, "repeats": 2, "shift": 1, "num_lower": 0,
    "num_upper": 0, "saturation_factor": 0.5, "contrast_factor": 0.5, "gamma": 1.0, "clip_norm": 1.0,
    "clip_value_min": 0.0, "clip_value_max": 1.0, "minval": 0, "maxval": 5, "message": "m", "rank": 2,
    "ngram_width": 2, "input_encoding": "UTF-8", "output_encoding": "UTF-8", "format": "UTF-8",
    "batch_dims": 0, "key": "a", "source": 0, "destination": 1, "num_rows": 3, "num_columns": 3,
    "value_range": [0.0, 1.0], "pool_size": 2, "newshape": [4], "new_shape": [4], "indices_or_sections": 2,
    "normalized_shape": 2, "target_shape": [4], "sampling_rate": 16000, "desired_channels": 1,
    "sample_rate": 16000, "num_bits": 8, "nrof_elements": 2, "num_mel_bins": 4, "window_length": 8,
    "start": 0, "stop": 4, "limit": 4, "diagonal": 0.0, "max_iterations": 3, "max_output_size": 2,
    "iou_threshold": 0.5, "pooling_ratio": [1.0, 1.5, 1.5, 1.0], "window_shape": [2, 2],
    "pooling_type": "MAX",
}
# fmt: on


def probe(function):
    """The word for what the function gives when called in a graph; None when no call could be made."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    required = [
        p for p in parameters if p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
    ]
    found = []
    with tf.Graph().as_default(), limit(10):
        for value in candidates():
            words = (attempt(function, required, value, named) for named in (True, False))
            found += [word for word in words if word is not None][:1]
            if len(found) == 3 or not required:
                break
    return found[0] if len(set(found)) == 1 else ("unknown" if found else None)


def attempt(function, required, value, named):
    """The word for one call, every required parameter given `value` unless its name says better."""
    arguments = [BY_NAME.get(p.name, value) if named else value for p in required]
    try:
        return classify(function(*arguments))
    except TimeoutError:
        raise
    except survey_keras.REFUSALS:
        return None


def documented(function):
    """The word the "Returns:" section allows; None when it does not say clearly."""
    text = inspect.getdoc(function) or ""
    match = re.search(r"^Returns:\s*\n?((?:.+\n?)+)", text, re.MULTILINE)
    if not match:
        return None
    says = " ".join(match.group(1).split()).lower()
    tensor = r"(?:a|an|the)? ?(?:\w+[- ]){0,2}`?tensor`?s?[ .,;:]"
    if re.match(r"(?:a |an )?(?:python )?(?:list|tuple) (?:of|with) (?:\w+[- ]){0,2}`?tensor", says):
        return "tensors"
    if re.match(r"a tuple of `?tensor`? objects", says):
        return "tensors"
    if re.match(tensor, says + " ") and not re.match(
        r".{0,60}\b(?:list|tuple|dict|sparse|ragged|or a python|shape`)\b", says
    ):
        return "tensor"
    return None


def result(name, value):
    """The word for what calling a public object gives, and where it comes from."""
    if isinstance(value, type):
        return kind_of_class(value), "class"
    module, _, last = name.rpartition(".")
    if module == "tensorflow.raw_ops":
        return raw_result(last), "op"
    if module in PROBED_MODULES and not UNSAFE.search(last):
        word = None
        with suppress(TimeoutError):
            word = probe(value)
        if word is not None:
            return word, "probe"
    return documented(value) or "unknown", "doc"


def raw_result(op):
    """What a raw op gives, from its registration."""
    from tensorflow.python.framework import op_def_registry

    definition = op_def_registry.get(op)
    outputs = definition.output_arg if definition else []
    if definition is None:
        return "unknown"
    if len(outputs) == 1 and not outputs[0].number_attr and not outputs[0].type_list_attr:
        return "tensor"
    return "tensors" if outputs else "none"


def internal_aliases(by_id):
    """`tensorflow.python.module.name` -> public name, for objects defined, or generated and passed on, there."""
    found = {}
    for path, module in sorted(sys.modules.items()):
        if not path.startswith("tensorflow.python.") or path.startswith("tensorflow.python.keras"):
            continue
        for name, value in sorted(vars(module).items()):
            if name.startswith("_") or not isinstance(value, PUBLIC_OBJECTS) or id(value) not in by_id:
                continue
            home = getattr(value, "__module__", "") or ""
            passed_on = ".ops.gen_" in home and path.startswith("tensorflow.python.ops.")
            if (
                home == path
                or passed_on
                or path.endswith((".dataset_ops", ".def_function", ".variables", ".framework.ops"))
            ):
                found[f"{path}.{name}"] = by_id[id(value)]
    return found


def main():
    """Write the survey of the installed TensorFlow."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output")
    parser.add_argument("--names-only", action="store_true", help="no calls: only which names exist")
    arguments = parser.parse_args()
    public = {name: value for name, value in public_names().items() if callable(value)}
    survey = {"version": ".".join(tf.__version__.split(".")[:2]), "names": sorted(public)}
    if not arguments.names_only:
        same = {}
        for name, value in sorted(public.items()):
            if isinstance(value, PUBLIC_OBJECTS) and ".raw_ops." not in name:
                same.setdefault(id(value), []).append(name)
        second = {name for name, _ in walk(tf, "tensorflow")}
        best = {
            key: min(found, key=lambda name: survey_keras.preference(name, public[name], second))
            for key, found in same.items()
        }
        aliases = {name: best[key] for key, names in same.items() for name in names if name != best[key]}
        survey["aliases"] = {**internal_aliases(best), **aliases}
        survey["results"] = {name: result(name, value) for name, value in sorted(public.items()) if name not in aliases}
        survey["stateless"] = survey_keras.stateless(survey["results"], public)
    with open(arguments.output, "w", encoding="utf-8") as stream:
        json.dump(survey, stream, indent=0, sort_keys=True)


if __name__ == "__main__":
    main()
