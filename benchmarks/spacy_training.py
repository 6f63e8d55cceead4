"""Small spaCy parsers, trained on a few sentences of a treebank.

A CNN over hashed word features, a morphologizer (part of speech and features) and a
transition-based parser, as in spaCy's own small models; no lemmas, no vectors.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import spacy
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import fix_random_seed, minibatch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spacy.language import Language

    from wordorder.syntax import DependencyTree

WIDTH = 96
DROPOUT = 0.2
SENTENCES_AT_ONCE = 8

_WORDS = {
    "@architectures": "spacy.Tok2Vec.v2",
    "embed": {
        "@architectures": "spacy.MultiHashEmbed.v2",
        "width": WIDTH,
        "attrs": ["NORM", "PREFIX", "SUFFIX", "SHAPE"],
        "rows": [5000, 1000, 2500, 2500],
        "include_static_vectors": False,
    },
    "encode": {
        "@architectures": "spacy.MaxoutWindowEncoder.v2",
        "width": WIDTH,
        "depth": 4,
        "window_size": 1,
        "maxout_pieces": 3,
    },
}
_SHARED = {"@architectures": "spacy.Tok2VecListener.v1", "width": WIDTH, "upstream": "*"}
_TAGGER = {"@architectures": "spacy.Tagger.v2", "tok2vec": _SHARED}
_PARSER = {
    "@architectures": "spacy.TransitionBasedParser.v2",
    "state_type": "parser",
    "extra_state_tokens": False,
    "hidden_width": 64,
    "maxout_pieces": 2,
    "use_upper": True,
    "nO": None,
    "tok2vec": _SHARED,
}


def trained(trees: Sequence[DependencyTree], epochs: int, seed: int) -> Language:
    """Train a tagger and parser; the same arguments give the same pipeline."""
    fix_random_seed(seed)
    nlp = spacy.blank("en")
    nlp.add_pipe("tok2vec", config={"model": _WORDS})
    nlp.add_pipe("morphologizer", config={"model": _TAGGER})
    nlp.add_pipe("parser", config={"model": _PARSER, "min_action_freq": 1})
    examples = [_example(nlp, tree) for tree in trees]
    optimizer = nlp.initialize(lambda: examples)
    order = random.Random(seed)
    for _ in range(epochs):
        order.shuffle(examples)
        for batch in minibatch(examples, SENTENCES_AT_ONCE):
            nlp.update(batch, sgd=optimizer, drop=DROPOUT)
    return nlp


def _example(nlp: Language, tree: DependencyTree) -> Example:
    words = list(tree.words)
    heads = [place if head < 0 else head for place, head in enumerate(tree.heads.tolist())]
    deps = ["ROOT" if token.head < 0 else token.deprel for token in tree.tokens]
    morphs = ["" if token.feats == "_" else token.feats for token in tree.tokens]
    gold = Doc(nlp.vocab, words=words, heads=heads, deps=deps, pos=list(tree.tags), morphs=morphs)
    return Example(Doc(nlp.vocab, words=words), gold)
