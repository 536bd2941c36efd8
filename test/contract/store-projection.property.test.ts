import { test } from "vitest";
import { SqliteStore } from "../../src/stores/sqlite/sqlite-store.ts";
import { MemoryStore } from "../memory-store/memory-store.ts";
import { countingIds } from "./journal-samples.ts";
import { projectionHolds } from "./store-projection.ts";

test.each([
  { store: "a database", open: () => new SqliteStore(":memory:", countingIds()) },
  { store: "maps", open: () => new MemoryStore(countingIds()) },
])("any sequence of batches leaves in $store what projecting it over plain maps leaves", async ({ open }) => {
  await projectionHolds({ runs: 150, isOrderedOverStacks: true, open });
});
