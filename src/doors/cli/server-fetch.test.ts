import { expect, test } from "vitest";
import { serverFetch } from "./server-fetch.ts";

/** Where a request for a path of the API goes when the server has an address. */
async function sentTo(server: string, path = "/v1/whoami?a=b%3F"): Promise<string> {
  const sent: string[] = [];
  const fetch = serverFetch(server, async (request) => {
    sent.push(request.url);
    return new Response();
  });
  await fetch(new Request(`http://plumbline.local${path}`));
  return sent.join();
}

test.each([
  ["https://plumb.example", "https://plumb.example/v1/whoami?a=b%3F"],
  ["https://plumb.example/", "https://plumb.example/v1/whoami?a=b%3F"],
  ["https://plumb.example/a/b/", "https://plumb.example/a/b/v1/whoami?a=b%3F"],
  ["https://plumb.example/a%2Fb?x#y", "https://plumb.example/a%2Fb/v1/whoami?a=b%3F"],
])("a path of %s is kept", async (server, address) => {
  expect(await sentTo(server)).toBe(address);
});

test.each([
  ["http://127.0.0.1:8788//10.0.0.1:99", "http://127.0.0.1:8788//10.0.0.1:99/v1/whoami"],
  ["http://127.0.0.1:8788//10.0.0.1:99/x", "http://127.0.0.1:8788//10.0.0.1:99/x/v1/whoami"],
  ["http://127.0.0.1:8788/\\10.0.0.1", "http://127.0.0.1:8788//10.0.0.1/v1/whoami"],
  ["http://127.0.0.1:8788//", "http://127.0.0.1:8788/v1/whoami"],
  ["http://127.0.0.1:8788/x//y", "http://127.0.0.1:8788/x//y/v1/whoami"],
  ["https://plumb.example//other.example/z", "https://plumb.example//other.example/z/v1/whoami"],
])("nothing in the path of %s names another host", async (server, address) => {
  expect(await sentTo(server, "/v1/whoami")).toBe(address);
});
