import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { unpacked } from "../src/stores/rows/packed-text.ts";
import { readEntry } from "../src/stores/rows/stored-documents.ts";
import type { Stopwatch, Usage } from "./measured-process.ts";
import { declaration, type Shape } from "./reference-stack.ts";
import type { Series } from "./series.ts";

export interface Tools {
  /** Where temporary files go. */
  readonly folder: string;
  readonly stopwatch: Stopwatch;
  /** The bundled command. */
  readonly plumb: string;
  /** The bundled bare loop. */
  readonly bareLoop: string;
}

const commands = [
  { work: "first up", file: "first.yaml", args: ["up", "--yes"] },
  { work: "no-op plan", file: "first.yaml", args: ["plan"] },
  { work: "change-one plan", file: "changed.yaml", args: ["plan"] },
  { work: "change-one up", file: "changed.yaml", args: ["up", "--yes"] },
  { work: "refresh", file: undefined, args: ["refresh"] },
  { work: "destroy", file: "changed.yaml", args: ["destroy", "--yes"] },
] as const;

/** Names of what is measured of a stack, in the order in which it is done. */
export const plumbWork = commands.map(({ work }) => work);

/**
 * Takes a stack of a size through its life, `runs` times, each command a process of its own; and the bare loop beside
 * it.
 */
export function measureStack(count: number, shape: Shape, runs: number, tools: Tools): readonly Series[] {
  const usages = new Map<string, Usage[]>();
  const note = (work: string, usage: Usage) => usages.set(work, [...(usages.get(work) ?? []), usage]);
  let storeBytes = 0;
  for (let run = 0; run < runs; run += 1) {
    const dir = mkdtempSync(join(tools.folder, "stack-"));
    const state = join(dir, "state");
    writeFileSync(join(dir, "first.yaml"), declaration(count, shape));
    writeFileSync(join(dir, "changed.yaml"), declaration(count, shape, true));
    for (const { work, file, args } of commands) {
      const source = file === undefined ? [] : ["-f", join(dir, file)];
      note(work, tools.stopwatch.node([tools.plumb, ...args, ...source, "--dir", state]));
      if (work !== "first up") continue;
      storeBytes = sizeOf(state);
      const bytes = journalBytes(join(state, "state.db"), count);
      mkdirSync(join(dir, "bare"));
      for (const bare of ["up", "destroy"]) {
        const sizes = [String(bytes.before), String(bytes.after)];
        note(
          `bare ${bare}`,
          tools.stopwatch.node([tools.bareLoop, bare, join(dir, "bare"), String(count), shape, ...sizes]),
        );
      }
    }
    rmSync(dir, { recursive: true });
  }
  return [...usages].map(([work, each]) => ({
    work,
    count,
    runs: each,
    ...(work === "first up" ? { storeBytes } : {}),
  }));
}

/**
 * Bytes that a run has made durable for one resource before its call (plan, intents twice) and after it (results,
 * records).
 */
function journalBytes(file: string, count: number): { readonly before: number; readonly after: number } {
  const database = new DatabaseSync(file, { readOnly: true });
  const sum = (sql: string) => Number(database.prepare(sql).get()?.["bytes"] ?? 0);
  let [intents, others] = [0, 0];
  for (const { entry } of database.prepare("SELECT entry FROM journal").iterate()) {
    if (!(entry instanceof Uint8Array)) throw new Error("an entry is no bytes");
    const kind = readEntry(entry)?.kind;
    // An intent lies packed in the journal, and as it is among the open intents.
    if (kind === "intent") intents += entry.length + (unpacked(entry)?.length ?? 0);
    else if (kind === "handle") intents += entry.length;
    else others += entry.length;
  }
  const records = sum("SELECT sum(length(body)) AS bytes FROM record");
  const plans = sum("SELECT sum(length(document)) AS bytes FROM plan");
  database.close();
  return { before: Math.round((plans + intents) / count), after: Math.round((others + records) / count) };
}

function sizeOf(folder: string): number {
  return readdirSync(folder)
    .filter((name) => name.startsWith("state.db"))
    .reduce((bytes, name) => bytes + statSync(join(folder, name)).size, 0);
}
