import { describe, expect, test } from "vitest";
import { readDeclaration } from "./read-declaration.ts";
import { spanText } from "./span-text.fixture.ts";

function read(text: string) {
  return readDeclaration(text, { file: "stack.yaml" });
}

/** Each problem as `code@guilty text`. */
function blamed(text: string): readonly string[] {
  return read(text).problems.map((each) => `${each.code}@${spanText(text, each.span)}`);
}

describe("a declaration", () => {
  test("is read whole from YAML", () => {
    const text = `
name: portal
config:
  environment: { default: dev, description: where }
  size: { type: integer, default: 3, secret: true }
providers:
  google: { kind: google, default: true, project: acme }
resources:
  portal:
    type: iam:OAuthClient
    properties: { displayName: "\${config.environment}" }
    options: { protect: true }
  old:
    type: iam:OAuthClient
    get: { id: a/b, state: { displayName: Old } }
lookups:
  link: { function: migrate:find, arguments: { name: x } }
outputs: { id: "\${portal.id}" }
`;
    const { declaration, problems, dropped } = read(text);
    expect(problems).toEqual([]);
    expect(dropped).toEqual([]);
    expect(declaration).toEqual({
      format: 1,
      name: "portal",
      config: {
        environment: { type: "string", default: "dev", description: "where" },
        size: { type: "integer", default: 3, secret: true },
      },
      providers: { google: { kind: "google", default: true, properties: { project: "acme" } } },
      resources: {
        portal: {
          type: "iam:OAuthClient",
          properties: { displayName: "${config.environment}" },
          options: { protect: true },
        },
        old: {
          type: "iam:OAuthClient",
          properties: {},
          get: { id: "a/b", state: { displayName: "Old" } },
          options: {},
        },
      },
      lookups: { link: { function: "migrate:find", arguments: { name: "x" }, options: {} } },
      outputs: { id: "${portal.id}" },
    });
  });

  test("may leave out or empty every section but the name", () => {
    expect(read("name: a\nresources:\noutputs: {}\n").problems).toEqual([]);
  });

  test("is null only when the text can't be parsed, or is empty", () => {
    expect(read("name: [").declaration).toBeNull();
    expect(read("").declaration).toBeNull();
    expect(read("{}").declaration).not.toBeNull();
    expect(read("- a").declaration).not.toBeNull();
  });

  test("a byte order mark is no part of the text", () => {
    const { problems, spans } = read("\uFEFFname: a\n");
    expect(problems).toEqual([]);
    expect(spans.of("/name", "key")).toMatchObject({ line: 1, column: 1, endColumn: 5 });
  });
});

describe("problems of shape stand at the guilty token", () => {
  test.each<[string, readonly string[]]>([
    ["name: a\nresurces: {}\n", ["unknown-key@resurces"]],
    ["resources: {}\n", ["missing-key@resources"]],
    ["name: Portal\n", ["invalid-name@Portal"]],
    ["name: 3\n", ["wrong-type@3"]],
    ["name: a\nresources: [x]\n", ["wrong-type@[x]"]],
    ["name: a\nresources:\n  p: {}\n", ["missing-key@p"]],
    ["name: a\nresources:\n  p: { type: x, propertys: {} }\n", ["unknown-key@propertys"]],
    ["name: a\nresources:\n  p: { type: x, properties: [] }\n", ["wrong-type@[]"]],
    ["name: a\nresources:\n  p: { type: x, get: { id: i }, properties: {} }\n", ["inputs-disagree@properties"]],
    ["name: a\nresources:\n  p: { type: x, get: { state: {} } }\n", ["missing-key@get"]],
    ["name: a\nresources:\n  p: { type: x, get: { id: i, stat: {} } }\n", ["unknown-key@stat"]],
    ["name: a\nresources:\n  9p: { type: x }\n", ["invalid-name@9p"]],
    ["name: a\nresources:\n  null: { type: x }\n", ["wrong-type@null", "invalid-name@null"]],
    ["name: a\nresources:\n  for: { type: x }\n", ["invalid-name@for"]],
    ["name: a\nresources:\n  __proto__: { type: x }\n", ["invalid-name@__proto__"]],
    ["name: a\nlookups:\n  p: { arguments: {} }\n", ["missing-key@p"]],
    ["name: a\nresources: { p: { type: x } }\nlookups: { p: { function: f } }\n", ["duplicate-name@p"]],
    ["name: a\nproviders: { g: { default: true } }\n", ["missing-key@g"]],
    ["name: a\nproviders: { g: { kind: x, default: 1 } }\n", ["wrong-type@1"]],
    ["name: a\nconfig: { c: { type: strin } }\n", ["wrong-type@strin"]],
    ["name: a\nconfig: { c: { type: list, default: x } }\n", ["invalid-config@x"]],
    ["name: a\nconfig: { c: { defalt: x } }\n", ["unknown-key@defalt"]],
    ['{ "format": 2, "name": "a" }', ["wrong-type@2"]],
  ])("%j", (text, problems) => {
    expect(blamed(text)).toEqual(problems);
  });

  test("an invalid name is the address as it is written, and escaped in the pointer alone", () => {
    const [found] = read('name: a\nconfig: { "a/b~c": { type: string } }\n').problems;
    expect(found).toMatchObject({ code: "invalid-name", address: "config.a/b~c", pointer: "/config/a~1b~0c" });
  });

  test("a misspelt key comes with the fix", () => {
    const [found] = read("name: a\nresurces: {}\n").problems;
    expect(found).toMatchObject({ fix: "resources", pointer: "/resurces", at: "key" });
  });

  test.each([
    ["eu", "{ default: eu }"],
    ['"yes: no"', '{ default: "yes: no" }'],
    ['"true"', '{ default: "true" }'],
    ["3", "{ default: 3 }"],
    ["1.10", undefined],
  ])("a default that stands alone, %s, is shown where it belongs", (written, fix) => {
    expect(read(`name: a\nconfig: { c: ${written} }\n`).problems).toMatchObject([{ code: "wrong-type" }]);
    expect(read(`name: a\nconfig: { c: ${written} }\n`).problems[0]?.fix).toBe(fix);
  });

  test("all are collected, in the order of the text, and the rest is kept", () => {
    const { declaration, problems, dropped } = read(
      "name: a\nresources:\n  p: { tipe: x }\n  q: { type: x, options: 3 }\n  r: { type: x }\nx: 1\n",
    );
    expect(problems.map((each) => each.code)).toEqual(["missing-key", "unknown-key", "wrong-type", "unknown-key"]);
    expect(problems[0]).toMatchObject({ address: "resources.p" });
    expect(Object.keys(declaration?.resources ?? {})).toEqual(["r"]);
    expect(dropped).toEqual(["p", "q"]);
  });

  test("what a misspelt key holds is read only for who asks for guesses", () => {
    const text = "nmae: a\nresources:\n  p: { tipe: x }\n";
    const { declaration, problems } = readDeclaration(text, { file: "plumb.yaml", guesses: true });
    expect(problems.map((each) => each.code)).toEqual(["unknown-key", "unknown-key"]);
    expect(declaration).toMatchObject({ name: "a", resources: { p: { type: "x" } } });
    expect(read(text).declaration).toMatchObject({ name: "", resources: {} });
  });
});

test("more outputs than a stack may have are told once, at their place", () => {
  const outputs = (count: number) =>
    `name: p\noutputs:\n${"  oN: 1\n".repeat(count)}`.replaceAll("N", (_, at: number) => `${at}`);
  expect(read(outputs(10_000)).problems).toEqual([]);
  expect(read(outputs(10_001)).problems).toMatchObject([
    { code: "beyond-bounds", pointer: "/outputs", detail: expect.stringContaining("10001 outputs") },
  ]);
});
