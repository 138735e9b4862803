"""Check a project with the workers of a Dask cluster.

    python examples/distributed/check_on_dask.py FOLDER [--workers 2 | --scheduler tcp://HOST:8786]

Without a scheduler it starts a cluster of its own on this machine and ends it again. The workers need tflint-autograph
and the same files at the same places, as on a shared disk. Any other `concurrent.futures.Executor` does as well: that
of `mpi4py.futures`, of Ray or of the standard library.
"""

from __future__ import annotations

import argparse
import dataclasses
import os
import sys
from pathlib import Path

from distributed import Client, LocalCluster

from tflint_autograph.config.load import load
from tflint_autograph.engine.pipeline import check_paths
from tflint_autograph.report.formats import render


def check(folder: Path, client: Client) -> tuple[str, int]:
    """The report on a folder and the exit code, worked out by the cluster's workers, a share of the files each."""
    settings = load(folder, cwd=Path.cwd(), flags={}, environ=os.environ)
    shares = str(max(len(client.scheduler_info(n_workers=-1)["workers"]), 1))
    executor = client.get_executor(pure=False, retries=2)
    report = check_paths(dataclasses.replace(settings, jobs=shares), (str(folder),), executor=executor)
    return render("concise", report, color=False), report.exit_code


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--scheduler")
    options = parser.parse_args()
    if options.scheduler:
        with Client(options.scheduler) as client:
            text, code = check(options.folder.resolve(), client)
    else:
        cluster = LocalCluster(n_workers=options.workers, threads_per_worker=1, dashboard_address=None)
        with cluster, Client(cluster) as client:
            text, code = check(options.folder.resolve(), client)
    sys.stdout.write(text)
    return code


if __name__ == "__main__":
    # Workers are started anew and import this file: it must do nothing then.
    raise SystemExit(main())
