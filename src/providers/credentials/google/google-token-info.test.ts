import { expect, test } from "vitest";
import { exchangeOver } from "../../../../packages/base/exchange/exchange-over.fixture.ts";
import type { Fetch } from "../../../../packages/base/exchange/fetch.ts";
import { googleTokenInfo } from "./google-token-info.ts";

const google = ["https://iam.googleapis.com", "https://connectors.googleapis.com"];

async function told(origins: readonly string[], answer: () => Response) {
  const sent: string[] = [];
  const network: Fetch = async (request) => {
    sent.push(`${request.method} ${request.url} ${request.headers.get("authorization")}`);
    return answer();
  };
  const facts = await googleTokenInfo(origins, { authorization: "Bearer t" }, exchangeOver(network));
  return { sent, facts };
}

test("the token is in no address", async () => {
  const { sent, facts } = await told(google, () => Response.json({ email: "ada@acme.example", exp: "1000" }));
  expect(sent).toEqual(["POST https://oauth2.googleapis.com/tokeninfo Bearer t"]);
  expect(facts).toEqual({ principal: "ada@acme.example", endsAt: 1_000_000, disownedBy: null });
});

test.each([
  ["a sovereign universe", ["https://iam.s3nsapis.fr"]],
  ["an address of one's own", [...google, "https://iam-acme.p.googleapis.com"]],
  ["a proxy of one's own", ["https://google.acme.example"]],
])("a token for %s is not shown to Google's public cloud", async (_, origins) => {
  expect(await told(origins, () => Response.json({ exp: "1000" }))).toEqual({ sent: [], facts: null });
});

test.each([
  ["a refusal of the question", () => Response.json({ error: "invalid_request" }, { status: 400 })],
  ["a page", () => new Response("<html>")],
  ["a list", () => Response.json([{ exp: "1000" }])],
  [
    "no answer",
    () => {
      throw new TypeError("fetch failed");
    },
  ],
])("%s tells nothing", async (_, answer) => {
  expect((await told(google, answer)).facts).toBeNull();
});

test("a token that Google does not know is told of", async () => {
  const { facts } = await told(google, () => Response.json({ error: "invalid_token" }, { status: 400 }));
  expect(facts).toEqual({ principal: null, endsAt: null, disownedBy: "Google" });
});

test.each([["-1"], ["1e400"], ["soon"], [null], ["99999999999999"]])(
  "a time that is none, %s, is not told",
  async (exp) => {
    expect((await told(google, () => Response.json({ exp }))).facts).toEqual({
      principal: null,
      endsAt: null,
      disownedBy: null,
    });
  },
);
