import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { browserRedirect } from "../../composition/machine/browser-redirect.ts";
import { runFake } from "../cli-context.fixture.ts";
import type { CliContext } from "../cli-context.ts";
import { IdentityProvider } from "./identity-provider.fixture.ts";

const server = "https://plumb.test";
const path = "/home/ann/.config/plumb/logins.json";
const environment = { HOME: "/home/ann" };
const routes = { "GET /v1/whoami": { body: { caller: { principal: "user:ann", name: "ann", groups: [] } } } };

let provider: IdentityProvider;
beforeEach(async () => {
  provider = await IdentityProvider.start();
});
afterEach(() => provider.stop());

/** A browser that goes where it is sent, and what it saw at the end. */
function browser(visit = (address: string): Promise<Response> => fetch(address)) {
  const seen: string[] = [];
  const ways: CliContext["browser"] = {
    open: async (address) => void seen.push(await (await visit(address)).text()),
    redirect: (state, milliseconds) => browserRedirect(state, milliseconds, new AbortController().signal),
  };
  return { ways, seen };
}

const login = (options: string, ways: CliContext["browser"]) =>
  runFake(
    `login --server ${server} --issuer ${provider.issuer} --client-id plumb-cli --audience api ${options}`,
    routes,
    {
      network: fetch,
      environment,
      browser: ways,
    },
  );

describe("plumb login --browser", () => {
  test("sends the browser to the issuer, and keeps the token that its code is worth", async () => {
    const { ways, seen } = browser();
    const outcome = await login("--browser --scope openid", ways);
    expect(outcome.stdout).toBe("You are signed in at https://plumb.test as ann.\n");
    expect(outcome.stderr).toContain(`${provider.issuer}/authorize?`);
    expect(seen).toEqual(["You can close this page and go back to the terminal.\n"]);
    const [page, form] = provider.asked;
    expect(page).toMatchObject({ response_type: "code", client_id: "plumb-cli", scope: "openid", audience: "api" });
    expect(page).toMatchObject({ code_challenge_method: "S256", redirect_uri: form?.["redirect_uri"] });
    expect(form).toMatchObject({ grant_type: "authorization_code", code: "c-1", client_id: "plumb-cli" });
    expect(JSON.parse(outcome.files.get(path) ?? "")[server]).toEqual({
      clientId: "plumb-cli",
      tokenEndpoint: `${provider.issuer}/token`,
      revocationEndpoint: null,
      accessToken: "a-1",
      expiresAt: 3_600_000,
      refreshToken: "r-1",
    });
    const secrets = ["a-1", "r-1", "c-1", form?.["code_verifier"] ?? ""];
    for (const secret of secrets) expect(outcome.screen).not.toContain(secret);
  });

  test("takes no answer that has not its state", async () => {
    const { ways } = browser(async (address) => {
      const back = new URL(address).searchParams.get("redirect_uri");
      expect((await fetch(`${back}?code=evil&state=guessed`)).status).toBe(404);
      expect((await fetch(`${back}?code=evil`)).status).toBe(404);
      return fetch(address);
    });
    expect((await login("--browser", ways)).code).toBe(0);
  });

  test.each([
    ["the issuer declines", "access_denied", "it was declined."],
    ["the issuer fails", "server_error", "server_error."],
  ])("keeps nothing when %s", async (_, refusal, words) => {
    provider.refusal = refusal;
    const outcome = await login("--browser", browser().ways);
    expect(outcome.stderr).toContain(words);
    expect(outcome.code).toBe(2);
    expect(outcome.files.has(path)).toBe(false);
  });

  test("keeps nothing when no browser comes", async () => {
    const ways = { ...browser().ways, open: async () => {} };
    const impatient = { ...ways, redirect: (state: string) => ways.redirect(state, 1) };
    const outcome = await login("--browser", impatient);
    expect(outcome.stderr).toContain(" in time.");
    expect(outcome.code).toBe(2);
  });
});

test("plumb login signs in at the same issuer by a code for another device", async () => {
  provider.pending = 2;
  const outcome = await login("--scope openid", browser().ways);
  expect(outcome.stderr).toContain(`open ${provider.issuer}/activate\nand enter the code WDJB\n`);
  expect(provider.asked).toHaveLength(3);
  expect(JSON.parse(outcome.files.get(path) ?? "")[server]).toMatchObject({ accessToken: "a-1", refreshToken: "r-1" });
});
