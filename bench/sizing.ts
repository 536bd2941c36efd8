// What services and workers over PostgreSQL cost, and what becomes of it at 100 000 stacks: `npm run bench:sizing`.
// `-- --write` writes docs/sizing.md. `--costs FILE` takes what was measured before.
import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { installedPostgres } from "../test/contract/postgres-server.ts";
import { sizingPage } from "./sizing-page.ts";
import { measureUnitCosts, type UnitCosts } from "./unit-costs.ts";

const { values: options } = parseArgs({
  options: { write: { type: "boolean", default: false }, costs: { type: "string" } },
});
const place = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const programs = installedPostgres();
if (programs === undefined) throw new Error("there is no PostgreSQL 15 or newer on this machine");
const costs: UnitCosts =
  options.costs === undefined
    ? await measureUnitCosts(place("../dist/plumb.mjs"), programs)
    : JSON.parse(readFileSync(options.costs, "utf8"));
const text = sizingPage(costs);
process.stdout.write(options.write ? `${JSON.stringify(costs)}\n` : text);
if (options.write) writeFileSync(place("../docs/sizing.md"), text);
