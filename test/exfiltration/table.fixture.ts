import type { Machine } from "../../src/clouds/credentials/machine.ts";
import { groundOfEnvironment } from "../../src/composition/environment-ground.ts";
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
  const { text } = await plumb.ask("POST", "/v1/stacks/dev/plans", planning(declaration));
  await plumb.close();
  return text;
}

/** What names mean, and what was connected to. */
export interface Names {
  readonly machine: Machine;
  readonly pinned: readonly string[];
}

/** Names that mean one thing after the other; connections to what they meant lead into the hostile world. */
export function namesMeaning(world: HostileWorld, meanings: readonly (readonly string[])[]): Names {
  const left = [...meanings];
  const pinned: string[] = [];
  const machine: Machine = {
    google: () => async () => ({}),
    azure: () => async () => ({}),
    readText: async () => "",
    resolve: async () => left.shift() ?? meanings.at(-1) ?? [],
    pinnedTo: (addresses) => {
      pinned.push(...addresses);
      return world.network;
    },
  };
  return { machine, pinned };
}

/** Plans through an address that the user trusts, whatever its name means. */
export async function planTrusting(
  world: HostileWorld,
  vendor: VendorCase,
  baseUrl: string,
  names: Names,
): Promise<string> {
  const environment = { PLUMB_CLOUD: "vendors", ...vendor.environment };
  const ground = await groundOfEnvironment(environment).ground();
  const trusted = [{ origin: new URL(baseUrl).origin, mayBePrivate: false }];
  const plumb = openPlumb(world, environment, {
    machine: names.machine,
    credentials: { ground: async () => ({ ...ground, trusted }) },
  });
  const { text } = await plumb.ask("POST", "/v1/stacks/dev/plans", planning(declarationOf(vendor, baseUrl)));
  await plumb.close();
  return text;
}
