import { expect, test } from "vitest";
import type { Store } from "../../src/engine/ports/store.ts";
import type { JournalEntry } from "../../src/engine/state/journal.ts";
import { ended, put, remove, result, run } from "./journal-samples.ts";
import { serialAfter, take } from "./store-holding.ts";

/** What a store keeps of a stack beside its rows. */
export function briefs(storeOf: () => Store, again: () => Store): void {
  const begun = (of: string, at: string): JournalEntry => ({ kind: "run-started", run: of, plan: "sha256:p", at });

  test("the brief of a stack tells its newest run and how many records there are, round by round", async () => {
    const store = storeOf();
    expect((await store.readBrief("dev")).brief).toEqual({ records: 0, latestRun: null });
    const epoch = await take(store);
    await serialAfter(store.append("dev", epoch, [begun(run, "t1"), result(null, [put("u1"), put("u2")])]));
    const latest = { run, startedAt: "t1", ended: null };
    expect((await store.readBrief("dev")).brief).toEqual({ records: 2, latestRun: latest });
    await serialAfter(store.append("dev", epoch, [ended(null)]));
    const { at, status } = ended(null);
    expect((await again().readBrief("dev")).brief).toEqual({
      records: 2,
      latestRun: { ...latest, ended: { at, status } },
    });
    // A second round of the run, which a deferred decision has.
    await serialAfter(store.append("dev", epoch, [begun(run, "t2"), result(null, [remove("u1"), put("u2")])]));
    expect((await store.readBrief("dev")).brief).toEqual({ records: 1, latestRun: latest });
    await serialAfter(store.append("dev", epoch, [begun("run-2", "t3")]));
    expect((await again().readBrief("dev")).brief?.latestRun).toEqual({ run: "run-2", startedAt: "t3", ended: null });
  });

  test("the brief of a stack goes along with its name, and goes with the stack", async () => {
    const store = storeOf();
    const epoch = await take(store);
    await serialAfter(store.append("dev", epoch, [begun(run, "t1"), result(null, [put("u1")])]));
    const { brief } = await store.readBrief("dev");
    expect(await store.renameStack("dev", "prod", epoch)).toBe(true);
    expect((await store.readBrief("prod")).brief).toEqual(brief);
    expect((await store.readBrief("dev")).brief).toEqual({ records: 0, latestRun: null });
    await serialAfter(store.append("prod", epoch, [result(null, [remove("u1")])]));
    expect(await store.removeStack("prod", epoch)).toBe(true);
    expect((await again().readBrief("prod")).brief).toEqual({ records: 0, latestRun: null });
  });
}
