"""Threads that disturb each other get an error or the right answer, never a crash."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from wordorder._kernels import Interner

pytestmark = pytest.mark.slow  # starts programs, threads or drawing libraries

SCRIBBLE = """
import sys, threading
import numpy as np
import wordorder
from wordorder.alignment import AlignmentBatch
from wordorder.errors import InputError
from wordorder.permutation import PermutationBatch

rows, words = 2_000, 50
ranks = np.tile(np.arange(words, dtype=np.int32), rows)
offsets = np.arange(rows + 1) * words
lengths = np.full(rows, words, np.int32)
arrays = [ranks.copy(), ranks.copy(), offsets.copy(), lengths.copy(), lengths.copy()]
done = threading.Event()

def scribble():
    turn = 0
    good = [array.copy() for array in arrays]
    while not done.is_set():
        turn += 1
        for array, kept in zip(arrays, good):
            array[turn % len(array) :: 7] = 2**30
            array[:] = kept

thread = threading.Thread(target=scribble)
thread.start()
sys.setswitchinterval(1e-5)
refused = 0
for turn in range(60):
    try:
        if sys.argv[1] == "scores":
            wordorder.ordering_scores(arrays[0], arrays[2], "all", threads=1)
        elif sys.argv[1] == "batch":
            batch = AlignmentBatch(*arrays)
            batch.crossings(), batch.anticipation([1, 2]), batch.blocked_words()
        else:
            batch = PermutationBatch(arrays[0], arrays[2])
            batch.to_text()
    except InputError:
        refused += 1
done.set()
thread.join()
print("well")
"""


@pytest.mark.parametrize("what", ["scores", "batch", "permutations"])
def test_writing_to_an_array_during_a_call_crashes_nothing(what: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIBBLE, what], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "well\n"), done.stderr[-500:]


def test_threads_may_share_an_interner() -> None:
    interner = Interner()
    blocks = [" ".join(str(n) for n in range(k, k + 3000)).encode() for k in range(0, 40_000, 1000)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(interner.intern, blocks))
    words = interner.words(0)
    assert len(words) == len(set(words)) == len(interner)
    for block, numbers in zip(blocks, found, strict=True):
        assert " ".join(words[n] for n in numbers.values).encode() == block


MANY_WORDS = r"""
import itertools, sys
import wordorder.kernel_setup
from wordorder._kernels import Interner
# Flipping the highest bit of eight bytes, and two bits of the next eight, was the same to a hash
# by multiplication, whatever its seed was.
pair = (b"abcdefghijklmnop", b"abcdefg\xe8ijk\xecmno\xf0")
words = map(b"".join, itertools.product(pair, repeat=int(sys.argv[1])))
interner = Interner()
numbers = interner.intern(b" ".join(words))
print(numbers.values.tolist() == list(range(2 ** int(sys.argv[1]))))
"""


def test_no_words_can_be_made_that_collide() -> None:
    done = subprocess.run(
        [sys.executable, "-c", MANY_WORDS, "17"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout == "True\n"
