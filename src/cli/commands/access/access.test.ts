import { describe, expect, test } from "vitest";
import { problem } from "../../../../packages/base/problems/problem.ts";
import { failureAnswer, runFake } from "../../cli-context.fixture.ts";

const token = {
  id: "4f0c61d2a9b8",
  principal: "token:4f0c61d2a9b8",
  name: "ci",
  owner: "user:https://id.test|ann",
  scope: { role: "operator", stacks: ["x/dev", "x/test"] },
  createdAt: "2026-01-01T00:00:00.000Z",
  expiresAt: "2026-04-01T00:00:00.000Z",
  revokedAt: null,
};
const now = () => Date.parse("2026-01-02T00:00:00Z");

describe("plumb token", () => {
  test("create prints the token alone on stdout, and the rest beside it", async () => {
    const routes = { "POST /v1/tokens": { status: 201, body: { token: "plumb_x_y", ...token } } };
    const outcome = await runFake("token create ci --role operator --only dev --only test --days 30", routes);
    expect(outcome.stdout).toBe("plumb_x_y\n");
    expect(outcome.stderr).toContain("2026-04-01");
    expect(outcome.requests[0]?.body).toEqual({
      name: "ci",
      role: "operator",
      stacks: ["x/dev", "x/test"],
      expiresInDays: 30,
      machine: false,
    });
  });

  test("create for a machine says that it has no role yet", async () => {
    const body = { token: "plumb_x_y", ...token, owner: null };
    const outcome = await runFake("token create deploy --machine", { "POST /v1/tokens": { status: 201, body } });
    expect(outcome.stderr).toContain("plumb role grant token:4f0c61d2a9b8 ROLE");
    const elsewhere = "token create deploy --machine --server https://plumb.example";
    const { stderr } = await runFake(elsewhere, { "POST /v1/tokens": { status: 201, body } });
    expect(stderr).toContain("`plumb role grant token:4f0c61d2a9b8 ROLE -s STACK --server https://plumb.example`");
    expect(outcome.requests[0]?.body).toMatchObject({ role: "reader", stacks: null, expiresInDays: 90, machine: true });
  });

  test("create says so where the answer that held the token was lost", async () => {
    const outcome = await runFake("token create ci", { "POST /v1/tokens": { status: 201, body: token } });
    expect(outcome.code).toBe(1);
    expect(outcome.stdout).toBe("");
    expect(outcome.stderr.replaceAll(/\s+/g, " ")).toContain("`plumb token revoke 4f0c61d2a9b8`");
  });

  test("create refuses a term that is none, and shows the server's refusal", async () => {
    expect((await runFake("token create ci --days 400")).code).toBe(2);
    const refused = await runFake("token create ci", { "POST /v1/tokens": failureAnswer(403, "not-permitted") });
    expect(refused.code).toBe(4);
  });

  test("list shows what each may do and until when", async () => {
    const others = [
      { ...token, id: "b", ended: "revoked", owner: null, scope: { role: "admin", stacks: null } },
      { ...token, id: "c", ended: "made by the token `a`, which is revoked" },
    ];
    const outcome = await runFake(
      "token list",
      { "GET /v1/tokens": { body: { tokens: [token, ...others] } } },
      { now },
    );
    expect(outcome.stdout.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
      ["ID", "ROLE", "STACKS", "ENDS", "OWNER", "NAME"],
      ["4f0c61d2a9b8", "operator", "x/dev,x/test", "2026-04-01", "user:https://id.test|ann", "ci"],
      ["b", "admin", "*", "revoked", "-", "ci"],
      ["c", "operator", "x/dev,x/test", "made by the token `a`, which is revoked", "user:https://id.test|ann", "ci"],
      [""],
    ]);
  });

  test("revoke names the token", async () => {
    const outcome = await runFake("token revoke 4f0c", { "POST /v1/tokens/4f0c:revoke": { body: token } });
    expect(outcome.stdout).toBe("Token 4f0c is revoked.\n");
  });
});

describe("plumb role", () => {
  const roles = {
    assignments: [{ subject: "group:sre", stack: "prod", role: "operator", by: "x", at: token.createdAt }],
  };

  test("is about the stack that is named, or about everything", async () => {
    const onProd = await runFake("role list -s prod", {
      "GET /v1/projects/x/stacks/prod/role-assignments": { body: roles },
    });
    expect(onProd.stdout).toBe("ROLE      SINCE       WHO\noperator  2026-01-01  group:sre\n");
    const everywhere = await runFake("role list", { "GET /v1/role-assignments": { body: { assignments: [] } } });
    const left =
      "Not in this list: roles on single stacks, which `plumb role list -s STACK` shows, and the admins that the " +
      "settings file\nof the service names.\n";
    expect(everywhere.stdout).toBe(`No role is held on every stack.\n${left}`);
    const held = await runFake("role list", { "GET /v1/role-assignments": { body: roles } });
    expect(held.stdout).toBe(`ROLE      SINCE       WHO\noperator  2026-01-01  group:sre\n${left}`);
  });

  test("list says names where they are known", async () => {
    const assignments = [{ ...roles.assignments[0], subject: "user:x|1", subjectName: "Ann" }];
    const { stdout } = await runFake("role list -s prod", {
      "GET /v1/projects/x/stacks/prod/role-assignments": { body: { assignments } },
    });
    expect(stdout).toBe("ROLE      SINCE       WHO\noperator  2026-01-01  Ann (user:x|1)\n");
  });

  test("grant and revoke name whom, what and where", async () => {
    const who = "user:https://id.test|ann";
    const grant = await runFake(["role", "grant", who, "admin"], {
      [`PUT /v1/role-assignments/${who}`]: { body: roles.assignments[0] },
    });
    expect(grant.requests[0]?.body).toEqual({ role: "admin" });
    expect(grant.stdout).toBe(`${who} is admin on every stack.\n`);
    const known = { ...roles.assignments[0], subjectName: "Ann" };
    const named = await runFake(["role", "grant", who, "admin"], {
      [`PUT /v1/role-assignments/${who}`]: { body: known },
    });
    expect([named.stdout, named.stderr]).toEqual([`Ann (${who}) is admin on every stack.\n`, ""]);
    const unseen = { ...roles.assignments[0], problems: [problem("principal-unknown", `${who} has never signed in`)] };
    const told = await runFake(["role", "grant", who, "admin"], {
      [`PUT /v1/role-assignments/${who}`]: { body: unseen },
    });
    expect([told.code, told.stdout]).toEqual([0, `${who} is admin on every stack.\n`]);
    expect(told.stderr).toMatch(/^warning\[principal-unknown\]/);
    const revoke = await runFake("role revoke group:sre -s prod", {
      "DELETE /v1/projects/x/stacks/prod/role-assignments/group:sre": new Response(null, { status: 204 }),
    });
    expect(revoke.stdout).toBe("group:sre holds no role of its own on stack x/prod.\n");
  });
});

/** The moment of every record, as people read it. */
const shownAt = "2026-01-01 00:00:00 +00:00";

describe("plumb audit", () => {
  const from = { address: "192.0.2.7", userAgent: "plumb" };
  const entries = [
    {
      seq: 1,
      at: token.createdAt,
      kind: "intent",
      principal: "user:a",
      from,
      action: "run:start",
      stack: "x/dev",
      paths: [],
    },
    { seq: 2, at: token.createdAt, kind: "outcome", of: 1, result: "done", status: 202, code: null },
    {
      ...{ seq: 3, at: token.createdAt, kind: "intent", principal: "user:b", from, action: "access:manage" },
      ...{ operation: "putServiceRole", role: "admin", stack: null, subject: "group:sre", plan: null, paths: [] },
    },
    {
      ...{ seq: 4, at: token.createdAt, kind: "intent", principal: "user:c", from, action: "secret:reveal" },
      ...{ operation: "openConfigValues", stack: "x/dev", paths: ["/config/pin"] },
    },
  ];

  test("list shows intents with what became of them", async () => {
    const outcome = await runFake("audit list", { "GET /v1/audit-entries": { body: { entries } } });
    expect(outcome.stdout.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
      ["SEQ", "AT", "WHAT", "STACK", "ABOUT", "OUTCOME", "FROM", "WHO"],
      ["1", shownAt, "run:start", "x/dev", "-", "done", "192.0.2.7", "user:a"],
      ["3", shownAt, "putServiceRole", "-", "group:sre admin", "open", "192.0.2.7", "user:b"],
      ["4", shownAt, "secret:reveal by openConfigValues", "x/dev", "/config/pin", "open", "192.0.2.7", "user:c"],
      [""],
    ]);
  });

  test("list asks for what its options say, and shows the intent of each outcome", async () => {
    const [intent, outcome] = entries;
    const joined = { ...outcome, result: "refused", intent };
    const query = "principal=user%3Aa&result=refused&from=2026-01-01T00%3A00%3A00Z&stack=x%2Fprod&order=newest";
    const line = "audit list -s prod --principal user:a --result refused --from 2026-01-01T00:00:00Z --newest";
    const listed = await runFake(line, { [`GET /v1/audit-entries?${query}`]: { body: { entries: [joined] } } });
    expect(listed.stdout.split("\n")[1]?.split(/ {2,}/)).toEqual([
      ...["1", shownAt, "run:start", "x/dev", "-", "refused", "192.0.2.7", "user:a"],
    ]);
    const none = await runFake("audit list --action run:start", {
      "GET /v1/audit-entries?action=run%3Astart": { body: { entries: [] } },
    });
    expect(none.stdout).toBe("Nothing like that is recorded.\n");
  });

  test("verify says what is not as it was written, and fails", async () => {
    const whole = { ok: true, length: 3, head: "sha256:0", findings: [], vouchedFor: 2, ofOtherKeys: 0, open: [3] };
    const good = await runFake("audit verify", { "POST /v1/audit-entries:verify": { body: whole } });
    expect(good.code).toBe(0);
    expect(good.stdout).toBe("All of 3 records are as they were written; signed checkpoints cover the first 2.\n");
    const unsigned = { ...whole, vouchedFor: 0 };
    const young = await runFake("audit verify", { "POST /v1/audit-entries:verify": { body: unsigned } });
    expect(young.stdout).toBe("All of 3 records are as they were written; no signed checkpoint covers them yet.\n");
    const keyless = await runFake("audit verify", {
      "POST /v1/audit-entries:verify": { body: { ...unsigned, ofOtherKeys: 4 } },
    });
    expect(keyless.code).toBe(1);
    expect(keyless.stdout).toContain("4 signed checkpoints can't be checked, since their key is not here");
    const mixed = await runFake("audit verify", {
      "POST /v1/audit-entries:verify": { body: { ...whole, ofOtherKeys: 1 } },
    });
    expect(mixed.code).toBe(1);
    expect(mixed.stdout).toBe(
      "All of 3 records are as they were written; signed checkpoints cover the first 2.\n" +
        "1 signed checkpoint can't be checked, since its key is not here (audit.key beside the state): " +
        "records may have been\nchanged or cut off unseen.\n",
    );
    const gone = await runFake("audit verify", {
      "POST /v1/audit-entries:verify": { body: { ...unsigned, length: 0, open: [], ofOtherKeys: 2 } },
    });
    expect(gone.code).toBe(1);
    expect(gone.stdout).toMatch(/^The audit log is empty\.\n2 signed checkpoints can't be checked/);
    const findings = [{ seq: 2, kind: "changed", detail: "its digest is another one" }];
    const damaged = { ...whole, ok: false, findings };
    const bad = await runFake("audit verify", { "POST /v1/audit-entries:verify": { body: damaged } });
    expect(bad.code).toBe(1);
    expect(bad.stdout).toContain("  2: changed: its digest is another one\n");
    expect(bad.stdout).toContain("The audit log was tampered with.\n");
    const both = await runFake("audit verify", {
      "POST /v1/audit-entries:verify": { body: { ...damaged, ofOtherKeys: 3 } },
    });
    expect(both.code).toBe(1);
    expect(both.stdout.replaceAll("\n", " ")).toContain("3 signed checkpoints can't be checked");
    const short = { ...damaged, findings: [{ seq: 4, kind: "cut-off", detail: "the log had 9 records" }] };
    const restored = await runFake("audit verify", { "POST /v1/audit-entries:verify": { body: short } });
    expect(restored.code).toBe(1);
    expect(restored.stdout).toMatch(/^The audit log does not go on as it was signed\.\n/);
    expect(restored.stdout.replaceAll("\n", " ")).toContain("restored from a backup");
  });
});

describe("plumb whoami", () => {
  const caller = {
    ...{ principal: "user:https://id.test|ann", name: "ann", groups: ["sre"], accountAdmin: false, workspaces: [] },
    scope: { role: "operator", stacks: ["x/dev"] },
  };
  const shown = async (roles: object) =>
    (await runFake("whoami", { "GET /v1/whoami": { body: { caller, ...roles, readOnly: false } } })).stdout;

  test("shows the roles, and what the token is limited to", async () => {
    const roles = [
      { stack: "*", role: "reader" },
      { stack: "x/dev", role: "admin" },
    ];
    expect(await shown({ roles })).toBe(
      "ann (user:https://id.test|ann)\ngroups: sre\nroles: reader on every stack, admin on stack x/dev\n" +
        "this token: operator at most on x/dev\n",
    );
    expect(await shown({ roles: [] })).toContain("\nno role\n");
    expect(await shown({})).not.toContain("role:");
  });
});
