import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { errorCodes } from "../../../packages/vendor-wire/azure/error-shapes.ts";

export const vendors = ["google", "azure", "databricks"] as const;
export type Vendor = (typeof vendors)[number];

/** A code with which the emulator refuses. */
export interface EmulatorCode {
  readonly vendor: Vendor;
  readonly code: string;
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
  const found = vendors.flatMap((vendor) =>
    sourcesBelow(join(root, vendor)).flatMap((file) => [...codesIn(file, vendor)].map((code) => `${vendor} ${code}`)),
  );
  return [...new Set(found)].sort().map((key) => {
    const [vendor, code = ""] = key.split(" ");
    return { vendor: vendor as Vendor, code };
  });
}

function sourcesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !/\.(test|fixture)\.ts$/.test(name) && !name.endsWith(ofFaults))
    .map((name) => join(folder, name));
}

function* codesIn(path: string, vendor: Vendor): Generator<string> {
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
    yield* valuesOf(argument);
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
