import { isJsonObject, type JsonObject } from "../../../../packages/base/json/json.ts";
import { hasErrors, type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import { problemCodes } from "../../../../packages/base/problems/problem-codes.ts";
import type { ObjectView } from "../../../contract/documents/objects.ts";
import type { OperationView } from "../../../contract/documents/operations.ts";
import { type Expected, isMet } from "../../../contract/expected.ts";
import { idKey } from "../../../definitions/schema/identity/same-object.ts";
import { expressionLanguage } from "../../../engine/expressions/expression-language.ts";
import type { Plan, Step } from "../../../engine/plan/plan.ts";
import { seenVersions } from "../../../engine/plan/seen-objects.ts";
import { objectKey } from "../../../engine/state/snapshot.ts";
import { Rejection } from "../../rejection.ts";
import { accept } from "../declarations/read-and-check.ts";
import { FailedOperation } from "../operations/failed-operation.ts";
import { type OperationContext, settled } from "../operations/show-operation.ts";
import type { CheckedPlanRequest } from "../plans/checked-plan-request.ts";
import { keepPlan } from "../plans/kept-plans.ts";
import { makeContent } from "../plans/make-plans.ts";
import { planImport } from "../plans/plan-import.ts";
import type { Round } from "../runs/rounds.ts";
import { atStack, secretsOf } from "../stacks/at-stack.ts";
import { begunBefore } from "./begun-before.ts";
import { directText, inRequest, itsName, placed } from "./direct-text.ts";
import { type Located, locateObject, managed, type ObjectAddress, providerText } from "./locate-object.ts";
import { refuseStackOptions } from "./object-options.ts";
import { type CreateRequest, objectToMake } from "./object-to-make.ts";
import { declaredOptions, etagOf, recordedObject } from "./object-view.ts";
import { namingInputs, strangeMarkers, unsealed } from "./read-back-values.ts";

/** How long the caller waits for the operation to be done, in milliseconds; and a signal for when that is over. */
export interface Patience {
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

/** What a write has come to: an operation, or what an earlier attempt at the same request has made. */
export type Written = OperationView | { readonly made: ObjectView };

/**
 * Makes an object that is managed by itself: checked, looked at, planned and carried out as a declared one is. A
 * left-out identifier gets a name where the type has auto-naming. Rejections: "unprocessable" for what is wrong in the
 * request, "conflict" where something stands in the way. What befalls the run is told by the operation.
 */
export async function createObject(
  request: CreateRequest,
  context: OperationContext,
  patience: Patience,
): Promise<Written> {
  const made = await objectToMake(request, context.deployment);
  const plan = async () => (await planned({ ...made, kind: "apply" }, context)).plan;
  return once(made.stack, context, patience, () => sayingHow(request.type, plan()));
}

/** What stands where an object is to be made is taken over by itself otherwise than into a stack. */
async function sayingHow<T>(type: string, plan: Promise<T>): Promise<T> {
  try {
    return await plan;
  } catch (cause) {
    if (!(cause instanceof Rejection)) throw cause;
    const path = `/v1/types/${encodeURIComponent(type)}/objects:import`;
    const hint = `\`POST ${path}\` with the id takes it over as an object by itself`;
    throw new Rejection(
      cause.reason,
      cause.problems.map((each) => (each.code === "already-exists" ? { ...each, hint } : each)),
    );
  }
}

export interface UpdateRequest extends ObjectAddress {
  /** All of them: what is left out is cleared, but for what names the object. */
  readonly properties: JsonObject;
  /** Null leaves the options as they are. */
  readonly options: JsonObject | null;
  readonly expected: Expected;
}

/**
 * Changes an object in place. A change that takes another object is refused. Sealed values that come back as they were
 * shown stay what they are.
 */
export async function updateObject(
  request: UpdateRequest,
  context: OperationContext,
  patience: Patience,
): Promise<OperationView> {
  const { deployment } = context;
  const located = await locateObject(request, deployment);
  const record = managed(located);
  const { definition, named, stack } = located;
  const strange = strangeMarkers(request.properties, record.inputs);
  if (strange.length > 0) throw new Rejection("unprocessable", strange.map(strangeMarker));
  const given = await unsealed(request.properties, record.inputs, secretsOf(stack, deployment));
  const properties = { ...namingInputs(definition, record.inputs), ...(isJsonObject(given) ? given : {}) };
  const options = request.options ?? declaredOptions(record.options);
  refuseStackOptions(options);
  const text = directText({ ...named, resource: { type: request.type, properties, options } });
  const { checked, language, problems } = await placed(accept(text, atStack(stack, deployment)));
  const { plan, state } = await planned({ stack, kind: "apply", checked, language, problems, refresh: true }, context);
  refuseReplacement(plan, located);
  refuseUnexpected(request.expected, { plan, state }, located, context);
  return unlessOvertaken(await carriedOut(plan, context, patience), request.expected, located.id);
}

function strangeMarker(place: string): Problem {
  const detail = "the object is recorded with another value here, or with none that is sealed; give the value itself";
  return problem("sealed-value", detail, { pointer: `/properties${place}` });
}

/**
 * Ends the care for an object as its `onDestroy` says: deletes it, restores what was before us, or leaves it as it is.
 */
export async function deleteObject(
  request: ObjectAddress & { readonly expected: Expected },
  context: OperationContext,
  patience: Patience,
): Promise<OperationView> {
  const located = await locateObject(request, context.deployment);
  managed(located);
  const { stack } = located;
  const language = await expressionLanguage({});
  // Who names the one object means it.
  const dropAllOf = [located.named.ref];
  const made = { stack, kind: "destroy", checked: null, language, problems: [], refresh: true, dropAllOf } as const;
  const { plan, state } = await planned(made, context);
  refuseUnexpected(request.expected, { plan, state }, located, context);
  return unlessOvertaken(await carriedOut(plan, context, patience), request.expected, located.id);
}

/** Takes an existing object into management as it stands. */
export async function importObject(
  request: ObjectAddress,
  context: OperationContext,
  patience: Patience,
): Promise<Written> {
  const { deployment } = context;
  const { stack, named } = await locateObject(request, deployment);
  return once(stack, context, patience, async () => {
    const provider = named.provider === null ? null : named.ref;
    const entries = [{ type: request.type, name: itsName, id: request.id, provider }];
    const view = await placed(planImport({ stack, entries, declaration: providerText(named) }, deployment));
    refuseErrors(view.problems);
    return { stack, digest: view.digest };
  });
}

/** Begins to care for the object of a stack, or goes on with what an earlier attempt at the same request has begun. */
async function once(
  stack: string,
  context: OperationContext,
  patience: Patience,
  plan: () => Promise<Pick<Plan, "stack" | "digest">>,
): Promise<Written> {
  const begun = await begunBefore(stack, context);
  if (begun.kind === "begun") return settled(begun.run, patience.waitMs, context, patience.signal);
  if (begun.kind === "made") return { made: recordedObject(begun.record) };
  if (begun.record !== null) throw managedAlready(begun.record.identity.id);
  return carriedOut(begun.isFirst ? await plan() : await goneOn(plan()), context, patience, begun.run);
}

/** A plan for what an earlier attempt has begun: while it can't be made, it is not known what came of that. */
async function goneOn<T>(plan: Promise<T>): Promise<T> {
  try {
    return await plan;
  } catch (cause) {
    throw cause instanceof Rejection ? new FailedOperation(cause.problems) : cause;
  }
}

function managedAlready(id: string): Rejection {
  return new Rejection("conflict", [
    problem("already-exists", `\`${id}\` is managed by itself already; update it instead`),
  ]);
}

/** Plans for the stack of one object; a Rejection holds the errors of the plan. */
async function planned(request: CheckedPlanRequest, { deployment }: OperationContext): Promise<Round> {
  const { content, state } = await makeContent(request, 1, deployment);
  const plan = await keepPlan(content, request.checked, deployment);
  refuseErrors(plan.problems);
  return { plan, state };
}

function refuseErrors(problems: readonly Problem[]): void {
  if (!hasErrors(problems)) return;
  const errors = problems.filter(({ severity }) => severity === "error");
  const isMistake = errors.some(({ code }) => problemCodes[code].kind === "mistake");
  throw new Rejection(isMistake ? "unprocessable" : "conflict", inRequest(errors));
}

function refuseReplacement(plan: Plan, { definition, id }: Located): void {
  const isOther = (each: Step) =>
    each.kind === "write" && (each.action === "replace" || each.former === "superseded" || each.removes !== undefined);
  const step = plan.steps.find(isOther);
  if (step?.kind !== "write") return;
  const other = step.identity?.id;
  const fixed = step.fields.flatMap(({ path, replace }) =>
    replace ? [`\`${path.slice(1).replaceAll("/", ".")}\``] : [],
  );
  const why =
    other !== undefined && idKey(definition, other) !== idKey(definition, id)
      ? `the properties name \`${other}\``
      : `${fixed.join(", ")} can't be changed in place`;
  throw new Rejection("conflict", [problem("takes-another", `${why}; \`${id}\` itself stays as it is`)]);
}

/** Refuses where the plan saw the object otherwise than is expected. Its run writes under the version that was seen. */
function refuseUnexpected(expected: Expected, made: Round, located: Located, { deployment }: OperationContext): void {
  const { definition, provider, id } = located;
  const key = objectKey(deployment.cloudIdOf(provider), idKey(definition, id));
  const version = seenVersions(made.plan.bindings, made.state, deployment.catalog).get(key) ?? null;
  if (isMet(expected, version === null ? null : etagOf(version))) return;
  const detail =
    version === null ? `\`${id}\` does not exist any more` : `\`${id}\` has been changed since it was looked at`;
  throw new Rejection("stale", [problem("changed-meanwhile", detail)]);
}

/**
 * Tells who expects a version, and lost to another request that writes or has written meanwhile, that it does not stand
 * any more. Without an expectation the loser may simply ask again.
 */
function unlessOvertaken(view: OperationView, expected: Expected, id: string): OperationView {
  const codes = (view.problems ?? []).map(({ code }) => code);
  if (!codes.some((code) => code === "stack-busy" || code === "stale-plan")) return view;
  const detail = `\`${id}\` is being changed by another request, or was a moment ago`;
  if (expected.kind === "one of") throw new Rejection("stale", [problem("changed-meanwhile", detail)]);
  throw new Rejection("conflict", [problem("stack-busy", `${detail}; ask again`)]);
}

/** Starts the run of a plan, and waits for it as long as the caller likes to. */
async function carriedOut(
  { stack, digest }: Pick<Plan, "stack" | "digest">,
  context: OperationContext,
  { waitMs, signal }: Patience,
  id?: string,
): Promise<OperationView> {
  const { deployment, runs } = context;
  const request = { stack, plan: digest, parallel: 1, ...(id === undefined ? {} : { run: id }) };
  const run = await runs.start(request, deployment.authority.caller);
  return settled(run, waitMs, context, signal);
}
