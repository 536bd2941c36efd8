import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commandCatalog } from "../../src/cli/command-catalog.ts";
import { ReadOnlyStage } from "./read-only-stage.fixture.ts";

const client = "projects/acme/locations/global/oauthClients";

function declarationOf(...ids: readonly string[]): string {
  const resource = (id: string) => ({
    type: "iam:OAuthClient",
    properties: {
      ...{ oauthClientId: `client-${id}`, location: "global", clientType: "CONFIDENTIAL_CLIENT" },
      allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
      allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
      allowedRedirectUris: ["https://app.example/callback"],
    },
  });
  return JSON.stringify({
    name: "first",
    config: {
      ...{ region: { type: "string", default: "here" } },
      ...{ pin: { type: "string", secret: true, default: "1" } },
    },
    providers: { google: { kind: "google", project: "acme", region: "here" } },
    resources: Object.fromEntries(ids.map((id) => [id, resource(id)])),
  });
}

/**
 * What each command of the catalog changes, written by hand: `stored` is a store, a stack or a platform, and is refused
 * in the read-only mode. `served`: the same, and of a server only. `file`: files of the caller's own. `runs`: it does
 * not end by itself.
 */
type Changes = "stored" | "served" | "file" | "nothing" | "runs";

/** `RUN` is the run that has ended, `BACKUP` a backup, `DIR` the state directory. */
const lines: Readonly<Record<string, readonly (readonly [changes: Changes, arguments: string])[]>> = {
  init: [["file", ""]],
  learn: [["runs", ""]],
  check: [["nothing", ""]],
  plan: [["nothing", ""]],
  up: [["stored", "--yes"]],
  destroy: [["stored", "--yes"]],
  refresh: [["stored", ""]],
  drift: [["nothing", ""]],
  undo: [["stored", "RUN --yes"]],
  "config set": [
    ["file", "region there"],
    ["stored", "pin 2"],
  ],
  "config get": [["nothing", "region"]],
  "config list": [["nothing", ""]],
  "config rm": [["file", "region"]],
  "runs list": [["nothing", ""]],
  "runs show": [["nothing", "RUN"]],
  report: [["file", "RUN"]],
  "runs resume": [["stored", "RUN"]],
  "runs cancel": [["stored", "RUN"]],
  "runs approve": [["stored", "RUN"]],
  "runs reject": [["stored", "RUN"]],
  outputs: [["nothing", ""]],
  get: [["nothing", `iam:OAuthClient ${client}/client-a`]],
  lookup: [["nothing", "migrate:getPrivateEndpointConnectionControllerPrivateEndpointConnection"]],
  import: [["stored", `iam:OAuthClient other ${client}/other`]],
  unmanaged: [["nothing", "iam:OAuthClient location=global"]],
  "state list": [["nothing", ""]],
  "state show": [["nothing", "a"]],
  "state mv": [["stored", "a z"]],
  "state rm": [["stored", "a --yes"]],
  "state export": [["nothing", ""]],
  "state import": [["stored", "state.json"]],
  "stack list": [["nothing", ""]],
  "stack new": [["stored", "first/other"]],
  "stack mv": [["stored", "first/empty prod"]],
  "stack move": [["stored", "first/dev --to https://plumb.example"]],
  "stack approvals": [["served", "1"]],
  "stack rm": [["stored", "empty"]],
  prune: [["stored", "--keep 0"]],
  graph: [["nothing", ""]],
  why: [["nothing", "a"]],
  "provider trust": [["file", "https://vendor.example"]],
  "provider untrust": [["file", "https://vendor.example"]],
  "provider list": [["nothing", ""]],
  login: [["file", ""]],
  logout: [["file", ""]],
  whoami: [["nothing", ""]],
  "token create": [["stored", "ci --role reader"]],
  "token list": [["nothing", ""]],
  "token revoke": [["stored", "t-1"]],
  "role list": [["nothing", ""]],
  "role grant": [["stored", "user:issuer|ada reader"]],
  "role revoke": [["stored", "user:issuer|ada"]],
  "credential list": [["nothing", ""]],
  "credential set": [["stored", "a --kind google"]],
  "credential rm": [["stored", "a"]],
  "audit list": [["nothing", ""]],
  "audit verify": [["nothing", ""]],
  doctor: [
    ["nothing", ""],
    ["nothing", "--vendors"],
    ["nothing", "BACKUP"],
    ["stored", "--repair"],
  ],
  backup: [["file", "--out DIR/other.backup"]],
  restore: [["stored", "BACKUP --replace"]],
  "key rotate": [["stored", ""]],
  serve: [["runs", ""]],
  worker: [["runs", ""]],
  cloud: [["runs", ""]],
  "cloud seed": [["stored", "seeds.json"]],
  "cloud log": [["nothing", ""]],
  "cloud clock": [["stored", "--advance-days 1"]],
  convert: [["file", "--to yaml"]],
  "sdk generate": [["file", ""]],
  explain: [["nothing", "read-only"]],
  catalog: [["nothing", ""]],
  schema: [["file", ""]],
  completion: [["nothing", "bash"]],
  complete: [["nothing", "1 plumb"]],
  version: [["nothing", ""]],
  help: [["nothing", ""]],
};

const all = Object.entries(lines).flatMap(([name, of]) => of.map(([changes, given]) => ({ name, changes, given })));

let dir = "";
let run = "";
let stage: ReadOnlyStage;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "plumb-read-only-commands-"));
  stage = new ReadOnlyStage(dir, declarationOf("a"));
  stage.put("seeds.json", JSON.stringify([]));
  await play("up --yes", {});
  run = JSON.parse((await play("runs list --json", {})).output)[0].run;
  stage.put("state.json", (await play("state export", {})).output);
  await play("stack new first/empty", {});
  expect((await play("backup --out BACKUP", {})).code).toBe(0);
  stage.declare(declarationOf("b"));
});
afterAll(async () => {
  await stage.close();
  rmSync(dir, { recursive: true, force: true });
});

function play(line: string, variables: Readonly<Record<string, string>> = { PLUMB_READ_ONLY: "1" }) {
  const given = line.replace("RUN", run).replace("BACKUP", join(dir, "a.backup")).replace("DIR", dir);
  return stage.play(given.split(" ").filter(Boolean), variables);
}

/** Who holds a stack changes with each plan of it, as do the sums of plans and the count of commits. */
const columns: Readonly<Record<string, string>> = {
  stack: "name, lineage, serial, journal_seq, state_sum, claim_sum",
  store: "id, version, stacks, keys_sum",
};

/** Every row of the store, but plans: they are kept in the mode as well. */
function stored(): unknown {
  const database = new DatabaseSync(join(dir, "state.db"), { readOnly: true });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all();
    const text = JSON.stringify(
      tables
        .map(({ name }) => String(name))
        .filter((name) => name !== "plan")
        .map((name) => [
          name,
          database
            .prepare(`SELECT ${columns[name] ?? "*"} FROM "${name}"`)
            .all()
            .map((row) => Object.values(row)),
        ]),
      (_, value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value),
    );
    return JSON.parse(text);
  } finally {
    database.close();
  }
}

test("each command of the catalog is told what it changes", () => {
  expect(Object.keys(lines)).toEqual(commandCatalog.map(({ name }) => name));
  const changing = new Set(all.filter(({ changes }) => changes === "stored").map(({ name }) => name));
  expect(commandCatalog.filter(({ name, changes }) => changing.has(name) && changes !== true)).toEqual([]);
});

describe("in the read-only mode", () => {
  test.each(all.filter(({ changes }) => changes === "stored"))("$name $given is refused", async ({ name, given }) => {
    const before = stored();
    const { code, output } = await play(`${name} ${given}`);
    expect(output).toContain("[read-only]");
    expect(code).toBe(4);
    expect(stored()).toEqual(before);
  });

  test.each(all.filter(({ changes }) => changes === "nothing" || changes === "file"))(
    "$name $given leaves the store as it is",
    async ({ name, given }) => {
      const before = stored();
      const { output } = await play(`${name} ${given}`);
      expect(output).not.toContain("[read-only]");
      expect(stored()).toEqual(before);
    },
  );
});

test("the same commands without the mode are carried out", async () => {
  const undone = ["stack new first/other", "stack mv first/other first/others", "stack rm first/others"];
  for (const line of [...undone, "state mv a z", "cloud clock --advance-days 1", "restore BACKUP --replace"])
    expect([line, (await play(line, {})).code]).toEqual([line, 0]);
});
