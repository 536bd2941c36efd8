import { expect, test } from "vitest";
import { failedCredentials } from "./failed-credentials.ts";

test("a chain of credentials names each link that failed, and why", () => {
  const link = (name: string, message: string) => Object.assign(new Error(message), { name });
  const errors = [
    link(
      "CredentialUnavailableError",
      "EnvironmentCredential is unavailable. No underlying credential could be used.\nmore",
    ),
    link("CredentialUnavailableError", "Azure CLI could not be found. Please visit https://aka.ms/azure-cli"),
  ];
  const cause = Object.assign(
    new Error("ChainedTokenCredential authentication failed.\nCredentialUnavailableError: x"),
    {
      errors,
    },
  );
  const { refusal } = failedCredentials(cause, "give a token");
  expect(refusal).toMatchObject({ kind: "denied" });
  expect(refusal.detail).toBe(
    "no credentials: ChainedTokenCredential authentication failed: EnvironmentCredential is unavailable. " +
      "No underlying credential could be used; Azure CLI could not be found. " +
      "Please visit https://aka.ms/azure-cli; give a token",
  );
});

test("a value that no header can carry is not said, however many lines and quotes it has", () => {
  let cause: unknown;
  try {
    new Headers().append("authorization", 'Bearer can"ary\nsecond" line');
  } catch (thrown) {
    cause = thrown;
  }
  const wrapped = Object.assign(new Error("all failed"), { errors: [cause, new Error(`sent: ${String(cause)}`)] });
  for (const each of [cause, wrapped]) {
    const { detail } = failedCredentials(each, "give a token").refusal;
    expect(detail).toMatch(/ header .* value /);
    expect(detail).not.toMatch(/ary|second/);
  }
});

test("a link that the network kept from answering is for another time", () => {
  const broken = Object.assign(new Error("no route"), { code: "ENETUNREACH" });
  const cause = Object.assign(new Error("all failed"), { errors: [new Error("no variables"), broken] });
  expect(failedCredentials(cause, "give a token").refusal.kind).toBe("unavailable");
});
