/** For tests: what many files of a run need, made once. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as passed } from "node:timers/promises";
import { temporaryPlace } from "../properties/temporary-place.ts";

const variable = "TESTS_PLACE_OF_RUN";

/** The folder of this run, for this process and those that it starts; it goes when this one ends. */
export function placeOfRun(): string {
  const known = process.env[variable];
  if (known !== undefined) return known;
  const place = mkdtempSync(join(temporaryPlace(), "plumb-once-"));
  process.env[variable] = place;
  process.once("exit", () => rmSync(place, { recursive: true, force: true }));
  return place;
}

/** What `make` gives in a folder of its own. Whoever asks first makes it, in whatever process; others wait for it. */
export async function once(name: string, make: (place: string) => string): Promise<string> {
  const place = join(placeOfRun(), name);
  const told = `${place}.told`;
  if (mkdirSync(place, { recursive: true }) !== undefined) {
    writeFileSync(`${told}.new`, make(place));
    renameSync(`${told}.new`, told);
  }
  while (!existsSync(told)) await passed(100);
  return readFileSync(told, "utf8");
}
