import { nearestName } from "../../../packages/base/nearest-name.ts";
import type { ExpressionError } from "../expressions/template.ts";

/** Names that there are, and the space in which one of a resource or look-up is. */
interface KnownNames {
  readonly nodeNames: Iterable<string>;
  readonly configNames: Iterable<string>;
  readonly spaceOf: (name: string) => "resources" | "lookups" | undefined;
}

const hyphenated = /(?<![\w."'-])(?:(resources|lookups|config)\.)?([A-Za-z_]\w*(?:-\w+)+)/g;

/**
 * The same problems, but for those of names with a hyphen that are written like a path: there `-` takes away,
 * so that such a name is read as two. Each has one problem, which says how it is written.
 */
export function explainHyphens(
  source: string,
  problems: readonly ExpressionError[],
  names: KnownNames,
): readonly ExpressionError[] {
  if (!problems.some(({ code }) => code === "unknown-reference")) return problems;
  let told = problems;
  for (const match of source.matchAll(hyphenated)) {
    const [written, space, name = ""] = match;
    const isIn = ({ code, offset }: ExpressionError) =>
      code === "unknown-reference" && offset >= match.index && offset < match.index + written.length;
    const meant = told.some(isIn) ? meantBy(name, space, names) : undefined;
    if (meant === undefined) continue;
    const said: ExpressionError = {
      code: "unknown-reference",
      detail: `\`-\` takes away in an expression, so that \`${written}\` is no name`,
      hint: meant.isExact ? `write \`${meant.path}\`` : `did you mean \`${meant.path}\`?`,
      fix: meant.path,
      offset: match.index,
      length: written.length,
    };
    const first = told.findIndex(isIn);
    told = [...told.slice(0, first), said, ...told.slice(first).filter((each) => !isIn(each))];
  }
  return told;
}

function meantBy(name: string, space: string | undefined, { nodeNames, configNames, spaceOf }: KnownNames) {
  const candidates = [...(space === "config" ? configNames : nodeNames)].filter((each) => each.includes("-"));
  const near = candidates.includes(name) ? name : nearestName(name, candidates);
  if (near === undefined) return undefined;
  const place = space === "config" ? space : (spaceOf(near) ?? "resources");
  return { path: `${place}["${near}"]`, isExact: near === name };
}
