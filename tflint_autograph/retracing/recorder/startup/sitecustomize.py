"""Imported by Python at its start, since its folder is first on PYTHONPATH.

Starts the recorder and removes itself: the program sees the original environment, path and `sitecustomize`.
"""

import importlib
import importlib.util
import os
import sys


def _start() -> None:
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [each for each in sys.path if not each or os.path.abspath(each) != here]
    rest = [each for each in os.environ.pop("PYTHONPATH", "").split(os.pathsep) if os.path.abspath(each) != here]
    before = os.environ.pop("TFLINT_AUTOGRAPH_PYTHONPATH", None)
    if before is not None:
        os.environ["PYTHONPATH"] = before
    elif rest and any(rest):
        os.environ["PYTHONPATH"] = os.pathsep.join(rest)
    asked = os.environ.pop("TFLINT_AUTOGRAPH_TRACES", None)
    if asked is not None:
        try:
            _start_recorder(os.path.dirname(os.path.dirname(os.path.dirname(here))), asked)
        except Exception:  # noqa: BLE001 - whatever it is, the program runs
            _tell(asked)
    _hand_over()


def _start_recorder(package: str, asked: str) -> None:
    """Imports the recorder from this package, which need not be installed for this Python, without writing bytecode."""
    writes = sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    try:
        spec = importlib.util.spec_from_file_location(
            "tflint_autograph", os.path.join(package, "__init__.py"), submodule_search_locations=[package]
        )
        if spec is None or spec.loader is None:
            return
        module = importlib.util.module_from_spec(spec)
        sys.modules["tflint_autograph"] = module
        spec.loader.exec_module(module)
        from tflint_autograph.retracing.recorder.start import start_as_asked

        start_as_asked(asked)
    finally:
        sys.dont_write_bytecode = writes


def _tell(asked: str) -> None:
    """Writes why the recorder failed to where its records would be."""
    import json
    import traceback

    record = {"record": "error", "text": traceback.format_exc(limit=-3)}
    os.write(json.loads(asked)["records"], (json.dumps(record) + "\n").encode())


def _hand_over() -> None:
    """Runs the original `sitecustomize`."""
    ours = sys.modules.pop("sitecustomize")
    try:
        importlib.import_module("sitecustomize")
    except ImportError as error:
        if error.name != "sitecustomize":
            raise
    finally:
        # Python looks for the module it has just run
        sys.modules.setdefault("sitecustomize", ours)


_start()
