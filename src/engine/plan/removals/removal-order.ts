import { type SoftEdge, withSoftOrder } from "../../graph/soft-order.ts";
import { type ResourceRecord, recordKey } from "../../state/records/record.ts";
import type { RemovalStep, Step } from "../plan.ts";
import { type Planning, sharerOf } from "../planning.ts";
import { holdersIn } from "./bind-to-holders.ts";
import { cascadedSteps, companionsByHolder } from "./cascade-deletes.ts";

/** What leans on objects, and the step after which it does so no more. */
interface Dependent {
  readonly step: string;
  /** Addresses of what it leans on. */
  readonly on: readonly string[];
}

/**
 * An object goes only after all that leaned on it has gone or has turned to something else. What a step needs comes
 * before that: where a deletion has to make room, what is made anew on the new object before its own former one goes
 * can't be earlier. Where records lean on one another in a circle, the word of the one that was written last is heard.
 */
export function withRemovalOrder(planning: Planning): readonly Step[] {
  if (!planning.steps.some((step) => step.kind === "removal")) return planning.steps;
  const steps = withBoundOrder(planning);
  const softEdges = softEdgesOf(steps, dependentsOf(steps, planning));
  const needs = withSoftOrder(new Map(steps.map((step) => [step.id, step.needs])), softEdges);
  return steps.map((step) => (step.kind === "removal" ? { ...step, needs: needs.get(step.id) ?? step.needs } : step));
}

/** The steps in the order in which removals are bound: what goes along follows its holder, sharers go one by one. */
function withBoundOrder(planning: Planning): readonly Step[] {
  const elders = eldersOf(planning);
  const holders = new Map(
    planning.steps.flatMap((step) =>
      step.kind === "removal" && !step.superseded ? [[step.address, step.id] as const] : [],
    ),
  );
  return planning.steps.map((step) => {
    if (step.kind !== "removal") return step;
    const first = step.goneWith === undefined ? elders.get(step.id) : holders.get(step.goneWith);
    return first === undefined ? step : { ...step, needs: [...new Set([...step.needs, first])] };
  });
}

/**
 * Of removals that share a physical object, the one before each, by step: one hand at a time, the last lets go of the
 * claim.
 */
function eldersOf(planning: Planning): ReadonlyMap<string, string> {
  const removals = planning.steps.filter((step) => step.kind === "removal");
  const elders = new Map<string, string>();
  for (const sharers of Map.groupBy(removals, (step) => sharerOf(step, planning)).values()) {
    sharers.sort((a, b) => a.generation - b.generation);
    for (const [index, { id }] of sharers.entries()) {
      const elder = sharers[index - 1];
      if (elder !== undefined) elders.set(id, elder.id);
    }
  }
  return elders;
}

/** Each removal after the steps of all that leans on its object, or on one that it takes along. */
function softEdgesOf(steps: readonly Step[], dependents: readonly Dependent[]): readonly SoftEdge[] {
  const companions = companionsByHolder(steps);
  const addressOf = new Map(steps.map(({ id, address }) => [id, address]));
  const endings = new Map<string, { readonly removal: RemovalStep; readonly along: ReadonlySet<string> }[]>();
  for (const removal of steps) {
    if (removal.kind !== "removal" || removal.goneWith !== undefined) continue;
    const along = cascadedSteps(companions, removal.superseded ? "" : removal.address);
    const addresses = [removal.address, ...[...along].map((id) => addressOf.get(id) ?? id)];
    for (const address of new Set(addresses)) {
      const known = endings.get(address);
      if (known === undefined) endings.set(address, [{ removal, along }]);
      else known.push({ removal, along });
    }
  }
  return dependents.flatMap(({ step, on }) =>
    on
      .flatMap((address) => endings.get(address) ?? [])
      .flatMap(({ removal, along }) => (along.has(step) ? [] : [{ node: removal.id, after: step }])),
  );
}

/** All that leans on something and has a step; earlier ones are heard first. */
function dependentsOf(steps: readonly Step[], planning: Planning): readonly Dependent[] {
  const { checked, snapshot, state } = planning;
  const removals = Map.groupBy(
    steps.filter((step) => step.kind === "removal"),
    recordKey,
  );
  const writes = new Map(steps.flatMap((step) => (step.kind === "write" ? [[step.address, step] as const] : [])));
  const writeOf = ({ address, uid }: Pick<ResourceRecord, "address" | "uid">) => {
    const write = writes.get(address);
    return write?.uid === uid ? [write.id] : [];
  };
  const endOf = (record: ResourceRecord): readonly string[] => {
    const removal = removals.get(recordKey(record))?.[0];
    // What is only forgotten for the sake of a write stands until that is done.
    const written = removal === undefined || removal.how === "forget" ? writeOf(record) : [];
    return written.length > 0 || removal === undefined ? written : [removal.id];
  };
  const onAll = (edges: readonly string[]) => [...new Set([...edges, ...planning.managedBelow(edges)])];
  const made = new Set([
    ...state.records.keys(),
    ...state.superseded.map(({ address }) => address),
    ...snapshot.indeterminate.map(({ intent }) => intent.address),
  ]);
  // Records of older versions name the reads that they leaned on. What has an object was none, whatever its name reads
  // by now.
  const onRecorded = (dependsOn: readonly string[]) => [
    ...new Set([...dependsOn, ...planning.managedBelow(dependsOn.filter((address) => !made.has(address)))]),
  ];
  const holders = holdersIn(planning);
  const recorded = [...state.records.values(), ...state.superseded].flatMap((record) => {
    const on = [...onRecorded(record.dependsOn), ...holders(record)];
    return on.length === 0 ? [] : endOf(record).map((step) => ({ step, record, on }));
  });
  recorded.sort((one, other) => Date.parse(other.record.observed.at) - Date.parse(one.record.observed.at));
  return [
    ...recorded.map(({ step, on }) => ({ step, on })),
    ...snapshot.indeterminate.flatMap(({ intent }) => {
      const unmade = removals.get(recordKey({ uid: intent.uid, generation: 0 })) ?? [];
      const on = [...onRecorded(intent.record?.dependsOn ?? []), ...holders(intent)];
      return [...unmade.map(({ id }) => id), ...writeOf(intent)].map((step) => ({ step, on }));
    }),
    ...(checked?.nodes ?? []).flatMap(({ address, edges }) => {
      const write = writes.get(address);
      return write === undefined ? [] : [{ step: write.id, on: [...onAll(edges), ...holders(write)] }];
    }),
  ];
}
