import { describe, expect, test } from "vitest";
import { failureAnswer, runFake } from "../../cli-context.fixture.ts";

const imports = "POST /v1/projects/x/stacks/dev/resources:import";
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
    ["import a b c --list l", {}, "--list"],
    ["import --list l", {}, " l."],
    ["import --list l", { l: "# nothing\n" }, "nothing"],
    ["import --list l", { l: "iam:OAuthClient portal\n" }, /^l:1:1: .*TYPE NAME ID/s],
    ["import --list l", { l: "[{]" }, /^l:1:3: /],
    ["import --list l", { l: '{"type":"t"}' }, /^l:1:1: .*a list of \{type, name, id\} is due, in `\[` and `\]`\n/s],
    ["import --list l", { l: '[{"type":"t","name":"n"}]' }, /^l:1:2: .*`id`/s],
    ["import --list l", { l: '[{"type":"t","name":"n","id":"i","ID":"i"}]' }, /^l:1:35: .*`ID`/s],
  ] as const)("%s with %j is a mistake", async (line, files, said) => {
    const outcome = await runFake(line, {}, { files });
    expect(outcome).toMatchObject({ code: 2, stdout: "", requests: [] });
    expect(outcome.stderr).toMatch(said);
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
    const { code, stdout, requests, files } = await runFake(line, found, { files: {} });
    expect(code).toBe(0);
    expect(requests[0]?.body).toEqual({ within: { location: "global", project: "acme" }, provider: "g" });
    expect(stdout).toMatchInlineSnapshot(`
      "NAME     DECLARED  ID
      portal   yes       global/portal
      old_one  no        global/old one
      Wrote 2 objects to l.json; import what you leave in it.
      "
    `);
    const list = { ...declared, "l.json": files.get("l.json") ?? "" };
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

describe("import --write", () => {
  const one = { [imports]: { status: 201, body: { imported: [view("portal")] } } };
  const line = `import ${type} portal global/portal --write`;
  const entry = `  portal:\n    type: ${type}\n    properties:\n      location: global\n`;

  test("adds the entry to the declaration, the rest byte for byte", async () => {
    const text = "name: x\nresources: # ours\n\noutputs: {}\n";
    const { code, files, stderr, stdout } = await runFake(line, one, { files: { "plumb.yaml": text } });
    expect([code, stdout]).toEqual([0, ""]);
    expect(files.get("plumb.yaml")).toBe(`name: x\nresources: # ours\n${entry}\noutputs: {}\n`);
    expect(stderr).toContain("plumb.yaml");
  });

  test("writes all of a list at once, in the file that -f names", async () => {
    const list = `${type} portal global/portal\n${type} console global/console\n`;
    const files = { "l.txt": list, "other.json": '{ "name": "x", "resources": {} }' };
    const told = { ...routes, "POST /v1/declarations:describe": { body: { project: "x" } } };
    const outcome = await runFake("import --list l.txt --write -f other.json", told, { files });
    expect(outcome.code).toBe(0);
    const written = JSON.parse(outcome.files.get("other.json") ?? "") as { resources: object };
    expect(Object.keys(written.resources)).toEqual(["portal", "console"]);
  });

  test("leaves what is declared already, and what is sealed out", async () => {
    const text = `name: x\nresources:\n${entry}`;
    const files = { "plumb.yaml": text };
    const same = await runFake(line, one, { files });
    expect([same.code, same.files.get("plumb.yaml")]).toEqual([0, text]);
    const marker = { $secret: { id: "1", fingerprint: "1" } };
    const sealed = {
      ...view("portal"),
      declaration: { type, properties: { location: "global", description: marker } },
    };
    const answer = { [imports]: { status: 201, body: { imported: [sealed] } } };
    const { files: after, stderr } = await runFake(line, answer, { files: declared });
    expect(after.get("plumb.yaml")).toBe(`name: x\nresources:\n${entry}`);
    expect(stderr).toContain("Sealed, and so left out: portal.description.");
  });

  test.each([
    ["plumb.ts", "new iam.OAuthClient("],
    ["plumb.py", "iam.OAuthClient("],
  ])("prints the lines to add where %s is a program", async (file, said) => {
    const startProgram = async () => {
      const end = { declaration: { name: "x" }, config: {}, used: [], spans: { files: [], at: {} } };
      async function* lines() {
        yield JSON.stringify(end);
      }
      const process = { send: () => {}, lines: lines(), ended: Promise.resolve(0), kill: () => {} };
      return { ok: true as const, value: process };
    };
    const { code, stdout, stderr, files } = await runFake(`${line} -f ${file}`, one, {
      files: { [file]: 'project("x")\n' },
      startProgram,
    });
    expect([code, files.get(file)]).toEqual([0, 'project("x")\n']);
    expect(stdout).toContain(said);
    expect(stderr).toContain(file);
  });

  test("prints JSON as well", async () => {
    const { stdout, files } = await runFake(`${line} --json`, one, { files: declared });
    expect(JSON.parse(stdout)).toMatchObject({ name: "portal" });
    expect(files.get("plumb.yaml")).toContain(entry);
  });

  test.each([
    ["there is no file", line, {}],
    ["the file can't be added to", line, { "plumb.yaml": "name: x\nresources: [a]\n" }],
    ["a look-up has the name", line, { "plumb.yaml": "name: x\nlookups: { portal: { function: f } }\n" }],
    ["a language is named", `${line} --format py`, declared],
  ])("imports nothing where %s", async (_, command, files) => {
    const { code, requests, stdout } = await runFake(command, {}, { files });
    expect({ code, requests, stdout }).toEqual({ code: 2, requests: [], stdout: "" });
  });

  test("writes nothing where the import is refused", async () => {
    const refused = { [imports]: failureAnswer(409, "already-exists") };
    const { code, files } = await runFake(line, refused, { files: declared });
    expect(code).not.toBe(0);
    expect(files.get("plumb.yaml")).toBe(declared["plumb.yaml"]);
  });

  test("says what to add where the file has changed meanwhile so that it can't be added to", async () => {
    const files: Record<string, string> = { ...declared };
    const changing = {
      [imports]: () => {
        changed();
        return { status: 201, body: { imported: [view("portal")] } };
      },
    };
    let changed = () => {};
    const world = runFake(line, changing, {
      files,
      meanwhile: (now) => {
        changed = () => void now.set("plumb.yaml", "name: [\n");
      },
    });
    const { code, stdout, files: after } = await world;
    expect([code, after.get("plumb.yaml")]).toEqual([1, "name: [\n"]);
    expect(stdout).toContain("portal:");
  });
});
