import { existsSync, writeSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { sleepInParts } from "../packages/base/clock.ts";
import { version } from "../packages/base/version.ts";
import type { LocalFailure } from "../packages/local-cloud/runtime/local-cloud.ts";
import type { LostOutput } from "./cli/cli-context.ts";
import { globalOptions } from "./cli/global-options.ts";
import { runCommand } from "./cli/run-command.ts";
import { isYes } from "./cli/runs/is-yes.ts";
import { compileCacheFolder, loadWhole } from "./composition/compile-cache.ts";
import { tuneForOneCommand } from "./composition/machine/tune-for-one-command.ts";
import { userFiles } from "./composition/machine/user-files.ts";
import { GatheredOutput } from "./composition/service/gathered-output.ts";
import { PendingCalls } from "./composition/service/pending-calls.ts";
import type { Calls } from "./contract/call.ts";

// What is loaded on demand is compiled once per user, not once per start.
const compileCache = compileCacheFolder(process.env);
if (compileCache !== null) enableCompileCache(compileCache);

const cancel = new AbortController();
/** What is said of the work under way by a command that ends at once. */
let lastWords: () => readonly string[] = () => [];
// A terminal that has gone away (SIGHUP) stops a command in order, as the other signals do.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    // The second one does not wait for calls in flight; the next run finds out what became of them.
    if (cancel.signal.aborted) {
      const told = lastWords();
      const said =
        "Left at once: what is in flight goes on without this command; the next plan finds out what became of it.";
      writeSync(2, `${[said, ...told].join("\n")}\n`);
      process.exit(130);
    }
    cancel.abort();
  });
}
// Node opens a debugger on this signal unless there is a listener: all who reach it can read every secret.
process.on("SIGUSR1", () => {});

const output = new GatheredOutput();
process.on("exit", () => output.flush());
// No reader that has seen enough, no full disk and no vanished terminal may break off a run.
for (const target of [process.stdout, process.stderr]) target.on("error", (cause) => output.fail(target, cause));

const argv = process.argv.slice(2);
const { dir: namedDir, server, retryForMs } = globalOptions(argv, process.env);
// The Tab key makes no state directory.
const dir = argv[0] === "complete" && !existsSync(namedDir) ? ":memory:" : namedDir;
const opened: { close(): Promise<void> }[] = [];
let here: ReturnType<typeof open> | undefined;

/** Why the local cloud answered with 500, for those who look for its bugs. */
function cloudFailed({ method, path, cause }: LocalFailure): void {
  const why = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  output.write(process.stderr, `local cloud: 500 to ${method} ${path}: ${why}\n`);
}

const pending = new PendingCalls((text) => output.write(process.stderr, text));

/** One Plumbline for all that this process asks: what a plan has read and made, its run still knows. */
function openHere() {
  here ??= open();
  return here;
}

/** The environment, with what a profile of Databricks' says where it asks for one; and that profile. */
async function ownEnvironment() {
  if (!process.env["DATABRICKS_CONFIG_PROFILE"] && !process.env["DATABRICKS_CONFIG_FILE"])
    return { environment: process.env, profile: null };
  const { withDatabricksProfile } = await import("./composition/machine/databricks-profile.ts");
  const { homedir } = await import("node:os");
  return withDatabricksProfile(process.env, homedir());
}

/** What a Plumbline needs of this process and its machine. */
async function surroundings() {
  const { systemClock, systemIds } = await import("./composition/machine/system.ts");
  const { ownMachine } = await import("./composition/machine/own-machine.ts");
  const { ownNetwork: network } = await import("./composition/machine/own-network.ts");
  const { environment, profile } = await ownEnvironment();
  return {
    ...{ version, dir, environment, network },
    ...{
      clock: systemClock,
      ids: systemIds,
      machine: profile === null ? ownMachine : { ...ownMachine, profile },
      cloudFailed,
      notice: (text: string) => pending.say(text),
      pending,
    },
  };
}

/** Lets so many milliseconds pass; less when the user asks to stop, or when `until` aborts. */
async function pause(milliseconds: number, until?: AbortSignal): Promise<void> {
  const { setTimeout: sleep } = await import("node:timers/promises");
  const signal = until === undefined ? cancel.signal : AbortSignal.any([cancel.signal, until]);
  const once = (part: number) => sleep(part, undefined, { signal });
  await sleepInParts(milliseconds, once).catch(() => {});
}

const files = userFiles(pause);

/** Where credentials of this user may go. Asked for when the first call leaves the machine's own cloud. */
async function credentialPolicy() {
  const { ownPolicy } = await import("./composition/cloud/own-policy.ts");
  const { environment } = await ownEnvironment();
  const context = { environment, files };
  const origins = () => import("./cli/connection/trusted-origins.ts");
  return ownPolicy({
    environment,
    trusted: async () => (await origins()).trustedOrigins(context),
    trust: async (origin) => (await origins()).trustOrigin(origin, context),
    agree: process.stdin.isTTY === true ? async (question) => isYes(await askUser(`${question} [y/N] `)) : null,
  });
}

async function askUser(question: string, isHidden?: boolean): Promise<string> {
  pending.makeRoom();
  output.flush();
  const { askOnTerminal } = await import("./composition/machine/terminal-question.ts");
  return await askOnTerminal(question, process.stdin, process.stderr, cancel.signal, isHidden);
}

async function loadEmbedded() {
  const load = () => import("./composition/embedded.ts");
  if (compileCache === null) return load();
  // Before the flag is changed: what Node has compiled of its own modules holds for its own flags only.
  await Promise.all([import("node:net"), import("node:sqlite"), import("node:zlib")]);
  return loadWhole(load);
}

async function open() {
  const { openEmbedded } = await loadEmbedded();
  const embedded = openEmbedded({ ...(await surroundings()), retryForMs, credentials: await credentialPolicy() });
  opened.push(embedded);
  return embedded;
}

let ownCalls: Promise<Calls> | undefined;

/**
 * The API for a process that does one thing and ends. All is loaded before V8 is tuned: its code cache, and that of
 * Node's own modules, holds for the flags only that it was made under.
 */
async function openForOneCommand(): Promise<Calls> {
  const { calls } = await openHere();
  tuneForOneCommand();
  return calls;
}

process.exitCode = await runCommand(argv, {
  calls: async (at) => {
    if (at === undefined) {
      ownCalls ??= openForOneCommand();
      return ownCalls;
    }
    const { servedCalls } = await import("./client/served-calls.ts");
    const { nodeSend } = await import("./client/node-send.ts");
    return servedCalls(at, nodeSend);
  },
  localCloud: async () => {
    if (server === undefined) return (await openHere()).localCloud;
    const { servedCloud } = await import("./composition/cloud/served-cloud.ts");
    return servedCloud(server);
  },
  serveCloud: async (port) => {
    const { serveCloud } = await import("../packages/local-cloud/runtime/serve-cloud.ts");
    return serveCloud((await openHere()).localCloud, port, cancel.signal, cloudFailed);
  },
  serve: async (request) => {
    if (request.throwAway) {
      const { serveThrowAway } = await import("./composition/service/throw-away.ts");
      return { ok: true, value: await serveThrowAway(request.port) };
    }
    const { serveService } = await import("./composition/service/serve.ts");
    return serveService(request, await surroundings());
  },
  work: async (request) => {
    const { runWorker } = await import("./composition/service/worker.ts");
    return runWorker(request, await surroundings());
  },
  network: (request) => fetch(request),
  browser: {
    open: async (address) => {
      const { openBrowser } = await import("./composition/machine/open-browser.ts");
      await openBrowser(address);
    },
    redirect: async (state, milliseconds) => {
      const { browserRedirect } = await import("./composition/machine/browser-redirect.ts");
      return browserRedirect(state, milliseconds, cancel.signal);
    },
  },
  stdout: stream(process.stdout),
  stderr: stream(process.stderr),
  lostOutput: async () => {
    const failed = await output.ended();
    return failed === null ? null : lostOutput(failed.cause);
  },
  stdin: {
    // Nothing else reads stdin: what reading it takes is loaded for a question only.
    get isTTY() {
      return process.stdin.isTTY === true;
    },
    ask: askUser,
    rest: async () => {
      const { text } = await import("node:stream/consumers");
      return await text(process.stdin);
    },
  },
  environment: process.env,
  files,
  isStateFile: async (path) => {
    const { isStateFile } = await import("./composition/machine/state-directory.ts");
    return isStateFile(dir, path);
  },
  openLesson: async (folder) => {
    const { openLesson } = await import("./composition/lesson/open-lesson.ts");
    return openLesson(folder, () => output.flush());
  },
  startProgram: async (file, asked) => {
    const { startProgram } = await import("./programs/start-program.ts");
    return startProgram(file, { environment: process.env, asked, compileCache });
  },
  generator: async () => {
    const { openGenerator } = await import("./composition/open-generator.ts");
    return openGenerator();
  },
  natureOf: async (origin) => {
    const { natureOf } = await import("./providers/credentials/provider-origin.ts");
    return natureOf(origin);
  },
  packReport: async (request) => {
    const { packReport } = await import("./composition/pack-report.ts");
    return packReport(request);
  },
  storeCare: async () => {
    const { storeCare } = await import("./composition/backups/store-care.ts");
    return storeCare(await surroundings());
  },
  fileChange: async (files, since) => {
    const { fileChange } = await import("./programs/watch-files.ts");
    await fileChange(files, since, cancel.signal);
  },
  version,
  signal: cancel.signal,
  leaving: (tell) => {
    lastWords = tell;
  },
  platformCalls: pending,
  now: () => Date.now(),
  sleep: pause,
});

for (const each of opened) await each.close();
// A user who has asked to stop does not wait for an answer to a read: what is in flight is over by now.
if (cancel.signal.aborted) process.exit();

function stream(target: NodeJS.WriteStream) {
  return {
    write: (text: string) => output.write(target, text),
    isTTY: target.isTTY === true,
    get columns() {
      return target.columns ?? 0;
    },
    get rows() {
      return target.rows;
    },
  };
}

function lostOutput(cause: unknown): LostOutput {
  const isUnread = cause instanceof Error && "code" in cause && cause.code === "EPIPE";
  return { isUnread, why: isUnread ? "its reader is gone" : cause instanceof Error ? cause.message : String(cause) };
}
