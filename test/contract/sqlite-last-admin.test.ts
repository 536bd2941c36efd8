import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe } from "vitest";
import { systemIds } from "../../src/composition/machine/system.ts";
import { SqliteStore } from "../../src/stores/sqlite/sqlite-store.ts";
import { lastAdminCases } from "./last-admin-cases.ts";

describe("two processes that serve one SQLite database", () => {
  const ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });
  lastAdminCases(async () => {
    const folder = mkdtempSync(join(tmpdir(), "plumb-last-admin-"));
    const half = () => {
      const store = new SqliteStore(join(folder, "state.db"), systemIds);
      ends.push(() => store.close());
      return { store, documentStore: store.documentStore };
    };
    const halves = [half(), half()] as const;
    ends.push(async () => rmSync(folder, { recursive: true, force: true }));
    return halves;
  });
});
