import { secondsInWords, secondsSoFar } from "../../../packages/base/time-in-words.ts";
import type { PlanView } from "../../contract/documents/plans/plan.ts";
import type { Action } from "../../contract/documents/plans/steps.ts";
import type { RunEvent } from "../../contract/documents/runs/run-events.ts";
import { clean } from "./text.ts";

/** A step that takes so long is told with what it waits for. */
const toldFromMs = 2_000;

/** A step that is under way. */
export interface RunningStep {
  readonly name: string;
  readonly action: Action;
  readonly putBack: boolean;
  /** When it began. */
  readonly since: number;
  /** Whom its calls go to. */
  readonly platform: string | undefined;
  /** What it waits for, in words. */
  readonly waitingFor: string | undefined;
  /** The call that is to be made again: when, and why. */
  readonly retry: { readonly at: number; readonly why: string } | undefined;
}

/** Which steps of a run are under way, and how far the run has come. Made from its plan, and told each event. */
export class RunningSteps {
  readonly #now: () => number;
  readonly #begun: number;
  readonly #atLeastMs: number;
  /** Ids of objects that have one by the plan, by name. */
  readonly #ids: ReadonlyMap<string, string>;
  /** Names of what is to be done. */
  readonly #planned: Set<string>;
  readonly #ended = new Set<string>();
  readonly #failed = new Set<string>();
  readonly #running = new Map<string, RunningStep>();

  constructor({ steps, estimate }: Pick<PlanView, "steps" | "estimate">, now: () => number) {
    this.#now = now;
    this.#begun = now();
    this.#atLeastMs = estimate?.atLeastMs ?? 0;
    this.#ids = new Map(steps.flatMap(({ name, id }) => (id === undefined ? [] : [[name, id]])));
    this.#planned = new Set(steps.filter(({ action }) => action !== "same").map(({ name }) => name));
  }

  get all(): readonly RunningStep[] {
    return [...this.#running.values()];
  }

  note(event: RunEvent): void {
    if (event.event === "retrying") {
      const why = event.status === undefined ? event.why : `${event.why}, ${event.status}`;
      this.#change(event, { retry: { at: this.#now() + event.afterMs, why } });
    }
    if (event.event === "call") this.#change(event, { retry: undefined });
    if (event.event !== "step") return;
    const { name, action } = event;
    const key = keyOf(event);
    if (event.phase === "started" || event.phase === "waiting") {
      const putBack = event.putBack === true;
      const before = this.#running.get(key);
      const since = before?.since ?? this.#now();
      const platform = event.phase === "started" ? event.platform : before?.platform;
      const waitingFor = event.phase === "waiting" ? event.detail : undefined;
      this.#running.set(key, { name, action, putBack, since, platform, waitingFor, retry: undefined });
      return;
    }
    this.#running.delete(key);
    if (event.phase === "done" && action === "same") return;
    this.#planned.add(name);
    this.#ended.add(name);
    if (event.phase === "failed") this.#failed.add(name);
  }

  /**
   * What a step does at the moment: `waiting for ...`, `retrying in 4 s (throttled, 429)`; empty while it has only just
   * begun.
   */
  phaseOf({ name, since, platform, waitingFor, retry }: RunningStep): string {
    const left = retry === undefined ? 0 : retry.at - this.#now();
    if (retry !== undefined && left > 0)
      return `retrying in ${secondsInWords(Math.ceil(left / 1000) * 1000)} (${retry.why})`;
    if (waitingFor !== undefined) return clean(waitingFor);
    if (platform === undefined || this.#now() - since < toldFromMs) return "";
    const id = this.#ids.get(name);
    return `waiting for ${clean(platform)}${id === undefined ? "" : `: ${clean(id)}`}`;
  }

  /**
   * `12 of 30 done, 1 failed; 40 s so far, at least 20 s more`; null while there is one step alone. `isBlind`: more may
   * be done than was seen.
   */
  progress(isBlind: boolean): string | null {
    if (this.#planned.size < 2) return null;
    const running = new Set(this.all.map(({ name }) => name));
    const done = [...this.#ended].filter((name) => !running.has(name) && !this.#failed.has(name)).length;
    const failed = this.#failed.size === 0 ? "" : `, ${this.#failed.size} failed`;
    const soFar = this.#now() - this.#begun;
    const left = Math.floor((this.#atLeastMs - soFar) / 1000);
    const more = left < 1 ? "" : `, at least ${secondsInWords(left * 1000)} more`;
    const time = `${secondsSoFar(soFar)} so far${more}`;
    return `${done} of ${this.#planned.size} ${isBlind ? "seen to be done" : "done"}${failed}; ${time}`;
  }

  #change(event: { readonly name: string; readonly action: Action }, change: Pick<RunningStep, "retry">): void {
    const step = this.#running.get(keyOf(event));
    if (step !== undefined) this.#running.set(keyOf(event), { ...step, ...change });
  }
}

/** A replaced object's old self runs under the same name. */
function keyOf({ name, action }: { readonly name: string; readonly action: Action }): string {
  return `${name} ${action}`;
}
