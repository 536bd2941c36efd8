import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runCommand } from "../../src/cli/run-command.ts";
import { environmentPolicy, trustRemedy } from "../../src/composition/cloud/environment-policy.ts";
import { openEmbedded } from "../../src/composition/embedded.ts";
import { systemClock, systemIds } from "../../src/composition/machine/system.ts";

/** A function that waits for a driver's read, and the file it stands in. */
export interface Hop {
  readonly file: string;
  readonly name: string;
}

const root = fileURLToPath(new URL("../../", import.meta.url));

const declaration = `name: x
providers:
  google: { kind: google, project: acme, region: here }
resources:
  a:
    type: connectors:EndpointAttachment
    properties: { endpointAttachmentId: a, serviceAttachment: projects/p/regions/r/serviceAttachments/s }
`;

/**
 * The functions between `plumb plan` and the driver's read of an object, both counted, the outermost first and each
 * once. They are those that wait when the first request reaches the cloud, as the runtime tells them: what has handed
 * the call on and is over by then is no more among them than what lies below the driver's read.
 */
export async function hopsOfPlan(): Promise<readonly Hop[]> {
  let stack: string | undefined;
  const refuse = (what: string) => () => Promise.reject(new Error(`there is no ${what} here`));
  const environment = {};
  const policy = { bindings: [], trusted: [], ...environmentPolicy(environment), remedy: trustRemedy };
  const embedded = openEmbedded({
    ...{ version: "0.0.0", dir: ":memory:", environment, clock: systemClock, ids: systemIds },
    credentials: { policy: async () => policy },
    network: refuse("network"),
    aroundCloud: (cloud) => async (request) => {
      stack ??= wholeStack();
      return cloud(request);
    },
  });
  const quiet = { isTTY: false, columns: 0, write: () => {} };
  const read = async (path: string) => (path === "plumb.yaml" ? declaration : undefined);
  try {
    await runCommand(["plan"], {
      calls: async () => embedded.calls,
      ...{ localCloud: refuse("control surface"), network: refuse("network"), serveCloud: refuse("cloud") },
      browser: { open: refuse("browser"), redirect: refuse("browser") },
      isStateFile: async () => false,
      ...{
        serve: refuse("service"),
        work: refuse("worker"),
        startProgram: refuse("program"),
        openLesson: refuse("lesson"),
        generator: refuse("generator"),
      },
      ...{ storeCare: refuse("store"), packReport: refuse("recording"), fileChange: refuse("change of a file") },
      ...{ stdout: quiet, stderr: quiet, lostOutput: async () => null, environment, version: "0.0.0" },
      stdin: { isTTY: false, ask: refuse("terminal"), rest: async () => "" },
      files: {
        ...{
          read,
          readBeside: read,
          readPrivate: async () => undefined,
          namesIn: async () => [],
          realPath: async (path) => path,
          exists: async (path) => path === "plumb.yaml",
        },
        ...{ make: refuse("disk"), write: refuse("disk"), change: refuse("disk") },
        ...{ writePrivate: refuse("disk"), changePrivate: refuse("disk") },
      },
      natureOf: async () => ({ kind: "public" }),
      signal: new AbortController().signal,
      leaving: () => {},
      now: () => systemClock.now(),
      sleep: async () => {},
    });
  } finally {
    await embedded.close();
  }
  return downToDriver(hopsIn(stack ?? ""));
}

/** The hops as a table of ARCHITECTURE.md: a row a file, in their order. */
export function hopsTable(hops: readonly Hop[]): string {
  const rows: { readonly file: string; readonly names: string[] }[] = [];
  for (const { file, name } of hops) {
    const last = rows.at(-1);
    if (last?.file === file) last.names.push(name);
    else rows.push({ file, names: [name] });
  }
  const lines = rows.map(({ file, names }) => `| \`${file}\` | ${names.map((name) => `\`${name}\``).join(", ")} |\n`);
  return `| file | functions |\n|---|---|\n${lines.join("")}`;
}

/** The stack with all that waits for it, however deep. */
function wholeStack(): string {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = Number.POSITIVE_INFINITY;
  try {
    return new Error("a request").stack ?? "";
  } finally {
    Error.stackTraceLimit = limit;
  }
}

const ours = new RegExp(`${RegExp.escape(root)}(src|packages)/`);

/** The functions of our sources on a stack, the outermost first, each once. */
function hopsIn(stack: string): readonly Hop[] {
  const hops = new Map<string, Hop>();
  for (const line of stack.split("\n").reverse()) {
    const at = line.search(ours);
    if (at < 0) continue;
    const [file = ""] = line.slice(at + root.length).split(":");
    const [, called = "(anonymous)"] = /^\s*at (?:async )?(\S+)(?: \[as \S+\])? \(/.exec(line) ?? [];
    const name = called.slice(called.lastIndexOf(".") + 1);
    hops.set(`${file} ${name}`, { file, name });
  }
  return [...hops.values()];
}

/** Up to the read of the vendor's driver, whose folder has the name of the wire's. What it calls is its own. */
function downToDriver(hops: readonly Hop[]): readonly Hop[] {
  const drivers = readdirSync(`${root}packages/vendor-wire`).map((vendor) => `src/providers/${vendor}/`);
  const driver = hops.findIndex(({ file }) => drivers.some((folder) => file.startsWith(folder)));
  if (driver < 0) throw new Error("no driver was asked");
  return hops.slice(0, driver + 1);
}
