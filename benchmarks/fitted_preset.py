"""Whether a preset fitted to some judgements agrees better with others than every fixed score.

    python benchmarks/fitted_preset.py DATA [--write FILE] [--scores 'FOLDER/{pair}.tsv']

Fitted to the rankings of WMT13 German–English and French–English. Each of the two is judged by
weights from the other one, and by weights from other lines. Then the weights from both meet
judgements that had no part in any choice: rankings of WMT12, MQM of WMT23 English–German and ESA
of WMT24 English–Japanese. `--write` writes the preset that comes with the package; `--scores` adds
other metrics of WMT13's systems to the rivals, such as METEOR 1.5 itself (meteor_segments.py).
"""

from __future__ import annotations

import csv
import io
import warnings
from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING

from wordorder.errors import WordorderWarning
from wordorder.metaevaluation import DatasetSource, fit_preset, read_datasets
from wordorder.metaevaluation.tuning.fit import FeatureDifferences, compared
from wordorder.statistics import Resampling

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wordorder.metaevaluation import Dataset
    from wordorder.metaevaluation.tuning.results import Agreement
    from wordorder.scoring import FittedPreset

TRAINED_ON = "WMT13 rankings: de-en, 128,668 judgements; fr-en, 80,741 judgements"


def wmt13(data: Path, scores: str | None) -> list[Dataset]:
    folder = data / "wmt13"
    given = DatasetSource(
        [folder / f"rankings-pairwise/{pair}.tsv" for pair in ("de-en", "fr-en")],
        systems=str(folder / "system-outputs/{pair}/newstest*"),
        reference=folder / "references/newstest2013-ref.en",
        lang="en",
    )
    return read_datasets(given, scores=() if scores is None else scores)


def unseen(data: Path, preset: FittedPreset) -> Iterator[Dataset]:
    for target, pair in (("en", "de-en"), ("de", "en-de")):
        given = DatasetSource(
            data / "wmt12/rankings-five-way/de-en_en-de.csv",
            pair=pair,
            systems=str(data / "wmt12/system-outputs/{pair}/newstest*"),
            reference=data / f"wmt12/references/newstest2012-ref.{target}",
            lang=target,
        )
        yield from read_datasets(given, preset=preset)
    given = DatasetSource(data / "wmt23-mtme", pair="en-de", human="mqm", lang="de")
    yield from read_datasets(given, preset=preset)
    given = DatasetSource(
        wmt24_ratings(data / "wmt24-esa/en-ja.esa.seg.tsv"),
        pair="en-ja",
        systems=str(data / "wmt24-esa/system-outputs/en-ja/*.txt"),
        reference=data / "wmt24-esa/references/en-ja.refA.txt",
        lang="ja",
    )
    yield from read_datasets(given, preset=preset)


def wmt24_ratings(file: Path) -> io.StringIO:
    """The ratings as a file of segment scores: lines from 1, without the reference."""
    rows = csv.DictReader(file.open(encoding="utf-8"), delimiter="\t")
    lines = [
        f"{row['system']}\t{int(row['line0']) + 1}\t{row['mean_esa']}\n"
        for row in rows
        if row["system"] != "refA" and int(row["line0"]) > 0
    ]
    return io.StringIO("system\tsegment\tscore\n" + "".join(lines))


def on_unseen(dataset: Dataset, preset: FittedPreset) -> Iterable[Agreement]:
    pairs = FeatureDifferences.of(dataset, list(preset.weights))
    own = pairs.metrics.index(preset.name)
    return compared(pairs, "all", preset.name, pairs.rivals[own], Resampling())


def show(agreements: Iterable[Agreement]) -> None:
    for one in agreements:
        value = f"{one.value.value:.4f} [{one.value.low:.4f}, {one.value.high:.4f}]"
        gain = f"{one.gain.value:+.4f} [{one.gain.low:+.4f}, {one.gain.high:+.4f}]"
        print(f"{one.pair}\t{one.held_out}\t{one.metric}\t{value}\t{gain}\tp = {one.p_value:.4f}")


def main() -> None:
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path, help="the folder with wmt13, wmt12, …")
    parser.add_argument("--write", type=Path, help="write the preset to this file")
    parser.add_argument("--scores", help="further scores of WMT13's systems, {pair} in the name")
    given = parser.parse_args()
    warnings.simplefilter("ignore", WordorderWarning)
    found = fit_preset(
        wmt13(given.data, given.scores), name="fitted", trained_on=TRAINED_ON, lang="en"
    )
    print(found.to_toml())
    if given.write:
        given.write.write_text(found.to_toml(), encoding="utf-8")
    print("standardised:", found.standardized, "strength:", found.strength, "\n")
    show(found.agreements)
    for dataset in unseen(given.data, found.preset):
        show(on_unseen(dataset, found.preset))


if __name__ == "__main__":
    main()
