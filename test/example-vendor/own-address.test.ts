import { expect, test } from "vitest";
import { northwindOrigin } from "./northwind/wire/key-wire.ts";
import { EighthWorld } from "./world.ts";

const environment = { PLUMB_CLOUD: "vendors", NORTHWIND_TOKEN: "t-1" };

/** What is sent for a plan, and how the plan is refused where it is. */
async function asked(more: Readonly<Record<string, string>> = {}) {
  const sent: string[] = [];
  const world = new EighthWorld({
    environment: { ...environment, ...more },
    network: async ({ method, url, headers }) => {
      sent.push(`${method} ${new URL(url).origin} ${String(headers["authorization"])}`);
      return { status: 200, headers: { "content-type": "application/json" }, body: '{"keys":[]}' };
    },
  });
  try {
    const refusal = await world.plan({ invoices: { keyName: "invoices" } }).then(() => "", String);
    return { sent: [...new Set(sent)], refusal };
  } finally {
    await world.close();
  }
}

test("the vendor is reached at its own address, with the token of its own variable", async () => {
  expect(await asked()).toEqual({ sent: [`GET ${northwindOrigin} Bearer t-1`], refusal: "" });
});

test("no credential goes to an address that nobody allowed", async () => {
  const { sent, refusal } = await asked({ NORTHWIND_URL: "https://elsewhere.example" });
  expect(sent).toEqual([]);
  expect(refusal).toContain("provider-untrusted");
});
