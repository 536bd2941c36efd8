import { describe, expect, test } from "vitest";
import { asking } from "../../../../packages/base/exchange/asking.fixture.ts";
import { ExchangeFailed } from "../../../../packages/base/exchange/exchange-failed.ts";
import { exchangeOver } from "../../../../packages/base/exchange/exchange-over.fixture.ts";
import { struckAnswers } from "./struck-answers.ts";

const token = "k7Qz93vT0xWpL4mB4sYd8nR6";

interface Asked {
  readonly headers?: Record<string, string>;
  readonly body?: URLSearchParams | string;
}

/** What is left of an answer to a request that carries a token. */
async function answered(
  body: string | null,
  init: ResponseInit = {},
  { headers = { authorization: `Bearer ${token}` }, body: sent }: Asked = {},
) {
  const fetch = asking(struckAnswers(exchangeOver(async () => new Response(body, init))));
  const asked = { headers, ...(sent === undefined ? {} : { method: "POST", body: sent }) };
  return fetch(new Request("https://vendor.example/x", asked));
}

describe("the document that was asked for", () => {
  test("keeps what was made for us, and every text that is like the token in a few characters", async () => {
    const body = JSON.stringify({ clientSecret: "another-secret-of-24-chars", name: token.slice(0, 15), big: 1e300 });
    expect(await (await answered(body)).text()).toBe(body);
  });

  test("loses the token, also escaped and as a key, and stays a document", async () => {
    const escaped = [...token].map((each) => `\\u00${each.charCodeAt(0).toString(16)}`).join("");
    const body = `{"said":"${escaped}","${token}":[1,"x ${token.slice(3, 20)} y"]}`;
    expect(await (await answered(body)).json()).toEqual({ said: "(secret)", "(secret)": [1, "x (secret) y"] });
  });

  test("keeps a token that begins as ours does: its head and claims are no secret", async () => {
    const part = (content: object) => Buffer.from(JSON.stringify(content)).toString("base64url");
    const head = part({ alg: "RS256", typ: "JWT", kid: "one-and-the-same-key" });
    const [ours, theirs] = ["aB3dE5gH7jK9mN1pQ3sT5vW7", "zZ8yX6wV4uT2sR0qP8oN6mL4"].map(
      (signature) => `${head}.${part({ iss: "issuer", sub: signature.length })}.${signature}`,
    );
    const body = JSON.stringify({ issued: theirs, echo: ours, proof: "x aB3dE5gH7jK9mN1pQ3 y" });
    const asked = { headers: { authorization: `Bearer ${ours}` } };
    expect(await (await answered(body, {}, asked)).json()).toEqual({
      issued: theirs,
      echo: "(secret)",
      proof: "x (secret) y",
    });
  });
});

describe("a refusal", () => {
  test("loses each piece of eight characters, in its body and its fields", async () => {
    const init = { status: 403, headers: { location: `https://x.example/${token}?a=b` } };
    const refused = await answered(`no ${token.slice(0, 8)}... ${token.slice(-7)} <b>${token.slice(4, 12)}</b>`, init);
    expect(refused.status).toBe(403);
    expect(refused.headers.get("location")).toBe("https://x.example/(secret)?a=b");
    expect(await refused.text()).toBe(`no (secret)... ${token.slice(-7)} <b>(secret)</b>`);
  });

  test("that is too deep for a document is struck as a text", async () => {
    const deep = `${"[".repeat(200_000)}"${token}"${"]".repeat(200_000)}`;
    expect(await (await answered(deep, { status: 400 })).text()).toContain('["(secret)"]');
  });

  test.each([
    ["Basic's secret, and the whole of it", { authorization: `Basic ${btoa(`client:a%2Fb+${token}`)}` }, undefined],
    ["a managed identity's proof", { "x-identity-header": `a/b ${token}` }, undefined],
    ["a form's", {}, new URLSearchParams({ client_id: "client-of-ours", client_secret: `a/b ${token}` })],
    ["a form's refresh token", {}, new URLSearchParams({ refresh_token: `a/b ${token}` })],
    ["a form's subject token", {}, new URLSearchParams({ subject_token: `a/b ${token}` })],
  ])("loses %s, in each form", async (_, headers, body) => {
    const secret = `a/b ${token}`;
    const forms = [secret, encodeURIComponent(secret), btoa(secret), Object.values(headers)[0] ?? ""];
    const refused = await answered(
      `client-of-ours: ${forms.join(" , ")}`,
      { status: 400 },
      { headers, ...(body && { body }) },
    );
    const left = (await refused.text()).replace(/Basic |Bearer /g, "");
    expect(left).toMatch(/^client-of-ours: \(secret\) , \(secret\) , \(secret\)=* ,/);
    expect(left).not.toContain(token.slice(0, 8));
  });
});

test("a request without a credential is answered as it is", async () => {
  const answer = { status: 200, headers: {}, body: token };
  const request = { method: "GET", url: "https://vendor.example/x", headers: {}, body: "" };
  expect(await struckAnswers(async () => answer)(request)).toBe(answer);
});

test("an answer without a body has none, and one that breaks off breaks off", async () => {
  expect((await answered(null, { status: 204 })).body).toBeNull();
  const begun = { status: 400, headers: { said: token }, body: `half of ${token}` };
  const broken = new ExchangeFailed("answered", new Error("the connection was reset"), begun);
  const headers = { authorization: `Bearer ${token}` };
  const request = { method: "GET", url: "https://vendor.example/x", headers, body: "" };
  await expect(struckAnswers(() => Promise.reject(broken))(request)).rejects.toMatchObject({
    message: "the connection was reset",
    begun: { status: 400, headers: { said: "(secret)" }, body: "half of (secret)" },
  });
});

test("an answer that renews a refresh token by itself still names it, and nothing else does", async () => {
  const asked = { headers: {}, body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: token }) };
  const body = JSON.stringify({ access_token: "issued", refresh_token: token, said: token });
  expect(await (await answered(body, {}, asked)).json()).toEqual({
    access_token: "issued",
    refresh_token: token,
    said: "(secret)",
  });
  expect(await (await answered(body, { status: 400 }, asked)).text()).not.toContain(token);
});
