import { mostOutputs } from "../../../packages/base/json/content-bounds.ts";
import { isJsonObject, type Json, type JsonObject, ownMember } from "../../../packages/base/json/json.ts";
import { pointer } from "../../../packages/base/json/pointer.ts";
import { nearestName } from "../../../packages/base/nearest-name.ts";
import { type Problem, problem } from "../../../packages/base/problems/problem.ts";
import { EnoughProblems, mostProblems } from "../../../packages/base/problems/problem-limit.ts";
import type { TextProblem } from "./build-nodes.ts";
import { configTypes, fitsConfigType } from "./config-value.ts";
import type {
  ConfigDeclaration,
  Declaration,
  LookupDeclaration,
  ProviderDeclaration,
  ResourceDeclaration,
} from "./declaration.ts";
import { keyElsewhere } from "./keys-elsewhere.ts";
import { keyFault, logicalNameFault } from "./logical-name.ts";
import { optionNames } from "./option-names.ts";
import { parseText } from "./parse-text.ts";
import { projectNameFault } from "./project-name.ts";
import { describe, ShapeReader } from "./shape-reader.ts";
import { Spans } from "./spans.ts";

/** What a text says, and all that is wrong with its shape. */
export interface ReadDeclaration {
  /** Null only where the text can't be parsed (or is too large to be), or has more problems than are told. */
  readonly declaration: Declaration | null;
  readonly spans: Spans;
  readonly problems: readonly Problem[];
  /**
   * Resources and look-ups that are in the text and, for their mistakes, not in the declaration: say nothing of
   * references to them.
   */
  readonly dropped: readonly string[];
}

const topKeys = ["name", "config", "providers", "resources", "lookups", "outputs"];
/** Written by programs only; a text of a person's own has no use for them. */
const programKeys = ["format", "unknown"];

interface ReadingOptions {
  readonly file: string;
  readonly providerKinds?: readonly string[];
  /**
   * Whether what stands under a misspelt key is read as what it was meant for, so that nothing is said to be missing
   * besides. Only for whoever refuses a text with problems: a guess is nothing to act on.
   */
  readonly guesses?: boolean;
}

/**
 * Reads a declaration from YAML or JSON text. Every problem of shape is collected, with its place; entries that can't
 * be kept are left out, so that the rest can still be checked. Never throws for a text.
 */
export function readDeclaration(
  text: string,
  { file, providerKinds = [], guesses = false }: ReadingOptions,
): ReadDeclaration {
  const source = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const parsed = parseText(source, false);
  if (!parsed.ok) {
    const spans = new Spans(file, source, () => undefined);
    return { declaration: null, spans, problems: [placed(parsed.error, spans)], dropped: [] };
  }
  const { root, problems } = parsed.value;
  if ((root?.value ?? null) === null && problems.length === 0) return empty(new Spans(file, source, () => undefined));
  const spans = new Spans(file, source, () => {
    const again = parseText(source, true);
    return again.ok ? again.value.root : undefined;
  });
  const reader = new ShapeReader(spans, guesses);
  const read = problems.length > mostProblems ? unread : readUntilEnough(root?.value ?? null, providerKinds, reader);
  // What is no value is told once: that its text fits nothing says no more.
  const remaining = reader.problems.filter((each) => !problems.some((first) => isAboutValueOf(first, each)));
  const all = [...problems.map((each) => placed(each, spans)), ...remaining];
  return { ...read, spans, problems: all.toSorted(byPlace) };
}

type ReadDocument = Pick<ReadDeclaration, "declaration" | "dropped">;

/** Of a text with more problems than are told nothing is kept. */
const unread: ReadDocument = { declaration: null, dropped: [] };

function readUntilEnough(document: Json, providerKinds: readonly string[], reader: ShapeReader): ReadDocument {
  try {
    return readDocument(document, providerKinds, reader);
  } catch (cause) {
    if (cause instanceof EnoughProblems) return unread;
    throw cause;
  }
}

function empty(spans: Spans): ReadDeclaration {
  const place = { span: spans.range({ start: 0, end: 0 }), hint: emptyHint };
  const told = problem("empty-declaration", "it holds nothing, or nothing but comments", place);
  return { ...unread, spans, problems: [told] };
}

const emptyHint = "`plumb init` writes a first declaration into a folder without one";

function isAboutValueOf(first: TextProblem, { pointer: path, at }: Problem): boolean {
  return first.code === "wrong-type" && first.at === "value" && at === "value" && first.pointer === path;
}

function byPlace(a: Problem, b: Problem): number {
  return (a.span?.line ?? 0) - (b.span?.line ?? 0) || (a.span?.column ?? 0) - (b.span?.column ?? 0);
}

function placed({ code, detail, start, end, pointer: path, at, hint, fix }: TextProblem, spans: Spans): Problem {
  return problem(code, detail, { pointer: path, at, span: spans.range({ start, end }), hint, fix });
}

function readDocument(
  document: Json,
  providerKinds: readonly string[],
  reader: ShapeReader,
): { readonly declaration: Declaration; readonly dropped: readonly string[] } {
  let top = isJsonObject(document) ? document : {};
  const dropped: string[] = [];
  if (!isJsonObject(document)) {
    reader.report("wrong-type", `a declaration is a mapping, not ${describe(document)}`, "", "value");
  } else {
    if (Object.hasOwn(top, "format") && top["format"] !== 1) {
      reader.report("wrong-type", "the only format is 1", "/format", "value", { fix: "1" });
    }
    const known = [...programKeys.filter((key) => Object.hasOwn(document, key)), ...topKeys];
    top = reader.onlyKeys(document, known, "", elsewhereAtTop);
  }

  function keeping<T>(read: (value: Json, path: string) => T | undefined) {
    return (value: Json, path: string, name: string): T | undefined => {
      const entry = read(value, path);
      if (entry === undefined || name === "__proto__") dropped.push(name);
      return entry;
    };
  }

  const name = isJsonObject(document) ? readName(top, reader) : "";
  const config = reader.entries(ownMember(top, "config"), "/config", keyFault, (value, path) =>
    readConfig(value, path, reader),
  );
  const providers = reader.entries(ownMember(top, "providers"), "/providers", keyFault, (value, path) =>
    readProvider(value, path, providerKinds, reader),
  );
  const resources = reader.entries(
    ownMember(top, "resources"),
    "/resources",
    logicalNameFault,
    keeping((value, path) => readResource(value, path, reader)),
  );
  const taken = ownMember(top, "resources");
  const lookups = reader.entries(
    ownMember(top, "lookups"),
    "/lookups",
    logicalNameFault,
    (value, path, lookup): LookupDeclaration | undefined => {
      if (!isJsonObject(taken) || !Object.hasOwn(taken, lookup)) {
        return keeping((each, place) => readLookup(each, place, reader))(value, path, lookup);
      }
      reader.report("duplicate-name", `"${lookup}" is the name of a resource already`, path, "key");
      return undefined;
    },
  );
  const outputs = readOutputs(ownMember(top, "outputs"), reader);
  const unknown = readUnknown(ownMember(top, "unknown"), reader);
  const declaration: Declaration = { format: 1, name, config, providers, resources, lookups, outputs };
  return { declaration: Object.keys(unknown).length === 0 ? declaration : { ...declaration, unknown }, dropped };
}

/** More outputs than a stack may have are told at once, and not looked at. */
function readOutputs(value: Json | undefined, reader: ShapeReader): Declaration["outputs"] {
  const count = isJsonObject(value) ? Object.keys(value).length : 0;
  if (count <= mostOutputs) return reader.entries(value, "/outputs", keyFault, (each) => each);
  const detail = `there are ${count} outputs, and a stack has at most ${mostOutputs}`;
  reader.report("beyond-bounds", detail, "/outputs", "key");
  return {};
}

/** Sections of other tools, and what they are here. */
const sectionsElsewhere: Readonly<Record<string, string>> = {
  variables: "values that are given are declared under `config`, what is looked up under `lookups`",
  variable: "values that are given are declared under `config`",
  parameters: "values that are given are declared under `config`",
  data: "what is looked up stands under `lookups`; an object that is only read, under `resources` with `get`",
  runtime: "this is a key of Pulumi: leave it out",
  terraform: "this is a block of Terraform: leave it out",
};

function elsewhereAtTop(key: string): string | undefined {
  return Object.hasOwn(sectionsElsewhere, key) ? sectionsElsewhere[key] : undefined;
}

const resourceKeys = ["type", "properties", "get", "options", "when", "forEach"];
const lookupKeys = ["function", "arguments", "options", "when", "forEach"];

/** Where a key belongs that stands beside the type of a resource, or the function of a look-up. */
function belongsTo(known: readonly string[], fields: string): (key: string) => string | undefined {
  return (key) => {
    if (optionNames.some((name) => name === key)) return "it belongs under `options`";
    const elsewhere = keyElsewhere(key);
    if (elsewhere !== undefined) return elsewhere;
    if (nearestName(key, known) !== undefined) return undefined;
    const option = nearestName(key, optionNames);
    return option === undefined ? `a field belongs under \`${fields}\`` : `write \`${option}\` under \`options\``;
  };
}

/** What `config` is to decide of an entry, as it is written. */
function decidedBy(entry: JsonObject, keys: readonly ("when" | "forEach")[]) {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = ownMember(entry, key) ?? null;
      return value === null ? [] : [[key, value] as const];
    }),
  );
}

function readUnknown(value: Json | undefined, reader: ShapeReader): Readonly<Record<string, string>> {
  const entries = Object.entries(reader.mapping(value, "/unknown") ?? {}).flatMap(([place, why]) => {
    if (place.startsWith("/") && typeof why === "string") return [[place, why] as const];
    const detail = "an entry is the JSON pointer of a value, with a text that says what it waits for";
    reader.report("wrong-type", detail, pointer("/unknown", place), "value");
    return [];
  });
  return Object.fromEntries(entries);
}

function readName(top: JsonObject, reader: ShapeReader): string {
  const name = reader.text(top, "name", "", "name the project, as in `name: portal`");
  const detail = name === undefined ? undefined : projectNameFault(name);
  if (name === undefined || detail === undefined) return name ?? "";
  const near = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+|-+$/g, "")
    .slice(0, 63);
  reader.report("invalid-name", detail, "/name", "value", projectNameFault(near) === undefined ? { fix: near } : {});
  return "";
}

function readConfig(value: Json, path: string, reader: ShapeReader): ConfigDeclaration | undefined {
  const given = reader.mapping(value, path, (each) => asMember("default", each));
  if (given === undefined) return undefined;
  const entry = reader.onlyKeys(given, ["type", "default", "secret", "description", "stack"], path);
  if (Object.hasOwn(entry, "stack")) return readStackOutputs(entry, path, reader);
  const word = reader.optional(entry, "type", "string", path) ?? "string";
  const type = configTypes.find((each) => each === word);
  if (type === undefined) {
    const detail = `"${word}" is not among ${configTypes.join(", ")}`;
    reader.report("wrong-type", detail, pointer(path, "type"), "value", { fix: nearestName(word, configTypes) });
    return undefined;
  }
  const secret = reader.optional(entry, "secret", "boolean", path);
  const description = reader.optional(entry, "description", "string", path);
  const usual = ownMember(entry, "default");
  const fits = usual !== undefined && usual !== null && fitsConfigType(usual, type);
  if (usual !== undefined && usual !== null && !fits) {
    const detail = `the default must be of type ${type}, and is ${describe(usual)}`;
    reader.report("invalid-config", detail, pointer(path, "default"), "value");
  }
  return {
    type,
    ...(fits ? { default: usual } : {}),
    ...(secret === undefined ? {} : { secret }),
    ...(description === undefined ? {} : { description }),
  };
}

/** A key whose value is what another stack tells: nothing else gives it. */
function readStackOutputs(entry: JsonObject, path: string, reader: ShapeReader): ConfigDeclaration | undefined {
  const stack = reader.text(entry, "stack", path, "`plumb stack list` lists the stacks");
  const description = reader.optional(entry, "description", "string", path);
  const others = ["type", "default", "secret"].filter((key) => Object.hasOwn(entry, key));
  for (const key of others) {
    const detail = `with \`stack\` the value is the outputs of that stack, so there can be no \`${key}\``;
    reader.report("inputs-disagree", detail, pointer(path, key), "key");
  }
  if (stack === undefined || others.length > 0) return undefined;
  return { type: "map", stack, ...(description === undefined ? {} : { description }) };
}

/**
 * `default` as YAML writes it in one line, of a value that stands alone. A fraction may have been written otherwise.
 */
function asMember(key: string, value: Json): { readonly hint: string; readonly fix?: string } {
  const isExact = typeof value === "string" || typeof value === "boolean" || Number.isInteger(value);
  if (!isExact) return { hint: `write \`{ ${key}: ... }\`` };
  const isPlain =
    typeof value !== "string" || (/^[A-Za-z][\w./-]*$/.test(value) && !/^(true|false|null)$/i.test(value));
  const fix = `{ ${key}: ${isPlain ? String(value) : JSON.stringify(value)} }`;
  return { hint: `write \`${fix}\``, fix };
}

/** One without its kind is kept without it, so that nothing more is said of what needs it. */
function readProvider(
  value: Json,
  path: string,
  kinds: readonly string[],
  reader: ShapeReader,
): ProviderDeclaration | undefined {
  const entry = reader.mapping(value, path);
  if (entry === undefined) return undefined;
  const hint = kinds.length === 0 ? undefined : `it is one of ${kinds.join(", ")}`;
  const kind = reader.text(entry, "kind", path, hint) ?? "";
  const isDefault = reader.optional(entry, "default", "boolean", path);
  const properties = Object.entries(entry).filter(([key]) => !["kind", "default", "forEach"].includes(key));
  return {
    kind,
    ...(isDefault === undefined ? {} : { default: isDefault }),
    ...decidedBy(entry, ["forEach"]),
    properties: Object.fromEntries(properties),
  };
}

function readResource(value: Json, path: string, reader: ShapeReader): ResourceDeclaration | undefined {
  const given = reader.mapping(value, path);
  if (given === undefined) return undefined;
  const entry = reader.onlyKeys(given, resourceKeys, path, belongsTo(resourceKeys, "properties"));
  const type = reader.text(entry, "type", path, "`plumb explain` lists the types");
  const properties = reader.mapping(ownMember(entry, "properties"), pointer(path, "properties"));
  const options = reader.mapping(ownMember(entry, "options"), pointer(path, "options"));
  const wanted = ownMember(entry, "get");
  const get = wanted === undefined ? undefined : readGet(wanted, pointer(path, "get"), type, reader);
  if (wanted !== undefined && Object.hasOwn(entry, "properties")) {
    const detail = "`get` only reads an object, so there can be no `properties`; qualifiers go under `get.state`";
    reader.report("inputs-disagree", detail, pointer(path, "properties"), "key");
    return undefined;
  }
  if (type === undefined || properties === undefined || options === undefined) return undefined;
  const decided = decidedBy(entry, ["when", "forEach"]);
  if (wanted === undefined) return { type, properties, options, ...decided };
  return get === undefined ? undefined : { type, properties: {}, get, options, ...decided };
}

function readGet(value: Json, path: string, type: string | undefined, reader: ShapeReader): ResourceDeclaration["get"] {
  const given = reader.mapping(value, path, (each) => asMember("id", each));
  if (given === undefined) return undefined;
  const keys = ["id", "state"];
  const entry = reader.onlyKeys(given, keys, path, (key) =>
    nearestName(key, keys) === undefined ? "a field that the object must have belongs under `state`" : undefined,
  );
  const id = reader.text(entry, "id", path, type && `\`plumb explain ${type}\` shows the forms of its ids`);
  const state = reader.mapping(ownMember(entry, "state"), pointer(path, "state"));
  return id === undefined || state === undefined ? undefined : { id, state };
}

function readLookup(value: Json, path: string, reader: ShapeReader): LookupDeclaration | undefined {
  const written = reader.mapping(value, path);
  if (written === undefined) return undefined;
  const entry = reader.onlyKeys(written, lookupKeys, path, belongsTo(lookupKeys, "arguments"));
  const called = reader.text(entry, "function", path, "`plumb catalog` lists the functions");
  const given = reader.mapping(ownMember(entry, "arguments"), pointer(path, "arguments"));
  const options = reader.mapping(ownMember(entry, "options"), pointer(path, "options"));
  if (called === undefined || given === undefined || options === undefined) return undefined;
  return { function: called, arguments: given, options, ...decidedBy(entry, ["when", "forEach"]) };
}
