import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { anchorsIn, linksIn, type MarkdownLink } from "./markdown-links.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");
const below = (pattern: string) => globSync(pattern, { cwd: root, exclude: ["**/node_modules", "dist"] }).toSorted();

const pages = below("**/*.md");

interface Place {
  /** From the root of the repository. */
  readonly path: string;
  readonly anchor: string;
}

/** Where a link leads within the repository; undefined for one that leads out of it. */
function placeOf(page: string, { target }: MarkdownLink): Place | undefined {
  if (/^[a-z]+:/.test(target)) return undefined;
  const [path = "", anchor = ""] = target.split("#");
  return { path: path === "" ? page : normalize(join(dirname(page), decodeURI(path))).replace(/\/$/, ""), anchor };
}

function isThere({ path, anchor }: Place): boolean {
  if (path.startsWith("..") || !existsSync(join(root, path))) return false;
  return anchor === "" || (path.endsWith(".md") && anchorsIn(read(path)).has(anchor));
}

/** The files that a reader gets to by links from a page, that page among them. */
function reachedFrom(start: string): ReadonlySet<string> {
  const reached = new Set([start]);
  for (const page of reached) {
    if (!page.endsWith(".md")) continue;
    for (const link of linksIn(read(page))) {
      const path = placeOf(page, link)?.path;
      if (path !== undefined && existsSync(join(root, path)) && statSync(join(root, path)).isFile()) reached.add(path);
    }
  }
  return reached;
}

describe("links of documents", () => {
  test.each(pages)("%s leads to files and headings that exist", (page) => {
    const broken = linksIn(read(page)).filter((link) => {
      const place = placeOf(page, link);
      return place !== undefined && !isThere(place);
    });
    expect(broken).toEqual([]);
  });

  test("lead from the index of docs to each of its files, and to all other documents for readers", () => {
    const others = "{*.md,sdk/*.md,sdk/*/README.md,packages/**/README.md}";
    const reached = reachedFrom("docs/README.md");
    const wanted = [...below("docs/**/*").filter((path) => statSync(join(root, path)).isFile()), ...below(others)];
    expect(wanted.filter((path) => !reached.has(path))).toEqual([]);
  });

  test("in sources lead to pages that exist", () => {
    const named = below("{src,packages}/**/*.ts").flatMap((path) =>
      [...read(path).matchAll(/\bdocs\/[a-z/-]+[.]md\b/g)].map(([page]) => ({ path, page })),
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(({ page }) => !existsSync(join(root, page)))).toEqual([]);
  });

  test("lead from the README to the index", () => {
    expect(linksIn(read("README.md")).map(({ target }) => target)).toContain("docs/README.md");
  });
});

test("a link is told from code", () => {
  const text = "see [a](b.md#c), ![d](e.svg)\n`[x](y)`\n```\n[x](y)\n```\n    [x](y)\n[f](g.md)";
  expect(linksIn(text)).toEqual([
    { target: "b.md#c", line: 1 },
    { target: "e.svg", line: 1 },
    { target: "g.md", line: 7 },
  ]);
});

test("anchors are made as GitHub makes them", () => {
  const text =
    "# The `plumb up` command: why?\n## See [this](x.md)\n```\n# no heading\n```\n## Twice\n## Twice\n### a_b, c-d";
  expect([...anchorsIn(text)]).toEqual(["the-plumb-up-command-why", "see-this", "twice", "twice-1", "a_b-c-d"]);
});
