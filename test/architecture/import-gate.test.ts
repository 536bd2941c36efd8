import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

interface Room {
  readonly name: string;
  readonly path: string;
  readonly mayImport: readonly string[];
  readonly npm: readonly string[];
  readonly node: readonly string[];
}

const rooms: readonly Room[] = JSON.parse(readFileSync(join(root, "architecture/rooms.json"), "utf8")).rooms;

interface Module {
  readonly source: string;
  readonly dependencies: readonly { readonly resolved: string; readonly dependencyTypes: readonly string[] }[];
}

interface Violation {
  readonly rule: { readonly name: string };
  readonly from: string;
  readonly to: string;
}

interface Report {
  readonly summary: { readonly violations: readonly Violation[] };
  readonly modules: readonly Module[];
}

/** Runs the real gate over the sources of a folder. */
async function reportOf(folder: string): Promise<Report> {
  const output = await new Promise<string>((resolve, reject) => {
    execFile(
      process.execPath,
      [
        join(root, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs"),
        ...["--config", join(root, "architecture/import-gate.mjs"), "--output-type", "json"],
        ...["src", "packages", "sdk/typescript/src"],
      ],
      { cwd: folder, maxBuffer: 64 * 1024 * 1024 },
      (_, stdout, stderr) => (stdout === "" ? reject(new Error(stderr)) : resolve(stdout)),
    );
  });
  return JSON.parse(output);
}

/** What the gate complains about, one line each, sorted. */
function complaintsOf(report: Report): readonly string[] {
  return report.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`).sort();
}

/** The innermost room around a file. */
function roomOf(file: string): Room | undefined {
  return rooms
    .filter(({ path }) => file === path || file.startsWith(`${path}/`))
    .reduce<Room | undefined>((best, each) => (each.path.length > (best?.path.length ?? 0) ? each : best), undefined);
}

/** What the table of rooms permits and no source makes use of: `room -> what it may import`. */
function unusedPermissions({ modules }: Report): readonly string[] {
  const used = new Set<string>();
  for (const { source, dependencies } of modules) {
    const from = roomOf(source);
    if (from === undefined || /[.](test|fixture)[.]ts$/.test(source)) continue;
    for (const { resolved, dependencyTypes } of dependencies) {
      const name = dependencyTypes.includes("core") ? `node:${resolved.replace(/^node:/, "")}` : packageOf(resolved);
      used.add(`${from.name} -> ${name ?? roomOf(resolved)?.name}`);
    }
  }
  const isUsed = (name: string, what: string) =>
    what.endsWith("*")
      ? [...used].some((each) => each.startsWith(`${name} -> ${what.slice(0, -1)}`))
      : used.has(`${name} -> ${what}`);
  return rooms.flatMap(({ name, mayImport, npm, node }) =>
    [...mayImport, ...npm, ...node].filter((what) => !isUsed(name, what)).map((what) => `${name} -> ${what}`),
  );
}

function packageOf(resolved: string): string | undefined {
  return /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(
    resolved.replace("node_modules/@types/", "node_modules/"),
  )?.[1];
}

/**
 * File path -> the paths it imports, with `type ` before one that it only imports a type from; each file exports one
 * value and one type so that imports resolve and are kept.
 */
async function write(folder: string, files: Readonly<Record<string, readonly string[]>>): Promise<void> {
  for (const [path, imports] of Object.entries(files)) {
    const values = imports.filter((target) => !target.startsWith("type "));
    const types = imports.filter((target) => target.startsWith("type ")).map((target) => target.slice("type ".length));
    const lines = [
      ...values.map((target, index) => `import { value as v${index} } from "${target}";`),
      ...types.map((target, index) => `import type { Value as T${index} } from "${target}";`),
      `export const value = [${["1", ...values.map((_, index) => `v${index}`)].join(", ")}];`,
      `export type Value = [${["1", ...types.map((_, index) => `T${index}`)].join(", ")}];`,
    ];
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), `${lines.join("\n")}\n`);
  }
}

const allowed: Readonly<Record<string, readonly string[]>> = {
  "packages/base/digest.ts": ["node:crypto"],
  "packages/base/clock.ts": [],
  "src/definitions/schema/schema.ts": ["../../../packages/base/digest.ts"],
  "src/definitions/resources/catalog.ts": ["../schema/schema.ts"],
  "src/engine/declare/declare.ts": ["js-yaml", "../../../packages/base/digest.ts"],
  "src/engine/ports/driver.ts": ["../../../packages/base/digest.ts"],
  "packages/local-cloud/runtime/storage.ts": ["node:sqlite", "../../base/digest.ts"],
  "packages/vendor-wire/google/paths.ts": ["../../base/digest.ts"],
  "src/providers/google/driver.ts": [
    "../../../packages/vendor-wire/google/paths.ts",
    "../../engine/ports/driver.ts",
    "../../definitions/resources/catalog.ts",
  ],
  "packages/local-cloud/google/local.ts": ["../../vendor-wire/google/paths.ts", "../runtime/storage.ts"],
  "packages/vendor-wire/azure/paths.ts": [],
  "src/contract/documents/plans.ts": [],
  "src/http/routes.ts": ["../contract/documents/plans.ts"],
  "src/stores/postgres/store.ts": ["pg"],
  "src/cli/terminal.ts": ["node:path", "../contract/documents/plans.ts"],
  "src/engine/declare/declare.test.ts": ["node:os", "../../definitions/resources/catalog.ts"],
  "sdk/typescript/src/plumbline.ts": [],
  "src/main.ts": [
    "node:fs",
    "../packages/local-cloud/google/local.ts",
    "./providers/google/driver.ts",
    "./http/routes.ts",
  ],
};

/** Each with the complaint that the gate must make about it. */
const forbidden: readonly { readonly what: string; readonly files: typeof allowed; readonly complaint: string }[] = [
  {
    what: "an upward import",
    files: { "packages/base/upward.ts": ["../../src/engine/ports/driver.ts"] },
    complaint: "rooms/base: packages/base/upward.ts -> src/engine/ports/driver.ts",
  },
  {
    what: "the engine seeing the resources",
    files: { "src/engine/plan/special-case.ts": ["../../definitions/resources/catalog.ts"] },
    complaint: "rooms/engine/plan: src/engine/plan/special-case.ts -> src/definitions/resources/catalog.ts",
  },
  {
    what: "a driver that knows its local server",
    files: { "src/providers/google/short-cut.ts": ["../../../packages/local-cloud/google/local.ts"] },
    complaint: "driver-never-local: src/providers/google/short-cut.ts -> packages/local-cloud/google/local.ts",
  },
  {
    what: "a driver's test that knows its local server",
    files: { "src/providers/google/driver.test.ts": ["../../../packages/local-cloud/google/local.ts"] },
    complaint: "driver-never-local: src/providers/google/driver.test.ts -> packages/local-cloud/google/local.ts",
  },
  {
    what: "a local server that knows its driver",
    files: { "packages/local-cloud/google/short-cut.ts": ["../../../src/providers/google/driver.ts"] },
    complaint: "local-never-driver: packages/local-cloud/google/short-cut.ts -> src/providers/google/driver.ts",
  },
  {
    what: "a new vendor's driver that knows its local server",
    files: {
      "packages/vendor-wire/fourth/paths.ts": [],
      "packages/local-cloud/fourth/local.ts": [],
      "src/providers/fourth/driver.ts": ["../../../packages/local-cloud/fourth/local.ts"],
    },
    complaint: "driver-never-local: src/providers/fourth/driver.ts -> packages/local-cloud/fourth/local.ts",
  },
  {
    what: "a local server's test that knows what drivers share",
    files: {
      "src/providers/pacing/paced.ts": [],
      "packages/local-cloud/google/local.test.ts": ["../../../src/providers/pacing/paced.ts"],
    },
    complaint: "local-never-driver: packages/local-cloud/google/local.test.ts -> src/providers/pacing/paced.ts",
  },
  {
    what: "a vendor that knows another",
    files: { "src/providers/google/neighbour.ts": ["../../../packages/vendor-wire/azure/paths.ts"] },
    complaint: "rooms/providers/google: src/providers/google/neighbour.ts -> packages/vendor-wire/azure/paths.ts",
  },
  {
    what: "the command line that knows the listener",
    files: { "src/cli/server.ts": ["../http/routes.ts"] },
    complaint: "rooms/cli: src/cli/server.ts -> src/http/routes.ts",
  },
  {
    what: "a file outside every room",
    files: { "src/utils/text.ts": [], "src/engine/plan/words.ts": ["../../utils/text.ts"] },
    complaint: "rooms/engine/plan: src/engine/plan/words.ts -> src/utils/text.ts",
  },
  {
    what: "an npm package in an engine room that has none",
    files: { "src/engine/plan/parse.ts": ["js-yaml"] },
    complaint: "npm/engine/plan: src/engine/plan/parse.ts -> node_modules/js-yaml/index.js",
  },
  {
    what: "a Node module in a room that has none",
    files: { "src/engine/plan/file.ts": ["node:fs"] },
    complaint: "node/engine/plan: src/engine/plan/file.ts -> fs",
  },
  {
    what: "a Node module that only exists with its prefix",
    files: { "src/engine/plan/database.ts": ["node:sqlite"] },
    complaint: "node/engine/plan: src/engine/plan/database.ts -> node:sqlite",
  },
  {
    what: "a cycle",
    files: { "src/engine/plan/egg.ts": ["./hen.ts"], "src/engine/plan/hen.ts": ["./egg.ts"] },
    complaint: "no-cycle: src/engine/plan/egg.ts -> src/engine/plan/hen.ts",
  },
  {
    what: "a cycle in the SDK",
    files: {
      "sdk/typescript/src/outputs/egg.ts": ["../resources/hen.ts"],
      "sdk/typescript/src/resources/hen.ts": ["../outputs/egg.ts"],
    },
    complaint: "no-cycle: sdk/typescript/src/outputs/egg.ts -> sdk/typescript/src/resources/hen.ts",
  },
  {
    what: "a cycle of types alone",
    files: { "packages/base/this.ts": ["type ./that.ts"], "packages/base/that.ts": ["type ./this.ts"] },
    complaint: "no-cycle: packages/base/that.ts -> packages/base/this.ts",
  },
  {
    what: "source that imports a test",
    files: { "src/engine/declare/leans-on-test.ts": ["./declare.test.ts"] },
    complaint: "no-import-of-tests: src/engine/declare/leans-on-test.ts -> src/engine/declare/declare.test.ts",
  },
  {
    what: "a file that does not exist",
    files: { "packages/base/lost.ts": ["./nowhere.ts"] },
    complaint: "no-unresolvable: packages/base/lost.ts -> ./nowhere.ts",
  },
];

describe("the import gate", () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "plumb-import-gate-"));
    for (const name of ["js-yaml", "pg"]) {
      await write(folder, { [`node_modules/${name}/index.js`]: [] });
      await writeFile(
        join(folder, "node_modules", name, "package.json"),
        JSON.stringify({ name, version: "1.0.0", type: "module", exports: "./index.js" }),
      );
    }
    const dependencies = { "js-yaml": "1.0.0", pg: "1.0.0" };
    await writeFile(join(folder, "package.json"), JSON.stringify({ name: "house", type: "module", dependencies }));
    await write(folder, allowed);
  });

  afterAll(() => rm(folder, { recursive: true }));

  test("passes a house that keeps its table", async () => {
    expect(complaintsOf(await reportOf(folder))).toEqual([]);
  });

  describe("fails on", () => {
    let found: readonly string[];

    beforeAll(async () => {
      const crooked = join(folder, "crooked");
      await mkdir(crooked);
      for (const part of ["src", "packages", "sdk", "node_modules", "package.json"]) {
        await cp(join(folder, part), join(crooked, part), { recursive: true });
      }
      for (const { files } of forbidden) await write(crooked, files);
      found = complaintsOf(await reportOf(crooked));
    });

    test.each(forbidden)("$what", ({ complaint }) => {
      expect(found).toContain(complaint);
    });

    test("nothing but those", () => {
      const guilty = new Set(forbidden.flatMap(({ files }) => Object.keys(files)));
      expect(found.filter((line) => !guilty.has(line.replace(/^.*: (.*) -> .*$/, "$1")))).toEqual([]);
    });
  });

  test("passes the house as it stands, and permits nothing that no source makes use of", async () => {
    const report = await reportOf(root);
    expect(complaintsOf(report)).toEqual([]);
    expect(unusedPermissions(report)).toEqual([]);
  });
});
