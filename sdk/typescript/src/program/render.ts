import { isPlainObject, type Json, type JsonObject } from "../json.ts";
import { throwFailure } from "../outputs/failures.ts";
import { asForm, type Form, formOf, type Referent, resultOf } from "../outputs/form.ts";
import { known } from "../outputs/known-form.ts";
import { escapeText, joinPieces, listed, referenceText } from "../outputs/reference-text.ts";
import { computedSources } from "../outputs/references.ts";
import { holdsSecret } from "../outputs/secrecy.ts";
import { expressionText, templatePieces } from "../outputs/written-text.ts";
import { ProgramError } from "../program-error.ts";
import { type AnyProvider, isResource, nodeOf } from "../resources/declared.ts";
import { nodeNames, noOptions, type ProgramNode } from "../resources/node.ts";
import type { CallSite } from "./call-site.ts";
import type { ConfigType, Program } from "./program.ts";

/** Positions in the program's own files. */
export interface ProgramSpans {
  readonly files: readonly string[];
  readonly at: Readonly<Record<string, readonly [file: number, line: number, column: number]>>;
}

/** What a program comes to. */
export interface Synthesized {
  readonly declaration: JsonObject;
  /** Values of hidden secrets, by config key. */
  readonly config: JsonObject;
  readonly used: readonly string[];
  readonly spans: ProgramSpans;
}

/** The declaration of all that a program has constructed; waits for promises inside. */
export async function synthesize(program: Program, outputs: Readonly<Record<string, unknown>>): Promise<Synthesized> {
  for (;;) {
    const renderer = new Renderer(program);
    const result = renderer.program(outputs);
    throwFailure();
    if (renderer.promises.length === 0) return result;
    await Promise.allSettled(renderer.promises);
  }
}

/** Name, config and providers of what is declared so far, for reading on the way. */
export function contextFor(program: Program): JsonObject {
  return new Renderer(program).context();
}

interface Secret {
  readonly key: string;
  readonly type: ConfigType;
  readonly value: Json;
}

/** Writes one declaration. Lives for one call. */
class Renderer {
  readonly promises: Promise<Form>[] = [];
  readonly #program: Program;
  readonly #unknown: Record<string, string> = {};
  readonly #secrets: Secret[] = [];
  readonly #keyOf = new Map<Form, string>();
  readonly #files = new Map<string, number>();
  readonly #at: Record<string, readonly [number, number, number]> = {};

  constructor(program: Program) {
    this.#program = program;
  }

  program(outputs: Readonly<Record<string, unknown>>): Synthesized {
    const { providers, nodes } = this.#program;
    const all = [...nodes.values()];
    const rendered = {
      providers: this.#section([...providers.values()], "/providers", (each, place) => this.#provider(each, place)),
      resources: this.#section(
        all.filter((each) => each.space === "resources"),
        "/resources",
        (each, place) => this.#node(each, place),
      ),
      lookups: this.#section(
        all.filter((each) => each.space === "lookups"),
        "/lookups",
        (each, place) => this.#node(each, place),
      ),
      outputs: this.#fields(outputs, "/outputs"),
    };
    // Last, because the keys of hidden secrets come into being as they are used.
    const sections: JsonObject = { config: this.#config(), ...rendered, unknown: this.#unknown };
    return {
      declaration: { name: this.#name(), ...filled(sections) },
      config: Object.fromEntries(this.#secrets.map(({ key, value }) => [key, value])),
      used: [...this.#program.used].sort(),
      spans: { files: [...this.#files.keys()], at: this.#at },
    };
  }

  context(): JsonObject {
    const { providers } = this.#program;
    const rendered = this.#section([...providers.values()], "/providers", (each, place) => this.#provider(each, place));
    return { name: this.#name(), ...filled({ config: this.#config(), providers: withoutNulls(rendered) }) };
  }

  #name(): string {
    return this.#program.project ?? this.#program.surroundings.project;
  }

  #config(): JsonObject {
    const entries = [...this.#program.config].map(([key, { site, ...entry }]): [string, Json] => {
      this.#mark(`/config/${escaped(key)}`, site);
      return [key, entry];
    });
    const hidden = this.#secrets.map(({ key, type }): [string, Json] => [key, { type, secret: true }]);
    return Object.fromEntries([...entries, ...hidden]);
  }

  #section<T extends { readonly name: string; readonly site: CallSite | undefined }>(
    entries: readonly T[],
    place: string,
    render: (entry: T, place: string) => JsonObject,
  ): JsonObject {
    const section: Record<string, Json> = {};
    for (const entry of entries) {
      const at = `${place}/${escaped(entry.name)}`;
      this.#mark(at, entry.site);
      section[entry.name] = render(entry, at);
    }
    return section;
  }

  #mark(place: string, site: CallSite | undefined): void {
    if (site === undefined) return;
    let file = this.#files.get(site.file);
    if (file === undefined) {
      file = this.#files.size;
      this.#files.set(site.file, file);
    }
    this.#at[place] = [file, site.line, site.column];
  }

  #provider({ kind, isDefault, args }: AnyProvider, place: string): JsonObject {
    return { kind, ...(isDefault === undefined ? {} : { default: isDefault }), ...this.#fields(args, place) };
  }

  #node(node: ProgramNode, place: string): JsonObject {
    const { content, token } = node;
    const sources = content.kind === "managed" ? computedSources(content.properties) : [];
    const isPlain = node.options === noOptions && node.sealed.length === 0 && sources.length === 0;
    const options = isPlain ? {} : filledOptions(this.#options(node, sources));
    switch (content.kind) {
      case "managed":
        return { type: token, properties: this.#fields(content.properties, `${place}/properties`), ...options };
      case "get": {
        const state = this.#fields(content.state, `${place}/get/state`);
        const id = this.#value(content.id, `${place}/get/id`);
        return { type: token, get: { id: id ?? null, ...filled({ state }) }, ...options };
      }
      case "lookup":
        return { function: token, arguments: this.#fields(content.arguments, `${place}/arguments`), ...options };
    }
  }

  /** `sources`: what inputs were computed from by `apply`, which is depended on as well. */
  #options({ options, sealed }: ProgramNode, sources: readonly Referent[]): Readonly<Record<string, Json | undefined>> {
    const computed = sources.flatMap(({ space, name }) => (space === "config" ? [] : [name]));
    return {
      dependsOn: [...new Set([...options.dependsOn.flatMap(nodeNames), ...computed])],
      provider: options.provider?.name,
      parent: options.parent === undefined ? undefined : nodeOf(options.parent).name,
      protect: options.protect,
      ignoreChanges: options.ignoreChanges,
      replaceOnChanges: options.replaceOnChanges,
      deleteBeforeReplace: options.deleteBeforeReplace,
      retainOnDelete: options.retainOnDelete,
      onDestroy: options.onDestroy,
      deletedWith: options.deletedWith === undefined ? undefined : nodeOf(options.deletedWith).name,
      customTimeouts: options.customTimeouts === undefined ? undefined : filled(options.customTimeouts as JsonObject),
      aliases: options.aliases,
      import: options.import,
      version: options.version,
      additionalSecretOutputs: [...new Set([...(options.additionalSecretOutputs ?? []), ...sealed])],
      onDrift: options.onDrift,
    };
  }

  #fields(fields: Readonly<Record<string, unknown>>, place: string): JsonObject {
    const result: Record<string, Json> = {};
    for (const key in fields) {
      const value = fields[key];
      if (value === undefined || value === null || !Object.hasOwn(fields, key)) continue;
      const rendered = this.#value(value, `${place}/${escaped(key)}`);
      if (rendered !== undefined) result[key] = rendered;
    }
    return result;
  }

  /** A value in its place; undefined where there is none. */
  #value(value: unknown, place: string): Json | undefined {
    switch (typeof value) {
      case "string":
        return escapeText(value);
      case "boolean":
        return value;
      case "number":
        if (!Number.isFinite(value))
          throw new ProgramError(`${value} is no number that a declaration can hold${where(place)}`);
        return value;
      case "undefined":
        return undefined;
      case "object":
        if (value === null) return undefined;
        break;
      default:
        throw new ProgramError(`a ${typeof value} is no value of a declaration${where(place)}`);
    }
    const form = formOf(value);
    if (form !== undefined) return this.#form(form, place);
    if (Array.isArray(value)) return value.map((item, index) => this.#value(item, `${place}/${index}`) ?? null);
    if (isPlainObject(value)) return this.#fields(value, place);
    if ("then" in value) return this.#form(asForm(value), place);
    if (isResource(value))
      throw new ProgramError(`a resource is no value: give one of its fields, such as its id${where(place)}`);
    throw new ProgramError(
      `an instance of ${value.constructor?.name ?? "a class"} is no value of a declaration${where(place)}`,
    );
  }

  #form(form: Form, place: string): Json | undefined {
    switch (form.kind) {
      case "data":
        return form.isSecret ? this.#secret(form) : this.#value(form.value, place);
      case "reference":
        return `\${${referenceText(form.to.space, form.to.name, form.path)}}`;
      case "later":
        return this.#later(form.waits, place);
      case "promised":
        return this.#promised(form.promise, place);
      case "template":
        return this.#template(form, place);
      case "expression":
        return this.#expression(form, place);
    }
  }

  #template(form: Form & { readonly kind: "template" }, place: string): Json | undefined {
    if (holdsSecret(form.parts)) {
      const whole = known(form);
      if (whole.kind === "known") return this.#secret(form);
    }
    const pieces = templatePieces(form.parts, (part) => this.#secretKey(part));
    if (pieces === undefined) return this.#notKnownYet(form, place);
    return joinPieces(pieces);
  }

  #expression(form: Form & { readonly kind: "expression" }, place: string): Json | undefined {
    const text = expressionText(form.parts, (part) => this.#secretKey(part));
    if (text !== undefined) return `\${${text}}`;
    return this.#notKnownYet(form, place);
  }

  /** A part of it is being computed, or not known yet. */
  #notKnownYet(form: Form, place: string): Json | undefined {
    const found = known(form);
    if (found.kind === "promised") return this.#promised(found.promise, place);
    return this.#later(found.kind === "later" ? found.waits : [], place);
  }

  #later(waits: readonly string[], place: string): null {
    this.#unknown[place] = `computed from ${listed(waits)}`;
    return null;
  }

  #promised(promise: Promise<Form>, place: string): Json | undefined {
    const result = resultOf(promise);
    if (result !== undefined) return this.#form(result, place);
    this.promises.push(promise);
    return null;
  }

  /** A secret goes beside the declaration, which refers to it. */
  #secret(form: Form): Json {
    return `\${${referenceText("config", this.#secretKey(form), [])}}`;
  }

  #secretKey(form: Form): string {
    let key = this.#keyOf.get(form);
    if (key === undefined) {
      const found = known(form);
      const value = (found.kind === "known" ? found.value : undefined) as Json;
      key = this.#freeKey();
      this.#keyOf.set(form, key);
      this.#secrets.push({ key, type: typeOfSecret(value), value });
    }
    return key;
  }

  #freeKey(): string {
    const taken = new Set([...this.#program.config.keys(), ...this.#secrets.map(({ key }) => key)]);
    for (let count = 1; ; count += 1) if (!taken.has(`secret-${count}`)) return `secret-${count}`;
  }
}

function typeOfSecret(value: Json): ConfigType {
  if (typeof value === "string" || typeof value === "boolean") return typeof value as "string" | "boolean";
  if (typeof value === "number") return Number.isSafeInteger(value) ? "integer" : "number";
  if (Array.isArray(value)) return "list";
  if (typeof value === "object" && value !== null) return "map";
  throw new ProgramError("there is nothing to keep secret: the value is undefined");
}

/** Only members with something inside. */
function filled(members: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) =>
      typeof value === "object" ? value !== null && Object.keys(value).length > 0 : value !== undefined,
    ),
  );
}

function filledOptions(options: Readonly<Record<string, Json | undefined>>): JsonObject {
  const given = Object.entries(options).filter(
    (entry): entry is [string, Json] => entry[1] !== undefined && !(Array.isArray(entry[1]) && entry[1].length === 0),
  );
  return given.length === 0 ? {} : { options: Object.fromEntries(given) };
}

function withoutNulls(section: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(section).map(([key, entry]) => [
      key,
      Object.fromEntries(Object.entries(entry as JsonObject).filter(([, value]) => value !== null)),
    ]),
  );
}

/** A segment of a JSON pointer. */
function escaped(segment: string): string {
  return segment.includes("~") || segment.includes("/") ? segment.replaceAll("~", "~0").replaceAll("/", "~1") : segment;
}

function where(place: string): string {
  return `, at ${place}`;
}
