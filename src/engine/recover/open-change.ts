import type { Json, JsonObject } from "../../../packages/base/json/json.ts";
import { pointer } from "../../../packages/base/json/pointer.ts";
import { withDocumentedDefaults } from "../../definitions/schema/comparison/documented-defaults.ts";
import type { ResourceDefinition } from "../../definitions/schema/definition.ts";
import { secretPlaces } from "../../definitions/schema/secret-values.ts";
import type { Change, Target } from "../ports/driver.ts";
import type { Intent } from "../state/journal.ts";

/** The change that an intent noted, as it was sent or was to be sent. */
export function changeOf(intent: Intent): Change {
  const { before, restores } = intent;
  return {
    operation: intent.operation,
    target: targetOf(intent),
    inputs: intent.request.inputs,
    fields: intent.request.fields,
    prior: before === null ? null : { ...before, deleted: false, displaces: [] },
    condition: intent.condition,
    ...(restores === undefined ? {} : { keepsOthers: true, alongside: restores.map(({ content }) => content) }),
  };
}

/**
 * The object that an intent is about, with what is secret of it: by the intent, and by `others` about the same object.
 */
export function targetOf(intent: Intent, others: readonly Intent[] = []): Target {
  const { type, apiVersion, provider, identity } = intent;
  const { ref, kind, config } = provider;
  const secret = [...new Set([intent, ...others].flatMap(secretsBy))];
  return {
    type,
    apiVersion,
    provider: { ref, kind, config },
    id: identity.id,
    variables: identity.variables,
    ...(secret.length === 0 ? {} : { secret }),
  };
}

/** JSON pointers to what an object has that is secret, as an intent about it tells. A deletion may tell of none. */
export function secretsBy({ request, record, before }: Intent): readonly string[] {
  const named = (record?.options.secretOutputs ?? []).map((name) => pointer("", name));
  // What a request does not carry, as that of an undelete, was sealed in what stood there before.
  return [...[request.inputs, record?.inputs, before?.outputs].flatMap((each) => secretPlaces(each)), ...named];
}

/**
 * What an object has once a change took effect: the inputs, and nothing where a field was to be cleared. What a
 * creation has made has its documented defaults as well: an object with other values is somebody else's.
 */
export function wantedBy(
  operation: Change["operation"],
  { inputs, fields }: { readonly inputs: JsonObject; readonly fields: readonly string[] },
  definition: ResourceDefinition,
): JsonObject {
  if (operation === "create") return withDocumentedDefaults(definition.inputs, inputs);
  const cleared = fields.filter((name) => inputs[name] === undefined).map((name): [string, Json] => [name, null]);
  return { ...Object.fromEntries(cleared), ...inputs };
}
