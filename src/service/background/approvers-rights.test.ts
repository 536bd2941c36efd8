import { beforeEach, expect, test } from "vitest";
import { person as somebody, type TestAccess, testAccess } from "../access/access.fixture.ts";
import type { Caller } from "../access/caller.ts";
import { issuerUrl, trusted } from "../access/issuers/issuer.fixture.ts";
import { localOwner } from "../access/local-owner.ts";
import { attachments, planAt } from "../use-cases/deployment.fixture.ts";
import { ensureStack } from "../use-cases/stacks/begin-stack.ts";
import { ServiceWorld } from "./background.fixture.ts";
import { brokenRun } from "./broken-run.fixture.ts";
import type { RunDispatcher } from "./run-dispatcher.ts";
import { changeStackSettings } from "./stack-settings.ts";

const person = (name: string, more: Partial<Caller> = {}) =>
  somebody({ principal: `user:${issuerUrl}|${name}`, name, ...more });
const [ann, ben, cem] = [person("ann"), person("ben"), person("cem")];

let world: ServiceWorld;
let access: TestAccess;
let dispatcher: RunDispatcher;
let run: string;
beforeEach(async () => {
  world = new ServiceWorld();
  access = await testAccess({ issuers: [trusted({ jwks: { keys: [] } })] });
  for (const { principal } of [ann, ben, cem]) await give(principal, "test/dev", "operator");
  dispatcher = world.dispatcher(1, { authorityOf: (caller) => access.access.authorityOf(caller) });
  await ensureStack("test/dev", world.deployment(1));
  await changeStackSettings("test/dev", { approvals: 2 }, {}, world.deployment(1));
  const digest = await planAt("test/dev", world.deployment(1), attachments({ a: "one" }));
  ({ run } = await dispatcher.start({ stack: "test/dev", plan: digest, parallel: 1 }, ann));
});

const give = (subject: string, stack: string, role: string) =>
  access.access.assignRole({ subject, stack, role }, localOwner.caller);
const take = (subject: string, stack = "test/dev") => access.access.removeRole({ subject, stack });

async function ends(): Promise<object> {
  return (await world.eventsOf(dispatcher, run, 0, "test/dev")).at(-1)?.event ?? {};
}

const refused = (who: string) => ({
  status: "refused",
  problems: [{ code: "approval-lost", detail: expect.stringContaining(`; ${who} `) }],
});

test("an approval counts while who gave it still has the role", async () => {
  await dispatcher.approve("test/dev", run, ben, null);
  await dispatcher.approve("test/dev", run, cem, null);
  expect(await ends()).toMatchObject({ status: "done", create: 1 });
});

test("an approval does not count any more once the role is taken away", async () => {
  await dispatcher.approve("test/dev", run, ben, null);
  await take(ben.principal);
  await dispatcher.approve("test/dev", run, cem, null);
  expect(await ends()).toMatchObject(refused("ben"));
  expect(await world.base.writes()).toEqual([]);
});

test("nor once the identity provider that signed them in is not trusted any more", async () => {
  await dispatcher.approve("test/dev", run, ben, null);
  await dispatcher.drain();
  const { access: without } = await testAccess({ documentStore: access.documentStore });
  dispatcher = world.dispatcher(2, {
    authorityOf: (caller) => (caller.name === "ben" ? without : access.access).authorityOf(caller),
  });
  await dispatcher.approve("test/dev", run, cem, null);
  const end = await ends();
  expect(end).toMatchObject(refused("ben"));
  // The process that carries the run out may be another than the one that let them in, with settings of its own.
  expect(end).toMatchObject({ problems: [{ detail: expect.stringContaining("(`--access`, PLUMB_ACCESS)") }] });
  const [ended] = world.happenings.filter(({ kind }) => kind === "run-ended");
  expect(ended).toMatchObject({ run, status: "refused", code: "approval-lost" });
  expect(await world.base.writes()).toEqual([]);
});

test.each(["reader", "planner"])("nor once the role is lessened to %s", async (role) => {
  await dispatcher.approve("test/dev", run, ben, null);
  await give(ben.principal, "test/dev", role);
  await dispatcher.approve("test/dev", run, cem, null);
  expect(await ends()).toMatchObject(refused("ben"));
  expect(await world.base.writes()).toEqual([]);
});

test("nor once the role is one of another stack", async () => {
  await dispatcher.approve("test/dev", run, ben, null);
  await take(ben.principal);
  await give(ben.principal, "test/prod", "operator");
  await dispatcher.approve("test/dev", run, cem, null);
  expect(await ends()).toMatchObject(refused("ben"));
});

test("a token that approved and was revoked takes nothing from the person behind it", async () => {
  const byToken = person("ben's pipeline", { principal: "token:gone", owner: ben.principal });
  await dispatcher.approve("test/dev", run, byToken, null);
  await dispatcher.approve("test/dev", run, cem, null);
  expect(await ends()).toMatchObject({ status: "done", create: 1 });
});

test("a machine's token is the one behind its approval: once it is revoked, the approval is gone", async () => {
  const request = { name: "robot", role: "operator", stacks: null, expiresInDays: 1, machine: true };
  const { view } = await access.access.createToken(request, localOwner);
  await give(view.principal, "test/dev", "operator");
  const robot = person("robot", { principal: view.principal });
  await dispatcher.approve("test/dev", run, robot, null);
  await access.access.revokeToken(view.id, localOwner);
  await dispatcher.approve("test/dev", run, cem, null);
  expect(await ends()).toMatchObject(refused("robot"));
  expect(await world.base.writes()).toEqual([]);
});

test("an approval by a group counts as long as the identity provider's last word says so", async () => {
  const inGroup = person("dan", { groups: ["sre"] });
  await give("group:sre", "test/dev", "operator");
  const see = (groups: readonly string[], issuedAt: number) => {
    const { principal, name, accountAdmin, workspaces } = inGroup;
    const document = { principal, name, groups: [...groups], accountAdmin, workspaces: [...workspaces], issuedAt };
    return access.documentStore.put("principals", principal, document, {});
  };
  await see(["sre"], 1);
  await dispatcher.approve("test/dev", run, inGroup, null);
  await see([], 2);
  await dispatcher.approve("test/dev", run, cem, null);
  expect(await ends()).toMatchObject(refused("dan"));
});

test("a run that is resumed is judged anew", async () => {
  await brokenRun(world, "r0", "test/dev");
  run = "r0";
  await dispatcher.resume("test/dev", run, { parallel: 1 }, ann);
  await dispatcher.approve("test/dev", run, ben, null);
  await take(ben.principal);
  await dispatcher.approve("test/dev", run, cem, null);
  expect(await ends()).toMatchObject(refused("ben"));
  expect(await world.base.writes()).toEqual([]);
});
