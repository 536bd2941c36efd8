import type { JsonObject } from "../../../packages/base/json/json.ts";
import type { Problem } from "../../../packages/base/problems/problem.ts";
import type { Result } from "../../../packages/base/result.ts";
import type { CatalogDocument } from "../../contract/documents/catalog/catalog.ts";

/** Languages that programs are written in, by the word that options use. */
export type ProgramLanguage = "typescript" | "python";

/** Writes packages and programs; loaded when it is needed. */
export interface Generator {
  /** An installable package, by path inside its folder; the error is a sentence part. */
  versionPackage(
    language: ProgramLanguage,
    namespace: string,
    version: string | undefined,
  ): Result<Readonly<Record<string, string>>, string>;
  /** The JSON Schema of a declaration, made of another catalog where one is given. */
  declarationSchema(catalog?: CatalogDocument): JsonObject;
  /** A declaration as data, in the form of a YAML file. */
  declarationData(text: string, file: string): Result<JsonObject, readonly Problem[]>;
  /** A program that declares what a text declares. */
  program(language: ProgramLanguage, text: string, file: string): Promise<Result<string, readonly Problem[]>>;
  /**
   * The text of a declaration with more entries at the end of its `resources`, the rest byte for byte; sealed values
   * are left out. `block` writes YAML, each level further in by `unit`. The error is a sentence part.
   */
  withResources(
    text: string,
    resources: JsonObject,
    block: (entries: JsonObject, unit: string) => readonly string[],
  ): Result<string, string>;
  /** Statements for entries of `resources`. */
  statements(language: ProgramLanguage, resources: JsonObject): Promise<string>;
}

/** The short words of `--to` and `--format`; null stands for YAML. */
export const formats: Readonly<Record<string, ProgramLanguage | null>> = {
  yaml: null,
  ts: "typescript",
  py: "python",
};
