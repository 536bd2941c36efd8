import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Fetch } from "../../packages/base/exchange/fetch.ts";
import { apiFetch } from "../../src/http/fetch-api.fixture.ts";
import { testAccess } from "../../src/service/access/access.fixture.ts";
import { Audit } from "../../src/service/audit/audit.ts";
import { ServiceWorld } from "../../src/service/background/background.fixture.ts";
import { Mortal } from "../../src/service/background/mortal.fixture.ts";
import { RunDispatcher } from "../../src/service/background/run-dispatcher.ts";
import { testDeployment } from "../../src/service/use-cases/deployment.fixture.ts";
import type { Deployment } from "../../src/service/use-cases/deployment.ts";
import type { Called } from "./api-world.ts";
import { ask } from "./keyed-ask.ts";
import { keyedCases } from "./keyed-cases.ts";
import { Witness } from "./witness.ts";

// A process is killed between any two writes of a request; whoever repeats the request at another gets what it was to
// get, and nothing is done twice.

const key = { "idempotency-key": "k" };

describe.each(keyedCases)("$what is made once", ({ prepare, statuses, writes, runs }) => {
  test("wherever the process is killed that was asked for it", async () => {
    for (let stopAt = 1; ; stopAt += 1) {
      const world = new ServiceWorld();
      const witness = new Witness();
      const process = (pid: number, deployment: Deployment) => {
        const dispatcher = new RunDispatcher({ deployment, serves: true });
        const fetch = witness.around(apiFetch({ deployment, dispatcher, access: null, audit: null }));
        return { pid, dispatcher, fetch };
      };
      const asked = await prepare(
        (...request) => world.settled(ask(process(3, world.deployment(3)).fetch, ...request)),
        world,
      );
      const mortal = new Mortal(world.deployment(1), stopAt);
      const first = process(1, mortal.deployment);
      let answer = null as Called | null;
      void ask(first.fetch, "POST", asked.path, asked.body, key).then((given) => {
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
      const repeated = await world.settled(ask(second.fetch, "POST", asked.path, asked.body, key));
      const again = await world.settled(ask(second.fetch, "POST", asked.path, asked.body, key));
      expect(statuses, `${mortal.points.at(-1)}: ${repeated.text}`).toContain(repeated.status);
      if (repeated.status < 400) expect(again.text).toBe(repeated.text);
      await world.until(async () => (await world.base.documentStore.list("open-runs", { limit: 10 })).length === 0);
      expect(await world.base.writes()).toEqual(writes);
      expect(await world.base.documentStore.list("runs", { limit: 10 })).toHaveLength(runs);
      const draining = second.dispatcher.drain();
      await world.settled(draining);
      witness.testify();
    }
  });
});

test("a token is made once, and whoever asked for it is given it, wherever the process is killed", async () => {
  for (let stopAt = 1; ; stopAt += 1) {
    const world = testDeployment();
    const { tokenWith } = await testAccess({ documentStore: world.documentStore });
    const token = await tokenWith("admin");
    const process = async (deployment: Deployment) => {
      const { documentStore, clock } = deployment;
      const { access } = await testAccess({ documentStore });
      const dispatcher = new RunDispatcher({ deployment, serves: true });
      const audit = new Audit({ documentStore, clock, key: null, place: null });
      return apiFetch({ deployment, dispatcher, access, audit });
    };
    const body = { name: "deploys", role: "reader", expiresInDays: 1 };
    const make = (fetch: Fetch) =>
      ask(fetch, "POST", "/v1/tokens", body, { "idempotency-key": "k", authorization: `Bearer ${token}` });
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
    expect(await world.documentStore.list("tokens", { limit: 10 })).toHaveLength(2);
    if (isAnswered) {
      expect(given).toBe(undefined);
      return;
    }
    // It is kept that the answer was given, and without what is shown once: only that kill comes too late.
    if (given === undefined) expect(mortal.points.at(-1)).toBe("after register.put");
    else
      expect((await ask(second, "GET", "/v1/whoami", undefined, { authorization: `Bearer ${given}` })).status).toBe(
        200,
      );
  }
});
