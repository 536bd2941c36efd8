import { isJsonObject, type Json, type JsonObject, ownMember } from "../../../packages/base/json/json.ts";
import { pointer } from "../../../packages/base/json/pointer.ts";
import { schemaAt } from "../../definitions/schema/field-schema.ts";
import type { Schema } from "../../definitions/schema/schema.ts";
import { type ExpressionMarker, escapeMarkers, plainKey, unknown, type Value } from "../../definitions/schema/value.ts";
import { type Here, replacePlaces } from "../../definitions/schema/walk-value.ts";
import type { ExpressionLanguage } from "../expressions/expression-language.ts";
import { mentionsExpression } from "../expressions/parse-template.ts";
import { type ExpressionError, isSingleExpression, type Template } from "../expressions/template.ts";
import { typeOf } from "../expressions/type-of.ts";
import type { TypeScope } from "../expressions/type-scope.ts";
import { typeInWords } from "../expressions/type-words.ts";
import { kindOf } from "../expressions/value-type.ts";
import type { SealedConfig } from "./config/sealed-config.ts";
import { explainHyphens } from "./hyphenated-names.ts";
import type { ProblemCollector } from "./problem-collector.ts";

/** Where a value stands: its address, its pointer in the declaration, and the schema its fields must fit. */
export interface ValuePlace {
  readonly address?: string;
  readonly pointer: string;
  readonly expected?: Schema;
}

/** What `each` stands for in one instance of an entry with `forEach`. */
export interface Each extends JsonObject {
  readonly key: string;
  readonly value: Json;
}

/** Names whose value config alone decides. */
export interface DecidedNames {
  /** `each`, by the pointer of the instance: `/resources/NAME`. */
  readonly each: ReadonlyMap<string, Each>;
  /** Resources and look-ups that `when` leaves out: what reads one reads null. */
  readonly absent: ReadonlySet<string>;
}

/** What `each` stands for at a place: in an instance, all that lies in it. */
export function eachAt({ each }: Pick<DecidedNames, "each">, place: string): Each | undefined {
  return each.get(place.split("/", 3).join("/"));
}

export interface Compiled<T extends Value = Value> {
  readonly value: T;
  /** Addresses that the value refers to. */
  readonly needs: readonly string[];
}

const noNeeds: readonly string[] = [];

/** Where one node refers to another. */
interface ReferencePlace {
  readonly pointer: string;
  readonly offset: number;
  readonly length: number;
}

/**
 * Turns declared data into Values: strings with `${...}` become expression markers once they parse, lead somewhere and
 * have a fitting type; those that only read `config` are evaluated at once; `$`-keys are escaped.
 */
export class Compiler {
  readonly #language: ExpressionLanguage;
  readonly #scope: TypeScope;
  readonly #config: SealedConfig;
  readonly #collector: ProblemCollector;
  readonly #spaceOf: (name: string) => "resources" | "lookups" | undefined;
  readonly #decided: DecidedNames;
  readonly #unknown: Readonly<Record<string, string>> | undefined;
  /** The first place of each address at which it refers to another, by both. */
  readonly #references = new Map<string, ReferencePlace>();

  /**
   * `spaceOf` says under which of the two a logical name is declared; `unknownPlaces` why some values can't be told.
   */
  constructor(
    language: ExpressionLanguage,
    scope: TypeScope,
    spaceOf: (name: string) => "resources" | "lookups" | undefined,
    config: SealedConfig,
    collector: ProblemCollector,
    decided: DecidedNames,
    unknownPlaces?: Readonly<Record<string, string>>,
  ) {
    this.#language = language;
    this.#scope = scope;
    this.#spaceOf = spaceOf;
    this.#decided = decided;
    this.#unknown = unknownPlaces;
    this.#config = config;
    this.#collector = collector;
  }

  compileObject(data: JsonObject, place: ValuePlace): Compiled<{ readonly [key: string]: Value }> {
    const compiled = this.compile(data, place);
    return { needs: compiled.needs, value: isJsonObject(compiled.value) ? compiled.value : {} };
  }

  compile(data: Json, place: ValuePlace): Compiled {
    const needs = new Set<string>();
    const value = replacePlaces(escapeMarkers(data), (part, here) => {
      const why = this.#unknown?.[pointer(place.pointer, ...declaredPath(here))];
      if (why !== undefined) return unknown(why);
      if (typeof part !== "string") return undefined;
      if (part.includes("{{")) this.#adviseOfBraces(part, place, here);
      return mentionsExpression(part) ? this.#text(part, place, here, needs) : undefined;
    });
    return { value, needs: needs.size === 0 ? noNeeds : [...needs] };
  }

  /** Where an address refers to another one, as far as an expression does. */
  referencePlace(address: string, to: string): ReferencePlace | undefined {
    return this.#references.get(JSON.stringify([address, to]));
  }

  /** Braces of other tools, about something that there is. */
  #adviseOfBraces(text: string, place: ValuePlace, here: Here): void {
    for (const { 0: braces, 1: name = "", 2: rest = "", index } of text.matchAll(/\{\{\s*(\w+)((?:\.\w+)*)\s*\}\}/g)) {
      if (name !== "config" && this.#scope.node(name) === undefined) continue;
      const fix = `\${${name}${rest}}`;
      const detail = `\`${braces}\` stays as it is: an expression is written \`${fix}\``;
      const way = { hint: `write \`${fix}\`, if the value is meant`, fix };
      this.#collector.inside("template-braces", detail, { ...placeOf(place, here), ...way }, index, braces.length);
    }
  }

  #text(text: string, place: ValuePlace, here: Here, needs: Set<string>): Value {
    const parsed = this.#language.parse(text);
    if (!parsed.ok) {
      this.#complain(parsed.error, place, here);
      return { $expr: text };
    }
    const template = parsed.value;
    const names = this.#namesDecided(template, place);
    const sound = this.#checkType(template, place, here, names);
    const refs = template.references;
    for (const reference of refs) {
      if (reference.kind !== "node" || this.#scope.node(reference.name) === undefined) continue;
      if (Object.hasOwn(names, reference.name)) continue;
      needs.add(reference.name);
      const way = JSON.stringify([place.address, reference.name]);
      const { offset, length } = reference;
      if (!this.#references.has(way)) this.#references.set(way, { ...placeOf(place, here), offset, length });
    }
    if (!sound) return { $expr: text };
    const waits = refs.some(({ kind, name }) => kind === "node" && !Object.hasOwn(names, name));
    if (waits) return this.#withConfig(template, names);
    const { values, texts } = this.#config;
    const sealed = texts.get(text);
    if (sealed !== undefined) return sealed;
    const evaluated = this.#language.evaluate(template, {
      node: (name) => ownMember(names, name),
      config: (name) => ownMember(values, name),
    });
    if (evaluated.ok) return evaluated.value;
    // A config value that is missing has been complained about where it is declared.
    if (refs.every(({ kind, name }) => kind === "node" || Object.hasOwn(values, name))) {
      this.#complain([{ code: "expression-failed", ...evaluated.error }], place, here);
    }
    return { $expr: text };
  }

  /** An expression that waits for a resource, with the config values that it reads as well. */
  #withConfig({ source, references }: Template, names: JsonObject): ExpressionMarker {
    const read = references.flatMap(({ kind, name }) => {
      const value = kind === "config" ? ownMember(this.#config.values, name) : undefined;
      return value === undefined ? [] : [[name, value] as const];
    });
    return {
      $expr: source,
      ...(read.length === 0 ? {} : { $config: Object.fromEntries(read) }),
      ...(Object.keys(names).length === 0 ? {} : { $names: names }),
    };
  }

  /** Names in a template that config decides, and what they stand for. */
  #namesDecided({ references }: Template, place: ValuePlace): JsonObject {
    const { each, absent } = this.#decided;
    if (each.size + absent.size === 0) return {};
    const own = eachAt(this.#decided, place.pointer);
    const read = references.flatMap(({ kind, name }): readonly (readonly [string, Json])[] => {
      if (kind === "config") return [];
      if (name === "each" && own !== undefined) return [[name, own]];
      return absent.has(name) ? [[name, null]] : [];
    });
    return Object.fromEntries(read);
  }

  #checkType(template: Template, place: ValuePlace, here: Here, names: JsonObject): boolean {
    const scope: TypeScope = {
      ...this.#scope,
      node: (name) => (Object.hasOwn(names, name) ? "any" : this.#scope.node(name)),
    };
    const { schema, problems: found } = typeOf(template, scope);
    const { nodeNames, configNames } = this.#scope;
    const problems = explainHyphens(template.source, found, { nodeNames, configNames, spaceOf: this.#spaceOf });
    const wrong = this.#wrongSpaces(template, problems);
    this.#complain(problems, place, here);
    this.#complain(wrong, place, here);
    if (problems.length + wrong.length > 0) return false;
    const expected = place.expected === undefined ? undefined : schemaAt(place.expected, declaredPath(here));
    if (expected === undefined || expected === "any" || schema === "any") return true;
    const [wanted, got] = [kindOf(expected), kindOf(schema)];
    if (wanted === got) return true;
    const isSingle = isSingleExpression(template);
    const canBeText = wanted === "string" && (got === "boolean" || got === "integer");
    this.#collector.add(
      "expression-type",
      `the field takes ${typeInWords(expected)}, and ` +
        `${isSingle ? "the expression gives" : "text with expressions in it is"} ${typeInWords(schema)}`,
      { ...placeOf(place, here), hint: canBeText ? "`string(...)` makes text of it" : undefined },
    );
    return false;
  }

  /**
   * `resources.x` must be a resource and `lookups.x` a look-up; `said` are places that were complained about already.
   */
  #wrongSpaces(template: Template, said: readonly ExpressionError[]): readonly ExpressionError[] {
    return template.references.flatMap(({ name, via, offset, length }): readonly ExpressionError[] => {
      if ((via !== "resources" && via !== "lookups") || said.some((each) => each.offset === offset)) return [];
      const space = this.#spaceOf(name);
      if (space === undefined || space === via) return [];
      const what = { resources: "a resource", lookups: "a look-up" };
      const detail = `\`${name}\` is ${what[space]}, not ${what[via]}`;
      const hint = `write \`${space}["${name}"]\``;
      return [{ code: "unknown-reference", detail, offset, length, hint }];
    });
  }

  #complain(errors: readonly ExpressionError[], place: ValuePlace, here: Here): void {
    for (const { code, detail, hint, fix, offset, length } of errors) {
      this.#collector.inside(code, detail, { ...placeOf(place, here), hint, fix }, offset, length);
    }
  }
}

function placeOf({ address, pointer: base }: ValuePlace, here: Here): { pointer: string; address: string | undefined } {
  return { address, pointer: pointer(base, ...declaredPath(here)) };
}

/** Where a value stands in what was declared, whose keys are not escaped yet. */
function declaredPath({ path }: Here): readonly (string | number)[] {
  return path.map((segment) => (typeof segment === "string" ? plainKey(segment) : segment));
}
