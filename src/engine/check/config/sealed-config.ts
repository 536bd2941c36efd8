import { fitsInto, roomOfRecord } from "../../../../packages/base/json/content-bounds.ts";
import { isJsonObject, type Json, type JsonObject, ownMember } from "../../../../packages/base/json/json.ts";
import { jsonOf } from "../../../../packages/base/json/plain.ts";
import { type Seal, sealLeaves } from "../../../definitions/schema/secret-values.ts";
import { type SecretMarker, unknown } from "../../../definitions/schema/value.ts";
import type { Declaration } from "../../declare/declaration.ts";
import type { ExpressionLanguage } from "../../expressions/expression-language.ts";
import { mentionsExpression } from "../../expressions/parse-template.ts";
import {
  isOfConfig,
  isSingleExpression,
  partReferences,
  type Reference,
  type Template,
  type TemplatePart,
} from "../../expressions/template.ts";
import type { StacksRead } from "../check-config.ts";

/** Config values as the rest of the check sees them. */
export interface SealedConfig {
  /** By key; of a secret one every scalar is sealed by itself. */
  readonly values: JsonObject;
  /** By source, the texts that a secret stands in: each is a secret as a whole. */
  readonly texts: ReadonlyMap<string, SecretMarker>;
}

/** A config value, or a part of one. */
type ConfigReference = Pick<Reference, "name" | "path">;

/** Whether config values are secret, as they are declared and as other stacks have them. */
export function secretConfig(
  { config }: Pick<Declaration, "config">,
  stacks: StacksRead,
): (reference: ConfigReference) => boolean {
  return ({ name, path: [output] }) => {
    const field = ownMember(config, name);
    if (field?.stack === undefined) return field?.secret === true;
    const read = stacks[name];
    if (read?.ok !== true) return false;
    const { secrets } = read.value;
    return output === undefined ? secrets.length > 0 : secrets.includes(String(output));
  };
}

/**
 * Seals what is secret of the config values, and the texts that are made of it, before anything else sees them. A text
 * can be sealed here because all that it reads is known: one that reads a resource as well is refused by its type
 * (decision 0113). Of keys that were not opened a mark stands there that no value is behind.
 */
export async function sealedConfig(
  declaration: Declaration,
  { values: plain, unopened }: { readonly values: JsonObject; readonly unopened: ReadonlySet<string> },
  isSecret: (reference: ConfigReference) => boolean,
  language: ExpressionLanguage,
  seal: Seal,
): Promise<SealedConfig> {
  const sealedValue = async (value: Json, reference: ConfigReference): Promise<Json> => {
    const { name, path } = reference;
    if (!isSecret(reference)) return value;
    if (declaration.config[name]?.stack === undefined || path.length > 0)
      return (await sealLeaves(value, seal)) as Json;
    const outputs = isJsonObject(value) ? Object.entries(value) : [];
    return Object.fromEntries(
      await Promise.all(
        outputs.map(async ([each, output]) => [each, await sealedValue(output, { name, path: [each] })]),
      ),
    );
  };
  // Of a list or map that was not opened it is not known what is in it.
  const unseen = async (name: string): Promise<Json> =>
    ["list", "map"].includes(declaration.config[name]?.type ?? "") ? unknown("it is sealed") : seal("");
  const entries = Object.entries(plain).map(
    async ([name, value]) =>
      [name, await (unopened.has(name) ? unseen(name) : sealedValue(value, { name, path: [] }))] as const,
  );
  const values = Object.fromEntries(await Promise.all(entries));
  const texts = new Map<string, SecretMarker>();
  if (!Object.keys(plain).some((name) => isSecret({ name, path: [] }))) return { values, texts };
  const { providers, resources, lookups, outputs } = declaration;
  for (const source of textsIn(jsonOf({ providers, resources, lookups, outputs }))) {
    const template = language.parse(source);
    const parts = template.ok ? secretParts(template.value, isSecret) : [];
    if (!template.ok || parts.length === 0) continue;
    const bindings = { node: () => undefined, config: (key: string) => ownMember(plain, key) };
    const text = language.evaluate(template.value, bindings);
    if (!text.ok || !fitsInto(text.value, roomOfRecord)) continue;
    const alone = parts.map((each) => language.evaluate({ ...template.value, parts: [each] }, bindings));
    texts.set(
      source,
      await seal(
        text.value,
        alone.flatMap((each) => (each.ok ? [each.value] : [])),
      ),
    );
  }
  return { values, texts };
}

/**
 * The parts of a text that are secret; none where it can't be made here. Only whole secrets are written into a text:
 * what a computation fails with could tell one.
 */
function secretParts(template: Template, isSecret: (reference: ConfigReference) => boolean): readonly TemplatePart[] {
  const { parts } = template;
  if (isSingleExpression(template) || !isOfConfig(template)) return [];
  const secret = parts.filter((part) => partReferences(part).some(isSecret));
  return secret.some(({ kind }) => kind === "cel") ? [] : secret;
}

/** Each text with an expression in it, once. */
function textsIn(value: Json, found = new Set<string>()): ReadonlySet<string> {
  if (typeof value === "string") {
    if (mentionsExpression(value)) found.add(value);
  } else if (value !== null && typeof value === "object") {
    for (const part of Object.values(value)) textsIn(part as Json, found);
  }
  return found;
}
