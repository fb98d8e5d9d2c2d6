"""Data sets of the published papers, and what is done with them."""
