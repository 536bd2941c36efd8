import { beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import type { Authority } from "../../access/authority.ts";
import { Rejection } from "../../rejection.ts";
import { problemsOf } from "../declarations/read-and-check.ts";
import {
  client,
  declared,
  eventsOf,
  planAt,
  type TestDeployment,
  testDeployment,
  upAt,
} from "../deployment.fixture.ts";
import type { Deployment } from "../deployment.ts";
import { readStacks } from "./read-stacks.ts";
import { revealOutputs, showOutputs } from "./show-outputs.ts";

let world: TestDeployment;
beforeEach(async () => {
  world = testDeployment();
  await upAt("platform/prod", world, network("10.0.0.1"));
});

/** A stack that tells an address and a secret. */
function network(address: string): DeclarationText {
  const config = { token: { secret: true, default: "hush-hush" } };
  const outputs = {
    address,
    token: "${config.token}",
    region: { name: "here" },
    login: { password: "${config.token}" },
  };
  return { file: "plumb.yaml", text: JSON.stringify({ name: "platform", config, outputs }), config: {} };
}

/** A stack with a client of that description, which reads `platform/prod`. */
function portal(description: string, outputs: JsonObject = {}): DeclarationText {
  const config = { network: { stack: "platform/prod" } };
  return declared({ portal: client({ description }) }, { config, outputs });
}

/** The same Plumbline for who may do all but one thing at `platform/prod`. */
function without(denied: string): Deployment {
  const authority: Authority = {
    ...world.authority,
    decide: (action, subject) =>
      action === denied && subject.stack === "platform/prod"
        ? { kind: "denied", why: "no policy allows it", policies: [] }
        : world.authority.decide(action, subject),
  };
  return { ...world, authority };
}

async function refusal(work: Promise<unknown>) {
  const cause = await work.then(
    () => undefined,
    (each: unknown) => each,
  );
  if (!(cause instanceof Rejection)) throw new Error(`no rejection: ${String(cause)}`);
  return cause.problems.map(({ code, detail, pointer }) => [code, detail, pointer]);
}

const reads = "at ${config.network.address} in ${config.network.region.name}";

test("a stack is made with what another one tells", async () => {
  await upAt("test/dev", world, portal(reads, { again: "${config.network.address}" }));
  expect(await showOutputs("test/dev", world)).toEqual({ again: "10.0.0.1" });
  const record = (await world.store.readStack("test/dev")).records.get("portal");
  expect(record?.inputs["description"]).toBe("at 10.0.0.1 in here");
});

test("what is secret there is sealed here, and its own stack opens it", async () => {
  await upAt(
    "test/dev",
    world,
    portal("x", { token: "${config.network.token}", text: "Bearer ${config.network.token}" }),
  );
  const outputs = await showOutputs("test/dev", world);
  expect(outputs).toEqual({ token: { $secret: expect.anything() }, text: { $secret: expect.anything() } });
  expect(JSON.stringify(await world.store.readJournal("test/dev"))).not.toContain("hush");
  expect(await revealOutputs("test/dev", outputs, world)).toEqual({ token: "hush-hush", text: "Bearer hush-hush" });
});

test("a plan is refused once they have changed, and the next one takes the new values", async () => {
  const { digests } = await readStacks({ network: "platform/prod" }, true, world);
  await upAt("platform/prod", world, network("10.0.0.1"));
  expect((await readStacks({ network: "platform/prod" }, true, world)).digests).toEqual(digests);
  const plan = await planAt("test/dev", world, portal(reads));
  await upAt("platform/prod", world, network("10.0.0.2"));
  const stale = await eventsOf(world, plan, undefined, "test/dev").then(
    (events) => JSON.stringify(events),
    (cause: unknown) => JSON.stringify(cause instanceof Rejection ? cause.problems : String(cause)),
  );
  expect(stale).toContain("the outputs of stack `platform/prod` changed since the plan; plan again");
  await upAt("test/dev", world, portal(reads));
  const record = (await world.store.readStack("test/dev")).records.get("portal");
  expect(record?.inputs["description"]).toBe("at 10.0.0.2 in here");
});

test("who may not read the stack, or not reveal its secrets, can't plan with it", async () => {
  const place = "/config/network/stack";
  expect(await refusal(planAt("test/dev", without("stack:read"), portal(reads)))).toEqual([
    ["not-permitted", expect.stringContaining("may not read stack `platform/prod`"), place],
  ]);
  expect(await refusal(planAt("test/dev", without("secret:reveal"), portal(reads)))).toEqual([
    ["not-permitted", expect.stringContaining("may not reveal secrets of stack `platform/prod`"), place],
  ]);
});

test("a check opens no secret, so it takes no right to", async () => {
  expect(await problemsOf(portal("${config.network.token}"), without("secret:reveal"))).toEqual([]);
  expect(await problemsOf(portal("${config.network.login.password}"), without("secret:reveal"))).toEqual([]);
});

test("a stack of the same project is named by its own name; one that is not there is told", async () => {
  const config = { network: { stack: "prd" } };
  const text = { ...network("x"), text: JSON.stringify({ name: "platform", config }) };
  expect(await refusal(planAt("platform/dev", world, text))).toEqual([
    ["stack-not-found", expect.stringContaining("did you mean `platform/prod`?"), "/config/network/stack"],
  ]);
  const elsewhere = {
    ...text,
    text: JSON.stringify({ name: "platform", config: { network: { stack: "other/prod" } } }),
  };
  const [problem] = (await planAt("platform/dev", world, elsewhere).catch((cause) => cause)).problems;
  expect(problem.hint).toBe(
    "run plumb up -s prod where project `other` is declared, with the same state directory (--dir) or " +
      "server (--server) as here; `plumb stack list` lists the stacks that are there",
  );
});
