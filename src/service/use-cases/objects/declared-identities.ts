import type { Catalog, ResourceDefinition } from "../../../definitions/schema/definition.ts";
import { unknown } from "../../../definitions/schema/value.ts";
import type { CheckedDeclaration, CheckedNode } from "../../../engine/check/checked-declaration.ts";
import { desiredOf } from "../../../engine/check/desired.ts";
import { hasOpenConfig } from "../../../engine/check/provider-config.ts";
import type { ExpressionLanguage } from "../../../engine/expressions/expression-language.ts";
import type { ProviderInstance } from "../../../engine/ports/driver.ts";

/** A declared resource, and the object that it stands for. */
interface DeclaredIdentity {
  readonly node: CheckedNode;
  readonly definition: ResourceDefinition;
  readonly provider: ProviderInstance;
  readonly id: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** The objects that a declaration's resources stand for, as far as the text alone tells. */
export function declaredIdentities(
  { checked, language }: { readonly checked: CheckedDeclaration; readonly language: ExpressionLanguage },
  { resources }: Catalog,
): readonly DeclaredIdentity[] {
  const bindings = { node: (name: string) => unknown(`known after ${name} is read`) };
  return checked.nodes.flatMap((node): readonly DeclaredIdentity[] => {
    const [provider, definition] = [checked.providers[node.provider], resources[node.type]];
    if (node.kind !== "resource" || provider === undefined || definition === undefined) return [];
    if (hasOpenConfig(provider)) return [];
    const { identity } = desiredOf(node, definition, provider, language, bindings, {});
    if (identity.kind !== "known") return [];
    const { id, variables } = identity;
    return [{ node, definition, provider, id, variables }];
  });
}
