import { expect, test } from "vitest";
import { runFake } from "../cli-context.fixture.ts";
import { commandCatalog } from "../command-catalog.ts";

const files = {
  "plumb.yaml": "name: x\n",
  "plumb.prod.yaml": "config: {}\n",
  "sdks/README.md": "mine",
  "/here/other/plumb.yml": "name: y\n",
  "/here/other/plumb.dev.yaml": "config: {}\n",
};

test.each([
  ["plan --out plumb.yaml", "which is the declaration"],
  ["plan --format json --out ./plumb.yaml", "which is the declaration"],
  ["plan -f other.yaml --out plumb.yaml", "which is the declaration"],
  ["state export --out plumb.prod.yaml", "where the config of a stack is kept"],
  ["schema --out plumb.dev.yaml", "where the config of a stack is kept"],
  ["plan --out other/plumb.yml", "which is a declaration"],
  ["plan --out other/plumb.dev.yaml", "where the config of a stack is kept"],
  ["unmanaged iam:OAuthClient --out .plumb/state.db", "in a state directory"],
  ["convert --to yaml --out .plumb/new.yaml", "in a state directory"],
  ["sdk generate migrate --language python --out .plumb/sdk", "in a state directory"],
  ["report 3f9a --output .plumb/cloud.db", "in a state directory"],
])("%s is refused before anything is asked, and writes nothing", async (line, why) => {
  const outcome = await runFake(line, {}, { files });
  expect(outcome).toMatchObject({ code: 2, requests: [] });
  expect(outcome.stderr.replace(/\s+/g, " ")).toContain(why);
  expect(Object.fromEntries(outcome.files)).toEqual(files);
});

test("a package is not generated over what is another one's, and again over its own", async () => {
  const generate = "sdk generate migrate@2023-01-01 --language python --out sdks";
  const refused = await runFake(generate, {}, { files });
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("sdks/README.md is there") });
  expect(Object.fromEntries(refused.files)).toEqual(files);
  const first = await runFake(generate);
  const again = await runFake(generate, {}, { files: Object.fromEntries(first.files) });
  expect([first.code, again.code]).toEqual([0, 0]);
});

test("each option that names a file for what a command writes says so", async () => {
  const commands = await Promise.all(commandCatalog.map(({ load }) => load()));
  const outputs = commands.flatMap(({ options }) => options).filter(({ name }) => /^out/.test(name));
  expect(outputs.length).toBeGreaterThan(5);
  for (const option of outputs) expect(option).toHaveProperty("writes");
});
