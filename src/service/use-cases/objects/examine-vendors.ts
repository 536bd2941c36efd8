import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import { problemCodes } from "../../../../packages/base/problems/problem-codes.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import type { FindingView, VendorsView } from "../../../contract/documents/vendors.ts";
import { isMarker } from "../../../definitions/schema/value.ts";
import type { CheckedDeclaration } from "../../../engine/check/checked-declaration.ts";
import type { ExpressionLanguage } from "../../../engine/expressions/expression-language.ts";
import { observe } from "../../../engine/observe/observe.ts";
import type { ProviderInstance, Target } from "../../../engine/ports/driver.ts";
import { type Examination, type Finding, failed, undetermined } from "../../../engine/ports/vendor-doctor.ts";
import { emptyState } from "../../../engine/state/stack-state.ts";
import { Rejection } from "../../rejection.ts";
import { keptDeclaration } from "../declarations/declarations.ts";
import { acceptAgain } from "../declarations/read-and-check.ts";
import type { Deployment } from "../deployment.ts";
import { type AtStack, atStack } from "../stacks/at-stack.ts";
import { type AskedObject, findingsOf, nameOf, notingDriver } from "./asked-objects.ts";
import { readParallelism } from "./read-parallelism.ts";

/**
 * Looks, as a stack would, at each provider of a declaration: its credential, the way to the vendor, what the vendor
 * tells of itself, and each declared object. Reads only, and notes nothing: the stack need not be there yet. Null takes
 * the declaration that is kept.
 */
export async function examineVendors(
  stack: string,
  given: DeclarationText | null,
  service: Deployment,
): Promise<VendorsView> {
  const { findings, providers: examinedOnes } = await lookAtProviders(stack, given, service);
  const others = findings.map(findingView);
  const providers = examinedOnes.map(({ provider: { ref: name, kind }, findings: own }) => {
    return { name, kind, findings: own.map(findingView) };
  });
  const statuses = [...others, ...providers.flatMap((each) => each.findings)].map(({ status }) => status);
  const status = (["fail", "unknown"] as const).find((each) => statuses.includes(each)) ?? "pass";
  return { status, findings: others, providers };
}

/** What was found at one provider. */
interface ExaminedProvider {
  readonly provider: ProviderInstance;
  readonly findings: readonly Finding[];
  /** The declared objects that could be named. */
  readonly targets: readonly Target[];
}

/** The same, with the providers themselves: `findings` are of none of them. */
export async function lookAtProviders(
  stack: string,
  given: DeclarationText | null,
  service: Deployment,
): Promise<{ readonly findings: readonly Finding[]; readonly providers: readonly ExaminedProvider[] }> {
  const deployment = atStack(stack, service);
  const declaration = given ?? (await keptDeclaration(stack, deployment));
  if (declaration === null) {
    const detail = `the request brings no declaration, and none is kept for stack \`${stack}\``;
    throw new Rejection("unprocessable", [problem("no-declaration", detail)]);
  }
  const { checked, language } = await acceptAgain(declaration, deployment);
  const { asked, findings: unasked } = await lookAtObjects(checked, language, deployment);
  const providers = await Promise.all(
    Object.values(checked.providers).map(async (provider) => {
      const { ref, config } = provider;
      const own = asked.filter((each) => each.provider.ref === ref);
      const isOpen = Object.values(config).some(isMarker) && own.length === 0;
      const instance = own[0]?.provider ?? provider;
      const types = checked.nodes.filter((node) => node.provider === ref);
      const findings = isOpen
        ? [undetermined("credential", "its configuration is known in a run only: other resources decide it")]
        : await examined(own, instance, types, deployment);
      return {
        provider: instance,
        targets: own.flatMap((each) => (each.kind === "read" ? [each.target] : [])),
        findings: [...findings, ...own.flatMap((each) => findingsOf(each, deployment.catalog))],
      };
    }),
  );
  return { findings: unasked, providers };
}

async function examined(
  own: readonly AskedObject[],
  provider: ProviderInstance,
  types: Examination["types"],
  { examineProvider, stack }: AtStack,
): Promise<readonly Finding[]> {
  const targets = own.flatMap((each) => (each.kind === "read" ? [each.target] : []));
  return (await examineProvider?.(provider, stack, { targets, types })) ?? [];
}

/** Reads what is declared, each object by itself; what can't be asked for yet is told. */
async function lookAtObjects(
  checked: CheckedDeclaration,
  language: ExpressionLanguage,
  deployment: AtStack,
): Promise<{ readonly asked: readonly AskedObject[]; readonly findings: readonly Finding[] }> {
  const asked: AskedObject[] = [];
  const { problems } = await observe({
    stack: "",
    checked,
    language,
    state: emptyState(""),
    indeterminate: [],
    catalog: deployment.catalog,
    driverOf: (provider) => notingDriver(deployment.drivers(provider), asked),
    claims: async () => [],
    ids: deployment.ids,
    clock: deployment.clock,
    parallel: readParallelism,
    refresh: true,
  });
  // What the platform refused is told of its object.
  const refusals = asked.flatMap(({ outcome }) => ("detail" in outcome ? [outcome.detail] : []));
  const undetermined = problems.filter(({ detail }) => !refusals.some((each) => detail.endsWith(`: ${each}`)));
  return {
    // In one order, however the answers came.
    asked: asked.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)),
    findings: [...undetermined.map(findingOfProblem), ...unaskedIn(checked, asked)],
  };
}

/** What keeps a plan from being made is a failure, unless another look may find it mended by itself. */
function findingOfProblem({ code, severity, address, detail }: Problem): Finding {
  const said = `${address === undefined ? "" : `\`${address}\`: `}${detail}`;
  const { kind, explanation } = problemCodes[code];
  if (severity !== "error" || kind === "failure") return undetermined("declaration", said);
  return failed("declaration", said, explanation);
}

/** How many resources were not asked for, and not told of either. */
function unaskedIn({ nodes }: CheckedDeclaration, asked: readonly AskedObject[]): readonly Finding[] {
  const resources = nodes.filter(({ kind }) => kind === "resource").length;
  const isOfResource = (each: AskedObject) =>
    each.kind === "read" ? each.target.isForeign !== true : each.kind === "discovery" && each.outcome.kind !== "done";
  const names = new Set(asked.filter(isOfResource).map((each) => `${each.provider.ref} ${nameOf(each)}`));
  const unasked = resources - names.size;
  if (unasked <= 0) return [];
  const why = "what names them is known in a run only, or their provider can't be asked";
  return [undetermined("declaration", `${unasked} of ${resources} resources can't be looked at yet: ${why}`)];
}

export function findingView({ check, status, detail, remedy, permission, registers }: Finding): FindingView {
  return { check, status, detail, remedy, permission, registers };
}
