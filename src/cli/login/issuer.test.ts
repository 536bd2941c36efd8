import { describe, expect, test } from "vitest";
import { discovered } from "./issuer.ts";

const issuer = "https://id.test";

/** An issuer that answers whatever it is asked with its discovery document. */
function found(address: string, document: object) {
  const network = async () => Response.json(document);
  return discovered({ issuer: address, clientId: "plumb-cli" }, { network, signal: new AbortController().signal });
}

describe("an issuer", () => {
  test("may name addresses of this machine without TLS, and nothing where it has nothing to name", async () => {
    const document = { issuer, token_endpoint: "http://127.0.0.1:8/token", revocation_endpoint: null };
    expect(await found(issuer, document)).toMatchObject({
      ok: true,
      value: { tokenEndpoint: "http://127.0.0.1:8/token", revocationEndpoint: null },
    });
  });

  test.each([
    ["calls itself otherwise", issuer, { issuer: "https://other.test", token_endpoint: `${issuer}/token` }],
    [
      "is given as the address of its document",
      `${issuer}/.well-known/openid-configuration`,
      { issuer: "https://other.test", token_endpoint: `${issuer}/token` },
    ],
    ["takes tokens without TLS", issuer, { issuer, token_endpoint: "http://id.test/token" }],
  ])("that %s is refused", async (_, address, document) => {
    expect(await found(address, document)).toMatchObject({ ok: false });
  });
});
