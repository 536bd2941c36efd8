import { isJsonObject, type Json, type JsonObject } from "../../packages/base/json/json.ts";
import { documentCodec, jsonOf } from "../../packages/base/json/plain.ts";
import type { Declaration } from "../engine/declare/declaration.ts";
import type { Cel } from "../engine/expressions/cel.ts";
import { mentionsExpression, parseTemplate } from "../engine/expressions/parse-template.ts";
import type { Reference } from "../engine/expressions/template.ts";

/** A part of a text of a declaration, as a program in any language says it. */
export type ProgramPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "reference"; readonly reference: Reference }
  /** An expression that computes: CEL around the references in it. */
  | { readonly kind: "computation"; readonly pieces: readonly (string | Reference)[] };

/** A text taken apart; neighbouring plain texts are joined. Undefined where it can't be parsed. */
export function partsOf(text: string, cel: Cel | null): readonly ProgramPart[] | undefined {
  if (!mentionsExpression(text)) return [{ kind: "text", text }];
  const template = parseTemplate(text, cel);
  if (!template.ok) return undefined;
  const parts: ProgramPart[] = [];
  for (const part of template.value.parts) {
    if (part.kind === "path") {
      parts.push({ kind: "reference", reference: part.reference });
      continue;
    }
    const literal = part.kind === "text" ? part.text : textLiteral(text.slice(part.offset, part.offset + part.length));
    if (literal !== undefined) {
      const last = parts.at(-1);
      const before = last?.kind === "text" ? last.text : "";
      if (last?.kind === "text") parts.pop();
      parts.push({ kind: "text", text: before + literal });
    } else if (part.kind === "cel") {
      parts.push({ kind: "computation", pieces: pieces(text, part) });
    }
  }
  return parts;
}

/** The text between `${` and `}` with its references apart, where each is written as programs write it. */
function pieces(
  text: string,
  part: { readonly references: readonly Reference[]; readonly offset: number; readonly length: number },
): readonly (string | Reference)[] {
  const found: (string | Reference)[] = [];
  let at = part.offset;
  for (const reference of part.references.toSorted((a, b) => a.offset - b.offset)) {
    if (reference.offset < at) continue;
    if (text.slice(reference.offset, reference.offset + reference.length) !== referenceText(reference)) continue;
    if (reference.offset > at) found.push(text.slice(at, reference.offset));
    found.push(reference);
    at = reference.offset + reference.length;
  }
  const end = part.offset + part.length;
  return at < end ? [...found, text.slice(at, end)] : found;
}

/** `"$"`: an expression that is a text, which is how a dollar sign stands right before another expression. */
function textLiteral(source: string): string | undefined {
  return /^"\$+"$/.test(source) ? source.slice(1, -1) : undefined;
}

/** A reference as the program protocol has it. */
export function referenceText({ kind, name, via, path }: Reference): string {
  const isPlain = /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
  const root = kind === "config" ? `config${step(name)}` : isPlain ? name : `${via}[${JSON.stringify(name)}]`;
  return root + path.map(step).join("");
}

function step(segment: string | number): string {
  if (typeof segment === "number") return `[${segment}]`;
  const isPlain = /^[A-Za-z_][A-Za-z0-9_]*$/.test(segment) && !["true", "false", "null", "in"].includes(segment);
  return isPlain ? `.${segment}` : `[${JSON.stringify(segment)}]`;
}

/** Every reference inside a value. */
export function referencesIn(value: Json, cel: Cel | null): readonly Reference[] {
  if (typeof value === "string") {
    if (!mentionsExpression(value)) return [];
    const template = parseTemplate(value, cel);
    return template.ok ? template.value.references : [];
  }
  if (value === null || typeof value !== "object") return [];
  const members: readonly Json[] = Array.isArray(value) ? value : Object.values(value);
  return members.flatMap((member) => referencesIn(member, cel));
}

/** Names that refer to outputs of another stack: expressions say them as they are, since their types are not known. */
export function isOfStack({ kind, name }: Reference, { config }: Declaration): boolean {
  return kind === "config" && config[name]?.stack !== undefined;
}

/** Something that a program constructs. */
export interface Constructed {
  readonly section: "providers" | "resources" | "lookups";
  readonly name: string;
}

/**
 * Providers, look-ups and resources in an order in which each comes after all that it names, and otherwise as they are
 * written. What stands in a circle is left out.
 */
export function constructionOrder(declaration: Declaration, cel: Cel | null): readonly Constructed[] {
  const all: readonly Constructed[] = (["providers", "lookups", "resources"] as const).flatMap((section) =>
    Object.keys(declaration[section]).map((name) => ({ section, name })),
  );
  const done = new Set<string>();
  const order: Constructed[] = [];
  for (let left = all, found = -1; found !== order.length; ) {
    found = order.length;
    left = left.filter((each) => {
      if (!needsOf(each, declaration, cel).every((key) => done.has(key))) return true;
      done.add(keyOf(each.section, each.name));
      order.push(each);
      return false;
    });
  }
  return order;
}

function needsOf({ section, name }: Constructed, declaration: Declaration, cel: Cel | null): readonly string[] {
  const entry = declaration[section][name];
  const used = referencesIn(jsonOf(entry ?? {}), cel).flatMap((reference) =>
    reference.kind === "node" ? [reference.name] : [],
  );
  const options = section === "providers" ? {} : (declaration[section][name]?.options ?? {});
  const named = [options["dependsOn"], options["parent"], options["deletedWith"]].flat();
  const nodes = [...used, ...named].filter((each): each is string => typeof each === "string");
  const provider = options["provider"];
  return [
    ...nodes.map((each) => keyOf(Object.hasOwn(declaration.lookups, each) ? "lookups" : "resources", each)),
    ...(typeof provider === "string" ? [keyOf("providers", provider)] : []),
  ];
}

function keyOf(section: Constructed["section"], name: string): string {
  return `${section}.${name}`;
}

const declaredResources = documentCodec<Declaration["resources"][string]>();

/** Entries of `resources` by themselves, as a declaration of nothing else. */
export function declarationOf(resources: JsonObject): Declaration {
  const entries = Object.entries(resources).map(([name, entry]) => {
    const { type, properties = {}, get, options = {} } = declaredResources.read(isJsonObject(entry) ? entry : {});
    return [name, { type, properties, options, ...(get === undefined ? {} : { get }) }] as const;
  });
  return {
    format: 1,
    name: "",
    config: {},
    providers: {},
    resources: Object.fromEntries(entries),
    lookups: {},
    outputs: {},
  };
}

/** The providers that the resources of a declaration name, and nothing else of it. */
export function providersOnly(declaration: Declaration): Declaration {
  const providers = Object.values(declaration.resources).flatMap(({ options }) =>
    typeof options["provider"] === "string" ? [[options["provider"], { kind: "", properties: {} }] as const] : [],
  );
  return { ...declaration, resources: {}, providers: Object.fromEntries(providers) };
}
