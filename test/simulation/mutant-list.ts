import type { Rule } from "./judges/rules.ts";

/** A text of the engine and what stands there without a cure. */
export interface Patch {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** A cure that is taken out: the simulation must see that it is missing. */
export interface Mutant {
  /**
   * Of the issue "The engine under edits, strangers and undo"; 191 to 193: points 1 to 3 of "Ready for real accounts";
   * 1705 to 1714: what a second reading of the first one found, by its numbers 5 to 14; 22: what the judges of records,
   * of runs that tell done and of claims see; 24: of runs
   * that several workers carry out; 85: of deletions that take two calls (decision 0085).
   */
  readonly point: number;
  readonly missing: string;
  /** A seed that saw it missing when it was added. */
  readonly found?: string;
  /** The rule by which it must be seen: it shows that the judge of that rule bites. Left out: whichever does. */
  readonly rule?: Rule;
  readonly patches: readonly Patch[];
}

export const mutants: readonly Mutant[] = [
  {
    point: 1,
    missing: "a write takes away only what its plan has shown",
    patches: [
      {
        file: "src/engine/apply/calls/bound-change.ts",
        from: "  return displaces.filter((each) => !shown.includes(each));",
        to: "  return displaces.filter((each) => shown === undefined || each === undefined);",
      },
    ],
  },
  {
    point: 2,
    missing: "an object found late gives way to the record that has its address",
    patches: [
      {
        file: "src/engine/recover/recover.ts",
        from: "    entries: givingWay(entries, input.state, open).map(",
        to: "    entries: (givingWay === undefined ? [] : entries).map(",
      },
      {
        file: "src/service/use-cases/state/edit-state.ts",
        from: '    refuseWhileOpen(state.openIntents, concerned, stack, "rename");',
        to: '    refuseWhileOpen([], concerned, stack, "rename");',
      },
    ],
  },
  {
    point: 4,
    missing: "outputs are resolved over what is done",
    patches: [
      {
        file: "src/engine/apply/final-outputs.ts",
        from: "context.input.language.resolve(derived?.value ?? planned, bindings);",
        to: "context.input.language.resolve(planned, context.bindings);",
      },
      {
        file: "src/engine/apply/final-outputs.ts",
        from: "return { ...outputsLeft(standingOutputs(state, standing)), problems: [] };",
        to: "return { ...outputsLeft(standingOutputs(state, standing)), outputs: {}, problems: [] };",
      },
    ],
  },
  {
    point: 4,
    missing: "what the plan saw to be gone is in no output",
    patches: [
      {
        file: "src/engine/apply/final-outputs.ts",
        from: "    if (isFormer && !mayLag(record, context.now())) gone.add(recordKey(record));",
        to: "    if (isFormer && !mayLag(record, context.now())) gone.delete(recordKey(record));",
      },
    ],
  },
  {
    point: 4,
    missing: "an output that can't be told keeps its former value",
    found: "anywhere 330",
    patches: [
      {
        file: "src/engine/apply/final-outputs.ts",
        from: "    if (former === undefined || !isStanding(sources, standing)) continue;",
        to: "    if (former === undefined || !isStanding(sources, standing) || sources !== null) continue;",
      },
    ],
  },
  {
    point: 4,
    missing: "an output that can't be told keeps no value of an object that is gone",
    found: "anywhere 196",
    patches: [
      {
        file: "src/engine/apply/final-outputs.ts",
        from: "    if (former === undefined || !isStanding(sources, standing)) continue;",
        to: "    if (former === undefined || (sources === null && !isStanding(sources, standing))) continue;",
      },
    ],
  },
  {
    point: 5,
    missing: "what leans on a step of the plan is read in the run",
    patches: [
      {
        file: "src/engine/plan/plan-read.ts",
        from: "  const stepsBefore = planning.affected.by(node.edges);",
        to: "  const stepsBefore = planning.affected.by([]);",
      },
    ],
  },
  {
    point: 6,
    missing: "dependencies through a read count for the order of removals",
    patches: [
      {
        file: "src/engine/plan/push-write.ts",
        from: "    dependsOn: planning.managedBelow(node.edges),",
        to: "    dependsOn: node.edges,",
      },
      {
        file: "src/engine/plan/keep-object.ts",
        from: "  const dependsOn = planning.managedBelow(node.edges);",
        to: "  const dependsOn = node.edges;",
      },
      {
        file: "src/engine/plan/removals/removal-order.ts",
        from: "[...new Set([...edges, ...planning.managedBelow(edges)])];",
        to: "[...new Set(edges)];",
      },
      {
        file: "src/engine/plan/removals/removal-order.ts",
        from: "...planning.managedBelow(dependsOn.filter((address) => !made.has(address)))",
        to: "...dependsOn.filter((address) => made.has(address))",
      },
    ],
  },
  {
    point: 6,
    missing: "what a former object leaned on is that object, whatever its name reads by now",
    patches: [
      {
        file: "src/engine/plan/removals/removal-order.ts",
        from: "planning.managedBelow(dependsOn.filter((address) => !made.has(address)))",
        to: 'planning.managedBelow(dependsOn.filter((address) => address !== "" || made.has(address)))',
      },
    ],
  },
  {
    point: 7,
    missing: "an undo is refused where a later run has changed the same field",
    patches: [
      {
        file: "src/engine/undo/former/former-fields.ts",
        from: "    if (!isAsLeft) {\n      const by",
        to: "    if (!isAsLeft && isCorrected) {\n      const by",
      },
    ],
  },
  {
    point: 7,
    missing: "an undo puts back the fields that the run has changed",
    patches: [
      {
        file: "src/engine/undo/former/former-fields.ts",
        from: "    if (!isFormer) wanted.push({ path, value: valueAt(formerly, path) ?? null });",
        to: "    if (isCorrected) wanted.push({ path, value: valueAt(formerly, path) ?? null });",
      },
    ],
  },
  {
    point: 7,
    missing: "an undo that took a former object back is undone itself",
    patches: [
      {
        file: "src/engine/undo/changed-fields.ts",
        from: "    const isAnother = isTakenBack(transition);",
        to: "    const isAnother = isTakenBack(transition) && intent !== null;",
      },
    ],
  },
  {
    point: 7,
    missing: "an undo puts back what an operation that failed may have changed",
    patches: [
      {
        file: "src/engine/undo/journal/journal-walk.ts",
        from: "mayHaveDeleted === true || mayHaveChanged === true ||",
        to: "mayHaveDeleted === true ||",
      },
    ],
  },
  {
    point: 9,
    missing: "the step of a former object tells its uid",
    patches: [
      {
        file: "src/engine/state/step-id.ts",
        from: "  return `${address}~${uid}~${generation}`;",
        to: "  return uid === undefined ? uid : `${address}~${generation}`;",
      },
      {
        file: "src/engine/plan/removals/plan-removal.ts",
        from: "reason.superseded || reason.isReadNow === true ?",
        to: "reason.superseded ?",
      },
      {
        file: "src/engine/plan/ordered-steps.ts",
        from: "invariant(ordered[index + 1]?.id !== id, `two steps of one plan are called ${id}`);",
        to: "invariant(index >= 0, id);",
      },
    ],
  },
  {
    point: 191,
    missing: "an error inside a finished operation is final",
    patches: [
      {
        file: "src/providers/google/operation-outcome.ts",
        from: "    return failedOperation(error, name);",
        to: '    return { kind: "unavailable", detail: failedOperation(error, name).detail, retryAfterMs: null };',
      },
    ],
  },
  {
    point: 191,
    missing: "a refused question keeps intent and operation name",
    found: "anywhere 1",
    patches: [
      {
        file: "src/engine/apply/calls/follow-operation.ts",
        from: 'import { leftBehind } from "./left-behind.ts";\n',
        to: 'import { isCalledOff } from "../../ports/outcome.ts";\nimport { closeIntent } from "./call-notes.ts";\nimport { leftBehind } from "./left-behind.ts";\n',
      },
      {
        file: "src/engine/apply/calls/follow-operation.ts",
        from: "  { operationName, noted }: NonNullable",
        to: "  { operationName, noted, intent }: NonNullable",
      },
      {
        file: "src/engine/apply/calls/follow-operation.ts",
        from: '  if (outcome.kind !== "unknown") throw questionRefused(step, outcome);\n  // It may',
        to: '  if (outcome.kind !== "unknown") {\n    const { seq, claimKey } = intent;\n    const effects = context.releaseOf(step, claimKey);\n    if (!isCalledOff(outcome)) await closeIntent(step, { seq, outcome: "failed", detail: outcome.detail, effects }, context);\n    throw questionRefused(step, outcome);\n  }\n  // It may',
      },
    ],
  },
  {
    point: 191,
    missing: "what a failed operation has left is recorded as tainted",
    patches: [
      {
        file: "src/engine/state/records/tainted-record.ts",
        from: '  if (operation !== "create" || sketch === null) return [];',
        to: '  if (operation !== "create" || sketch === null || why !== "") return [];',
      },
    ],
  },
  {
    point: 191,
    missing: "a tainted object is replaced",
    patches: [
      {
        file: "src/engine/plan/plan-managed.ts",
        from: "  return !isLifted;",
        to: "  return isLifted && declared === undefined;",
      },
    ],
  },
  {
    point: 191,
    missing: "an undo takes what a failed operation has left for made",
    patches: [
      {
        file: "src/engine/undo/journal/journal-walk.ts",
        from: 'outcome !== "failed" || effects.some(leavesHalfMade);',
        to: 'outcome !== "failed" || (effects.length < 0 && effects.some(leavesHalfMade));',
      },
    ],
  },
  {
    point: 191,
    missing: "the error of an operation whose name was lost is asked for",
    patches: [
      {
        file: "src/providers/google/operation-outcome.ts",
        from: "last?.done !== true || last",
        to: "last?.done !== true || begunAt(last.metadata) >= 0 || last",
      },
    ],
  },
  {
    point: 191,
    missing: "an operation whose object is shown already is awaited",
    patches: [
      {
        file: "src/engine/plan/plan-new.ts",
        from: 'if (unmade.why === "pending") return',
        to: 'if (unmade.why === "pending" && unmade.detail === "") return',
      },
    ],
  },
  {
    point: 193,
    missing: "an object that its platform has renamed is found again",
    patches: [
      {
        file: "src/engine/observe/reader.ts",
        from: 'seen.get(key)?.kind === "absent" &&',
        to: "seen.get(key) === undefined &&",
      },
    ],
  },
  {
    point: 1711,
    missing: "protection counts for an object whose making has no known end",
    found: "anywhere 952",
    patches: [
      {
        file: "src/engine/plan/protection.ts",
        from: "    return (isNowhere ? undefined : asKept(intent, planning)) ?? [];",
        to: "    return (isNowhere || !isNowhere ? undefined : asKept(intent, planning)) ?? [];",
      },
    ],
  },
  {
    point: 1711,
    missing: "a share of unknown end that is to be kept is not written over by another one of its policy",
    patches: [
      {
        file: "src/engine/plan/protection.ts",
        from: '  if (definition.existence !== "part" || step.type !== type',
        to: '  if (definition.existence !== "" || step.type !== type',
      },
    ],
  },
  {
    point: 1711,
    missing: "an object whose making has no known end is kept where its call noted that",
    found: "anywhere 3221",
    patches: [
      {
        file: "src/engine/plan/removals/remove-unmade.ts",
        from: "  const mode = kept === undefined ? definition.onDestroy : onDestroyOf(kept, planning);",
        to: "  const mode = kept === undefined || kept.isUnmade === true ? definition.onDestroy : onDestroyOf(kept, planning);",
      },
    ],
  },
  {
    point: 1713,
    missing: "what stood beside a share of unknown end comes back with its removal",
    found: "anywhere 3221",
    patches: [
      {
        file: "src/engine/plan/removals/remove-unmade.ts",
        from: "  const back = isRestored ? grantsBack({ ...record, address, type, identity }, seen, planning) : [];",
        to: "  const back = isRestored && !isRestored ? grantsBack({ ...record, address, type, identity }, seen, planning) : [];",
      },
    ],
  },
  {
    point: 1714,
    missing: "a setting of unknown end is put back at once",
    found: "anywhere 1320",
    patches: [
      {
        file: "src/engine/plan/removals/remove-unmade.ts",
        from: '  if (definition.existence !== "standing" || restore === undefined) return onlyGone(intent, definition);',
        to: '  if (definition.existence !== "" || restore === undefined) return onlyGone(intent, definition);',
      },
    ],
  },
  {
    point: 1714,
    missing: "a look that shows what stood before a call proves nothing so soon after it",
    found: "anywhere 952",
    patches: [
      {
        file: "src/engine/state/drift/stood-before.ts",
        from: "  return before !== null && mayNotShow(since, at) && contentDigest",
        to: "  return before !== null && mayNotShow(since, at) && since > at && contentDigest",
      },
    ],
  },
  {
    point: 4,
    missing: "the outputs after an undo tell of what it adopts",
    found: "anywhere 45",
    patches: [
      {
        file: "src/engine/apply/steps/perform-record.ts",
        from: '  if (step.effect.kind === "put")\n',
        to: '  if (step.effect.kind === "put" && step.fields.length > 0)\n',
      },
    ],
  },
  {
    point: 85,
    missing: "what is deleted by one call goes with the record that its plan has named",
    found: "anywhere 822",
    patches: [
      {
        file: "src/engine/apply/steps/ready-object.ts",
        from: "  if (Object.keys(values).length === 0) return { deletion, generation: step.generation };",
        to: "  const isOneCall = Object.keys(values).length === 0;",
      },
      {
        file: "src/engine/apply/steps/ready-object.ts",
        from: '  if (context.waitingIntent(step.id)?.intent.operation === "delete") return as;',
        to: '  if (isOneCall || context.waitingIntent(step.id)?.intent.operation === "delete") return as;',
      },
    ],
  },
  {
    point: 85,
    missing: "what a removal has left open itself is closed where its object is let go of",
    found: "near 21",
    patches: [
      {
        file: "src/engine/apply/steps/perform-removal.ts",
        from: "...context.open.ownSettled(step.id)]",
        to: "...context.open.ownSettled(`${step.id} of none`)]",
      },
    ],
  },
  {
    point: 85,
    missing: "an object that a look shows unready is made ready once more",
    found: "near 179",
    patches: [
      {
        file: "src/engine/plan/removals/plan-removal.ts",
        from: "  const fields = unready.length > 0 ? unready : firstFields",
        to: "  const fields = unready.length < 0 ? unready : firstFields",
      },
    ],
  },
  {
    point: 22,
    missing: "a record tells when its object was updated last",
    found: "anywhere 48",
    rule: "recorded",
    patches: [
      {
        file: "src/engine/state/records/made-record.ts",
        from: "        isWhole ? seen.outputs : outputsAfter({ ...making, inputs, before, written, at }, sketch, seen, definition),",
        to: '        isWhole ? seen.outputs : { ...outputsAfter({ ...making, inputs, before, written, at }, sketch, seen, definition), ...(formerly?.outputs["updateTime"] === undefined ? {} : { updateTime: formerly.outputs["updateTime"] }) },',
      },
    ],
  },
  {
    point: 22,
    missing: "an update whose answer was lost is done only where a look shows it",
    found: "anywhere 2673",
    rule: "told as done",
    patches: [
      {
        file: "src/engine/apply/calls/settle-change.ts",
        from: "      isAsWanted(definition, outputs, wantedBy(change.operation, change, definition))",
        to: '      (change.operation === "update" || isAsWanted(definition, outputs, wantedBy(change.operation, change, definition)))',
      },
    ],
  },
  {
    point: 22,
    missing: "an output is what its expression comes to when the run has ended",
    found: "anywhere 77",
    rule: "told outputs",
    patches: [
      {
        file: "src/engine/apply/final-outputs.ts",
        from: "      outputs[name] = value;",
        to: '      outputs[name] = name.startsWith("text") ? (state.outputs[name] ?? value) : value;',
      },
    ],
  },
  {
    point: 22,
    missing: "what its run did not know is not dropped for what a failed creation has left",
    found: "wide 199",
    rule: "state",
    patches: [
      {
        file: "src/engine/recover/recover.ts",
        from: "  const former = fateOf(current, record, record.former);",
        to: "  const { former } = record;",
      },
    ],
  },
  {
    point: 22,
    missing: "a plan sees what other stacks have",
    found: "stacks 3",
    rule: "not refused",
    patches: [
      {
        file: "src/engine/observe/observe.ts",
        from: "  const heldNow = await input.claims([...session.claimed.keys()].filter((key) => !own.has(key)));",
        to: "  const heldNow = await input.claims([...session.claimed.keys()].filter((key) => own.has(key)));",
      },
    ],
  },
  {
    point: 22,
    missing: "a claim is one stack's",
    found: "stacks 24",
    rule: "two stacks",
    patches: [
      {
        file: "src/stores/rows/batch/staged-batch.ts",
        from: "        if (claim !== undefined && (claim.uid !== uid || claim.stack !== stack)) taken(claim);",
        to: "        if (claim !== undefined && claim.uid !== uid && claim.stack === stack) taken(claim);",
      },
    ],
  },
  {
    point: 22,
    missing: "what a run has begun is claimed until it is settled",
    found: "stacks 1",
    rule: "two stacks",
    patches: [
      {
        file: "src/engine/state/stack-state.ts",
        from: "      rows.putClaim(entry.claimKey, entry.uid, entry.address);\n      return;",
        to: "      return;",
      },
    ],
  },
  {
    point: 22,
    missing: "what a stack lets go of is free for others",
    found: "stacks 4",
    rule: "refused for nothing",
    patches: [
      {
        file: "src/stores/rows/batch/staged-batch.ts",
        from: "        if (claim?.uid === uid && claim.stack === stack) claims.set(claimKey, undefined);",
        to: "        if (claim?.uid === uid && claim.stack !== stack) claims.set(claimKey, undefined);",
      },
    ],
  },
  {
    point: 24,
    missing: "a write under an epoch that has passed is refused",
    found: "workers 168",
    patches: [
      {
        file: "test/memory-store/memory-store.ts",
        from: '    if (rows?.lease?.epoch !== epoch) return { kind: "fenced" };',
        to: '    if (rows === undefined) return { kind: "fenced" };',
      },
    ],
  },
  {
    point: 24,
    missing: "a run that is delivered after another one has come goes on no more",
    found: "workers 16",
    patches: [
      {
        file: "src/service/use-cases/runs/runs-of-stack.ts",
        from: "  if (other === undefined) return null;",
        to: "  if (other === undefined || orDone) return null;",
      },
    ],
  },
  {
    point: 24,
    missing: "a plan that is delivered late is held against what has come since",
    found: "workers 217",
    patches: [
      {
        file: "src/service/use-cases/runs/advance-once.ts",
        from: "  const stale = await whatIsStale(found, request.plan, state, deployment);",
        to: "  const stale: readonly Problem[] = [];",
      },
    ],
  },
];
