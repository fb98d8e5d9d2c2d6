"""The recipes. To add a paper: its figures as CSV, its module here, and a line."""

from __future__ import annotations

from obliqua.experiments.recipes import brodley1995, ittner1996, murthy1994, utgoff1995, wu2000
from obliqua.experiments.recipes.recipe import Recipe

__all__ = ["RECIPES"]

RECIPES: dict[str, Recipe] = {
    module.RECIPE.paper: module.RECIPE
    for module in (murthy1994, utgoff1995, brodley1995, ittner1996, wu2000)
}
