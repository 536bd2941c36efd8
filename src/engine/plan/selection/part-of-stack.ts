import { pointer } from "../../../../packages/base/json/pointer.ts";
import type { Problem } from "../../../../packages/base/problems/problem.ts";
import { unknown } from "../../../definitions/schema/value.ts";
import type { Plan, Step } from "../plan.ts";
import type { Planning } from "../planning.ts";
import { isProtected } from "../protection.ts";
import { holdersIn } from "../removals/bind-to-holders.ts";
import { withRemovalOrder } from "../removals/removal-order.ts";
import { DependencyIndex } from "./dependency-index.ts";
import { NotObserved } from "./not-observed.ts";
import { nameables, namedBy, type Selection } from "./selection.ts";
import { deletesObject, grantsRemoved, StepsByNeed } from "./steps-by-need.ts";

/** What a partial plan says of what it leaves out, and of what it takes in beside its targets. */
export type ReportedPart = Pick<Plan, "included" | "left" | "notObserved" | "outside">;

/** Which part of a stack a plan is about, by all that would be done to the whole of it. Lives for one plan. */
export class PartOfStack {
  readonly #selection: Selection;
  readonly #kind: Plan["kind"];
  readonly #planning: Planning;
  readonly #steps: readonly Step[];
  readonly #dependencies: DependencyIndex;
  readonly #notObserved: NotObserved;
  /** Addresses that are left alone, and why. */
  readonly #left = new Map<string, string>();
  /** Addresses of what is declared to be read. */
  readonly #reads: ReadonlySet<string>;
  /** By address, what is left alone and leans on it. */
  readonly #dependents: ReadonlyMap<string, string>;
  /** Null where no targets are named. */
  readonly #targets: ReadonlySet<string> | null;
  /** What is in the part, each with what needs it; null where all is that is not left alone. */
  readonly #taken: ReadonlyMap<string, string | null> | null;
  /** Steps that are not in the plan, by id, and why. */
  readonly #withheld: ReadonlyMap<string, string>;

  constructor(selection: Selection, kind: Plan["kind"], problems: readonly Problem[], planning: Planning) {
    this.#selection = selection;
    this.#kind = kind;
    this.#planning = planning;
    this.#steps = [...withRemovalOrder(planning)];
    this.#reads = new Set(planning.checked?.nodes.flatMap(({ kind, address }) => (kind === "resource" ? [] : address)));
    this.#dependencies = this.#readDependencies();
    this.#notObserved = new NotObserved(
      selection.skipUnreadable === true ? [...problems, ...planning.problems] : [],
      planning,
    );
    this.#leaveAlone();
    this.#dependents = new Map(
      [...this.#left.keys()].flatMap((dependent) =>
        [...this.#dependencies.below(dependent)].map((on) => [on, dependent] as const),
      ),
    );
    const needing = new StepsByNeed(this.#steps);
    const { target = [] } = selection;
    this.#targets = target.length === 0 ? null : this.#named(target);
    this.#taken = this.#targets === null ? null : this.#takeIn(this.#targets, needing);
    this.#withheld = needing.withheld((step) => this.#whyNot(step));
    for (const step of this.#steps) {
      const why = this.#withheld.get(step.id);
      if (why !== undefined && this.isIn(step.address) && !this.#isFormer(step)) this.#left.set(step.address, why);
    }
    for (const address of this.#named(selection.replace ?? []))
      if (!this.isIn(address) && !this.#left.has(address))
        this.#left.set(address, "it is to be replaced, and is none of the targets");
  }

  /** Whether a problem is one of the part. */
  concerns({ address, code, pointer: place }: Problem): boolean {
    if (address !== undefined) return this.isIn(address) || (code === "claimed-twice" && !this.#isExcluded(address));
    return code !== "platform-unavailable" || !this.#isUnused(place);
  }

  /** Takes all that is not in the part out of what has been decided. What others read of it is as it is recorded. */
  restrict(): void {
    const planning = this.#planning;
    planning.leaveOut(new Set(planning.steps.filter(({ id }) => this.#withheld.has(id))));
    planning.restrictTo(
      (address) => this.isIn(address),
      (problem) => this.concerns(problem),
    );
    for (const { address } of nameables(planning.checked, planning.state)) {
      if (this.isIn(address)) continue;
      const record = planning.state.records.get(address);
      if (record !== undefined) planning.setSeen(address, record.outputs);
      else planning.setOutputs(address, unknown(`known after ${address} is made, which this plan leaves alone`));
    }
  }

  told(): ReportedPart {
    const notObserved = this.#notObserved.rows;
    const left = [...this.#left]
      .filter(([address]) => !this.#notObserved.has(address))
      .map(([address, why]) => ({ address, why }));
    const former = this.#steps.flatMap(({ id, address }) => {
      const why = this.isIn(address) ? this.#withheld.get(id) : undefined;
      return why === undefined ? [] : [{ address, why: `its former object stays: ${why}` }];
    });
    const working = new Set(this.#planning.steps.flatMap(({ address, kind }) => (kind === "read" ? [] : address)));
    const included = [...(this.#taken ?? [])].flatMap(([address, by]) =>
      by !== null && working.has(address) ? [{ address, neededBy: by }] : [],
    );
    const outside = new Set(
      nameables(this.#planning.checked, this.#planning.state).flatMap(({ address }) =>
        this.isIn(address) || this.#left.has(address) ? [] : address,
      ),
    );
    return {
      ...(included.length === 0 ? {} : { included }),
      ...(left.length + former.length === 0 ? {} : { left: [...left, ...former] }),
      ...(notObserved.length === 0 ? {} : { notObserved }),
      ...(outside.size === 0 ? {} : { outside: outside.size }),
    };
  }

  /** Whether the plan is about what is at an address. */
  isIn(address: string): boolean {
    return !this.#left.has(address) && this.#taken?.has(address) !== false;
  }

  #readDependencies(): DependencyIndex {
    const { checked, state } = this.#planning;
    const dependencies = new DependencyIndex(checked, state);
    const holders = holdersIn(this.#planning);
    for (const record of [...state.records.values(), ...state.superseded])
      for (const holder of holders(record)) if (holder !== record.address) dependencies.lean(record.address, holder);
    return dependencies;
  }

  /** What is not to be touched, and all that leans on it. Of a destroy, what leans on a thing that is kept may go. */
  #leaveAlone(): void {
    const leave = (addresses: Iterable<string>, why: (address: string, on: string | null) => string) => {
      const all = this.#dependencies.dependents(addresses);
      for (const [address, on] of all) if (!this.#left.has(address)) this.#left.set(address, why(address, on));
    };
    leave(this.#notObserved.addresses, (address, on) =>
      on === null ? this.#notObserved.why(address) : `it leans on \`${on}\``,
    );
    const excluded = this.#named(this.#selection.exclude ?? []);
    if (this.#kind !== "destroy")
      leave(excluded, (_, on) => (on === null ? "it is excluded" : `it leans on \`${on}\``));
    else for (const address of excluded) this.#left.set(address, "it is excluded");
    if (this.#selection.keepProtected !== true) return;
    for (const record of this.#planning.state.records.values())
      if (isProtected(record, this.#planning)) this.#left.set(record.address, "it is protected");
  }

  /** The targets and all that has to be done for them. */
  #takeIn(targets: ReadonlySet<string>, needs: StepsByNeed): ReadonlyMap<string, string | null> {
    const taken = this.#dependencies.needed(targets);
    const { awaitedOf } = this.#planning;
    // The map grows while it is gone through.
    for (const address of taken.keys()) {
      const first = needs.before(address, (step) => !this.#isOnlyUndeclared(step)).map((step) => step.address);
      const awaited = awaitedOf.get(address);
      for (const each of this.#dependencies.needed([...first, ...(awaited === undefined ? [] : [awaited])]).keys())
        if (!taken.has(each)) taken.set(each, address);
    }
    return taken;
  }

  /** Whether a step ends what only left the declaration, and what is none of the targets of a plan of a part. */
  #isOnlyUndeclared(step: Step): boolean {
    if (this.#kind === "destroy" || step.kind !== "removal" || step.superseded) return false;
    if (this.#targets !== null) return !this.#targets.has(step.address);
    const isPart = (this.#selection.exclude ?? []).length > 0 || this.#notObserved.rows.length > 0;
    return isPart && !this.#isFormer(step);
  }

  /** Whether a step ends what was at an address where something else is made, or is read by now. */
  #isFormer(step: Step): boolean {
    return step.kind === "removal" && (step.superseded || this.#reads.has(step.address));
  }

  #whyNot(step: Step): string | undefined {
    const { address } = step;
    const why = this.#left.get(address);
    if (why !== undefined) return why;
    if (!this.isIn(address)) return "it is none of the targets";
    if (this.#isOnlyUndeclared(step))
      return this.#targets === null
        ? "it only left the declaration, and a plan that leaves something alone deletes none of that"
        : "it only left the declaration, and `--target` does not name it";
    if (this.#selection.noDelete === true && deletesObject(step)) return "nothing is to be deleted";
    if (this.#selection.noDelete === true && grantsRemoved(step).length > 0)
      return "its write would remove grants of others, and nothing is to be deleted";
    if (step.kind !== "removal" || step.how === "forget") return undefined;
    const dependent = this.#dependents.get(address);
    return dependent === undefined ? undefined : `\`${dependent}\`, which is left alone, may lean on it`;
  }

  #named(patterns: readonly string[]): ReadonlySet<string> {
    return namedBy(patterns, nameables(this.#planning.checked, this.#planning.state)).addresses;
  }

  #isExcluded(address: string): boolean {
    return this.#left.get(address) === "it is excluded";
  }

  /** Whether everything that a provider serves is left alone. */
  #isUnused(place: string | undefined): boolean {
    const nodes = this.#planning.checked?.nodes ?? [];
    return nodes.every(({ provider, address }) => place !== pointer("/providers", provider) || !this.isIn(address));
  }
}
