import type { JsonObject } from "../../../packages/base/json/json.ts";
import { pointer } from "../../../packages/base/json/pointer.ts";
import { didYouMean } from "../../../packages/base/nearest-name.ts";
import type { Declaration } from "../declare/declaration.ts";
import { dependencyOrder } from "../graph/order.ts";
import type { ProblemCollector } from "./problem-collector.ts";

/** Options whose value is the name of another resource. */
const namingOptions = ["parent", "deletedWith"] as const;

/** A resource or look-up that has options, which most have not. */
interface Optioned {
  readonly address: string;
  readonly options: JsonObject;
}

/** What options say about other resources: names that exist and lead in no circle, former names that are free. */
export function checkRelations(declaration: Declaration, collector: ProblemCollector): void {
  const optioned = [...withOptions(declaration.resources), ...withOptions(declaration.lookups)];
  for (const option of namingOptions) checkNames(option, optioned, declaration, collector);
  checkAliases(optioned, declaration, collector);
}

function withOptions(nodes: Readonly<Record<string, { readonly options: JsonObject }>>): readonly Optioned[] {
  const found: Optioned[] = [];
  for (const address of Object.keys(nodes)) {
    const options = nodes[address]?.options ?? {};
    if (Object.keys(options).length > 0) found.push({ address, options });
  }
  return found;
}

function checkNames(
  option: (typeof namingOptions)[number],
  optioned: readonly Optioned[],
  { resources, lookups }: Declaration,
  collector: ProblemCollector,
): void {
  const graph = new Map<string, readonly string[]>();
  const at = (address: string) => ({
    address,
    pointer: pointer(Object.hasOwn(resources, address) ? "/resources" : "/lookups", address, "options", option),
  });
  for (const { address, options } of optioned) {
    const named = options[option];
    if (typeof named !== "string" || named === "") continue;
    if (Object.hasOwn(resources, named)) {
      graph.set(address, [named]);
      continue;
    }
    const what = Object.hasOwn(lookups, named)
      ? `\`${named}\` is a look-up, not a resource`
      : `there is no resource \`${named}\``;
    collector.add("invalid-option", what, { ...at(address), ...didYouMean(named, Object.keys(resources)) });
  }
  const order = dependencyOrder(graph);
  if (order.ok) return;
  const [first = ""] = order.error;
  collector.add("invalid-option", `${order.error.join(" -> ")}: each has the next for its \`${option}\``, at(first));
}

function checkAliases(
  optioned: readonly Optioned[],
  { resources, lookups }: Declaration,
  collector: ProblemCollector,
): void {
  const holders = new Map<string, string>();
  for (const { address, options } of optioned) {
    if (!Object.hasOwn(resources, address)) continue;
    const aliases: readonly unknown[] = Array.isArray(options["aliases"]) ? options["aliases"] : [];
    for (const [index, alias] of aliases.entries()) {
      if (typeof alias !== "string") continue;
      const place = { address, pointer: pointer("/resources", address, "options", "aliases", index) };
      const holder = holders.get(alias);
      if (Object.hasOwn(resources, alias) || Object.hasOwn(lookups, alias)) {
        collector.add("invalid-option", `\`${alias}\` is declared too, so it can't be a former name`, place);
      } else if (holder !== undefined) {
        collector.add("invalid-option", `\`${alias}\` is a former name of \`${holder}\` already`, place);
      } else holders.set(alias, address);
    }
  }
}
