"""spaCy pipelines as parsers, including GiNZA for Japanese."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from wordorder.errors import Argument, InputError, MissingExtraError, UsageError, expect
from wordorder.output.console import visible

GINZA_MODEL = "ja_ginza"

# Components that add nothing to a tree but take time, or that start new sentences.
_NOT_NEEDED = ("ner", "entity_linker", "textcat", "textcat_multilabel", "senter", "sentencizer")
# A component of GiNZA that splits words again.
_SPLITS_WORDS = "compound_splitter"


@dataclass(frozen=True, slots=True)
class SpacyParser:
    """A spaCy pipeline with a dependency parser.

    Each line is one sentence. If the parser finds several roots all the same, the first is the root
    of the tree, and the others depend on it as `parataxis`.

    Attributes:
        model: An installed package, such as en_core_web_sm, or a folder.
        raw: Whether the pipeline splits the sentences into words. If not, words are separated by
            spaces, and columns that depend on the pipeline's own tokenisation (such as lemmas and
            language-specific tags of Japanese) stay empty.

    Raises:
        UsageError: The name of the model is empty.

    Examples:
        >>> SpacyParser("en_core_web_sm").name, SpacyParser("ja_ginza", raw=True).name
        ('spacy:en_core_web_sm', 'ginza')

    References:
        Matthew Honnibal and Mark Johnson. 2015. An Improved Non-monotonic Transition System for
        Dependency Parsing. EMNLP 2015.
    """

    model: str
    raw: bool = False

    def __post_init__(self) -> None:
        expect(self.model, str, "model")
        expect(self.raw, bool, "raw")
        if not self.model:
            raise UsageError(
                Argument("parser"),
                " has no model; name a model, such as spacy:en_core_web_sm, or the folder of one",
            )

    @property
    def name(self) -> str:
        """The name, as for `parser_named`."""
        return "ginza" if self.model == GINZA_MODEL else f"spacy:{visible(self.model)}"

    @property
    def signature(self) -> str:
        """The versions of spaCy and of the model.

        Raises:
            InputError: The model cannot be read.
            MissingExtraError: spaCy or the model is not installed.
        """
        self._refuse_missing()
        from importlib.metadata import version

        from spacy.util import get_model_meta, get_package_path

        try:
            folder = get_package_path(self.model) if self._is_package else Path(self.model)
            meta = get_model_meta(folder)
        except Exception as error:  # any kind: the package may be anything
            raise self._unusable(error) from error
        model = f"{meta['lang']}_{meta['name']}-{meta['version']}"
        return f"spacy-{version('spacy')} {model}" + " (raw text)" * self.raw

    def conllu(self, sentences: Sequence[str], advance: Callable[[int], None]) -> bytes:
        """Run the pipeline; a comment on the first sentence records the signature.

        Raises:
            InputError: The model cannot be loaded, has no parser, or fails.
            MissingExtraError: spaCy or the model is not installed.
        """
        nlp, pieces = self._loaded(), [f"# generator = {visible(self.signature)}\n"]
        docs = nlp.pipe(self._unparsed(nlp, sentences))
        for number in range(1, len(sentences) + 1):
            try:
                doc = next(docs)
            except InputError:
                raise
            except Exception as error:  # any kind: a pipeline may contain any code
                raise InputError(f"{self.name} failed: {_first_line(error)}") from error
            if not doc.has_annotation("DEP"):
                raise InputError(f"{self.name} has no dependency parser; name another model")
            pieces.append(doc_conllu(doc, number, spaces=self.raw))
            advance(1)
        return "".join(pieces).encode()

    def _unparsed(self, nlp: Any, sentences: Sequence[str]) -> Iterator[Any]:
        """Yield the words of each sentence, of which only the first may start a sentence."""
        from spacy.tokens import Doc

        for number, sentence in enumerate(sentences, 1):
            if self.raw:
                try:
                    doc = nlp.make_doc(sentence)
                except Exception as error:  # any kind, depending on the language
                    where = f"line {number} of the text"
                    raise InputError(
                        f"{where}: {self.name} cannot split it: {_first_line(error)}"
                    ) from error
            else:
                doc = Doc(nlp.vocab, words=sentence.split(" "))
            for token in doc:
                token.is_sent_start = token.i == 0
            yield doc

    def _loaded(self) -> Any:
        self._refuse_missing()
        import spacy

        left_out = _NOT_NEEDED if self.raw else (*_NOT_NEEDED, _SPLITS_WORDS)
        try:
            return spacy.load(self.model, exclude=left_out)
        except Exception as error:  # any kind: the package may be anything
            raise self._unusable(error) from error

    @property
    def _is_package(self) -> bool:
        from spacy.util import is_package

        return bool(is_package(self.model))

    def _refuse_missing(self) -> None:
        purpose, is_ginza = f"the parser {self.name}", self.model == GINZA_MODEL
        for package in ("spacy", *(("ginza", GINZA_MODEL) if is_ginza else ())):
            if find_spec(package) is None:
                raise MissingExtraError(package, purpose, "ginza" if is_ginza else "spacy")
        if self._is_package or Path(self.model).is_dir():
            return
        if os.sep in self.model or Path(self.model).exists():
            raise InputError(
                f"{visible(self.model)}: not a folder with a spaCy pipeline; check the path"
            )
        install = f"python -m spacy download {visible(self.model)}"
        raise MissingExtraError(visible(self.model), purpose, install=install)

    def _unusable(self, error: Exception) -> InputError:
        fix = "name the folder of a pipeline"
        if self._is_package:
            from importlib.metadata import version

            fix = (
                f"the installed package (version {version(self.model)}) may not be a model; "
                f"install it with python -m spacy download {visible(self.model)}"
            )
        return InputError(f"cannot load {self.name}: {_first_line(error)}; {fix}")


def _first_line(error: Exception) -> str:
    return visible(next(iter(str(error).splitlines()), "")) or type(error).__name__


def doc_conllu(doc: Any, number: int, *, spaces: bool) -> str:
    """Write one sentence.

    Args:
        doc: A parsed `Doc` of one sentence.
        number: The number of the sentence in its text.
        spaces: Whether to mark words that no space follows.
    """
    lines = [f"# sent_id = {number}"]
    root = next(token.i for token in doc if token.head.i == token.i)
    for token in doc:
        head, deprel = token.head.i + 1, _cell(token.dep_)
        if token.i == root:
            head, deprel = 0, "root"
        elif token.head.i == token.i:  # a further root
            head, deprel = root + 1, "parataxis"
        texts = token.text, token.lemma_, token.pos_, token.tag_, str(token.morph)
        glued = spaces and not token.whitespace_ and token.i + 1 < len(doc)
        misc = "SpaceAfter=No" if glued else "_"
        cells = token.i + 1, *map(_cell, texts), head, deprel, "_", misc
        lines.append("\t".join(map(str, cells)))
    return "\n".join([*lines, "", ""])


def _cell(text: str) -> str:
    return re.sub(r"[\t\n\r]+", " ", text) or "_"
