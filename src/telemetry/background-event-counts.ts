import type { BackgroundEvent } from "../service/dispatch/events/background-event.ts";

/** What goes on in the background, counted for `/metrics` (OpenMetrics text). */
export class BackgroundEventCounts {
  readonly #counts = new Map<string, number>();
  readonly #endings = new Map<string, number>();
  #drifted = 0;

  readonly note = (event: BackgroundEvent): void => {
    const { kind } = event;
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    if (kind === "run-ended") this.#endings.set(event.status, (this.#endings.get(event.status) ?? 0) + 1);
    if (kind === "drift-checked") this.#drifted += event.drifted;
  };

  /** Whole families, a line each. */
  lines(): readonly string[] {
    return [
      "# TYPE plumb_background_events counter",
      "# HELP plumb_background_events What went on in the background, by kind.",
      ...[...this.#counts].map(([kind, count]) => `plumb_background_events_total{kind="${kind}"} ${count}`),
      "# TYPE plumb_runs_ended counter",
      "# HELP plumb_runs_ended Runs that this process brought to an end, by status.",
      ...[...this.#endings].map(([status, count]) => `plumb_runs_ended_total{status="${status}"} ${count}`),
      "# TYPE plumb_drifted_objects counter",
      "# HELP plumb_drifted_objects Objects that scheduled checks found changed.",
      `plumb_drifted_objects_total ${this.#drifted}`,
    ];
  }
}
