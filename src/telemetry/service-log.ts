import { type DestinationStream, type Logger, pino, stdTimeFunctions } from "pino";
import { Fault } from "../../packages/base/fault.ts";
import type { BackgroundEvent } from "../service/background/events/background-event.ts";
import type { AnsweredCall, Observer } from "../service/requests/observer.ts";

export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

export interface LogOptions {
  readonly level: LogLevel;
  readonly version: string;
  /** One JSON object a line goes there. */
  readonly destination: DestinationStream;
}

/** Keys that never hold anything but a secret, wherever they might be logged. */
const neverShown = ["authorization", "cookie", "token", "secret", "password", "clientSecret"];
const redacted = neverShown.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]);

/** What is told as a warning though nothing has failed. */
const troubles: ReadonlySet<BackgroundEvent["kind"]> = new Set([
  "run-lost",
  "webhook-given-up",
  "drift-held-up",
  "audit-key-differs",
]);

/** The log of a service: requests, what goes on in the background, and defects with their stack. */
export class ServiceLog implements Observer {
  readonly #log: Logger;

  constructor({ level, version, destination }: LogOptions) {
    this.#log = pino(
      {
        level,
        base: { service: "plumbline", version },
        messageKey: "message",
        timestamp: stdTimeFunctions.isoTime,
        formatters: { level: (label) => ({ level: label }) },
        redact: { paths: redacted, censor: "[secret]" },
      },
      destination,
    );
  }

  readonly answered = ({ operationId, status, ms, principal, stack, why, identity }: AnsweredCall): void => {
    const level =
      status === 503
        ? "warn"
        : status >= 500
          ? "error"
          : status === 401 || status === 403 || status === 429
            ? "warn"
            : "info";
    const { requestId, trace } = identity;
    const ids = { requestId, traceId: trace?.traceId ?? null };
    const facts = { operationId, status, ms: Math.round(ms * 100) / 100, principal, stack, ...ids };
    this.#log[level](why === null ? facts : { ...facts, why }, "answered");
  };

  readonly bug = (cause: unknown, { requestId, trace }: AnsweredCall["identity"]): void => {
    this.#log.error({ requestId, traceId: trace?.traceId ?? null, ...described(cause) }, "a defect of Plumbline");
  };

  readonly unrecorded = (cause: unknown, { requestId, trace }: AnsweredCall["identity"]): void => {
    const ids = { requestId, traceId: trace?.traceId ?? null };
    this.#log.error({ ...ids, ...described(cause) }, "the audit log lacks the outcome of a call");
  };

  readonly note = (event: BackgroundEvent): void => {
    const { kind, ...rest } = event;
    const isTrouble = "cause" in rest || "why" in rest || "code" in rest || troubles.has(kind);
    const { cause, ...facts } = { cause: undefined, ...rest };
    this.#log[isTrouble ? "warn" : "info"]({ ...facts, ...(cause === undefined ? {} : described(cause)) }, kind);
  };

  /** The outcome of a run could not be added to the audit log, where its record stays open. */
  readonly lost = (run: string, cause: unknown): void => {
    this.#log.error({ run, ...described(cause) }, "the audit log lacks the outcome of a run");
  };

  /** The embedded cloud answered a request with 500. */
  readonly cloudFailed = ({
    method,
    path,
    cause,
  }: Readonly<Record<"method" | "path", string>> & { cause: unknown }) => {
    this.#log.error({ method, path, ...described(cause) }, "the local cloud failed");
  };

  /** The service's own beginning and end. */
  readonly say = (message: string, facts: Readonly<Record<string, string | number | boolean>> = {}): void => {
    this.#log.info(facts, message);
  };
}

/** A failure without what is private in it: a Fault's public face, or where in our own code a defect showed. */
function described(cause: unknown): Readonly<Record<string, string>> {
  if (cause instanceof Fault) return { code: cause.code, detail: cause.message };
  if (cause instanceof Error) return { error: cause.name, detail: cause.message, at: cause.stack ?? "" };
  return { error: typeof cause };
}
