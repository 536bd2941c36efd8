import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../packages/base/json/json.ts";
import { matchTemplate } from "../../../packages/base/path-template.ts";
import { withRequestIds } from "../../../packages/base/problems/refusal-words.ts";
import { readStatus } from "../../../packages/vendor-wire/google/error-envelope.ts";
import { resourceNames } from "../../../packages/vendor-wire/google/resource-names.ts";
import { rpcCodeOf } from "../../../packages/vendor-wire/google/rpc-codes.ts";
import type { Observation, OperationOutcome, ProviderInstance, WriteOutcome } from "../../engine/ports/driver.ts";
import { withDetails } from "./error-meaning.ts";
import { listPages } from "./list-pages.ts";
import { wireCall } from "./wire-call.ts";

/** An attachment takes minutes at the vendor, so a second before the first look and two between looks is polite. */
export const firstPollMs = 1000;
const nextPollMs = 2000;

/**
 * The outcome that an operation stands for. `observe` makes the observation of its response. Done means
 * `done: true`: while it runs the member is left out.
 */
export function operationOutcome(
  operation: JsonObject,
  pollAfterMs: number,
  observe: (response: JsonObject) => Observation | null,
): WriteOutcome {
  const { name, done, error, response } = operation;
  if (done === true) {
    if (!isJsonObject(error)) return { kind: "done", observation: isJsonObject(response) ? observe(response) : null };
    return failedOperation(error, name);
  }
  if (typeof name === "string" && name !== "") return { kind: "pending", operationName: name, pollAfterMs };
  return { kind: "unknown", detail: "the platform took the request and named no operation to ask after" };
}

const isPlainName = /^[\w./-]{1,256}$/;

/** An error inside a finished operation: final, whatever its code, which is no answer to any call of ours. */
function failedOperation(error: JsonObject, name: Json | undefined): Extract<WriteOutcome, { kind: "failed" }> {
  const code = (typeof error["code"] === "number" ? rpcCodeOf(error["code"]) : undefined) ?? "UNKNOWN";
  const told = readStatus(error);
  const words = withDetails(`${code}: ${told.message ?? "the platform gives no reason"}`, told);
  const named = typeof name === "string" && isPlainName.test(name) ? `${words} (operation ${name})` : words;
  const detail = withRequestIds(named, [told.requestId]);
  return { kind: "failed", code, detail, ...(code === "ALREADY_EXISTS" ? { isTaken: true as const } : {}) };
}

/**
 * The name of an operation of a location that still runs and is of this verb, about what the caller says. Where none
 * runs, the error of the last one about it, but for changes, if that was of this verb and has ended with one.
 */
export async function findOperation(
  exchange: Exchange,
  provider: ProviderInstance,
  path: string,
  { verb, isTarget }: { readonly verb: string; readonly isTarget: (target: string) => boolean },
): Promise<OperationOutcome> {
  const request = { method: "GET", api: "connectors", path, query: { pageSize: "100" } } as const;
  const pages = await listPages(exchange, provider, request, "operations");
  if (pages.kind !== "items") return pages;
  const known = pages.items.flatMap(({ name, done, error, metadata }) =>
    isJsonObject(metadata) && isTarget(String(metadata["target"] ?? "")) ? [{ name, done, error, metadata }] : [],
  );
  const running = known.find(({ done, metadata }) => done !== true && metadata["verb"] === verb);
  if (typeof running?.name === "string" && running.name !== "") return { kind: "found", operationName: running.name };
  // A change of what a failed operation has left makes it no more whole than it was.
  const decisive = known.filter(({ metadata }) => metadata["verb"] === verb || metadata["verb"] !== "update");
  const [last] = decisive.sort((one, other) => begunAt(other.metadata) - begunAt(one.metadata));
  if (last?.done !== true || last.metadata["verb"] !== verb || !isJsonObject(last.error)) return { kind: "none" };
  const failedAgeMs = Date.parse(pages.answeredAt ?? "") - begunAt(last.metadata);
  const isTold = Number.isFinite(failedAgeMs);
  return { kind: "none", failed: failedOperation(last.error, last.name), ...(isTold ? { failedAgeMs } : {}) };
}

/** When an operation was begun; one that does not tell is taken for older than all that do. */
function begunAt({ createTime }: JsonObject): number {
  const at = typeof createTime === "string" ? Date.parse(createTime) : Number.NaN;
  return Number.isNaN(at) ? 0 : at;
}

/** Asks after an operation by its name; `outcomeOf`: what it comes to, and when to ask again. */
export async function pollOperation(
  exchange: Exchange,
  provider: ProviderInstance,
  operationName: string,
  outcomeOf: (operation: JsonObject, pollAfterMs: number) => WriteOutcome,
): Promise<WriteOutcome> {
  if (matchTemplate(resourceNames.operation, operationName) === undefined) {
    return { kind: "unknown", detail: `${JSON.stringify(operationName)} is not the name of an operation` };
  }
  const path = `v1/${operationName.split("/").map(encodeURIComponent).join("/")}`;
  const answer = await wireCall(exchange, provider, { method: "GET", api: "connectors", path });
  // The operation was forgotten; that says nothing about the object.
  if (answer.kind === "absent") return { kind: "unknown", detail: answer.detail };
  if (answer.kind !== "answer") return answer;
  return outcomeOf({ name: operationName, ...answer.body }, nextPollMs);
}
