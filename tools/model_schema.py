"""Print the JSON Schema of the model file, generated from the structs that decode it."""

import json

import msgspec

from obliqua.persistence.document import Document

if __name__ == "__main__":
    print(json.dumps(msgspec.json.schema(Document), indent=2, ensure_ascii=False))
