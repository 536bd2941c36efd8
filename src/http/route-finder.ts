import type { Operation } from "../contract/operation.ts";

/**
 * The operations that share a path, and what an address of that path has for its names: each as it was sent, still
 * escaped.
 */
export interface FoundPath {
  readonly operations: readonly Operation[];
  readonly values: Readonly<Record<string, string>>;
}

/**
 * A part of a path between slashes: a text, or a name that stands for one, after which a custom verb may follow
 * (`:cancel`).
 */
type Segment =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "name"; readonly name: string; readonly ending: string };

interface KnownPath {
  readonly segments: readonly Segment[];
  readonly operations: readonly Operation[];
}

/**
 * Finds the path of an address (`/v1/stacks`, without query) among those of operations; undefined where no operation
 * has one like it.
 */
export function routeFinder(table: readonly Operation[]): (path: string) => FoundPath | undefined {
  const byPath = Map.groupBy(table, ({ path }) => path);
  const known = [...byPath].map(
    ([path, operations]): KnownPath => ({ segments: path.split("/").map(segmentOf), operations }),
  );
  // With a verb first: else it would be taken for a part of the name before it.
  known.sort((one, other) => Number(hasVerb(other)) - Number(hasVerb(one)));
  const byLength = Map.groupBy(known, ({ segments }) => segments.length);
  return (path) => {
    const sent = path.split("/");
    const plain = path.includes("%") ? withoutNeedlessEscapes(path).split("/") : sent;
    for (const { segments, operations } of byLength.get(sent.length) ?? []) {
      if (segments.every((segment, index) => fits(segment, plain[index] ?? "")))
        return { operations, values: valuesOf(segments, sent) };
    }
    return undefined;
  };
}

const named = /^\{(\w+)\}(:\w+)?$/;

function segmentOf(text: string): Segment {
  const [, name, ending = ""] = named.exec(text) ?? [];
  return name === undefined ? { kind: "text", text } : { kind: "name", name, ending };
}

function hasVerb({ segments }: KnownPath): boolean {
  return segments.some((segment) => segment.kind === "name" && segment.ending !== "");
}

function fits(segment: Segment, sent: string): boolean {
  if (segment.kind === "text") return segment.text === sent;
  return sent.length > segment.ending.length && sent.endsWith(segment.ending);
}

function valuesOf(segments: readonly Segment[], sent: readonly string[]): FoundPath["values"] {
  const values: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    if (segment.kind === "name")
      values[segment.name] = (sent[index] ?? "").slice(0, segment.ending === "" ? undefined : -segment.ending.length);
  }
  return values;
}

/** An escape of what needs none means the same without (RFC 3986, section 6.2.2.2); others stay, slashes above all. */
function withoutNeedlessEscapes(path: string): string {
  try {
    return decodeURI(path.replaceAll("%25", "%2525"));
  } catch {
    return path;
  }
}
