"""The explorer: a page in which a tree can be walked, and the same in notebooks.

The page itself is in ``web``; ``assets`` holds what `make explorer` makes of it.
"""
