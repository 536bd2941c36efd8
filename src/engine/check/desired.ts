import { isJsonObject, type JsonObject } from "../../base/json.ts";
import { pointerSegments } from "../../base/pointer.ts";
import { type FoundValues, platformQuestions, withDefaults } from "../../definitions/schema/defaults.ts";
import type { ResourceDefinition } from "../../definitions/schema/definition.ts";
import { type Identified, identify } from "../../definitions/schema/identity.ts";
import { unknown, type Value } from "../../definitions/schema/value.ts";
import type { Bindings } from "../expressions/evaluate.ts";
import type { ExpressionLanguage, Resolved } from "../expressions/expression-language.ts";
import type { CheckedProvider, ResourceNode } from "./checked-declaration.ts";

/** What a resource should be, as far as it can be told now. */
export interface Desired {
  /** Inputs with defaults; places that wait for another resource still hold their expression. */
  readonly inputs: JsonObject;
  /** The same with an unknown marker, and the reason, in each waiting place: what a plan compares and shows. */
  readonly shown: JsonObject;
  readonly identity: Identified;
  readonly errors: Resolved["errors"];
}

/** Evaluates a node's inputs under what is known of the others, and fills in what was left out. Pure. */
export function desiredOf(
  node: ResourceNode,
  definition: ResourceDefinition,
  provider: CheckedProvider,
  language: ExpressionLanguage,
  bindings: Bindings,
  found: FoundValues,
): Desired {
  const { value, waiting, errors } = language.resolve(node.inputs, bindings);
  const inputs = withDefaults(definition, isJsonObject(value) ? value : {}, provider.config, found);
  const shown = waiting.reduce<Value>(
    (tree, { pointer, why }) => replaceAt(tree, pointerSegments(pointer), unknown(why)),
    inputs,
  );
  const known = isJsonObject(shown) ? shown : inputs;
  const open = platformQuestions(definition, known).map((field) => [
    field,
    unknown(`\`${field}\` is found on the platform`),
  ]);
  const identity = identify(definition, { ...known, ...Object.fromEntries(open) }, provider.config);
  return { inputs, shown: known, identity, errors };
}

/** The tree with another value at the path; a path that leads nowhere changes nothing. */
function replaceAt(tree: Value, path: readonly string[], value: Value): Value {
  const [segment, ...rest] = path;
  if (segment === undefined) return value;
  if (Array.isArray(tree))
    return tree.map((item: Value, index) => (String(index) === segment ? replaceAt(item, rest, value) : item));
  if (!isJsonObject(tree) || !Object.hasOwn(tree, segment)) return tree;
  return { ...tree, [segment]: replaceAt(tree[segment] ?? null, rest, value) };
}
