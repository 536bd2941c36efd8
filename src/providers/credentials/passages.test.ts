import { expect, test } from "vitest";
import type { ProviderInstance } from "../../engine/ports/driver.ts";
import { refusalsBy } from "./passages.ts";
import { accesses } from "./shipped-accesses.fixture.ts";
import type { CredentialPolicy, TrustedOrigin } from "./sources/credential-rule.ts";

const origin = "https://cloud.example";

function providerOf(kind: string): ProviderInstance {
  return { ref: kind, kind, config: { baseUrl: origin } };
}

/** A machine whose user says yes to some kinds, and is asked for each. */
function asking(yes: readonly string[]) {
  const asked: string[] = [];
  let policy: CredentialPolicy = groundOf([]);
  const refusals = refusalsBy(
    {
      policy: async () => policy,
      ask: async (_, { kind }) => {
        asked.push(kind);
        if (!yes.includes(kind)) return false;
        policy = groundOf([...policy.trusted, { origin, mayBePrivate: false }]);
        return true;
      },
    },
    accesses,
  );
  return { asked, refusals };
}

function groundOf(trusted: readonly TrustedOrigin[]): CredentialPolicy {
  return { bindings: [], trusted, environment: {}, welcomesLocal: false, remedy: () => "trust it" };
}

test("an answer about one kind of provider is none about another kind at the same origin", async () => {
  const { asked, refusals } = asking(["databricks"]);
  expect((await refusals(providerOf("google"), null))?.why).toContain(origin);
  expect(await refusals(providerOf("databricks"), null)).toBeNull();
  expect(asked).toEqual(["google", "databricks"]);
});

test("each kind is asked about once at an origin, whatever the stack", async () => {
  const { asked, refusals } = asking([]);
  for (const stack of [null, "a", "b"]) expect((await refusals(providerOf("google"), stack))?.why).toContain(origin);
  for (const stack of [null, "a", "b"]) expect((await refusals(providerOf("azure"), stack))?.why).toContain(origin);
  expect(asked).toEqual(["google", "azure"]);
});
