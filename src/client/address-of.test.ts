import { expect, test } from "vitest";
import { addressOf } from "./address-of.ts";

/** Where a call goes when the server has an address. */
function sentTo(server: string, query: readonly (readonly [string, string])[] = []): string {
  return addressOf(server, "/v1/projects/test/stacks/{stack}:adopt", { path: { stack: "dev" }, query }).href;
}

test.each([
  ["https://plumb.example", "https://plumb.example/v1/projects/test/stacks/dev:adopt?a=b%3F"],
  ["https://plumb.example/", "https://plumb.example/v1/projects/test/stacks/dev:adopt?a=b%3F"],
  ["https://plumb.example/a/b/", "https://plumb.example/a/b/v1/projects/test/stacks/dev:adopt?a=b%3F"],
  ["https://plumb.example/a%2Fb?x#y", "https://plumb.example/a%2Fb/v1/projects/test/stacks/dev:adopt?a=b%3F"],
])("a path of %s is kept", (server, address) => {
  expect(sentTo(server, [["a", "b?"]])).toBe(address);
});

test.each([
  ["http://127.0.0.1:8788//10.0.0.1:99", "http://127.0.0.1:8788//10.0.0.1:99/v1/projects/test/stacks/dev:adopt"],
  ["http://127.0.0.1:8788//10.0.0.1:99/x", "http://127.0.0.1:8788//10.0.0.1:99/x/v1/projects/test/stacks/dev:adopt"],
  ["http://127.0.0.1:8788/\\10.0.0.1", "http://127.0.0.1:8788//10.0.0.1/v1/projects/test/stacks/dev:adopt"],
  ["http://127.0.0.1:8788//", "http://127.0.0.1:8788/v1/projects/test/stacks/dev:adopt"],
  ["http://127.0.0.1:8788/x//y", "http://127.0.0.1:8788/x//y/v1/projects/test/stacks/dev:adopt"],
  [
    "https://plumb.example//other.example/z",
    "https://plumb.example//other.example/z/v1/projects/test/stacks/dev:adopt",
  ],
])("nothing in the path of %s names another host", (server, address) => {
  expect(sentTo(server)).toBe(address);
});

test.each([
  ["a/b", "/v1/projects/test/stacks/a%2Fb:adopt"],
  ["//other.example", "/v1/projects/test/stacks/%2F%2Fother.example:adopt"],
  ["a:b?c#d", "/v1/projects/test/stacks/a%3Ab%3Fc%23d:adopt"],
  ["50%", "/v1/projects/test/stacks/50%25:adopt"],
])("a name `%s` stays one part of the path", (stack, path) => {
  const address = addressOf("https://plumb.example", "/v1/projects/test/stacks/{stack}:adopt", {
    path: { stack },
    query: [],
  });
  expect(address.href).toBe(`https://plumb.example${path}`);
});
