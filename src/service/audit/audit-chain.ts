import { digest } from "../../../packages/base/digest.ts";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import { jsonOf } from "../../../packages/base/json/plain.ts";
import type { AuditDraft, AuditEntry, AuditIntent } from "./audit-entry.ts";
import { auditText } from "./audit-text.ts";

/** Where the chain ends: how many records it has, and the digest of the last. */
export interface ChainHead {
  readonly length: number;
  readonly digest: string | null;
}

export const emptyChain: ChainHead = { length: 0, digest: null };

/** The draft as the next record of the chain. Texts of the caller are made fit for the log (decision 0017). */
export function chained(draft: AuditDraft, head: ChainHead): AuditEntry {
  const content = draft.kind === "intent" ? { ...draft, ...fitForLog(draft) } : draft;
  const link = { ...content, seq: head.length + 1, previous: head.digest };
  return { ...link, digest: digest(jsonOf(link)) } as AuditEntry;
}

/** Whether a record has the digest of its own content. */
export function isIntact(document: JsonObject): boolean {
  const { digest: given, ...rest } = document;
  return given === digest(rest);
}

/** The head after a record, whatever else it is worth: where writing and checking go on. */
export function headAfter({ digest: last }: JsonObject, index: number): ChainHead {
  return { length: index, digest: typeof last === "string" ? last : null };
}

function fitForLog({ principal, from, request, action, stack, subject, plan }: AuditIntent) {
  const fitted = (text: string | null) => (text === null ? null : auditText(text));
  return {
    principal: auditText(principal),
    from: { address: fitted(from.address), userAgent: fitted(from.userAgent) },
    request: auditText(request),
    action: auditText(action),
    stack: fitted(stack),
    subject: fitted(subject),
    plan: fitted(plan),
  };
}
