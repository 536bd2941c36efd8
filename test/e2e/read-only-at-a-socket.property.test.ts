import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { partOf, playsAllCases } from "../properties/part-of-cases.ts";
import { buildBundle } from "./built-bundle.fixture.ts";
import { type Run, type Started, startPlumb } from "./run-plumb.fixture.ts";
import { kindOf, VendorsAtASocket } from "./vendors-at-a-socket.fixture.ts";

const subscription = "11111111-2222-3333-4444-555555555555";
const clients = "projects/acme/locations/global/oauthClients";

function client(id: string, displayName = id): object {
  return {
    type: "iam:OAuthClient",
    properties: {
      ...{ oauthClientId: id, location: "global", clientType: "CONFIDENTIAL_CLIENT", displayName },
      allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
      allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
      allowedRedirectUris: ["https://app.example/callback"],
    },
  };
}

function attachment(id: string): object {
  const serviceAttachment = "projects/p/regions/r/serviceAttachments/s";
  return { type: "connectors:EndpointAttachment", properties: { endpointAttachmentId: id, serviceAttachment } };
}

function declarationOf(resources: object): string {
  return JSON.stringify({
    name: "first",
    providers: {
      google: { kind: "google", project: "acme", region: "here", zone: "here-a" },
      azure: { kind: "azure", subscriptionId: subscription },
      databricks: { kind: "databricks", level: "workspace" },
    },
    resources,
  });
}

const settled = {
  ...{ kept: client("kept-client"), going: client("going-client") },
  share: {
    type: "compute:ReservationIamMember",
    properties: { name: "r", role: "roles/viewer", member: "user:ada@acme.example" },
  },
  collector: {
    type: "migrate:ServerCollector",
    properties: { resourceGroupName: "g", projectName: "p", serverCollectorName: "c" },
  },
  admins: {
    type: "settings:RestrictWorkspaceAdmins",
    properties: { restrictWorkspaceAdmins: { status: "ALLOW_ALL" } },
  },
};
/**
 * `one` and `two`: the first that comes is left half-made, the operation of the other runs on. `lost` has no answer.
 */
const wanted = {
  ...{ kept: client("kept-client", "Another name"), one: attachment("one"), two: attachment("two") },
  ...{ extra: client("extra-client"), lost: client("lost-client") },
  ...{ share: settled.share, collector: settled.collector, admins: settled.admins },
};

const readOnly = { PLUMB_READ_ONLY: "1" };

let bundle: ReturnType<typeof buildBundle>;
let vendors: VendorsAtASocket;
/** What the killed run left: the state directory, with its stack in the middle of its work. */
let prepared = "";
/** Two runs that ended, the one that was killed, and a plan that was saved. */
let [first, ended, killed, saved] = ["", "", "", ""];

beforeAll(async () => {
  bundle = buildBundle(["google-auth-library", "@azure"]);
  vendors = await VendorsAtASocket.open();
  prepared = mkdtempSync(join(tmpdir(), "plumb-open-work-"));
  await leaveOpenWork(prepared);
});
afterAll(async () => {
  await vendors.close();
  for (const each of [bundle.folder, prepared, vendors.folder]) rmSync(each, { recursive: true, force: true });
});

function start(folder: string, argv: readonly string[], variables: Readonly<Record<string, string>> = {}): Started {
  return startPlumb(argv, folder, { ...vendors.environment, ...variables }, bundle.bundle);
}

function plumb(
  folder: string,
  argv: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Run> {
  return start(folder, argv, variables).ended;
}

/**
 * A stack with a run that was killed: one object is done, one is half-made (its operation ended with an error), one has
 * an operation that runs on, and one write has no answer. Besides, an object that nothing manages, and a provider that
 * is not registered.
 */
async function leaveOpenWork(folder: string): Promise<void> {
  writeFileSync(join(folder, "plumb.yaml"), declarationOf(settled));
  expect(await plumb(folder, ["up", "--yes"])).toMatchObject({ exitCode: 0 });
  writeFileSync(join(folder, "plumb.yaml"), declarationOf({ ...settled, extra: wanted.extra }));
  expect(await plumb(folder, ["up", "--yes"])).toMatchObject({ exitCode: 0 });
  writeFileSync(join(folder, "plumb.yaml"), declarationOf(wanted));
  saved = JSON.parse((await plumb(folder, ["plan", "--json"])).stdout).digest;
  const attaching = { method: "POST", path: "**/endpointAttachments" };
  await vendors.control("faults", [
    { match: { ...attaching, nth: 1 }, fault: { kind: "failed-operation", code: 13, effect: "holds" } },
    { match: { ...attaching, nth: 2 }, fault: { kind: "stuck-operation", effect: "holds" } },
  ]);
  await vendors.control("seed", { kind: "oauthClient", name: `${clients}/other`, displayName: "Another's" });
  vendors.withholds = ({ method, path }) => method === "POST" && path.includes("oauthClientId=lost-client");
  const up = start(folder, ["up", "--yes", "--parallel", "8"]);
  await vendors.until(() => vendors.received.some((each) => vendors.withholds(each)));
  const exported = async () => (await plumb(folder, ["state", "export"])).stdout;
  while (!(await exported()).includes("tainted")) await nextTurn();
  // An operation that is asked after runs on, and is noted: the other was over at once.
  await vendors.until(() => vendors.received.some(({ path }) => path.includes("/operations/")));
  up.kill();
  await up.ended;
  vendors.withholds = () => false;
  vendors.otherwise = ({ method, path }) =>
    method === "GET" && /^\/subscriptions\/[^/]+\/providers\/Microsoft\.Migrate\?/.test(path)
      ? { body: JSON.stringify({ namespace: "Microsoft.Migrate", registrationState: "NotRegistered" }) }
      : undefined;
  const runs = JSON.parse((await plumb(folder, ["runs", "list", "--json"])).stdout) as {
    run: string;
    status: string;
  }[];
  [killed = "", ended = "", first = ""] = runs.map(({ run }) => run);
  expect(runs.map(({ status }) => status)).toEqual(["broken off", "done", "done"]);
  writeFileSync(join(folder, "state.json"), await exported());
}

/**
 * A command line, and whether it asks for a write: then it ends with exit code 4 and says that the mode withholds it.
 */
interface Line {
  readonly argv: readonly string[];
  readonly isWithheld: boolean;
}

const withheld = (...argv: readonly string[]): Line => ({ argv, isWithheld: true });
const allowed = (...argv: readonly string[]): Line => ({ argv, isWithheld: false });

function allLines(): readonly Line[] {
  const importing = ["import", "iam:OAuthClient", "other", `${clients}/other`];
  return [
    ...[withheld("up", "--yes"), withheld("up", "--yes", "--plan", saved), withheld("up", "--yes", "--allow-empty")],
    ...[withheld("destroy", "--yes"), withheld("undo", ended, "--yes")],
    ...[withheld("refresh"), withheld("refresh", "--drop-all-of", "google")],
    ...[withheld("runs", "resume", killed), withheld(...importing), withheld(...importing, "--write")],
    withheld("doctor", "--vendors", "--register", "--yes"),
    // Later runs stand on the one, and the other is not over: their plans are blocked.
    ...[allowed("undo", first, "--yes"), allowed("undo", killed, "--yes")],
    ...[allowed("plan"), allowed("plan", "--no-refresh"), allowed("drift"), allowed("doctor", "--vendors")],
    ...[allowed("doctor"), allowed("doctor", "--repair"), allowed("runs", "cancel", killed)],
    ...[allowed("runs", "show", killed), allowed("runs", "list"), allowed("report", ended), allowed("why", "kept")],
    ...[
      allowed("get", "iam:OAuthClient", `${clients}/other`),
      allowed("unmanaged", "iam:OAuthClient", "location=global"),
    ],
    ...[allowed("state", "list"), allowed("state", "show", "kept"), allowed("state", "mv", "kept", "moved")],
    ...[allowed("state", "rm", "going", "--yes"), allowed("state", "import", "state.json", "--force")],
    ...[
      allowed("stack", "mv", "dev", "other"),
      allowed("stack", "rm", "dev", "--yes"),
      allowed("outputs"),
      allowed("check"),
    ],
    allowed(
      ...["lookup", "migrate:getPrivateEndpointConnectionControllerPrivateEndpointConnection"],
      ...["resourceGroupName=g", "migrateProjectName=p", "peConnectionName=x"],
    ),
  ];
}

/** Gives a copy of the open work. */
async function withCopy<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "plumb-read-only-"));
  try {
    cpSync(prepared, folder, { recursive: true });
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const words = /\[read-only\][\s\S]*(PLUMB_READ_ONLY | read-only )/;

/** Plays lines one after the other, and judges at the socket what was sent until each one had ended. */
async function play(
  folder: string,
  lines: readonly Line[],
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  const written = await vendors.writes();
  for (const { argv, isWithheld } of lines) {
    const from = vendors.received.length;
    const { exitCode, stdout, stderr } = await plumb(folder, argv, variables);
    const sent = vendors.received.slice(from).filter((each) => kindOf(each) === "write");
    expect({ argv, sent }).toEqual({ argv, sent: [] });
    expect(await vendors.writes(), argv.join(" ")).toEqual(written);
    const said = `${stdout}${stderr}`;
    if (isWithheld) expect({ argv, exitCode, said }).toEqual({ argv, exitCode: 4, said: expect.stringMatching(words) });
    else expect([0, 1, 2, 3, 4], said).toContain(exitCode);
  }
}

const refusedLines = () => allLines().filter(({ isWithheld }) => isWithheld);

test("each command sends reads and token calls alone over open work, and says what is withheld", async () => {
  const before = vendors.received.length;
  await withCopy((folder) => play(folder, refusedLines(), readOnly));
  // Plans are made and sign-ins done before a run is refused.
  expect(vendors.received.length - before).toBeGreaterThan(20);
});

test("commands in any order send reads and token calls alone", async () => {
  const lines = allLines().map((line, index) => ({ ...line, index }));
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(lines, { minLength: 12, maxLength: 12 }), (drawn) =>
      // Once the state was given or forgotten, a run may have nothing to withhold.
      withCopy((folder) =>
        play(
          folder,
          drawn.map(({ argv }) => allowed(...argv)),
          readOnly,
        ),
      ),
    ),
    { numRuns: playsAllCases ? 10 : 1, endOnFailure: true },
  );
});

test.each([
  ["has set the variable too", readOnly],
  ["has not set it", {}],
])("a service in the mode sends reads and token calls alone for a client that %s", async (_, variables) => {
  await withCopy(async (folder) => {
    const service = startPlumb(["serve", "--port", "0", "--json"], folder, { ...vendors.environment, ...readOnly });
    try {
      await service.says('"firstAdmin"');
      const url = /"url": ?"([^"]+)"/.exec(service.output())?.[1] ?? "";
      const token = readFileSync(join(folder, ".plumb", "admin.token"), "utf8").trim();
      const asked = [
        ...partOf(refusedLines(), 3),
        allowed("plan"),
        allowed("drift"),
        allowed("runs", "cancel", killed),
      ];
      const lines = asked.map((line) => ({ ...line, argv: [...line.argv, "--server", url] }));
      await play(folder, lines, { ...variables, PLUMB_TOKEN: token });
    } finally {
      service.signal("SIGTERM");
      await service.ended;
    }
  });
});

test("without the mode the open work goes on where it was, and nothing is made twice", async () => {
  await vendors.control("faults", null);
  const before = (await vendors.writes()).length;
  await withCopy(async (folder) => {
    await plumb(folder, ["plan"], readOnly);
    const up = await plumb(folder, ["up", "--yes"]);
    expect(up, up.stdout).toMatchObject({ exitCode: 0 });
    expect(await plumb(folder, ["plan", "--detailed-exitcode"])).toMatchObject({ exitCode: 0 });
  });
  const since = (await vendors.writes()).slice(before).map((each) => each.replace(/(one|two)$/, "half"));
  // What was half-made is made anew; all else was there already.
  const half = "projects/acme/locations/here/endpointAttachments/half";
  expect(since).toEqual([`delete ${half}`, `create ${half}`]);
});
