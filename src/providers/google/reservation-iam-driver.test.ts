import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import { change, scripted, target } from "./driver.fixture.ts";
import { reservationIamDriver } from "./reservation-iam-driver.ts";

const reservation = "projects/p/zones/us-central1-a/reservations/r1";
const address = `https://compute.googleapis.com/compute/v1/${reservation}`;
const role = "roles/compute.viewer";
const condition = { title: "until-2027", expression: "request.time < timestamp('2027-01-01T00:00:00Z')" };
const variables = { project: "p", zone: "us-central1-a", reservation: "r1", role, member: "user:Ann@Example.com" };
const id = `${reservation} ${role} user:Ann@Example.com`;
const plain = target("compute:ReservationIamMember", id, variables);
const conditional = target("compute:ReservationIamMember", `${id} until-2027`, {
  ...variables,
  conditionTitle: "until-2027",
});
const under = `[condition ${condition.title}: ${condition.expression}]`;
const own = { role, members: ["user:ann@example.com"] };
const bob = { role, members: ["user:bob@example.com"], condition };
const get = { line: `GET ${address}/getIamPolicy?optionsRequestedPolicyVersion=3`, body: undefined };
const set = (policy: JsonObject) => ({ line: `POST ${address}/setIamPolicy`, body: { policy } });

describe("read", () => {
  test("finds its binding without regard to the case of the address, and says what else there is", async () => {
    const shared = { role, members: ["user:ann@example.com", "group:ops@example.com"] };
    const script = scripted({ version: 3, etag: "E1", bindings: [bob, shared] });
    expect(await reservationIamDriver(script.exchange).read(plain)).toEqual({
      kind: "done",
      observation: {
        outputs: {
          member: "user:Ann@Example.com",
          name: reservation,
          role,
          condition: null,
          etag: "E1",
          id,
          project: "p",
        },
        version: "E1",
        deleted: false,
        displaces: [`${role} to user:bob@example.com ${under}`, `${role} to group:ops@example.com`],
        beside: [bob, { role, members: ["group:ops@example.com"] }],
      },
    });
    expect(script.requests).toEqual([get]);
  });

  test("what other hands have named can't forge a line, and hides nothing", async () => {
    const condition = { title: "x]\n\nNo drift. All is as recorded.", expression: "true\u202e" };
    const binding = { role, members: ["user:e\u200bve@example.com"], condition };
    expect(
      await reservationIamDriver(scripted({ version: 3, etag: "E1", bindings: [binding] }).exchange).read(plain),
    ).toMatchObject({
      displaces: [
        `${role} to user:e\\u200bve@example.com [condition x]\\u000a\\u000aNo drift. All is as recorded.: true\\u202e]`,
      ],
      beside: [binding],
    });
  });

  test("a binding under a condition is another one", async () => {
    const policy = { version: 3, etag: "E1", bindings: [{ ...own, condition }] };
    expect(await reservationIamDriver(scripted(policy).exchange).read(plain)).toEqual({
      kind: "absent",
      detail: expect.stringContaining(`${role} to user:Ann@Example.com`),
      version: "E1",
      displaces: [`${role} to user:ann@example.com ${under}`],
      beside: [{ ...own, condition }],
    });
    const found = await reservationIamDriver(scripted(policy).exchange).read(conditional);
    expect(found).toMatchObject({ kind: "done", observation: { outputs: { condition }, displaces: [] } });
  });

  test.each([
    ["another role", { role: "roles/compute.admin", members: own.members }],
    ["another kind of member", { role, members: ["group:ann@example.com"] }],
    ["the kind in other letters", { role, members: ["USER:ann@example.com"] }],
  ])("%s is not ours", async (_, binding) => {
    const outcome = await reservationIamDriver(scripted({ etag: "E1", bindings: [binding] }).exchange).read(plain);
    expect(outcome).toMatchObject({ kind: "absent", displaces: [expect.any(String)] });
  });

  test("an empty policy has a version; a missing reservation has none", async () => {
    expect(await reservationIamDriver(scripted({ etag: "ACAB" }).exchange).read(plain)).toMatchObject({
      kind: "absent",
      version: "ACAB",
      displaces: [],
    });
    const missing = Response.json(
      { error: { code: 404, message: "no", errors: [{ reason: "notFound" }] } },
      { status: 404 },
    );
    expect(await reservationIamDriver(scripted(missing).exchange).read(plain)).toMatchObject({
      kind: "absent",
      version: null,
    });
  });
});

describe("write", () => {
  const inputs = { name: "r1", role, member: "user:Ann@Example.com", condition };
  const auditConfigs = [{ service: "allServices", auditLogConfigs: [{ logType: "DATA_READ" }] }];
  const mine = { role, members: ["user:Ann@Example.com"], condition };

  test("create leaves exactly the declared binding, and the audit configuration as it was", async () => {
    const script = scripted(
      { version: 3, etag: "E1", bindings: [bob], auditConfigs },
      { version: 3, etag: "E2", bindings: [{ ...own, condition }], auditConfigs },
    );
    const outcome = await reservationIamDriver(script.exchange).write(change("create", conditional, { inputs }));
    expect(outcome).toMatchObject({
      kind: "done",
      observation: { version: "E2", displaces: [], outputs: { etag: "E2", condition, member: "user:Ann@Example.com" } },
    });
    expect(script.requests).toEqual([get, set({ version: 3, etag: "E1", bindings: [mine], auditConfigs })]);
  });

  test("update writes under the etag that is demanded", async () => {
    const script = scripted({ etag: "E1" }, { etag: "E10", bindings: [own] });
    const { condition: _, ...unconditional } = inputs;
    const update = change("update", plain, { inputs: unconditional, condition: "E1" });
    expect((await reservationIamDriver(script.exchange).write(update)).kind).toBe("done");
    expect(script.requests[1]).toEqual(
      set({ version: 3, etag: "E1", bindings: [{ role, members: ["user:Ann@Example.com"] }] }),
    );
  });

  test("a share that is put back leaves the others as they are, those of its own binding too", async () => {
    const shared = { role, members: ["user:ann@example.com", "group:ops@example.com"], condition };
    const script = scripted({ version: 3, etag: "E1", bindings: [shared, bob], auditConfigs }, { etag: "E2" });
    const before = { title: condition.title, expression: "true" };
    const restore = { inputs: { ...inputs, condition: before }, condition: "E1", keepsOthers: true } as const;
    expect((await reservationIamDriver(script.exchange).write(change("update", conditional, restore))).kind).toBe(
      "done",
    );
    const bindings = [{ role, members: ["group:ops@example.com"], condition }, bob, { ...mine, condition: before }];
    expect(script.requests[1]).toEqual(set({ version: 3, etag: "E1", bindings, auditConfigs }));
  });

  test("what a read counts as removed leaves out the share that this one takes the place of", async () => {
    const policy = { version: 3, etag: "E1", bindings: [own, { ...bob, condition: null }] };
    const ann = { ...plain, id: "other", variables: { ...variables, member: "user:new@example.com" } };
    const read = (target: typeof plain) => reservationIamDriver(scripted(policy).exchange).read(target);
    expect(await read(ann)).toMatchObject({
      displaces: [`${role} to user:ann@example.com`, `${role} to user:bob@example.com`],
    });
    expect(await read({ ...ann, replaces: variables })).toMatchObject({
      displaces: [`${role} to user:bob@example.com`],
    });
  });

  test("delete takes its own share out and nothing else", async () => {
    const shared = { role, members: ["user:ann@example.com", "group:ops@example.com"] };
    const script = scripted({ version: 3, etag: "E1", bindings: [shared, bob], auditConfigs }, { etag: "E2" });
    expect(await reservationIamDriver(script.exchange).write(change("delete", plain))).toEqual({
      kind: "done",
      observation: null,
    });
    const bindings = [{ role, members: ["group:ops@example.com"] }, bob];
    expect(script.requests[1]).toEqual(set({ version: 3, etag: "E1", bindings, auditConfigs }));
  });

  test("what a write keeps of others is sent as it was read, to the byte", async () => {
    const audited =
      '[{"service":"z.example","auditLogConfigs":[{"logType":"DATA_READ","exemptedMembers":["user:B@x.org"]}]},{}]';
    const location = '{"title":"B","location":"here","expression":" true ","description":""}';
    const others = `[{"role":"${role}","members":["user:Z@x.org","user:a@x.org"],"condition":${location}},`;
    const read = `{"etag":"E1","bindings":${others}${JSON.stringify(own)}],"auditConfigs":${audited}}`;
    for (const operation of ["update", "delete"] as const) {
      const script = scripted(JSON.parse(read) as JsonObject, { etag: "E2" });
      const keeping = change(operation, plain, { inputs: { role, member: "user:Ann@Example.com" }, keepsOthers: true });
      expect((await reservationIamDriver(script.exchange).write(keeping)).kind).toBe("done");
      const sent = JSON.stringify(script.requests[1]?.body);
      expect(sent).toContain(`"bindings":${others.slice(0, -1)}`);
      expect(sent).toContain(`"auditConfigs":${audited}}`);
    }
  });

  test("delete of what is gone writes nothing", async () => {
    const script = scripted({ etag: "E1", bindings: [bob] });
    expect((await reservationIamDriver(script.exchange).write(change("delete", plain))).kind).toBe("absent");
    expect(script.requests).toEqual([get]);
  });

  test("delete of what another version than was seen does not hold sets that as it is, to tell whether it lags", async () => {
    const stale = Response.json({ error: { code: 412, message: "m" } }, { status: 412 });
    for (const [answer, kind] of [
      [{ etag: "E10" }, "absent"],
      [stale, "conflict"],
    ] as const) {
      const script = scripted({ version: 3, etag: "E9", bindings: [bob], auditConfigs }, answer);
      const removal = change("delete", plain, { condition: "E1" });
      expect((await reservationIamDriver(script.exchange).write(removal)).kind).toBe(kind);
      expect(script.requests).toEqual([get, set({ version: 3, etag: "E9", bindings: [bob], auditConfigs })]);
    }
  });

  test.each([
    ["412", 412, { error: { code: 412, message: "m", errors: [{ reason: "conditionNotMet" }] } }],
    ["409", 409, { error: { code: 409, message: "m", status: "ABORTED" } }],
  ])("a stale etag is a conflict, told by %s", async (_, status, body) => {
    const script = scripted({ etag: "E1" }, Response.json(body, { status }));
    const outcome = await reservationIamDriver(script.exchange).write(change("create", plain, { inputs }));
    expect(outcome).toMatchObject({ kind: "conflict", reason: "stale-version" });
  });

  test.each(["update", "delete"] as const)("%s under another etag than the policy has sends nothing", async (kind) => {
    const script = scripted({ etag: "E9", bindings: [own] });
    const demanding = change(kind, plain, { inputs, condition: "E1" });
    expect(await reservationIamDriver(script.exchange).write(demanding)).toEqual({
      kind: "conflict",
      reason: "stale-version",
      detail: expect.stringMatching(/ E1$/),
      version: "E9",
      isUnsent: true,
    });
    expect(script.requests).toEqual([get]);
  });

  test("a read that fails first leaves everything unsent", async () => {
    const script = scripted(new Response("", { status: 500 }));
    const outcome = await reservationIamDriver(script.exchange).write(change("create", plain, { inputs }));
    expect(outcome.kind).toBe("unavailable");
    expect(script.requests).toEqual([get]);
  });

  test("what is to stand alongside is added, and all else that the policy holds stays", async () => {
    const ops = { role, members: ["group:ops@example.com"] };
    const admin = { role: "roles/compute.admin", members: ["user:bob@example.com"] };
    const policy = { version: 3, etag: "E2", bindings: [{ role, members: [...own.members, "user:new@example.com"] }] };
    const both = [{ role, members: ["user:new@example.com", "group:ops@example.com"] }, admin];
    const removal = scripted(policy, { etag: "E3" });
    const also = { keepsOthers: true, alongside: [ops, admin, ops] } as const;
    await reservationIamDriver(removal.exchange).write(change("delete", plain, { condition: "E2", ...also }));
    expect(removal.requests).toEqual([get, set({ version: 3, etag: "E2", bindings: both })]);

    const next = target("compute:ReservationIamMember", `${reservation} roles/viewer user:Ann@Example.com`, {
      ...variables,
      role: "roles/viewer",
    });
    const outputs = { role, member: "user:Ann@Example.com", condition: null };
    const prior = { outputs, version: "E2", deleted: false, displaces: [] };
    const update = scripted(policy, { etag: "E3" });
    const changed = change("update", next, {
      ...{ inputs: { role: "roles/viewer", member: "user:Ann@Example.com" }, prior, condition: "E2" },
      ...{ keepsOthers: true, alongside: [admin] },
    });
    await reservationIamDriver(update.exchange).write(changed);
    const bindings = [
      { role, members: ["user:new@example.com"] },
      { role: "roles/viewer", members: ["user:Ann@Example.com"] },
      admin,
    ];
    expect(update.requests).toEqual([get, set({ version: 3, etag: "E2", bindings })]);
  });

  test("a removal whose binding is gone still adds what is to stand alongside", async () => {
    const script = scripted({ version: 3, etag: "E1", bindings: [bob] }, { etag: "E2" });
    const removal = change("delete", plain, {
      condition: "E1",
      keepsOthers: true,
      alongside: [{ role, members: ["group:ops@x.org"] }],
    });
    const outcome = await reservationIamDriver(script.exchange).write(removal);
    expect(outcome).toEqual({ kind: "done", observation: null, wasAbsent: true });
    const bindings = [bob, { role, members: ["group:ops@x.org"] }];
    expect(script.requests).toEqual([get, set({ version: 3, etag: "E1", bindings })]);
  });

  test("and adds nothing where an earlier call may have done so", async () => {
    const script = scripted({ version: 3, etag: "E1", bindings: [bob] });
    const alongside = [{ role, members: ["group:ops@x.org"] }];
    const removal = change("delete", plain, { condition: "E1", keepsOthers: true, alongside, mayBeDone: true });
    expect((await reservationIamDriver(script.exchange).write(removal)).kind).toBe("absent");
    expect(script.requests).toEqual([get]);
  });

  test.each<[string, JsonObject]>([
    ["something else", { login: "please", redirect: "/sso" }],
    ["a policy within another object", { policy: { bindings: [bob] } }],
    ["bindings of null", { etag: "E1", bindings: null }],
    ["bindings that are no list", { etag: "E1", bindings: { role, members: [] } }],
    ["an operation", { kind: "compute#operation", name: "operation-1", status: "DONE" }],
    ["audit configurations that are no objects", { etag: "E1", auditConfigs: ["all"] }],
    ["a condition that is no object", { etag: "E1", bindings: [{ role, members: bob.members, condition: "x" }] }],
    ["a binding without a role", { etag: "E1", bindings: [{ members: bob.members }] }],
    ["members that are no list", { etag: "E1", bindings: [{ role, members: "user:boss@x.org" }] }],
  ])("%s is no policy: nothing is read from it, and nothing written over it", async (_, body) => {
    const script = scripted(body, body);
    const driver = reservationIamDriver(script.exchange);
    expect((await driver.read(plain)).kind).toBe("unavailable");
    expect((await driver.write(change("create", plain))).kind).toBe("unavailable");
    expect(script.requests).toEqual([get, get]);
  });

  test("grants without an etag are never written over: what others change meanwhile would go unseen", async () => {
    const script = scripted({ bindings: [bob] });
    const answer = await reservationIamDriver(script.exchange).write(change("create", plain));
    expect(answer).toMatchObject({ kind: "invalid", detail: expect.stringContaining("no etag") });
    expect(script.requests).toEqual([get]);
  });

  test("there is no undelete, no list and nothing to poll", async () => {
    const driver = reservationIamDriver(scripted().exchange);
    expect((await driver.write(change("undelete", plain))).kind).toBe("invalid");
    expect((await driver.list(plain)).kind).toBe("invalid");
    expect(driver.collectionOf(plain)).toBeNull();
    expect((await driver.poll(change("create", plain), "x")).kind).toBe("unknown");
  });
});
