import { Fault } from "../../../packages/base/fault.ts";
import { isJsonObject, type Json } from "../../../packages/base/json/json.ts";
import { parsedJson } from "../../../packages/base/json/parsed-json.ts";
import { jsonOf } from "../../../packages/base/json/plain.ts";
import { err, ok, type Result } from "../../../packages/base/result.ts";
import type { PlanView } from "../../contract/documents/plans/plan.ts";
import type { Action } from "../../contract/documents/plans/steps.ts";
import type { ProblemDocument } from "../../contract/documents/problems.ts";
import type { Invocation } from "../command.ts";
import type { ApiClient } from "../connection/api-client.ts";
import { documentOfFault, documentOfMistake, failureDocument } from "../reports/failure-document.ts";
import { stackLabel } from "../stacks/stack-label.ts";
import { planFileFormat, saysTheSame } from "./plan-file-members.ts";

/** A plan saved in a file; the digest names the plan the server holds. */
interface PlanFile {
  readonly format: typeof planFileFormat;
  readonly stack: string;
  readonly digest: string;
  readonly plan: PlanView;
}

const idle: ReadonlySet<Action> = new Set<Action>(["same", "read"]);

/** True when carrying the plan out would do anything: change an object, an output or an option, or plan further. */
export function hasChanges({ steps, outputs, deferred, options = [] }: PlanView): boolean {
  const isAnyDone = steps.some((step) => !idle.has(step.action));
  return isAnyDone || outputs.length > 0 || deferred.length > 0 || options.length > 0;
}

/** Twelve hex digits: enough to name a plan or a run of one stack. */
export function shortDigest(digest: string): string {
  return digest.replace(/^sha256:/, "").slice(0, 12);
}

/** The text of a plan file. */
export function planFileText(plan: PlanView): string {
  const file: PlanFile = { format: planFileFormat, stack: plan.stack, digest: plan.digest, plan };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** A plan with its steps. */
export async function wholePlan(
  api: ApiClient,
  path: { readonly stack: string; readonly digest: string },
): Promise<Result<PlanView, ProblemDocument>> {
  const answer = await api.call("getPlan", { path });
  if (!answer.ok) return answer;
  return ok("steps" in answer.value ? answer.value : { ...answer.value, steps: [] });
}

/**
 * Finds the plan that `reference` names: the path of a plan file, a digest, or a digest's unique beginning.
 * The plan itself always comes from the server; a file whose copy says anything else was altered and is refused.
 */
export async function findPlan(invocation: Invocation, reference: string): Promise<Result<PlanView, ProblemDocument>> {
  const text = await invocation.context.files.read(reference);
  if (text !== undefined) {
    const named = await readPlanFile(reference, text, invocation);
    if (!named.ok) return named;
    const { stack, digest, plan, format } = named.value;
    const kept = await wholePlan(invocation.api, { stack, digest });
    return !kept.ok || saysTheSame(plan, jsonOf(kept.value), format) ? kept : err(altered(reference));
  }
  const hex = reference.replace(/^sha256:/, "");
  if (!/^[0-9a-f]{4,64}$/.test(hex)) {
    const detail = `${JSON.stringify(reference)} is neither a plan file nor the digest of a plan.`;
    return err(documentOfMistake({ detail, hint: "`plumb plan --list` lists the plans of the stack." }));
  }
  const { stack } = invocation.settings;
  if (hex.length === 64) return await wholePlan(invocation.api, { stack, digest: `sha256:${hex}` });
  const list = await invocation.api.list("listPlans", { path: { stack } });
  if (!list.ok) return list;
  const digests = new Set(list.value.map((row) => row.digest).filter((each) => each.startsWith(`sha256:${hex}`)));
  const [only] = digests;
  if (digests.size === 1 && only !== undefined) return await wholePlan(invocation.api, { stack, digest: only });
  const said = await stackLabel(invocation);
  const detail =
    digests.size === 0
      ? `Stack ${said} has no plan ${hex} here; \`plumb plan --list\` lists its plans. A plan is kept where it was ` +
        "made: name that store (`--dir`, or PLUMB_STORE in the environment) or that service (`--server`)."
      : `${digests.size} plans of stack ${said} begin with ${hex}; give more digits.`;
  return err(failureDocument({ status: 404, code: "plan-unknown", title: "there is no such plan", detail }));
}

function altered(path: string): ProblemDocument {
  return failureDocument({
    status: 409,
    code: "stale-plan",
    title: "the plan file was altered",
    detail: `${path} was altered since it was saved: it does not say what the plan of its digest does. Plan again.`,
  });
}

interface ReadPlanFile {
  readonly format: 1 | typeof planFileFormat;
  readonly stack: string;
  readonly digest: string;
  readonly plan: Json;
}

async function readPlanFile(
  path: string,
  text: string,
  invocation: Invocation,
): Promise<Result<ReadPlanFile, ProblemDocument>> {
  const mistake = (detail: string) => err(documentOfMistake({ detail }));
  const document = parsedJson(text);
  if (document === undefined) return mistake(`${path} is not a plan file: it holds no JSON.`);
  if (!isJsonObject(document) || typeof document["format"] !== "number") return mistake(`${path} is not a plan file.`);
  const { format } = document;
  if (format !== 1 && format !== planFileFormat) {
    const detail = `${path} was written by a newer Plumbline (format ${format}); use that version`;
    return err(documentOfFault(new Fault("format-too-new", detail)));
  }
  const { stack, digest } = document;
  if (typeof stack !== "string" || typeof digest !== "string" || !/^sha256:[0-9a-f]{64}$/.test(digest)) {
    return mistake(`${path} is not a plan file: it lacks the stack or the digest.`);
  }
  const given = invocation.settings.stackGiven ? await stackLabel(invocation) : stack;
  // Without a declaration here, and in a file of before, the name within the project has to do.
  const isMeant = given.includes("/") && stack.includes("/") ? given === stack : inProject(given) === inProject(stack);
  if (!isMeant) return mistake(`${path} is a plan of stack ${stack}, not of ${given}.`);
  return ok({ format, stack, digest, plan: document["plan"] ?? null });
}

function inProject(name: string): string | undefined {
  return name.split("/").at(-1);
}
