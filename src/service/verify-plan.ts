import type { JsonObject } from "../base/json.ts";
import { type Problem, problem } from "../base/problem.ts";
import { echoIdentity } from "../definitions/schema/echo.ts";
import { idKey } from "../definitions/schema/identity.ts";
import { secretPlaces } from "../definitions/schema/secret-values.ts";
import { type Question, readAll } from "../engine/observe/reader.ts";
import type { Plan } from "../engine/plan/plan.ts";
import { seenVersions } from "../engine/plan/seen-objects.ts";
import type { ProviderInstance, Target } from "../engine/ports/driver.ts";
import { movedText } from "../engine/state/moved-text.ts";
import { objectKey } from "../engine/state/snapshot.ts";
import type { StackState } from "../engine/state/stack-state.ts";
import { atStack } from "./at-stack.ts";
import type { Deployment } from "./deployment.ts";
import { readParallelism } from "./read-parallelism.ts";

/** An object that a plan saw, and what it saw there. */
interface Seen {
  readonly address: string;
  readonly question: Question;
  readonly outputs: JsonObject | null;
}

/**
 * What has moved on the platforms since the plan looked: every object it read is read again and its version compared. One
 * problem an object, naming the fields. Reads only.
 */
export async function movedSince(
  plan: Plan,
  state: StackState,
  deployment: Deployment,
  signal: AbortSignal,
): Promise<readonly Problem[]> {
  const versions = seenVersions(plan.bindings, state, deployment.catalog);
  const seen = objectsOf(plan, state, deployment).filter(({ question }) => versions.has(question.key));
  const now = await readAll(
    seen.map(({ question }) => question),
    { driverOf: atStack(plan.stack, deployment).drivers, parallel: readParallelism, signal },
  );
  // Nothing will be done, so nothing has to be as it was.
  if (signal.aborted) return [];
  return seen.flatMap(({ address, question, outputs }) => {
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

/** Everything the plan read under a known identity: what it changes, and what it leaves. */
function objectsOf(plan: Plan, state: StackState, { catalog }: Deployment): readonly Seen[] {
  const found = new Map<string, Seen>();
  const add = (address: string, target: Target, cloudId: string, outputs: JsonObject | null) => {
    const definition = catalog.resources[target.type];
    if (definition === undefined) return;
    const key = objectKey(cloudId, idKey(definition, target.id));
    if (!found.has(key)) found.set(key, { address, question: { key, definition, target }, outputs });
  };
  for (const step of plan.steps) {
    // What only moves is as its record says.
    if (step.kind === "read" || step.kind === "move" || step.identity === null) continue;
    const provider: ProviderInstance = step.provider;
    const { type, apiVersion, identity } = step;
    add(
      step.address,
      {
        type,
        apiVersion,
        provider,
        id: identity.id,
        variables: identity.variables,
        secret: secretPlaces(step.prior?.outputs),
      },
      step.provider.cloudId,
      step.prior?.outputs ?? null,
    );
  }
  for (const record of [...state.records.values(), ...state.superseded]) {
    const { type, apiVersion, provider, identity } = record;
    add(
      record.address,
      {
        type,
        apiVersion,
        provider,
        id: identity.id,
        variables: identity.variables,
        secret: secretPlaces(record.outputs),
      },
      provider.cloudId,
      record.outputs,
    );
  }
  return [...found.values()];
}
