import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Scenario } from "./scenario.ts";

/** A scenario that broke a promise once. */
export interface Regression {
  readonly name: string;
  /** What went wrong. */
  readonly why: string;
  readonly scenario: Scenario;
}

const folder = fileURLToPath(new URL("./regressions/", import.meta.url));

/** All that are kept, by their names. */
export function readRegressions(): readonly Regression[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  return files.sort().map((file) => {
    const kept = JSON.parse(readFileSync(join(folder, file), "utf8")) as Omit<Regression, "name">;
    return { ...kept, name: basename(file, ".json") };
  });
}
