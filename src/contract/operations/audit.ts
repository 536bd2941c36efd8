import { AuditEntryList, AuditReport, auditResults } from "../documents/audit.ts";
import { operations } from "../operation.ts";

const time = { type: "string", format: "date-time", maxLength: 40 } as const;

export const auditOperations = operations({
  listAuditEntries: {
    method: "GET",
    path: "/v1/audit-entries",
    tag: "Audit",
    summary: "List who did what",
    description:
      "Each intent before its effect, and what came of it; the oldest first unless `order` says otherwise. " +
      "What came of an intent is about what that is about: its principal, its action, its stack. " +
      "`result` gives outcomes alone, each with its intent.",
    action: "audit:read",
    query: {
      principal: {
        description: "By whom.",
        schema: { type: "string", minLength: 1, maxLength: 600 },
        example: "local:ada",
      },
      action: {
        description: "What was done: in the words of the policies, or the operation of the request.",
        schema: { type: "string", minLength: 1, maxLength: 64 },
        example: "run:start",
      },
      stack: {
        description: "Whole name of the stack.",
        schema: { type: "string", minLength: 1, maxLength: 255 },
        example: "portal/dev",
      },
      result: { description: "What came of it.", schema: { type: "string", enum: auditResults }, example: "refused" },
      from: { description: "Not before this moment.", schema: time, example: "2026-01-01T00:00:00.000Z" },
      to: { description: "Before this moment.", schema: time, example: "2026-02-01T00:00:00.000Z" },
      order: {
        description: "Which come first.",
        schema: { type: "string", enum: ["oldest", "newest"], default: "oldest" },
        example: "newest",
      },
    },
    pages: { member: "entries", by: ["principal", "action", "stack", "result", "from", "to", "order"] },
    responses: { 200: { description: "A page of the log.", schema: AuditEntryList } },
  },

  verifyAuditLog: {
    method: "POST",
    path: "/v1/audit-entries:verify",
    tag: "Audit",
    summary: "Verify the log",
    description: "Holds every entry against its place in the chain, and the chain against the signed checkpoints.",
    action: "audit:read",
    isLook: true,
    responses: { 200: { description: "What was found.", schema: AuditReport } },
  },
});
