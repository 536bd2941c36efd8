import type { BackgroundEvent } from "../service/dispatch/events/background-event.ts";

/** What goes on in the background, counted for `/metrics` (OpenMetrics text). */
export class BackgroundEventCounts {
  readonly #counts = new Map<string, number>();
  readonly #endings = new Map<string, number>();
  #drifted = 0;

  readonly note = (happening: BackgroundEvent): void => {
    const { kind } = happening;
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    if (kind === "run-ended") this.#endings.set(happening.status, (this.#endings.get(happening.status) ?? 0) + 1);
    if (kind === "drift-checked") this.#drifted += happening.drifted;
  };

  /** Whole families, a line each. */
  lines(): readonly string[] {
    return [
      "# TYPE plumb_happenings counter",
      "# HELP plumb_happenings What went on in the background, by kind.",
      ...[...this.#counts].map(([kind, count]) => `plumb_happenings_total{kind="${kind}"} ${count}`),
      "# TYPE plumb_runs_ended counter",
      "# HELP plumb_runs_ended Runs that this process brought to an end, by status.",
      ...[...this.#endings].map(([status, count]) => `plumb_runs_ended_total{status="${status}"} ${count}`),
      "# TYPE plumb_drifted_objects counter",
      "# HELP plumb_drifted_objects Objects that scheduled checks found changed.",
      `plumb_drifted_objects_total ${this.#drifted}`,
    ];
  }
}
