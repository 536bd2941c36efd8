import { extname } from "node:path";

/** Declarations where none is named, the first that is there. */
export const defaultFiles: readonly string[] = ["plumb.yaml", "plumb.ts", "plumb.js", "plumb.py"];

const extensions: ReadonlySet<string> = new Set([".ts", ".mts", ".cts", ".js", ".mjs", ".cjs", ".py"]);

/** Whether a file is a program that gives a declaration, rather than one itself. */
export function isProgram(file: string): boolean {
  return extensions.has(extname(file));
}
