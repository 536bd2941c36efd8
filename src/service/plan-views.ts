import type { PlanView } from "../contract/documents/plans.ts";

/** As many as are kept. */
const most = 4;

/**
 * The plans that were shown last, as they were shown. A view may be as large as a stack, and many may ask for the same one: each answer
 * that is still being sent holds its view, so all get one and the same.
 */
export class PlanViews {
  readonly #views = new Map<string, PlanView>();

  /** `key`: of the plan and of the state that it is shown beside; equal keys mean equal views. */
  async of(key: string, show: () => Promise<PlanView>): Promise<PlanView> {
    const view = this.#views.get(key) ?? (await show());
    this.#note(key, view);
    return view;
  }

  /** The view of that key, where it is one of the last. */
  find(key: string): PlanView | undefined {
    const view = this.#views.get(key);
    if (view !== undefined) this.#note(key, view);
    return view;
  }

  #note(key: string, view: PlanView): void {
    this.#views.delete(key);
    this.#views.set(key, view);
    for (const oldest of this.#views.keys()) {
      if (this.#views.size <= most) break;
      this.#views.delete(oldest);
    }
  }
}
