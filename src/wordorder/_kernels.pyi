from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

def metric_names(only_flat: bool = ...) -> list[str]: ...
def ordering_scores(
    values: NDArray[np.int32],
    offsets: NDArray[np.int32] | NDArray[np.int64],
    metrics: Sequence[str],
    beta: float,
    monotone: float,
    inverted: float,
    simple: str | Callable[[tuple[int, ...]], Any] | None,
    threads: int,
) -> NDArray[np.float64]: ...
def check_permutation(ranks: NDArray[np.int32]) -> None: ...
def counts(ranks: NDArray[np.int32]) -> dict[str, int]: ...
def flattened_tree(
    ranks: NDArray[np.int32],
) -> tuple[
    NDArray[np.int8],
    NDArray[np.int32],
    NDArray[np.int32],
    NDArray[np.int32],
    NDArray[np.int32],
]: ...
def parse_permutations(
    text: bytes, name: str, first_line: int, base: int, base_line: int, orders: bool
) -> tuple[NDArray[np.int32], NDArray[np.int64], int, int]: ...
