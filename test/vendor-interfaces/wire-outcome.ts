import type { Json } from "../../packages/base/json/json.ts";
import { readErrorBody } from "../../packages/vendor-wire/google/error-envelope.ts";
import type { Refusal } from "../../src/engine/ports/outcome.ts";
import { refusalOf as azureRefusal } from "../../src/providers/azure/error-meaning.ts";
import { parseError } from "../../src/providers/azure/parsed-error.ts";
import { refusalOf as databricksRefusal } from "../../src/providers/databricks/error-meaning.ts";
import { refusalOf as googleRefusal } from "../../src/providers/google/error-meaning.ts";
import type { Vendor } from "./reply.ts";

/** What an answer came to, in the engine's words; a conflict by its reason. */
export type WireOutcome = "done" | "exists" | "stale-version" | "wrong-state" | Exclude<Refusal["kind"], "conflict">;

interface Answered {
  readonly method: string;
  readonly status: number;
  readonly body: Json | undefined;
}

/** What our drivers make of an answer, by status and structured code. */
export function wireOutcome(vendor: Vendor, answered: Answered): WireOutcome {
  if (answered.status < 400) return "done";
  const refusal = refusals[vendor](answered);
  return refusal.kind === "conflict" ? refusal.reason : refusal.kind;
}

const refusals: Readonly<Record<Vendor, (answered: Answered) => Refusal>> = {
  google: ({ method, status, body }) =>
    googleRefusal({ httpStatus: status, error: readErrorBody(body), retryAfterMs: null }, effectOf(method)),
  azure: ({ method, status, body }) =>
    azureRefusal({ status, headers: {}, body: "" }, parseError(body), effectOf(method) === "read"),
  databricks: ({ method, status, body }) => databricksRefusal({ status, body, retryAfterMs: null }, effectOf(method)),
};

function effectOf(method: string): "read" | "write" {
  return method === "GET" || method === "HEAD" ? "read" : "write";
}
