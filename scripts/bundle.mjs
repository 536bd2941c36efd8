import { createHash } from "node:crypto";
import { copyFileSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Loaded on first use, from beside the command: as they are, what they read at run time would not be found. */
const besideTheCommand = [
  "google-auth-library",
  "@azure/identity",
  "pg",
  "@cedar-policy/cedar-wasm",
  "pino",
  "prom-client",
  "@temporalio/*",
];

/** What packages in CommonJS take for granted. */
const commonNames = `import { createRequire as __createRequire } from "node:module";
const [require, __dirname] = [__createRequire(import.meta.url), import.meta.dirname];`;

/**
 * Bundles the command into a folder, which then holds nothing else. What is imported on demand goes into chunks of its
 * own, so that `plumb version` reads a few kilobytes and the compile cache holds the rest. `isWhole`: with what is else
 * loaded from beside it, and with a thread that is one file.
 */
export async function writeBundle(esbuild, root, folder, { isWhole = false } = {}) {
  rmSync(folder, { recursive: true, force: true });
  const options = {
    absWorkingDir: root,
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    target: "node24",
    format: "esm",
    external: isWhole ? ["pg-native"] : besideTheCommand,
    define: { PLUMB_BUILD: JSON.stringify(sourceDigest(root)) },
    banner: isWhole ? { js: commonNames } : {},
    plugins: isWhole ? [namedExports(root)] : [],
    logLevel: "warning",
  };
  const command = { command: join(root, "src", "main.ts") };
  const onDemand = afterTheStart(root, await startOf(esbuild, { ...options, entryPoints: command }));
  // The thread that checks texts for a service is a program of its own.
  const thread = { "check-thread": join(root, "src", "composition", "check-thread.ts") };
  // The SDK's tests of programs load what they run on.
  const throwAway = { "throw-away": join(root, "src", "composition", "service", "throw-away.ts") };
  // Programs that drive runs themselves import it (`exports` of package.json).
  const runs = { runs: join(root, "src", "composition", "library", "runs.ts") };
  // `--driver temporal` loads it, where Temporal's own libraries are.
  const temporal = { temporal: join(root, "temporal", "open-driver.ts") };
  const entryPoints = isWhole ? command : { ...command, ...thread, ...throwAway, ...runs, ...temporal };
  await esbuild.build({ ...options, plugins: [...options.plugins, onDemand], entryPoints, splitting: true });
  // Temporal's worker reads the code of the workflow from a file of its own.
  const workflow = { "temporal-workflow": join(root, "temporal", "workflow.ts") };
  if (!isWhole) await esbuild.build({ ...options, entryPoints: workflow });
  if (!isWhole) copyFileSync(join(root, "src", "composition", "library", "runs.d.mts"), join(folder, "runs.d.mts"));
  if (isWhole) await esbuild.build({ ...options, entryPoints: thread });
}

/** The files that are loaded before anything is imported on demand. Not the entry: it waits for what it demands. */
async function startOf(esbuild, options) {
  const leaveOut = {
    name: "leave-out",
    setup: (build) =>
      build.onResolve({ filter: /./ }, ({ kind }) => (kind === "dynamic-import" ? { external: true } : undefined)),
  };
  const { metafile } = await esbuild.build({ ...options, plugins: [leaveOut], metafile: true, write: false });
  const entries = new Set(Object.values(metafile.outputs).map(({ entryPoint }) => entryPoint));
  return Object.keys(metafile.inputs).filter((file) => !entries.has(file));
}

/**
 * Says of each file that is imported on demand that it needs what is loaded before. esbuild does not see that, and cuts
 * a chunk for each set of demands that share a file: a plan read 130 files and now reads 87, `--version` 44 and now 11.
 */
function afterTheStart(root, start) {
  const namespace = "on-demand";
  return {
    name: namespace,
    setup(build) {
      build.onResolve({ filter: /^\..*\.ts$/ }, async ({ kind, path, ...from }) => {
        if (kind !== "dynamic-import" || from.pluginData === namespace) return undefined;
        const found = await build.resolve(path, { ...from, kind, pluginData: namespace });
        return { path: found.path, namespace };
      });
      build.onLoad({ filter: /./, namespace }, ({ path }) => ({
        contents: [
          ...start.map((file) => `import ${JSON.stringify(join(root, file))};`),
          `export * from ${JSON.stringify(path)};`,
        ].join("\n"),
        resolveDir: root,
      }));
    },
  };
}

/** Gives a package in CommonJS that is imported on demand all its exports, as Node does; esbuild gives the default. */
function namedExports(root) {
  const namespace = "named-exports";
  return {
    name: namespace,
    setup(build) {
      build.onResolve({ filter: /^[@a-z]/ }, ({ kind, path }) =>
        kind === "dynamic-import" && besideTheCommand.some((name) => path === name || path.startsWith(`${name}/`))
          ? { path, namespace }
          : undefined,
      );
      build.onLoad({ filter: /.*/, namespace }, async ({ path }) => {
        const names = Object.keys(await import(path)).filter((name) => name !== "default" && /^\w+$/.test(name));
        const whole = JSON.stringify(path);
        return {
          contents: `import * as whole from ${whole};\nexport const { ${names.join(", ")} } = whole;`,
          resolveDir: root,
        };
      });
    },
  };
}

/** What was checked by other code is not taken over: see src/service/use-cases/declarations/check-cache.ts. */
function sourceDigest(root) {
  const hash = createHash("sha256");
  for (const part of ["packages", "src"]) {
    const folder = join(root, part);
    for (const name of readdirSync(folder, { recursive: true }).map(String).sort()) {
      if (name.endsWith(".ts") && !name.endsWith(".test.ts"))
        hash.update(name).update(readFileSync(join(folder, name)));
    }
  }
  return hash.digest("hex").slice(0, 16);
}
