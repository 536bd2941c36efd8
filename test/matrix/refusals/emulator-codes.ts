import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { errorCodes } from "../../../packages/vendor-wire/azure/error-shapes.ts";

export const vendors = ["google", "azure", "databricks"] as const;
export type Vendor = (typeof vendors)[number];

/** A code with which the emulator refuses, and the functions of its source that do so. */
export interface EmulatorCode {
  readonly vendor: Vendor;
  readonly code: string;
  readonly sites: readonly string[];
}

/** What makes an error answer, with the place of the code among its arguments. */
const makers: Readonly<Record<Vendor, Readonly<Record<string, number>>>> = {
  google: { refuse: 0, computeRefusal: 1, oauthRefusal: 0 },
  azure: { armError: 1 },
  databricks: { errorReply: 2 },
};

const root = join(import.meta.dirname, "../../../packages/local-cloud");

/** Any status, as an injected fault asks for it: no request is refused with it. */
const ofFaults = "refusal-of-status.ts";

/**
 * Every code that stands in the source of the emulator. Throws where a call refuses with a code that is worked out, so
 * that none goes unseen.
 */
export function emulatorCodes(): readonly EmulatorCode[] {
  const sites = new Map<string, string[]>();
  for (const vendor of vendors)
    for (const file of sourcesBelow(join(root, vendor)))
      for (const { code, by } of codesIn(file, vendor)) {
        const key = `${vendor} ${code}`;
        sites.set(key, [...(sites.get(key) ?? []), `${relative(root, file)} ${by}`]);
      }
  return [...sites].sort().map(([key, found]) => {
    const [vendor, code = ""] = key.split(" ");
    return { vendor: vendor as Vendor, code, sites: [...new Set(found)] };
  });
}

function sourcesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !/\.(test|fixture)\.ts$/.test(name) && !name.endsWith(ofFaults))
    .map((name) => join(folder, name));
}

function* codesIn(path: string, vendor: Vendor): Generator<{ readonly code: string; readonly by: string }> {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const calls: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) calls.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  for (const call of calls) {
    const place = ts.isIdentifier(call.expression) ? makers[vendor][call.expression.text] : undefined;
    const argument = place === undefined ? undefined : call.arguments[place];
    if (argument === undefined) continue;
    for (const code of valuesOf(argument)) yield { code, by: functionAround(call) };
  }
}

function valuesOf(node: ts.Expression): readonly string[] {
  if (ts.isStringLiteral(node) || ts.isNumericLiteral(node)) return [node.text];
  if (ts.isConditionalExpression(node)) return [...valuesOf(node.whenTrue), ...valuesOf(node.whenFalse)];
  const name = ts.isPropertyAccessExpression(node) && node.expression.getText() === "errorCodes" ? node.name.text : "";
  const [, code] = Object.entries(errorCodes).find(([each]) => each === name) ?? [];
  if (code !== undefined) return [code];
  throw new Error(`${node.getSourceFile().fileName}: no code can be read from ${node.getText()}`);
}

function functionAround(node: ts.Node): string {
  for (let at: ts.Node | undefined = node; at !== undefined; at = at.parent)
    if (ts.isFunctionDeclaration(at)) return at.name?.text ?? "";
  return "";
}
