import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import type { JsonObject } from "../../packages/base/json/json.ts";
import { declarationSchema } from "../../src/codegen/declaration-schema.ts";
import { generatorOf } from "../../src/codegen/generator.ts";
import { referencePages } from "../../src/codegen/pages/reference-pages.ts";
import { pythonPackageFiles } from "../../src/codegen/python/python-package.ts";
import { typescriptModules } from "../../src/codegen/typescript/typescript-package.ts";
import { catalogDocument } from "../../src/definitions/document/catalog-document.ts";
import { beforeDeleteFaults } from "../../src/definitions/schema/before-delete.fixture.ts";
import { loadCel } from "../../src/engine/expressions/cel.ts";
import { openApiDocument } from "../../src/http/openapi/openapi-document.ts";
import { signingKey } from "./northwind/definitions/signing-key.ts";
import { eighthProduct } from "./product.ts";
import { declared, EighthWorld } from "./world.ts";

const document = catalogDocument(eighthProduct.catalog);

test("the definition says nothing that the language does not allow", () => {
  expect(beforeDeleteFaults(signingKey)).toEqual([]);
});

test("the SDKs have a class for the resource and one for the provider", () => {
  const typescript = typescriptModules(document);
  expect(typescript["keys.ts"]).toContain("export class SigningKey extends Resource");
  expect(typescript["northwind.ts"]).toContain("export class Provider");
  const python = pythonPackageFiles(document);
  expect(python["keys.py"]).toContain("class SigningKey(CustomResource):");
  expect(python["northwind.py"]).toContain("NORTHWIND_URL");
});

test.each(["typescript", "python"] as const)("`plumb sdk generate` and `convert` write %s for it", async (language) => {
  const generator = generatorOf(eighthProduct.catalog);
  const made = generator.versionPackage(language, "keys", undefined);
  expect(JSON.stringify(made)).toContain("SigningKey");
  const program = await generator.program(language, declared({ invoices: { keyName: "invoices" } }), "plumb.yaml");
  expect(JSON.stringify(program)).toContain("SigningKey(");
});

test("the JSON Schema of declarations takes it, and refuses what it has not", () => {
  const schema = declarationSchema(document);
  const isTaken = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false }).compile(schema);
  const of = (key: JsonObject) => JSON.parse(declared({ invoices: key })) as JsonObject;
  expect(isTaken(of({ keyName: "invoices", location: "bern" }))).toBe(true);
  expect(isTaken(of({ location: "bern" }))).toBe(false);
  expect(isTaken(of({ keyName: "invoices", material: "mine" }))).toBe(false);
});

test("the reference has a page for it, which tells of the two calls and of the secret", async () => {
  const page = referencePages(document, await loadCel())["signing-key.md"];
  expect(page).toContain("The platform deletes only what has `retired: true`");
  expect(page).toContain("material");
  expect(page).toContain("Signs invoices");
});

test("the description of the API, and what a running one tells of its types, have it", async () => {
  expect(JSON.stringify(openApiDocument(eighthProduct.catalog)).includes("SigningKey")).toBe(true);
  const world = new EighthWorld();
  try {
    expect(JSON.stringify(await world.ask("GET", "/v1/types"))).toContain("keys:SigningKey");
    expect(JSON.stringify(await world.ask("GET", "/v1/catalog"))).toContain("NORTHWIND_URL");
    expect(JSON.stringify(await world.ask("GET", "/v1/types/keys:SigningKey/schema"))).toContain("keyName");
  } finally {
    await world.close();
  }
});
