import type { CatalogDocument, CatalogFunction, CatalogResource } from "../../contract/documents/catalog/catalog.ts";
import type { Declaration } from "../../engine/declare/declaration.ts";
import { readDeclaration } from "../../engine/declare/read-declaration.ts";
import type { Cel } from "../../engine/expressions/cel.ts";

/** The lines of a program that shows how something is declared; none where there is no example of it. */
export type ExampleOf = (definition: CatalogResource | CatalogFunction) => readonly string[];

/** Where comments are to have no examples. */
export const noExample: ExampleOf = () => [];

/** The first example of each definition, in one language. */
export function examplesIn(
  print: (declaration: Declaration, catalog: CatalogDocument, cel: Cel) => string,
  catalog: CatalogDocument,
  cel: Cel,
): ExampleOf {
  return ({ type, examples: [text] }) => {
    const declaration = text === undefined ? null : readDeclaration(text, { file: type }).declaration;
    return declaration === null ? [] : print(declaration, catalog, cel).trimEnd().split("\n");
  };
}
