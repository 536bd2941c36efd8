import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Fetch } from "../../src/base/fetch.ts";
import type { JsonObject } from "../../src/base/json.ts";
import { application } from "../../src/doors/http/application.ts";
import { testAccess } from "../../src/service/access/access.fixture.ts";
import { Audit } from "../../src/service/audit/audit.ts";
import { ensureStack } from "../../src/service/begin-stack.ts";
import { attachments, testDeployment } from "../../src/service/deployment.fixture.ts";
import type { Deployment } from "../../src/service/deployment.ts";
import { person, ServiceWorld } from "../../src/service/dispatch/dispatch.fixture.ts";
import { Mortal } from "../../src/service/dispatch/mortal.fixture.ts";
import { RunDispatcher } from "../../src/service/dispatch/run-dispatcher.ts";
import { changeStackSettings } from "../../src/service/dispatch/stack-settings.ts";
import { type Called, called } from "./api-world.ts";
import { brokenRun } from "./broken-run.ts";
import { attachment, provider, serviceAttachment } from "./stage.ts";
import { Witness } from "./witness.ts";

// A process is killed between any two writes of a request; whoever repeats the request at another gets what it was to get, and
// nothing is done twice.

const declaration = attachments({ a: "one" });
const objects = `/v1/types/${encodeURIComponent(attachment)}/objects`;
const up = (stack: string) => ({
  kind: "apply",
  newStack: true,
  declaration: { ...declaration, file: `${stack}.yaml` },
});

type Ask = (method: string, path: string, body?: unknown) => Promise<Called>;

interface Case {
  readonly what: string;
  /** Gives the request. */
  prepare(ask: Ask, world: ServiceWorld): Promise<{ readonly path: string; readonly body?: unknown }>;
  /** A verb about what is there may be answered with how it stands by now: 409. */
  readonly statuses: readonly number[];
  /** All that was written on the platforms, when all is over. */
  readonly writes: readonly unknown[];
  /** How many runs there are then, of stacks and of objects. */
  readonly runs: number;
}

const cases: readonly Case[] = [
  {
    what: "a run",
    prepare: async (ask) => {
      const { digest } = (await ask("POST", "/v1/stacks/dev/plans", up("dev"))).body as JsonObject;
      return { path: "/v1/stacks/dev/runs", body: { plan: digest } };
    },
    statuses: [202],
    writes: ["create a"],
    runs: 1,
  },
  {
    what: "an object",
    prepare: async () => {
      const properties = { endpointAttachmentId: "o", serviceAttachment };
      return { path: objects, body: { provider, properties } };
    },
    statuses: [201],
    writes: ["create o"],
    runs: 1,
  },
  {
    what: "an object that gets its name here",
    prepare: async () => {
      const properties = { resourceGroupName: "rg", projectName: "mover" };
      const azure = { kind: "azure", subscriptionId: "s-1" };
      return { path: "/v1/types/migrate%3AServerCollector/objects", body: { provider: azure, properties } };
    },
    statuses: [201],
    writes: [expect.stringMatching(/^create servercollector-/)],
    runs: 1,
  },
  {
    what: "the care for an object",
    prepare: async (_, world) => {
      const parent = "v1/projects/acme/locations/here/endpointAttachments";
      await world.base.wire("POST", `${parent}?endpointAttachmentId=there`, { serviceAttachment });
      return {
        path: `${objects}:import`,
        body: { provider, id: "projects/acme/locations/here/endpointAttachments/there" },
      };
    },
    statuses: [201],
    writes: ["create there"],
    runs: 1,
  },
  {
    what: "a stack",
    prepare: async () => ({ path: "/v1/stacks", body: { name: "s" } }),
    statuses: [201],
    writes: [],
    runs: 0,
  },
  {
    what: "a plan",
    prepare: async () => ({ path: "/v1/stacks/dev/plans", body: up("dev") }),
    statuses: [201],
    writes: [],
    runs: 0,
  },
  {
    what: "a list of imports",
    prepare: async (ask, world) => {
      await ask("POST", "/v1/stacks", { name: "dev" });
      return { path: "/v1/stacks/dev/resources:import", body: await importing(world) };
    },
    statuses: [201],
    writes: ["create a"],
    runs: 0,
  },
  {
    what: "a record of what the platforms show",
    prepare: async (ask, world) => {
      await ask("POST", "/v1/stacks", { name: "dev" });
      await ask("POST", "/v1/stacks/dev/resources:import", await importing(world));
      return { path: "/v1/stacks/dev/state:refresh" };
    },
    statuses: [200],
    writes: ["create a"],
    runs: 0,
  },
  {
    what: "an approval",
    prepare: async (ask, world) => ({ path: `${await waiting(ask, world)}:approve` }),
    statuses: [200, 409],
    writes: ["create a"],
    runs: 1,
  },
  {
    what: "a rejection",
    prepare: async (ask, world) => ({ path: `${await waiting(ask, world)}:reject` }),
    statuses: [200, 409],
    writes: [],
    runs: 1,
  },
  {
    what: "the end of a run",
    prepare: async (ask, world) => ({ path: `${await waiting(ask, world)}:cancel` }),
    statuses: [202, 409],
    writes: [],
    runs: 1,
  },
  {
    what: "the rest of a run",
    prepare: async (_, world) => {
      const { run } = await brokenRun("dev", ["a", "b"], world.base);
      return { path: `/v1/stacks/dev/runs/${run}:resume` };
    },
    statuses: [202, 409],
    writes: ["create a", "create b"],
    runs: 1,
  },
  {
    what: "another name",
    prepare: async (ask) => {
      const { digest } = (await ask("POST", "/v1/stacks/dev/plans", up("dev"))).body as JsonObject;
      const { run } = (await ask("POST", "/v1/stacks/dev/runs", { plan: digest })).body as JsonObject;
      await ask("GET", `/v1/stacks/dev/runs/${run}/events`);
      return { path: "/v1/stacks/dev/resources/a:rename", body: { to: "b" } };
    },
    statuses: [204],
    writes: ["create a"],
    runs: 1,
  },
];

describe.each(cases)("$what is made once", ({ prepare, statuses, writes, runs }) => {
  test("wherever the process is killed that was asked for it", async () => {
    for (let stopAt = 1; ; stopAt += 1) {
      const world = new ServiceWorld();
      const witness = new Witness();
      const process = (pid: number, deployment: Deployment) => {
        const dispatcher = new RunDispatcher({ deployment, serves: true });
        const fetch = witness.around(
          application({ deployment, dispatcher, access: null, audit: null, localCloud: null }),
        );
        return { pid, dispatcher, fetch };
      };
      const asked = await prepare(
        (...request) => world.settled(ask(process(3, world.deployment(3)).fetch, ...request)),
        world,
      );
      const mortal = new Mortal(world.deployment(1), stopAt);
      const first = process(1, mortal.deployment);
      let answer = null as Called | null;
      void ask(first.fetch, "POST", asked.path, asked.body, "k").then((given) => {
        answer = given;
      });
      await world.until(() => answer !== null || mortal.isStopped);
      if (answer !== null) {
        // It was answered before it was killed: there is nothing to repeat.
        expect(statuses).toContain(answer.status);
        expect(stopAt).toBeGreaterThan(4);
        witness.testify();
        return;
      }
      world.dead.add(1);
      const second = process(2, world.deployment(2));
      second.dispatcher.serve();
      const repeated = await world.settled(ask(second.fetch, "POST", asked.path, asked.body, "k"));
      const again = await world.settled(ask(second.fetch, "POST", asked.path, asked.body, "k"));
      expect(statuses, `${mortal.points.at(-1)}: ${repeated.text}`).toContain(repeated.status);
      if (repeated.status < 400) expect(again.text).toBe(repeated.text);
      await world.until(async () => (await world.base.register.list("open-runs", { limit: 10 })).length === 0);
      expect(await world.base.writes()).toEqual(writes);
      expect(await world.base.register.list("runs", { limit: 10 })).toHaveLength(runs);
      const draining = second.dispatcher.drain();
      await world.settled(draining);
      witness.testify();
    }
  });
});

test("a token is made once, and whoever asked for it is given it, wherever the process is killed", async () => {
  for (let stopAt = 1; ; stopAt += 1) {
    const world = testDeployment();
    const { tokenWith } = await testAccess({ register: world.register });
    const token = await tokenWith("admin");
    const process = async (deployment: Deployment) => {
      const { register, clock } = deployment;
      const { access } = await testAccess({ register });
      const dispatcher = new RunDispatcher({ deployment, serves: true });
      const audit = new Audit({ register, clock, key: null, place: null });
      return application({ deployment, dispatcher, access, audit, localCloud: null });
    };
    const body = { name: "deploys", role: "reader", expiresInDays: 1 };
    const make = (fetch: Fetch) => ask(fetch, "POST", "/v1/tokens", body, "k", token);
    const mortal = new Mortal(world, stopAt);
    let isAnswered = false;
    void make(await process(mortal.deployment)).then(() => {
      isAnswered = true;
    });
    while (!isAnswered && !mortal.isStopped) await nextTurn();
    const second = await process(world.as(2, () => true));
    const made = await make(second);
    const { token: given } = made.body as { readonly token?: string };
    expect(made.status).toBe(201);
    expect(await world.register.list("tokens", { limit: 10 })).toHaveLength(2);
    if (isAnswered) {
      expect(given).toBe(undefined);
      return;
    }
    // It is kept that the answer was given, and without what is shown once: only that kill comes too late.
    if (given === undefined) expect(mortal.points.at(-1)).toBe("after register.put");
    else expect((await ask(second, "GET", "/v1/whoami", undefined, undefined, given)).status).toBe(200);
  }
});

/** A request to import an object that somebody made. */
async function importing(world: ServiceWorld) {
  const parent = "v1/projects/acme/locations/here/endpointAttachments";
  await world.base.wire("POST", `${parent}?endpointAttachmentId=a`, { serviceAttachment });
  return { imports: [{ type: attachment, name: "a", id: "here/a" }], declaration };
}

/** The path of a run that somebody else has started and that needs an approval. */
async function waiting(ask: Ask, world: ServiceWorld): Promise<string> {
  await ensureStack("dev", world.base);
  const { digest } = (await ask("POST", "/v1/stacks/dev/plans", up("dev"))).body as { readonly digest: string };
  await changeStackSettings("dev", { approvals: 1 }, {}, world.base);
  const request = { stack: "dev", plan: digest, parallel: 1 };
  const { run } = await world.dispatcher(3).start(request, person("ann"));
  return `/v1/stacks/dev/runs/${run}`;
}

async function ask(
  fetch: Fetch,
  method: string,
  path: string,
  body?: unknown,
  key?: string,
  token?: string,
): Promise<Called> {
  const headers = {
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(key === undefined ? {} : { "idempotency-key": key }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return called(await fetch(new Request(`http://test${path}`, { method, headers, ...sent })));
}
