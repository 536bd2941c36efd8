import { beforeAll, describe, expect, test } from "vitest";
import { goodTokens, hostile, now } from "./hostile-tokens.fixture.ts";

let { world, good, apiToken, ofAnotherKey } = {} as Awaited<ReturnType<typeof goodTokens>>;
beforeAll(async () => {
  ({ world, good, apiToken, ofAnotherKey } = await goodTokens());
});

describe("hostile tokens", () => {
  test("the good ones that they are made of are good", async () => {
    expect((await world.authenticate(good)).ok).toBe(true);
    expect((await world.authenticate(apiToken)).ok).toBe(true);
    expect((await world.authenticate(ofAnotherKey)).ok).toBe(true);
  });

  test.each(hostile)("%s", async (_, why, make) => {
    const result = await world.authenticate(await make());
    if (result.ok) throw new Error("it was let in");
    expect(result.error).toMatchObject({ kind: "refused", why });
    expect(result.error.challenge).toMatch(
      /^Bearer realm="plumbline", error="invalid_token", error_description="[^"]+"$/,
    );
  });

  test("no token at all is told apart, without an error code", async () => {
    const result = await world.authenticate();
    expect(result).toMatchObject({ ok: false, error: { kind: "missing", challenge: 'Bearer realm="plumbline"' } });
  });

  test.each([
    ["another scheme", "Basic YW5uOnNlY3JldA=="],
    ["two tokens in one header", "Bearer a, Bearer b"],
    ["a scheme alone", "Bearer"],
    ["a token with a blank in it", "Bearer a b"],
  ])("%s", async (_, header) => {
    expect(await world.access.authenticate(header, now)).toMatchObject({ ok: false, error: { kind: "refused" } });
  });

  test("a good token that comes after them is still good", async () => {
    expect((await world.authenticate(good)).ok).toBe(true);
  });
});
