import { EVENT_ID, type Event, parseEvents, YAMLException } from "js-yaml";
import { err, ok, type Result } from "../../../packages/base/result.ts";
import { buildNodes, maxDepth, type TextProblem } from "./build-nodes.ts";
import type { YamlNode } from "./yaml-node.ts";

/** UTF-16 units; about 64 MiB of text, which is some 200 000 resources. */
const maxLength = 64 * 1024 * 1024;
// The parser's own bound lies beyond ours: a little too deep is a problem among others, far too deep ends the reading.
const parserDepth = 4 * maxDepth;

/**
 * A text as a node, with those below it where its parts are asked for (undefined for a text without content, and
 * for one with more problems than are told), or the one problem that stops the reading.
 */
export function parseText(
  text: string,
  withParts: boolean,
): Result<{ readonly root: YamlNode | undefined; readonly problems: readonly TextProblem[] }, TextProblem> {
  if (text.length > maxLength) {
    return err(stop("text-too-complex", `it has ${text.length} characters, at most ${maxLength} are allowed`, 0, text));
  }
  const events = parse(text, parserDepth);
  if (!events.ok) {
    // The same text fails elsewhere, or not at all, when only the depth was at fault.
    const deeper = parse(text, 2 * parserDepth);
    const tooDeep = deeper.ok || deeper.error.position !== events.error.position;
    if (tooDeep)
      return err(stop("text-too-complex", `collections nest more than ${maxDepth} deep`, events.error.position, text));
    return err(stop("syntax-error", events.error.reason, events.error.position, text));
  }
  const starts: number[] = [];
  for (const [index, event] of events.value.entries()) if (event.type === EVENT_ID.DOCUMENT) starts.push(index);
  if (starts.length === 0) return ok({ root: undefined, problems: [] });
  if (starts.length === 1) return ok(buildNodes(text, events.value, withParts));
  const { root, problems } = buildNodes(text, events.value.slice(0, starts[1]), withParts);
  if (root === undefined) return ok({ root, problems });
  const detail = `the file holds ${starts.length} documents, and a declaration is one`;
  return ok({ root, problems: [...problems, stop("unsupported-yaml", detail, root.end, text)] });
}

function parse(
  text: string,
  depth: number,
): Result<readonly Event[], { readonly reason: string; readonly position: number }> {
  try {
    return ok(parseEvents(text, { maxDepth: depth }));
  } catch (thrown) {
    if (!(thrown instanceof YAMLException)) throw thrown;
    return err({ reason: thrown.reason, position: thrown.mark?.position ?? 0 });
  }
}

function stop(code: TextProblem["code"], detail: string, position: number, text: string): TextProblem {
  const start = Math.min(position, text.length);
  const visible = /^\s/.test(text.slice(start, start + 1)) ? start : Math.min(start + 1, text.length);
  return { code, detail, start, end: visible, pointer: "", at: "value" };
}
