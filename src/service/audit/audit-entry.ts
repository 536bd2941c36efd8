import { isJsonObject, type Json, type JsonObject } from "../../../packages/base/json/json.ts";
import { documentCodec } from "../../../packages/base/json/plain.ts";
import type { Role } from "../../contract/roles.ts";

/** Something that is about to be done, by whom, and from where. Names and ids only: never a value that was sent. */
export interface AuditIntent {
  readonly principal: string;
  readonly from: { readonly address: string | null; readonly userAgent: string | null };
  /** The id that answers and logs carry. */
  readonly request: string;
  /** In the words of the policies, e.g. `run:start`. */
  readonly action: string;
  /** Which request of that action, e.g. `rejectRun`; what a process does by itself has none. */
  readonly operation?: string;
  /** The role that is given. */
  readonly role?: Role;
  readonly stack: string | null;
  /** What it is about below the stack: a run, a token, an object's address. */
  readonly subject: string | null;
  readonly plan: string | null;
  /** Of secrets that are revealed: where they stand. */
  readonly paths?: readonly string[];
}

/** What became of it. `code` is a problem's code, never its text. */
export interface AuditOutcome {
  readonly result: "done" | "refused" | "failed";
  /** Of the answer over HTTP. */
  readonly status: number | null;
  readonly code: string | null;
}

interface AuditLink {
  /** Place in the log, 1 for the first. */
  readonly seq: number;
  readonly at: string;
  /** Digest of the record before; null for the first. */
  readonly previous: string | null;
  /** Over all the rest of this record. */
  readonly digest: string;
}

export type AuditEntry =
  | (AuditLink & { readonly kind: "intent" } & AuditIntent)
  /** `of`: the place of the intent. */
  | (AuditLink & { readonly kind: "outcome"; readonly of: number } & AuditOutcome);

/** A record before it has its place in the chain. */
export type AuditDraft =
  | ({ readonly kind: "intent"; readonly at: string } & AuditIntent)
  | ({ readonly kind: "outcome"; readonly at: string; readonly of: number } & AuditOutcome);

/** Of documents whose shape was looked at. */
const soundEntries = documentCodec<AuditEntry>();

/** The entry of a document; null for what is none. */
export function auditEntryOf(document: JsonObject): AuditEntry | null {
  const { seq, at, previous, digest, kind } = document;
  if (typeof seq !== "number" || typeof at !== "string" || typeof digest !== "string" || !isTextOrNull(previous))
    return null;
  const isEntry = kind === "intent" ? isIntent(document) : kind === "outcome" && isOutcome(document);
  return isEntry ? soundEntries.read(document) : null;
}

function isIntent(document: JsonObject): boolean {
  const { principal, from, request, action, operation, role, stack, subject, plan, paths = [] } = document;
  return (
    Array.isArray(paths) &&
    paths.every((each: Json) => typeof each === "string") &&
    [operation, role].every((each) => each === undefined || typeof each === "string") &&
    [principal, request, action].every((each) => typeof each === "string") &&
    [stack, subject, plan].every(isTextOrNull) &&
    isJsonObject(from) &&
    isTextOrNull(from["address"]) &&
    isTextOrNull(from["userAgent"])
  );
}

function isOutcome({ of, result, status, code }: JsonObject): boolean {
  return (
    typeof of === "number" &&
    (result === "done" || result === "refused" || result === "failed") &&
    (status === null || typeof status === "number") &&
    isTextOrNull(code)
  );
}

function isTextOrNull(value: Json | undefined): value is string | null {
  return value === null || typeof value === "string";
}
