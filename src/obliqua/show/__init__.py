"""Views of a tree: text, rules, Graphviz, a picture."""

from obliqua.show.dot import dot
from obliqua.show.rules import Rule, each_rule, rules
from obliqua.show.svg import svg
from obliqua.show.text import text

__all__ = ["Rule", "dot", "each_rule", "rules", "svg", "text"]
