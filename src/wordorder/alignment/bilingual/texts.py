"""A text and its translation, word-aligned by any aligner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from wordorder.alignment.bilingual import external
from wordorder.alignment.bilingual.external import ExternalAligner
from wordorder.alignment.bilingual.ibm1 import train_ibm1
from wordorder.alignment.bilingual.ibm1_model import Ibm1Model
from wordorder.alignment.symmetrization import checked_method
from wordorder.errors import UsageError
from wordorder.output import as_meter, follow_files
from wordorder.text import open_parallel_text, tokenized_files

if TYPE_CHECKING:
    from collections.abc import Generator

    from wordorder.alignment.batch import AlignmentBatch
    from wordorder.alignment.symmetrization import Symmetrization
    from wordorder.output import Meter
    from wordorder.text import Input

Aligner = Literal["ibm1", "eflomal"]
ALIGNERS: tuple[Aligner, ...] = get_args(Aligner)


def align_texts(
    source: Input,
    target: Input,
    aligner: Aligner | Ibm1Model | ExternalAligner = "ibm1",
    *,
    method: Symmetrization | None = None,
    tokenize: str | None = None,
    source_tokenize: str | None = None,
    threads: int | None = None,
    progress: bool | Meter = False,
) -> Generator[AlignmentBatch, None, None]:
    r"""Link the words of a text and its translation.

    Args:
        source: The text, one sentence per line, words separated by spaces, plain or
            compressed; `-` is standard input.
        target: Its translation, line by line.
        aligner: `ibm1`, which is trained on the two texts themselves, `eflomal`, a model, or any
            other program.
        method: Symmetrisation method; by default grow-diag-final-and.
        tokenize: Tokeniser for both texts, as in `score`; by default they are already tokenised.
        source_tokenize: A different tokeniser for the source.
        threads: Number of threads; by default one per processor.
        progress: Whether to show progress.

    Raises:
        InputError: The texts differ in length, or an external program fails.
        UsageError: Unknown aligner or method, or only one direction to symmetrise.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     source, target = pathlib.Path(folder, "en"), pathlib.Path(folder, "es")
        ...     _ = source.write_text("the house\ngreen house\n")
        ...     _ = target.write_text("la casa\ncasa verde\n")
        ...     [str(links) for batch in align_texts(source, target) for links in batch]
        ['0-0 1-1', '0-1 1-0']
    """
    if method is not None:
        checked_method(method)
    meter = as_meter(progress)
    files, words = [source, target], [source_tokenize or tokenize, tokenize]
    if isinstance(aligner, Ibm1Model) or aligner == "ibm1":
        model = aligner if isinstance(aligner, Ibm1Model) else None
        return _by_ibm1(files, words, model, method, threads, meter)
    if aligner == "eflomal":
        aligner = external.EFLOMAL
    if not isinstance(aligner, ExternalAligner):
        raise UsageError.unknown("aligner", aligner, ALIGNERS)
    aligner.checked_method(method)
    return _by_program(files, words, aligner, method, meter)


def _by_program(
    files: list[Input],
    words: list[str | None],
    aligner: ExternalAligner,
    method: Symmetrization | None,
    meter: Meter,
) -> Generator[AlignmentBatch, None, None]:
    with tokenized_files(files, words) as (source, target), meter("aligning", None):
        yield from aligner.align(source, target, method=method)


def _by_ibm1(
    raw: list[Input],
    words: list[str | None],
    model: Ibm1Model | None,
    method: Symmetrization | None,
    threads: int | None,
    meter: Meter,
) -> Generator[AlignmentBatch, None, None]:
    # Both texts are read twice, which is impossible for standard input.
    with tokenized_files(raw, words) as made, open_parallel_text(made) as text:
        files = list(text.paths)
        if model is None:
            model = train_ibm1(*files, threads=threads, progress=meter)
        with follow_files(meter, "aligning", files) as advance:
            yield from model.align(
                *files,
                method=method or "grow-diag-final-and",
                threads=threads,
                on_bytes=advance,
            )
