import { isJsonObject, type Json, type JsonObject } from "../../packages/base/json/json.ts";
import { jsonOf } from "../../packages/base/json/plain.ts";
import { pointer } from "../../packages/base/json/pointer.ts";
import { type Problem, problem } from "../../packages/base/problems/problem.ts";
import { err, ok, type Result } from "../../packages/base/result.ts";
import type { CatalogDocument } from "../contract/documents/catalog/catalog.ts";
import { catalogDocument } from "../definitions/document/catalog-document.ts";
import type { Catalog } from "../definitions/schema/definition.ts";
import { isSecret } from "../definitions/schema/value.ts";
import type { ConfigDeclaration, Declaration } from "../engine/declare/declaration.ts";
import { type BlockLines, insertResources } from "../engine/declare/insert-resources.ts";
import { readDeclaration } from "../engine/declare/read-declaration.ts";
import { loadCel } from "../engine/expressions/cel.ts";
import { declarationSchema as schemaOfDeclaration } from "./declaration-schema.ts";
import { pythonProgram, pythonStatements } from "./python/python-program.ts";
import { pythonVersionPackage } from "./python/python-version-package.ts";
import { typescriptProgram, typescriptStatements } from "./typescript/typescript-program.ts";
import { typescriptVersionPackage } from "./typescript/typescript-version-package.ts";

/** Languages that programs and packages are written in. */
export type ProgramLanguage = "typescript" | "python";

/** Writes packages and programs for what a catalog has. */
export function generatorOf(definitions: Catalog) {
  const catalog = catalogDocument(definitions);
  return {
    /**
     * An installable package for a namespace in an interface version (the default one when left out), by path inside
     * its folder.
     */
    versionPackage: (
      language: ProgramLanguage,
      namespace: string,
      version: string | undefined,
    ): Result<Readonly<Record<string, string>>, string> => {
      const make = language === "typescript" ? typescriptVersionPackage : pythonVersionPackage;
      return make(catalog, namespace, version);
    },
    /** The JSON Schema of a declaration, made of another catalog where one is given. */
    declarationSchema: (document: CatalogDocument = catalog): JsonObject => schemaOfDeclaration(document),
    declarationData,
    /** A program that declares what a text declares. */
    program: async (
      language: ProgramLanguage,
      text: string,
      file: string,
    ): Promise<Result<string, readonly Problem[]>> => {
      const read = readWhole(text, file);
      if (!read.ok) return read;
      const decided = decidedEntries(read.value);
      if (decided.length > 0) return err(decided);
      const print = language === "typescript" ? typescriptProgram : pythonProgram;
      return ok(print(read.value, catalog, await loadCel()));
    },
    withResources,
    /** Statements for entries of `resources`; sealed values are left out. */
    statements: async (language: ProgramLanguage, resources: JsonObject): Promise<string> => {
      const print = language === "typescript" ? typescriptStatements : pythonStatements;
      return print(openEntries(resources), catalog, await loadCel());
    },
  };
}

/** A declaration as data, in the form of a YAML file: without sections that are empty. */
export function declarationData(text: string, file: string): Result<JsonObject, readonly Problem[]> {
  const read = readWhole(text, file);
  if (!read.ok) return read;
  const { name, config, providers, resources, lookups, outputs } = read.value;
  const flat = Object.entries(providers).map(([key, { kind, default: isDefault, properties }]) => [
    key,
    { kind, ...(isDefault === undefined ? {} : { default: isDefault }), ...properties },
  ]);
  const sections: JsonObject = {
    config: jsonOf(Object.fromEntries(Object.entries(config).map(([key, entry]) => [key, configEntry(entry)]))),
    providers: Object.fromEntries(flat),
    resources: jsonOf(said(resources)),
    lookups: jsonOf(said(lookups)),
    outputs,
  };
  const filled = Object.entries(sections).filter(
    ([, section]) => isJsonObject(section) && Object.keys(section).length > 0,
  );
  return ok({ name, ...Object.fromEntries(filled) });
}

/**
 * The text of a declaration with more entries at the end of its `resources`, the rest byte for byte; sealed values are
 * left out. The error is a sentence part.
 */
export function withResources(text: string, resources: JsonObject, block: BlockLines): Result<string, string> {
  return insertResources(text, openEntries(resources), block);
}

function openEntries(resources: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(resources).map(([name, entry]) => [name, withoutSecrets(entry)]));
}

function readWhole(text: string, file: string): Result<Declaration, readonly Problem[]> {
  const { declaration, problems } = readDeclaration(text, { file });
  return declaration === null || problems.some(({ severity }) => severity === "error")
    ? err(problems)
    : ok(declaration);
}

/** The outputs of a stack are declared without the type that they have. */
function configEntry({ type, ...entry }: ConfigDeclaration): Partial<ConfigDeclaration> {
  return entry.stack === undefined ? { type, ...entry } : entry;
}

/** Entries that config decides: a program decides with its own loops and conditions. */
function decidedEntries(declaration: Declaration): readonly Problem[] {
  return (["providers", "resources", "lookups"] as const).flatMap((section) =>
    Object.entries<object>(declaration[section]).flatMap(([name, entry]) =>
      ["when", "forEach"].flatMap((key) => {
        if (!Object.hasOwn(entry, key)) return [];
        const detail = `\`${key}\` is not converted into a program`;
        const hint = `take it out, convert, and write ${key === "when" ? "a condition" : "a loop"} in the program`;
        return [problem("invalid-option", detail, { pointer: pointer("", section, name, key), at: "key", hint })];
      }),
    ),
  );
}

/** Entries without maps that say nothing. */
function said(entries: Readonly<Record<string, object>>): object {
  const isSaid = (member: unknown) => typeof member !== "object" || member === null || Object.keys(member).length > 0;
  return Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [
      name,
      Object.fromEntries(Object.entries(entry).filter(([, member]) => isSaid(member))),
    ]),
  );
}

function withoutSecrets(value: Json): Json {
  if (Array.isArray(value)) return value.filter((item: Json) => !isSecret(item)).map(withoutSecrets);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) =>
      isSecret(member) ? [] : [[key, withoutSecrets(member)] as const],
    ),
  );
}
