import { Counter, Gauge, Histogram } from "prom-client";
import type { BackgroundEvent } from "../service/background/events/background-event.ts";
import type { Metrics } from "../service/requests/metrics.ts";
import { type MetricRegistry, newRegistry, processMetrics } from "./metric-registry.ts";

const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * What a service counts. Labels come from lists that our own code closes (operations, statuses, kinds of events): their
 * number is bounded, and nothing that a caller has written is among them (decision 0092).
 */
export class ServiceMetrics implements Metrics {
  readonly registry = newRegistry();
  readonly #registers = [this.registry];
  #ofProcess: MetricRegistry | null = null;
  readonly #requests = new Counter({
    name: "plumb_http_requests",
    help: "Requests that were answered.",
    labelNames: ["operation", "status"],
    registers: this.#registers,
  });
  readonly #underWay = new Gauge({
    name: "plumb_http_requests_under_way",
    help: "Requests that are being answered.",
    registers: this.#registers,
  });
  readonly #durations = new Histogram({
    name: "plumb_http_request_seconds",
    help: "Time until the answer began.",
    labelNames: ["operation"],
    buckets: requestBuckets,
    registers: this.#registers,
  });
  readonly #events = new Counter({
    name: "plumb_background_events",
    help: "What went on in the background, by kind.",
    labelNames: ["kind"],
    registers: this.#registers,
  });
  readonly #endings = new Counter({
    name: "plumb_runs_ended",
    help: "Runs that this process brought to an end, by status.",
    labelNames: ["status"],
    registers: this.#registers,
  });
  readonly #drifted = new Counter({
    name: "plumb_drifted_objects",
    help: "Objects that scheduled checks found changed.",
    registers: this.#registers,
  });

  /**
   * Shows the process itself as well: from the beginning on, so that the first text tells of something, and only where
   * texts may be asked for, as the look at the event loop wakes the process a hundred times a second.
   */
  showProcess(): void {
    this.#ofProcess = processMetrics();
  }

  begin(): void {
    this.#underWay.inc();
  }

  end(operation: string, status: number, seconds: number): void {
    this.#underWay.dec();
    this.#requests.inc({ operation, status });
    this.#durations.observe({ operation }, seconds);
  }

  readonly note = (event: BackgroundEvent): void => {
    this.#events.inc({ kind: event.kind });
    if (event.kind === "run-ended") this.#endings.inc({ status: event.status });
    if (event.kind === "drift-checked") this.#drifted.inc(event.drifted);
  };

  /** Shows a value that costs little to look at; it is looked at for each text. Not a number where the look fails. */
  gauge(name: string, help: string, look: () => number | Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: this.#registers,
      async collect() {
        this.set(await Promise.try(look).catch(() => Number.NaN));
      },
    });
  }

  async text(): Promise<string> {
    const [own, ofProcess] = await Promise.all([this.registry.metrics(), this.#ofProcess?.metrics()]);
    return ofProcess === undefined ? own : own.replace(/# EOF\n$/, ofProcess);
  }
}
