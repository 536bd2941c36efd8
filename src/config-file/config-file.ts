import { isJsonObject, type Json, type JsonObject } from "../../packages/base/json/json.ts";
import { pointer } from "../../packages/base/json/pointer.ts";
import { nearestName } from "../../packages/base/nearest-name.ts";
import { type Problem, problem, type Span } from "../../packages/base/problems/problem.ts";
import { err, ok, type Result } from "../../packages/base/result.ts";
import { keyFault } from "../engine/declare/logical-name.ts";
import { parseText } from "../engine/declare/parse-text.ts";
import { Spans } from "../engine/declare/spans.ts";
import type { MapEntry, YamlNode } from "../engine/declare/yaml-node.ts";

/** A value of a stack's file; a sealed one is opened where it was sealed. */
export type FileValue =
  | { readonly kind: "plain"; readonly value: Json }
  | { readonly kind: "sealed"; readonly sealed: string };

/** The name of a stack's file, beside the declaration. */
export function configFileName(stack: string): string {
  return `plumb.${stack}.yaml`;
}

/** The values in the text of a stack's file, by config key; every problem of it otherwise (decision 0028). */
export function readConfigFile(text: string, file: string): Result<ReadonlyMap<string, FileValue>, readonly Problem[]> {
  const parsed = parseText(text, true);
  if (!parsed.ok) {
    const { code, detail, start, end } = parsed.error;
    return err([
      problem(code, unquoted(detail, text.slice(start, end)), {
        span: new Spans(file, text, () => undefined).range({ start, end }),
      }),
    ]);
  }
  const { root } = parsed.value;
  const spans = new Spans(file, text, () => root);
  const problems: Problem[] = parsed.value.problems.map(({ code, detail, start, end }) =>
    problem(code, code === "duplicate-key" ? detail : unquoted(detail, text.slice(start, end)), {
      span: spans.range({ start, end }),
    }),
  );
  const complain = (code: "wrong-type" | "unknown-key" | "invalid-name", detail: string, at: string, hint?: string) => {
    problems.push(problem(code, detail, { pointer: at, at: "key", span: spans.of(at, "key"), hint }));
  };
  const document = root?.value ?? {};
  if (!isJsonObject(document)) complain("wrong-type", "a stack's file is a mapping with `config`", "");
  const { config = {}, ...others } = isJsonObject(document) ? document : {};
  for (const key of Object.keys(others)) {
    const isNear = nearestName(key, ["config"]) !== undefined;
    const hint = isNear ? "did you mean `config`?" : "a config value belongs under `config`";
    complain("unknown-key", `\`${key}\` is not \`config\``, pointer("", key), hint);
  }
  if (config !== null && !isJsonObject(config)) complain("wrong-type", "`config` is a mapping", "/config");
  const values = new Map<string, FileValue>();
  for (const [key, value] of Object.entries(isJsonObject(config) ? config : {})) {
    const fault = keyFault(key);
    const read = fileValue(value);
    const at = pointer("/config", key);
    const marker = misspeltMarker(value);
    // Where the space after the colon is missing, the value is taken for a part of the key: neither is shown.
    if (fault !== undefined)
      complain(
        "invalid-name",
        "a config key begins with a letter or underscore, and has letters, digits, - and _ only",
        at,
      );
    else if (read === null) complain("wrong-type", "`$sealed` stands alone and holds a text", at);
    else if (value === null) complain("wrong-type", `\`${key}\` has no value; give it one, or take the key away`, at);
    else if (marker?.isSealed === true)
      complain("unknown-key", `\`${marker.name}\` is not \`$sealed\``, pointer(at, marker.name), sealedHint);
    else if (marker !== null) {
      // With a span the line would be shown, and with it what is perhaps a secret that was never sealed.
      const detail = `\`${marker.name}\` is not \`$sealed\` (line ${spans.of(at, "key")?.line} of ${file})`;
      problems.push(problem("unknown-key", detail, { pointer: at, hint: sealedHint }));
    } else values.set(key, read);
  }
  return problems.length > 0 ? err(problems) : ok(values);
}

/** A key at the beginning of a line, and what is written before it. */
const keyOfLine = /^\s*(?:"[^"]*"|'[^']*'|[\w.$-]+)\s*:(?=\s|$)/;

/**
 * The text of a stack's file as it may be shown beside a problem: of each line its key alone, since a value may be a
 * secret that was not sealed. Undefined where it is no YAML, and so nothing tells keys from values.
 */
export function shownConfigFile(text: string): string | undefined {
  if (!parseText(text, true).ok) return undefined;
  return text
    .split("\n")
    .map((line) => {
      const [key = ""] = keyOfLine.exec(line) ?? [];
      return line.trim() === key.trim() ? line : `${key} …`;
    })
    .join("\n");
}

/** What is said of a token, without it: a secret that begins with `!` or `*`, say, is told as a tag or an alias. */
function unquoted(detail: string, token: string): string {
  const name = token.replace(/^\W+/, "").trim();
  return name === "" ? detail : detail.replaceAll(name, "…");
}

/** Where the keys and values of a stack's file stand, by config key, and how the value is written there. */
export function placesInConfigFile(
  text: string,
  file: string,
): ReadonlyMap<string, { readonly key: Span; readonly value: Span; readonly written: string }> {
  const parsed = parseText(text, true);
  const root = parsed.ok ? parsed.value.root : undefined;
  const spans = new Spans(file, text, () => root);
  const config = entriesOf(root).find(({ key }) => key === "config");
  return new Map(
    entriesOf(config?.value).flatMap(({ key: name }) => {
      const at = pointer("/config", name);
      const [key, value] = [spans.of(at, "key"), spans.of(at, "value")];
      return key === undefined || value === undefined
        ? []
        : [[name, { key, value, written: spans.textAt(value) }] as const];
    }),
  );
}

function fileValue(value: Json): FileValue | null {
  if (!isJsonObject(value) || !Object.hasOwn(value, "$sealed")) return { kind: "plain", value };
  const { $sealed: sealed } = value as JsonObject;
  return typeof sealed === "string" && Object.keys(value).length === 1 ? { kind: "sealed", sealed } : null;
}

const sealedHint = "did you mean `$sealed`? `plumb config set KEY --secret` seals a value";

/** The marker of a value that is a sealed one but for its name, or is meant to be; null for any other value. */
function misspeltMarker(value: Json): { readonly name: string; readonly isSealed: boolean } | null {
  const [entry, ...others] = isJsonObject(value) ? Object.entries(value) : [];
  if (entry === undefined || others.length > 0 || entry[0] === "$sealed") return null;
  const [name, sealed] = entry;
  const isSealed = typeof sealed === "string" && /^\d+\.\S+$/.test(sealed);
  const isMeant = (isSealed || name.startsWith("$")) && nearestName(name.replace(/^\$/, ""), ["sealed"]) !== undefined;
  return isMeant ? { name, isSealed } : null;
}

/**
 * The text of a stack's file with one key set to a value, or without it (null); every other line stays as it is. The
 * text must be one that `readConfigFile` takes; undefined makes a first one.
 */
export function withFileValue(text: string | undefined, stack: string, key: string, value: FileValue | null): string {
  const line = value === null ? null : `  ${key}: ${valueText(value)}`;
  if (text === undefined) {
    return (
      `# Config of stack ${stack}: \`plumb config set KEY VALUE\` writes it, and it may be edited by hand.\n` +
      `config:\n${line ?? ""}\n`
    );
  }
  const parsed = parseText(text, true);
  const root = parsed.ok ? parsed.value.root : undefined;
  const top = entriesOf(root);
  const config = top.find((each) => each.key === "config");
  const entries = entriesOf(config?.value);
  const entry = entries.find((each) => each.key === key);
  if (config === undefined) return line === null ? text : `${withNewline(text)}config:\n${line}\n`;
  if (!isBlock(text, config, entries)) return rewritten(text, config, key, value);
  if (entry !== undefined) {
    const start = lineStart(text, entry.keyStart);
    const end = lineEnd(text, entry.value.end);
    const indent = text.slice(start, entry.keyStart);
    const next = line === null ? "" : `${indent}${line.trimStart()}\n`;
    return text.slice(0, start) + next + text.slice(end);
  }
  if (line === null) return text;
  const last = entries.at(-1);
  const at = lineEnd(text, last === undefined ? config.keyEnd : last.value.end);
  const first = entries[0];
  const indent = first === undefined ? "  " : text.slice(lineStart(text, first.keyStart), first.keyStart);
  return `${withNewline(text.slice(0, at))}${indent}${line.trimStart()}\n${text.slice(at)}`;
}

function valueText(value: FileValue): string {
  return value.kind === "plain" ? JSON.stringify(value.value) : `{ $sealed: ${JSON.stringify(value.sealed)} }`;
}

function entriesOf(node: YamlNode | undefined): readonly MapEntry[] {
  return node?.kind === "map" ? node.entries : [];
}

/** Whether each entry of `config` begins a line of its own, so that lines can be changed one by one. */
function isBlock(text: string, config: MapEntry, entries: readonly MapEntry[]): boolean {
  if (entries.length === 0) return text.slice(config.keyEnd, lineEnd(text, config.value.end)).trim() === ":";
  return entries.every(({ keyStart }) => text.slice(lineStart(text, keyStart), keyStart).trim() === "");
}

/** The file with `config` written anew: it stood on one line. */
function rewritten(text: string, config: MapEntry, key: string, value: FileValue | null): string {
  const former = isJsonObject(config.value.value) ? config.value.value : {};
  const { [key]: _, ...others } = former;
  const lines = Object.entries(others).map(([name, each]) => `  ${name}: ${JSON.stringify(each)}\n`);
  if (value !== null) lines.push(`  ${key}: ${valueText(value)}\n`);
  const start = lineStart(text, config.keyStart);
  return `${text.slice(0, start)}config:\n${lines.join("")}${text.slice(lineEnd(text, config.value.end))}`;
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

/** The beginning of the next line. */
function lineEnd(text: string, at: number): number {
  // A block scalar's end lies after its last newline.
  if (at > 0 && text[at - 1] === "\n") return at;
  const next = text.indexOf("\n", at);
  return next < 0 ? text.length : next + 1;
}

function withNewline(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
