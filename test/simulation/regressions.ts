import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Scenario } from "./scenario.ts";

/** A scenario that broke a promise once, or does so still. */
export interface Regression {
  readonly name: string;
  /** What went wrong. */
  readonly why: string;
  readonly scenario: Scenario;
}

/** All that are mended, by their names. */
export function readRegressions(): readonly Regression[] {
  return readIn("regressions");
}

/** Those whose cause is known and not mended yet; once it is, their file moves to the others. */
export function readOpen(): readonly Regression[] {
  return readIn("open");
}

function readIn(name: string): readonly Regression[] {
  const folder = fileURLToPath(new URL(`./${name}/`, import.meta.url));
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  return files.sort().map((file) => {
    const kept = JSON.parse(readFileSync(join(folder, file), "utf8")) as Omit<Regression, "name">;
    return { ...kept, name: basename(file, ".json") };
  });
}
