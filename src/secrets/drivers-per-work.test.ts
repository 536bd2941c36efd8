import { expect, test } from "vitest";
import type { Driver, ProviderInstance } from "../engine/ports/driver.ts";
import type { Secrets, SecretsAtWork } from "../engine/ports/secrets.ts";
import { driversPerWork } from "./drivers-per-work.ts";

const provider: ProviderInstance = { ref: "test", kind: "test", config: {} };
const marker = { $secret: { id: "m", fingerprint: "m" } };

/** One tenant at work, whose one secret has that value. */
function tenant(value: string): SecretsAtWork {
  const secrets: Secrets = { seal: async () => marker, open: async () => value, known: async () => null };
  return { secrets, keptSecret: async () => [], keptValues: async () => [] };
}

/** A platform that refuses whatever it is asked in the same words. */
const refusing = {
  kind: "test",
  write: async () => ({ kind: "invalid", detail: "no word and no name", code: null }),
} as unknown as Driver;

test("what one tenant has had in the clear masks no word of another's", async () => {
  const driverOf = driversPerWork(() => refusing, { resources: {}, functions: {}, providers: {} });
  const [one, other] = [tenant("word"), tenant("name")];
  const target = { type: "t", apiVersion: "v1", provider, id: "i", variables: {} };
  const change = {
    operation: "create",
    target,
    inputs: { a: marker },
    fields: ["a"],
    prior: null,
    condition: null,
  } as const;
  const detailFor = async (at: SecretsAtWork) => await driverOf(provider, at).write(change);
  expect(await detailFor(one)).toMatchObject({ detail: "no (secret) and no name" });
  expect(await detailFor(other)).toMatchObject({ detail: "no word and no (secret)" });
  // Within one piece of work it stays masked.
  expect(await driverOf(provider, one).write({ ...change, inputs: {} })).toMatchObject({
    detail: "no (secret) and no name",
  });
});
