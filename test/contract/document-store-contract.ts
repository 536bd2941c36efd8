import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { DocumentStore, LogEntry } from "../../src/engine/ports/document-store.ts";
import { sharedTurnsContract } from "./shared-turns-contract.ts";

/** A store with its register, as far as the contract needs it. */
export interface RegisterHolder {
  readonly documentStore: DocumentStore;
  close(): Promise<void>;
}

/** A medium under trial. `open` gives a register over the same medium each time. */
export interface RegisterMedium {
  readonly name: string;
  prepare(): void | Promise<void>;
  open(): RegisterHolder;
  cleanUp(): void;
}

/** What every register promises the service. */
export function registerContract(medium: RegisterMedium): void {
  describe(`register over ${medium.name}`, () => {
    let holders: RegisterHolder[];
    let documentStore: DocumentStore;
    const open = () => {
      const opened = medium.open();
      holders.push(opened);
      return opened.documentStore;
    };
    beforeEach(async () => {
      await medium.prepare();
      holders = [];
      documentStore = open();
    });
    afterEach(async () => {
      for (const each of holders) await each.close();
      medium.cleanUp();
    });

    documents(() => documentStore);
    together(() => documentStore, open);
    listing(() => documentStore);
    expiry(() => documentStore);
    logs(() => documentStore);
    sharing(() => documentStore, open);
    sharedTurnsContract(() => documentStore, open);
  });
}

async function revisionAfter(outcome: ReturnType<DocumentStore["put"]>): Promise<number> {
  const done = await outcome;
  if (done.kind !== "done") throw new Error(JSON.stringify(done));
  return done.revision;
}

function documents(registerOf: () => DocumentStore): void {
  test("that writes are possible is found out without one", async () => {
    const documentStore = registerOf();
    const before = await revisionAfter(documentStore.put("tokens", "a", {}));
    await documentStore.tryWrite();
    expect(await revisionAfter(documentStore.put("tokens", "b", {}))).toBe(before + 1);
  });

  const odd = { text: 'ünïcødé \u0000 \u{1f600} "quoted"', none: null, list: [1, { a: false }], big: 2 ** 53 - 1 };

  test("a document comes back as it was put, under its collection and key only", async () => {
    const documentStore = registerOf();
    expect(await documentStore.get("tokens", "a")).toBeNull();
    const revision = await revisionAfter(documentStore.put("tokens", "a", odd));
    expect(await documentStore.get("tokens", "a")).toEqual({ key: "a", revision, document: odd });
    expect(await documentStore.get("tokens", "A")).toBeNull();
    expect(await documentStore.get("runs", "a")).toBeNull();
  });

  test("revisions grow with every write of the whole register", async () => {
    const documentStore = registerOf();
    const revisions = [
      await revisionAfter(documentStore.put("a", "1", { of: 1 })),
      await revisionAfter(documentStore.put("b", "1", { of: 1 })),
      await revisionAfter(documentStore.put("a", "1", { of: 1 })),
      await revisionAfter(documentStore.remove("b", "1")),
      await revisionAfter(documentStore.put("b", "1", { of: 2 })),
    ];
    expect(new Set(revisions).size).toBe(5);
    expect(revisions).toEqual(revisions.toSorted((a, b) => a - b));
    expect(await documentStore.get("a", "1")).toMatchObject({ revision: revisions[2] });
  });

  test("revisions of many tell which documents have changed, and leave out those that are not there", async () => {
    const documentStore = registerOf();
    expect(await documentStore.revisions("runs", ["a", "b"])).toEqual(new Map());
    const a = await revisionAfter(documentStore.put("runs", "a", { of: 1 }));
    await documentStore.put("runs", "b", { of: 1 });
    await documentStore.put("others", "c", { of: 1 });
    const b = await revisionAfter(documentStore.put("runs", "b", { of: 2 }));
    const odd = await revisionAfter(documentStore.put("runs", 'ü "{},', { of: 1 }));
    const all = new Map([
      ["a", a],
      ["b", b],
      [`ü "{},`, odd],
    ]);
    expect(await documentStore.revisions("runs", ["b", "c", 'ü "{},', "a"])).toEqual(all);
    expect(await documentStore.revisions("runs", [])).toEqual(new Map());
  });

  test("what is expected must stand, or nothing is written", async () => {
    const documentStore = registerOf();
    expect(await documentStore.put("a", "1", { of: 1 }, { revision: 7 })).toEqual({ kind: "mismatch", revision: null });
    expect(await documentStore.remove("a", "1", { revision: 7 })).toEqual({ kind: "mismatch", revision: null });
    const first = await revisionAfter(documentStore.put("a", "1", { of: 1 }, { revision: null }));
    expect(await documentStore.put("a", "1", { of: 2 }, { revision: null })).toEqual({
      kind: "mismatch",
      revision: first,
    });
    expect(await documentStore.remove("a", "1", { revision: null })).toEqual({ kind: "mismatch", revision: first });
    const second = await revisionAfter(documentStore.put("a", "1", { of: 2 }, { revision: first }));
    expect(await documentStore.put("a", "1", { of: 3 }, { revision: first })).toEqual({
      kind: "mismatch",
      revision: second,
    });
    expect(await documentStore.remove("a", "1", { revision: first })).toEqual({ kind: "mismatch", revision: second });
    expect(await documentStore.get("a", "1")).toEqual({ key: "1", revision: second, document: { of: 2 } });
    expect(await documentStore.remove("a", "1", { revision: second })).toMatchObject({ kind: "done" });
    expect(await documentStore.get("a", "1")).toBeNull();
    expect(await documentStore.remove("a", "1")).toMatchObject({ kind: "done" });
    expect(await documentStore.remove("a", "1", { revision: null })).toMatchObject({ kind: "done" });
  });

  test("of many who expect the same revision one wins a round", async () => {
    const documentStore = registerOf();
    let stands = await revisionAfter(documentStore.put("a", "1", { by: -1 }));
    for (let round = 0; round < 20; round += 1) {
      const outcomes = await Promise.all(
        Array.from({ length: 16 }, (_, by) => documentStore.put("a", "1", { by, round }, { revision: stands })),
      );
      const won = outcomes.flatMap((outcome, by) => (outcome.kind === "done" ? [{ by, ...outcome }] : []));
      expect(won).toHaveLength(1);
      stands = won[0]?.revision ?? -1;
      expect(outcomes).toContainEqual({ kind: "mismatch", revision: stands });
      expect(await documentStore.get("a", "1")).toEqual({
        key: "1",
        revision: stands,
        document: { by: won[0]?.by, round },
      });
    }
  });
}

function together(registerOf: () => DocumentStore, open: () => DocumentStore): void {
  test("several documents change together where all stand as expected, and none does otherwise", async () => {
    const documentStore = registerOf();
    const a = await revisionAfter(documentStore.put("a", "1", { of: 1 }));
    await documentStore.put("a", "gone", {});
    const changes = [
      { kind: "put", collection: "a", key: "1", document: { of: 2 }, revision: a },
      { kind: "put", collection: "b", key: "1", document: { of: 3 }, revision: null },
      { kind: "remove", collection: "a", key: "gone" },
    ] as const;
    expect(await documentStore.changeAll(changes)).toBe(true);
    const stand = async () =>
      Promise.all([documentStore.get("a", "1"), documentStore.get("b", "1"), documentStore.get("a", "gone")]).then(
        (all) => all.map((each) => each?.document ?? null),
      );
    expect(await stand()).toEqual([{ of: 2 }, { of: 3 }, null]);
    // The last one is not as expected: it is of the revision that is replaced.
    const stale = [
      { kind: "put", collection: "b", key: "1", document: { of: 4 } },
      { kind: "remove", collection: "b", key: "2" },
      { kind: "put", collection: "a", key: "1", document: { of: 4 }, revision: a },
    ] as const;
    expect(await documentStore.changeAll(stale)).toBe(false);
    expect(await stand()).toEqual([{ of: 2 }, { of: 3 }, null]);
    expect(await documentStore.changeAll([{ kind: "remove", collection: "b", key: "1", revision: null }])).toBe(false);
    expect(await documentStore.changeAll([])).toBe(true);
    expect(await stand()).toEqual([{ of: 2 }, { of: 3 }, null]);
  });

  test("of changes that come together one wins, whoever shares the medium", async () => {
    const registers = [registerOf(), open()];
    const guard = await revisionAfter(registerOf().put("a", "guard", {}));
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, by) =>
        registers[by % 2]?.changeAll([
          { kind: "put", collection: "a", key: "guard", document: { by }, revision: guard },
          { kind: "put", collection: "a", key: `${by}`, document: { by } },
        ]),
      ),
    );
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    const by = outcomes.indexOf(true);
    for (const each of registers) {
      expect((await each.list("a", { limit: 100 })).map(({ key }) => key)).toEqual([`${by}`, "guard"]);
      expect((await each.get("a", "guard"))?.document).toEqual({ by });
    }
  });
}

function listing(registerOf: () => DocumentStore): void {
  test("documents are listed by key, by prefix, and on from where a page ended", async () => {
    const documentStore = registerOf();
    const keys = [
      "dev/10",
      "dev/2",
      "dev/é",
      "dev/\u{10ffff}",
      "dev0",
      "dev",
      "de",
      "prod/1",
      "dev/\u{1f600}",
      "dev/ﬀ",
    ];
    await Promise.all(keys.map((key) => documentStore.put("runs", key, { key })));
    await documentStore.put("others", "dev/1", {});
    const list = async (range: Parameters<DocumentStore["list"]>[1]) =>
      (await documentStore.list("runs", range)).map(({ key }) => key);
    const inOrder = ["dev/10", "dev/2", "dev/é", "dev/ﬀ", "dev/\u{1f600}", "dev/\u{10ffff}"];
    expect(await list({ limit: 100 })).toEqual(["de", "dev", ...inOrder, "dev0", "prod/1"]);
    expect(await list({ prefix: "dev/", limit: 100 })).toEqual(inOrder);
    expect(await list({ prefix: "dev/\u{10ffff}", limit: 100 })).toEqual(["dev/\u{10ffff}"]);
    expect(await list({ prefix: "no", limit: 100 })).toEqual([]);
    expect(await list({ prefix: "dev/", after: "dev/2", limit: 2 })).toEqual(["dev/é", "dev/ﬀ"]);
    expect(await list({ prefix: "dev/", after: "dev/ﬀ", limit: 2 })).toEqual(["dev/\u{1f600}", "dev/\u{10ffff}"]);
    expect(await list({ prefix: "dev/", after: "dev/\u{10ffff}", limit: 2 })).toEqual([]);
    expect(await list({ prefix: "dev/", after: "a", limit: 1 })).toEqual(["dev/10"]);
    expect(await list({ after: "dev0", limit: 9 })).toEqual(["prod/1"]);
    expect(await documentStore.list("others", { limit: 9 })).toMatchObject([{ key: "dev/1", document: {} }]);
    expect(await documentStore.list("nothing", { limit: 9 })).toEqual([]);
  });
}

function expiry(registerOf: () => DocumentStore): void {
  test("pruning removes what has expired and nothing else", async () => {
    const documentStore = registerOf();
    await documentStore.put("keys", "old", {}, { expiresAt: 1000 });
    await documentStore.put("keys", "young", {}, { expiresAt: 2000 });
    await documentStore.put("others", "old", {}, { revision: null, expiresAt: 1000 });
    await documentStore.put("keys", "for ever", {});
    await documentStore.put("keys", "renewed", {}, { expiresAt: 1000 });
    await documentStore.put("keys", "renewed", {}, { expiresAt: 3000 });
    await documentStore.put("keys", "kept", {}, { expiresAt: 1000 });
    await documentStore.put("keys", "kept", {});
    await documentStore.deleteExpired(1000);
    expect(await documentStore.list("keys", { limit: 9 })).toHaveLength(5);
    await documentStore.deleteExpired(1001);
    const left = await documentStore.list("keys", { limit: 9 });
    expect(left.map(({ key }) => key)).toEqual(["for ever", "kept", "renewed", "young"]);
    expect(await documentStore.list("others", { limit: 9 })).toEqual([]);
  });

  test("more than a transaction's worth is pruned as a whole", async () => {
    const documentStore = registerOf();
    const count = 1201;
    await Promise.all(
      Array.from({ length: count }, (_, index) => documentStore.put("keys", `${index}`, {}, { expiresAt: index })),
    );
    await documentStore.deleteExpired(count - 1);
    expect(await documentStore.list("keys", { limit: 9 })).toMatchObject([{ key: `${count - 1}` }]);
  });
}

function logs(registerOf: () => DocumentStore): void {
  test("a log is read as it was written, from any place", async () => {
    const documentStore = registerOf();
    expect(await documentStore.logLength("run-1")).toBe(0);
    expect(await documentStore.readLog("run-1", 0, 9)).toEqual([]);
    expect(await documentStore.appendLog("run-1", [{ n: 1 }, { n: 2, text: "\u0000 ü" }])).toEqual({
      kind: "done",
      length: 2,
    });
    expect(await documentStore.appendLog("run-2", [{ n: 9 }])).toEqual({ kind: "done", length: 1 });
    expect(await documentStore.appendLog("run-1", [{ n: 3 }])).toEqual({ kind: "done", length: 3 });
    expect(await documentStore.appendLog("run-1", [])).toEqual({ kind: "done", length: 3 });
    expect(await documentStore.readLog("run-1", 0, 2)).toEqual([
      { index: 1, entry: { n: 1 } },
      { index: 2, entry: { n: 2, text: "\u0000 ü" } },
    ]);
    expect(await documentStore.readLog("run-1", 2, 9)).toEqual([{ index: 3, entry: { n: 3 } }]);
    expect(await documentStore.readLog("run-1", 3, 9)).toEqual([]);
    expect(await documentStore.readLog("run-1", 8, 9)).toEqual([]);
    expect(await documentStore.logLength("run-1")).toBe(3);
  });

  test("an append that expects another length writes nothing", async () => {
    const documentStore = registerOf();
    expect(await documentStore.appendLog("audit", [{ n: 1 }], 1)).toEqual({ kind: "mismatch", length: 0 });
    expect(await documentStore.appendLog("audit", [{ n: 1 }], 0)).toEqual({ kind: "done", length: 1 });
    const both = await Promise.all([
      documentStore.appendLog("audit", [{ n: 2 }, { n: 3 }], 1),
      documentStore.appendLog("audit", [{ n: 4 }], 1),
    ]);
    expect(both).toEqual([
      { kind: "done", length: 3 },
      { kind: "mismatch", length: 3 },
    ]);
    expect(await documentStore.readLog("audit", 1, 9)).toEqual([
      { index: 2, entry: { n: 2 } },
      { index: 3, entry: { n: 3 } },
    ]);
  });

  test("a log is continued from its last entry, those among them that wait for the same write", async () => {
    const documentStore = registerOf();
    const counted = (last: LogEntry | null) => [{ n: Number(last?.entry["n"] ?? 0) + 1, after: last?.index ?? null }];
    expect(await documentStore.continueLog("audit", counted)).toBe(1);
    const together = await Promise.all([
      documentStore.continueLog("audit", counted),
      documentStore.appendLog("audit", [{ n: 7 }]),
      documentStore.continueLog("other", counted),
      documentStore.continueLog("audit", counted),
      documentStore.continueLog("audit", () => []),
    ]);
    expect(together).toEqual([2, { kind: "done", length: 3 }, 1, 4, 4]);
    const entries = await documentStore.readLog("audit", 0, 9);
    expect(entries.map(({ entry }) => entry)).toEqual([
      { n: 1, after: null },
      { n: 2, after: 1 },
      { n: 7 },
      { n: 8, after: 3 },
    ]);
    await Promise.all([documentStore.removeLog("audit"), documentStore.continueLog("audit", counted)]);
    expect(await documentStore.readLog("audit", 0, 9)).toEqual([{ index: 1, entry: { n: 1, after: null } }]);
  });

  test("who can't say how a log goes on keeps nobody else from writing", async () => {
    const documentStore = registerOf();
    const refused = documentStore.continueLog("audit", () => {
      throw new Error("not like that");
    });
    const [other] = await Promise.all([
      documentStore.appendLog("audit", [{ n: 1 }]),
      expect(refused).rejects.toThrow("not like that"),
    ]);
    expect(other).toEqual({ kind: "done", length: 1 });
  });

  test("a log that was removed begins anew", async () => {
    const documentStore = registerOf();
    await documentStore.appendLog("run-1", [{ n: 1 }, { n: 2 }]);
    await documentStore.appendLog("run-10", [{ n: 1 }]);
    // Waiting together, as one batch where the medium has batches.
    await Promise.all([
      documentStore.appendLog("run-1", [{ n: 3 }]),
      documentStore.removeLog("run-1"),
      documentStore.appendLog("run-1", [{ n: 4 }]),
    ]);
    expect(await documentStore.readLog("run-1", 0, 9)).toEqual([{ index: 1, entry: { n: 4 } }]);
    await documentStore.removeLog("run-1");
    await documentStore.removeLog("run-1");
    expect(await documentStore.logLength("run-1")).toBe(0);
    expect(await documentStore.logLength("run-10")).toBe(1);
  });
}

function sharing(registerOf: () => DocumentStore, open: () => DocumentStore): void {
  test("another connection sees what was written, at once", async () => {
    const [documentStore, other] = [registerOf(), open()];
    const revision = await revisionAfter(documentStore.put("a", "1", { of: 1 }));
    expect(await other.get("a", "1")).toEqual({ key: "1", revision, document: { of: 1 } });
    expect(await other.put("a", "1", { of: 2 }, { revision: null })).toEqual({ kind: "mismatch", revision });
    expect(await revisionAfter(other.put("b", "1", {}))).toBeGreaterThan(revision);
  });

  test("a log has no gaps and nothing twice, whoever appends to it at the same time", async () => {
    const all = [registerOf(), open(), open()];
    await Promise.all(
      all.flatMap((documentStore, by) =>
        Array.from({ length: 20 }, (_, n) =>
          documentStore.appendLog(
            "audit",
            Array.from({ length: 1 + (n % 3) }, (_, part) => ({ by, n, part })),
          ),
        ),
      ),
    );
    const entries = await registerOf().readLog("audit", 0, 1000);
    expect(entries.map(({ index }) => index)).toEqual(entries.map((_, place) => place + 1));
    const names = entries.map(({ entry }) => JSON.stringify(entry));
    expect(new Set(names).size).toBe(names.length);
    expect(names).toHaveLength(all.length * (7 + 2 * 7 + 3 * 6));
    // The entries of one append stand together.
    for (const [place, { entry }] of entries.entries()) {
      if (entry["part"] !== 0) expect(entries[place - 1]?.entry).toEqual({ ...entry, part: Number(entry["part"]) - 1 });
    }
  });

  test("each continues a log from what stands there, whoever does so at the same time", async () => {
    const all = [registerOf(), open(), open()];
    const next = (last: LogEntry | null) => [{ n: Number(last?.entry["n"] ?? 0) + 1 }];
    await Promise.all(all.flatMap((store) => Array.from({ length: 10 }, () => store.continueLog("audit", next))));
    const entries = await registerOf().readLog("audit", 0, 99);
    expect(entries.map(({ entry }) => entry["n"])).toEqual(Array.from({ length: 30 }, (_, place) => place + 1));
  });

  test("of writers over several connections one wins a round", async () => {
    const all = [registerOf(), open(), open()];
    let stands: number | null = null;
    for (let round = 0; round < 10; round += 1) {
      const outcomes = await Promise.all(
        all.map((documentStore, by) => documentStore.put("a", "1", { by, round }, { revision: stands })),
      );
      const won = outcomes.filter(({ kind }) => kind === "done");
      expect(won).toHaveLength(1);
      stands = won[0]?.revision ?? -1;
    }
  });

  for (const [who, writerOf] of [
    ["this connection", registerOf],
    ["another", open],
  ] as const) {
    test(`changes by ${who} are told: once at the beginning, and after each of the same name`, async () => {
      const [documentStore, writer] = [registerOf(), writerOf()];
      const over = new AbortController();
      const changes = documentStore.changes("runs", over.signal)[Symbol.asyncIterator]();
      expect(await changes.next()).toEqual({ done: false, value: undefined });
      for (const change of [
        () => writer.put("runs", "1", { of: 1 }),
        () => writer.put("runs", "1", { of: 2 }),
        () => writer.remove("runs", "1"),
        () => writer.appendLog("runs", [{ n: 1 }]),
        () => writer.removeLog("runs"),
        () => writer.put("runs", "1", {}, { expiresAt: 1 }),
        () => writer.deleteExpired(2),
      ]) {
        const next = changes.next();
        await writer.put("others", "1", { of: 1 });
        await change();
        expect(await next).toEqual({ done: false, value: undefined });
      }
      const next = changes.next();
      await writer.appendLog("others", [{ n: 1 }]);
      expect(await writer.put("runs", "2", {}, { revision: 9 })).toMatchObject({ kind: "mismatch" });
      over.abort();
      expect(await next).toEqual({ done: true, value: undefined });
    });
  }

  test("whoever watches after the signal learns nothing", async () => {
    const changes = registerOf().changes("runs", AbortSignal.abort())[Symbol.asyncIterator]();
    expect(await changes.next()).toMatchObject({ done: true });
  });
}
