import { describe, expect, test } from "vitest";
import type { DriftRow, DriftView } from "../../../contract/documents/drift.ts";
import type { InFlightCall } from "../../../contract/documents/in-flight-calls.ts";
import { noSteps } from "../../../contract/documents/plans/steps.ts";
import {
  failureAnswer,
  ndjson,
  runEvents,
  runFake,
  sampleEvents,
  samplePlan,
  startedRun,
  startRun,
} from "../../cli-context.fixture.ts";
import type { ShownRun } from "../../runs/run-rows.ts";

const get = "GET /v1/projects/x/stacks/dev/drift";
const portal = { name: "portal", type: "iam:OAuthClient", id: "projects/p/locations/global/oauthClients/web" };
const backend = { name: "backend", type: "connectors:EndpointAttachment", id: "projects/p/endpointAttachments/b" };
const byHand = { class: "out-of-band", by: "ada@acme.example", at: "2026-01-02T03:04:05Z" } as const;

const renamed: DriftRow = { ...portal, ...byHand, path: "/displayName", old: "Portal", new: "Hand\u001bmade" };
const sealed: DriftRow = {
  ...portal,
  ...byHand,
  path: "/secret",
  old: { $secret: { id: "1", fingerprint: "a" } },
  new: { $secret: { id: "2", fingerprint: "b" } },
};
const lapsing: DriftRow = { ...portal, class: "output", path: "/expireTime", new: "2030-01-01T00:00:00Z" };
const respelt: DriftRow = { ...backend, class: "equivalent form", path: "/location", old: "EU", new: "eu" };
const gone: DriftRow = { ...backend, class: "gone", path: "", detail: "nobody has it now" };
const unreadable: DriftRow = { ...backend, class: "unreadable", path: "", detail: "the platform refused to show it" };

const view = (...drift: readonly DriftRow[]): DriftView => ({ stack: "x/dev", objects: 6, drift, inFlight: [] });
const seen = (...drift: readonly DriftRow[]) => ({ [get]: { body: view(...drift) } });

describe("drift", () => {
  test("groups by object, the gravest first, with who and when", async () => {
    const { code, stdout, stderr } = await runFake("drift", seen(lapsing, renamed, sealed, gone));
    expect(code).toBe(0);
    expect(stderr).toBe("");
    expect(stdout).toMatchInlineSnapshot(`
      "- backend  connectors:EndpointAttachment
          projects/p/endpointAttachments/b
          gone
            nobody has it now

      ~ portal  iam:OAuthClient
          projects/p/locations/global/oauthClients/web
          changed out of band by ada@acme.example at 2026-01-02 03:04:05 +00:00
            displayName: "Portal" -> "Hand\\u001bmade"
            secret:      (secret a) -> (secret b)
          output moved: only the platform gives it
            expireTime: (none) -> "2030-01-01T00:00:00Z"

      Drift: 2 of 6 objects (1 gone, 1 out-of-band).
      "
    `);
  });

  test("shows what drift means for people's access, the gravest first, and counts it", async () => {
    const widened: DriftRow = {
      ...portal,
      ...byHand,
      rank: "rights-widened",
      path: "/allowedScopes",
      old: [],
      new: ["a"],
    };
    const off: DriftRow = { ...portal, ...byHand, rank: "disabled", path: "/disabled", old: false, new: true };
    const name: DriftRow = { ...renamed, rank: "other" };
    const label: DriftRow = { ...backend, ...byHand, rank: "other", path: "/labels", old: {}, new: { a: "b" } };
    const { stdout } = await runFake("drift", seen(label, name, off, widened));
    expect(stdout).toMatchInlineSnapshot(`
      "~ portal  iam:OAuthClient
          projects/p/locations/global/oauthClients/web
          rights widened: changed out of band by ada@acme.example at 2026-01-02 03:04:05 +00:00
            allowedScopes: [] -> ["a"]
          disabled: changed out of band by ada@acme.example at 2026-01-02 03:04:05 +00:00
            disabled: false -> true
          changed out of band by ada@acme.example at 2026-01-02 03:04:05 +00:00
            displayName: "Portal" -> "Hand\\u001bmade"

      ~ backend  connectors:EndpointAttachment
          projects/p/endpointAttachments/b
          changed out of band by ada@acme.example at 2026-01-02 03:04:05 +00:00
            labels.a: (none) -> "b"

      Drift: 2 of 6 objects (2 out-of-band): rights widened at 1, disabled at 1.
      "
    `);
  });

  test("tells what is gone before values that moved, and whom it has cost a right", async () => {
    const right = { who: "whoever has the secret", what: "the right to use it" };
    const end: DriftRow = { ...gone, rank: "rights-lost", rights: { gains: [], loses: [right] } };
    const name: DriftRow = { ...renamed, rank: "other" };
    expect((await runFake("drift", seen(name, gone))).stdout).toMatch(/^- backend/);
    const sure = (await runFake("drift", seen(name, end))).stdout;
    expect(sure).toMatch(/^- backend/);
    expect(sure).toContain("    rights lost: gone\n");
    expect(sure).toContain("  - whoever has the secret has lost the right to use it  backend\n");
    expect(sure).toContain("rights lost at 1.\n");
    const unsure = (await runFake("drift", seen(name, { ...end, kept: true }))).stdout;
    expect(unsure).toContain("    rights lost, or a lagging read: gone\n");
    expect(unsure).toContain("  - whoever has the secret may have lost the right to use it  backend\n");
  });

  test("does not call changed out of band what our own last write has left so", async () => {
    const detail = "not as recorded, and as our last write left it";
    const { stdout } = await runFake("drift", seen({ ...renamed, rank: "rights-widened", detail }));
    expect(stdout).toContain(`    rights widened: ${detail}\n      displayName: `);
    expect(stdout).not.toContain("changed out of band");
  });

  test("counts an object once, however much of it moved", async () => {
    const other: DriftRow = { ...backend, ...byHand, path: "/labels", old: {}, new: { a: "b" } };
    const { stdout } = await runFake("drift", seen(lapsing, renamed, sealed, other, respelt));
    expect(stdout).toContain("Drift: 2 of 6 objects (2 out-of-band).\n");
  });

  test("names the old object of a replacement apart from the present one", async () => {
    const old: DriftRow = { ...renamed, id: `${portal.id}-old`, superseded: true };
    const { stdout } = await runFake("drift", seen(renamed, old));
    expect(stdout).toContain("~ portal  iam:OAuthClient\n");
    expect(stdout).toContain("~ portal  iam:OAuthClient  (the old object of a replacement)\n");
    expect(stdout).toContain("Drift: 2 of 6 objects (2 out-of-band).\n");
  });

  test.each([
    ["nothing", [], 0],
    ["another spelling", [respelt], 0],
    ["an output that moved", [lapsing], 3],
    ["a field under ignoreChanges", [{ ...renamed, ignored: true }], 3],
    ["a change by hand", [respelt, renamed], 3],
    ["an object that is gone", [gone], 3],
  ] as const)("--detailed-exitcode with %s", async (_what, drift, exit) => {
    expect((await runFake("drift --detailed-exitcode", seen(...drift))).code).toBe(exit);
    expect((await runFake("drift", seen(...drift))).code).toBe(0);
  });

  test("--detailed-exitcode with a call of unknown end does not say that there is no drift", async () => {
    const call: InFlightCall = {
      ...{ run: "3f9a0001", name: backend.name, type: backend.type, id: backend.id, operation: "delete", fields: [] },
      ...{ at: "2026-01-01T00:00:00.010Z", isConfirmed: true },
    };
    const world = { [get]: { body: { ...view(), inFlight: [call] } } };
    const { code, stdout } = await runFake("drift --detailed-exitcode", world);
    expect(code).toBe(3);
    expect(stdout).toMatch(/^1 call is in flight: /);
    expect(stdout).toMatch(/\nNo drift is seen, but what 1 call in flight has done is not known\.\n$/);
    expect((await runFake("drift", world)).code).toBe(0);
    const moved = await runFake("drift", { [get]: { body: { ...view(gone), inFlight: [call] } } });
    expect(moved.stdout).toContain("Drift: 1 of 6 objects (1 gone).\n");
    const none = await runFake("drift --detailed-exitcode", {
      [get]: { body: { ...view(), objects: 0, inFlight: [call] } },
    });
    expect(none).toMatchObject({
      code: 3,
      stdout: expect.stringContaining("The stack manages nothing, but what 1 call"),
    });
  });

  test("an object that can't be read is a failure, whatever else moved", async () => {
    expect((await runFake("drift", seen(renamed, unreadable))).code).toBe(1);
    expect((await runFake("drift --detailed-exitcode", seen(renamed, unreadable))).code).toBe(1);
  });

  test("says that nothing moved, and that there is nothing", async () => {
    expect((await runFake("drift", seen())).stdout).toBe("No drift. All 6 objects are as recorded.\n");
    expect((await runFake("drift", seen(respelt))).stdout).toMatch(
      /equivalent form: it means the same\n {6}location: "EU" -> "eu"\n\nNo drift\. .* \(1 equivalent form\)\.\n$/,
    );
    const empty = { [get]: { body: { stack: "x/dev", objects: 0, drift: [] } } };
    expect((await runFake("drift", empty)).stdout).toBe("The stack manages nothing.\n");
  });

  test("--json is the document", async () => {
    const { stdout } = await runFake("drift --json", seen(renamed));
    expect(JSON.parse(stdout)).toEqual(view(renamed));
  });
});

describe("refresh", () => {
  const post = "POST /v1/projects/x/stacks/dev/state:refresh";

  test("shows what was adopted and dropped", async () => {
    const { code, stdout } = await runFake("refresh", { [post]: { body: view(renamed, gone) } });
    expect(code).toBe(0);
    expect(stdout).toContain('displayName: "Portal" -> ');
    expect(stdout).toMatch(/\nLooked at 6 objects: 1 record brought up to date, 1 record dropped\.\n$/);
    expect((await runFake("refresh", { [post]: { body: view() } })).stdout).toBe(
      "Looked at 6 objects: all as recorded.\n",
    );
  });

  test("counts the old object of a replacement by itself", async () => {
    const old: DriftRow = { ...portal, id: `${portal.id}-old`, superseded: true, class: "gone", path: "" };
    const { stdout } = await runFake("refresh", { [post]: { body: view(renamed, old) } });
    expect(stdout).toMatch(/\nLooked at 6 objects: 1 record brought up to date, 1 record dropped\.\n$/);
  });

  test("what can't be read is a failure of the world", async () => {
    const { code, stdout } = await runFake("refresh --json", { [post]: { body: view(unreadable) } });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual(view(unreadable));
    expect((await runFake("refresh", { [post]: failureAnswer(409, "stack-busy") })).code).toBe(4);
  });
});

const row = (parts: Partial<ShownRun>): ShownRun => ({
  run: "0123456789abcdef0123456789abcdef",
  plan: `sha256:${"ab".repeat(32)}`,
  startedBy: { principal: "local:owner", name: "owner" },
  startedAt: "2026-01-02T03:04:05.000Z",
  endedAt: "2026-01-02T03:04:06.500Z",
  status: "done",
  changes: 2,
  ...parts,
});
const history = [row({ run: "fedcba9876543210", status: "broken off", endedAt: null, changes: 1 }), row({})];
const noEdits = { "GET /v1/projects/x/stacks/dev/edits": { body: { edits: [] } } };
const runs = { "GET /v1/projects/x/stacks/dev/runs": { body: { runs: history } }, ...noEdits };

test("runs list shows the newest first, and JSON the list", async () => {
  expect((await runFake("runs list", runs)).stdout).toMatchInlineSnapshot(`
    "RUN           KIND  STARTED                     TOOK   STATUS      CHANGES  PLAN OR EDIT
    fedcba987654  -     2026-01-02 03:04:05 +00:00  -      broken off  1        abababababab
    0123456789ab  -     2026-01-02 03:04:05 +00:00  1.5 s  done        2        abababababab
    "
  `);
  expect(JSON.parse((await runFake("runs list --json", runs)).stdout)).toEqual(history);
  const none = { "GET /v1/projects/x/stacks/dev/runs": { body: { runs: [] } }, ...noEdits };
  expect((await runFake("runs list", none)).stdout).toBe("Stack x/dev has no runs.\n");
});

describe("edits of the state", () => {
  const edit = { edit: "5c1e0001c2d34e5f", detail: "renamed portal to web", changes: 1, at: null };
  const at = "2026-01-02T03:05:06.000Z";
  const edits = [
    { ...edit, edit: "77aa0001c2d34e5f", detail: "forgot web", at, afterRun: "fedcba9876543210" },
    { ...edit, afterRun: row({}).run },
  ];
  const edited = { ...runs, "GET /v1/projects/x/stacks/dev/edits": { body: { edits } } };

  test("stand among the runs, right above the one before them", async () => {
    expect((await runFake("runs list", edited)).stdout).toMatchInlineSnapshot(`
      "RUN           KIND  STARTED                     TOOK   STATUS      CHANGES  PLAN OR EDIT
      77aa0001c2d3  edit  2026-01-02 03:05:06 +00:00  -      edited      1        forgot web
      fedcba987654  -     2026-01-02 03:04:05 +00:00  -      broken off  1        abababababab
      5c1e0001c2d3  edit  -                           -      edited      1        renamed portal to web
      0123456789ab  -     2026-01-02 03:04:05 +00:00  1.5 s  done        2        abababababab
      "
    `);
    const listed = JSON.parse((await runFake("runs list --json", edited)).stdout) as readonly unknown[];
    const none = { plan: null, startedAt: null, endedAt: null, status: "edited", changes: 1 };
    const timed = { ...none, startedAt: at, endedAt: at };
    expect(listed).toEqual([
      { run: "77aa0001c2d34e5f", ...timed, detail: "forgot web" },
      history[0],
      { run: "5c1e0001c2d34e5f", ...none, detail: "renamed portal to web" },
      history[1],
    ]);
  });

  test("are undone by the beginning of their id, like a run", async () => {
    const post = "POST /v1/projects/x/stacks/dev/plans";
    const plan = samplePlan({ kind: "undo", summary: noSteps, steps: [] });
    const { requests } = await runFake("undo 5c1e --yes", {
      ...edited,
      [post]: { status: 201, body: plan },
      "GET /v1/projects/x/stacks/dev/outputs": { body: { outputs: {} } },
    });
    expect(requests.find(({ line }) => line === post)?.body).toMatchObject({ kind: "undo", run: edit.edit });
    const { code, stderr } = await runFake("undo 99", {
      ...edited,
      "GET /v1/projects/x/stacks/dev/runs/99": failureAnswer(404, "unknown-run"),
    });
    expect(code).toBe(2);
    expect(stderr).toContain('Stack x/dev has no run and no edit of the state "99".');
  });
});

describe("undo", () => {
  const undo = "POST /v1/projects/x/stacks/dev/plans";
  const inverse = samplePlan({
    kind: "undo",
    summary: { ...noSteps, delete: 1 },
    steps: [{ ...portal, needs: [], action: "delete", fields: [], warnings: [] }],
  });
  const routes = {
    ...runs,
    [undo]: { status: 201, body: inverse },
    [startRun]: startedRun,
    [runEvents]: () => ndjson(sampleEvents),
  };

  test("plans the inverse of the run that the beginning of its id names, shows it, asks and runs it", async () => {
    const outcome = await runFake("undo 0123 --no-color", routes, { tty: true, answers: ["yes"] });
    expect(outcome.code).toBe(0);
    expect(outcome.requests[2]).toEqual({
      line: undo,
      body: { kind: "undo", run: "0123456789abcdef0123456789abcdef", forRun: true },
    });
    expect(outcome.requests[3]).toEqual({
      line: "POST /v1/projects/x/stacks/dev/runs",
      body: { plan: inverse.digest },
    });
    expect(outcome.stdout).toContain("Undo plan 0123456789ab for stack x/dev\n\n- portal  iam:OAuthClient\n");
  });

  test("without a terminal it needs --yes, and a declined question changes nothing", async () => {
    const refused = await runFake("undo 0123", routes);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("add --yes");
    expect(refused.stderr).not.toContain("--plan");
    expect(refused.requests).toHaveLength(3);
    const declined = await runFake("undo 0123", routes, { tty: true, answers: ["n"] });
    expect(declined.code).toBe(130);
    expect(declined.requests).toHaveLength(3);
  });

  test("a run that there is not, or not only one of, is a mistake", async () => {
    const unknown = await runFake("undo 77 --json", {
      ...routes,
      "GET /v1/projects/x/stacks/dev/runs/77": failureAnswer(404, "unknown-run"),
    });
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toMatch(/x\/dev .*"77"/);
    expect(unknown.stdout.trimEnd().split("\n")).toHaveLength(2);
    const twins = {
      "GET /v1/projects/x/stacks/dev/runs": { body: { runs: [row({ run: "aa1" }), row({ run: "aa2" })] } },
      ...noEdits,
    };
    expect((await runFake("undo aa", twins)).stderr).toContain("2 runs and edits of stack x/dev begin with");
  });

  test("a run with nothing left to undo says so", async () => {
    const body = samplePlan({ kind: "undo", steps: [], summary: noSteps });
    const none = { ...runs, [undo]: { body }, "GET /v1/projects/x/stacks/dev/outputs": { body: { outputs: {} } } };
    const { code, stdout } = await runFake("undo fedc", none);
    expect(code).toBe(0);
    expect(stdout).toBe("No changes. There is nothing to undo.\n");
  });
});
