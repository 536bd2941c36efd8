import { describe, expect, test } from "vitest";
import { runFake } from "../cli-world.fixture.ts";

const imports = "POST /v1/stacks/dev/resources:import";
const type = "iam:OAuthClient";
const view = (name: string) => ({
  type,
  name,
  id: `global/${name}`,
  outputs: {},
  declaration: { type, properties: { location: "global" } },
});
const routes = { [imports]: { status: 201, body: { imported: [view("portal"), view("console")] } } };
const declared = { "plumb.yaml": "name: x\n" };

describe("import --list", () => {
  const json = JSON.stringify([
    { type, name: "portal", id: "global/portal" },
    { type, name: "console", id: "global/console", provider: "other" },
  ]);

  test("sends all at once and prints one declaration", async () => {
    const files = { ...declared, "l.json": json };
    const { code, stdout, stderr, requests } = await runFake("import --list l.json --provider g", routes, { files });
    expect(code).toBe(0);
    expect(requests[0]?.body).toMatchObject({
      declaration: { file: "plumb.yaml" },
      imports: [
        { type, name: "portal", id: "global/portal", provider: "g" },
        { type, name: "console", id: "global/console", provider: "other" },
      ],
    });
    expect(stderr).toBe("Imported 2 objects. Declare them:\n\n");
    expect(stdout).toMatchInlineSnapshot(`
      "resources:
        portal:
          type: iam:OAuthClient
          properties:
            location: global
        console:
          type: iam:OAuthClient
          properties:
            location: global
      "
    `);
  });

  test("says what it has to leave out because it is sealed", async () => {
    const marker = { $secret: { id: "1", fingerprint: "1" } };
    const properties = { location: "global", description: marker, properties: { keys: ["a", marker] } };
    const sealed = { ...view("portal"), declaration: { type, properties } };
    const answer = { [imports]: { status: 201, body: { imported: [sealed] } } };
    const { stdout, stderr } = await runFake("import iam:OAuthClient portal global/portal", answer, {
      files: declared,
    });
    expect(stdout).toContain("location: global");
    expect(stderr).toContain("Sealed, and so left out: portal.description, portal.properties.keys.1.");
    expect(stderr).toContain("secret configuration");
  });

  test("--file names the list where nothing else is named, never the declaration", async () => {
    const lines = `# found\n\n${type} portal global/portal\n${type}  console  res roles/viewer user:a@b.example\n`;
    const { code, requests, stdout } = await runFake("import --file l.txt --json", routes, {
      files: { ...declared, "l.txt": lines },
    });
    expect(code).toBe(0);
    expect(requests[0]?.body).toMatchObject({
      declaration: { file: "plumb.yaml" },
      imports: [{ id: "global/portal" }, { id: "res roles/viewer user:a@b.example" }],
    });
    expect(JSON.parse(stdout).imported).toHaveLength(2);
  });

  test.each([
    ["import", {}, "TYPE and NAME and ID, or --list"],
    ["import a b", {}, "TYPE and NAME and ID, or --list"],
    ["import a b c --list l", {}, "takes the place of"],
    ["import --list l", {}, "There is no file l."],
    ["import --list l", { l: "# nothing\n" }, "lists nothing"],
    ["import --list l", { l: "iam:OAuthClient portal\n" }, "Line 1 of l must be TYPE NAME ID"],
    ["import --list l", { l: "[{]" }, "is not JSON"],
    ["import --list l", { l: '{"type":"t"}' }, "must hold a JSON list"],
    ["import --list l", { l: '[{"type":"t","name":"n"}]' }, "Item 1 of l"],
    ["import --list l", { l: '[{"type":"t","name":"n","id":"i","ID":"i"}]' }, "Item 1 of l"],
  ] as const)("%s with %j is a mistake", async (line, files, said) => {
    const outcome = await runFake(line, {}, { files });
    expect(outcome).toMatchObject({ code: 2, stdout: "", requests: [] });
    expect(outcome.stderr).toContain(said);
  });
});

describe("unmanaged", () => {
  const route = `POST /v1/types/${type}/objects:findUnmanaged`;
  const rows = [
    { type, id: "global/portal", outputs: {}, suggestedName: "portal", declaredAs: "portal" },
    { type, id: "global/old one", outputs: {}, suggestedName: "old_one" },
  ];
  const found = { [route]: { body: { unmanaged: rows } } };

  test("lists what it finds, and writes a list that import reads", async () => {
    const line = `unmanaged ${type} location=global project=acme --out l.json --provider g`;
    const { code, stdout, requests, files } = await runFake(line, found);
    expect(code).toBe(0);
    expect(requests[0]?.body).toEqual({ within: { location: "global", project: "acme" }, provider: "g" });
    expect(stdout).toMatchInlineSnapshot(`
      "NAME     DECLARED  ID
      portal   yes       global/portal
      old_one  no        global/old one
      Wrote 2 objects to l.json; import what you leave in it.
      "
    `);
    const list = { "l.json": files.get("l.json") ?? "" };
    const imported = await runFake("import --list l.json", routes, { files: list });
    expect(imported.requests[0]?.body).toMatchObject({
      imports: [
        { type, name: "portal", id: "global/portal", provider: "g" },
        { type, name: "old_one", id: "global/old one", provider: "g" },
      ],
    });
  });

  test("--json is the list; a pair without = is a mistake; nothing found is said", async () => {
    expect(JSON.parse((await runFake(`unmanaged ${type} --json`, found)).stdout)).toEqual(rows);
    expect((await runFake(`unmanaged ${type} global`)).code).toBe(2);
    const none = await runFake(`unmanaged ${type} --out l.json`, { [route]: { body: { unmanaged: [] } } });
    expect(none).toMatchObject({ code: 0, stdout: "Nothing is there that no stack manages.\n" });
    expect(none.files.has("l.json")).toBe(false);
  });
});
