import { expect, test } from "vitest";
import { problem } from "../../packages/base/problems/problem.ts";
import { failureAnswer, runFake } from "./cli-context.fixture.ts";
import { commandCatalog } from "./command-catalog.ts";
import { namedCommands } from "./named-commands.ts";

function completed(text: string, given: Readonly<Record<string, string>>): string {
  const values = new Map(Object.entries(given).map(([name, value]) => [name, [value]]));
  return namedCommands({ values, flags: new Set(), positionals: [] })(text);
}

test.each([
  ["`plumb up` or `plumb stack new x`", { stack: "prod" }, "`plumb up -s prod` or `plumb stack new x`"],
  ["`plumb plan --list`", { file: "a b.yaml", dir: "s" }, "`plumb plan --list -f 'a b.yaml' --dir s`"],
  ["`plumb doctor --repair`", { stack: "prod", dir: "s" }, "`plumb doctor --repair --dir s`"],
  ["`plumb drift -s x/dev`", { stack: "prod", server: "http://h" }, "`plumb drift -s x/dev --server http://h`"],
  ["`plumb up --stack=x`", { stack: "prod" }, "`plumb up --stack=x`"],
  ["`plumb init`, `plumb up --help`, plumb up", { stack: "prod" }, "`plumb init`, `plumb up --help`, plumb up"],
  ["`plumb up`", {}, "`plumb up`"],
])("%s with %j is %s", (text, given, expected) => {
  expect(completed(text, given)).toBe(expected);
});

test("each command is about a stack, about a store, or about neither", () => {
  const given = { stack: "s", dir: "d" };
  const about = (end: string) =>
    commandCatalog.filter(({ name }) => completed(`\`plumb ${name}\``, given) === `\`plumb ${name}${end}\``);
  expect(about(" -s s --dir d").map(({ name }) => name)).toContain("runs show");
  expect(about(" --dir d").map(({ name }) => name)).toContain("stack list");
  expect(about("").map(({ name }) => name)).toEqual([
    ...["init", "learn", "provider trust", "provider untrust", "provider list", "login", "logout", "serve"],
    ...[
      "worker",
      "cloud",
      "cloud seed",
      "cloud log",
      "cloud clock",
      "sdk generate",
      "explain",
      "completion",
      "complete",
      "version",
      "help",
    ],
  ]);
});

test("the way out of a missing stack makes the stack that was named", async () => {
  const hint = "`plumb up` or `plumb stack new x/prod` makes this one";
  const missing = failureAnswer(404, "stack-not-found", [problem("stack-not-found", "none", { hint })]);
  const route = "GET /v1/projects/x/stacks/prod/resources";
  const { stderr } = await runFake("state list -s prod", { [route]: missing });
  expect(stderr).toContain("`plumb up -s prod` or `plumb stack new x/prod`");
});
