import { ownMember } from "../../../../packages/base/json/json.ts";
import { problem } from "../../../../packages/base/problems/problem.ts";
import type { Plan } from "../../../engine/plan/plan.ts";
import type { ProviderInstance } from "../../../engine/ports/driver.ts";
import type { RecordedProvider } from "../../../engine/state/records/record.ts";
import type { KnownClouds, StackContext } from "../../../engine/state/stack-context.ts";
import type { StackState } from "../../../engine/state/stack-state.ts";
import { Rejection } from "../../rejection.ts";
import type { Deployment } from "../deployment.ts";

/** A provider, and where it leads. */
type Led = Pick<ProviderInstance, "ref" | "kind" | "config"> & Pick<RecordedProvider, "cloudId">;

type Asking = Pick<Deployment, "cloudNow">;

/**
 * Refuses a stack whose records, or broken-off calls, lie in another local cloud than the one that answers now at their
 * address: a Rejection ("conflict"). With a plan its steps count too, and what it was made over. A cloud that tells no
 * id passes (decision 0059).
 */
export async function refuseOtherCloud(
  stack: string,
  state: StackState,
  deployment: Asking,
  plan: Plan | null = null,
): Promise<void> {
  const changed = await otherCloud(stack, state, deployment, plan);
  if (changed !== null) throw new Rejection("conflict", [problem("cloud-changed", changed)]);
}

/** Why a stack must not be used with the local cloud that answers now; null where nothing speaks against it. */
export async function otherCloud(
  stack: string,
  state: StackState,
  deployment: Asking,
  plan: Plan | null = null,
): Promise<string | null> {
  const known = { ...state.context.clouds, ...plan?.bindings.context?.clouds };
  if (Object.keys(known).length === 0) return null;
  const concerned = [...providersIn(state), ...(plan?.steps.map(({ provider }) => provider) ?? [])];
  const expected = concerned.filter(({ cloudId }) => ownMember(known, cloudId) !== undefined);
  const now = await cloudsNow(stack, expected, deployment);
  for (const [address, id] of Object.entries(now)) {
    const before = ownMember(known, address);
    if (before === undefined || before === id) continue;
    return (
      `stack \`${stack}\` was made in local cloud ${before}, and at ${address} local cloud ${id} answers now; ` +
      "go on where that cloud is kept (the folder with its `.plumb/cloud.db`), or forget what is recorded with " +
      "`plumb state rm` and make it anew here"
    );
  }
  return null;
}

/**
 * The context with the ids of the local clouds that a plan is made over; those that don't answer now stay as they were.
 */
export async function withClouds(
  context: StackContext,
  stack: string,
  state: StackState,
  declared: Iterable<Led>,
  deployment: Asking,
): Promise<StackContext> {
  const now = await cloudsNow(stack, [...providersIn(state), ...declared], deployment);
  const clouds = { ...state.context.clouds, ...now };
  return Object.keys(clouds).length === 0 ? context : { ...context, clouds };
}

/** The ids of the local clouds to which providers lead, by where those are; each is asked once. */
async function cloudsNow(stack: string, providers: readonly Led[], { cloudNow }: Asking): Promise<KnownClouds> {
  if (cloudNow === undefined) return {};
  const byAddress = new Map(providers.map((provider) => [provider.cloudId, provider]));
  const told = await Promise.all(
    [...byAddress].map(async ([address, { ref, kind, config }]) => {
      const id = await cloudNow({ ref, kind, config }, stack);
      return id === null ? [] : [[address, id] as const];
    }),
  );
  return Object.fromEntries(told.flat());
}

function providersIn({ records, superseded, openIntents }: StackState): readonly RecordedProvider[] {
  return [...records.values(), ...superseded, ...openIntents.map(({ intent }) => intent)].map(
    ({ provider }) => provider,
  );
}
