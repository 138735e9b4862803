"""Effects of plain Python: containers changed, random draws, clocks, output, files."""

from __future__ import annotations

import pytest

from tflint_autograph.tfapi import effects


@pytest.mark.parametrize(
    ("type_name", "method", "expected"),
    [
        ("list", "append", True),
        ("list", "index", False),
        ("list", "__setitem__", True),
        ("dict", "setdefault", True),
        ("dict", "get", False),
        ("set", "add", True),
        ("collections.deque", "appendleft", True),
        ("collections.Counter", "subtract", True),
        ("queue.Queue", "put", True),
        ("collections.OrderedDict", "move_to_end", True),
        ("numpy", "fill", True),
        ("numpy.ndarray", "sort", True),
        ("numpy.ndarray", "reshape", False),
        ("tuple", "append", False),
    ],
)
def test_mutators(type_name: str, method: str, expected: bool) -> None:
    assert effects.mutates(type_name, method) is expected


@pytest.mark.parametrize("method", ["assign_add", "update_state", "enqueue", "apply_gradients"])
def test_graph_effects_are_no_mutation_of_an_unknown_receiver(method: str) -> None:
    assert effects.graph_effect(method)
    assert not effects.mutates_some(method)


def test_unknown_receivers() -> None:
    assert effects.mutates_some("append")
    assert not effects.mutates_some("write")
    assert not effects.mutates_some("reduce_sum")


def test_functions_that_change_an_argument() -> None:
    assert effects.mutated_arguments("heapq.heappush") == (0,)
    assert effects.mutated_arguments("numpy.random.mtrand.shuffle") == (0,)
    assert effects.mutated_arguments("sorted") == ()


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("random.random", True),
        ("numpy.random.rand", True),
        ("numpy.random.mtrand.normal", True),
        ("uuid.uuid4", True),
        ("random.seed", False),
        ("numpy.random.seed", False),
        ("numpy.random.default_rng", False),
        ("numpy.random.RandomState", False),
        ("tensorflow.random.uniform", False),
    ],
)
def test_draws(name: str, expected: bool) -> None:
    assert effects.draws(name) is expected


def test_generator_objects_draw() -> None:
    assert effects.generator_draws("numpy.random.default_rng", "integers")
    assert effects.generator_draws("numpy.random.RandomState", "rand")
    assert effects.generator_draws("random.Random", "choice")
    assert not effects.generator_draws("numpy.random.default_rng", "spawn")
    assert not effects.generator_draws("tensorflow.random.Generator.from_seed", "normal")


def test_clocks_but_not_conversions() -> None:
    assert effects.clock("time.time")
    assert effects.clock("datetime.datetime.now")
    assert effects.clock("time.localtime")
    assert not effects.clock("time.localtime", arguments=1)
    assert effects.clock("time.strftime", arguments=1)
    assert not effects.clock("time.sleep")


def test_output_and_logs() -> None:
    assert effects.prints("print")
    assert effects.prints("sys.stdout.write")
    assert not effects.prints("tensorflow.print")
    assert effects.logs("absl.logging.info")
    assert effects.logs("tensorflow.compat.v1.logging.info")
    assert effects.makes_logger("tensorflow.get_logger")
    assert effects.logger_writes("warning")
    assert not effects.logger_writes("setLevel")


def test_files_environment_and_lost_effects() -> None:
    assert effects.does_io("tensorflow.io.gfile.exists")
    assert effects.does_io("numpy.load")
    assert not effects.does_io("tensorflow.io.read_file")
    assert effects.path_does_io("read_text")
    assert effects.reads_environment("os.environ")
    assert effects.lost("time.sleep")


def test_locks_threads_and_context_managers() -> None:
    assert effects.method_lost("threading.Lock", "acquire")
    assert effects.method_lost("threading.Thread", "start")
    assert not effects.method_lost("threading.Lock", "start")
    assert not effects.method_lost("threading.Thread", "acquire")
    assert effects.manages("multiprocessing.RLock")
    assert effects.manages("warnings.catch_warnings")
    assert not effects.manages("contextlib.suppress")
