import { auditOperations } from "../../contract/operations/audit.ts";
import { handledBy } from "../calls/handler.ts";
import { Refusal } from "../calls/refusal.ts";
import { withNames } from "./with-names.ts";

/** Entries of the log are numbered, so that a page begins after a number. */
export const auditHandlers = handledBy(auditOperations, {
  listAuditEntries: {
    handle: async ({ page }, { auditLog, accessControl }) => {
      const after = placeIn(page.after);
      const entries = (await auditLog()?.list(after, page.limit)) ?? [];
      const last = entries.length < page.limit ? undefined : entries.at(-1);
      const next = last === undefined ? null : String(last.seq);
      const items = entries.map((entry) => (entry.kind === "intent" ? { ...entry, paths: entry.paths ?? [] } : entry));
      const named = accessControl === null ? items : await withNames(items, "principal", accessControl);
      return { status: 200, document: page.answer({ items: named, next }) };
    },
  },
  verifyAuditLog: {
    handle: async (_, { auditLog }) => {
      const log = auditLog();
      if (log === null) throw new Refusal("not-found", "no audit log is kept here");
      return { status: 200, document: await log.verify() };
    },
  },
});

/** The place in the log after which a page begins. A cursor that names none was given by no list. */
function placeIn(key: string | null): number {
  if (key === null) return 0;
  if (/^\d{1,15}$/.test(key)) return Number(key);
  throw new Refusal("bad-request", "`cursor` is none that this list has given; begin again without it");
}
