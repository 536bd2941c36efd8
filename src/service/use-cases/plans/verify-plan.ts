import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import { echoIdentity } from "../../../definitions/schema/comparison/echo.ts";
import { idKey } from "../../../definitions/schema/identity/same-object.ts";
import { secretPlaces } from "../../../definitions/schema/secret-values.ts";
import type { Question } from "../../../engine/observe/question.ts";
import { readAll } from "../../../engine/observe/reader.ts";
import type { Plan } from "../../../engine/plan/plan.ts";
import { seenVersions } from "../../../engine/plan/seen-objects.ts";
import { movedText } from "../../../engine/state/drift/moved-text.ts";
import { type Claim, claimantOf, objectKey } from "../../../engine/state/snapshot.ts";
import type { StackState } from "../../../engine/state/stack-state.ts";
import type { Deployment } from "../deployment.ts";
import { claimKeyOf } from "../objects/claim-key-of.ts";
import { heldByOthers } from "../objects/import-conflicts.ts";
import { readParallelism } from "../objects/read-parallelism.ts";
import { claimForAll } from "../secrets/visible-claims.ts";
import { atStack } from "../stacks/at-stack.ts";
import { readsMovedSince } from "./reads-moved.ts";

/** An object that a plan saw, and what it saw there. */
interface Seen {
  readonly address: string;
  readonly question: Question;
  readonly outputs: JsonObject | null;
  readonly claim: string;
  /** It is to be recorded as it was seen. */
  readonly isImport: boolean;
}

/** What has moved since the plan looked: of its objects, and of what its `get`s and look-ups tell. Reads only. */
export async function allMovedSince(
  plan: Plan,
  state: StackState,
  deployment: Deployment,
  signal: AbortSignal,
): Promise<readonly Problem[]> {
  const objects = await movedSince(plan, state, deployment, signal);
  return [...objects, ...(await readsMovedSince(plan, deployment, signal))];
}

/**
 * What has moved on the platforms since the plan looked: every object it read is read again and its version compared.
 * One problem an object, naming the fields; of what another stack has taken meanwhile it tells that alone. Reads only.
 */
async function movedSince(
  plan: Plan,
  state: StackState,
  deployment: Deployment,
  signal: AbortSignal,
): Promise<readonly Problem[]> {
  const { catalog } = deployment;
  const versions = seenVersions(plan.bindings, state, catalog);
  const seen = objectsOf(plan, state, deployment).filter(({ question }) => versions.has(question.key));
  const own = new Set([...state.records.values(), ...state.superseded].map((record) => claimKeyOf(record, catalog)));
  const others = seen.filter(({ claim }) => !own.has(claim));
  // What its stack lets go of right after the read may be deleted.
  const heldBefore = await heldByOthers(
    plan.stack,
    others.flatMap(({ isImport, claim }) => (isImport ? [claim] : [])),
    deployment,
  );
  const now = await readAll(
    seen.map(({ question }) => question),
    { driverOf: atStack(plan.stack, deployment).drivers, parallel: readParallelism, signal },
  );
  // Nothing will be done, so nothing has to be as it was.
  if (signal.aborted) return [];
  const taken = await takenMeanwhile(others, heldBefore, plan, deployment);
  return seen.flatMap(({ address, question, outputs }) => {
    // Another stack's object: neither its values nor that they moved are this stack's to know.
    const claimed = taken.get(question.key);
    if (claimed !== undefined) return [claimed];
    const observed = now.get(question.key);
    const before = versions.get(question.key) ?? null;
    const after = observed?.kind === "present" ? observed.version : null;
    if (observed === undefined || before === after) return [];
    const moved = (detail: string) => [
      problem("stale-plan", `\`${question.target.id}\` ${detail}; plan again`, { address }),
    ];
    if (observed.kind === "unreadable") return moved(`can't be read any more: ${observed.detail}`);
    if (before === null) return moved("did not exist when the plan was made, and does now");
    if (observed.kind === "absent") return moved("existed when the plan was made, and does not any more");
    const what =
      outputs === null
        ? ""
        : movedText(question.definition, outputs, echoIdentity(question.definition, observed.outputs, outputs));
    return moved(what === "" ? "has another version than when the plan was made" : `moved since the plan: ${what}`);
  });
}

/**
 * Problems with what the plan would take over and another stack has taken meanwhile, by address. Asked for after the
 * reads: who writes a secret has claimed the object before.
 */
async function takenMeanwhile(
  wanted: readonly Seen[],
  heldBefore: ReadonlyMap<string, Claim>,
  plan: Plan,
  { store, authority }: Deployment,
): Promise<ReadonlyMap<string, Problem>> {
  const heldNow = await heldByOthers(
    plan.stack,
    wanted.map(({ claim }) => claim),
    { store },
  );
  return new Map(
    wanted.flatMap(({ address, claim, question }): [string, Problem][] => {
      const other = heldNow.get(claim) ?? heldBefore.get(claim);
      if (other === undefined) return [];
      const holder = claimantOf(claimForAll(other, plan.stack, authority));
      const detail = `\`${question.target.id}\` already belongs to ${holder}, and \`${address}\` claims it too`;
      return [[question.key, problem("claimed-twice", detail, { address })]];
    }),
  );
}

/** Everything the plan read under a known identity: what it changes, and what it leaves. */
function objectsOf(plan: Plan, state: StackState, { catalog }: Deployment): readonly Seen[] {
  const found = new Map<string, Seen>();
  // What only moves is as its record says.
  const changed = plan.steps.flatMap((step) =>
    step.kind === "read" || step.kind === "move" || step.identity === null
      ? []
      : [{ ...step, identity: step.identity, outputs: step.prior?.outputs ?? null }],
  );
  for (const named of [...changed, ...state.records.values(), ...state.superseded]) {
    const { address, type, apiVersion, provider, identity, outputs } = named;
    const isImport = "action" in named && named.action === "import";
    const definition = catalog.resources[type];
    if (definition === undefined) continue;
    const { id, variables } = identity;
    const { cloudId } = provider;
    const key = objectKey(cloudId, idKey(definition, id));
    const target = { type, apiVersion, provider, id, variables, secret: secretPlaces(outputs ?? undefined) };
    const claim = claimKeyOf(named, catalog);
    const question = { key, cloudId, definition, target };
    if (!found.has(key)) found.set(key, { address, question, outputs, claim, isImport });
  }
  return [...found.values()];
}
