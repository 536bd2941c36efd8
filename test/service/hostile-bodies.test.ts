import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Started, startPlumb } from "../e2e/run-plumb.fixture.ts";
import { type HostileRequest, hostileRequests } from "./hostile-texts.ts";

/** Milliseconds of the processor that the main thread may work without a turn of the event loop. */
const longestStretch = 100;
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
}

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

  function call(method: string, path: string, body: string): Promise<Response> {
    const authorization = `Bearer ${readFileSync(join(root, "admin.token"), "utf8").trim()}`;
    const headers = { authorization, "content-type": "application/json", "if-none-match": "*", connection: "close" };
    return fetch(`${url}${path}`, { method, headers, body });
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
    return { name, status: answer, stretch: longestSince(before) };
  }

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
    const made = await call("POST", "/v1/stacks/held/plans", JSON.stringify(plan));
    const { digest } = (await made.json()) as { readonly digest: string };
    expect((await call("POST", "/v1/stacks/held/runs", JSON.stringify({ plan: digest }))).status).toBe(202);
    // Ten clients that send a body a byte at a time.
    const slow = Array.from({ length: 10 }, () => {
      const socket = connect(Number(new URL(url).port), "127.0.0.1");
      socket.on("error", () => {});
      const token = readFileSync(join(root, "admin.token"), "utf8").trim();
      socket.write(
        `POST /v1/declarations:check HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n\r\n`,
      );
      return socket;
    });
    sockets.push(...slow);
    const drip = setInterval(() => {
      for (const socket of slow) if (socket.writable) socket.write(" ");
    }, 200);
    const beats = new Set<string>();
    const listening = setInterval(() => beats.add(beatsOf("held")), 500);
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
      const rows = [warmUp, ...outcomes].map(
        ({ name, status, stretch }) => `${name.padEnd(46)} ${status} ${stretch} ms`,
      );
      process.stdout.write(`${rows.join("\n")}\nstates of the lease: ${beats.size}, alive: ${livez}\n`);
    }
    expect(outcomes.filter(({ stretch }) => stretch > longestStretch)).toEqual([]);
    expect(livez).toBe(outcomes.length);
    // One epoch, and a moment that has moved: the holder has beaten, and was never replaced.
    expect(new Set([...beats].map((row) => (JSON.parse(row) as { readonly epoch: number }).epoch)).size).toBe(1);
    expect(beats.size).toBeGreaterThan(1);
  });
});
