import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { PostgresStore } from "../../src/stores/postgres/postgres-store.ts";
import { countingIds } from "./journal-samples.ts";
import { findPostgres, type PostgresServer, startPostgres } from "./postgres-server.ts";

const programs = findPostgres();

interface Answer {
  readonly kind: string;
  readonly serial?: number;
  readonly epoch?: number;
  readonly pid?: number;
}

/** A process that writes, see postgres-writer.ts. */
class Writer {
  readonly child: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;

  constructor(address: string) {
    this.child = spawn(process.execPath, [fileURLToPath(new URL("postgres-writer.ts", import.meta.url))], {
      env: { ...process.env, POSTGRES_ADDRESS: address },
    });
    this.#lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }

  /** Gives its next answer, to `command` if there is one; undefined when it is gone. */
  async answer(command?: string): Promise<Answer | undefined> {
    if (command !== undefined) this.child.stdin.write(`${command}\n`);
    const { value, done } = await this.#lines.next();
    return done === true ? undefined : (JSON.parse(value) as Answer);
  }
}

describe.skipIf(programs === undefined)("two processes over one PostgreSQL database", () => {
  let server: PostgresServer;
  let store: PostgresStore;
  let writers: Writer[] = [];
  const start = () => {
    const writer = new Writer(server.address);
    writers.push(writer);
    return writer;
  };
  beforeAll(async () => {
    server = await startPostgres(programs ?? "");
    store = new PostgresStore({ address: server.address, ids: countingIds() });
  }, 180_000);
  afterEach(() => {
    for (const { child } of writers) child.kill("SIGKILL");
    writers = [];
  });
  afterAll(async () => {
    await store.close();
    await server.stop();
  });

  test("one that is killed while it writes loses nothing it was promised, and the other goes on after the lease", async () => {
    const [first, second] = [start(), start()];
    expect(await first.answer("take")).toEqual({ kind: "held", epoch: 1, serial: 0 });
    let promised = (await first.answer("go"))?.serial ?? 0;
    while (promised < 50) promised = (await first.answer())?.serial ?? 0;
    first.child.kill("SIGKILL");
    for (let last = await first.answer(); last !== undefined; last = await first.answer()) promised = last.serial ?? 0;

    expect(await second.answer("take")).toEqual({ kind: "busy", pid: first.child.pid });
    const taken = await second.answer("take over");
    expect(taken).toMatchObject({ kind: "held", epoch: 2 });
    // The last append may have been committed without anybody having been told.
    const found = taken?.serial ?? 0;
    expect([promised, promised + 1]).toContain(found);
    expect(await second.answer("append")).toEqual({ kind: "done", serial: found + 1 });
    const state = await store.readStack("dev");
    expect(state.openIntents).toEqual([]);
    expect(new Set(state.records.keys())).toEqual(
      new Set(Array.from({ length: found + 1 }, (_, index) => `at-u${index}`)),
    );
    expect(await store.readJournal("dev")).toHaveLength(2 * (found + 1));
  }, 180_000);

  test("one that was stopped and wakes up after the other took over writes nothing", async () => {
    const [first, second] = [start(), start()];
    const held = await first.answer("take over");
    expect(held).toMatchObject({ kind: "held" });
    const [epoch, found] = [held?.epoch ?? 0, held?.serial ?? 0];
    expect(await first.answer("append")).toEqual({ kind: "done", serial: found + 1 });
    first.child.kill("SIGSTOP");
    const late = first.answer("append");
    expect(await second.answer("take")).toEqual({ kind: "busy", pid: first.child.pid });
    expect(await second.answer("take over")).toEqual({ kind: "held", epoch: epoch + 1, serial: found + 1 });
    expect(await second.answer("append")).toEqual({ kind: "done", serial: found + 2 });
    first.child.kill("SIGCONT");
    expect(await late).toEqual({ kind: "fenced" });
    expect(await second.answer("append")).toEqual({ kind: "done", serial: found + 3 });
    expect((await store.readStack("dev")).serial).toBe(found + 3);
  }, 180_000);
});
