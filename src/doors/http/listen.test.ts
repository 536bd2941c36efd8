import { Agent, get } from "node:http";
import { expect, test } from "vitest";
import { listen } from "./listen.ts";

test("a listener that stops answers what is under way, and keeps no connection for more", async () => {
  const begun = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const answer = async () => {
    begun.resolve();
    await released.promise;
    return new Response("done");
  };
  const { url, stop } = await listen(answer, { host: "127.0.0.1", port: 0, tls: null });
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
