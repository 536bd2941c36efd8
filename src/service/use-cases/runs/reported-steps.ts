import type { RunEvent } from "../../../contract/documents/runs/run-events.ts";
import type { EarlierStep } from "../../../engine/apply/step-history.ts";
import type { Step } from "../../../engine/plan/plan.ts";

/** What the events of a run have told of its steps, for whoever goes on with them. */
export class ReportedSteps {
  /** Steps whose end was told; of events of older versions by name and action. */
  readonly #ended = new Set<string>();
  readonly #underWay = new Map<string, EarlierStep>();

  note(event: RunEvent): void {
    if (event.event === "retrying" || event.event === "call") this.#tried(event.step, event.attempt);
    if (event.event !== "step") return;
    const { step, at, attempt = 1, phase } = event;
    if (phase === "started") {
      const begunAt = step === undefined ? undefined : this.#underWay.get(step)?.begunAt;
      if (step !== undefined && at !== undefined)
        this.#underWay.set(step, { begunAt: begunAt ?? Date.parse(at), attempt });
    } else if (phase !== "waiting") {
      this.#ended.add(step ?? nameOf(event.name, event.action));
      if (step !== undefined) this.#underWay.delete(step);
    }
  }

  /** Steps that began and whose end was not told. */
  get underWay(): ReadonlyMap<string, EarlierStep> {
    return this.#underWay;
  }

  /** When each of those began, in milliseconds since the epoch. */
  get begunAt(): ReadonlyMap<string, number> {
    return new Map([...this.#underWay].map(([step, { begunAt }]) => [step, begunAt]));
  }

  /** Whether the end of a step was told. */
  hasEnd({ id, address, action }: Pick<Step, "id" | "address" | "action">): boolean {
    return this.#hasEnd(id, address, action);
  }

  /** Whether an event says again that a step was not begun. */
  isRepeated(event: RunEvent): boolean {
    if (event.event !== "step" || event.phase !== "skipped") return false;
    return this.#hasEnd(event.step, event.name, event.action);
  }

  #hasEnd(id: string | undefined, name: string, action: string): boolean {
    return (id !== undefined && this.#ended.has(id)) || this.#ended.has(nameOf(name, action));
  }

  #tried(step: string, attempt: number): void {
    const known = this.#underWay.get(step);
    if (known !== undefined) this.#underWay.set(step, { ...known, attempt: Math.max(known.attempt, attempt) });
  }
}

function nameOf(address: string, action: string): string {
  return `${address} ${action}`;
}
