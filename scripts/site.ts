// Makes a static site of the documentation, in `site`: each page that a reader gets to from `docs/README.md`, with the
// index beside it. A link that leads to no page, file or heading of the site is an error (decision 0112).
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { Marked } from "marked";
import { anchorOf, linksIn } from "../test/docs/markdown-links.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const site = join(root, "site");
const start = "docs/README.md";
const broken: string[] = [];
const style = `body{font:16px/1.6 system-ui,sans-serif;margin:0;display:flex;color:#1b1f24}
nav{flex:0 0 15rem;padding:1.5rem;border-right:1px solid #ddd;font-size:14px}nav ul{list-style:none;padding:0}
main{padding:1.5rem 2.5rem;max-width:60rem;min-width:0}pre{background:#f5f6f8;padding:1rem;overflow-x:auto}
code{font:0.9em/1.5 ui-monospace,monospace}table{border-collapse:collapse}
td,th{border:1px solid #ddd;padding:.3rem .6rem;text-align:left;vertical-align:top}
img{max-width:100%}@media(max-width:50rem){body{display:block}}`;

/** Where a link of a page leads, from the root of the repository; undefined for one that leads out of it. */
function placeOf(page: string, target: string): { readonly path: string; readonly anchor: string } | undefined {
  if (/^[a-z]+:/.test(target)) return undefined;
  const [path = "", anchor = ""] = target.split("#");
  return { path: path === "" ? page : normalize(join(dirname(page), decodeURI(path))).replace(/\/$/, ""), anchor };
}

const isFile = (path: string) => existsSync(join(root, path)) && statSync(join(root, path)).isFile();

const reached = new Set([start]);
for (const page of reached) {
  if (!page.endsWith(".md")) continue;
  for (const { target } of linksIn(readFileSync(join(root, page), "utf8"))) {
    const path = placeOf(page, target)?.path;
    if (path !== undefined && !path.startsWith("..") && isFile(path)) reached.add(path);
  }
}

const htmlOf = (path: string) => (path === start ? "index.html" : path.replace(/\.md$/, ".html"));
const anchors = new Map<string, Set<string>>();
const bodies = new Map<string, string>();
for (const page of [...reached].filter((path) => path.endsWith(".md"))) bodies.set(page, rendered(page));
const titles = new Map([...bodies].map(([page, body]) => [page, /<h1[^>]*>(.*?)<\/h1>/s.exec(body)?.[1] ?? page]));

rmSync(site, { recursive: true, force: true });
for (const path of reached) {
  const to = join(site, htmlOf(path));
  mkdirSync(dirname(to), { recursive: true });
  const body = bodies.get(path);
  if (body === undefined) copyFileSync(join(root, path), to);
  else writeFileSync(to, document(path, body));
}
for (const [page, body] of bodies) {
  for (const [, href = ""] of body.matchAll(/href="([^"]+)"/g)) {
    if (/^[a-z]+:/.test(href)) continue;
    const [path = "", anchor = ""] = href.split("#");
    const to = path === "" ? htmlOf(page) : normalize(join(dirname(htmlOf(page)), path));
    const isThere = existsSync(join(site, to)) && (anchor === "" || anchors.get(to)?.has(anchor) === true);
    if (!isThere) broken.push(`${page}: ${href}`);
  }
}
process.stdout.write(`${bodies.size} pages in ${relative(process.cwd(), site) || "."}\n`);
if (broken.length > 0) process.stderr.write(`Links that lead nowhere:\n${broken.join("\n")}\n`);
process.exitCode = broken.length === 0 ? 0 : 1;

function rendered(page: string): string {
  const here = new Set<string>();
  anchors.set(htmlOf(page), here);
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const plain = anchorOf(text);
        const id = [plain, ...Array.from({ length: 99 }, (_, at) => `${plain}-${at + 1}`)].find(
          (each) => !here.has(each),
        );
        here.add(id ?? plain);
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      // No HTML is written in pages: what looks like it is a place for a word, as `<location>`. Notes are left out.
      html({ text }) {
        return text.startsWith("<!--") ? "" : text.replaceAll("<", "&lt;");
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const place = placeOf(page, href);
        if (place === undefined) return `<a href="${href}">${text}</a>`;
        // Sources and folders are no part of the site.
        if (!reached.has(place.path)) return text;
        const to = relative(dirname(htmlOf(page)), htmlOf(place.path));
        return `<a href="${to}${place.anchor === "" ? "" : `#${place.anchor}`}">${text}</a>`;
      },
    },
  });
  return marked.parse(readFileSync(join(root, page), "utf8"), { async: false });
}

function document(page: string, body: string): string {
  const from = dirname(htmlOf(page));
  const items = [...linksIn(readFileSync(join(root, start), "utf8"))]
    .map(({ target }) => placeOf(start, target)?.path ?? "")
    .filter((path, at, all) => titles.has(path) && all.indexOf(path) === at)
    .map((path) => `<li><a href="${relative(from, htmlOf(path))}">${titles.get(path)}</a></li>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${(titles.get(page) ?? "").replace(/<[^>]+>/g, "")}</title><style>${style}</style></head>
<body><nav><a href="${relative(from, "index.html")}">Plumbline</a><ul>${items.join("\n")}</ul></nav>
<main>${body}</main></body></html>
`;
}
