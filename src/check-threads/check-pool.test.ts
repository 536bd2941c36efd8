import { availableParallelism } from "node:os";
import { afterEach, expect, test } from "vitest";
import { mostProblems } from "../../packages/base/problems/problem-limit.ts";
import { newCheckThread } from "../composition/new-check-thread.ts";
import { catalog } from "../definitions/resources/catalog.ts";
import { Rejection } from "../service/rejection.ts";
import type { CheckFor } from "../service/use-cases/declarations/checker.ts";
import { CheckPool, serviceLimits, serviceShares } from "./check-pool.ts";

const pools: CheckPool[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

function pool(given: Partial<typeof serviceLimits> = {}, by = catalog): CheckPool {
  const made = new CheckPool({
    newThread: () => newCheckThread(by),
    shares: serviceShares(availableParallelism()),
    limits: { ...serviceLimits, ...given },
    now: () => performance.now(),
  });
  pools.push(made);
  return made;
}

const sealed: string[] = [];
const who = (caller: string, signal?: AbortSignal): CheckFor => ({
  caller,
  seal: async (value) => {
    sealed.push(JSON.stringify(value));
    return { $secret: { id: "s1", fingerprint: "f1" } };
  },
  signal,
});

const declaration = `name: portal
config:
  pin: { type: string, secret: true }
providers:
  google: { kind: google, project: acme, region: here }
resources:
  web:
    type: connectors:EndpointAttachment
    properties:
      endpointAttachmentId: web
      serviceAttachment: "\${['projects/p/regions/r', 'serviceAttachments/s'].join('/')}"
outputs:
  pin: "\${config.pin}"
`;

function check(of: CheckPool, text: string, caller = "ann", signal?: AbortSignal) {
  const asked = {
    text: { file: "plumb.yaml", text, config: { pin: "1234" } },
    instead: null,
    surroundings: { environment: process.env, defaults: {} },
    isForPlan: true,
  };
  return of.do("check", asked, who(caller, signal));
}

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
    return "none";
  } catch (cause) {
    return cause instanceof Rejection ? [cause.reason, cause.problems[0]?.code] : (cause as { code?: unknown }).code;
  }
}

const fine = "name: fine\nconfig:\n  pin: { type: string }\n";

/** Of as many operations as one expression may have. */
const sum = Array.from({ length: 20 }, (_, index) => `[1, 2, 3].map(x, x + ${index}).size()`).join(" + ");

/** Takes far longer than any limit of these tests: there is nothing wrong with it that could end the check. */
const endless =
  `${fine}outputs:\n` +
  `${Array.from({ length: 5_000 }, (_, index) => `  o${index}: "\${${sum} + ${index}}"\n`).join("")}`;

test("what a text comes to crosses as data; its secrets are sealed on this thread", async () => {
  const found = await check(pool(), declaration);
  expect(found.problems).toEqual([]);
  expect(found.checked?.nodes.map(({ address }) => address)).toEqual(["web"]);
  expect(found.checked?.outputs["pin"]).toEqual({ $secret: { id: "s1", fingerprint: "f1" } });
  expect(found.needsCel).toBe(true);
  expect(sealed).toContain('"1234"');
});

test("a text is checked by the catalog that the pool was given", async () => {
  const { problems } = await check(pool({}, { ...catalog, resources: {} }), declaration);
  expect(problems.map(({ code }) => code)).toContain("unknown-type");
});

test("a text says what it is, where its parts stand, and how a resource is declared", async () => {
  const of = pool();
  const asked = { text: declaration, file: "plumb.yaml" };
  const { project, config } = await of.do("describe", asked, who("ann"));
  expect([project, config]).toEqual(["portal", { pin: { type: "string", secret: true } }]);
  expect(await of.do("resource", { ...asked, name: "web" }, who("ann"))).toMatchObject({ properties: {} });
  const places = [{ pointer: "/resources/web", at: "key" }] as const;
  expect(await of.do("locate", { ...asked, places }, who("ann"))).toMatchObject([{ line: 7, column: 3 }]);
});

test("no more problems come back than are told", async () => {
  const text = Array.from({ length: 10_000 }, (_, index) => `k${index}: x\n`).join("");
  expect((await check(pool(), text)).problems).toHaveLength(mostProblems + 1);
});

test("a declaration of too many values is refused, however short they are", async () => {
  const { checked, problems } = await check(pool(), `${fine}outputs: { o: [${"[],".repeat(300_000)}] }\n`);
  expect([checked, problems.map(({ code }) => code)]).toEqual([null, ["text-too-complex"]]);
});

test("a job that takes too much of the processor is ended, and the next one is done", async () => {
  // What a thread takes for its start and a small text is far below this on a busy machine as well.
  const of = pool({ cpuMs: 2_000 });
  const [costly, next] = [check(of, endless), check(of, fine, "ben")];
  expect(await codeOf(costly)).toEqual(["unprocessable", "check-too-costly"]);
  expect((await next).problems).toEqual([]);
  expect((await check(of, fine)).problems).toEqual([]);
});

test("a job that takes too much memory is ended, and the next one is done", async () => {
  const of = pool({ heap: 24 * 2 ** 20 });
  expect(await codeOf(check(of, endless))).toEqual(["unprocessable", "check-too-costly"]);
  expect((await pool().do("describe", { text: declaration, file: "f" }, who("ann"))).project).toBe("portal");
});

test("a job that needs more than the 256 MB of a service is ended before V8 ends anything, and the next one is done", async () => {
  // Only its memory ends it: the processor is its own for as long as it likes.
  const of = pool({ cpuMs: 600_000 });
  const hungry = check(of, `${fine}outputs: { o: [${"[],".repeat(6_000_000)}] }\n`);
  const next = check(of, fine, "ben");
  await expect(hungry).rejects.toMatchObject({
    reason: "unprocessable",
    problems: [{ code: "check-too-costly", detail: expect.stringContaining("256 MB") }],
  });
  expect((await next).problems).toEqual([]);
  expect((await check(of, fine)).problems).toEqual([]);
}, 120_000);

test("a job whose client has gone is ended; one that waits does not begin", async () => {
  const of = pool();
  const [first, second] = [new AbortController(), new AbortController()];
  const work = [check(of, endless, "ann", first.signal), check(of, endless, "ann", second.signal)];
  const codes = Promise.all(work.map(codeOf));
  second.abort();
  first.abort();
  expect(await codes).toEqual(["cancelled", "cancelled"]);
  expect((await check(of, fine)).problems).toEqual([]);
});

test("a caller with too many jobs is refused, and others are served meanwhile", async () => {
  const of = pool();
  const gone = new AbortController();
  const hostile = Array.from({ length: 12 }, () => codeOf(check(of, endless, "mallory", gone.signal)));
  expect((await check(of, fine, "ben")).problems).toEqual([]);
  gone.abort();
  const codes = (await Promise.all(hostile)).map(String);
  expect(codes.filter((each) => each === "too many,too-many-checks")).toHaveLength(3);
  expect(codes.filter((each) => each === "cancelled")).toHaveLength(9);
});
