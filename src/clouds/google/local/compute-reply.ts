import type { LocalReply } from "../../ground/local-vendor.ts";
import { badRequest, computeErrorBody, type FieldViolation } from "../wire/error-envelope.ts";

/** An error of Compute in the legacy style. */
export function computeRefusal(status: number, reason: string, message: string): LocalReply {
  return { status, body: computeErrorBody(status, reason, message) };
}

/** 400 for a request that could not be bound to its message. */
export function computeUnreadable(violations: readonly FieldViolation[]): LocalReply {
  const message = violations.map((each) => each.description).join("\n");
  const parsed = { status: "INVALID_ARGUMENT", details: [badRequest(violations)] } as const;
  return { status: 400, body: computeErrorBody(400, "badRequest", message, parsed) };
}
