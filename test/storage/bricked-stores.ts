import { inOneTurn } from "../../packages/base/turns.ts";
import type { JournalEntry } from "../../src/engine/state/journal.ts";
import { Connection as PostgresConnection } from "../../src/stores/postgres/connection/connection.ts";
import { patience } from "../../src/stores/postgres/connection/patience.ts";
import { lockOrMakeHead, writeHead as writePostgresHead } from "../../src/stores/postgres/rows/head-rows.ts";
import { readKnownRows } from "../../src/stores/postgres/rows/known-rows.ts";
import { newBatch, writeBatch } from "../../src/stores/postgres/write-batch.ts";
import { Connection } from "../../src/stores/sqlite/connection/connection.ts";
import { readHead, writeHead } from "../../src/stores/sqlite/rows/head-rows.ts";
import { readKnownRows as readFileRows } from "../../src/stores/sqlite/rows/known-rows.ts";
import { newHead } from "../../src/stores/sqlite/rows/stack-head.ts";
import { newBatch as newFileBatch, writeBatch as writeFileBatch } from "../../src/stores/sqlite/write-batch.ts";
import { countingIds } from "../contract/journal-samples.ts";
import { type MemoryEvent, MemoryStore } from "../memory-store/memory-store.ts";

/**
 * Stores with a stack `dev` whose journal has whatever batches: written row by row as versions did that had no rule
 * about what a batch may leave.
 */
type Batches = readonly (readonly JournalEntry[])[];

export function brickedMemory(batches: Batches): MemoryStore {
  const store = new MemoryStore(countingIds());
  const events = batches.map(
    (entries): MemoryEvent => ({ kind: "appended", stack: "dev", lineage: "l", epoch: 1, entries }),
  );
  (store.events as MemoryEvent[]).push(...events);
  return store.copy();
}

export function brickFile(path: string, batches: Batches): void {
  const connection = new Connection(path, countingIds());
  connection.writing((writing) => {
    writing.countStack();
    writeHead(writing.statements, { ...newHead("dev"), lineage: "l", epoch: 1 });
  });
  for (const entries of batches) {
    connection.writing(({ statements }) => {
      const head = readHead(statements, "dev");
      if (head === undefined || head === "damaged") throw new Error("no head");
      const staged = newFileBatch(statements, head, inOneTurn(readFileRows(statements, "dev", entries)));
      inOneTurn(staged.replayInParts(entries));
      // No older version kept anything beside the rows.
      writeHead(statements, { ...inOneTurn(writeFileBatch(statements, staged)), brief: null });
    });
  }
  connection.close();
}

export async function brickDatabase(address: string, batches: Batches): Promise<void> {
  const connection = new PostgresConnection(address, 1, patience);
  for (const entries of batches) {
    await connection.writing(async (queries) => {
      const made = await lockOrMakeHead(queries, "dev");
      const head = made.lineage === "" ? { ...made, lineage: "l", epoch: 1 } : made;
      if (head !== made) await writePostgresHead(queries, head);
      const staged = newBatch(head, await readKnownRows(queries, "dev", entries));
      inOneTurn(staged.replayInParts(entries));
      await writeBatch(queries, staged);
    });
  }
  await connection.close();
}
