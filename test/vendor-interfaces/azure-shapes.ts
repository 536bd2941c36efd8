import { readFileSync } from "node:fs";
import { Ajv2019, type ValidateFunction } from "ajv/dist/2019.js";
import { isJsonObject, type Json, type JsonObject } from "../../packages/base/json/json.ts";
import { matchTemplate } from "../../packages/base/path-template.ts";
import { templatesAtScopes } from "../../packages/vendor-wire/azure/scope.ts";
import type { Reply } from "./reply.ts";

interface Operation {
  readonly method: string;
  readonly template: string;
  readonly version: string;
  /** By status, and `default` for errors; null where no body is described. */
  readonly responses: Readonly<Record<string, JsonObject | null>>;
}

interface SwaggerFacts {
  readonly operations: readonly (Omit<Operation, "template"> & { readonly path: string })[];
  readonly $defs: JsonObject;
}

/** Made when it is first asked for, and once: the facts are many. */
class Descriptions {
  readonly operations: readonly Operation[];
  readonly #ajv: Ajv2019;
  readonly #validators = new Map<JsonObject, ValidateFunction>();

  constructor() {
    const file = new URL("azure-schemas.generated.json", import.meta.url);
    const facts = JSON.parse(readFileSync(file, "utf8")) as SwaggerFacts;
    this.operations = facts.operations.map(({ path, ...operation }) => ({
      ...operation,
      template: path.slice(1).replace("{scope}", "{+scope}"),
    }));
    this.#ajv = new Ajv2019({
      strict: false,
      allErrors: true,
      validateSchema: false,
      schemas: [{ $id: "facts", $defs: facts.$defs }],
    });
    this.#ajv.addFormat("date-time", time);
    this.#ajv.addFormat("int32", { type: "number", validate: (value: number) => Math.abs(value) < 2 ** 31 });
    this.#ajv.addFormat("uri", (text: string) => URL.canParse(text));
    this.#ajv.addFormat("arm-id", /^\/.+/);
    this.#ajv.addFormat("uuid", /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
  }

  validatorOf(schema: JsonObject): ValidateFunction {
    const known = this.#validators.get(schema);
    if (known !== undefined) return known;
    const made = this.#ajv.compile(absolute(schema) as JsonObject);
    this.#validators.set(schema, made);
    return made;
  }
}

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)?$/;
let descriptions: Descriptions | undefined;

/** Versions whose description is the one of 2023-03-15. */
const laterVersions = /^(2023-0[459]-|2024-0[13]-.*(01|03|15))/;

/**
 * What contradicts the vendor's interface description in one answer, in words; undefined where it describes no such
 * method.
 */
export function azureContradictions({
  method,
  path,
  version: spoken,
  status,
  body,
}: Reply): readonly string[] | undefined {
  descriptions ??= new Descriptions();
  // Only one operation is described without the parameter, in the oldest version.
  const version = spoken === "" ? "2019-10-01" : spoken;
  const candidates = descriptions.operations.filter(
    (operation) =>
      operation.method === method &&
      templatesAtScopes(operation.template).some((template) => matchTemplate(template, path, true) !== undefined),
  );
  const operation =
    candidates.find((candidate) => candidate.version === version) ??
    (laterVersions.test(version) ? candidates.find((candidate) => candidate.version === "2023-03-15") : undefined);
  if (operation === undefined) return undefined;
  const schema = operation.responses[status] ?? (status >= 400 ? operation.responses["default"] : undefined);
  if (schema === undefined && operation.responses[status] === undefined) return ["no such status is described"];
  if (schema === undefined || schema === null) {
    return body === undefined ? [] : [`no body is described, it was ${JSON.stringify(body)}`];
  }
  if (body === undefined) return ["a body is described, there was none"];
  const validate = descriptions.validatorOf(schema);
  if (validate(withoutNulls(body))) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message ?? ""} ${JSON.stringify(params)}`,
  );
}

/** References made to lead to the facts from outside of them. */
function absolute(value: Json): Json {
  if (Array.isArray(value)) return value.map(absolute);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      key === "$ref" && typeof part === "string" ? part.replace(/^#/, "facts#") : absolute(part),
    ]),
  );
}

/** The platform writes null for what it leaves out, though the descriptions don't say so. */
function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) => (part === null ? [] : [[key, withoutNulls(part)]])),
  );
}
