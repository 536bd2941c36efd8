import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PlumblineClient } from "../../sdk/typescript/src/client.ts";
import { startPlumb } from "./run-plumb.fixture.ts";

/** What reached the host: a line for each request, with the token that came along. */
let seen: string[] = [];
let answer: { readonly status: number; readonly location?: string } = { status: 200 };
let host: Server;
let origin = "";
beforeEach(async () => {
  seen = [];
  answer = { status: 200 };
  host = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? "no token"}`);
    const { status, location } =
      request.url?.startsWith("/plumb/") === true ? answer : { status: 404, location: undefined };
    response.writeHead(status, { "content-type": "application/json", ...(location === undefined ? {} : { location }) });
    response.end('{"stacks":[],"name":"x","principal":"x","groups":[]}');
  });
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((resolve) => host.close(resolve)));

const environment = { PLUMB_TOKEN: "canary" };
const list = (server: string) => startPlumb(["stack", "list", "--server", server], tmpdir(), environment).ended;

test.each(["/plumb", "/plumb/"])(
  "the path of a server's address is kept by the command and the SDK: %s",
  async (path) => {
    expect(await list(`${origin}${path}`)).toMatchObject({ exitCode: 0 });
    await new PlumblineClient({ baseUrl: `${origin}${path}`, token: "canary" }).listStacks();
    expect(seen).toHaveLength(2);
    for (const line of seen) expect(line).toMatch(/^GET \/plumb\/v1\/stacks\S* Bearer canary$/);
  },
);

test("a redirect is told and not followed: no token leaves for where it leads", async () => {
  answer = { status: 307, location: `${origin}/elsewhere` };
  const told = await list(`${origin}/plumb`);
  expect(told).toMatchObject({ exitCode: 1 });
  expect(told.stderr).toContain(`${origin}/elsewhere`);
  const asked = new PlumblineClient({ baseUrl: `${origin}/plumb`, token: "canary" }).listStacks();
  await expect(asked).rejects.toThrow(`${origin}/elsewhere`);
  expect(seen).toHaveLength(2);
});

test.each(["http://plumb.invalid", "http://127.0.0.1.plumb.invalid", "http://localhost.plumb.invalid"])(
  "a token is not sent to %s",
  async (server) => {
    const refused = await list(server);
    expect(refused).toMatchObject({ exitCode: 4, stdout: "" });
    expect(refused.stderr).toContain("https");
    const sent: string[] = [];
    const client = new PlumblineClient({
      baseUrl: server,
      token: "canary",
      fetch: async (url) => {
        sent.push(String(url));
        return Response.json({ stacks: [] });
      },
    });
    await expect(client.listStacks()).rejects.toThrow(/https/);
    expect(sent).toEqual([]);
  },
);
