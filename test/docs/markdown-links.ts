/** Where a document links to: the target as it is written, and the line that it stands in. Code is left out. */
export interface MarkdownLink {
  readonly target: string;
  readonly line: number;
}

/** The links and images of a text, in their order. */
export function linksIn(markdown: string): readonly MarkdownLink[] {
  return withoutCode(markdown).flatMap((text, index) =>
    [...text.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = ""]) => ({ target, line: index + 1 })),
  );
}

/** What a link within a text may name behind `#`: its headings as GitHub makes anchors of them. */
export function anchorsIn(markdown: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  const times = new Map<string, number>();
  for (const text of withoutFences(markdown)) {
    const [, heading] = /^#{1,6} +(.+?) *$/.exec(text) ?? [];
    if (heading === undefined) continue;
    const anchor = anchorOf(heading);
    const before = times.get(anchor) ?? 0;
    times.set(anchor, before + 1);
    anchors.add(before === 0 ? anchor : `${anchor}-${before}`);
  }
  return anchors;
}

/** The anchor that GitHub makes of a heading. */
export function anchorOf(heading: string): string {
  const shown = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
  return shown
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
    .replaceAll(" ", "-");
}

function withoutCode(markdown: string): readonly string[] {
  return withoutFences(markdown).map((text) => text.replace(/`[^`]*`/g, "code"));
}

/** The lines of a text; those between fences, and indented ones, are empty. */
function withoutFences(markdown: string): readonly string[] {
  let isCode = false;
  return markdown.split("\n").map((text) => {
    const isFence = /^ *```/.test(text);
    if (isFence) isCode = !isCode;
    return isCode || isFence || /^ {4}/.test(text) ? "" : text;
  });
}
