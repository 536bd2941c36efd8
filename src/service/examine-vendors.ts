import { problem } from "../base/problem.ts";
import { isMarker } from "../definitions/schema/value.ts";
import type { DeclarationText, FindingView, VendorsView } from "../doors/api/documents.ts";
import type { CheckedDeclaration } from "../engine/check/checked-declaration.ts";
import type { ExpressionLanguage } from "../engine/expressions/expression-language.ts";
import { observe } from "../engine/observe/observe.ts";
import type { Driver, ProviderInstance, ReadOutcome, Target } from "../engine/ports/driver.ts";
import { type Finding, passed, refusedFinding, untold } from "../engine/ports/vendor-doctor.ts";
import { emptyState } from "../engine/state/stack-state.ts";
import { type AtStack, atStack } from "./at-stack.ts";
import { keptDeclaration } from "./declarations.ts";
import type { Deployment } from "./deployment.ts";
import { acceptAgain } from "./read-and-check.ts";
import { readParallelism } from "./read-parallelism.ts";
import { Rejection } from "./rejection.ts";

interface Looked {
  readonly target: Target;
  readonly outcome: ReadOutcome;
}

/**
 * Looks, as a stack would, at each provider of a declaration: its credential, the way to the vendor, what the vendor tells of itself,
 * and each declared object. Reads only, and notes nothing: the stack need not be there yet. Null takes the declaration that is kept.
 */
export async function examineVendors(
  stack: string,
  given: DeclarationText | null,
  service: Deployment,
): Promise<VendorsView> {
  const { findings, providers: examinedOnes } = await lookAtProviders(stack, given, service);
  const others = findings.map(view);
  const providers = examinedOnes.map(({ provider: { ref: name, kind }, findings: own }) => {
    return { name, kind, findings: own.map(view) };
  });
  const statuses = [...others, ...providers.flatMap((each) => each.findings)].map(({ status }) => status);
  const status = (["fail", "unknown"] as const).find((each) => statuses.includes(each)) ?? "pass";
  return { status, findings: others, providers };
}

/** What was found at one provider. */
interface ExaminedProvider {
  readonly provider: ProviderInstance;
  readonly findings: readonly Finding[];
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
  const { looked, findings: unasked } = await lookAtObjects(checked, language, deployment);
  const providers = await Promise.all(
    Object.values(checked.providers).map(async (provider) => {
      const { ref, config } = provider;
      const own = looked.filter(({ target }) => target.provider.ref === ref);
      const isOpen = Object.values(config).some(isMarker) && own.length === 0;
      const instance = own[0]?.target.provider ?? provider;
      const findings = isOpen
        ? [untold("credential", "its configuration is known in a run only: other resources decide it")]
        : await examined(own, instance, deployment);
      return {
        provider: instance,
        findings: [...findings, ...own.map((each) => objectFinding(each, deployment))],
      };
    }),
  );
  return { findings: unasked, providers };
}

async function examined(
  own: readonly Looked[],
  provider: Target["provider"],
  { examineProvider, stack }: AtStack,
): Promise<readonly Finding[]> {
  const targets = own.map(({ target }) => target);
  return (await examineProvider?.(provider, stack, targets)) ?? [];
}

/** Reads what is declared, each object by itself; what can't be asked for yet is told. */
async function lookAtObjects(
  checked: CheckedDeclaration,
  language: ExpressionLanguage,
  deployment: AtStack,
): Promise<{ readonly looked: readonly Looked[]; readonly findings: readonly Finding[] }> {
  const looked: Looked[] = [];
  const { problems } = await observe({
    stack: "",
    checked,
    language,
    state: emptyState(""),
    unsettled: [],
    catalog: deployment.catalog,
    driverOf: (provider) => noting(deployment.drivers(provider), looked),
    claims: async () => [],
    ids: deployment.ids,
    clock: deployment.clock,
    parallel: readParallelism,
    refresh: true,
  });
  const resources = checked.nodes.filter(({ kind }) => kind === "resource").length;
  const names = new Set(looked.map(({ target }) => `${target.provider.ref} ${target.type} ${target.id}`));
  const unasked = resources - names.size;
  return {
    // In one order, however the answers came.
    looked: looked.toSorted((a, b) => (`${a.target.type} ${a.target.id}` < `${b.target.type} ${b.target.id}` ? -1 : 1)),
    findings: [
      ...problems.map(({ address, detail }) =>
        untold("declaration", `${address === undefined ? "" : `\`${address}\`: `}${detail}`),
      ),
      ...(unasked > 0
        ? [
            untold(
              "declaration",
              `${unasked} of ${resources} resources can't be looked at yet: what names them is known in a run only, or their provider can't be asked`,
            ),
          ]
        : []),
    ],
  };
}

/** The same driver, which notes what each read came to. Objects are read one by one: a list tells nothing of a right to read. */
function noting(driver: Driver, looked: Looked[]): Driver {
  return {
    ...driver,
    collectionOf: () => null,
    read: async (target, signal) => {
      const outcome = await driver.read(target, signal);
      looked.push({ target, outcome });
      return outcome;
    },
  };
}

function objectFinding({ target, outcome }: Looked, { catalog }: AtStack): Finding {
  const check = `${target.type} ${target.id}`;
  if (outcome.kind === "done") return passed(check, outcome.observation.deleted ? "found, deleted" : "found");
  if (outcome.kind === "absent") return passed(check, "absent");
  const needs = catalog.resources[target.type]?.permissions?.read ?? [];
  const remedy =
    needs.length === 0 || outcome.kind !== "denied"
      ? "see what the platform says, and look again"
      : `reading it takes ${needs.join(", ")}, as far as the vendor's documents tell`;
  return refusedFinding(check, outcome, remedy);
}

function view({ check, status, detail, remedy, permission, registers }: Finding): FindingView {
  return { check, status, detail, remedy, permission, registers };
}
