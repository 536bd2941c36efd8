import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** What one whole process has used, from its start to its exit. */
export interface Usage {
  /** User and system time of all threads, seconds. */
  readonly cpu: number;
  /** Seconds. */
  readonly wall: number;
  /** Largest resident set, MB (10^6 bytes); null where the system does not tell. */
  readonly rss: number | null;
  /** Calls of fsync and fdatasync; null where they can't be counted. */
  readonly syncs: number | null;
}

// Reading extra certificates slows every start of Node and says nothing about Plumbline.
const { NODE_EXTRA_CA_CERTS: _certificates, ...environment } = process.env;
const preload = fileURLToPath(new URL("report-usage.cjs", import.meta.url));

/** Runs Node programs and measures them. `folder` is for what the processes report. */
export class Stopwatch {
  readonly #folder: string;
  readonly #counter: string | null;

  constructor(folder: string) {
    this.#folder = folder;
    this.#counter = buildCounter(folder);
  }

  /** Whether calls of fsync are counted: it takes a C compiler. */
  get countsSyncs(): boolean {
    return this.#counter !== null;
  }

  /** Runs `node args` to its end; throws where it fails. Its standard output goes nowhere. */
  node(args: readonly string[]): Usage {
    const usageFile = join(this.#folder, "usage.json");
    const syncsFile = join(this.#folder, "syncs");
    for (const file of [usageFile, syncsFile]) rmSync(file, { force: true });
    const begun = performance.now();
    run(process.execPath, ["--require", preload, ...args], this.#folder, {
      ...environment,
      BENCH_USAGE_FILE: usageFile,
      ...(this.#counter === null ? {} : { LD_PRELOAD: this.#counter, BENCH_SYNCS_FILE: syncsFile }),
    });
    const wall = (performance.now() - begun) / 1e3;
    const usage = JSON.parse(readFileSync(usageFile, "utf8")) as Record<string, number>;
    return {
      cpu: ((usage["userCPUTime"] ?? 0) + (usage["systemCPUTime"] ?? 0)) / 1e6,
      wall,
      // Node gives kibibytes.
      rss: ((usage["maxRSS"] ?? 0) * 1024) / 1e6,
      syncs: existsSync(syncsFile) ? Number(readFileSync(syncsFile, "utf8")) : null,
    };
  }
}

/**
 * Runs any program and measures it by the system's account of finished children (Linux, to a hundredth of a second).
 */
export function measureProgram(
  command: string,
  args: readonly string[],
  folder: string,
  extra: Readonly<Record<string, string>>,
  timeoutMs: number,
): Usage {
  const before = finishedChildren();
  const begun = performance.now();
  run(command, args, folder, { ...environment, ...extra }, timeoutMs);
  return { cpu: finishedChildren() - before, wall: (performance.now() - begun) / 1e3, rss: null, syncs: null };
}

/** CPU seconds of all children that have ended and were waited for, and of theirs. */
function finishedChildren(): number {
  const stat = readFileSync("/proc/self/stat", "latin1");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // Fields 16 and 17 of proc(5); the first that is left here is the third. A tick is 1/100 s on every Linux that Node
  // runs on.
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

function run(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv, timeout?: number): void {
  const done = spawnSync(command, args, {
    cwd,
    env,
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
    maxBuffer: 2 ** 30,
    ...(timeout === undefined ? {} : { timeout, killSignal: "SIGKILL" as const }),
  });
  if (done.error !== undefined) throw done.error;
  if (done.status !== 0)
    throw new Error(`${command} ${args.join(" ")} ended with ${done.status}: ${done.stderr.slice(-2000)}`);
}

/** A library that counts calls of fsync; null where there is no compiler for it. */
function buildCounter(folder: string): string | null {
  const source = fileURLToPath(new URL("count-syncs.c", import.meta.url));
  const library = join(folder, "count-syncs.so");
  const built = spawnSync("cc", ["-O2", "-shared", "-fPIC", "-o", library, source, "-ldl"], { encoding: "utf8" });
  return process.platform === "linux" && built.status === 0 ? library : null;
}
