"""Generators of the papers' artificial data, one module each.

They draw from NumPy's `RandomState`, whose stream is frozen: the same seed gives the same
rows with every version of NumPy. docs/concepts/artificial-data.md states each definition.
"""
