import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

/**
 * A suite of a vendor's clients. Its files are named so that the suite of the whole project, which has none of these
 * clients, leaves them alone. `ledger.wire.ts` comes after all others: it judges what they have sent.
 */
export function wireConfig() {
  const env = { PLUMB_WIRE_LEDGER: mkdtempSync(join(tmpdir(), "plumbline-ledger-")) };
  const settings = { pool: "threads", testTimeout: 30_000, env } as const;
  const ledger = "ledger.wire.ts";
  const installed = "**/node_modules/**";
  const clients = {
    ...settings,
    name: "clients",
    include: ["**/*.wire.ts"],
    exclude: [installed, ledger],
    sequence: { groupOrder: 1 },
  };
  const judge = { ...settings, name: "ledger", include: [ledger], exclude: [installed], sequence: { groupOrder: 2 } };
  return defineConfig({ test: { projects: [{ test: clients }, { test: judge }] } });
}
