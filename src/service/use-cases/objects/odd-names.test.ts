import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { Problem } from "../../../../packages/base/problems/problem.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import type { RunSummary } from "../../../contract/documents/runs/run-events.ts";
import { Rejection } from "../../rejection.ts";
import { run, type TestDeployment, testDeployment } from "../deployment.fixture.ts";
import { planStack } from "../plans/make-plans.ts";

const names = ["constructor", "toString", "__proto__", "hasOwnProperty", "prototype", "valueOf", "length"];

/** YAML as written, and what a run of it comes to: outputs, or the problems of whoever refuses it. */
async function played(text: string, config: JsonObject = {}) {
  const world = testDeployment();
  const declaration: DeclarationText = { file: "plumb.yaml", text, config };
  const view = await planned(declaration, world);
  if (Array.isArray(view)) return { refused: view as readonly Problem[] };
  const summary: RunSummary = await run(world, view.digest);
  if (summary.status !== "done") return { refused: summary.problems };
  const again = await planned(declaration, world);
  const changes = Array.isArray(again)
    ? again
    : [...again.steps.filter(({ action }) => action !== "same" && action !== "read"), ...again.outputs];
  return { outputs: summary.outputs, changes, records: [...(await world.store.readStack("dev")).records.values()] };
}

async function planned(declaration: DeclarationText, world: TestDeployment) {
  try {
    const view = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world);
    const errors = view.problems.filter(({ severity }) => severity === "error");
    return errors.length > 0 ? errors : view;
  } catch (cause) {
    if (cause instanceof Rejection) return [...cause.problems];
    throw cause;
  }
}

const head = "name: test\nproviders:\n  google: { kind: google, project: acme, region: here, zone: here-b }\n";
const attachment = (labels = "{}", more = "") =>
  "type: connectors:EndpointAttachment\n" +
  "    properties: { endpointAttachmentId: gate, serviceAttachment: projects/p/regions/r/serviceAttachments/s, " +
  `labels: ${labels} }\n${more}`;

describe.each(names)("the name %s", (name) => {
  const key = JSON.stringify(name);
  test.each([
    [
      "a config key",
      `${head}config:\n  ${key}: { type: string, default: x }\noutputs:\n` +
        `  out: "\${config[${key.replaceAll('"', "'")}]}"\n`,
    ],
    [
      "a config key by its path",
      `${head}config:\n  ${key}: { type: string, default: x }\noutputs:\n  out: "\${config.${name}}"\n`,
    ],
    ["an output", `${head}outputs:\n  ${key}: x\n`],
    ["a key of an output", `${head}outputs:\n  out: { ${key}: x }\n`],
    [
      "a resource",
      `${head}resources:\n  ${key}:\n    ${attachment()}outputs:\n` +
        `  out: "\${resources[${key.replaceAll('"', "'")}].description}"\n`,
    ],
    ["a label", `${head}resources:\n  gate:\n    ${attachment(`{ ${key}: x }`)}outputs:\n  out: "\${gate.labels}"\n`],
    [
      "a provider",
      `name: test\nproviders:\n  ${key}: { kind: google, project: acme, region: here }\nresources:\n  gate:\n` +
        `    ${attachment("{}", `    options: { provider: ${key} }\n`)}outputs:\n  out: "\${gate.project}"\n`,
    ],
    [
      "a provider that is not declared",
      `${head}resources:\n  gate:\n    ${attachment("{}", `    options: { provider: ${key} }\n`)}`,
    ],
    ["a kind", `name: test\nproviders:\n  a: { kind: ${key} }\n`],
    ["a type", `${head}resources:\n  gate: { type: ${key} }\n`],
    ["an option", `${head}resources:\n  gate:\n    ${attachment("{}", `    options: { ${key}: x }\n`)}`],
    ["a property", `${head}resources:\n  gate: { type: "connectors:EndpointAttachment", properties: { ${key}: x } }\n`],
    [
      "a timeout",
      `${head}resources:\n  gate:\n    ${attachment("{}", `    options: { customTimeouts: { ${key}: 5m } }\n`)}`,
    ],
    ["a reference", `${head}outputs:\n  out: "\${${name}}"\n`],
    ["a part of a reference", `${head}resources:\n  gate:\n    ${attachment()}outputs:\n  out: "\${gate.${name}}"\n`],
    [
      "a part of a map",
      `${head}resources:\n  gate:\n    ${attachment("{ a: b }")}outputs:\n  out: "\${gate.labels.${name}}"\n`,
    ],
    ["a look-up", `${head}lookups:\n  ${key}: { function: ${key}, arguments: {} }\n`],
    [
      "a name that others depend on",
      `${head}resources:\n  gate:\n    ${attachment("{}", "    options:\n")}` +
        `      { dependsOn: [${key}], parent: ${key}, deletedWith: ${key}, aliases: [${key}] }\n`,
    ],
    ["a section", `${head}${key}: {}\n`],
  ])("as %s is a value or a problem", async (_, text) => {
    const end = await played(text);
    if (end.refused !== undefined) expect(end.refused.length).toBeGreaterThan(0);
    else expect(end.changes).toEqual([]);
  });
});

describe.each([
  "1e999",
  "-1e999",
  ".inf",
  ".nan",
  "-0",
  "-0.0",
  "9007199254740993",
  "1e21",
  "0x1F",
  "0o17",
  "12345678901234567890",
  "1e-400",
  "1_000",
])("the number %s", (number) => {
  test.each([
    ["an output", `${head}outputs:\n  out: ${number}\n`],
    ["a default", `${head}config:\n  a: { type: number, default: ${number} }\noutputs:\n  out: "\${config.a}"\n`],
    [
      "an integer default",
      `${head}config:\n  a: { type: integer, default: ${number} }\noutputs:\n  out: "\${config.a}"\n`,
    ],
    ["a label", `${head}resources:\n  gate:\n    ${attachment(`{ a: ${number} }`)}`],
    ["CEL", `${head}outputs:\n  out: "\${${number}}"\n`],
    ["CEL sum", `${head}outputs:\n  out: "\${${number} + 1}"\n`],
    [
      "CEL product",
      `${head}config:\n  a: { type: number, default: ${number} }\noutputs:\n  out: "\${config.a * 10.0}"\n`,
    ],
    ["a given value", `${head}config:\n  a: { type: number }\noutputs:\n  out: "\${config.a}"\n`, { a: number }],
    ["a given integer", `${head}config:\n  a: { type: integer }\noutputs:\n  out: "\${config.a}"\n`, { a: number }],
  ] as [string, string, JsonObject?][])("as %s is kept exactly, or a problem", async (_, text, config) => {
    const end = await played(text, config);
    if (end.refused !== undefined) expect(end.refused.length).toBeGreaterThan(0);
    else {
      expect(end.changes).toEqual([]);
      expect(JSON.parse(JSON.stringify(end.outputs))).toStrictEqual(end.outputs);
    }
  });
});

const odd = names.filter((name) => name !== "__proto__");

describe.each(odd)("a config key called %s", (key) => {
  const text = `${head}config:\n  ${key}: { type: string, default: x }\noutputs:\n  ${key}: "\${config.${key}}"\n`;

  test("has its default, and the value that is given", async () => {
    expect((await played(text)).outputs).toEqual({ [key]: "x" });
    expect((await played(text, { [key]: "y" })).outputs).toEqual({ [key]: "y" });
  });

  test("is missed where it has no value, and not read where it is not declared", async () => {
    const bare = text.replace(", default: x", "");
    expect((await played(bare)).refused?.map(({ code }) => code)).toEqual(["invalid-config"]);
    const undeclared = `${head}outputs:\n  out: "\${config.${key}}"\n`;
    expect((await played(undeclared)).refused).toHaveLength(1);
  });

  test("is an output of the plan without a former value", async () => {
    const view = await planned({ file: "plumb.yaml", text, config: {} }, testDeployment());
    expect(Array.isArray(view) ? view : view.outputs).toEqual([{ name: key, new: "x" }]);
  });
});

test.each([
  ["number", "9007199254740993", / 9007199254740993 .*2\^53/],
  ["number", "1e999", / 1e999 .* finite /],
  ["list", "[1, 1e999]", / 1e999 .* finite /],
  ["map", '{"a": 9007199254740993}', / 9007199254740993 .*2\^53/],
  ["list", [Number.POSITIVE_INFINITY], /`a` .* list;/],
  ["number", Number.NaN, /`a` .* number;/],
] as const)("a config value of type %s that is given as %s is refused with the reason", async (type, given, why) => {
  const text = `${head}config:\n  a: { type: ${type} }\noutputs:\n  out: "\${config.a}"\n`;
  const { refused = [] } = await played(text, { a: given as JsonObject[string] });
  expect(refused.map(({ code }) => code)).toEqual(["invalid-config"]);
  expect(refused[0]?.detail).toMatch(why);
});
