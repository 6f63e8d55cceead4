"""Weights of combined scores, fitted to judgements."""
