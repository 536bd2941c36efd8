import { beforeEach, expect, test } from "vitest";
import { attachments } from "../use-cases/deployment.fixture.ts";
import { planStack } from "../use-cases/plans/make-plans.ts";
import { Gate, person, ServiceWorld } from "./background.fixture.ts";
import type { RunDispatcher } from "./run-dispatcher.ts";

const ann = person("ann");
const ci = person("ci", { principal: "token:ci" });

let world: ServiceWorld;
/** A process that only answers. */
let desk: RunDispatcher;
beforeEach(() => {
  world = new ServiceWorld();
  desk = world.dispatcher(1, { maxConcurrentRuns: 0 });
});

async function asked(dispatcher: RunDispatcher, stack: string, caller = ann): Promise<void> {
  const [project = ""] = stack.split("/");
  const of = attachments({ [stack.replace("/", "-")]: "one" });
  const declaration = { ...of, text: of.text.replace("name: test", `name: ${project}`) };
  const { digest } = await planStack({ stack, kind: "apply", declaration, refresh: true }, world.deployment(9));
  await dispatcher.start({ stack, plan: digest, parallel: 1 }, caller);
  world.base.advance(1);
}

const begun = () => world.happenings.flatMap((each) => (each.kind === "run-begun" ? [each.stack] : []));

test("a worker begins people's runs before those of machines, project by project, and one of a stack at a time", async () => {
  for (const stack of ["shop/a", "shop/b", "shop/c"]) await asked(desk, stack, ci);
  for (const stack of ["shop/c", "shop/d", "bank/a"]) await asked(desk, stack);
  world.dispatcher(2, { maxConcurrentRuns: 1 }).serve();
  await world.until(() => begun().length === 6);
  expect(begun()).toEqual(["shop/c", "bank/a", "shop/d", "shop/a", "shop/b", "shop/c"]);
});

test("whoever asks a busy worker gets no place before those who wait", async () => {
  const gate = new Gate();
  const worker = world.dispatcher(2, { maxConcurrentRuns: 1, deployment: gate.around(world.deployment(2)) });
  worker.serve();
  await asked(worker, "shop/first");
  await asked(desk, "shop/a");
  await world.pass(2_000);
  expect(begun()).toEqual(["shop/first"]);
  gate.open();
  // At the moment at which the place is free.
  await world.until(() => begun().length === 2);
  await asked(worker, "bank/late");
  await world.until(() => begun().length === 3);
  expect(begun()).toEqual(["shop/first", "shop/a", "bank/late"]);
});

test("a worker that has looked at 1 000 runs that wait reads none of them again until it changes", async () => {
  const gate = new Gate();
  for (const stack of ["shop/first", "shop/a"]) await asked(desk, stack);
  const [pattern] = await world.base.documentStore.list("runs", { limit: 1 });
  if (pattern === undefined) throw new Error("no run is kept");
  const asks = Array.from({ length: 1_000 }, (_, number) => `bank/${number}`);
  for (const stack of asks) {
    const run = JSON.parse(JSON.stringify(pattern.document).replaceAll("shop/a", stack));
    await world.base.documentStore.put("open-runs", `${stack}/run`, {});
    await world.base.documentStore.put("runs", `${stack}/run`, run);
  }
  const read: string[] = [];
  const documentStore = new Proxy(world.base.documentStore, {
    get: (of, name) => {
      const found = Reflect.get(of, name);
      if (name !== "get") return typeof found === "function" ? found.bind(of) : found;
      return (collection: string, key: string) => {
        if (collection === "runs") read.push(key);
        return of.get(collection, key);
      };
    },
  });
  const deployment = { ...gate.around(world.deployment(2)), documentStore };
  world.dispatcher(2, { maxConcurrentRuns: 1, deployment }).serve();
  await world.pass(1_500);
  expect(new Set(read).size).toBe(1_002);
  read.length = 0;
  await world.pass(3_000);
  expect(read.filter((key) => key.startsWith("bank/"))).toEqual([]);
});
