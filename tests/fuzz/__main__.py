"""`python -m tests.fuzz [--seconds 600] [--seed 1000]`: mutations and tangled programs until the time is up.

What fails is written to the folder `fuzz-found`, ready to be made small and kept in tests/fuzz/inputs.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import time
import traceback
from pathlib import Path

from tests.fuzz.literals import odd
from tests.fuzz.mutations import mutated
from tests.fuzz.probe import probe
from tests.fuzz.tangles import tangled

SLOW = 20.0
"""Seconds of processor time after which an input is worth a look."""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1000)
    options = parser.parse_args()
    found = Path("fuzz-found")
    end = time.monotonic() + options.seconds
    seed, reasons = options.seed, set()
    while time.monotonic() < end:
        data, start = (odd, mutated, tangled)[seed % 3](random.Random(seed)), time.process_time()
        reason = ""
        try:
            probe(data)
        except Exception:  # noqa: BLE001 - whatever it is, it is what is looked for
            reason = traceback.format_exc()
        if time.process_time() - start > SLOW:
            reason = "slow"
        last = "\n".join(reason.splitlines()[-3:])
        if reason and last not in reasons:
            reasons.add(last)
            found.mkdir(exist_ok=True)
            name = hashlib.sha256(data).hexdigest()[:12]
            (found / f"{name}.py").write_bytes(data)
            (found / f"{name}.txt").write_text(f"seed {seed}\n{reason}", encoding="utf-8")
            print(f"seed {seed}: {last}", flush=True)
        seed += 1
    print(f"{seed - options.seed} inputs, {len(reasons)} kinds of failure")
    return 1 if reasons else 0


if __name__ == "__main__":
    raise SystemExit(main())
