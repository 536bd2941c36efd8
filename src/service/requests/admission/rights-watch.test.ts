import { expect, test } from "vitest";
import { Fault } from "../../../../packages/base/fault.ts";
import type { Authority } from "../../access/authority.ts";
import { localOwner } from "../../access/local-owner.ts";
import type { HandledOperation } from "../handler.ts";
import type { Admission } from "./admission.ts";
import { RightsWatch } from "./rights-watch.ts";

test("a store that is lost ends the answer, and not the process: both who it is and where is asked of it", async () => {
  const lost = () => Promise.reject(new Fault("store-failed", "the state database can't be reached"));
  const admission: Admission = { authenticate: lost, look: lost };
  const authority: Authority = { ...localOwner, renewed: lost };
  const operation = { action: "run:read" } as HandledOperation;
  const unheard: unknown[] = [];
  const hear = (cause: unknown) => unheard.push(cause);
  process.on("unhandledRejection", hear);
  try {
    const watch = new RightsWatch(admission, { now: () => 0, sleep: (ms) => (ms === 500 ? tick() : never) });
    const standing = watch.begin({ operation, path: { stack: "portal/dev" }, authority }, "lineage");
    await new Promise((resolve) => standing.signal.addEventListener("abort", resolve));
    await tick();
    expect(standing.lost).toMatchObject({ code: "store-failed" });
    expect(unheard).toEqual([]);
  } finally {
    process.off("unhandledRejection", hear);
  }
});

const never = new Promise<void>(() => {});
const tick = () => new Promise<void>((resolve) => setImmediate(resolve));
