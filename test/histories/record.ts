// Records what a version writes: `npm run record`, or `npm run record -- --program ANOTHER/dist/plumb.mjs`.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { bundle } from "../../scripts/stale-bundle.mjs";
import { findPostgres, startPostgres } from "../contract/postgres-server.ts";
import { runPlumb } from "../e2e/run-plumb.fixture.ts";
import { HistoryPlace } from "./place.ts";
import { dumpOf } from "./postgres-dump.ts";
import { recordStory } from "./story.ts";

const { values: options } = parseArgs({ options: { program: { type: "string", default: bundle } } });
const program = resolve(options.program);
const here = fileURLToPath(new URL(".", import.meta.url));

/** The version of the program, and the folder of what it writes: `0.1.0` is in `0.1`. */
async function versionOf(): Promise<{ readonly version: string; readonly history: string }> {
  const { stdout } = await runPlumb(["version"], here, program);
  const version = stdout.trim().replace("plumb ", "");
  return { version, history: join(here, version.replace(/\.\d+$/, "")) };
}

/** What was released is what people have: it is never recorded anew. */
function refuseReleased(version: string, history: string): void {
  const changes = readFileSync(join(here, "../../CHANGELOG.md"), "utf8");
  if (!existsSync(history) || changes.includes(`## [${version}] - Unreleased`)) return;
  throw new Error(`${history} is of a released version and stays as it is`);
}

/** Records over one store, in the folder of its name. */
async function record(store: "sqlite" | "postgres", history: string, version: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "plumb-history-"));
  const server = store === "postgres" ? await startPostgres(findPostgres() ?? "") : undefined;
  try {
    cpSync(join(here, "project"), folder, { recursive: true });
    mkdirSync(join(folder, "state"), { mode: 0o700 });
    const place = new HistoryPlace({ folder, program, database: server?.address ?? null });
    const recorded = { version, at: new Date().toISOString(), ...(await recordStory(place)) };
    writeFileSync(join(folder, "recorded.json"), `${JSON.stringify(recorded, null, 2)}\n`);
    if (server !== undefined) writeFileSync(join(folder, "store.sql"), dumpOf(server));
    // What can be made again at any time is no part of what is kept.
    rmSync(join(folder, "state", "checked"), { recursive: true, force: true });
    cpSync(folder, join(history, store), { recursive: true });
  } finally {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const { version, history } = await versionOf();
refuseReleased(version, history);
rmSync(history, { recursive: true, force: true });
for (const store of ["sqlite", "postgres"] as const) {
  await record(store, history, version);
  process.stdout.write(`${store}: recorded\n`);
}
