import { type AuditRow, auditResults } from "../../contract/documents/audit.ts";
import { auditOperations } from "../../contract/operations/audit.ts";
import type { AccessControl } from "../access/access-control.ts";
import type { AuditQuestion, FoundEntry } from "../audit/audit-search.ts";
import { CallRefusal } from "../requests/call-refusal.ts";
import { handledBy } from "../requests/handler.ts";
import { withNames } from "./with-names.ts";

/** Entries of the log are numbered, so that a page begins after a number. */
export const auditHandlers = handledBy(auditOperations, {
  listAuditEntries: {
    handle: async ({ page, query }, { auditLog, accessControl }) => {
      const after = page.after === null ? null : placeIn(page.after);
      const found = await auditLog()?.search(questionOf(query), after, page.limit);
      const { entries, next } = found ?? { entries: [], next: null };
      const items = await shownWithNames(entries, accessControl);
      return { status: 200, document: page.answer({ items, next: next === null ? null : String(next) }) };
    },
  },
  verifyAuditLog: {
    handle: async (_, { auditLog }) => {
      const log = auditLog();
      if (log === null) throw new CallRefusal("not-found", "no audit log is kept here");
      return { status: 200, document: await log.verify() };
    },
  },
});

/** The place in the log after which a page begins. A cursor that names none was given by no list. */
function placeIn(key: string): number {
  if (/^\d{1,15}$/.test(key)) return Number(key);
  throw new CallRefusal("bad-request", "`cursor` is none that this list has given; begin again without it");
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

function questionOf(query: Query): AuditQuestion {
  const text = (name: string) => {
    const value = query[name];
    return typeof value === "string" ? { [name]: value } : {};
  };
  const result = auditResults.find((each) => each === query["result"]);
  return {
    ...text("principal"),
    ...text("action"),
    ...text("stack"),
    ...(result === undefined ? {} : { result }),
    ...momentIn(query, "from"),
    ...momentIn(query, "to"),
    isNewestFirst: query["order"] === "newest",
  };
}

function momentIn(query: Query, name: "from" | "to"): Pick<AuditQuestion, "from" | "to"> {
  const value = query[name];
  if (typeof value !== "string") return {};
  const moment = Date.parse(value);
  if (Number.isNaN(moment)) throw new CallRefusal("bad-request", `\`${name}\` is no time such as 2026-01-01T00:00:00Z`);
  return { [name]: moment };
}

/** Entries as they are shown: with what people know principals by, where the service does. */
async function shownWithNames(entries: readonly FoundEntry[], control: AccessControl | null): Promise<AuditRow[]> {
  const intents = entries.flatMap((entry) => (entry.kind === "intent" ? [entry] : (entry.intent ?? [])));
  const plain = intents.map((intent) => ({ ...intent, paths: intent.paths ?? [] }));
  const named = control === null ? plain : await withNames(plain, "principal", control);
  // In the same order: each entry that has an intent takes the next.
  const left = named[Symbol.iterator]();
  const next = () => left.next().value;
  return entries.flatMap((entry): AuditRow[] => {
    const { intent: _, ...outcome } = entry.kind === "outcome" ? entry : { ...entry, intent: undefined };
    const shown = entry.kind === "intent" || entry.intent !== undefined ? next() : undefined;
    if (outcome.kind === "intent") return shown === undefined ? [] : [shown];
    return [shown === undefined ? outcome : { ...outcome, intent: shown }];
  });
}
