import { badRequest, computeErrorBody, type FieldViolation } from "../../../vendor-wire/google/error-envelope.ts";
import type { EmulatorContext, LocalReply, LocalRequest } from "../../runtime/local-vendor.ts";

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

/** The URL of what has this full name; it leads back to where the call came in. */
export function computeUrl({ request }: { readonly request: LocalRequest }, name: string): string {
  return `${request.url.origin}/compute/v1/${name}`;
}

/** RFC 3339 text of a moment in milliseconds; Compute writes an offset, not `Z`. */
export function computeTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/Z$/, "+00:00");
}

/** A number of 19 digits or less, as a text. */
export function newNumericId(context: EmulatorContext): string {
  return (BigInt(`0x${context.unique().slice(-15)}`) + 1n).toString();
}
