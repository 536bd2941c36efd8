import { EVENT_ID, type Event, parseEvents, YAMLException } from "js-yaml";
import { err, ok, type Result } from "../../../packages/base/result.ts";
import { lineNumber } from "../../../packages/base/text/text-places.ts";
import { buildNodes, maxDepth, type TextProblem } from "./build-nodes.ts";
import { yamlMistake } from "./yaml-mistake.ts";
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
    const mistake = yamlMistake(text, events.error.reason, events.error.position);
    return err({ code: "syntax-error", pointer: "", at: "value", ...mistake });
  }
  const starts: number[] = [];
  for (const [index, event] of events.value.entries()) if (event.type === EVENT_ID.DOCUMENT) starts.push(index);
  if (starts.length === 0) return ok({ root: undefined, problems: [] });
  if (starts.length === 1) return ok(buildNodes(text, events.value, withParts));
  const { root, problems } = buildNodes(text, events.value.slice(0, starts[1]), withParts);
  if (root === undefined) return ok({ root, problems });
  return ok({ root, problems: [...problems, secondDocument(text, root.end)] });
}

/** Found by the line that divides the two, which the first does not reach to. */
function secondDocument(text: string, end: number): TextProblem {
  const divider = /^---/m.exec(text.slice(end));
  const start = end + (divider?.index ?? 0);
  const detail =
    `a second document begins at the \`---\` of line ${lineNumber(text, start)}, and a declaration is one: ` +
    "remove the line, or put what follows it into a file of its own";
  return { code: "unsupported-yaml", detail, start, end: start + (divider?.[0].length ?? 0), pointer: "", at: "value" };
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
