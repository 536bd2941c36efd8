import { describe, expect, test } from "vitest";
import type { Exchange } from "../../packages/base/exchange/exchange.ts";
import type { JsonObject } from "../../packages/base/json/json.ts";
import type { Discovery } from "../../src/engine/ports/driver.ts";
import { armDriver } from "../../src/providers/azure/arm-driver.ts";
import { admin } from "./contract-cloud.ts";
import { type DriverSubject, subjects } from "./driver-subjects.ts";
import { DriverTrial } from "./driver-trial.ts";
import { platformQuestions } from "./platform-questions.ts";

platformQuestions(armDriver);

test.each(subjects.map((subject) => [subject.type, subject] as const))(
  "%s: the platform is asked for no value of a field that does not say so",
  async (_, subject) => {
    const trial = new DriverTrial(subject, 0);
    const { type, apiVersion, provider } = trial.target(subject.inputs);
    const question: Discovery = { type, apiVersion, field: "displayName", provider, inputs: subject.inputs };
    expect(await trial.driver.discover(question)).toMatchObject({ kind: "invalid" });
    trial.cloud.close();
  },
);

describe("particular promises", () => {
  const trialOf = (type: string) => {
    const subject = subjects.find((each) => each.type === type);
    if (subject === undefined) throw new Error(type);
    return { subject, trial: new DriverTrial(subject, 0) } satisfies { subject: DriverSubject; trial: DriverTrial };
  };

  test.each(["account-admin-only@local.example", "member-only@local.example"])(
    "the setting is not changed by %s",
    async (principal) => {
      const { subject, trial } = trialOf("settings:RestrictWorkspaceAdmins");
      const condition = await trial.standing();
      for (const operation of ["create", "update", "delete"] as const) {
        const outcome = await trial.as(principal).write(trial.change(operation, subject.inputs, { condition }));
        expect([operation, outcome.kind]).toEqual([operation, "denied"]);
      }
      expect(await trial.cloud.log()).toEqual([]);
    },
  );

  test("the setting refused for its version names the present one, which then is taken", async () => {
    const { subject, trial } = trialOf("settings:RestrictWorkspaceAdmins");
    const refused = await trial.write(trial.change("create", subject.inputs));
    if (refused.kind !== "conflict") throw new Error(JSON.stringify(refused));
    expect(refused).toMatchObject({ reason: "stale-version", version: await trial.standing() });
    await trial.writeDone(trial.change("create", subject.inputs, { condition: refused.version }));
  });

  test("a reservation's other bindings are announced, and gone after a write", async () => {
    const { subject, trial } = trialOf("compute:ReservationIamMember");
    const other = { role: "roles/compute.admin", members: ["user:zoe@acme.example", "user:anna@acme.example"] };
    const same = { role: "roles/compute.viewer", members: ["user:anna@acme.example"] };
    await trial.cloud.seed([
      {
        kind: "reservation",
        project: "acme-prod",
        zone: "europe-west1-b",
        name: "gpu",
        policy: { bindings: [other, same] },
      },
    ]);
    const target = trial.target(subject.inputs);
    const before = await trial.driver.read(target);
    if (before.kind !== "absent") throw new Error(JSON.stringify(before));
    // The same member without the condition is another grant.
    expect(before.displaces).toHaveLength(3);
    await trial.writeDone(trial.change("create", subject.inputs, { condition: before.version }));
    expect((await trial.observe(target)).displaces).toEqual([]);
  });

  test("removing a reservation's grant leaves everybody else's", async () => {
    const { subject, trial } = trialOf("compute:ReservationIamMember");
    const { condition: _, ...inputs } = subject.inputs;
    const members = ["user:zoe@acme.example", "user:anna@acme.example"];
    const bindings = [
      { role: "roles/compute.viewer", members },
      { role: "roles/compute.admin", members },
    ];
    await trial.cloud.seed([
      { kind: "reservation", project: "acme-prod", zone: "europe-west1-b", name: "gpu", policy: { bindings } },
    ]);
    const seen = await trial.observe(trial.target(inputs));
    expect(seen.displaces).toHaveLength(3);
    await trial.writeDone(trial.change("delete", inputs, { prior: seen, condition: seen.version }));
    const after = await trial.driver.read(trial.target(inputs));
    expect(after).toMatchObject({ kind: "absent", displaces: seen.displaces });
  });

  test.each<[string, JsonObject]>([
    ["migrate:ServerCollector", { serverCollectorName: "a b+c%2Fd é", projectName: "p %41" }],
    ["authorization:RoleManagementPolicyAssignment", { scope: "/subscriptions/a%20b/resourceGroups/r (1) é" }],
    ["compute:ReservationIamMember", { condition: { title: "50% / until é  then", expression: "true" } }],
    ["iam:OAuthClient", { location: "über all", project: "acme.example:prod" }],
  ])("%s is found again under a name with signs that paths must escape", async (type, odd) => {
    const { subject, trial } = trialOf(type);
    const inputs = { ...subject.inputs, ...odd };
    const condition = subject.conditional ? await trial.standing(inputs) : null;
    await trial.writeDone(trial.change("create", inputs, { condition }));
    const seen = await trial.observe(trial.target(inputs));
    trial.expectAsDeclared(seen, inputs);
    expect(await trial.observe(trial.parsed(String(seen.outputs["id"])))).toEqual(seen);
    if (subject.siblings === null) return;
    const listed = await trial.driver.list(trial.target(inputs));
    expect(listed).toMatchObject({ kind: "done" });
    if (listed.kind === "done") expect(listed.items).toContainEqual({ id: seen.outputs["id"], observation: seen });
  });

  test("what the management plane lists in pages is read to the end", async () => {
    const { subject, trial } = trialOf("migrate:ServerCollector");
    const names = ["one", "two", "three"];
    for (const serverCollectorName of names) {
      await trial.writeDone(trial.change("create", { ...subject.inputs, serverCollectorName }));
    }
    const target = trial.target(subject.inputs);
    const whole = await trial.driver.list(target);
    const paged = await subject.driver(inPagesOfOne(trial.cloud.exchangeAs(admin))).list(target);
    expect(paged).toEqual(whole);
    expect(paged).toMatchObject({ items: { length: names.length } });
  });
});

/** Cuts lists of the management plane into pages of one, as the service may do at any size. */
function inPagesOfOne(exchange: Exchange): Exchange {
  return async (request) => {
    const url = new URL(request.url);
    const at = Number(url.searchParams.get("$skipToken") ?? 0);
    const { value } = JSON.parse((await exchange(request)).body) as { value: readonly JsonObject[] };
    url.searchParams.set("$skipToken", String(at + 1));
    const more = at + 1 < value.length;
    const page = { value: value.slice(at, at + 1), ...(more ? { nextLink: url.href } : {}) };
    return { status: 200, headers: {}, body: JSON.stringify(page) };
  };
}
