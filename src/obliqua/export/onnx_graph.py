"""An ONNX graph as it is put together: operators, constants, inputs and outputs."""

from __future__ import annotations

from importlib.metadata import version
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from obliqua.export.program import CannotExport
from obliqua.table import Schema

__all__ = ["Graph", "label_array"]

OPSET, ML_OPSET, IR_VERSION = 21, 5, 10


class Graph:
    """Nodes and constants as they are added."""

    def __init__(self) -> None:
        from onnx import helper, numpy_helper

        self._helper, self._numpy_helper = helper, numpy_helper
        self.nodes: list[Any] = []
        self._constants: list[Any] = []
        self._names = count()

    def add(self, operator: str, *inputs: str, domain: str = "", **attributes: Any) -> str:
        """Add an operator of one output; return the output's name."""
        output = f"v{next(self._names)}"
        self.nodes.append(
            self._helper.make_node(operator, inputs, [output], domain=domain, **attributes)
        )
        return output

    def named(self, name: str, value: str) -> None:
        """Give a value the name of an output."""
        self.nodes.append(self._helper.make_node("Identity", [value], [name]))

    def constant(self, values: Any) -> str:
        """Add a constant array; return its name."""
        name = f"c{next(self._names)}"
        array = np.asarray(values)
        if array.dtype.kind in "UO":
            array = array.astype(object)
        self._constants.append(self._numpy_helper.from_array(array, name))
        return name

    def serialized(self, schema: Schema, classes: list[Any], numbers: str) -> bytes:
        """Put the model together."""
        from onnx import TensorProto

        kinds = schema.kinds
        number = TensorProto.DOUBLE if numbers == "double" else TensorProto.FLOAT
        tensor = self._helper.make_tensor_value_info
        inputs = []
        for name, type_, kind in (
            ("numbers", number, "numeric"),
            ("text", TensorProto.STRING, "symbolic"),
        ):
            if kind in kinds:
                inputs.append(tensor(name, type_, ["rows", kinds.count(kind)]))
        label = {"U": TensorProto.STRING, "i": TensorProto.INT64, "b": TensorProto.BOOL}
        kind = label_array(classes).dtype.kind
        outputs = [
            tensor("label", label.get(kind, TensorProto.DOUBLE), ["rows"]),
            tensor("probabilities", TensorProto.DOUBLE, ["rows", len(classes)]),
        ]
        graph = self._helper.make_graph(self.nodes, "tree", inputs, outputs, self._constants)
        opsets = [
            self._helper.make_opsetid("", OPSET),
            self._helper.make_opsetid("ai.onnx.ml", ML_OPSET),
        ]
        model = self._helper.make_model(
            graph,
            opset_imports=opsets,
            ir_version=IR_VERSION,
            producer_name="obliqua",
            producer_version=version("obliqua"),
        )
        serialized: bytes = model.SerializeToString()
        return serialized


def label_array(classes: list[Any]) -> NDArray[Any]:
    """The labels as ONNX has them: text, 64-bit integers, doubles or Booleans."""
    kinds = {bool: np.bool_, int: np.int64, float: np.float64, str: np.str_}
    types = set(map(type, classes))
    if len(types) != 1 or not types <= set(kinds):
        names = ", ".join(sorted(one.__name__ for one in types))
        raise CannotExport(f"ONNX cannot express class labels of several types: {names}")
    return np.array(classes, dtype=kinds[types.pop()])
