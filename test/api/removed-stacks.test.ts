import { expect, test } from "vitest";
import { Fault } from "../../packages/base/fault.ts";
import type { DocumentStore } from "../../src/engine/ports/document-store.ts";
import { testAccess } from "../../src/service/access/access.fixture.ts";
import { DriftSchedule } from "../../src/service/background/drift-schedule.ts";
import { Retention } from "../../src/service/background/kept-runs/retention.ts";
import { WebhookOutbox } from "../../src/service/background/webhooks/webhook-outbox.ts";
import {
  attachments,
  type TestDeployment,
  testDeployment,
  upAt,
} from "../../src/service/use-cases/deployment.fixture.ts";
import { forgetResource } from "../../src/service/use-cases/state/edit-state.ts";
import { ApiWorld, type Called } from "./api-world.ts";

// What hangs on a stack goes with it, wherever its removal breaks off, and is never taken for that of the next one.

const { signal } = new AbortController();
const note = () => {};

/** A service over a world; the writes of its register go through `before`. */
class Service {
  readonly world: TestDeployment;
  readonly #api: ApiWorld;
  readonly #token: string;

  private constructor(world: TestDeployment, api: ApiWorld, token: string) {
    this.world = world;
    this.#api = api;
    this.#token = token;
  }

  static async over(world: TestDeployment, before: () => Promise<void> = async () => {}): Promise<Service> {
    const access = await testAccess({ documentStore: world.documentStore, stacks: world.store });
    const deployment = { ...world, documentStore: watched(world.documentStore, before) };
    return new Service(world, await ApiWorld.served({ deployment }, world, access), await access.tokenWith("admin"));
  }

  call(method: string, path: string, body?: unknown, headers = {}): Promise<Called> {
    const sent = body === undefined ? {} : { body };
    return this.#api.call(method, `/v1/projects/test/stacks${path}`, { token: this.#token, headers, ...sent });
  }

  async done(method: string, path: string, body?: unknown, headers = {}): Promise<Called> {
    const called = await this.call(method, path, body, headers);
    if (called.status >= 300) throw new Error(`${method} ${path}: ${called.status} ${called.text}`);
    return called;
  }

  /** A stack `dev` with a declaration, settings, a plan, a run that waits, and a look for drift. */
  async makeStack(): Promise<string> {
    await this.done("POST", "", { name: "dev" });
    const { file, text, config } = attachments({ a: "one" });
    await this.done("PUT", "/dev/declaration", { file, text, config }, { "if-none-match": "*" });
    await this.done("PUT", "/dev/declaration", { file, text: `${text}\n`, config }, { "if-match": "*" });
    await this.done(
      "PUT",
      "/dev/settings",
      { approvals: 1, driftEveryMs: 60_000, webhooks: [webhook] },
      { "if-match": "*" },
    );
    const plan = await this.#api.plan("dev", attachments({ a: "one" }), { token: this.#token });
    const run = await this.#api.start("dev", plan.digest, { token: this.#token });
    await lookForDrift(this.world);
    return run;
  }

  /** What is kept of `dev`, as callers see it. */
  async kept(): Promise<unknown> {
    const runs = (await this.done("GET", "/dev/runs")).body as { readonly runs: readonly { readonly run: string }[] };
    const plans = (await this.done("GET", "/dev/plans")).body as { readonly plans: readonly unknown[] };
    return {
      declaration: (await this.call("GET", "/dev/declaration")).status,
      versions: (await this.call("GET", "/dev/declaration/versions/1")).status,
      approvals: ((await this.done("GET", "/dev/settings")).body as { readonly approvals: number }).approvals,
      runs: runs.runs.map(({ run }) => run),
      plans: plans.plans.length,
      drift: (await this.call("GET", "/dev/drift?scheduled=true")).status,
    };
  }
}

const webhook = { id: "w", url: "https://hooks.example/x", topics: ["drift.found"], secret: `whsec_${"A".repeat(44)}` };
const nothing = { declaration: 404, versions: 404, approvals: 0, runs: [], plans: 0, drift: 404 };
const all = (run: string) => ({ declaration: 200, versions: 200, approvals: 1, runs: [run], plans: 1, drift: 200 });

async function lookForDrift(deployment: TestDeployment): Promise<void> {
  const outbox = new WebhookOutbox({ deployment, exchange: null, random: () => 0.5, note, signal });
  const schedule = new DriftSchedule({ deployment, outbox, note, signal });
  await schedule.checkDueStacks();
  await schedule.settled();
}

/** `before` is called before each write. */
function watched(documentStore: DocumentStore, before: () => Promise<void>): DocumentStore {
  return {
    get: documentStore.get,
    revisions: documentStore.revisions,
    list: documentStore.list,
    readLog: documentStore.readLog,
    logLength: documentStore.logLength,
    changes: documentStore.changes,
    put: async (...given) => before().then(() => documentStore.put(...given)),
    remove: async (...given) => before().then(() => documentStore.remove(...given)),
    changeAll: async (...given) => before().then(() => documentStore.changeAll(...given)),
    tryWrite: async () => before().then(() => documentStore.tryWrite()),
    deleteExpired: async (...given) => before().then(() => documentStore.deleteExpired(...given)),
    appendLog: async (...given) => before().then(() => documentStore.appendLog(...given)),
    continueLog: async (...given) => before().then(() => documentStore.continueLog(...given)),
    removeLog: async (...given) => before().then(() => documentStore.removeLog(...given)),
  };
}

/** What the register keeps of stacks. */
async function left({ documentStore }: TestDeployment): Promise<readonly string[]> {
  const collections = [
    ...["declarations", "former-declarations", "declarations-of-stacks", "former-declarations-of-stacks"],
    ...["settings-of-stacks", "runs", "open-runs", "drift", "drift-schedule"],
  ];
  const found: string[] = [];
  for (const collection of collections)
    for (const { key } of await documentStore.list(collection, { limit: 1000 })) found.push(`${collection} ${key}`);
  return found;
}

/** Removes `dev` of a new world; `at` is called before each write, with its number. Gives how many there were. */
async function removal(at: (service: Service, write: number) => Promise<void>): Promise<[Service, number]> {
  const world = testDeployment();
  const plain = await Service.over(world);
  let writes = 0;
  let isArmed = false;
  const removing = await Service.over(world, async () => {
    if (!isArmed) return;
    isArmed = false;
    writes += 1;
    await at(plain, writes);
    isArmed = true;
  });
  await plain.makeStack();
  isArmed = true;
  await removing.call("DELETE", "/dev");
  isArmed = false;
  return [plain, writes];
}

test("a stack made anew starts empty wherever the removal of the old one broke off, and a look clears what is left", async () => {
  for (let deadline = 1, isOver = false; !isOver; deadline += 1) {
    let isDead = false;
    const [service, writes] = await removal(async (_, write) => {
      isDead ||= write >= deadline;
      if (isDead) throw new Fault("store-failed", "the process has died");
    });
    isOver = writes < deadline;
    if ((await service.call("GET", "/dev")).status === 404) await service.done("POST", "", { name: "dev" });
    else {
      // It died before the stack was gone.
      expect(await service.kept()).toMatchObject({ declaration: 200, plans: 1 });
      await service.done("DELETE", "/dev");
      await service.done("POST", "", { name: "dev" });
    }
    expect(await service.kept(), `dead at write ${deadline}`).toEqual(nothing);
    await new Retention({ deployment: service.world, note, signal }).look();
    expect(await left(service.world), `dead at write ${deadline}`).toEqual([]);
    expect(deadline).toBeLessThan(100);
  }
});

test("a stack that is made anew while the old one is cleared away keeps all that is its own", async () => {
  for (let moment = 1, isOver = false; !isOver; moment += 1) {
    let run: string | null = null;
    const [service, writes] = await removal(async (other, write) => {
      if (run !== null || write < moment || (await other.call("GET", "/dev")).status !== 404) return;
      run = await other.makeStack();
    });
    isOver = writes < moment;
    if (run === null) continue;
    await new Retention({ deployment: service.world, note, signal }).look();
    expect(await service.kept(), `made anew before write ${moment}`).toEqual(all(run));
    expect(moment).toBeLessThan(100);
  }
});

test("a look for drift that ends after its stack was removed tells nothing of the next one, nor leaves anything", async () => {
  let meanwhile: (() => Promise<void>) | null = null;
  const world = testDeployment({
    around: (driver) => ({
      ...driver,
      read: async (...given) => {
        const work = meanwhile;
        meanwhile = null;
        await work?.();
        return driver.read(...given);
      },
      list: async (...given) => {
        const work = meanwhile;
        meanwhile = null;
        await work?.();
        return driver.list(...given);
      },
    }),
  });
  await upAt("test/dev", world, attachments({ a: "one" }));
  const service = await Service.over(world);
  const settings = { approvals: 0, driftEveryMs: 60_000, webhooks: [webhook] };
  await service.done("PUT", "/dev/settings", settings, { "if-match": "*" });
  await world.wire("PATCH", "v1/projects/acme/locations/here/endpointAttachments/a?updateMask=description", {
    description: "by hand",
  });
  meanwhile = async () => {
    await forgetResource("test/dev", "a", world);
    await service.done("DELETE", "/dev");
    await service.done("POST", "", { name: "dev" });
    await service.done("PUT", "/dev/settings", { ...settings, driftEveryMs: null }, { "if-match": "*" });
  };
  await lookForDrift(world);
  expect(meanwhile).toBeNull();
  expect((await service.call("GET", "/dev/drift?scheduled=true")).status).toBe(404);
  expect(await world.documentStore.list("webhook-outbox", { limit: 10 })).toEqual([]);
  await new Retention({ deployment: world, note, signal }).look();
  expect((await left(world)).filter((each) => !each.startsWith("settings-of-stacks"))).toEqual([]);
});
