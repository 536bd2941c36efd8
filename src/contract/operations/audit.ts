import { AuditEntryList, AuditReport } from "../documents/audit.ts";
import { operations } from "../operation.ts";

export const auditOperations = operations({
  listAuditEntries: {
    method: "GET",
    path: "/v1/audit-entries",
    tag: "Audit",
    summary: "List who did what",
    description: "Oldest first: each intent before its effect, and what came of it.",
    action: "audit:read",
    pages: { member: "entries" },
    responses: { 200: { description: "A page of the log.", schema: AuditEntryList } },
  },

  verifyAuditLog: {
    method: "POST",
    path: "/v1/audit-entries:verify",
    tag: "Audit",
    summary: "Verify the log",
    description: "Holds every entry against its place in the chain, and the chain against the signed checkpoints.",
    action: "audit:read",
    responses: { 200: { description: "What was found.", schema: AuditReport } },
  },
});
