import type { Json, JsonObject } from "../../base/json/json.ts";
import { badRequest, type FieldViolation, rpcErrorBody } from "../../vendor-wire/google/error-envelope.ts";
import { type RpcCode, rpcCodes } from "../../vendor-wire/google/rpc-codes.ts";
import type { LocalReply } from "../runtime/local-vendor.ts";

export function answer(body: JsonObject): LocalReply {
  return { status: 200, body };
}

/** An error of IAM or Connectors. */
export function refuse(code: RpcCode, message: string, details: readonly JsonObject[] = []): LocalReply {
  return { status: rpcCodes[code].http, body: rpcErrorBody(code, message, details) };
}

/** 400 INVALID_ARGUMENT that names each wrong field. */
export function invalidArgument(violations: readonly FieldViolation[]): LocalReply {
  return refuse("INVALID_ARGUMENT", violations.map((each) => each.description).join("\n"), [badRequest(violations)]);
}

/** A message as it leaves the server: without nulls and without fields at their default, as proto JSON writes them. */
export function withoutDefaults(message: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(message).filter(([, value]) => !isDefault(value)));
}

function isDefault(value: Json): boolean {
  if (value === null || value === false || value === "" || value === 0) return true;
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value === "string") return value.endsWith("_UNSPECIFIED");
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** RFC 3339 text of a moment in milliseconds, with the nanosecond digits that Google writes. */
export function googleTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, -1)}000000Z`;
}
