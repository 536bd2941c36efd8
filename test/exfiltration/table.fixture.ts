import { policyOfEnvironment } from "../../src/composition/cloud/environment-policy.ts";
import { judged } from "../../src/providers/credentials/judged.fixture.ts";
import type { Machine } from "../../src/providers/credentials/sources/machine.ts";
import type { VendorCase } from "./canaries.fixture.ts";
import { type HostileWorld, openPlumb } from "./hostile-world.fixture.ts";
import { declarationOf, planning } from "./planning.fixture.ts";

/** Plans one resource through a provider that leads somewhere, with the vendor's credential in the environment. */
export async function planThrough(
  world: HostileWorld,
  vendor: VendorCase,
  address: string,
  key: "baseUrl" | "host" = "baseUrl",
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const plumb = openPlumb(world, { ...vendor.environment, ...more });
  const declaration = declarationOf(vendor, address, { key });
  const { text } = await plumb.ask("POST", "/v1/projects/test/stacks/dev/plans", planning(declaration));
  await plumb.close();
  return text;
}

/** What names mean, and what was connected to. */
export interface Names {
  readonly machine: Machine;
  readonly pinned: readonly string[];
  /** Whether any was looked up since they mean what they mean now. */
  readonly isLookedUp: boolean;
  /** From now on they mean this. */
  mean(meanings: readonly (readonly string[])[]): void;
}

/** Names that mean one thing after the other; connections to what they meant lead into the hostile world. */
export function namesMeaning(world: HostileWorld, first: readonly (readonly string[])[]): Names {
  let meanings = first;
  let left = [...meanings];
  let isLookedUp = false;
  const pinned: string[] = [];
  const machine: Machine = {
    google: () => async () => ({}),
    azure: () => async () => ({}),
    readText: async () => "",
    resolve: async () => {
      isLookedUp = true;
      return left.shift() ?? meanings.at(-1) ?? [];
    },
    guarded: judged((request, addresses) => {
      pinned.push(...(addresses ?? []));
      return world.network(request);
    }),
  };
  const mean = (next: readonly (readonly string[])[]) => {
    meanings = next;
    left = [...next];
    isLookedUp = false;
  };
  return {
    machine,
    pinned,
    mean,
    get isLookedUp() {
      return isLookedUp;
    },
  };
}

/** A Plumbline whose user trusts an address, whatever its name means. */
export interface Trusting {
  /** Plans through that address. */
  plan(): Promise<string>;
  close(): Promise<void>;
}

export async function openTrusting(
  world: HostileWorld,
  vendor: VendorCase,
  baseUrl: string,
  names: Names,
): Promise<Trusting> {
  const environment = { PLUMB_CLOUD: "vendors", ...vendor.environment };
  const policy = await policyOfEnvironment(environment).policy();
  const trusted = [{ origin: new URL(baseUrl).origin, mayBePrivate: false }];
  const plumb = openPlumb(world, environment, {
    machine: names.machine,
    credentials: { policy: async () => ({ ...policy, trusted }) },
  });
  return {
    plan: async () =>
      (await plumb.ask("POST", "/v1/projects/test/stacks/dev/plans", planning(declarationOf(vendor, baseUrl)))).text,
    close: async () => plumb.close(),
  };
}
