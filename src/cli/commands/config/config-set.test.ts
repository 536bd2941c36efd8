import { expect, test } from "vitest";
import { runFake } from "../../cli-context.fixture.ts";
import { failureDocument } from "../../reports/failure-document.ts";

const files = { "plumb.yaml": "name: first\n", "plumb.dev.yaml": "config: {}\n" };
const describing = (status: number, code: string) => ({
  "POST /v1/declarations:describe": {
    status,
    body: failureDocument({ status, code, title: "it is not told", detail: "what is declared is not told" }),
  },
});

test.each([
  [409, "read-only", 4],
  [403, "forbidden", 4],
  [503, "platform-unavailable", 1],
])("a key that nobody could ask about is not kept: %d %s", async (status, code, exit) => {
  const outcome = await runFake("config set k v", describing(status, code), { files });
  expect(outcome.code).toBe(exit);
  expect(outcome.stderr).toContain("what is declared is not told");
  expect(outcome.files.get("plumb.dev.yaml")).toBe(files["plumb.dev.yaml"]);
});

test("one of a declaration that can't be read is kept: `plumb check` tells what is wrong with it", async () => {
  const outcome = await runFake("config set k v", describing(422, "syntax-error"), { files });
  expect(outcome.code).toBe(0);
  expect(outcome.files.get("plumb.dev.yaml")).toContain(`k: "v"`);
});

test("of a program, which is not run to tell, a value that is sealed is sealed again without --secret", async () => {
  const program = { "plumb.py": "plumb.project('first')\n", "plumb.dev.yaml": "config: { pin: { $sealed: old } }\n" };
  const seals = { "POST /v1/projects/first/stacks/dev/config:seal": { body: { sealed: "new" } } };
  const outcome = await runFake("config set pin 4711 -f plumb.py", seals, { files: program });
  expect([outcome.code, outcome.stdout]).toEqual([0, "Kept pin in plumb.dev.yaml, sealed.\n"]);
  expect(outcome.files.get("plumb.dev.yaml")).not.toContain("4711");
});

test.each(["config set k v", "config get k", "config list", "config rm k"])(
  "%s keeps away from another project's stack: the file here is of this project's",
  async (line) => {
    const outcome = await runFake(`${line} -s portal/dev`, {}, { files });
    expect([outcome.code, outcome.files.get("plumb.dev.yaml")]).toEqual([2, files["plumb.dev.yaml"]]);
    for (const project of ["portal", "first"]) expect(outcome.stderr).toContain(project);
  },
);

test("a secret that stands in the clear is masked as a sealed one is, and how it is sealed is told", async () => {
  const secretive = {
    "plumb.yaml": "name: first\nconfig: { pin: { secret: true }, region: {} }\n",
    "plumb.dev.yaml": "config:\n  pin: hush-hush\n  region: here\n",
  };
  const asked = async (line: string) => runFake(line, {}, { files: secretive });
  for (const line of ["config list", "config list --json", "config get pin", "config get pin --json"]) {
    const { stdout, stderr } = await asked(line);
    expect([line, stdout + stderr]).toEqual([line, expect.not.stringContaining("hush-hush")]);
    expect([line, stderr]).toEqual([line, expect.stringContaining("`plumb config set pin --secret`")]);
  }
  expect((await asked("config list")).stdout).toMatch(/^pin +\(secret, not sealed\)\nregion +here$/m);
  expect(JSON.parse((await asked("config list --json")).stdout)).toMatchObject({
    config: { pin: { secret: true, sealed: false }, region: "here" },
  });
  expect((await asked("config get pin")).stdout).toBe("(secret)\n");
  expect((await asked("config get pin --reveal")).stdout).toBe("hush-hush\n");
  expect((await asked("config get region")).stderr).toBe("");
});

test("a secret that a server seals is not said to be the secret of that one server", async () => {
  const declared = { config: { pin: { type: "string", secret: true } } };
  const routes = {
    "POST /v1/declarations:describe": { body: declared },
    "POST /v1/projects/first/stacks/dev/config:seal": { body: { sealed: "new" } },
    "GET /v1/projects/first/stacks/dev": { body: {} },
  };
  const { code, stdout } = await runFake("config set pin 1234 --secret --server http://h", routes, { files });
  expect([code, stdout]).toEqual([
    0,
    "Kept pin in plumb.dev.yaml, sealed; only http://h, and others over its store, can open it.\n",
  ]);
});
