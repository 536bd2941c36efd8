import { isJsonObject, type JsonObject } from "../../../packages/base/json/json.ts";
import { pointerSegments } from "../../../packages/base/json/pointer.ts";
import { type FoundValues, platformQuestions, withDefaults } from "../../definitions/schema/comparison/defaults.ts";
import type { ResourceDefinition } from "../../definitions/schema/definition.ts";
import { type Identified, identify } from "../../definitions/schema/identity/identity.ts";
import { unknown, type Value } from "../../definitions/schema/value.ts";
import type { NodeBindings } from "../expressions/evaluate.ts";
import type { ExpressionLanguage, Resolved } from "../expressions/expression-language.ts";
import type { CheckedProvider, ResourceNode } from "./checked-declaration.ts";

/** What a resource should be, as far as it can be told now. */
export interface Desired {
  /** Inputs with defaults; places that wait for another resource still hold their expression. */
  readonly inputs: JsonObject;
  /** Why places of `inputs` wait, by JSON pointer below them. */
  readonly waiting: Readonly<Record<string, string>>;
  /** The inputs with an unknown marker, and the reason, in each waiting place: what a plan compares and shows. */
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
  bindings: NodeBindings,
  found: FoundValues,
): Desired {
  const resolved = language.resolve(node.inputs, bindings);
  const { value, errors } = resolved;
  const inputs = withDefaults(definition, isJsonObject(value) ? value : {}, provider.config, found);
  const waiting: Record<string, string> = {};
  for (const { pointer, why } of resolved.waiting) waiting[pointer] = why;
  // What fails is told where it stands, and not again by all that read it.
  const failed = Object.fromEntries(errors.map(({ pointer }) => [pointer, "its expression fails"]));
  const shown = withReasons(inputs, { ...waiting, ...failed });
  const identity = identify(definition, withQuestions(definition, shown), provider.config);
  return { inputs, waiting, shown, identity, errors };
}

/** The inputs with an unknown marker in each field that the platform is asked for. */
function withQuestions(definition: ResourceDefinition, inputs: JsonObject): JsonObject {
  const fields = platformQuestions(definition, inputs);
  if (fields.length === 0) return inputs;
  const open = fields.map((field) => [field, unknown(`\`${field}\` is found on the platform`)]);
  return { ...inputs, ...Object.fromEntries(open) };
}

/** Inputs with an unknown marker, and the reason, in each place that waits. */
export function withReasons(inputs: JsonObject, waiting: Readonly<Record<string, string>>): JsonObject {
  let shown: Value = inputs;
  for (const pointer of Object.keys(waiting)) {
    shown = replaceAt(shown, pointerSegments(pointer), 0, unknown(waiting[pointer] ?? ""));
  }
  return isJsonObject(shown) ? shown : inputs;
}

/** The tree with another value where the rest of the path leads; a path that leads nowhere changes nothing. */
function replaceAt(tree: Value, path: readonly string[], depth: number, value: Value): Value {
  const segment = path[depth];
  if (segment === undefined) return value;
  if (Array.isArray(tree))
    return tree.map((item: Value, at) => (String(at) === segment ? replaceAt(item, path, depth + 1, value) : item));
  if (!isJsonObject(tree) || !Object.hasOwn(tree, segment)) return tree;
  return { ...tree, [segment]: replaceAt(tree[segment] ?? null, path, depth + 1, value) };
}
