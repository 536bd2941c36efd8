import type { Catalog } from "../../definitions/schema/definition.ts";
import { idKey } from "../../definitions/schema/identity/same-object.ts";
import { type Observed, objectKey } from "../state/snapshot.ts";
import type { StackState } from "../state/stack-state.ts";
import type { Bindings } from "./plan.ts";

type Records = Pick<StackState, "records" | "superseded">;
type SeenObjects = Pick<Bindings, "observed" | "othersAsRecorded">;

/**
 * What a plan that has read all recorded objects says of what it saw: what stands as its record has it costs nothing.
 */
export function seenObjects(
  observations: ReadonlyMap<string, Observed>,
  state: Records,
  catalog: Catalog,
): Required<SeenObjects> {
  const recorded = recordedVersions(state, catalog);
  const observed = [...observations].flatMap(([identity, seen]) => {
    const version = seen.kind === "present" ? seen.version : null;
    return version !== null && recorded.get(identity) === version ? [] : [{ identity, version }];
  });
  return { observed: observed.sort((a, b) => (a.identity < b.identity ? -1 : 1)), othersAsRecorded: true };
}

/** What a plan that has read some objects only says of what it saw. */
export function allSeen(observations: ReadonlyMap<string, Observed>): SeenObjects["observed"] {
  const observed = [...observations].map(([identity, seen]) => ({
    identity,
    version: seen.kind === "present" ? seen.version : null,
  }));
  return observed.sort((a, b) => (a.identity < b.identity ? -1 : 1));
}

/** What was read indeed, and answered. */
export function looked(observations: ReadonlyMap<string, Observed>): ReadonlyMap<string, Observed> {
  const isLooked = (seen: Observed) => seen.kind === "absent" || (seen.kind === "present" && seen.isBelieved !== true);
  return new Map([...observations].filter(([, seen]) => isLooked(seen)));
}

/** The version in which a plan saw each object that it read, by object key; `state` is the one at its serial. */
export function seenVersions(
  { observed, othersAsRecorded }: SeenObjects,
  state: Records,
  catalog: Catalog,
): ReadonlyMap<string, string | null> {
  const others = othersAsRecorded === true ? recordedVersions(state, catalog) : [];
  return new Map<string, string | null>([
    ...others,
    ...observed.map(({ identity, version }): [string, string | null] => [identity, version]),
  ]);
}

/** The version in which each recorded object was last seen: the platform's tag, or a digest of its outputs. */
function recordedVersions({ records, superseded }: Records, { resources }: Catalog): ReadonlyMap<string, string> {
  const versions = new Map<string, string>();
  for (const { type, provider, identity, observed } of [...records.values(), ...superseded]) {
    const definition = resources[type];
    if (definition === undefined) continue;
    const key = objectKey(provider.cloudId, idKey(definition, identity.id));
    if (!versions.has(key)) versions.set(key, observed.version ?? observed.digest);
  }
  return versions;
}
