import type { PlanView } from "../../../contract/documents/plans/plan.ts";
import type { StepView } from "../../../contract/documents/plans/steps.ts";
import { inOrderOfNames } from "./natural-order.ts";

/** A changed step, and all that is told of it. */
export interface StepBlock {
  readonly step: StepView;
  readonly lines: readonly string[];
}

/** Of each step of a plan, whether it lets people do more than before. */
export function widensRights({ problems }: PlanView): (step: StepView) => boolean {
  const warned = new Set(problems.flatMap(({ code, address }) => (code === "widens-rights" ? [address] : [])));
  return (step) => warned.has(step.name) || gains(step) || step.fields.some(({ rank }) => widening.has(rank));
}

/** Steps of one kind, in the natural order of their names. */
export interface StepGroup {
  readonly title: string;
  /** Something is taken away, or lets people do more, or fails. */
  readonly isRisky: boolean;
  /** Nothing that is there is touched. */
  readonly isSafe: boolean;
  readonly blocks: readonly StepBlock[];
}

interface Meaning {
  readonly widens: boolean;
  /** What was at its name so far is taken away, as with a grant that moves to another object. */
  readonly ends: boolean;
}

interface Kind extends Pick<StepGroup, "title" | "isRisky" | "isSafe"> {
  readonly has: (step: StepView, means: Meaning) => boolean;
}

const isNew = ({ action, keepsOld }: StepView) => action === "create" || keepsOld === true;
const isRead = ({ action }: StepView) => action === "read";

/** By what hurts. A step is of the first kind that has it. */
const kinds: readonly Kind[] = [
  { title: "Will fail", isRisky: true, isSafe: false, has: (step) => step.blocked === true },
  { title: "Removed or replaced", isRisky: true, isSafe: false, has: (step, { ends }) => ends || takesAway(step) },
  {
    ...{ title: "Widens rights", isRisky: true, isSafe: false },
    has: (step, { widens }) => widens && !isNew(step) && !isRead(step),
  },
  { title: "Changed", isRisky: false, isSafe: false, has: (step) => !isNew(step) && !isRead(step) },
  { title: "Created", isRisky: false, isSafe: true, has: isNew },
  { title: "Read", isRisky: false, isSafe: true, has: isRead },
];

/** The steps of a plan in groups, without those that are empty: the same wherever a plan is told. */
export function stepGroups(blocks: readonly StepBlock[], plan: PlanView): readonly StepGroup[] {
  const widens = widensRights(plan);
  const former = plan.steps.filter((step) => step.superseded === true && takesAway(step));
  const ended = new Set(former.map(({ name }) => name));
  const kindOf = (step: StepView) => {
    const means = { widens: widens(step), ends: ended.has(step.name) };
    return kinds.find(({ has }) => has(step, means))?.title;
  };
  const found = Map.groupBy(blocks, ({ step }) => kindOf(step));
  return kinds.flatMap(({ title, isRisky, isSafe }) => {
    const own = found.get(title) ?? [];
    if (own.length === 0) return [];
    return [{ title, isRisky, isSafe, blocks: inOrderOfNames(own, ({ step }) => [step.name]) }];
  });
}

/** What a change of a field may mean that lets people do more than before. */
const widening: ReadonlySet<StepView["fields"][number]["rank"]> = new Set(["rights-widened", "guard-removed"]);

function gains({ rights }: StepView): boolean {
  return (rights?.gains.length ?? 0) > 0;
}

/** Whether a step takes an object away, or our care for it. */
export function takesAway({ action, superseded, keepsOld }: StepView): boolean {
  if (keepsOld === true) return false;
  return action === "delete" || action === "replace" || action === "retain" || superseded === true;
}
