import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
