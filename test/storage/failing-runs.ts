/**
 * A process of its own, under a preloaded `failing-medium.c`: carries out one command over a state directory at every
 * n-th call that fails, until no call does; then, on a sound medium, brings the same directory true. One JSON line per
 * n.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { runCommand } from "../../src/cli/run-command.ts";
import { openEmbedded } from "../../src/composition/embedded.ts";
import { systemClock, systemIds } from "../../src/composition/machine/system.ts";

/** What one command did. */
interface Done {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface FailingRun {
  readonly n: number;
  readonly broken: Done;
  /** The same command again, then a plan, on a sound medium. */
  readonly again: Done;
  readonly plan: Done;
  readonly doctor: Done;
  /** Action and object of every write that the cloud saw. */
  readonly writes: readonly string[];
  /** Ids that are recorded. */
  readonly recorded: readonly string[];
}

const declaration = `name: storage
providers:
  google: { kind: google, project: acme, region: here }
resources:
  link:
    type: connectors:EndpointAttachment
    properties:
      endpointAttachmentId: link
      location: here
      serviceAttachment: projects/p/regions/r/serviceAttachments/s
  portal:
    type: iam:OAuthClient
    properties:
      oauthClientId: portal-client
      allowedGrantTypes: [AUTHORIZATION_CODE_GRANT]
      allowedRedirectUris: ["https://portal.example/callback"]
      allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"]
      location: global
      clientType: CONFIDENTIAL_CLIENT
      displayName: Portal
      description: Behind \${link.id}
outputs:
  link: \${link.id}
`;

const [, , root = "", kind = "", errno = "", how = ""] = process.argv;
const control = join(root, "medium-control");
const breakMedium = (n: number) => writeFileSync(control, `${kind} ${errno} ${n} ${how} /state.db`);
const mendMedium = () => writeFileSync(control, "off");

/** Ids that no process of the machine has (Linux gives out at most 2^22), so that whoever held a stack here is gone. */
let pid = 2 ** 22;

/** One command as a process of its own would carry it out: everything is opened for it and closed after it. */
async function plumb(dir: string, argv: readonly string[]): Promise<Done> {
  pid += 1;
  Object.defineProperty(process, "pid", { value: pid, configurable: true });
  const said = { stdout: "", stderr: "" };
  const stream = (name: "stdout" | "stderr") => ({
    isTTY: false,
    columns: 0,
    write: (text: string) => {
      said[name] += text;
    },
  });
  let here: ReturnType<typeof openEmbedded> | undefined;
  const opened = () => {
    here ??= openEmbedded({
      version: "0",
      dir,
      environment: {},
      clock: systemClock,
      ids: systemIds,
      network: () => Promise.reject(new Error("no network")),
    });
    return here;
  };
  const code = await runCommand([...argv, "--dir", dir], {
    calls: async () => opened().calls,
    localCloud: async () => opened().localCloud,
    network: () => Promise.reject(new Error("no network here")),
    browser: {
      open: () => Promise.reject(new Error("no browser here")),
      redirect: () => Promise.reject(new Error("no browser here")),
    },
    serveCloud: () => Promise.reject(new Error("serves nothing")),
    serve: () => Promise.reject(new Error("opens no service")),
    work: () => Promise.reject(new Error("opens no worker")),
    stdout: stream("stdout"),
    stderr: stream("stderr"),
    lostOutput: async () => null,
    stdin: { isTTY: false, ask: () => Promise.reject(new Error("nobody answers")), rest: async () => "" },
    environment: {},
    packReport: () => Promise.reject(new Error("there is no recording")),
    storeCare: () => Promise.reject(new Error("there is no store")),
    files: {
      read: async (path) => (path.endsWith("plumb.yaml") ? declaration : undefined),
      write: async () => {},
      readPrivate: async () => undefined,
      writePrivate: async () => {},
      changePrivate: async () => {},
      readBeside: async () => undefined,
      make: async () => true,
      change: async () => ({ ok: true, value: undefined }),
      namesIn: async () => [],
      realPath: async (path) => path,
      exists: async () => true,
    },
    version: "0",
    signal: new AbortController().signal,
    now: () => Date.now(),
    sleep: async () => {},
    isStateFile: async () => false,
    openLesson: () => Promise.reject(new Error("there is no lesson")),
    startProgram: () => Promise.reject(new Error("there is no program")),
    natureOf: async () => ({ kind: "public" as const }),
    fileChange: () => Promise.reject(new Error("no file changes")),
    leaving: () => {},
    generator: () => Promise.reject(new Error("nothing is generated")),
  });
  await here?.close();
  return { code, ...said };
}

for (let n = 1; ; n += 1) {
  const dir = join(root, `run-${n}`);
  mkdirSync(dir);
  breakMedium(n);
  const broken = await plumb(dir, ["up", "--yes"]);
  const hasFailed = existsSync(`${control}-fired`);
  mendMedium();
  const again = await plumb(dir, ["up", "--yes"]);
  const plan = await plumb(dir, ["plan", "--detailed-exitcode"]);
  const doctor = await plumb(dir, ["doctor"]);
  const log = JSON.parse((await plumb(dir, ["cloud", "log", "--json"])).stdout) as {
    readonly writes: readonly { readonly action: string; readonly object: string }[];
  };
  const state = JSON.parse((await plumb(dir, ["state", "list", "--json"])).stdout) as readonly {
    readonly id: string;
  }[];
  const run: FailingRun = {
    n,
    broken,
    again,
    plan,
    doctor,
    writes: log.writes.map(({ action, object }) => `${action} ${object}`),
    recorded: state.map(({ id }) => id),
  };
  process.stdout.write(`${JSON.stringify(run)}\n`);
  rmSync(dir, { recursive: true });
  if (!hasFailed) break;
}
