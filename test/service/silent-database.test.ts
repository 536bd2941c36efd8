import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { exchangeOver } from "../../packages/base/exchange/exchange-over.fixture.ts";
import { googleLocal } from "../../packages/local-cloud/google/google-local.ts";
import { LocalCloud } from "../../packages/local-cloud/runtime/local-cloud.ts";
import { LocalStorage } from "../../packages/local-cloud/runtime/local-storage.ts";
import { serveCloud } from "../../packages/local-cloud/runtime/serve-cloud.ts";
import { systemClock, systemIds } from "../../src/composition/machine/system.ts";
import { findPostgres, type PostgresServer, startPostgres } from "../contract/postgres-server.ts";
import { type SilentWay, silentWay } from "../contract/silent-way.ts";
import { type Started, startPlumb } from "../e2e/run-plumb.fixture.ts";

const programs = findPostgres();
const silence = /\(PostgreSQL\) .* \d+ s/;
const names = ["a", "b", "c"];

/**
 * Whether the call that is under way when the database falls silent has had its effect by then, or has it much later.
 */
type Moment = "before its effect" | "after its effect";

/**
 * Real processes whose way to PostgreSQL falls silent: nothing is refused and nothing comes back. The other way stays
 * open, and the cloud, which is in none of them, is the judge.
 */
describe.skipIf(programs === undefined)("a database that falls silent", { timeout: 120_000 }, () => {
  let root: string;
  let database: PostgresServer;
  let storage: LocalStorage;
  let cloud: LocalCloud;
  let cloudUrl: string;
  let way: SilentWay;
  let services: Started[] = [];
  const ending = new AbortController();
  /** What the next write meets; the ones after it meet nothing. */
  let nextWrite: ((proceed: () => Promise<Response>) => Promise<Response>) | undefined;

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), "plumb-silent-"));
    database = await startPostgres(programs ?? "");
    storage = new LocalStorage(":memory:");
    const options = { mode: "documented", operationMs: 0, clock: systemClock, ids: systemIds } as const;
    cloud = new LocalCloud({ storage, vendors: [googleLocal], ...options });
    const watched = async (request: Request) => {
      const meets = request.method === "GET" ? undefined : nextWrite;
      if (meets === undefined) return await cloud.fetch(request);
      nextWrite = undefined;
      return await meets(async () => await cloud.fetch(request));
    };
    ({ url: cloudUrl } = await serveCloud(exchangeOver(watched), 0, ending.signal));
    const lab = { name: "lab", kind: "google", origins: [new URL(cloudUrl).origin] };
    writeFileSync(join(root, "access.json"), JSON.stringify({ credentials: [lab] }));
  }, 180_000);
  beforeEach(async () => {
    const directory = new URL(database.address.replace("@/", "@h/")).searchParams.get("host") ?? "";
    way = await silentWay(join(directory, ".s.PGSQL.5432"));
    nextWrite = undefined;
  });
  afterEach(async () => {
    for (const process of services) process.kill();
    await Promise.all(services.map(({ ended }) => ended));
    services = [];
    way.close();
  });
  afterAll(async () => {
    ending.abort();
    storage.close();
    await database.stop();
    rmSync(root, { recursive: true, force: true });
  });

  /** A process's surroundings: over the way that falls silent, or straight. */
  function environment(over: "the way" | "straight"): Readonly<Record<string, string>> {
    const store = `postgres://plumb:${database.password}@127.0.0.1:${way.port}/postgres?sslmode=disable`;
    return {
      PLUMB_SECRET_KEY_FILE: join(root, "shared.key"),
      PLUMB_ADMIN_TOKEN_FILE: join(root, "admin.token"),
      GOOGLE_OAUTH_ACCESS_TOKEN: "local:admin@local.example",
      PLUMB_STORE: over === "the way" ? store : database.address,
    };
  }

  /** The next write cuts the way and is held; gives when it has come, and the way to let it go. */
  function cutAtNextWrite(moment: Moment) {
    const come = Promise.withResolvers<void>();
    const free = Promise.withResolvers<void>();
    const over = Promise.withResolvers<void>();
    nextWrite = async (proceed) => {
      const early = moment === "after its effect" ? await proceed() : undefined;
      way.cut();
      come.resolve();
      await free.promise;
      const answer = early ?? (await proceed());
      over.resolve();
      return answer;
    };
    const letGo = async () => {
      free.resolve();
      await over.promise;
    };
    return { come: come.promise, letGo };
  }

  async function writes(stack: string): Promise<readonly string[]> {
    const headers = { authorization: "Bearer local:judge@local.example" };
    const answer = await cloud.fetch(new Request("http://cloud.test/_local/log", { headers }));
    const log = (await answer.json()) as { writes: readonly { action: string; object: string }[] };
    return log.writes
      .map(({ action, object }) => `${action} ${object.split("/").at(-1)}`)
      .filter((write) => write.includes(` ${stack}-`));
  }

  const allMade = (stack: string) => names.map((name) => `create ${stack}-${name}`);

  function folderOf(stack: string, name: string): string {
    const folder = join(root, `${stack}-${name}`);
    mkdirSync(folder);
    writeFileSync(join(folder, "plumb.yaml"), declarationOf(stack, cloudUrl));
    return folder;
  }

  describe.each(["before its effect", "after its effect"] as const)("with a call under way, %s", (moment) => {
    const stack = moment === "before its effect" ? "early" : "late";

    test("up ends and says so, another one ends its work, and nothing is made twice", async () => {
      const name = `${stack}-up`;
      const { come, letGo } = cutAtNextWrite(moment);
      const up = ["up", "--yes", "--json", "--parallel", "1", "-s", name];
      const first = startPlumb(up, folderOf(name, "one"), environment("the way"));
      await come;
      const second = startPlumb([...up, "--wait", "2m"], folderOf(name, "two"), environment("straight"));
      // The second comes by the stack while the first one lives; the call in flight is let go before it has come, or
      // long after.
      if (moment === "after its effect") await letGo();
      const ended = await second.ended;
      expect([ended.exitCode, ended.stderr]).toEqual([0, expect.anything()]);
      const before = await writes(name);
      if (moment === "before its effect") await letGo();
      const broken = await first.ended;
      expect(broken.exitCode).toBe(1);
      expect((broken.stdout + broken.stderr).replaceAll(/\s+/g, " ")).toMatch(silence);
      expect(before.toSorted()).toEqual(allMade(name));
      expect(await writes(name)).toEqual(before);
      const plan = await startPlumb(["plan", "--detailed-exitcode", "-s", name], join(root, `${name}-two`), {
        ...environment("straight"),
      }).ended;
      expect(plan.exitCode).toBe(0);
    });

    test("a service loses its run to another one, and nothing is made twice", async () => {
      const name = `${stack}-serve`;
      const [first, second] = [await open(name, "the way"), await open(name, "straight")];
      const text = declarationOf(name, cloudUrl);
      const plan = { kind: "apply", newStack: true, declaration: { file: "plumb.yaml", text, config: {} } };
      const made = await call(first.url, "POST", `/v1/projects/shared/stacks/${name}/plans`, plan);
      const { digest } = (await made.json()) as { digest: string };
      const { come, letGo } = cutAtNextWrite(moment);
      const started = await call(first.url, "POST", `/v1/projects/shared/stacks/${name}/runs`, {
        plan: digest,
        parallel: 1,
      });
      expect(started.status).toBe(202);
      const location = started.headers.get("location") ?? "";
      await come;
      const ready = await call(first.url, "GET", "/readyz");
      const unanswered = { status: "unavailable", reason: "the store has not answered within 2 s" };
      expect([ready.status, await ready.json()]).toEqual([503, unanswered]);
      expect((await call(first.url, "GET", "/livez")).status).toBe(200);
      const refused = await call(first.url, "GET", "/v1/stacks");
      expect([refused.status >= 500, await refused.text()]).toEqual([true, expect.stringMatching(silence)]);
      if (moment === "after its effect") await letGo();

      const events = await (await call(second.url, "GET", `${location}/events?after=0`)).text();
      expect(events).toContain('"status":"done"');
      expect(await (await call(second.url, "GET", location)).json()).toMatchObject({ status: "done" });
      const before = await writes(name);
      expect(before.toSorted()).toEqual(allMade(name));
      if (moment === "before its effect") await letGo();
      first.process.signal("SIGTERM");
      await first.process.ended;
      expect(await writes(name)).toEqual(before);
      expect(await (await call(second.url, "GET", location)).json()).toMatchObject({ status: "done" });
      const again = await (await call(second.url, "POST", `/v1/projects/shared/stacks/${name}/plans`, plan)).json();
      expect(again).toMatchObject({ summary: { same: names.length, create: 0, update: 0, delete: 0 } });
    });
  });

  test.each([["plan"], ["up --yes"], ["drift"], ["stack list"], ["doctor"]])(
    "%s over a way that is silent already ends and says so",
    async (line) => {
      const folder = folderOf(`cut-${line.replaceAll(" ", "-")}`, "one");
      way.cut();
      const { exitCode, stderr } = await startPlumb(line.split(" "), folder, environment("the way")).ended;
      expect(exitCode).toBe(1);
      expect(stderr.replaceAll(/\s+/g, " ")).toMatch(silence);
      expect(await writes("cut-")).toEqual([]);
    },
  );

  async function open(stack: string, over: "the way" | "straight") {
    const dir = `${stack}-${services.length}`;
    const process = startPlumb(
      ["serve", "--port", "0", "--json", "--dir", dir, "--access", "access.json"],
      root,
      environment(over),
    );
    services.push(process);
    await process.says('"firstAdmin"');
    await process.says('"serving"');
    return { process, url: /"url": ?"([^"]+)"/.exec(process.output())?.[1] ?? "" };
  }

  async function call(url: string, method: string, path: string, body?: object): Promise<Response> {
    return fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${readFileSync(join(root, "admin.token"), "utf8").trim()}`,
        ...(body === undefined ? {} : { "content-type": "application/json", "idempotency-key": crypto.randomUUID() }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
});

function declarationOf(stack: string, baseUrl: string): string {
  const resources = names.map(
    (name) =>
      `  ${name}: { type: "connectors:EndpointAttachment", properties: { endpointAttachmentId: ${stack}-${name}, ` +
      "serviceAttachment: projects/p/regions/r/serviceAttachments/s } }\n",
  );
  return `name: shared
providers:
  google: { kind: google, project: acme, region: here, baseUrl: "${baseUrl}" }
resources:
${resources.join("")}`;
}
