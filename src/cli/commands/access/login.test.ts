import { describe, expect, test } from "vitest";
import type { Json } from "../../../../packages/base/json/json.ts";
import { failureAnswer, runFake } from "../../cli-context.fixture.ts";

const server = "https://plumb.test";
const issuer = "https://id.test";
const path = "/home/ann/.config/plumb/logins.json";
const environment = { HOME: "/home/ann" };
const offer = { issuer, clientId: "plumb-cli", scope: "openid", audience: "https://plumb.test" };
const caller = { principal: `user:${issuer}|ann`, name: "ann@id.test", groups: ["sre"], scope: null };

const discovery = {
  issuer,
  device_authorization_endpoint: `${issuer}/device`,
  token_endpoint: `${issuer}/token`,
  revocation_endpoint: `${issuer}/revoke`,
};
const device = { device_code: "d-1", user_code: "WDJB-MJHT", verification_uri: `${issuer}/activate`, expires_in: 600 };
const granted = { access_token: "a-1", token_type: "Bearer", expires_in: 3600, refresh_token: "r-1" };

interface Sent {
  readonly address: string;
  readonly form: Readonly<Record<string, string>>;
}

/** An issuer with those answers, one after another for each address; what it was sent. */
function issuerOf(answers: Readonly<Record<string, readonly (Json | Error)[]>>) {
  const left = new Map(Object.entries({ "/.well-known/openid-configuration": [discovery], ...answers }));
  const sent: Sent[] = [];
  const network = async (request: Request) => {
    const { pathname, href } = new URL(request.url);
    sent.push({ address: href, form: Object.fromEntries(new URLSearchParams(await request.text())) });
    const [next, ...others] = left.get(pathname) ?? [];
    left.set(pathname, others);
    if (next === undefined) throw new Error(`the test has no answer for ${href}`);
    if (next instanceof Error) throw next;
    const isError = typeof next === "object" && next !== null && Object.hasOwn(next, "error");
    return Response.json(next, { status: isError ? 400 : 200 });
  };
  return { network, sent };
}

const routes = { "GET /v1/logins": { body: { logins: [offer] } }, "GET /v1/whoami": { body: { caller } } };

/** A clock that goes on by a second each time it is looked at. */
function ticking(): () => number {
  let seconds = 0;
  return () => {
    seconds += 1;
    return seconds * 1000;
  };
}

describe("plumb login", () => {
  test("shows a code, waits until it was entered, and keeps the token", async () => {
    const pending = { error: "authorization_pending" };
    const { network, sent } = issuerOf({ "/device": [device], "/token": [pending, { error: "slow_down" }, granted] });
    const outcome = await runFake(`login --server ${server}`, routes, { network, environment, now: ticking() });
    expect(outcome.stderr).toContain("open https://id.test/activate\nand enter the code WDJB-MJHT\n");
    expect(outcome.stdout).toBe("You are signed in at https://plumb.test as ann@id.test.\n");
    expect(outcome.code).toBe(0);
    expect(sent[1]).toEqual({
      address: `${issuer}/device`,
      form: { client_id: "plumb-cli", scope: "openid", audience: "https://plumb.test" },
    });
    expect(sent[2]?.form).toEqual({
      grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      device_code: "d-1",
      client_id: "plumb-cli",
    });
    expect(JSON.parse(outcome.files.get(path) ?? "")).toMatchObject({
      "https://plumb.test": { accessToken: "a-1", refreshToken: "r-1", clientId: "plumb-cli" },
    });
    expect(outcome.stdout + outcome.stderr).not.toMatch(/a-1|r-1|d-1/);
  });

  test("takes an issuer that is named, without asking the server", async () => {
    const { network, sent } = issuerOf({ "/device": [device], "/token": [granted] });
    const line = `login --server ${server} --issuer ${issuer} --client-id own --audience x --json`;
    const outcome = await runFake(line, { "GET /v1/whoami": { body: { caller } } }, { network, environment });
    expect(JSON.parse(outcome.stdout)).toEqual(caller);
    expect(sent[1]?.form).toEqual({ client_id: "own", audience: "x", scope: "openid profile email offline_access" });
  });

  test("tries again, later, when the issuer does not answer meanwhile", async () => {
    const { network } = issuerOf({ "/device": [device], "/token": [new Error("reset"), granted] });
    const outcome = await runFake(`login --server ${server}`, routes, { network, environment });
    expect(outcome.code).toBe(0);
  });

  test.each([
    ["it is declined", { "/device": [device], "/token": [{ error: "access_denied" }] }, "declined"],
    ["the code runs out", { "/device": [device], "/token": [{ error: "expired_token" }] }, " time"],
    ["nobody enters the code", { "/device": [{ ...device, expires_in: 1 }] }, " time"],
    ["the token is bound to a key", { "/device": [device], "/token": [{ ...granted, token_type: "DPoP" }] }, " kind"],
    ["the client is not known", { "/device": [{ error: "unauthorized_client" }] }, "unauthorized_client"],
    [
      "the issuer calls itself otherwise",
      { "/.well-known/openid-configuration": [{ ...discovery, issuer: "https://evil.test" }] },
      " another issuer",
    ],
    [
      "the issuer sends secrets over the open net",
      { "/.well-known/openid-configuration": [{ ...discovery, token_endpoint: "http://id.test/token" }] },
      " safe ",
    ],
    [
      "the issuer has no such way",
      { "/.well-known/openid-configuration": [{ issuer, token_endpoint: `${issuer}/token` }] },
      " device",
    ],
    ["the issuer is down", { "/.well-known/openid-configuration": [new Error("refused")] }, " asked"],
  ])("keeps nothing when %s", async (_, answers, message) => {
    const { network } = issuerOf(answers);
    const outcome = await runFake(`login --server ${server}`, routes, { network, environment, now: ticking() });
    expect(outcome.stderr).toContain(message);
    expect(outcome.code).toBe(2);
    expect(outcome.files.has(path)).toBe(false);
  });

  test("opens no page of an issuer that has none", async () => {
    const { network } = issuerOf({});
    const outcome = await runFake(`login --server ${server} --browser`, routes, { network, environment });
    expect(outcome.stderr).toContain(" with a browser.");
    expect(outcome.code).toBe(2);
  });

  test("keeps nothing that the server does not accept", async () => {
    const { network } = issuerOf({ "/device": [device], "/token": [granted] });
    const refusing = { ...routes, "GET /v1/whoami": failureAnswer(401, "unauthenticated") };
    const outcome = await runFake(`login --server ${server}`, refusing, { network, environment });
    expect(outcome.code).toBe(4);
    expect(JSON.parse(outcome.files.get(path) ?? "")).toEqual({});
  });

  test.each([
    ["login", "Say where"],
    ["login --server http://plumb.test", "readable"],
  ])("`%s` is not carried out", async (line, message) => {
    const outcome = await runFake(line, {}, { environment });
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toContain(message);
  });

  test("does not get a token for somebody else, unless that is asked for", async () => {
    const greedy = { ...routes, "GET /v1/logins": { body: { logins: [{ ...offer, audience: "https://bank.test" }] } } };
    const refused = await runFake(`login --server ${server}`, greedy, { environment });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(" own ");
    const { network, sent } = issuerOf({ "/device": [device], "/token": [granted] });
    await runFake(`login --server ${server} --audience api-1`, greedy, { network, environment });
    expect(sent[1]?.form["audience"]).toBe("api-1");
  });

  test("asks which one where there are several issuers, and helps where there is none", async () => {
    const several = { "GET /v1/logins": { body: { logins: [offer, { ...offer, issuer: "https://b.test" }] } } };
    expect((await runFake(`login --server ${server}`, several, { environment })).stderr).toContain(
      "give --issuer https://id.test or https://b.test",
    );
    const none = { "GET /v1/logins": { status: 404, body: {} } };
    expect((await runFake(`login --server ${server}`, none, { environment })).stderr).toContain("PLUMB_TOKEN");
  });
});

describe("a stored login", () => {
  const stored = {
    clientId: "plumb-cli",
    tokenEndpoint: `${issuer}/token`,
    revocationEndpoint: `${issuer}/revoke`,
    accessToken: "a-1",
    expiresAt: 3_600_000,
    refreshToken: "r-1",
  };
  const files = (parts = {}) => ({ [path]: JSON.stringify({ [server]: { ...stored, ...parts } }) });

  /** The Authorization header that a request to the server had. */
  async function sentTo(address: string, options: Parameters<typeof runFake>[2]) {
    const seen: (string | null)[] = [];
    const answer = (request: Request) => {
      seen.push(request.headers.get("authorization"));
      return { body: { caller } };
    };
    const outcome = await runFake(`whoami --server ${address}`, { "GET /v1/whoami": answer }, options);
    return { outcome, seen };
  }

  test("goes with every request to its server, whatever the path, and to no other", async () => {
    expect((await sentTo(`${server}/`, { environment, files: files() })).seen).toEqual(["Bearer a-1"]);
    expect((await sentTo("https://plumb.test:8443", { environment, files: files() })).seen).toEqual([null]);
    expect((await sentTo("https://evil.test", { environment, files: files() })).seen).toEqual([null]);
  });

  test("gives way to PLUMB_TOKEN", async () => {
    const { seen } = await sentTo(server, { environment: { ...environment, PLUMB_TOKEN: "p-1" }, files: files() });
    expect(seen).toEqual(["Bearer p-1"]);
  });

  test("is prolonged when it is about to end, and the new one is kept", async () => {
    const { network, sent } = issuerOf({ "/token": [{ ...granted, access_token: "a-2", refresh_token: "r-2" }] });
    const options = { environment, files: files(), network, now: () => 3_550_000 };
    const { outcome, seen } = await sentTo(server, options);
    expect(seen).toEqual(["Bearer a-2"]);
    expect(sent[0]?.form).toEqual({ grant_type: "refresh_token", refresh_token: "r-1", client_id: "plumb-cli" });
    expect(JSON.parse(outcome.files.get(path) ?? "")[server]).toMatchObject({
      accessToken: "a-2",
      refreshToken: "r-2",
    });
  });

  test("that can't be prolonged says how to get another", async () => {
    const { network } = issuerOf({ "/token": [{ error: "invalid_grant" }] });
    const { outcome, seen } = await sentTo(server, { environment, files: files(), network, now: () => 4_000_000 });
    expect(seen).toEqual([]);
    expect(outcome.code).toBe(4);
    expect(outcome.stderr.replaceAll(/\s+/g, " ")).toContain("plumb login --server https://plumb.test");
    const ended = await sentTo(server, { environment, files: files({ refreshToken: null }), now: () => 4_000_000 });
    expect(ended.outcome.stderr).toContain("has ended");
  });

  test("without a way to prolong it is used to its end", async () => {
    const options = { environment, files: files({ refreshToken: null }), now: () => 3_599_000 };
    expect((await sentTo(server, options)).seen).toEqual(["Bearer a-1"]);
  });

  test.each([["x"], ["[]"], [JSON.stringify({ [server]: { accessToken: 3 } })]])(
    "that can't be read counts as none: %s",
    async (text) => {
      expect((await sentTo(server, { environment, files: { [path]: text } })).seen).toEqual([null]);
    },
  );

  test("that is missing, or not accepted, is said so with the way in", async () => {
    const refusing = { "GET /v1/whoami": failureAnswer(401, "unauthenticated") };
    const line = `whoami --server ${server}`;
    const words = async (known: Readonly<Record<string, string>>) =>
      (await runFake(line, refusing, { environment, files: known })).stderr.replaceAll(/\s+/g, " ");
    expect(await words({})).toMatch(new RegExp(` ${server} .*\`plumb login`));
    expect(await words(files({ expiresAt: 9e12 }))).toMatch(new RegExp(`${server} .* token `));
  });

  test.each([401, 403])("a %i of something on the way is no matter of a login or of roles", async (status) => {
    const page = new Response("<html>no</html>", { status });
    const { stderr, code } = await runFake(`whoami --server ${server}`, { "GET /v1/whoami": page }, { environment });
    expect(stderr).toContain("Something on the way");
    expect(stderr).not.toMatch(/plumb (login|whoami|role)/);
    expect(code).toBe(4);
  });

  test("no token goes over a connection that others can read", async () => {
    const options = { environment: { ...environment, PLUMB_TOKEN: "p-1" } };
    const open = await sentTo("http://plumb.test", options);
    expect(open.seen).toEqual([]);
    expect(open.outcome.stderr).toContain("readable");
    expect((await sentTo("http://127.0.0.1:8080", options)).seen).toEqual(["Bearer p-1"]);
  });

  test("is forgotten by `plumb logout`, and ended at the issuer", async () => {
    const { network, sent } = issuerOf({ "/revoke": [{}] });
    const outcome = await runFake(`logout --server ${server}`, {}, { environment, files: files(), network });
    expect(outcome.stdout).toBe("You are signed out at https://plumb.test.\n");
    expect(sent).toEqual([{ address: `${issuer}/revoke`, form: { token: "r-1", client_id: "plumb-cli" } }]);
    expect(JSON.parse(outcome.files.get(path) ?? "")).toEqual({});
  });

  test("is forgotten even when the issuer does not answer", async () => {
    const { network } = issuerOf({ "/revoke": [new Error("down")] });
    const outcome = await runFake(`logout --server ${server} --json`, {}, { environment, files: files(), network });
    expect(JSON.parse(outcome.stdout)).toEqual({ server, signedOut: true });
    const again = await runFake(`logout --server ${server}`, {}, { environment });
    expect(again.stdout).toContain("You were not signed in");
  });
});
