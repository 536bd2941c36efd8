import { expect, test } from "vitest";
import { runFake } from "../../cli-context.fixture.ts";

const gone = { "DELETE /v1/projects/x/stacks/dev": () => new Response(null, { status: 204 }) };
const here = { "plumb.yaml": "name: x\n", "plumb.dev.yaml": "config: {}\n" };

test("says that the file with the config of a removed stack stays", async () => {
  const { code, stdout, stderr } = await runFake("stack rm dev", gone, { files: here });
  expect([code, stdout]).toEqual([0, "Removed stack x/dev.\n"]);
  expect(stderr).toContain("plumb.dev.yaml has kept its config, and stays");
});

test.each([
  ["there is none", { "plumb.yaml": "name: x\n" }, "stack rm dev"],
  ["it is of another project's", { ...here, "plumb.yaml": "name: y\n" }, "stack rm x/dev"],
])("says nothing where %s", async (_, files, line) => {
  const { code, stderr } = await runFake(line, gone, { files });
  expect([code, stderr]).toEqual([0, ""]);
});
