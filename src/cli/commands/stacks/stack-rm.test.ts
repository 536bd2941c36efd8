import { expect, test } from "vitest";
import { runFake } from "../../cli-context.fixture.ts";

const departure = "GET /v1/projects/x/stacks/dev/departure";
const gone = {
  [departure]: () => Response.json({ stack: "x/dev", phase: "staying", move: null, to: null }),
  "DELETE /v1/projects/x/stacks/dev": () => new Response(null, { status: 204 }),
};
const here = { "plumb.yaml": "name: x\n", "plumb.dev.yaml": "config: {}\n" };

test("says that the file with the config of a removed stack stays", async () => {
  const { code, stdout, stderr } = await runFake("stack rm dev", gone, { files: here });
  expect([code, stdout]).toEqual([0, "Removed stack x/dev.\n"]);
  expect(stderr).toContain("plumb.dev.yaml has kept its config, and stays");
});

test("of a stack that has moved, the file is to be kept: the store where it is now goes on with it", async () => {
  const moved = {
    ...gone,
    [departure]: () => Response.json({ stack: "x/dev", phase: "moved", move: "m", to: "https://plumb.example" }),
  };
  const { code, stderr } = await runFake("stack rm dev", moved, { files: here });
  expect([code, stderr]).toEqual([
    0,
    "plumb.dev.yaml stays: it is the config of the stack at https://plumb.example, where it has moved. " +
      "Keep the file.\n",
  ]);
});

test.each([
  ["there is none", { "plumb.yaml": "name: x\n" }, "stack rm dev"],
  ["it is of another project's", { ...here, "plumb.yaml": "name: y\n" }, "stack rm x/dev"],
])("says nothing where %s", async (_, files, line) => {
  const { code, stderr } = await runFake(line, gone, { files });
  expect([code, stderr]).toEqual([0, ""]);
});
