import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { importCycles, pythonImports } from "../../architecture/rules/import-cycles.ts";

const root = fileURLToPath(new URL("../../sdk/python/plumbline_sdk", import.meta.url));
const modules: readonly (readonly [string, string])[] = globSync("*.py", { cwd: root }).map((file) => [
  basename(file, ".py"),
  readFileSync(join(root, file), "utf8"),
]);
const cyclesIn = (texts: readonly (readonly [string, string])[]) =>
  importCycles(new Map(texts.map(([module, text]) => [module, pythonImports(text)])));

test("no two modules of the Python SDK import one another, for types as little as for values", () => {
  expect(cyclesIn(modules)).toEqual([]);
});

test.each([
  { what: "an import for types alone", text: "if TYPE_CHECKING:\n    from .resource import Resource\n" },
  { what: "an import inside a function", text: "def late() -> None:\n    from .resource import Resource\n" },
  { what: "an import of a module", text: "from . import errors, resource as resources\n" },
  { what: "an import over several lines", text: "from .resource import (\n    Resource,\n)\n" },
])("$what counts", ({ text }) => {
  const others = modules.filter(([module]) => module !== "expressions");
  const [cycle = []] = cyclesIn([...others, ["expressions", text]]);
  expect(cycle).toContain("expressions");
  expect(cycle).toContain("resource");
});
