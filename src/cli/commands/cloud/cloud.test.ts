import { describe, expect, test } from "vitest";
import { runFake } from "../../cli-context.fixture.ts";

describe("the local cloud", () => {
  test("serves until stopped", async () => {
    const stop = new AbortController();
    const ports: number[] = [];
    const serveCloud = async (port: number) => {
      ports.push(port);
      queueMicrotask(() => stop.abort());
      return { url: "http://127.0.0.1:9000", closed: new Promise<void>(() => {}) };
    };
    const { code, stdout } = await runFake("cloud --port 9000", {}, { serveCloud, signal: stop.signal });
    expect(code).toBe(0);
    expect(ports).toEqual([9000]);
    expect(stdout).toContain("http://127.0.0.1:9000");
    expect((await runFake("cloud --port 70000")).code).toBe(2);
  });

  test("seed, log and clock", async () => {
    const write = {
      seq: 1,
      at: "t",
      vendor: "google",
      action: "create",
      object: "o",
      method: "POST",
      path: "/p",
      caller: "a",
    };
    const routes = {
      "POST /_local/seed": { body: { seeded: 2 } },
      "GET /_local/log?after=3": { body: { writes: [write] } },
      "POST /_local/clock": { body: { offsetMs: 31 * 86_400_000 } },
    };
    const seeds = { "s.json": '[{"kind":"a"},{"kind":"b"}]', "bad.json": "{" };
    const seeded = await runFake("cloud seed s.json", routes, { files: seeds });
    expect(seeded.stdout).toBe("Seeded 2 objects in the local cloud.\n");
    expect(seeded.requests[0]?.body).toEqual([{ kind: "a" }, { kind: "b" }]);
    expect((await runFake("cloud seed bad.json", routes, { files: seeds })).code).toBe(2);
    expect((await runFake("cloud seed none.json", routes)).code).toBe(2);
    expect((await runFake("cloud log --after 3", routes)).stdout).toContain("1    t   google  create");
    const clock = await runFake("cloud clock --advance-days 31", routes);
    expect(clock.stdout).toContain("31 days ahead");
    expect(clock.requests[0]?.body).toEqual({ advanceMs: 31 * 86_400_000 });
    expect((await runFake("cloud clock", routes)).code).toBe(2);
  });

  test("a refused seed is a mistake with the cloud's own words", async () => {
    const routes = { "POST /_local/seed": { status: 400, body: { message: "unknown kind" } } };
    const { code, stderr } = await runFake("cloud seed s.json", routes, { files: { "s.json": "{}" } });
    expect(code).toBe(2);
    expect(stderr).toContain("unknown kind");
  });
});
