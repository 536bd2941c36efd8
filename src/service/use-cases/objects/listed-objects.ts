import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";
import { parseId } from "../../../definitions/schema/identity/identity.ts";
import type { ListedItem, ProviderInstance } from "../../../engine/ports/driver.ts";
import { claimKey } from "../../../engine/state/records/record.ts";

/** An object that is there, as the list of its platform shows it. */
interface ListedObject {
  readonly id: string;
  /** By which a stack of the store would manage it. */
  readonly claim: string;
  /** The parts of its id. */
  readonly variables: Readonly<Record<string, string>>;
  readonly outputs: JsonObject;
}

/** The objects of a list, each once: pages overlap where the collection changes between them. */
export function listedObjects(
  items: readonly ListedItem[],
  definition: ResourceDefinition,
  { config }: ProviderInstance,
  cloudId: string,
): readonly ListedObject[] {
  const found = items.flatMap(({ id, observation }) => {
    const parsed = parseId(definition, id, config);
    if (observation.deleted || !parsed.ok) return [];
    const claim = claimKey(cloudId, parsed.value.claim, definition.identity.ignoreCase === true);
    return [{ id, claim, variables: parsed.value.variables, outputs: observation.outputs }];
  });
  return [...new Map(found.map((each) => [each.claim, each])).values()];
}
