import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import type { Json, JsonObject } from "../../../packages/base/json/json.ts";
import type {
  Change,
  Discovery,
  DiscoveryOutcome,
  ListOutcome,
  ReadOutcome,
  Target,
  WriteOutcome,
} from "../../engine/ports/driver.ts";
import type { Refusal } from "../../engine/ports/outcome.ts";

/** The part of a driver that knows one resource type; same promises as the methods of Driver. */
export interface ResourceDriver {
  read(exchange: Exchange, target: Target): Promise<ReadOutcome>;
  collectionOf(target: Target): string | null;
  list(exchange: Exchange, target: Target): Promise<ListOutcome>;
  write(exchange: Exchange, change: Change, signal?: AbortSignal): Promise<WriteOutcome>;
  isConditional(change: Change): boolean;
  discover(exchange: Exchange, question: Discovery): Promise<DiscoveryOutcome>;
}

/** A refusal as the outcome of a read. */
export function asRead(refusal: Refusal): ReadOutcome {
  return refusal.kind === "absent" ? { ...refusal, version: null, displaces: [] } : refusal;
}

export function invalid(detail: string, code: string | null = null): Refusal {
  return { kind: "invalid", detail, code };
}

/**
 * The result of a deletion that was answered: 200 has deleted the object, 204 found none (the interfaces'
 * specifications).
 */
export function deleted(status: number): WriteOutcome {
  return status === 204 ? { kind: "absent", detail: "there is no such object" } : { kind: "done", observation: null };
}

/** A member of a wire object, null where it has none. */
export function valueOr(object: JsonObject, name: string): Json {
  return object[name] ?? null;
}
