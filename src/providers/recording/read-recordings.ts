import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { foreignAccessAt } from "../../files/foreign-access.ts";
import type { RecordedLine } from "./recorded-line.ts";

/**
 * What a folder of recordings has of a run: the whole recording of the command that carried it out, or of a service
 * what lies between the run's first entry and its last. Empty where no recording knows the run. Throws what the file
 * system throws, and an Error where another user may have written there.
 */
export function recordedRun(folder: string, run: string): readonly RecordedLine[] {
  const path = resolve(folder);
  const found = foreignAccessAt(path);
  if (found !== null) throw new Error(`${path} is not read, because ${found.why}`);
  return readdirSync(path)
    .filter((name) => statSync(join(path, name)).isDirectory())
    .sort()
    .flatMap((name) => ofRun(linesIn(join(path, name)), run));
}

function linesIn(folder: string): readonly RecordedLine[] {
  return readdirSync(folder)
    .filter((name) => /^\d{6,}\.json$/.test(name))
    .sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as RecordedLine);
}

function ofRun(lines: readonly RecordedLine[], run: string): readonly RecordedLine[] {
  const isOf = (line: RecordedLine) => line.kind === "journal" && line.run === run;
  if (!lines.some(isOf)) return [];
  const runs = new Set(
    lines.map((line) => (line.kind === "journal" ? line.run : null)).filter((each) => each !== null),
  );
  if (runs.size === 1) return lines;
  const [first, last] = [lines.findIndex(isOf), lines.findLastIndex(isOf)];
  // What other runs did at the same time stays out where it says whose it is.
  return lines.filter(
    (line, index) =>
      line.kind === "recording" || (index >= first && index <= last && (line.kind !== "journal" || line.run === run)),
  );
}
