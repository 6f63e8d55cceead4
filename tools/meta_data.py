"""Judgements and scores behind docs/results.md, each made when a section asks for it."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wordorder.alignment import Matcher
from wordorder.errors import MissingExtraError, WordorderWarning
from wordorder.metaevaluation import (
    DatasetSource,
    read_contrasts,
    read_datasets,
    read_judgements,
    score_systems,
)
from wordorder.scoring import Preset

if TYPE_CHECKING:
    from pathlib import Path

    from wordorder.metaevaluation import ContrastSet, Dataset, Judgements, MetricScores
    from wordorder.output import Cache

WMT13 = ("de-en", "fr-en")
EXACT, STEMS, VECTORS, PARAPHRASES = (
    "exact",
    "+ stems, synonyms",
    "+ vectors",
    "+ paraphrases",
)


@dataclass(frozen=True)
class Data:
    """Where the data is, and where scores are kept between runs.

    Attributes:
        folder: The folder with wmt12, wmt13, wmt23-mtme, wmt24-esa and demetr.
        cache: Keeps the scores.
        paraphrases: METEOR's table of English paraphrases, if there is one.
    """

    folder: Path
    cache: Cache
    paraphrases: Path | None

    @property
    def matchings(self) -> dict[str, Matcher]:
        """The ways to match English words that can be had here. Paraphrases come without vectors.

        METEOR, which the papers used, has exact matches, stems, synonyms and paraphrases.
        """
        found = {EXACT: Matcher("en", stages=("exact",)), STEMS: Matcher("en")}
        try:
            found[VECTORS] = Matcher("en", vectors="wordllama")
        except MissingExtraError:
            print("without vectors: wordllama is not installed")
        if self.paraphrases is not None:
            found[PARAPHRASES] = Matcher("en", paraphrases=self.paraphrases)
        return found

    @property
    def nearest(self) -> str:
        """The matching that is nearest to that of the papers."""
        return STEMS if self.paraphrases is None else PARAPHRASES

    def wmt13(self, matching: str, preset: Preset | None = None) -> list[Dataset]:
        folder = self.folder / "wmt13"
        return self._read(
            [folder / f"rankings-pairwise/{pair}.tsv" for pair in WMT13],
            systems=str(folder / "system-outputs/{pair}"),
            reference=folder / "references/newstest2013-ref.en",
            lang="en",
            order_from=self.matchings[matching],
            preset=preset or Preset(),
        )

    def wmt12(self, pair: str, *, source: bool) -> Dataset:
        """LRscore's ordering part as `lrscore:kendall`, from words or by IBM 1 from the source."""
        folder = self.folder / "wmt12"
        source_lang, target = pair.split("-")
        (found,) = self._read(
            folder / "rankings-five-way/de-en_en-de.csv",
            pair=pair,
            systems=str(folder / "system-outputs/{pair}"),
            reference=folder / f"references/newstest2012-ref.{target}",
            source=folder / f"sources/newstest2012-src.{source_lang}" if source else None,
            lang=target,
            preset=Preset("lrscore", alpha=1.0),
        )
        return found

    def wmt23(self) -> Dataset:
        (found,) = self._read(
            self.folder / "wmt23-mtme", pair="en-de", human="mqm", lang="de", unknown="drop"
        )
        return found

    def wmt24(self, tokenize: str | None = None, *, source: bool = False) -> Dataset:
        folder = self.folder / "wmt24-esa"
        (found,) = self._read(
            folder / "en-ja.esa.seg.tsv",
            pair="en-ja",
            systems=str(folder / "system-outputs/en-ja"),
            reference=folder / "references/en-ja.refA.txt",
            source=folder / "sources/en-ja.txt" if source else None,
            lang="ja",
            tokenize=tokenize,
            unknown="drop",  # refA was judged, too
        )
        return found

    def demetr(self) -> ContrastSet:
        return read_contrasts(self.folder / "demetr/items.tsv", name="DEMETR")

    def demetr_scores(self) -> MetricScores:
        items = self.demetr()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", WordorderWarning)
            return score_systems(items.references, items.texts(), lang="en", cache=self.cache)

    def judgements(self, file: str, pair: str) -> Judgements:
        return read_judgements(self.folder / file, pair=pair)[pair]

    def _read(self, judgements: Any, preset: Preset | None = None, **options: Any) -> list[Dataset]:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", WordorderWarning)
            return read_datasets(
                DatasetSource(judgements, cache=self.cache, **options), preset=preset
            )
