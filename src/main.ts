import { enableCompileCache } from "node:module";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { version } from "./base/version.ts";
import { globalOptions } from "./doors/cli/global-options.ts";
import { runCommand } from "./doors/cli/run-command.ts";

// What is loaded on demand is compiled once per machine, not once per start.
enableCompileCache();

const cancel = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    // The second one does not wait for calls in flight; the next run finds out what became of them.
    if (cancel.signal.aborted) process.exit(130);
    cancel.abort();
  });
}

// A reader that has seen enough (`| head`) must not break off a run.
for (const target of [process.stdout, process.stderr]) {
  target.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

const argv = process.argv.slice(2);
const { dir, server } = globalOptions(argv);
const opened: { close(): Promise<void> }[] = [];
let here: ReturnType<typeof open> | undefined;

/** One Plumbline for all that this process asks: what a plan has read and made, its run still knows. */
function openHere() {
  here ??= open();
  return here;
}

/** What a Plumbline needs of this process and its machine. */
async function surroundings() {
  const { systemClock, systemIds } = await import("./composition/system.ts");
  const { thisMachine } = await import("./clouds/credentials/this-machine.ts");
  const network = (request: Request) => fetch(request);
  return {
    ...{ version, dir, environment: process.env, network },
    ...{ clock: systemClock, ids: systemIds, machine: thisMachine },
  };
}

async function open() {
  const { openEmbedded } = await import("./composition/embedded.ts");
  const embedded = openEmbedded(await surroundings());
  opened.push(embedded);
  return embedded;
}

/**
 * For a process that does one thing and ends. Much is made that is soon forgotten: the young generation is made large enough
 * that most of it is gone by the time it is full, and stays so; the old one is collected well before it doubles. A third
 * less memory at large stacks, and a seventh less time at small ones. The costliest compiler repays itself only in longer
 * lives. V8 reads these at each collection and compilation.
 */
function tuneForOneCommand(): void {
  growYoungGeneration();
  const collection = ["--semi-space-growth-factor=1", "--no-parallel-scavenge", "--heap-growing-percent=40"];
  for (const flag of [...collection, "--no-turbofan"]) setFlagsFromString(flag);
}

/**
 * V8 begins with a young generation of a megabyte and lets it grow when much survives, by a factor that can be set; its
 * size can't be once the process runs. So something survives, a megabyte or less, until it has grown.
 */
function growYoungGeneration(): void {
  const [wantedBytes, mostPieces] = [8 * 2 ** 20, 500];
  const size = () => getHeapSpaceStatistics().find((space) => space.space_name === "new_space")?.space_size;
  setFlagsFromString("--semi-space-growth-factor=8");
  const surviving: (readonly number[])[] = [];
  while ((size() ?? wantedBytes) < wantedBytes && surviving.length < mostPieces) {
    surviving.push(new Array<number>(4_000).fill(0));
  }
}

process.exitCode = await runCommand(argv, {
  api: async () => {
    if (server === undefined) {
      tuneForOneCommand();
      return (await openHere()).api;
    }
    return (request) => {
      const { pathname, search } = new URL(request.url);
      return fetch(new Request(new URL(pathname + search, server), request));
    };
  },
  serveCloud: async (port) => {
    const { serve } = await import("./doors/http/serve.ts");
    return serve((await openHere()).localCloud, port, cancel.signal);
  },
  serve: async (request) => {
    const { serveService } = await import("./composition/serve.ts");
    return serveService(request, await surroundings());
  },
  network: (request) => fetch(request),
  stdout: stream(process.stdout),
  stderr: stream(process.stderr),
  stdin: {
    isTTY: process.stdin.isTTY === true,
    ask: async (question) => {
      const { createInterface } = await import("node:readline/promises");
      const terminal = createInterface({ input: process.stdin, output: process.stderr });
      try {
        return await terminal.question(question, { signal: cancel.signal });
      } finally {
        terminal.close();
      }
    },
  },
  environment: process.env,
  files: {
    read: async (path) => {
      const { readFile } = await import("node:fs/promises");
      return readFile(path, "utf8").catch((cause: NodeJS.ErrnoException) => {
        if (cause.code === "ENOENT") return undefined;
        throw cause;
      });
    },
    write: async (path, text) => {
      const { mkdir, writeFile } = await import("node:fs/promises");
      const { dirname } = await import("node:path");
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    },
    writePrivate: async (path, text) => {
      const { mkdir, rename, writeFile } = await import("node:fs/promises");
      const { dirname } = await import("node:path");
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const fresh = `${path}.${process.pid}`;
      await writeFile(fresh, text, { mode: 0o600, flag: "wx" });
      await rename(fresh, path);
    },
    exists: async (path) => (await import("node:fs")).existsSync(path),
  },
  startProgram: async (file) => {
    const { startProgram } = await import("./doors/program/start-program.ts");
    return startProgram(file, process.env);
  },
  generator: () => import("./doors/generate/generator.ts"),
  fileChange: async (files, since) => {
    const { fileChange } = await import("./doors/program/watch-files.ts");
    await fileChange(files, since, cancel.signal);
  },
  version,
  signal: cancel.signal,
  now: () => Date.now(),
  sleep: async (milliseconds) => {
    const { setTimeout: sleep } = await import("node:timers/promises");
    await sleep(milliseconds, undefined, { signal: cancel.signal }).catch(() => {});
  },
});

for (const each of opened) await each.close();

function stream(target: NodeJS.WriteStream) {
  return {
    write: (text: string) => {
      target.write(text);
    },
    isTTY: target.isTTY === true,
    columns: target.columns ?? 0,
  };
}
