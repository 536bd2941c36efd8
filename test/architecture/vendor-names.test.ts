import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { shippedProduct } from "../../src/composition/vendors.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const { catalog, vendors } = shippedProduct;
const kinds = Object.keys(catalog.providers);

/** The composition's lists, and what may be named there alone. */
const lists = ["src/composition/vendors.ts", "src/definitions/resources/"];

/**
 * Files and folders (with a slash at the end) that name a vendor all the same, and why no fourth vendor has to be named
 * there.
 */
const allowed: Readonly<Record<string, string>> = {
  "architecture/rooms.json": "the table of rooms has a row for each folder of a vendor",
  "packages/base/problems/problem-codes.ts": "prose: where credentials go",
  "packages/local-cloud/coverage/covered-apis.ts": "the interfaces of which the coverage page tells, in its order",
  "packages/local-cloud/package.json": "what the package gives out, by folder",
  "scripts/bundle.mjs": "packages that stay outside of the bundle",
  "scripts/quickstart.mjs": "says what the quickstart's example declares",
  "src/cli/commands/": "examples of commands, and prose",
  "src/cli/declarations/starter-declaration.ts": "the declaration that `plumb init` begins with",
  "src/composition/drivers.ts": "the workspace that the first admin is a member of",
  "src/composition/machine/own-machine.ts": "guards the two vendors' libraries that read the machine by themselves",
  "src/contract/": "examples of the API's documents",
  "src/engine/expressions/cel/cel-references.ts": "a package of CEL's own that is called so",
  "src/main.ts": "loads the profile file of one vendor",
  "src/programs/program-environment.ts":
    "variables that a program gets unasked; it gets any other that it is given by name",
  "src/providers/credentials/sources/machine.ts": "two vendors' libraries as what may be asked of the machine",
  "src/providers/credentials/sources/this-machine.ts": "two vendors' libraries as what may be asked of the machine",
  "src/providers/recording/public-words.ts":
    "words that recordings show; a vendor's that are not here are replaced in them",
  "test/architecture/plan-hops.ts": "the declaration that is measured",
};

/** Kinds and titles of providers, the local clouds' names, and the types' tokens. */
const names = [
  ...kinds,
  ...vendors.map(({ local }) => `\\b${local.name}\\b`),
  ...[...Object.keys(catalog.resources), ...Object.keys(catalog.functions)].map((token) => `${token}\\b`),
];
const named = new RegExp(names.join("|"), "i");
const comment = /^\s*(\/\/|\/\*|\*)/;
/** A folder of the vendor's, or a file that is called after it. */
const own = new RegExp(`[-/](${kinds.join("|")})[-./]`);

const files = globSync("{src,packages,architecture,scripts,test/architecture}/**/*.{ts,mjs,json}", {
  cwd: root,
  exclude: ["**/node_modules", "**/*.{test,fixture}.ts"],
}).sort();

/** The lines that name a vendor, as `path:line`. */
const hits = files
  .filter((path) => !own.test(path) && !lists.some((list) => path.startsWith(list)))
  .flatMap((path) =>
    readFileSync(join(root, path), "utf8")
      .split("\n")
      .flatMap((line, index) => (named.test(line) && !comment.test(line) ? [`${path}:${index + 1}`] : [])),
  );

const isIn = (place: string) => (hit: string) =>
  place.endsWith("/") ? hit.startsWith(place) : hit.startsWith(`${place}:`);

describe("a vendor is named", () => {
  test("in its own folders and in the composition's lists, and where it says why", () => {
    const places = Object.keys(allowed).map(isIn);
    expect(hits.filter((hit) => !places.some((isAllowed) => isAllowed(hit)))).toEqual([]);
  });

  test("wherever the list of exceptions says so", () => {
    const unneeded = Object.keys(allowed).filter((place) => !hits.some(isIn(place)));
    expect(unneeded).toEqual([]);
  });

  test("and reached by one part for each kind of provider", () => {
    expect(vendors.map(({ kind }) => kind)).toEqual(kinds);
    const made = vendors.map(({ driver }) => driver(() => Promise.reject(new Error("nothing is sent"))).kind);
    expect(made).toEqual(kinds);
  });
});
