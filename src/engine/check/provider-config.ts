import { isJsonObject, type JsonObject } from "../../../packages/base/json/json.ts";
import { pointer } from "../../../packages/base/json/pointer.ts";
import { type Problem, problem } from "../../../packages/base/problems/problem.ts";
import { validateValue } from "../../definitions/schema/checks/validate-value.ts";
import type { ProviderDefinition } from "../../definitions/schema/definition.ts";
import { secretPlaces } from "../../definitions/schema/secret-values.ts";
import { isMarker } from "../../definitions/schema/value.ts";
import type { NodeBindings } from "../expressions/evaluate.ts";
import type { ExpressionLanguage } from "../expressions/expression-language.ts";
import type { CheckedProvider } from "./checked-declaration.ts";

/** What a provider's configuration comes to under what is known of the resources that it reads. */
export type ProviderConfig =
  | { readonly kind: "known"; readonly config: JsonObject }
  | { readonly kind: "waiting"; readonly why: string }
  /** It has values, and they break a limit of the kind. */
  | { readonly kind: "unfit"; readonly problems: readonly Problem[] };

/** True when other resources decide a part of the configuration. */
export function hasOpenConfig({ config }: CheckedProvider): boolean {
  return Object.values(config).some(isMarker);
}

/** Evaluates a provider's configuration and holds what came of it against the limits of its kind. Pure. */
export function resolveProviderConfig(
  provider: CheckedProvider,
  definition: ProviderDefinition | undefined,
  language: ExpressionLanguage,
  bindings: NodeBindings,
): ProviderConfig {
  if (!hasOpenConfig(provider)) return { kind: "known", config: provider.config };
  const { value, waiting, errors } = language.resolve(provider.config, bindings);
  const at = pointer("/providers", provider.ref);
  if (errors.length > 0) {
    const failed = errors.map((each) => problem("expression-failed", each.detail, { pointer: at + each.pointer }));
    return { kind: "unfit", problems: failed };
  }
  const [wait] = waiting;
  if (wait !== undefined) return { kind: "waiting", why: `provider \`${provider.ref}\`: ${wait.why}` };
  const config = isJsonObject(value) ? value : {};
  const problems = Object.keys(provider.config).flatMap((field): readonly Problem[] => {
    if (!isMarker(provider.config[field])) return [];
    const place = { pointer: pointer(at, field) };
    const given = config[field] ?? null;
    if (given === null) return [problem("provider-incomplete", `the expression for \`${field}\` gives nothing`, place)];
    if (secretPlaces(given).length > 0)
      return [problem("value-not-allowed", "a provider is part of every record: it can't hold a secret", place)];
    const schema = definition?.fields[field]?.schema;
    return schema === undefined
      ? []
      : validateValue(schema, given).map((each) => problem(each.code, each.detail, place));
  });
  return problems.length > 0 ? { kind: "unfit", problems } : { kind: "known", config };
}
