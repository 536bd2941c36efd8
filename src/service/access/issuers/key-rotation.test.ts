import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fetchOver } from "../../../../packages/base/exchange/fetch-over.ts";
import { straightExchange } from "../../../providers/transport/straight-exchange.ts";
import { type TestAccess, testAccess } from "../access.fixture.ts";
import { goodClaims, type SigningKey, signed, signingKey, trusted } from "./issuer.fixture.ts";

/** What the issuer's server answers next, and how often it was asked. */
const issuer = {
  keys: [] as SigningKey[],
  asked: 0,
  answer: null as ((url: string) => [number, string, string?]) | null,
};
let server: Server;
let url: string;
let first: SigningKey;
let second: SigningKey;

beforeAll(async () => {
  [first, second] = await Promise.all([signingKey("first"), signingKey("second", "EdDSA")]);
  server = createServer((request, response) => {
    issuer.asked += 1;
    const [status, body, location] = issuer.answer?.(request.url ?? "") ?? [200, jwks()];
    response.writeHead(status, {
      "content-type": "application/jwk-set+json",
      ...(location === undefined ? {} : { location }),
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
});

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
});

/** As a service asks issuers. */
const bounded = fetchOver(straightExchange, { mostBytes: 256 * 1024 });

let world: TestAccess;
beforeEach(async () => {
  Object.assign(issuer, { keys: [first], asked: 0, answer: null });
  world = await testAccess({ issuers: [trusted({ url })], fetch: bounded });
});

const jwks = () => JSON.stringify({ keys: issuer.keys.map(({ publicJwk }) => publicJwk) });
const token = (key: SigningKey, header = {}) => signed(key, goodClaims(world.now() / 1000), header);
const kindOf = async (text: string) => {
  const result = await world.authenticate(text);
  return result.ok ? "admitted" : result.error.kind;
};

describe("keys of an issuer", () => {
  test("are read once for many tokens, also when they come at the same time", async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, (_, place) => token(first, { place })));
    expect(await Promise.all(tokens.map(kindOf))).toEqual(tokens.map(() => "admitted"));
    expect(issuer.asked).toBe(1);
  });

  test("a new one is found when the first token comes that is signed with it", async () => {
    expect(await kindOf(await token(first))).toBe("admitted");
    issuer.keys = [first, second];
    world.advance(10_000);
    expect(await kindOf(await token(second))).toBe("admitted");
    expect(await kindOf(await token(first))).toBe("admitted");
    expect(issuer.asked).toBe(2);
  });

  test("one that was withdrawn is good for two minutes at most, though no token of another key comes", async () => {
    const old = await signed(first, goodClaims(world.now() / 1000, { exp: world.now() / 1000 + 3600 }));
    expect(await kindOf(old)).toBe("admitted");
    issuer.keys = [second];
    world.advance(120_000);
    expect(await kindOf(old)).toBe("refused");
  });

  test("a flood of made-up key ids asks the issuer once in ten seconds", async () => {
    await kindOf(await token(first));
    world.advance(10_000);
    for (let place = 0; place < 50; place += 1) {
      expect(await kindOf(await token(second, { kid: `made-up-${place}` }))).toBe("refused");
    }
    expect(issuer.asked).toBe(2);
  });

  test("an issuer that does not answer keeps nobody out whose key is known, for an hour", async () => {
    expect(await kindOf(await token(first))).toBe("admitted");
    issuer.answer = () => [503, "busy"];
    world.advance(3_000_000);
    expect(await kindOf(await token(first))).toBe("admitted");
    world.advance(600_000);
    expect(await kindOf(await token(first))).toBe("unavailable");
    issuer.answer = null;
    world.advance(10_000);
    expect(await kindOf(await token(first))).toBe("admitted");
  });

  test.each<[string, (url: string) => [number, string, string?]]>([
    ["no answer worth the name", () => [500, "oops"]],
    ["a redirect", (path) => (path === "/keys" ? [302, "", "/elsewhere"] : [200, jwks()])],
    ["more than any set of keys", () => [200, `{"keys":[],"pad":"${"x".repeat(300_000)}"}`]],
    ["something else", () => [200, "<html>"]],
    ["a list", () => [200, "[]"]],
  ])("%s: nobody can tell, which is not the caller's fault", async (_, answer) => {
    issuer.answer = answer;
    expect(await kindOf(await token(first))).toBe("unavailable");
    issuer.answer = null;
    world.advance(10_000);
    expect(await kindOf(await token(first))).toBe("admitted");
  });

  test("a shared secret among the keys signs nothing", async () => {
    issuer.answer = () => [200, JSON.stringify({ keys: [first.publicJwk, { kty: "oct", kid: "s", k: "c2VjcmV0" }] })];
    expect(await kindOf(await token(second, { kid: "s" }))).toBe("refused");
    expect(await kindOf(await token(first))).toBe("admitted");
  });

  test("one that was withdrawn is not good again because the clock went back", async () => {
    const old = await signed(first, goodClaims(world.now() / 1000, { exp: world.now() / 1000 + 7200 }));
    expect(await kindOf(old)).toBe("admitted");
    issuer.keys = [second];
    world.advance(700_000);
    world.setBack(690_000);
    const other = await signed(first, goodClaims(world.now() / 1000, { exp: world.now() / 1000 + 7200, jti: "other" }));
    expect(await kindOf(other)).not.toBe("admitted");
    expect(issuer.asked).toBe(2);
  });
});
