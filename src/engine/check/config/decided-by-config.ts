import { mostNames } from "../../../../packages/base/json/content-bounds.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../packages/base/json/json.ts";
import { pointer } from "../../../../packages/base/json/pointer.ts";
import { secretPlaces } from "../../../definitions/schema/secret-values.ts";
import { findUnknown, holdsMarker } from "../../../definitions/schema/value.ts";
import type { Declaration, ProviderDeclaration } from "../../declare/declaration.ts";
import { keyFault, logicalNameFault } from "../../declare/logical-name.ts";
import type { ExpressionLanguage } from "../../expressions/expression-language.ts";
import { mentionsExpression } from "../../expressions/parse-template.ts";
import type { Reference } from "../../expressions/template.ts";
import { type Compiler, type DecidedNames, type Each, eachAt } from "../compile-values.ts";
import type { ProblemCollector } from "../problem-collector.ts";

/** What decides, and who hears of mistakes in it. */
interface Deciding {
  readonly language: ExpressionLanguage;
  /** Knows `config` and `each`, and no resources. */
  readonly compilerOf: (names: DecidedNames) => Compiler;
  readonly collector: ProblemCollector;
}

const sections = ["providers", "resources", "lookups"] as const;
const namingOptions = ["dependsOn", "parent", "deletedWith"];
const none: DecidedNames = { each: new Map(), absent: new Set() };

/**
 * A declaration as config decides it (decision 0128): one entry for each key in the place of what has `forEach`,
 * nothing of what `when` leaves out, and options without expressions. An entry that can't be decided is dropped, after
 * a mistake.
 */
export function decidedByConfig(
  declaration: Declaration,
  deciding: Deciding,
): { readonly declaration: Declaration; readonly names: DecidedNames; readonly dropped: readonly string[] } {
  if (!sections.some((section) => Object.values(declaration[section]).some(isUndecided)))
    return { declaration, names: none, dropped: [] };
  const decision = new Decision(declaration, deciding);
  const [providers, resources, lookups] = sections.map((section) => decision.entries(section));
  const decided = { ...declaration, providers, resources, lookups } as Declaration;
  const { names, dropped } = decision;
  return { declaration: decision.related(decided), names, dropped };
}

interface Entry {
  readonly when?: Json;
  readonly forEach?: Json;
  readonly options?: JsonObject;
}

function isUndecided({ when, forEach, options = {} }: Entry): boolean {
  return when !== undefined || forEach !== undefined || holdsExpression(options);
}

function holdsExpression(value: Json): boolean {
  return textsIn(value).length > 0;
}

/** Decides the entries of one declaration. */
class Decision {
  readonly dropped: string[] = [];
  readonly #declaration: Declaration;
  readonly #deciding: Deciding;
  readonly #compiler: Compiler;
  readonly #each = new Map<string, Each>();
  readonly #absent = new Set<string>();
  readonly #instances = new Map<string, readonly string[]>();
  #count = 0;

  constructor(declaration: Declaration, deciding: Deciding) {
    this.#declaration = declaration;
    this.#deciding = deciding;
    this.#compiler = deciding.compilerOf(this.names);
  }

  get names(): DecidedNames {
    return { each: this.#each, absent: this.#absent };
  }

  entries(section: (typeof sections)[number]): Readonly<Record<string, Entry | ProviderDeclaration>> {
    const all: Readonly<Record<string, Entry>> = this.#declaration[section];
    return Object.fromEntries(
      Object.entries(all).flatMap(([name, { when, forEach, ...entry }]) => {
        const instances = forEach === undefined ? [name] : this.#instancesOf(section, name, forEach);
        if (forEach !== undefined) this.#instances.set(name, instances);
        return instances.flatMap((instance) => {
          const here = pointer("", section, instance);
          if (when !== undefined && !this.#holds(when, here)) {
            this.#absent.add(instance);
            return [];
          }
          const { options } = entry;
          if (options === undefined || !holdsExpression(options)) return [[instance, entry] as const];
          return [[instance, { ...entry, options: this.#plainOptions(options, here) }] as const];
        });
      }),
    );
  }

  /** The same where options name what is there: instances for an entry with `forEach`, and nothing that is left out. */
  related(declaration: Declaration): Declaration {
    if (this.#absent.size + this.#instances.size === 0) return declaration;
    const related = <T extends { readonly options: JsonObject }>(entry: T): T => {
      const { dependsOn, ...others } = entry.options;
      const options = Object.entries(others).filter(
        ([name, value]) => !["parent", "deletedWith"].includes(name) || !this.#absent.has(String(value)),
      );
      const named = Array.isArray(dependsOn)
        ? dependsOn.flatMap((each: Json): readonly Json[] => this.#instances.get(String(each)) ?? [each])
        : dependsOn;
      const there = Array.isArray(named) ? named.filter((each: Json) => !this.#absent.has(String(each))) : named;
      return {
        ...entry,
        options: { ...Object.fromEntries(options), ...(there === undefined ? {} : { dependsOn: there }) },
      };
    };
    const all = <T extends { readonly options: JsonObject }>(entries: Readonly<Record<string, T>>) =>
      Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, related(entry)]));
    return { ...declaration, resources: all(declaration.resources), lookups: all(declaration.lookups) };
  }

  /** Names of the instances; none, after a problem, where what is counted is no list of texts and no map. */
  #instancesOf(section: (typeof sections)[number], name: string, forEach: Json): readonly string[] {
    const at = pointer("", section, name, "forEach");
    const found = this.#decided(forEach, at);
    const entries = isJsonObject(found)
      ? Object.entries(found)
      : Array.isArray(found) && found.every((each) => typeof each === "string")
        ? [...new Set(found)].map((each) => [each, each] as const)
        : undefined;
    if (entries === undefined) {
      if (found !== undefined) this.#complain("`forEach` takes a list of texts or a map", at);
      this.dropped.push(name);
      return [];
    }
    this.#count += entries.length;
    if (this.#count > mostNames) {
      this.#complain(`\`forEach\` makes more than ${mostNames} entries; split the stack`, at);
      return [];
    }
    return entries.flatMap(([key, value]) => {
      const instance = `${name}-${key}`;
      const fault = section === "providers" ? keyFault(instance) : logicalNameFault(instance);
      const here = pointer("", section, instance);
      const isTaken = Object.hasOwn(this.#declaration[section], instance) || this.#each.has(here);
      if (fault === undefined && !isTaken) {
        this.#each.set(here, { key, value });
        return [instance];
      }
      this.#complain(fault ?? `\`${instance}\` is declared as well: each name stands for one`, at);
      return [];
    });
  }

  /** True where nothing tells: what follows is about an entry that may be there. */
  #holds(when: Json, here: string): boolean {
    const at = pointer(here, "when");
    const found = this.#decided(when, at);
    if (found !== undefined && typeof found !== "boolean") this.#complain("`when` must be true or false", at);
    return found !== false;
  }

  #plainOptions(options: JsonObject, here: string): JsonObject {
    return Object.fromEntries(
      Object.entries(options).flatMap(([option, value]) => {
        // That a name is meant is told where names are held against what there is.
        const isName =
          namingOptions.includes(option) && this.#otherName(value, pointer(here, "options", option)) !== undefined;
        if (!holdsExpression(value) || isName) return [[option, value] as const];
        const found = this.#decided(value, pointer(here, "options", option));
        return found === undefined ? [] : [[option, found] as const];
      }),
    );
  }

  /** What config makes of a value; undefined, after a problem, where it does not tell. */
  #decided(value: Json, at: string): Json | undefined {
    const other = this.#otherName(value, at);
    if (other !== undefined) {
      const detail = `\`${other}\` can't be read here: this is decided before anything is read, by \`config\` alone`;
      this.#deciding.collector.add("unknown-reference", detail, { pointer: at });
      return undefined;
    }
    const { value: found } = this.#compiler.compile(value, { pointer: at });
    // What is sealed and was not opened is not known here.
    if (secretPlaces(found).length > 0 || findUnknown(found) !== undefined) {
      this.#complain("a secret can't decide this: it would be shown", at);
      return undefined;
    }
    return holdsMarker(found) ? undefined : found;
  }

  /** The first name that a value reads and that config does not decide. */
  #otherName(value: Json, at: string): string | undefined {
    const hasEach = eachAt(this.names, at) !== undefined;
    const isOther = ({ kind, name }: Reference) => kind === "node" && (name !== "each" || !hasEach);
    for (const text of textsIn(value)) {
      const parsed = this.#deciding.language.parse(text);
      const other = parsed.ok ? parsed.value.references.find(isOther) : undefined;
      if (other !== undefined) return other.name;
    }
    return undefined;
  }

  #complain(detail: string, at: string): void {
    this.#deciding.collector.add("invalid-option", detail, { pointer: at });
  }
}

/** The texts inside a value that hold expressions. */
function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return mentionsExpression(value) ? [value] : [];
  return value === null || typeof value !== "object" ? [] : Object.values(value).flatMap((each: Json) => textsIn(each));
}
