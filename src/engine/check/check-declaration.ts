import { digest } from "../../../packages/base/digest.ts";
import {
  beyondRoom,
  fitsInto,
  roomOfObjects,
  roomOfOutputs,
  roomOfRecord,
} from "../../../packages/base/json/content-bounds.ts";
import type { Json, JsonObject } from "../../../packages/base/json/json.ts";
import { jsonOf } from "../../../packages/base/json/plain.ts";
import { pointer } from "../../../packages/base/json/pointer.ts";
import { hasErrors, type Problem } from "../../../packages/base/problems/problem.ts";
import { EnoughProblems } from "../../../packages/base/problems/problem-limit.ts";
import { fieldsWithFormat } from "../../definitions/schema/checks/validate-value.ts";
import type { Catalog } from "../../definitions/schema/definition.ts";
import { outputSchema, schemaAt } from "../../definitions/schema/field-schema.ts";
import type { Schema } from "../../definitions/schema/schema.ts";
import { declaresSecrets, type Seal } from "../../definitions/schema/secret-values.ts";
import type { ConfigType, Declaration } from "../declare/declaration.ts";
import type { Spans } from "../declare/spans.ts";
import { type ExpressionLanguage, expressionLanguage } from "../expressions/expression-language.ts";
import type { TypeScope } from "../expressions/type-scope.ts";
import { dependencyOrder } from "../graph/order.ts";
import { type ConfigOrigins, type ConfigPlaces, checkConfig, type StacksRead } from "./check-config.ts";
import { checkLookup, checkResource, type NodeContext } from "./check-nodes.ts";
import { checkProviders, type ProviderSurroundings } from "./check-providers.ts";
import { checkRelations } from "./check-relations.ts";
import type { CheckedDeclaration, CheckedNode } from "./checked-declaration.ts";
import { Compiler, type DecidedNames } from "./compile-values.ts";
import { decidedByConfig } from "./config/decided-by-config.ts";
import { sealedConfig, secretConfig } from "./config/sealed-config.ts";
import { DeclaredClaims } from "./declared-claims.ts";
import { type NodeType, nodeTypes, splitToken } from "./node-types.ts";
import { ProblemCollector } from "./problem-collector.ts";
import { refuseInHolders } from "./refused-in-holder.ts";

export interface CheckInput {
  readonly declaration: Declaration;
  /** Places in the text, when there is one. */
  readonly spans?: Spans;
  /** Logical names that the text has and the declaration lacks, because of mistakes that were reported already. */
  readonly dropped?: readonly string[];
  /** Config keys whose entries were complained about already: nothing more is said of them. */
  readonly unsoundConfig?: ReadonlySet<string>;
  readonly catalog: Catalog;
  readonly surroundings: ProviderSurroundings;
  /** Values for `config`. */
  readonly config: JsonObject;
  /** Keys of `config` whose values were given sealed: those without a value were not opened. Left out: none. */
  readonly sealedKeys?: ReadonlySet<string>;
  readonly configFrom?: ConfigOrigins;
  /** Where values of `config` stand in a file of their own. */
  readonly configAt?: ConfigPlaces;
  /** What other stacks tell whose outputs are config values. Left out: there are none. */
  readonly stacks?: StacksRead;
  /** Whether vendors' limits are looked into as well; a plan does so by itself. Left out: they are. */
  readonly advises?: boolean;
  /** Seals one value of a secret config key. */
  readonly seal: Seal;
}

export interface CheckResult {
  /** Null when a problem is an error. */
  readonly checked: CheckedDeclaration | null;
  readonly language: ExpressionLanguage;
  readonly problems: readonly Problem[];
  /**
   * Of the values that are known, those which the vendor is known to refuse; none where that was not asked for. Plans
   * say it of what they would write.
   */
  readonly advice: readonly Problem[];
}

/**
 * Holds a declaration against the catalog: all that can be told without a call, all problems at once. It ends after the
 * first error that is one too many to be told.
 */
export async function checkDeclaration(input: CheckInput): Promise<CheckResult> {
  const collector = new ProblemCollector(input.spans);
  try {
    return await checkWith(collector, input);
  } catch (cause) {
    if (!(cause instanceof EnoughProblems)) throw cause;
    return { checked: null, language: await expressionLanguage({}), problems: collector.problems, advice: [] };
  }
}

async function checkWith(collector: ProblemCollector, input: CheckInput): Promise<CheckResult> {
  const { catalog } = input;
  const language = await expressionLanguage(jsonOf(input.declaration), holdsCelText(input.declaration, catalog));
  const unsoundConfig = input.unsoundConfig ?? new Set();
  const { environment } = input.surroundings;
  const { configAt: places = {}, configFrom: origins = {}, stacks = {}, sealedKeys = new Set() } = input;
  const given = { values: input.config, sealed: sealedKeys, places, origins, stacks };
  const { values, sources, unopened } = checkConfig(input.declaration, given, environment, unsoundConfig, collector);
  const isSecretConfig = secretConfig(input.declaration, stacks);
  const config = await sealedConfig(input.declaration, { values, unopened }, isSecretConfig, language, input.seal);
  const told = { stacks, isSecretConfig };
  const compilerOf = (
    of: Declaration,
    known: ReturnType<typeof nodeTypes>,
    decided: DecidedNames,
    dropped: Iterable<string>,
  ) =>
    new Compiler(
      language,
      typeScope(of, known, new Set(dropped), unsoundConfig, told),
      (name) => spaceOf(of, name),
      config,
      collector,
      decided,
      of.unknown,
    );
  const decision = decidedByConfig(input.declaration, {
    language,
    compilerOf: (decided) => compilerOf(input.declaration, new Map(), decided, []),
    collector,
  });
  const { declaration } = decision;
  const names = new Set([...Object.keys(declaration.resources), ...Object.keys(declaration.lookups)]);
  const types = nodeTypes(declaration, catalog, collector);
  const dropped = [...(input.dropped ?? []), ...decision.dropped];
  const compiler = compilerOf(declaration, types, decision.names, dropped);
  const providers = checkProviders(declaration, catalog, input.surroundings, compiler, collector);
  const claims = new DeclaredClaims(catalog);
  const advice = input.advises === false ? null : new ProblemCollector(input.spans);
  const context: NodeContext = {
    declaration,
    names,
    catalog,
    types,
    providers,
    claims,
    compiler,
    language,
    collector,
    advice,
  };

  checkRelations(declaration, collector);
  const nodes = [
    ...Object.entries(declaration.resources).map(([name, each]) => checkResource(name, each, context)),
    ...Object.entries(declaration.lookups).map(([name, each]) => checkLookup(name, each, context)),
  ].filter((node) => node !== null);
  const outputs = Object.fromEntries(
    Object.entries(declaration.outputs).map(([name, value]) => [
      name,
      compiler.compile(value, { pointer: pointer("/outputs", name) }).value,
    ]),
  );

  const ordered = inOrder(nodes, compiler, declaration, collector);
  refuseInHolders(ordered, context);
  refuseBeyondRoom(nodes, outputs, collector);
  const { problems } = collector;
  if (hasErrors(problems)) return { checked: null, language, problems, advice: advice?.problems ?? [] };
  const content = { project: declaration.name, providers: providers.byRef, nodes: ordered, outputs };
  const said = Object.keys(sources).length === 0 ? {} : { config: sources };
  return {
    checked: { format: 1, digest: digest(jsonOf(content)), ...content, ...said },
    language,
    problems,
    advice: advice?.problems ?? [],
  };
}

/** Config values stand in many places at once: what they make of a text is bounded, before it is copied or digested. */
function refuseBeyondRoom(
  nodes: readonly CheckedNode[],
  outputs: CheckedDeclaration["outputs"],
  collector: ProblemCollector,
) {
  const what = (each: string) => `${each}, with what its expressions make,`;
  if (!fitsInto(outputs as Json, roomOfOutputs))
    collector.add("beyond-bounds", beyondRoom(what("all of `outputs`"), roomOfOutputs), { pointer: "/outputs" });
  const large = nodes.filter((node) => !fitsInto(jsonOf(node), roomOfRecord));
  for (const { address, kind } of large) {
    const at = pointer(kind === "lookup" ? "/lookups" : "/resources", address);
    collector.add("beyond-bounds", beyondRoom(what(`\`${address}\``), roomOfRecord), { address, pointer: at });
  }
  if (large.length === 0 && !fitsInto(jsonOf(nodes), roomOfObjects))
    collector.add("beyond-bounds", beyondRoom(what("all of `resources`"), roomOfObjects), { pointer: "/resources" });
}

function inOrder(
  nodes: readonly CheckedNode[],
  compiler: Compiler,
  declaration: Declaration,
  collector: ProblemCollector,
): readonly CheckedNode[] {
  const byAddress = new Map(nodes.map((node) => [node.address, node]));
  const order = dependencyOrder(new Map(nodes.map((node) => [node.address, node.edges])));
  if (!order.ok) {
    const [first = "", next = ""] = order.error;
    const path = order.error.join(" -> ");
    const isLong = order.error.length > 2;
    const detail = isLong
      ? `${path}: each needs the next; take one of the references out`
      : `${path}: it refers to itself`;
    const at = compiler.referencePlace(first, next);
    if (at !== undefined)
      collector.inside("reference-cycle", detail, { address: first, pointer: at.pointer }, at.offset, at.length);
    else collector.add("reference-cycle", detail, { address: first, ...dependencyPlace(first, next, declaration) });
    return [];
  }
  return order.value.flatMap((address) => byAddress.get(address) ?? []);
}

/** Where `dependsOn` of one names the other; the one's own key where something else makes it need the other. */
function dependencyPlace(
  address: string,
  to: string,
  { resources, lookups }: Declaration,
): { readonly pointer: string; readonly at: "key" | "value" } {
  const isResource = Object.hasOwn(resources, address);
  const node = pointer(isResource ? "/resources" : "/lookups", address);
  const named = (isResource ? resources[address] : lookups[address])?.options["dependsOn"];
  const index = Array.isArray(named) ? named.indexOf(to) : -1;
  if (index < 0) return { pointer: node, at: "key" };
  return { pointer: pointer(node, "options", "dependsOn", index), at: "value" };
}

/** True when some field holds a text that must parse as CEL, so that the parser is needed in any case. */
function holdsCelText({ resources }: Declaration, catalog: Catalog): boolean {
  return Object.values(resources).some(({ type, properties }) => {
    const { name } = splitToken(type);
    const definition = Object.hasOwn(catalog.resources, name) ? catalog.resources[name] : undefined;
    return definition !== undefined && fieldsWithFormat(definition.inputs, properties, "cel").length > 0;
  });
}

function spaceOf({ resources, lookups }: Declaration, name: string): "resources" | "lookups" | undefined {
  if (Object.hasOwn(resources, name)) return "resources";
  return Object.hasOwn(lookups, name) ? "lookups" : undefined;
}

function typeScope(
  declaration: Declaration,
  types: ReadonlyMap<string, NodeType>,
  dropped: ReadonlySet<string>,
  unsoundConfig: ReadonlySet<string>,
  { stacks, isSecretConfig }: { readonly stacks: StacksRead; readonly isSecretConfig: ReturnType<typeof secretConfig> },
): TypeScope {
  const names = new Set([...Object.keys(declaration.resources), ...Object.keys(declaration.lookups)]);
  return {
    node: (name) => {
      const type = types.get(name);
      if (type !== undefined) return type.kind === "resource" ? outputSchema(type.definition) : type.definition.result;
      // A node whose own type is wrong has been complained about; what refers to it should not add to the noise.
      return names.has(name) || dropped.has(name) ? "any" : undefined;
    },
    nodeNames: names,
    config: (name) => {
      const field = Object.hasOwn(declaration.config, name) ? declaration.config[name] : undefined;
      if (unsoundConfig.has(name)) return "any";
      return field === undefined ? undefined : configSchema(field.type);
    },
    configNames: Object.keys(declaration.config),
    stackOutputs: (name) => {
      const stack = Object.hasOwn(declaration.config, name) ? declaration.config[name]?.stack : undefined;
      const read = stacks[name];
      return stack === undefined || read?.ok !== true ? undefined : { stack, names: Object.keys(read.value.outputs) };
    },
    output: (name) => {
      const said = Object.hasOwn(declaration.outputs, name) ? declaration.outputs[name] : undefined;
      return typeof said === "string" ? said : undefined;
    },
    isSecret: (reference) => {
      const { kind, name, path } = reference;
      if (kind === "config") return isSecretConfig(reference);
      const type = types.get(name);
      if (type !== undefined) {
        const part = schemaAt(type.kind === "resource" ? outputSchema(type.definition) : type.definition.result, path);
        if (part !== undefined && part !== "any" && declaresSecrets(part)) return true;
      }
      const declared = Object.hasOwn(declaration.resources, name) ? declaration.resources[name] : undefined;
      const sealed = declared?.options["additionalSecretOutputs"];
      return Array.isArray(sealed) && (path.length === 0 || sealed.includes(path[0] ?? ""));
    },
  };
}

function configSchema(type: ConfigType): Schema | "any" {
  switch (type) {
    case "string":
    case "boolean":
    case "integer":
      return { type };
    case "number":
    case "list":
    case "map":
      return "any";
  }
}
