import type { Ids } from "../../../../packages/base/ids.ts";
import type { SpanSink, TracePlace } from "../../../../packages/base/trace/span.ts";
import type { RunEvent } from "../../../contract/documents/runs/run-events.ts";
import type { KeptRun } from "../kept-runs/run-repository.ts";

interface RunSpansInput {
  readonly kept: KeptRun;
  readonly clock: { now(): number };
  readonly ids: Ids;
  readonly sink: SpanSink;
}

/** A new id of a span. */
function newSpanId(ids: Ids): string {
  return ids.unique().slice(16);
}

/**
 * The spans of one attempt at a run, made of the events that it tells anyhow (decision 0138): the attempt under the
 * call that asked for the run, in whichever process that was; a step under the attempt; each request to a platform
 * under its step.
 */
export class RunSpans {
  readonly #input: RunSpansInput;
  readonly #attempt: TracePlace;
  readonly #parentId: string | null;
  readonly #begunMs: number;
  readonly #steps = new Map<string, { readonly spanId: string; readonly begunMs: number }>();

  constructor(input: RunSpansInput) {
    const { kept, clock, ids } = input;
    this.#input = input;
    this.#attempt = { traceId: kept.trace?.traceId ?? ids.unique(), spanId: newSpanId(ids) };
    this.#parentId = kept.trace?.spanId ?? null;
    this.#begunMs = clock.now();
  }

  heard(event: RunEvent): void {
    if (event.event === "call") this.#call(event);
    else if (event.event === "step") this.#step(event);
  }

  /** The attempt is over. `how`: the status of the run, or why it was left. */
  ended(how: string): void {
    const { kept, clock, sink } = this.#input;
    const { stack, run, kind } = kept.document;
    sink({
      ...this.#attempt,
      parentId: this.#parentId,
      name: "advance",
      kind: "internal",
      beginMs: this.#begunMs,
      endMs: clock.now(),
      attributes: {
        ...{ "plumbline.stack": stack, "plumbline.run": run, "plumbline.attempt": kept.attempt },
        ...(kind === undefined ? {} : { "plumbline.plan.kind": kind }),
        "plumbline.outcome": how,
      },
      hasFailed: how === "failed" || how === "lost" || how === "broken-off",
    });
  }

  #step(event: Extract<RunEvent, { readonly event: "step" }>): void {
    const { step = event.name, phase } = event;
    if (phase === "started" || phase === "waiting") this.#stepAt(step);
    else if (phase !== "skipped") {
      const { spanId, begunMs } = this.#stepAt(step);
      this.#steps.delete(step);
      this.#input.sink({
        ...{ traceId: this.#attempt.traceId, spanId, parentId: this.#attempt.spanId },
        name: `${event.action} ${event.type}`,
        kind: "internal",
        ...{ beginMs: begunMs, endMs: this.#input.clock.now() },
        attributes: { "plumbline.resource": event.name, "plumbline.type": event.type, "plumbline.outcome": phase },
        hasFailed: phase !== "done",
      });
    }
  }

  #call({ step, method, host, status, durationMs }: Extract<RunEvent, { readonly event: "call" }>): void {
    const { clock, ids, sink } = this.#input;
    const endMs = clock.now();
    sink({
      ...{ traceId: this.#attempt.traceId, spanId: newSpanId(ids), parentId: this.#stepAt(step).spanId },
      name: method,
      kind: "client",
      ...{ beginMs: endMs - durationMs, endMs },
      attributes: {
        ...{ "http.request.method": method, "server.address": host },
        ...(status === undefined ? {} : { "http.response.status_code": status }),
      },
      hasFailed: status === undefined || status >= 400,
    });
  }

  /** The span of a step; one that an attempt before has begun begins anew in this one. */
  #stepAt(step: string): { readonly spanId: string; readonly begunMs: number } {
    const { clock, ids } = this.#input;
    const found = this.#steps.get(step) ?? { spanId: newSpanId(ids), begunMs: clock.now() };
    this.#steps.set(step, found);
    return found;
  }
}
