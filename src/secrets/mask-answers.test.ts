import { describe, expect, test } from "vitest";
import { asking } from "../../packages/base/exchange/asking.fixture.ts";
import { ExchangeFailed } from "../../packages/base/exchange/exchange-failed.ts";
import type { Json } from "../../packages/base/json/json.ts";
import { KnownSecrets } from "./known-secrets.ts";
import { maskAnswers } from "./mask-answers.ts";

const request = { method: "GET", url: "https://x.example/", headers: {}, body: "" };

/** What is told of an answer to work that has had these in the clear, or whose stack has kept them. */
async function told(body: Json | string, status: number, secrets: readonly Json[], headers = {}): Promise<Response> {
  const texts = new KnownSecrets(async () => secrets);
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const masking = maskAnswers(
    async () => ({ status, headers, body: text }),
    () => texts,
  );
  return asking(masking)(new Request(request.url));
}

describe("what a platform says", () => {
  test("of a refusal is struck wherever it speaks to people, and not where programs read", async () => {
    const body = {
      error: {
        ...{ code: 404, status: "NOT_FOUND", message: "found NOT_FOUND and zebra-77", etag: "zebra-77" },
        details: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "zebra-77", retryDelay: "5s" }],
      },
    };
    const answer = await told(body, 404, ["NOT_FOUND", "zebra-77", "google", 404, "5s"], {
      date: "5s",
      "x-why": "zebra-77",
    });
    expect(await answer.json()).toEqual({
      error: {
        ...{ code: 404, status: "NOT_FOUND", message: "found (secret) and (secret)", etag: "zebra-77" },
        details: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "(secret)", retryDelay: "5s" }],
      },
    });
    expect([answer.headers.get("date"), answer.headers.get("x-why")]).toEqual(["5s", "(secret)"]);
  });

  test("of an object stays, whatever its fields are called", async () => {
    const object = {
      name: "zebra-77",
      message: "zebra-77",
      labels: { error: "zebra-77", code: "x", message: "zebra-77" },
    };
    expect(await (await told(object, 200, ["zebra-77"])).json()).toEqual(object);
  });

  test("of an operation that ended with an error is struck in the error alone", async () => {
    const operation = {
      name: "zebra-77",
      done: true,
      error: { code: 3, message: "no zebra-77" },
      metadata: { target: "zebra-77" },
    };
    const struck = { ...operation, error: { code: 3, message: "no (secret)" } };
    expect(await (await told(operation, 200, ["zebra-77"])).json()).toEqual(struck);
    expect(await (await told({ operations: [operation] }, 200, ["zebra-77"])).json()).toEqual({ operations: [struck] });
  });

  test("is told in no word where what the stack has kept can't be had", async () => {
    const texts = new KnownSecrets(() => Promise.reject(new Error("the store is gone")));
    const masking = maskAnswers(
      async () => ({ status: 400, headers: {}, body: JSON.stringify({ message: "about something" }) }),
      () => texts,
    );
    expect(JSON.parse((await masking(request)).body)).toEqual({ message: "(secret)" });
  });

  test("breaks off where it broke off", async () => {
    const begun = { status: 503, headers: { said: "zebra-77" }, body: "half of zebra-77" };
    const broken = new ExchangeFailed("answered", new Error("terminated"), begun);
    const masking = maskAnswers(
      () => Promise.reject(broken),
      () => new KnownSecrets(async () => ["zebra-77"]),
    );
    await expect(masking(request)).rejects.toMatchObject({
      message: "terminated",
      begun: { status: 503, headers: { said: "(secret)" }, body: "half of (secret)" },
    });
  });

  test("stays as it is where no work asks", async () => {
    const answer = { status: 400, headers: {}, body: "zebra-77" };
    const masking = maskAnswers(
      async () => answer,
      () => undefined,
    );
    expect(await masking(request)).toBe(answer);
  });
});
