import type { JsonObject } from "../../../packages/base/json/json.ts";
import { jsonEqual, ownMember } from "../../../packages/base/json/json.ts";
import { pointer } from "../../../packages/base/json/pointer.ts";
import { withDefaults } from "../../definitions/schema/comparison/defaults.ts";
import type { Catalog } from "../../definitions/schema/definition.ts";
import { identify, parseId } from "../../definitions/schema/identity/identity.ts";
import { idKey } from "../../definitions/schema/identity/same-object.ts";
import { holderOf } from "../../definitions/schema/lies-in.ts";
import { unknown, type Value } from "../../definitions/schema/value.ts";
import type { ExpressionLanguage } from "../expressions/expression-language.ts";
import type { Providers } from "./check-providers.ts";
import type { CheckedNode, ResourceNode } from "./checked-declaration.ts";
import type { DeclaredClaims } from "./declared-claims.ts";
import type { ProblemCollector } from "./problem-collector.ts";

interface Surroundings {
  readonly catalog: Catalog;
  readonly providers: Providers;
  readonly claims: DeclaredClaims;
  readonly language: ExpressionLanguage;
  readonly collector: ProblemCollector;
}

/**
 * Complains of each resource that lies in one of the same declaration in which the platform makes none of its kind, as
 * far as the declared values tell it. The plan tells of what is only seen on the platform.
 */
export function refuseInHolders(nodes: readonly CheckedNode[], surroundings: Surroundings): void {
  const { catalog, collector } = surroundings;
  const lying = nodes.filter((node) => node.kind === "resource").filter((node) => isRefusedSomewhere(node, catalog));
  if (lying.length === 0) return;
  const declared = new DeclaredValues(nodes, surroundings);
  for (const node of lying) {
    const holder = declaredHolder(node, declared, surroundings);
    const values = holder === undefined ? {} : declared.inputsOf(holder);
    for (const [field, refused] of Object.entries(catalog.resources[node.type]?.refusedIn ?? {})) {
      const value = ownMember(values, field);
      if (value === undefined || !jsonEqual(value, refused)) continue;
      const detail =
        `\`${node.address}\` lies in \`${holder?.address}\`, whose \`${field}\` is ${String(refused)}: ` +
        "the platform makes none there";
      const place = { address: node.address, pointer: pointer("/resources", node.address), at: "key" as const };
      collector.add("refused-in-holder", detail, place);
    }
  }
}

function isRefusedSomewhere({ type }: ResourceNode, { resources }: Catalog): boolean {
  return resources[type]?.refusedIn !== undefined && resources[type].liesIn !== undefined;
}

/** The resource of the declaration that stands for the object in which another one lies. */
function declaredHolder(
  node: ResourceNode,
  declared: DeclaredValues,
  { catalog, providers, claims }: Surroundings,
): ResourceNode | undefined {
  const definition = catalog.resources[node.type];
  const provider = providers.byRef[node.provider];
  if (definition === undefined || provider === undefined) return undefined;
  const identified = identify(definition, declared.inputsOf(node), provider.config);
  const holder = identified.kind === "known" ? holderOf(definition, identified.variables, catalog) : undefined;
  const parsed = holder === undefined ? undefined : parseId(holder.definition, holder.id, provider.config);
  if (holder === undefined || parsed?.ok !== true) return undefined;
  const address = claims.holderOf(provider, idKey(holder.definition, parsed.value.claim));
  const found = address === undefined ? undefined : declared.resource(address);
  return found?.type === holder.definition.type ? found : undefined;
}

/** The inputs of resources as far as nothing but the declaration decides them. */
class DeclaredValues {
  readonly #nodes: ReadonlyMap<string, CheckedNode>;
  readonly #surroundings: Pick<Surroundings, "catalog" | "providers" | "language">;
  readonly #known = new Map<string, JsonObject>();

  constructor(nodes: readonly CheckedNode[], surroundings: Surroundings) {
    this.#nodes = new Map(nodes.map((node) => [node.address, node]));
    this.#surroundings = surroundings;
  }

  resource(address: string): ResourceNode | undefined {
    const node = this.#nodes.get(address);
    return node?.kind === "resource" ? node : undefined;
  }

  inputsOf({ address, type, provider, inputs }: ResourceNode): JsonObject {
    const known = this.#known.get(address);
    if (known !== undefined) return known;
    const { catalog, providers, language } = this.#surroundings;
    const definition = catalog.resources[type];
    const resolved = language.resolve(inputs, { node: (name) => this.#shown(name) }).value as JsonObject;
    const config = providers.byRef[provider]?.config ?? {};
    const found = definition === undefined ? resolved : withDefaults(definition, resolved, config, {});
    this.#known.set(address, found);
    return found;
  }

  /** What others may read of a resource: what it is declared with; all else is the platform's to say. */
  #shown(address: string): Value {
    const node = this.resource(address);
    const outputs = node === undefined ? {} : this.#surroundings.catalog.resources[node.type]?.outputs.properties;
    const decided = Object.keys(outputs ?? {}).map((name) => [name, unknown("known after it is made")] as const);
    return node === undefined ? unknown("it is read") : { ...Object.fromEntries(decided), ...this.inputsOf(node) };
  }
}
