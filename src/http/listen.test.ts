import { Agent, get } from "node:http";
import { expect, test } from "vitest";
import type { HttpRequest } from "./http-message.ts";
import { listen } from "./listen.ts";

const done = { status: 200, headers: {}, body: { text: "done" } };
const pieces = { next: () => new Promise<void>((resolve) => setImmediate(resolve)) };

test("a listener that stops answers what is under way, and keeps no connection for more", async () => {
  const begun = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const answer = async () => {
    begun.resolve();
    await released.promise;
    return done;
  };
  const { url, stop } = await listen(answer, { host: "127.0.0.1", port: 0, tls: null, pieces });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const asked = bodyOf(url, agent);
  await begun.promise;
  const stopped = stop(3_600_000);
  released.resolve();
  expect(await asked).toBe("done");
  await stopped;
  await expect(bodyOf(url, agent)).rejects.toThrow(/ECONNREFUSED|ECONNRESET|socket hang up/);
  agent.destroy();
});

function bodyOf(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        body += chunk;
      });
      response.on("end", () => resolve(body));
    }).on("error", reject);
  });
}

test("however many requests one caller sends at once, another's is begun after a few of them", async () => {
  const begun: string[] = [];
  const answer = async ({ headers }: HttpRequest) => {
    begun.push(headers["authorization"] ?? "");
    const end = performance.now() + 5;
    while (performance.now() < end);
    return done;
  };
  const { url, stop } = await listen(answer, { host: "127.0.0.1", port: 0, tls: null, pieces });
  const agent = new Agent({ maxSockets: 200 });
  const ask = (authorization: string) =>
    new Promise<void>((resolve, reject) => {
      get(url, { agent, headers: { authorization } }, (response) => response.resume().on("end", resolve)).on(
        "error",
        reject,
      );
    });
  const many = Array.from({ length: 100 }, () => ask("Bearer many"));
  await Promise.all([...many, ask("Bearer one")]);
  expect(begun.indexOf("Bearer one")).toBeLessThan(50);
  agent.destroy();
  await stop(0);
});
