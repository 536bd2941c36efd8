import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { isJsonObject, type Json } from "../../packages/base/json/json.ts";
import { components, schemaNamed } from "../../src/contract/components.ts";
import { allHandlers } from "../../src/service/handlers/all-handlers.ts";
import { violationsOf } from "../../src/service/requests/check-schema.ts";
import { description, operations } from "./witness.ts";

const document = description as unknown as Json;
const { schemas } = description.components;

/** Every object of the description, with its place. */
function* objectsIn(value: Json, at = "#"): Generator<readonly [string, Readonly<Record<string, Json>>]> {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* objectsIn(item, `${at}/${index}`);
  if (!isJsonObject(value)) return;
  yield [at, value];
  for (const [name, member] of Object.entries(value)) yield* objectsIn(member, `${at}/${name}`);
}

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema({ $id: "api", components: { schemas } });

describe("the description", () => {
  test("has an operation for every route, each under a name of its own", () => {
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
      allHandlers.map(({ operationId }) => operationId).sort(),
    );
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  });

  test("refers to nothing that is not there", () => {
    const refs = [...objectsIn(document)].flatMap(([at, { $ref }]) => (typeof $ref === "string" ? [[at, $ref]] : []));
    const missing = refs.filter(([, ref = ""]) => {
      const found = ref
        .slice(2)
        .split("/")
        .reduce<Json | undefined>((value, part) => (isJsonObject(value) ? value[part] : undefined), document);
      return found === undefined;
    });
    expect(missing).toEqual([]);
  });

  test("has schemas that a JSON Schema reader takes", () => {
    for (const name of Object.keys(schemas))
      expect(() => ajv.compile({ $ref: `api#/components/schemas/${name}` })).not.toThrow();
  });

  test("says of each field what it is, in words for machines; what may be any JSON has a description and nothing else", () => {
    const types = ["type", "$ref", "oneOf", "anyOf", "allOf"];
    const untyped = [...objectsIn(schemas as Json)].flatMap(([at, { properties }]) =>
      isJsonObject(properties) && !at.endsWith("/properties")
        ? Object.entries(properties).flatMap(([name, field]) => {
            const words = isJsonObject(field) ? Object.keys(field) : [];
            const isAny = words.every((word) => word === "description");
            return isAny || words.some((word) => types.includes(word)) ? [] : [`${at}/${name}`];
          })
        : [],
    );
    expect(untyped).toEqual([]);
    expect(schemas["TypeField"]).toMatchObject({ required: expect.arrayContaining(["schema"]) });
  });

  test("has examples that fit", () => {
    const misfits = [...objectsIn(document)].flatMap(([at, { schema, examples }]) => {
      const value = isJsonObject(examples) && isJsonObject(examples["usual"]) ? examples["usual"]["value"] : undefined;
      if (!isJsonObject(schema) || typeof schema["$ref"] !== "string" || value === undefined) return [];
      const validate = ajv.compile({ $ref: `api${schema["$ref"]}` });
      return validate(value) ? [] : [`${at}: ${ajv.errorsText(validate.errors)}`];
    });
    expect(misfits).toEqual([]);
  });

  test("says of each operation what can go wrong", () => {
    for (const { operationId, isOpen, responses } of operations) {
      const statuses = Object.keys(responses);
      expect(statuses, operationId).toEqual(expect.arrayContaining(["500", "503"]));
      if (!isOpen) expect(statuses, operationId).toEqual(expect.arrayContaining(["401", "429"]));
    }
  });

  test("lets every POST that makes or starts something be sent again", () => {
    const reading = /^(check|describe|draw|read|find|call|wait|verify|seal|open|examine)/;
    const without = allHandlers.filter(
      ({ method, operationId, isIdempotentByKey }) =>
        method === "POST" && isIdempotentByKey !== true && !reading.test(operationId),
    );
    expect(without.map(({ operationId }) => operationId)).toEqual([]);
  });

  test("notes in the audit log whatever changes something", () => {
    const reading = /^(check|describe|draw|read|find|call|wait|verify|seal|open|examine)/;
    const without = allHandlers.filter(
      ({ method, operationId, isAudited }) => method !== "GET" && isAudited !== true && !reading.test(operationId),
    );
    expect(without.map(({ operationId }) => operationId)).toEqual([]);
  });
});

describe("what is sent is held against the description as its readers would", () => {
  const values: readonly Json[] = [
    null,
    {},
    [],
    "x",
    1,
    { name: "x" },
    { name: "" },
    { name: 1 },
    { kind: "apply" },
    { kind: "undo", run: "r" },
    { kind: "undo" },
    { kind: "import", imports: [] },
    { kind: "import", imports: [{ type: "t", name: "n", id: "i" }] },
    { kind: "nothing" },
    { plan: `sha256:${"0".repeat(64)}` },
    { plan: "sha256:none", parallel: 0 },
    { file: "f", text: "t" },
    { file: "f", text: "t", config: { a: [1, { b: null }] } },
    { file: "f", text: "t", more: 1 },
    { id: "i", state: {}, provider: "p" },
    { id: "i", provider: { kind: "google" } },
    { properties: {}, options: { protect: true } },
    { properties: {}, provider: { kind: 1 } },
    { approvals: 1, driftEveryMs: null, webhooks: [] },
    { approvals: 1.5, driftEveryMs: 3, webhooks: [{}] },
    { name: "t", role: "reader", expiresInDays: 1 },
    { name: "t", role: "king", expiresInDays: 0, stacks: null },
    { role: "operator" },
    { to: "b" },
    { comment: "c" },
    { document: {}, force: true },
  ];

  test.each(components.map(({ name }) => name))("%s", (name) => {
    const validate = ajv.compile({ $ref: `api#/components/schemas/${name}` });
    for (const value of values) {
      const violations = violationsOf(schemaNamed(name), value, schemaNamed);
      expect(violations.length === 0, `${JSON.stringify(value)}: ${JSON.stringify(violations)}`).toBe(validate(value));
    }
  });
});
