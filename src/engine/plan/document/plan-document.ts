import { digestInParts } from "../../../../packages/base/digest.ts";
import { Fault } from "../../../../packages/base/fault.ts";
import { type JsonObject, ownMember } from "../../../../packages/base/json/json.ts";
import { documentCodec, jsonOf } from "../../../../packages/base/json/plain.ts";
import { type InParts, mappedInParts } from "../../../../packages/base/turns.ts";
import type { RecordedProvider } from "../../state/records/record.ts";
import { objectKey } from "../../state/snapshot.ts";
import { type Bindings, type Plan, type PlanContent, planFormat, type Step } from "../plan.ts";
import { compactStep, wholeStep } from "./compact-step.ts";

/** A plan as it is kept, and what its digest is taken over: every provider stands there once, and steps name it. */
interface PlanDocument extends Omit<PlanContent, "steps"> {
  readonly providers: { readonly [name: string]: RecordedProvider };
  readonly steps: readonly JsonObject[];
}

const planDocuments = documentCodec<PlanDocument & { readonly digest: string }>();

/** The form in which a plan is kept. */
function* planDocument(plan: PlanContent): InParts<JsonObject> {
  const providers = new Map<string, RecordedProvider>();
  const document: PlanDocument = {
    ...plan,
    ...(yield* compactSteps(plan, providers)),
    providers: Object.fromEntries(providers),
  };
  return jsonOf(document);
}

/** Steps that say nothing of what is as usual, and the bindings without the places where they found nothing. */
function* compactSteps(
  { steps, bindings }: PlanContent,
  providers: Map<string, RecordedProvider>,
): InParts<Pick<PlanDocument, "steps" | "bindings">> {
  const absent = new Set(bindings.observed.flatMap(({ identity, version }) => (version === null ? [identity] : [])));
  const compact = yield* mappedInParts(steps, (step) => {
    const place = emptyPlace(step);
    return compactStep(step, nameOf(step.provider, providers), place !== undefined && absent.delete(place));
  });
  const observed = bindings.observed.filter(({ identity, version }) => version !== null || absent.has(identity));
  return { steps: compact, bindings: { ...bindings, observed } };
}

/** The object key of what a step makes where it has seen nothing. */
function emptyPlace(step: Step): string | undefined {
  if (step.kind !== "write" || step.prior !== null || step.identity === null) return undefined;
  return objectKey(step.provider.cloudId, step.identity.id);
}

interface SealedPlan {
  readonly plan: Plan;
  readonly document: JsonObject;
}

/** A plan with its content address, and the document to be kept of it (decision 0023). */
export function* sealPlanInParts(content: PlanContent): InParts<SealedPlan> {
  const document = yield* planDocument(content);
  const sealed = { digest: yield* digestInParts(document) };
  return { plan: { ...content, ...sealed }, document: { ...document, ...sealed } };
}

/**
 * The plan that a document of our format holds. Throws a Fault for one of another format, and for one that is not
 * whole.
 */
export function* planOfInParts(document: JsonObject): InParts<Plan> {
  const { format } = document;
  if (typeof format !== "number" || format > planFormat)
    throw new Fault("format-too-new", "the plan was made by a newer Plumbline; use that version");
  if (format < planFormat)
    throw new Fault("format-too-old", "the plan was made by a Plumbline from before 0.1.0; plan again");
  const { providers, steps, ...rest } = planDocuments.read(document);
  const providerOf = (step: JsonObject): RecordedProvider => {
    const name = String(step["provider"]);
    const provider = ownMember(providers, name);
    if (provider !== undefined) return provider;
    throw new Fault("store-damaged", `plan ${rest.digest} lacks its provider \`${name}\``);
  };
  const whole = yield* mappedInParts(steps, (step) => wholeStep(step, providerOf(step)));
  return { ...rest, steps: whole, bindings: withEmptyPlaces(rest.bindings, steps, whole) };
}

/** The bindings with the places where steps found nothing, as `compactSteps` left them out. */
function withEmptyPlaces(bindings: Bindings, compact: readonly JsonObject[], whole: readonly Step[]): Bindings {
  const absent = whole.flatMap((step, index) => {
    const place = Object.hasOwn(compact[index] ?? {}, "prior") ? undefined : emptyPlace(step);
    return place === undefined ? [] : [{ identity: place, version: null }];
  });
  if (absent.length === 0) return bindings;
  const observed = [...bindings.observed, ...absent].sort((a, b) => (a.identity < b.identity ? -1 : 1));
  return { ...bindings, observed };
}

/** The content address of a plan, whatever digest it carries. */
export function* planDigestInParts({
  digest: _carried,
  ...content
}: PlanContent & { readonly digest?: string }): InParts<string> {
  return yield* digestInParts(yield* planDocument(content));
}

/** The name under which a provider stands: its own, unless another of that name, from another time, has taken it. */
function nameOf(provider: RecordedProvider, providers: Map<string, RecordedProvider>): string {
  const { ref, cloudId, configDigest } = provider;
  const first = providers.get(ref);
  const isSame = first === undefined || (first.cloudId === cloudId && first.configDigest === configDigest);
  const name = isSame ? ref : `${ref} ${cloudId} ${configDigest}`;
  if (!providers.has(name)) providers.set(name, provider);
  return name;
}
