"""All that is said about the agreement of judges of one language pair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordorder.errors import expect
from wordorder.metaevaluation.agreement.ceiling import HumanCeiling, human_ceiling
from wordorder.metaevaluation.agreement.labelled_items import LabelledItems
from wordorder.metaevaluation.agreement.rating_alpha import RatingAlphas, rating_alphas
from wordorder.metaevaluation.agreement.verdicts import comparisons_by_judge
from wordorder.metaevaluation.agreement.wmt_kappa import WmtKappas, wmt_kappas
from wordorder.metaevaluation.judgements.table import Judgements

if TYPE_CHECKING:
    from wordorder.statistics import Kappa, PairwiseKappa


@dataclass(frozen=True, slots=True, eq=False)
class AnnotatorAgreement:
    """How far the judges of one language pair agree.

    Attributes:
        name: The language pair.
        judges: Names of the judges, to which the pairs of `cohen` refer.
        wmt: Agreement on which of two systems is better, as WMT papers print it.
        fleiss: Fleiss' kappa, of verdicts on two systems or of ratings as categories.
        cohen: Cohen's kappa of every two judges who judged the same.
        alpha: Krippendorff's alpha of ratings; None if systems were compared.
        ceiling: What a metric would get that agreed with people as people agree with each other.
    """

    name: str
    judges: tuple[str, ...]
    wmt: WmtKappas
    fleiss: Kappa
    cohen: PairwiseKappa
    alpha: RatingAlphas | None
    ceiling: HumanCeiling


def annotator_agreement(judgements: Judgements) -> AnnotatorAgreement:
    r"""Measure how far people agree with each other and with themselves.

    Args:
        judgements: The judgements of one language pair, with repeated ones. All but `ceiling` and
            `alpha` need to know the judges.

    Returns:
        The kappas and alphas, each with its counts, or the reason why it is undefined.

    Examples:
        >>> import io
        >>> from wordorder.metaevaluation import read_judgements
        >>> rows = ["1\tA\tB\tx", "1\tA\tB\ty", "2\tA\tB\tx", "2\tB\tA\ty"]
        >>> file = io.StringIO("\n".join(["segment\tbetter\tworse\tjudge", *rows]))
        >>> agreement = annotator_agreement(read_judgements(file, pair="de-en")["de-en"])
        >>> agreement.wmt.between.value, agreement.ceiling.values["tau_wmt14"]
        (0.0, 0.0)
    """
    expect(judgements, Judgements, "judgements")
    compared, rated = judgements.comparisons, judgements.ratings
    items = (
        LabelledItems.of_ratings(rated)
        if compared is None and rated is not None
        else LabelledItems.of_comparisons(comparisons_by_judge(judgements))
    )
    return AnnotatorAgreement(
        name=judgements.name,
        judges=judgements.judges,
        wmt=wmt_kappas(comparisons_by_judge(judgements)),
        fleiss=items.fleiss(),
        cohen=items.cohen(),
        alpha=None if rated is None else rating_alphas(rated),
        ceiling=human_ceiling(judgements),
    )
