import type { JsonObject } from "../../../packages/base/json/json.ts";
import { pointer, pointerSegments } from "../../../packages/base/json/pointer.ts";
import { didYouMean } from "../../../packages/base/nearest-name.ts";
import { fieldsWithFormat, validateValue } from "../../definitions/schema/checks/validate-value.ts";
import { vendorLimitBreaches } from "../../definitions/schema/checks/vendor-limits.ts";
import { autoNames, platformQuestions, withDefaults } from "../../definitions/schema/comparison/defaults.ts";
import type { Catalog, FunctionDefinition, ResourceDefinition } from "../../definitions/schema/definition.ts";
import { outputSchema } from "../../definitions/schema/field-schema.ts";
import { identify, parseId } from "../../definitions/schema/identity/identity.ts";
import { identityConflicts } from "../../definitions/schema/identity/identity-conflicts.ts";
import { secretNames } from "../../definitions/schema/identity/identity-variables.ts";
import { idKey } from "../../definitions/schema/identity/same-object.ts";
import type { ObjectSchema } from "../../definitions/schema/schema.ts";
import { declaredSecretPlaces } from "../../definitions/schema/secret-values.ts";
import { isMarker, isSecret, unknown, type Value } from "../../definitions/schema/value.ts";
import type { Declaration, LookupDeclaration, ResourceDeclaration } from "../declare/declaration.ts";
import { celSyntaxError } from "../expressions/cel/cel-syntax.ts";
import type { ExpressionLanguage } from "../expressions/expression-language.ts";
import { checkOptions } from "./check-options.ts";
import { levelMistake, type Providers } from "./check-providers.ts";
import type { CheckedNode, CheckedProvider } from "./checked-declaration.ts";
import type { Compiler } from "./compile-values.ts";
import type { DeclaredClaims } from "./declared-claims.ts";
import { inheritedOptions } from "./inherited-options.ts";
import type { NodeType } from "./node-types.ts";
import type { ProblemCollector } from "./problem-collector.ts";
import { secretArguments } from "./secret-arguments.ts";

/** What checking one node needs to know. */
export interface NodeContext {
  readonly declaration: Declaration;
  /** All logical names. */
  readonly names: ReadonlySet<string>;
  readonly catalog: Catalog;
  readonly types: ReadonlyMap<string, NodeType>;
  readonly providers: Providers;
  readonly claims: DeclaredClaims;
  readonly compiler: Compiler;
  readonly language: ExpressionLanguage;
  readonly collector: ProblemCollector;
  /** What vendors are known to refuse, of the values that are known. */
  readonly advice: ProblemCollector | null;
}

interface Place {
  readonly address: string;
  readonly pointer: string;
}

/** Checks one entry of `resources`; null after a problem that leaves nothing to go on with. */
export function checkResource(name: string, declared: ResourceDeclaration, context: NodeContext): CheckedNode | null {
  const type = context.types.get(name);
  if (type?.kind !== "resource") return null;
  const { definition } = type;
  const place = { address: name, pointer: pointer("/resources", name) };
  const inherited = inheritedOptions(name, definition.provider, context.declaration);
  const common = checkCommon(
    declared.options,
    { kind: definition.provider, inherited: inherited.provider },
    place,
    declared.get === undefined ? definition : null,
    context,
  );
  if (common.provider !== undefined) checkLevel(common.provider, definition, declared.options, place, context);
  if (declared.get !== undefined) {
    const id = context.compiler.compile(declared.get.id, {
      address: name,
      pointer: pointer(place.pointer, "get", "id"),
      expected: { type: "string" },
    });
    if (isSecret(id.value))
      context.collector.add("value-not-allowed", "an id is shown everywhere: it can't be secret", {
        address: name,
        pointer: pointer(place.pointer, "get", "id"),
      });
    const qualifiers = checkQualifiers(definition, declared.get.state, place, context);
    if (common.provider === undefined) return null;
    return {
      kind: "get",
      address: name,
      type: definition.type,
      apiVersion: type.apiVersion,
      provider: common.provider.ref,
      edges: edges(common.dependsOn, id.needs, qualifiers.needs, common.providerNeeds),
      ...groupOf(common),
      id: id.value,
      qualifiers: qualifiers.value,
    };
  }
  const at = pointer(place.pointer, "properties");
  const compiled = context.compiler.compileObject(declared.properties, {
    address: name,
    pointer: at,
    expected: definition.inputs,
  });
  checkFields(definition, definition.inputs, compiled.value, { address: name, pointer: at }, context);
  if (common.provider === undefined) return null;
  checkIdentity(definition, compiled.value, common.provider, place, context);
  if (context.advice !== null) {
    const completed = withDefaults(definition, compiled.value, common.provider.config, {});
    adviseOfLimits(definition.inputs, completed, { address: name, pointer: at }, context.advice);
  }
  checkImportId(definition, common.options.import, common.provider, place, context);
  return {
    kind: "resource",
    address: name,
    type: definition.type,
    apiVersion: type.apiVersion,
    provider: common.provider.ref,
    edges: edges(common.dependsOn, compiled.needs, common.providerNeeds),
    ...groupOf(common),
    inputs: compiled.value,
    options:
      inherited.protect === true && !Object.hasOwn(declared.options, "protect")
        ? { ...common.options, protect: true }
        : common.options,
  };
}

/** Checks one entry of `lookups`. */
export function checkLookup(name: string, declared: LookupDeclaration, context: NodeContext): CheckedNode | null {
  const type = context.types.get(name);
  if (type?.kind !== "function") return null;
  const place = { address: name, pointer: pointer("/lookups", name) };
  const common = checkCommon(
    declared.options,
    { kind: type.definition.provider, inherited: undefined },
    place,
    null,
    context,
  );
  const at = pointer(place.pointer, "arguments");
  const compiled = context.compiler.compileObject(declared.arguments, {
    address: name,
    pointer: at,
    expected: type.definition.arguments,
  });
  checkFields(type.definition, type.definition.arguments, compiled.value, { address: name, pointer: at }, context);
  for (const { pointer: secret, detail } of secretArguments(compiled.value))
    context.collector.add("value-not-allowed", detail, { address: name, pointer: `${at}${secret}` });
  if (context.advice !== null)
    adviseOfLimits(type.definition.arguments, compiled.value, { address: name, pointer: at }, context.advice);
  if (common.provider === undefined) return null;
  for (const field of type.definition.needsOfProvider ?? [])
    if ((common.provider.config[field] ?? null) === null)
      lacksOfProvider(field, field, [], common.provider, place, context);
  return {
    kind: "lookup",
    address: name,
    type: type.definition.type,
    apiVersion: type.apiVersion,
    provider: common.provider.ref,
    edges: edges(common.dependsOn, compiled.needs, common.providerNeeds),
    ...groupOf(common),
    arguments: compiled.value,
  };
}

const noEdges: readonly string[] = [];

function edges(...lists: readonly (readonly string[])[]): readonly string[] {
  const filled = lists.filter((list) => list.length > 0);
  return filled.length === 0 ? noEdges : [...new Set(filled.length === 1 ? filled[0] : filled.flat())];
}

function groupOf({ parent }: { readonly parent?: string }): { readonly parent?: string } {
  return parent === undefined ? {} : { parent };
}

function checkCommon(
  options: JsonObject,
  provider: { readonly kind: string; readonly inherited: string | undefined },
  place: Place,
  definition: ResourceDefinition | null,
  { names, providers, collector }: NodeContext,
) {
  const checked = checkOptions(options, definition, names, place, collector);
  const chosen = providers.choose(provider.kind, options["provider"] ?? provider.inherited, place);
  return { ...checked, provider: chosen, providerNeeds: chosen === undefined ? [] : providers.needsOf(chosen.ref) };
}

function checkLevel(
  provider: CheckedProvider,
  definition: ResourceDefinition,
  options: JsonObject,
  place: Place,
  { catalog, collector }: NodeContext,
): void {
  if (definition.requiresProvider === undefined) return;
  const mistake = levelMistake(provider, catalog.providers[provider.kind], definition.requiresProvider);
  if (mistake === undefined) return;
  const named = Object.hasOwn(options, "provider");
  const at = named ? pointer(place.pointer, "options", "provider") : place.pointer;
  collector.add("provider-level", mistake, { ...place, pointer: at, at: named ? "value" : "key" });
}

/** Every limit of the schema, and the texts in other languages that it holds. */
function checkFields(
  definition: ResourceDefinition | FunctionDefinition,
  schema: ObjectSchema,
  value: { readonly [field: string]: Value },
  place: Place,
  { collector, language }: NodeContext,
): void {
  for (const violation of validateValue(schema, value)) {
    const field = pointerSegments(violation.pointer)[0] ?? "";
    const here = `${place.pointer}${violation.pointer}`;
    // What is to stand there is known of a value that is written there, and not where one only comes from elsewhere.
    const isWritten = collector.isWritten(here, violation.at ?? "value");
    const where = {
      address: place.address,
      pointer: here,
      at: violation.at,
      hint: isWritten || violation.code !== "wrong-type" ? violation.hint : undefined,
      fix: isWritten ? violation.fix : undefined,
      isTextMeant: isWritten ? violation.isTextMeant : undefined,
    };
    const isResource = definition.kind === "resource";
    if (
      violation.code === "unknown-field" &&
      isResource &&
      violation.pointer === pointer("", field) &&
      Object.hasOwn(definition.outputs.properties, field)
    ) {
      collector.add("output-field", `\`${field}\` is decided by the platform and can't be given`, {
        ...where,
        fix: undefined,
        hint: "remove it; `${...}` reads it elsewhere",
      });
    } else if (violation.code === "missing-field" && isResource && definition.noAutoNaming?.field === field) {
      collector.add("no-auto-naming", definition.noAutoNaming.says, where);
    } else {
      collector.add(violation.code, violation.detail, where);
    }
  }
  for (const { pointer: at, text } of fieldsWithFormat(schema, value, "cel")) {
    const error = language.cel === null ? null : celSyntaxError(text, language.cel);
    if (error !== null) {
      collector.add("value-malformed", `this is not a Common Expression Language text: ${error.detail}`, {
        address: place.address,
        pointer: `${place.pointer}${at}`,
      });
    }
  }
}

/** Values that the specification allows and the vendor does not. */
function adviseOfLimits(
  schema: ObjectSchema,
  value: { readonly [field: string]: Value },
  { address, pointer: at }: Place,
  advice: ProblemCollector,
): void {
  for (const breach of vendorLimitBreaches(schema, value))
    advice.add("vendor-limit", breach.says, { address, pointer: `${at}${breach.pointer}` });
}

/** The inputs must name one object: enough of them, and none against another. */
function checkIdentity(
  definition: ResourceDefinition,
  inputs: { readonly [field: string]: Value },
  provider: CheckedProvider,
  place: Place,
  context: NodeContext,
): void {
  const { claims, collector } = context;
  const at = (...path: readonly string[]) => ({
    address: place.address,
    pointer: pointer(place.pointer, "properties", ...path),
    at: path.length === 0 ? ("key" as const) : ("value" as const),
  });
  for (const field of secretNames(definition, inputs)) {
    collector.add(
      "value-not-allowed",
      `\`${field}\` names the object and is shown everywhere: it can't be secret`,
      at(...field.split(".")),
    );
  }
  for (const conflict of identityConflicts(definition, inputs)) {
    const said = conflict.sources.map(({ input, value }) => `\`${input}\` says ${value}`).join(", ");
    const last = conflict.sources.at(-1)?.input ?? "";
    collector.add("inputs-disagree", `they name different objects: ${said}`, at(...last.split(".")));
  }
  const found = marked(platformQuestions(definition, inputs), "found on the platform");
  const completed = withDefaults(definition, inputs, provider.config, found);
  const chosen = autoNames(definition, completed).map(({ field }) => field);
  const named = chosen.length === 0 ? completed : { ...completed, ...marked(chosen, "chosen when planned") };
  const identified = identify(definition, named, provider.config);
  if (identified.kind === "known") {
    const holder = claims.holderBeside(place.address, provider, idKey(definition, identified.claim));
    if (holder !== undefined)
      collector.add("claimed-twice", `\`${holder}\` and \`${place.address}\` both stand for \`${identified.claim}\``, {
        ...place,
        at: "key",
      });
  }
  if (identified.kind !== "missing") return;
  const isRequired = (variable: string) =>
    (definition.identity.variables[variable] ?? []).some(
      (source) => "input" in source && definition.inputs.required?.includes(source.input.split(".")[0] ?? "") === true,
    );
  for (const variable of identified.variables) {
    const sources = definition.identity.variables[variable] ?? [];
    const fromProvider = sources.flatMap((source) => ("provider" in source ? [source.provider] : []))[0];
    const inputsOf = [...new Set(sources.flatMap((source) => ("input" in source ? [source.input] : [])))];
    if (fromProvider !== undefined) {
      lacksOfProvider(variable, fromProvider, inputsOf, provider, place, context);
    } else if (!isRequired(variable)) {
      collector.add(
        "inputs-insufficient",
        `the ${variable} is not known; give ${inputsOf.map((each) => `\`${each}\``).join(" or ")}`,
        at(),
      );
    }
  }
}

/** Complains of what no input says and the provider lacks, with every way to give it. */
function lacksOfProvider(
  what: string,
  field: string,
  inputs: readonly string[],
  provider: CheckedProvider,
  place: Place,
  { catalog, collector }: NodeContext,
): void {
  const environment = catalog.providers[provider.kind]?.fields[field]?.environment ?? [];
  const ways = [
    ...(inputs.length > 0 ? [`give it in ${inputs.map((each) => `\`${each}\``).join(" or ")}`] : []),
    `set \`${field}\` of provider \`${provider.ref}\``,
    ...(environment.length > 0 ? [`set the environment variable ${environment.join(" or ")}`] : []),
  ];
  collector.add("provider-incomplete", `the ${what} is not known: ${ways.join(", or ")}`, { ...place, at: "key" });
}

function marked(fields: readonly string[], why: string): JsonObject {
  return Object.fromEntries(fields.map((field) => [field, unknown(why)]));
}

function checkImportId(
  definition: ResourceDefinition,
  id: string | undefined,
  provider: CheckedProvider,
  place: Place,
  { collector }: NodeContext,
): void {
  if (id === undefined) return;
  const parsed = parseId(definition, id, provider.config);
  // What a short id leaves out may come of a configuration that is not known yet; then the plan says so.
  const isOpen = Object.values(provider.config).some(isMarker);
  if (!parsed.ok && !isOpen)
    collector.add("invalid-id", parsed.error, {
      address: place.address,
      pointer: pointer(place.pointer, "options", "import"),
    });
}

/** Qualifiers may name any field that is read and is not secret; their values are compared with what is read. */
function checkQualifiers(
  definition: ResourceDefinition,
  state: JsonObject,
  place: Place,
  { compiler, collector }: NodeContext,
) {
  const at = pointer(place.pointer, "get", "state");
  const known = outputSchema(definition).properties;
  for (const field of Object.keys(state)) {
    if (Object.hasOwn(known, field)) continue;
    collector.add("unknown-field", `${definition.type} has no field \`${field}\``, {
      address: place.address,
      pointer: pointer(at, field),
      at: "key",
      ...didYouMean(field, Object.keys(known)),
    });
  }
  for (const secret of declaredSecretPlaces(outputSchema(definition), state)) {
    const field = pointerSegments(secret).join(".");
    collector.add("value-not-allowed", `\`${field}\` is secret: it can't be a qualifier`, {
      address: place.address,
      pointer: `${at}${secret}`,
    });
  }
  return compiler.compileObject(state, { address: place.address, pointer: at });
}
