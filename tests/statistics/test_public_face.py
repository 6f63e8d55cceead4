from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import FrozenInstanceError, is_dataclass

import pytest

from wordorder import statistics


def test_results_are_frozen_and_hold_nothing_but_their_fields() -> None:
    kappa = statistics.cohen_kappa([1, 2], [1, 2])
    with pytest.raises(FrozenInstanceError):
        kappa.value = 0.0
    results = [getattr(statistics, name) for name in statistics.__all__]
    assert all("__slots__" in vars(result) for result in results if is_dataclass(result))


@pytest.mark.slow
def test_importing_the_room_does_not_import_scipy() -> None:
    code = "import sys; from wordorder.statistics import *; print('scipy' in sys.modules)"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"


@pytest.mark.slow
def test_the_number_of_threads_changes_no_bit() -> None:
    code = (
        "import hashlib, numpy as np; from wordorder.statistics import *; "
        "v = np.random.default_rng(1).random((5, 2000, 8)); b = bootstrap(v, seed=1); "
        "r = approximate_randomization(v, seed=1); "
        "print(hashlib.sha256(b.resampled.tobytes() + b.low.tobytes() + r.p_value.tobytes())"
        ".hexdigest())"
    )
    names = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
    digests = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, **dict.fromkeys(names, n), "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for n in ("1", "2")
    }
    assert len(digests) == 1
