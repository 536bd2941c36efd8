import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { catalogDocument } from "../definitions/document/catalog-document.ts";
import type { Catalog, FunctionDefinition, ProviderDefinition } from "../definitions/schema/definition.ts";
import { everySort, plant } from "../definitions/schema/sample-definition.fixture.ts";
import { readDeclaration } from "../engine/declare/read-declaration.ts";
import { loadCel } from "../engine/expressions/cel.ts";
import { declarationSchema } from "./declaration-schema.ts";
import { referencePages } from "./pages/reference-pages.ts";
import { pythonPackageFiles } from "./python/python-package.ts";
import { pythonProgram } from "./python/python-program.ts";
import { pythonVersionPackage } from "./python/python-version-package.ts";
import { typescriptModules } from "./typescript/typescript-package.ts";
import { typescriptProgram } from "./typescript/typescript-program.ts";
import { typescriptVersionPackage } from "./typescript/typescript-version-package.ts";

/** A type, a function and a vendor that nothing but this test knows. */
const example = `name: plot

providers:
  meadow: { kind: meadow, owner: ann }

resources:
  garden:
    type: garden:Plant
    properties:
      name: rose
      on: true
      count: 2
      people: [{ id: ann, age: 44 }]
      shape: { form: circle, size: 3 }
`;

const weather: FunctionDefinition = {
  kind: "function",
  type: "garden:getWeather",
  aliases: [],
  title: "Weather",
  description: "What the sky does.",
  section: "0",
  provider: "meadow",
  versions: { default: "1", others: [] },
  arguments: {
    type: "object",
    additionalProperties: false,
    required: ["bed"],
    properties: { bed: { type: "string" } },
  },
  result: { type: "object", additionalProperties: false, properties: { sky: { type: "string" } } },
};

const meadow: ProviderDefinition = {
  kind: "provider",
  type: "meadow",
  title: "Meadow",
  description: "Where plants grow.",
  fields: { owner: { schema: { type: "string", minLength: 2 }, environment: ["MEADOW_OWNER"], aliases: ["holder"] } },
  constants: {},
};

const synthetic: Catalog = {
  resources: {
    "garden:Plant": {
      ...plant,
      provider: "meadow",
      versions: { default: "1", others: ["2"] },
      inputs: { ...everySort, properties: { ...everySort.properties, leaf: { type: "string", since: "2" } } },
      examples: [example],
    },
  },
  functions: { "garden:getWeather": weather },
  providers: { meadow },
};
const document = catalogDocument(synthetic);
const cel = await loadCel();

function read(text: string) {
  const { declaration } = readDeclaration(text, { file: "plumb.yaml" });
  if (declaration === null) throw new Error("the text can't be read");
  return declaration;
}

test("the schema of declarations knows them", () => {
  const validate = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false }).compile(
    declarationSchema(document),
  );
  const declared = (properties: object, of: object = {}) => ({
    name: "plot",
    providers: { m: { kind: "meadow", holder: "ann", ...of } },
    resources: { rose: { type: "garden:Plant", properties: { name: "rose", ...properties } } },
  });
  const taken = [
    declared({}),
    declared({ on: true, count: 9, kind: "round", words: ["a"], labels: { a: "b" } }),
    declared({ on: "${a.b}", count: "${a.b}", people: "${a.b}", shape: "${a.b}", box: { title: "${a.b}" } }),
    declared({ shape: { form: "circle", size: 1 } }),
    // A kind of object that is not known yet is carried as it is.
    declared({ shape: { form: "star", points: 5 } }),
    { name: "plot", lookups: { sky: { function: "garden:getWeather", arguments: { bed: "a" } } } },
  ];
  const refused = [
    declared({ count: 10 }),
    declared({ count: 1.5 }),
    declared({ kind: "flat" }),
    declared({ slug: "-a" }),
    declared({ people: [{ age: 1 }] }),
    declared({ people: [{ id: "ann", height: 1 }] }),
    declared({ shape: { form: "circle", size: "large" } }),
    declared({ shape: { size: 1 } }),
    declared({ steps: [] }),
    declared({ labels: { a: 1 } }),
    declared({}, { owner: "a" }),
    { name: "plot", lookups: { sky: { function: "garden:getWeather" } } },
    { name: "plot", resources: { a: { type: "iam:OAuthClient" } } },
  ];
  expect(taken.filter((each) => !validate(each))).toEqual([]);
  expect(refused.filter((each) => validate(each))).toEqual([]);
});

test("both SDKs have them, and packages of a version", () => {
  const typescript = typescriptModules(document);
  expect(Object.keys(typescript)).toEqual(["garden.ts", "meadow.ts"]);
  expect(typescript["garden.ts"]).toContain("export class Plant extends Resource");
  expect(typescript["garden.ts"]).toContain("export async function getWeather(");
  expect(typescript["garden.ts"]).not.toContain("leaf");
  const python = pythonPackageFiles(document);
  expect(Object.keys(python)).toEqual(["garden.py", "meadow.py"]);
  expect(python["garden.py"]).toContain("class Plant(CustomResource):");
  expect(python["meadow.py"]).toContain("MEADOW_OWNER");
  const packages = [typescriptVersionPackage(document, "garden", "2"), pythonVersionPackage(document, "garden", "2")];
  for (const made of packages) expect(made.ok && Object.values(made.value).join("")).toContain("leaf");
});

test("programs import them, and keep their names free", () => {
  const typescript = typescriptProgram(read(example), document, cel);
  expect(typescript).toContain('import { garden, meadow, project } from "plumbline-sdk";');
  expect(typescript).toContain('new garden.Plant("garden", {');
  const referring = `${example}\noutputs:\n  height: \${garden.height}\n`;
  expect(typescriptProgram(read(referring), document, cel)).toContain("const gardenResource = new garden.Plant(");
  const python = pythonProgram(read(referring), document, cel);
  expect(python).toContain("from plumbline_sdk import garden, meadow");
  expect(python).toContain("garden_resource = garden.Plant(");
});

test("the reference has a page for each", () => {
  const pages = referencePages(document, cel);
  expect(Object.keys(pages)).toEqual(["README.md", "plant.md", "weather.md"]);
  expect(pages["plant.md"]).toContain("form: circle");
});
