import { digest } from "../../base/digest.ts";
import { Fault } from "../../base/fault.ts";
import type { JsonObject } from "../../base/json.ts";
import type { RecordedProvider } from "../state/record.ts";
import { type Plan, type PlanContent, planFormat, type Step } from "./plan.ts";

/** A plan as it is kept, and what its digest is taken over: every provider stands there once, and steps name it. */
interface PlanDocument extends Omit<PlanContent, "steps"> {
  readonly providers: { readonly [name: string]: RecordedProvider };
  readonly steps: readonly (Omit<Step, "provider"> & { readonly provider: string })[];
}

/** The form in which a plan is kept. Plans of format 1 keep theirs, in which each step holds its provider. */
function planDocument(plan: PlanContent): JsonObject {
  if (plan.format === 1) return plan as unknown as JsonObject;
  const providers = new Map<string, RecordedProvider>();
  const steps = plan.steps.map((step) => ({ ...step, provider: nameOf(step.provider, providers) }));
  const document: PlanDocument = { ...plan, providers: Object.fromEntries(providers), steps };
  return document as unknown as JsonObject;
}

/** A plan with its content address, and the document to be kept of it. */
export function sealPlan(content: PlanContent): { readonly plan: Plan; readonly document: JsonObject } {
  const document = planDocument(content);
  const sealed = { digest: digest(document) };
  return { plan: { ...content, ...sealed }, document: { ...document, ...sealed } };
}

/** The plan that a document of any format up to ours holds. Throws a Fault for a newer one, and for one that is not whole. */
export function planOf(document: JsonObject): Plan {
  const { format } = document;
  if (typeof format !== "number" || format > planFormat)
    throw new Fault("format-too-new", "the plan was made by a newer Plumbline; use that version");
  if (format === 1) return document as unknown as Plan;
  const { providers, steps, ...rest } = document as unknown as PlanDocument & { readonly digest: string };
  const providerOf = (name: string): RecordedProvider => {
    const provider = Object.hasOwn(providers, name) ? providers[name] : undefined;
    if (provider !== undefined) return provider;
    throw new Fault("store-damaged", `plan ${rest.digest} lacks its provider \`${name}\``);
  };
  return { ...rest, steps: steps.map((step) => ({ ...step, provider: providerOf(step.provider) }) as Step) };
}

/** The content address of a plan, whatever digest it carries. */
export function planDigest({ digest: _carried, ...content }: PlanContent & { readonly digest?: string }): string {
  return digest(planDocument(content));
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
