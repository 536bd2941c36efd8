import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
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
/** What is half-made waits for what has no answer, so it stays as it is. */
const wanted = {
  ...{ kept: client("kept-client", "Another name"), slow: attachment("slow"), lost: client("lost-client") },
  ...{ share: settled.share, collector: settled.collector, admins: settled.admins },
  half: { ...attachment("half"), options: { dependsOn: ["lost"] } },
};

const readOnly = { PLUMB_READ_ONLY: "1" };

let bundle: ReturnType<typeof buildBundle>;
let vendors: VendorsAtASocket;
/** What the killed run left: the state directory, with its stack in the middle of its work. */
let prepared = "";
/** The run that ended, the one that was killed, and a plan that was saved. */
let [ended, killed, saved] = ["", "", ""];

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
 * A stack with a run that was killed: one object is done, one is half-made (its operation ended with an error), one has an operation
 * that runs on, and one write has no answer. Besides, an object that nothing manages, and a provider that is not registered.
 */
async function leaveOpenWork(folder: string): Promise<void> {
  writeFileSync(join(folder, "plumb.yaml"), declarationOf(settled));
  const first = await plumb(folder, ["up", "--yes", "--json"]);
  expect(first, first.stderr).toMatchObject({ exitCode: 0 });
  const half = { kind: "failed-operation", code: 13, effect: "holds" };
  const slow = { kind: "stuck-operation", effect: "holds" };
  await vendors.control("faults", [
    { match: { method: "POST", path: "**/endpointAttachments", times: 1 }, fault: half },
  ]);
  writeFileSync(join(folder, "plumb.yaml"), declarationOf({ ...settled, half: attachment("half") }));
  expect(await plumb(folder, ["up", "--yes"])).toMatchObject({ exitCode: 1 });
  writeFileSync(join(folder, "plumb.yaml"), declarationOf(wanted));
  saved = JSON.parse((await plumb(folder, ["plan", "--json"])).stdout).digest;
  expect((await plumb(folder, ["state", "export"])).stdout).toContain("tainted");

  await vendors.control("faults", [
    { match: { method: "POST", path: "**/endpointAttachments", times: 9 }, fault: slow },
  ]);
  await vendors.control("seed", { kind: "oauthClient", name: `${clients}/other`, displayName: "Another's" });
  vendors.withholds = ({ method, path }) => method === "POST" && path.includes("oauthClientId=lost-client");
  const up = start(folder, ["up", "--yes", "--parallel", "8"]);
  const was = (method: string, part: string) =>
    vendors.received.some((each) => each.method === method && each.path.includes(part));
  await vendors.until(() => was("POST", "oauthClientId=lost-client") && was("GET", "/operations/"));
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
  killed = runs[0]?.run ?? "";
  ended = runs.at(-1)?.run ?? "";
  expect(runs.map(({ status }) => status)).toEqual(["broken off", "failed", "done"]);
  writeFileSync(join(folder, "state.json"), (await plumb(folder, ["state", "export"])).stdout);
}

/** A command line, and whether it asks for a write: then it ends with exit code 4 and says that the mode withholds it. */
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
    ...[withheld("destroy", "--yes"), withheld("undo", killed, "--yes")],
    ...[withheld("refresh"), withheld("refresh", "--drop-all-of", "google")],
    ...[withheld("runs", "resume", killed), withheld(...importing), withheld(...importing, "--write")],
    withheld("doctor", "--vendors", "--register", "--yes"),
    // Later runs stand on it, so its plan is blocked.
    allowed("undo", ended, "--yes"),
    ...[allowed("plan"), allowed("plan", "--no-refresh"), allowed("drift"), allowed("doctor", "--vendors")],
    ...[allowed("doctor"), allowed("doctor", "--repair"), allowed("runs", "cancel", killed)],
    ...[allowed("runs", "show", killed), allowed("runs", "list"), allowed("report", ended), allowed("why", "kept")],
    ...[
      allowed("get", "iam:OAuthClient", `${clients}/other`),
      allowed("unmanaged", "iam:OAuthClient", "location=global"),
    ],
    ...[allowed("state", "list"), allowed("state", "show", "kept"), allowed("state", "mv", "kept", "moved")],
    ...[allowed("state", "rm", "going", "--yes"), allowed("state", "import", "state.json", "--force")],
    ...[allowed("stack", "adopt", "dev"), allowed("stack", "rm", "dev", "--yes"), allowed("outputs"), allowed("check")],
    allowed(
      ...["lookup", "migrate:getPrivateEndpointConnectionControllerPrivateEndpointConnection"],
      ...["resourceGroupName=g", "projectName=p", "privateEndpointConnectionName=x"],
    ),
  ];
}

/** Plays lines one after the other over a copy of the open work, and judges at the socket what each one sent. */
async function play(lines: readonly Line[]): Promise<{ readonly reads: number }> {
  const folder = join(mkdtempSync(join(tmpdir(), "plumb-read-only-")), "stack");
  mkdirSync(folder);
  cpSync(prepared, folder, { recursive: true });
  const before = vendors.received.length;
  const written = await vendors.writes();
  try {
    for (const { argv, isWithheld } of lines) {
      const from = vendors.received.length;
      const { exitCode, stdout, stderr } = await plumb(folder, argv, readOnly);
      const sent = vendors.received.slice(from).filter((each) => kindOf(each) === "write");
      expect({ argv, sent }).toEqual({ argv, sent: [] });
      expect(await vendors.writes(), argv.join(" ")).toEqual(written);
      const said = `${stdout}${stderr}`;
      if (isWithheld)
        expect({ argv, exitCode, said }).toEqual({ argv, exitCode: 4, said: expect.stringMatching(words) });
      else expect([0, 1, 2, 3, 4], said).toContain(exitCode);
    }
  } finally {
    rmSync(join(folder, ".."), { recursive: true, force: true });
  }
  return { reads: vendors.received.length - before };
}

const words = /\[read-only\][\s\S]*(PLUMB_READ_ONLY is set|made in the read-only mode), so /;

test("each command sends reads and token calls alone over open work, and says what is withheld", async () => {
  const { reads } = await play(allLines().filter(({ isWithheld }) => isWithheld));
  // Plans are made and sign-ins done before a run is refused.
  expect(reads).toBeGreaterThan(20);
});

test("commands in any order send reads and token calls alone", async () => {
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...allLines().keys()], { minLength: 12, maxLength: 12 }), async (drawn) => {
      const lines = allLines();
      // Once the state was given or forgotten, a run may have nothing to withhold.
      await play(
        drawn.flatMap((index) => (lines[index] === undefined ? [] : [{ ...lines[index], isWithheld: false }])),
      );
    }),
    { numRuns: 3, endOnFailure: true },
  );
});

test("without the mode the open work goes on where it was, and nothing is made twice", async () => {
  await vendors.control("faults", null);
  const before = (await vendors.writes()).length;
  const folder = join(mkdtempSync(join(tmpdir(), "plumb-read-only-")), "stack");
  mkdirSync(folder);
  cpSync(prepared, folder, { recursive: true });
  await plumb(folder, ["plan"], readOnly);
  const run = await plumb(folder, ["up", "--yes"]);
  const since = (await vendors.writes()).slice(before);
  expect({ run, since }).toMatchObject({ run: { exitCode: 0 } });
  rmSync(join(folder, ".."), { recursive: true, force: true });
});
