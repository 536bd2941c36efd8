import { readFileSync } from "node:fs";
import { findSourceMap } from "node:module";
import { fileURLToPath } from "node:url";

/** A place in a source file; line and column start at 1. */
export interface CallSite {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface Frame extends CallSite {
  readonly function?: string;
}

/** Folders (as URL and as path) whose frames are none of the user's. */
const libraryFolders: string[] = [];

/** Says that the folder of a module is a library: its frames are left out of what is told to the user. */
export function registerLibrary(moduleUrl: string): void {
  const folder = new URL(".", moduleUrl);
  libraryFolders.push(folder.href, fileURLToPath(folder));
}

// This package itself: the folder above.
registerLibrary(new URL("..", import.meta.url).href);

const framesAtOnce = 8;

/** Where the user's code called, the innermost frame outside of libraries; undefined where there is none. */
export function callSite(): CallSite | undefined {
  const { prepareStackTrace, stackTraceLimit } = Error;
  const holder: { stack?: unknown } = {};
  try {
    Error.stackTraceLimit = framesAtOnce;
    Error.prepareStackTrace = (_, sites) => firstOutside(sites);
    Error.captureStackTrace(holder, callSite);
    return holder.stack as CallSite | undefined;
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function firstOutside(sites: readonly NodeJS.CallSite[]): CallSite | undefined {
  for (const site of sites) {
    const name = site.getFileName();
    if (name === null || name === undefined || isLibrary(name)) continue;
    return placeAsWritten(name, site.getLineNumber() ?? 1, site.getColumnNumber() ?? 1);
  }
  return undefined;
}

/** Where a compiler has moved lines, the place in what the user wrote. */
function placeAsWritten(file: string, line: number, column: number): CallSite {
  const origin = findSourceMap(file)?.findOrigin(line, column);
  const written = origin !== undefined && "lineNumber" in origin ? origin : { lineNumber: line, columnNumber: column };
  return { file: pathOf(file), line: written.lineNumber, column: written.columnNumber };
}

/** The user's frames of a thrown error, innermost first. */
export function framesOf(error: unknown): readonly Frame[] {
  const stack = error instanceof Error && typeof error.stack === "string" ? error.stack : "";
  const lines = stack.split("\n");
  // A syntax error names its place on a line of its own, before the message.
  const heading = /^((?:file:\/\/|\/|[A-Za-z]:\\).+):(\d+)$/.exec(lines[0] ?? "");
  const places = lines.flatMap((line): Frame[] => {
    const match = /^\s+at (?:(?:async )?(.+?) \()?((?:file:\/\/|\/|[A-Za-z]:\\).+?):(\d+):(\d+)\)?$/.exec(line);
    if (match === null) return [];
    const [, name, file = "", row, column] = match;
    if (isLibrary(file)) return [];
    const called = name === undefined || name === "<anonymous>" ? {} : { function: name };
    return [{ file: pathOf(file), line: Number(row), column: Number(column), ...called }];
  });
  const missing = places.length === 0 ? importOfMissing(error) : undefined;
  if (missing !== undefined) return [missing];
  if (heading === null) return places;
  // Under the line that it shows, carets mark the token.
  const carets = lines.slice(1, 4).find((line) => /^\s*\^+\s*$/.test(line));
  const column = Math.max(1, (carets?.indexOf("^") ?? 0) + 1);
  return [{ file: pathOf(heading[1] ?? ""), line: Number(heading[2]), column }, ...places];
}

/** Where a module that is not there is imported: Node names the file, and not the line. */
function importOfMissing(error: unknown): Frame | undefined {
  if (!(error instanceof Error) || (error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") return undefined;
  const [, wanted = "", from = ""] = /'([^']+)' imported from (.+)$/m.exec(error.message) ?? [];
  if (from === "") return undefined;
  const file = pathOf(from);
  const name = wanted.slice(Math.max(wanted.lastIndexOf("/"), wanted.lastIndexOf("\\")) + 1);
  const lines = readFileSync(file, "utf8").split("\n");
  const line = lines.findIndex((text) => /\b(?:import|from)\b/.test(text) && text.includes(name));
  return { file, line: line + 1 || 1, column: 1 };
}

function isLibrary(file: string): boolean {
  return (
    file.startsWith("node:") ||
    file.includes("/node_modules/") ||
    file.includes("\\node_modules\\") ||
    libraryFolders.some((folder) => file.startsWith(folder))
  );
}

const paths = new Map<string, string>();

function pathOf(file: string): string {
  if (!file.startsWith("file:")) return file;
  let path = paths.get(file);
  if (path === undefined) {
    path = fileURLToPath(file);
    paths.set(file, path);
  }
  return path;
}
