from __future__ import annotations

import ast
import importlib
import os
import pkgutil
import unittest
from typing import Iterator, List

import plumbline_sdk
from plumbline_sdk.shapes import Args, FieldShape, ListShape, MapShape, ObjectShape, Record, UnionShape

folder = os.path.dirname(os.path.abspath(plumbline_sdk.__file__))


def modules() -> List[str]:
    return [each.name for each in pkgutil.iter_modules([folder])]


def shapes() -> Iterator[ObjectShape]:
    """Every shape of the generated modules, inner ones included."""
    for name in modules():
        module = importlib.import_module(f"plumbline_sdk.{name}")
        for each in vars(module).values():
            if isinstance(each, ObjectShape):
                yield from inside(each)
            for attribute in ("_shape", "_inputs", "_outputs"):
                shape = getattr(each, attribute, None) if isinstance(each, type) else None
                if isinstance(shape, ObjectShape):
                    yield from inside(shape)


def inside(shape: FieldShape) -> Iterator[ObjectShape]:
    if isinstance(shape, ObjectShape):
        yield shape
        for _, member in shape.fields.values():
            yield from inside(member)
    elif isinstance(shape, (ListShape, MapShape)):
        yield from inside(shape.item)
    elif isinstance(shape, UnionShape):
        for variant in shape.variants.values():
            yield from inside(variant)


def camel_case(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


class Names(unittest.TestCase):
    def test_every_field_name_leads_there_and_back(self) -> None:
        seen = set()
        for shape in shapes():
            for own_name, (name, _) in shape.fields.items():
                seen.add((own_name, name))
                self.assertEqual(shape.names[name][0], own_name)
                self.assertEqual(camel_case(own_name), name)
        self.assertLessEqual(
            {
                ("oauth_client_id", "oauthClientId"),
                ("e_tag", "eTag"),
                ("etag", "etag"),
                ("pe_connection_name", "peConnectionName"),
            },
            seen,
        )
        self.assertGreater(len(seen), 80)

    def test_records_have_an_attribute_for_every_field(self) -> None:
        for each in Record.__subclasses__():
            made = each({name: None for name in each._shape.names})
            self.assertEqual(set(vars(made)), set(each._shape.fields))
            self.assertEqual(set(each.__annotations__), set(each._shape.fields))
            with self.assertRaises(AttributeError):
                made.anything = 1

    def test_args_classes_take_every_field(self) -> None:
        for each in Args.__subclasses__():
            code = each.__init__.__code__
            self.assertEqual(set(code.co_varnames[1 : 1 + code.co_kwonlyargcount]), set(each._shape.fields))


class Compatibility(unittest.TestCase):
    def test_every_module_is_python_3_9(self) -> None:
        for name in os.listdir(folder):
            if name.endswith(".py"):
                with open(os.path.join(folder, name), encoding="utf-8") as source:
                    ast.parse(source.read(), name, feature_version=(3, 9))

    def test_nothing_but_the_standard_library(self) -> None:
        import sys

        for name in os.listdir(folder):
            if not name.endswith(".py"):
                continue
            with open(os.path.join(folder, name), encoding="utf-8") as source:
                tree = ast.parse(source.read())
            # What type checkers alone read is never imported.
            typed = [each for each in ast.walk(tree) if isinstance(each, ast.If) and "TYPE_CHECKING" in ast.dump(each.test)]
            unread = {id(each) for condition in typed for part in condition.body for each in ast.walk(part)}
            for node in (each for each in ast.walk(tree) if id(each) not in unread):
                names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
                if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module is not None:
                    names = [node.module]
                for each in names:
                    if sys.version_info >= (3, 10):
                        self.assertIn(each.split(".")[0], sys.stdlib_module_names | {"__future__"})

    def test_it_says_that_it_is_typed(self) -> None:
        self.assertTrue(os.path.exists(os.path.join(folder, "py.typed")))


if __name__ == "__main__":
    unittest.main()
