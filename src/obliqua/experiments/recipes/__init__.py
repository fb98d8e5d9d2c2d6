"""How each paper's figures are computed again: one recipe per paper."""

from obliqua.experiments.recipes.recipe import Comparison, Recipe
from obliqua.experiments.recipes.registry import RECIPES

__all__ = ["RECIPES", "Comparison", "Recipe"]
