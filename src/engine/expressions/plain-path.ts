import { err, ok, type Result } from "../../../packages/base/result.ts";
import type { Reference } from "./template.ts";

/** A chain such as `portal.rules[0]["a b"]`, read without CEL. */
interface Chain {
  readonly root: string;
  readonly segments: readonly { readonly value: string | number; readonly end: number }[];
  /** Where the root starts and the chain ends. */
  readonly start: number;
  readonly end: number;
}

// White space and quoting as CEL has them; keys with escapes are left to CEL.
const rootPattern = /[\t\n\f\r ]*([A-Za-z_]\w*)/y;
const segmentPattern =
  /[\t\n\f\r ]*(?:\.[\t\n\f\r ]*([A-Za-z_]\w*)|\[[\t\n\f\r ]*(?:"([^"\\\n\r]*)"|'([^'\\\n\r]*)'|(0|[1-9]\d{0,14}))[\t\n\f\r ]*\])/y;
const keywords: ReadonlySet<string> = new Set(["true", "false", "null", "in"]);

/** The longest chain (at most `maxSegments` after its root) that starts at `from`. */
export function scanChain(text: string, from: number, maxSegments = Number.POSITIVE_INFINITY): Chain | undefined {
  rootPattern.lastIndex = from;
  const root = rootPattern.exec(text)?.[1];
  if (root === undefined || keywords.has(root)) return undefined;
  let end = rootPattern.lastIndex;
  const start = end - root.length;
  const segments: { value: string | number; end: number }[] = [];
  while (segments.length < maxSegments) {
    segmentPattern.lastIndex = end;
    const match = segmentPattern.exec(text);
    if (match === null || (match[1] !== undefined && keywords.has(match[1]))) break;
    end = segmentPattern.lastIndex;
    segments.push({ value: match[4] === undefined ? (match[1] ?? match[2] ?? match[3] ?? "") : Number(match[4]), end });
  }
  return { root, segments, start, end };
}

/** The chain that an expression is as a whole, or undefined when it is anything else. */
export function plainChain(source: string): Chain | undefined {
  const chain = scanChain(source, 0);
  return chain !== undefined && /^[\t\n\f\r ]*$/.test(source.slice(chain.end)) ? chain : undefined;
}

/**
 * What a chain refers to: `config.x`, `resources.x`, `lookups.x` or a bare logical name, and the path after it.
 * The error says what is missing.
 */
export function referenceOf(
  root: string,
  segments: readonly (string | number)[],
  offset: number,
  length: number,
): Result<Reference, string> {
  if (root !== "config" && root !== "resources" && root !== "lookups") {
    return ok({ kind: "node", name: root, via: "name", path: segments, offset, length });
  }
  const [name, ...path] = segments;
  if (typeof name !== "string") {
    const what = { config: "a config value", resources: "a resource", lookups: "a look-up" }[root];
    return err(`\`${root}\` must be followed by the name of ${what}, as in \`${root}.name\` or \`${root}["name"]\``);
  }
  return ok({ kind: root === "config" ? "config" : "node", name, via: root, path, offset, length });
}
