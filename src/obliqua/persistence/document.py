"""The model file's fields and what each may hold (docs/format/model.md)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

FORMAT = "obliqua-model"
VERSION = 1

Id = Annotated[int, Meta(ge=0, le=2**31 - 1)]
IdOrNone = Annotated[int, Meta(ge=-1, le=2**31 - 1)]
Offset = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Seed = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Scalar = bool | int | float | str
TermKind = Literal["feature", "indicator", "square", "product"]
TestKind = Literal["leaf", "axis", "equality", "linear", "machine"]
MissingRule = Literal["fill", "fractional"]
FeatureKind = Literal["numeric", "symbolic"]

# In the order of the core's enumerations.
TERM_KINDS = ("feature", "indicator", "square", "product")
TEST_KINDS = ("leaf", "axis", "equality", "linear", "machine")
MISSING_RULES = ("fill", "fractional")


class Part(Struct, forbid_unknown_fields=True, kw_only=True):
    """A part of the file: every field is known, in this order."""


class Header(Struct, kw_only=True):
    """Enough of the file to tell whether the rest can be understood."""

    format: str
    version: int
    library: str


class ClassWeights(Part):
    """A parameter that gives each class label a weight."""

    labels: list[Scalar]
    weights: list[float]


class EstimatorPart(Part, omit_defaults=True):
    """A class and its constructor's parameters; `estimator` is what a forest's trees grow by."""

    name: str
    params: dict[str, Scalar | list[Scalar | list[Scalar] | None] | ClassWeights | None]
    estimator: EstimatorPart | UnsetType = UNSET


class FeaturePart(Part, omit_defaults=True):
    """A column of the training table; categories are there for symbolic ones only."""

    name: str
    kind: FeatureKind
    dtype: str
    categories: list[str] | UnsetType = UNSET


class SchemaPart(Part):
    """The training table's columns; `named` tells whether the names came with the table."""

    named: bool
    features: Annotated[list[FeaturePart], Meta(min_length=1)]


class ClassesPart(Part):
    """The class labels in the order of the counts, and the NumPy dtype they had."""

    dtype: str
    labels: Annotated[list[Scalar], Meta(min_length=1)]


class TreePart(Part):
    """The tree's arrays; entry i of those without an offset belongs to node i."""

    basis: list[tuple[TermKind, Id, Id]]
    kind: Annotated[list[TestKind], Meta(min_length=1)]
    missing: list[MissingRule]
    parent: list[IdOrNone]
    first_child: list[IdOrNone]
    n_children: list[Id]
    term_begin: list[Offset]
    weight_begin: list[Offset]
    constant_begin: list[Offset]
    terms: list[Id]
    fills: list[float]
    weights: list[float]
    constants: list[float]
    outputs: list[Id]
    counts: list[list[float]]
    n_rows: list[Offset]
    merit: list[float | None]
    margin: list[float | None]


class GrownTree(Part):
    """One of a forest's trees, and the random_state that it was grown with."""

    random_state: Seed
    tree: TreePart


class Document(Part, omit_defaults=True):
    """A whole model file: of one tree, or of a forest."""

    format: Literal["obliqua-model"]
    version: Literal[1]
    library: str
    estimator: EstimatorPart
    schema: SchemaPart
    classes: ClassesPart
    tree: TreePart | UnsetType = UNSET
    trees: Annotated[list[GrownTree], Meta(min_length=1)] | UnsetType = UNSET
