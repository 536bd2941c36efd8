import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../packages/base/json/json.ts";
import { runOnce, type SdkFolder, sdkFolder } from "./program.fixture.ts";

let folder: SdkFolder;
beforeAll(async () => {
  folder = await sdkFolder();
});
afterAll(() => folder.remove());

const esm = 'import { connectors } from "plumbline-sdk";\n';
const cjs = 'const { connectors } = require("plumbline-sdk");\n';
const gate = (name: string) =>
  `new connectors.EndpointAttachment("${name}", { endpointAttachmentId: "${name}", serviceAttachment: ` +
  `"projects/p/regions/r/serviceAttachments/s" })`;

async function last(text: string, extension: string): Promise<JsonObject> {
  return (await runOnce(folder.write(`program-${text.length}.${extension}`, text))).last;
}

/** A program's resources and outputs. */
async function declared(text: string, extension = "ts") {
  const { declaration, failed } = (await last(text, extension)) as Readonly<Record<string, JsonObject>>;
  expect(failed).toBeUndefined();
  return {
    resources: Object.keys((declaration?.["resources"] ?? {}) as JsonObject),
    outputs: declaration?.["outputs"] ?? {},
  };
}

describe("what a program exports as its default is part of it", () => {
  test.each([
    ["an async function", `${esm}export default async () => { await null; ${gate("a")}; };\n`, "ts"],
    ["a function", `${esm}export default function () { ${gate("a")}; }\n`, "ts"],
    ["a promise", `${esm}export default (async () => { await null; ${gate("a")}; })();\n`, "mjs"],
    ["module.exports", `${cjs}module.exports = async () => { await null; ${gate("a")}; };\n`, "cjs"],
    ["exports.default", `${cjs}exports.default = () => { ${gate("a")}; };\n`, "cjs"],
  ])("%s", async (_, text, extension) => {
    expect(await declared(text, extension)).toEqual({ resources: ["a"], outputs: {} });
  });

  const outputs = { ip: "${a.endpointIp}", env: "dev" };
  const given = `const a = ${gate("a")}; `;
  test.each([
    [
      "what the function gives",
      `${esm}export const env = "dev";\nexport default async () => { ${given} return { ip: a.endpointIp }; };\n`,
      "ts",
    ],
    ["an object", `${esm}${given}\nexport default { ip: a.endpointIp, env: "dev" };\n`, "ts"],
    [
      "what a promise comes to",
      `${esm}${given}\nexport default Promise.resolve({ ip: a.endpointIp, env: "dev" });\n`,
      "ts",
    ],
    ["module.exports", `${cjs}${given}\nmodule.exports = { ip: a.endpointIp, env: "dev" };\n`, "cjs"],
  ])("outputs come of %s", async (_, text, extension) => {
    expect(await declared(text, extension)).toEqual({ resources: ["a"], outputs });
  });

  test("a class and a resource are none of it", async () => {
    expect(await declared(`${esm}export default ${gate("a")};\n`)).toMatchObject({ resources: ["a"], outputs: {} });
    expect(await declared(`${esm}${gate("a")};\nexport default class Site {}\n`)).toMatchObject({ outputs: {} });
  });

  test("what it begins without waiting for it is part of it as well", async () => {
    const text = `${esm}export default () => { setTimeout(() => { ${gate("a")}; }, 1); };\n`;
    expect(await declared(text)).toMatchObject({ resources: ["a"] });
  });
});

describe("a program that would be passed over is refused", () => {
  test.each([
    [
      "its declarations stand in a function of another name",
      `${esm}export const main = async () => { ${gate("a")}; };\n`,
      "ts",
      ["main"],
    ],
    ["some of them do", `${esm}${gate("a")};\nexport async function main() { ${gate("b")}; }\n`, "ts", ["main"]],
    ["exports.main", `${cjs}exports.main = () => { ${gate("a")}; };\n`, "cjs", ["main"]],
    ["its default has one", `${esm}export default { main: async () => { ${gate("a")}; } };\n`, "ts", ["main"]],
    [
      "its default waits for an argument",
      `${esm}export default (name: string) => { ${gate("a")}; };\n`,
      "ts",
      ["default"],
    ],
  ] as const)("%s", async (_, text, extension, names) => {
    const { failed, declaration } = (await last(text, extension)) as Readonly<Record<string, JsonObject>>;
    expect(declaration).toBeUndefined();
    expect(failed).toMatchObject({ type: "ProgramError" });
    for (const name of names) expect(failed?.["message"]).toContain(`\`${name}\``);
  });

  test("functions that take something are code for other modules", async () => {
    const text = `${esm}${gate("a")};\nexport const tagged = (name: string) => name;\nexport class Site {}\n`;
    expect(await declared(text)).toMatchObject({ resources: ["a"] });
  });

  test("a failure inside of the function is the program's", async () => {
    const { failed } = await last(`${esm}export default async () => { throw new TypeError("no"); };\n`, "ts");
    expect(failed).toMatchObject({ type: "TypeError", message: "no" });
  });

  test.each([
    ["a rejection that nothing handles", `void (async () => { await null; throw new TypeError("no"); })();`],
    ["a timer that throws", `setTimeout(() => { throw new TypeError("no"); }, 1);`],
    ["a microtask that throws", `queueMicrotask(() => { throw new TypeError("no"); });`],
  ])("%s is the program's", async (_, statement) => {
    const { failed, declaration } = await last(`${esm}${gate("a")};\n${statement}\n`, "ts");
    expect(declaration).toBeUndefined();
    expect(failed).toMatchObject({ type: "TypeError", message: "no" });
  });
});

describe("in a CommonJS project", () => {
  beforeAll(() => {
    mkdirSync(join(folder.path, "commonjs"));
    folder.write("commonjs/package.json", '{ "type": "commonjs" }');
  });
  const said = "const said = `\nimport it, or\nexport it`;\n/*\nexport nothing\n*/\n";
  const scripts = [
    ["js", `${cjs}${said}${gate("a")};\nmodule.exports = { said };\n`],
    ["ts", `${cjs}${said}${gate("a")};\nexport = { said: said as string };\n`],
    ["ts", `${esm}${said}${gate("a")};\nexport { said };\n`],
    ["js", `${esm}${said}${gate("a")};\nexport { said };\n`],
  ] as const;
  test.each(scripts)("words of modules in a text make no module (%s, %#)", async (extension, text) => {
    const outputs = { said: "\nimport it, or\nexport it" };
    const { last } = await runOnce(folder.write(`commonjs/said-${text.length}.${extension}`, text));
    expect(last).toMatchObject({ declaration: { resources: { a: {} }, outputs } });
  });
});

test.each([
  ["refers to", "interpolate`projects/p/locations/l/endpointAttachments/${a.endpointAttachmentId}`", ""],
  ["depends on", '"projects/p/locations/l/endpointAttachments/a"', ", {}, { dependsOn: [a] }"],
])("what is read is asked for once the resource that it %s is made", async (_, id, options) => {
  const text = `import { connectors, interpolate } from "plumbline-sdk";
const a = ${gate("a")};
const again = connectors.EndpointAttachment.get("again", ${id}${options});
export const ip = again.endpointIp.apply((each) => each.length);
`;
  const file = folder.write(`reading-${id.length}.ts`, text);
  const asked = async (known: JsonObject) => {
    const answer = ({ ask }: JsonObject) => ({ result: ask === "known" ? known : { endpointIp: "10.0.0.1" } });
    const { last, questions } = await runOnce(file, { answer });
    const { declaration, used } = last as Readonly<Record<string, JsonObject>>;
    return [questions.map(({ ask }) => ask), used, declaration?.["outputs"]];
  };
  expect(await asked({})).toEqual([["known"], [], { ip: null }]);
  expect(await asked({ a: { endpointAttachmentId: "a" } })).toEqual([["known", "get"], ["a"], { ip: 8 }]);
  if (options === "")
    expect(await asked({ a: { endpointAttachmentId: "old" } })).toEqual([["known"], ["a"], { ip: null }]);
});
