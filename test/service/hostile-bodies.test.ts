import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../packages/base/json/json.ts";
import { type Started, startPlumb } from "../e2e/run-plumb.fixture.ts";
import { type HostileRequest, hostileRequests } from "./hostile-texts.ts";
import { largeDeclaration, multipliedState } from "./large-stacks.ts";
import { longestStretch } from "./reference-work.ts";

/** Made by `npm run test:crash`, and with what it needs beside it. */
const bundle = fileURLToPath(new URL("../../dist/plumb.mjs", import.meta.url));
const probe = fileURLToPath(new URL("longest-stretch.mjs", import.meta.url));

/** A declaration whose run waits for its cloud for as long as the test lasts. */
const waiting = `name: waiting
providers:
  google: { kind: google, project: acme, region: here }
resources:
  first:
    type: connectors:EndpointAttachment
    properties: { endpointAttachmentId: first, serviceAttachment: projects/p/regions/r/serviceAttachments/s }
`;

interface Outcome {
  readonly name: string;
  readonly status: number;
  readonly stretch: number;
  readonly allowed: number;
}

/** Those that took longer than is allowed, with what that was on this machine at that moment. */
const tooLong = (outcomes: readonly Outcome[]) => outcomes.filter(({ stretch, allowed }) => stretch > allowed);

const rowOf = ({ name, status, stretch, allowed }: Outcome) =>
  `${name.padEnd(46)} ${status} ${stretch} ms of ${Math.round(allowed)} ms\n`;

describe("a service that is sent hostile bodies", { timeout: 900_000 }, () => {
  let root: string;
  let service: Started;
  let url: string;
  let stretches: string;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), "plumb-hostile-"));
    stretches = join(root, "stretches");
    writeFileSync(stretches, "");
    const environment = {
      ...{ PLUMB_ADMIN_TOKEN_FILE: join(root, "admin.token"), PLUMB_LOCAL_OPERATION_MS: "3600000" },
      ...{ NODE_OPTIONS: `--import=${probe}`, PLUMB_STRETCHES: stretches },
    };
    const argv = ["serve", "--port", "0", "--json", "--dir", "state", "--log-level", "warn"];
    service = startPlumb(argv, root, environment, bundle);
    await service.says('"firstAdmin"');
    url = /"url": ?"([^"]+)"/.exec(service.output())?.[1] ?? "";
  }, 120_000);
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    service.kill();
    await service.ended;
    rmSync(root, { recursive: true, force: true });
  });

  const bearer = () => `Bearer ${readFileSync(join(root, "admin.token"), "utf8").trim()}`;

  function call(method: string, path: string, body: string): Promise<Response> {
    const authorization = bearer();
    const headers = { authorization, "content-type": "application/json", "if-none-match": "*", connection: "close" };
    return fetch(`${url}${path}`, { method, headers, body });
  }

  /** Writes whatever stands there. */
  function put(path: string, body: string): Promise<Response> {
    const headers = { authorization: bearer(), "content-type": "application/json", "if-match": "*" };
    return fetch(`${url}${path}`, { method: "PUT", headers, body });
  }

  function remove(path: string): Promise<Response> {
    return fetch(`${url}${path}`, { method: "DELETE", headers: { authorization: bearer(), "if-match": "*" } });
  }

  /** The longest stretch since the file was read last. */
  function longestSince(before: number): number {
    const lines = readFileSync(stretches, "utf8").split("\n").slice(before, -1);
    return Math.max(0, ...lines.map(Number));
  }
  const told = () => readFileSync(stretches, "utf8").split("\n").length - 1;

  async function sent({ name, method, path, body, statuses }: HostileRequest): Promise<Outcome> {
    const before = told();
    // One that is refused before it was read whole is cut off where it stands.
    const answer = await call(method, path, body).then(
      async (response) => {
        const problems = ((await response.json()) as { readonly problems?: readonly object[] }).problems ?? [];
        expect(problems.length, name).toBeLessThanOrEqual(101);
        return response.status;
      },
      () => (statuses.includes(413) ? 413 : 0),
    );
    expect(statuses, `${name}: ${answer}`).toContain(answer);
    await sleep(20);
    const stretch = longestSince(before);
    return { name, status: answer, stretch, allowed: longestStretch(stretch) };
  }

  const epochOf = (stack: string) => (JSON.parse(beatsOf(stack)) as { readonly epoch: number }).epoch;

  function beatsOf(stack: string): string {
    const store = new DatabaseSync(join(root, "state", "state.db"), { readOnly: true });
    const row = store.prepare("SELECT epoch, lease_until FROM stack WHERE name = ?").get(stack);
    store.close();
    return JSON.stringify(row ?? null);
  }

  test("works on no more than 100 ms at once, stays live and keeps its leases", async () => {
    // The probe is there: it has seen the service start.
    expect(told()).toBeGreaterThan(0);
    const declaration = { file: "plumb.yaml", text: waiting, config: {} };
    const plan = { kind: "apply", newStack: true, declaration };
    const made = await call("POST", "/v1/projects/waiting/stacks/held/plans", JSON.stringify(plan));
    const { digest } = (await made.json()) as { readonly digest: string };
    expect((await call("POST", "/v1/projects/waiting/stacks/held/runs", JSON.stringify({ plan: digest }))).status).toBe(
      202,
    );
    // Ten clients that send a body a byte at a time.
    const slow = Array.from({ length: 10 }, () => {
      const socket = connect(Number(new URL(url).port), "127.0.0.1");
      socket.on("error", () => {});
      const token = readFileSync(join(root, "admin.token"), "utf8").trim();
      socket.write(
        `POST /v1/declarations:check HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n` +
          "content-type: application/json\r\ncontent-length: 1000000\r\n\r\n",
      );
      return socket;
    });
    sockets.push(...slow);
    const drip = setInterval(() => {
      for (const socket of slow) if (socket.writable) socket.write(" ");
    }, 200);
    const beats = new Set<string>();
    const listening = setInterval(() => beats.add(beatsOf("waiting/held")), 500);
    const warmUp = await sent(hostileRequests()[0] as HostileRequest);
    const outcomes: Outcome[] = [];
    let livez = 0;
    try {
      for (const request of hostileRequests()) {
        outcomes.push(await sent(request));
        const alive = await fetch(`${url}/livez`);
        livez += alive.status === 200 ? 1 : 0;
      }
    } finally {
      clearInterval(drip);
      clearInterval(listening);
      const rows = [warmUp, ...outcomes].map(rowOf);
      process.stdout.write(`${rows.join("")}states of the lease: ${beats.size}, alive: ${livez}\n`);
    }
    expect(tooLong(outcomes)).toEqual([]);
    expect(livez).toBe(outcomes.length);
    // One epoch, and a moment that has moved: the holder has beaten, and was never replaced.
    expect(new Set([...beats].map((row) => (JSON.parse(row) as { readonly epoch: number }).epoch)).size).toBe(1);
    expect(beats.size).toBeGreaterThan(1);
  });

  test("works on no more than 100 ms at once on stacks of thousands, whatever is asked of them", async () => {
    const heldUnder = epochOf("waiting/held");
    const outcomes: Outcome[] = [];
    /**
     * Asks, and notes the longest stretch until the answer is there. What took too long is asked again where it can be,
     * and its shortest time counts: what our code does in one go shows each time, and what a busy machine adds (by
     * collecting garbage, most likely) does not. Every time that took too long is printed.
     */
    async function asked(
      name: string,
      statuses: readonly number[],
      ask: () => Promise<Response>,
      mostTimes = 3,
    ): Promise<string> {
      for (let shortest = Number.POSITIVE_INFINITY, times = 1; ; times += 1) {
        const before = told();
        const answer = await ask();
        const text = await answer.text();
        await sleep(20);
        const stretch = longestSince(before);
        const allowed = longestStretch(stretch);
        shortest = Math.min(shortest, stretch);
        expect(statuses, `${name}: ${text.slice(0, 500)}`).toContain(answer.status);
        if (stretch > allowed) process.stdout.write(`${name}: ${stretch} ms, time ${times}\n`);
        if (shortest > allowed && times < mostTimes) continue;
        outcomes.push({ name, status: answer.status, stretch: shortest, allowed });
        return text;
      }
    }
    const planned = (stack: string, text: string) => {
      const declaration = { file: "plumb.yaml", text, config: {} };
      return call(
        "POST",
        `/v1/projects/large/stacks/${stack}/plans`,
        JSON.stringify({ kind: "apply", newStack: true, declaration }),
      );
    };
    const planOf = (stack: string, more: object) =>
      call("POST", `/v1/projects/large/stacks/${stack}/plans`, JSON.stringify(more));
    const digestIn = (text: string) => (JSON.parse(text) as { readonly digest: string }).digest;
    const read = (path: string) => fetch(`${url}${path}`, { headers: { authorization: bearer() } });
    async function carriedOut(name: string, stack: string, plan: string): Promise<void> {
      await asked(
        name,
        [202],
        () => call("POST", `/v1/projects/large/stacks/${stack}/runs`, JSON.stringify({ plan })),
        1,
      );
      const before = told();
      const isOver = async () => {
        const runs = await (await read(`/v1/projects/large/stacks/${stack}/runs?limit=1`)).text();
        return !/"status": ?"(queued|running|waiting)"/.test(runs);
      };
      while (!(await isOver())) await sleep(500);
      const stretch = longestSince(before);
      outcomes.push({ name: `${name}, to its end`, status: 200, stretch, allowed: longestStretch(stretch) });
    }
    try {
      await asked("plan of 20 (nothing is warm yet)", [201], () => planned("little", largeDeclaration(20)));
      await asked("plan of 1000", [201], () => planned("thousand", largeDeclaration(1_000)));
      const made = digestIn(await asked("plan of 4000", [201], () => planned("large", largeDeclaration(4_000))));
      await asked("the plan of 4000 again", [200], () => read(`/v1/projects/large/stacks/large/plans/${made}`));
      await asked("a page of the steps of the plan of 4000", [200], () =>
        read(`/v1/projects/large/stacks/large/plans/${made}/steps`),
      );
      const six = [1, 2, 3, 4, 5, 6].map((number) => largeDeclaration(6_000, `text ${number}`));
      await asked("six plans of 6000 at once", [201], async () => {
        const answers = await Promise.all(six.map((text) => planned("six", text)));
        return answers.find(({ status }) => status !== 201) ?? (answers[0] as Response);
      });
      await carriedOut("run of 4000", "large", made);
      await asked("plan of 4000 that are as declared", [201], () => planned("large", largeDeclaration(4_000)));
      await asked("plan of 4000 changes", [201], () => planned("large", largeDeclaration(4_000, "second")));
      const runs = JSON.parse(await asked("runs", [200], () => read("/v1/projects/large/stacks/large/runs"))) as {
        readonly runs: readonly { readonly run: string }[];
      };
      const run = runs.runs[0]?.run ?? "";
      await asked("the run of 4000", [200], () => read(`/v1/projects/large/stacks/large/runs/${run}`));
      const steps = `/v1/projects/large/stacks/large/runs/${run}/steps`;
      await asked("a page of the steps of the run of 4000", [200], () => read(steps));
      await asked("all steps of the run of 4000", [200], () => read(`${steps}?limit=10000`));
      await asked("plan of an undo", [201], () => planOf("large", { kind: "undo", run }));
      const single = await planned("one", largeDeclaration(1, "first", "imported"));
      await carriedOut("run of 1", "one", digestIn(await single.text()));
      const one = JSON.parse(await (await read("/v1/projects/large/stacks/one/state")).text()) as JsonObject;
      const document = multipliedState(one, 10_000);
      const body = JSON.stringify({ document, force: true });
      await carriedOut(
        "run of a destroy of 4000",
        "large",
        digestIn(await asked("plan of a destroy", [201], () => planOf("large", { kind: "destroy" }))),
      );
      const thousand = JSON.stringify({ document: multipliedState(one, 1_000), force: true });
      await asked("import of 1000", [200], () => put("/v1/projects/large/stacks/one/state", thousand));
      await asked("import of 1000 in place of as many", [200], () =>
        put("/v1/projects/large/stacks/one/state", thousand),
      );
      await asked("export of 1000", [200], () => read("/v1/projects/large/stacks/one/state"));
      await asked("import of 10000", [200], () => put("/v1/projects/large/stacks/one/state", body));
      await asked("import of 10000 in place of as many", [200], () => put("/v1/projects/large/stacks/one/state", body));
      await asked("export of 10000", [200], () => read("/v1/projects/large/stacks/one/state"));
      await asked("list of 10000", [200], () => read("/v1/projects/large/stacks/one/resources?limit=500"));
      await asked("filtered list of 10000", [200], () =>
        read("/v1/projects/large/stacks/one/resources?filter=name:r9"),
      );
      await asked("drift of 10000", [200], () => read("/v1/projects/large/stacks/one/drift"));
      await asked("plan of a refresh of 10000", [201], () => planOf("one", { kind: "refresh" }));
      await asked("plan of a destroy of 10000", [201], () => planOf("one", { kind: "destroy" }));
      const edits = JSON.parse(
        await asked("edits of a stack of 10000", [200], () => read("/v1/projects/large/stacks/one/edits")),
      ) as {
        readonly edits: readonly { readonly edit: string }[];
      };
      const edit = edits.edits[0]?.edit ?? "";
      await asked("plan of an undo of an import of 10000", [201], () => planOf("one", { kind: "undo", run: edit }));
      await asked("forgetting one of 10000", [204], () => remove("/v1/projects/large/stacks/one/resources/r5"), 1);
      const none = JSON.stringify({ document: multipliedState(one, 0), force: true });
      await asked("import of nothing in place of 10000", [200], () => put("/v1/projects/large/stacks/one/state", none));
      await asked("removal of a stack that had 10000", [204], () => remove("/v1/projects/large/stacks/one"), 1);
      await asked("description of the API", [200], () => read("/v1/openapi.json"));
    } finally {
      process.stdout.write(outcomes.map(rowOf).join(""));
    }
    expect(tooLong(outcomes)).toEqual([]);
    // The holder was never replaced.
    expect(epochOf("waiting/held")).toBe(heldUnder);
  });
});
