import { describe, expect, test } from "vitest";
import type { Fetch } from "../../packages/base/exchange/fetch.ts";
import { Fault } from "../../packages/base/fault.ts";
import type { DocumentStore } from "../../src/engine/ports/document-store.ts";
import { apiFetch } from "../../src/http/fetch-api.fixture.ts";
import { ServiceWorld } from "../../src/service/background/background.fixture.ts";
import { Mortal } from "../../src/service/background/mortal.fixture.ts";
import { RunDispatcher } from "../../src/service/background/run-dispatcher.ts";
import { allHandlers } from "../../src/service/handlers/all-handlers.ts";
import type { Deployment } from "../../src/service/use-cases/deployment.ts";
import type { Called } from "./api-world.ts";
import { ask } from "./keyed-ask.ts";
import { type KeyedCase, keyedCases } from "./keyed-cases.ts";
import { LostAnswer } from "./lost-answer.ts";
import { Witness } from "./witness.ts";

// The platform carries a request's first write out, its answer is lost, and nothing can be read for a while. Whoever
// repeats the request with its key gets what it was to get, and nothing is made twice.

/**
 * These keyed operations ask nothing of a platform, or what is the same when it is asked for twice (a registration).
 */
const withoutPlatform = ["createToken", "registerProviders", "revokeToken", "repairStore"];

test("every keyed operation is tried", () => {
  const keyed = allHandlers.filter(({ isIdempotentByKey }) => isIdempotentByKey === true);
  const tried = new Set([...keyedCases.map(({ operationId }) => operationId), ...withoutPlatform]);
  expect([...tried].toSorted()).toEqual(keyed.map(({ operationId }) => operationId).toSorted());
});

/** A service of several processes, at which one request is made again and again. */
class Repetition {
  readonly world = new ServiceWorld();
  readonly lost = new LostAnswer(this.world.base);
  readonly #witness = new Witness();
  readonly #serving = new Map<number, RunDispatcher>();
  #request: { readonly path: string; readonly body?: unknown } = { path: "" };
  #headers: Readonly<Record<string, string>> = {};

  async prepare({ prepare, headers = {} }: KeyedCase): Promise<void> {
    this.#headers = headers;
    const { fetch } = this.#application(this.world.deployment(9));
    this.#request = await prepare((...asked) => this.world.settled(ask(fetch, ...asked)), this.world);
  }

  /** A process; one that stops before or after that write of all its writes. */
  process(pid: number, stopAt?: number): { readonly fetch: Fetch; readonly mortal: Mortal } {
    const mortal = new Mortal(this.lost.around(this.world.deployment(pid)), stopAt);
    const { fetch, dispatcher } = this.#application(mortal.deployment);
    dispatcher.serve();
    this.#serving.set(pid, dispatcher);
    return { mortal, fetch };
  }

  /** A process that can say nothing of the requests that it carries out, once it has begun. */
  muted(pid: number): Fetch {
    const deployment = this.lost.around(this.world.deployment(pid));
    const { documentStore } = deployment;
    const muted: DocumentStore = Object.create(documentStore, {
      put: {
        value: async (...given: Parameters<DocumentStore["put"]>) => {
          const [collection, , , expected] = given;
          if (collection === "idempotency-keys" && expected?.revision !== null)
            throw new Fault("store-busy", "its word does not come through");
          return documentStore.put(...given);
        },
      },
    }) as DocumentStore;
    const { fetch, dispatcher } = this.#application({ ...deployment, documentStore: muted });
    dispatcher.serve();
    this.#serving.set(pid, dispatcher);
    return fetch;
  }

  kill(pid: number): void {
    this.world.dead.add(pid);
    this.#serving.delete(pid);
  }

  ask(fetch: Fetch): Promise<Called> {
    const { path, body } = this.#request;
    return ask(fetch, "POST", path, body, { "idempotency-key": "k", ...this.#headers });
  }

  /** As a client does it: again with the same key as long as it is not known what came of the request. */
  async untilAnswered(fetch: Fetch): Promise<Called> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.world.settled(this.ask(fetch));
      const isOpen = answer.status >= 500 || answer.text.includes('"key-in-use"');
      if (!isOpen || attempt === 5) return answer;
      await this.world.pass(5_000);
    }
  }

  /** What the request came to in the end, however often it was made. */
  async expectDone({ statuses, writes }: KeyedCase, answer: Called, fetch: Fetch, point = ""): Promise<void> {
    expect(statuses, `${point}: ${answer.text}`).toContain(answer.status);
    const again = await this.world.settled(this.ask(fetch));
    if (answer.status < 400) expect([again.status, again.text], point).toEqual([answer.status, answer.text]);
    const isOver = async () => (await this.world.base.documentStore.list("open-runs", { limit: 10 })).length === 0;
    await this.world.until(isOver);
    expect(await this.world.base.writes(), point).toEqual(writes);
    await this.world.settled(Promise.all([...this.#serving.values()].map((each) => each.drain())));
    this.#witness.testify();
  }

  #application(deployment: Deployment): { readonly fetch: Fetch; readonly dispatcher: RunDispatcher } {
    const dispatcher = new RunDispatcher({ deployment, serves: true });
    const served = apiFetch({ deployment, dispatcher, access: null, audit: null });
    return { dispatcher, fetch: this.#witness.around(served) };
  }
}

describe.each(keyedCases)("$what is made once, when the vendor's answer is lost", (tried) => {
  test("by whoever repeats it at the same process", async () => {
    const repetition = new Repetition();
    await repetition.prepare(tried);
    const { fetch } = repetition.process(1);
    const first = await repetition.world.settled(repetition.ask(fetch));
    expect([...tried.statuses, 504], first.text).toContain(first.status);
    const again = await repetition.world.settled(repetition.ask(fetch));
    expect(again.status, again.text).toBe(first.status);
    await repetition.lost.mend();
    await repetition.expectDone(tried, await repetition.untilAnswered(fetch), fetch);
  });

  test("by whoever repeats it at another process of the same store", async () => {
    const repetition = new Repetition();
    await repetition.prepare(tried);
    await repetition.world.settled(repetition.ask(repetition.process(1).fetch));
    const { fetch } = repetition.process(2);
    await repetition.world.settled(repetition.ask(fetch));
    await repetition.lost.mend();
    await repetition.expectDone(tried, await repetition.untilAnswered(fetch), fetch);
  });

  test("by whoever repeats it while the first is under way", async () => {
    const repetition = new Repetition();
    await repetition.prepare(tried);
    const [one, two] = [repetition.process(1), repetition.process(2)];
    const at = [one.fetch, two.fetch, one.fetch];
    await repetition.world.settled(Promise.all(at.map((fetch) => repetition.ask(fetch))));
    await repetition.lost.mend();
    await repetition.expectDone(tried, await repetition.untilAnswered(two.fetch), two.fetch);
  });

  test("by another process that hears no more of the first, which goes on", async () => {
    const repetition = new Repetition();
    await repetition.prepare(tried);
    const first = repetition.ask(repetition.muted(1)).catch(() => null);
    await repetition.world.pass(1_000);
    const { fetch } = repetition.process(2);
    await repetition.world.settled(repetition.ask(fetch));
    await repetition.lost.mend();
    await repetition.expectDone(tried, await repetition.untilAnswered(fetch), fetch);
    await repetition.world.settled(first);
  });

  test("wherever the process is killed that was asked for it", async () => {
    for (let stopAt = 1; ; stopAt += 1) {
      const repetition = new Repetition();
      await repetition.prepare(tried);
      const { fetch, mortal } = repetition.process(1, stopAt);
      let isAnswered = false;
      void repetition.ask(fetch).then(() => {
        isAnswered = true;
      });
      await repetition.world.until(() => isAnswered || mortal.isStopped);
      if (isAnswered) return;
      repetition.kill(1);
      await repetition.lost.mend();
      const second = repetition.process(2);
      const answer = await repetition.untilAnswered(second.fetch);
      await repetition.expectDone(tried, answer, second.fetch, mortal.points.at(-1));
    }
  });
});

test("an object whose making is not waited for is made once, and the key says so in the end", async () => {
  const repetition = new Repetition();
  const [named] = keyedCases.filter(({ what }) => what === "an object that gets its name here");
  if (named === undefined) throw new Error("the case has another name");
  await repetition.prepare({ ...named, headers: { prefer: "respond-async" } });
  const { fetch } = repetition.process(1);
  const begun = await repetition.world.settled(repetition.ask(fetch));
  expect(begun.status).toBe(202);
  await repetition.world.pass(5_000);
  await repetition.lost.mend();
  await repetition.world.settled(repetition.ask(fetch));
  await repetition.world.pass(5_000);
  await repetition.expectDone(named, await repetition.untilAnswered(fetch), fetch);
});
