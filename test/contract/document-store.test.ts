import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SqliteStore } from "../../src/stores/sqlite/sqlite-store.ts";
import { MemoryStore } from "../memory-store/memory-store.ts";
import { registerContract } from "./document-store-contract.ts";
import { countingIds } from "./journal-samples.ts";

let store: MemoryStore;
registerContract({
  name: "maps",
  prepare: () => {
    store = new MemoryStore(countingIds());
  },
  open: () => store,
  cleanUp: () => {},
});

let directory = "";
registerContract({
  name: "a file",
  prepare: () => {
    directory = mkdtempSync(join(tmpdir(), "plumbline-register-"));
  },
  open: () => new SqliteStore(join(directory, "state.db"), countingIds()),
  cleanUp: () => rmSync(directory, { recursive: true, force: true }),
});

test("a file that is gone can't be written to, though what was opened is still read", async () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-register-"));
  const opened = new SqliteStore(join(folder, "state.db"), countingIds());
  await opened.documentStore.put("tokens", "a", {});
  await opened.documentStore.tryWrite();
  rmSync(folder, { recursive: true });
  expect(await opened.documentStore.get("tokens", "a")).not.toBeNull();
  await expect(opened.documentStore.tryWrite()).rejects.toMatchObject({ name: "Fault", code: "store-failed" });
  await opened.close();
});
