"""Monolingual word matching: equal words, stems, synonyms, similar words and paraphrases."""
