import { createHmac } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { canonicalJson } from "../../../../packages/base/json/canonical-json.ts";
import type { Json, JsonObject } from "../../../../packages/base/json/json.ts";
import type { SecretMarker } from "../../../definitions/schema/value.ts";
import type { SealedRows, Vault } from "../../../engine/ports/secrets.ts";
import { encrypt, freshKey } from "../../../secrets/cipher.ts";
import { keyInMemory } from "../../../secrets/key-file.ts";
import { maskerOf } from "../../../secrets/known-secrets.ts";
import { SealedSecrets } from "../../../secrets/sealed-secrets.ts";
import { stackSettings } from "../../background/stack-settings.ts";
import { attachments, type TestDeployment, testDeployment, up } from "../../deployment.fixture.ts";
import type { Deployment } from "../../deployment.ts";
import { keepDeclaration, keptDeclaration } from "../declarations/declarations.ts";
import { planStack } from "../plans/make-plans.ts";
import { secretsOf } from "../stacks/at-stack.ts";
import { revealOutputs, showOutputs } from "../stacks/show-outputs.ts";

// A store that an earlier version wrote: its values are bound to no stack, and equal values of all stacks have one
// marker.

/** As earlier versions sealed: the algorithm as it was. */
function earlierVault(rows: SealedRows, wrapping: Buffer): Vault {
  const [fingerprintKey, dataKey, storeId] = [freshKey(), freshKey(), "store"];
  const bound = (...parts: readonly Json[]) => canonicalJson([storeId, ...parts]);
  const keys = {
    storeId,
    current: 1,
    fingerprint: encrypt(wrapping, fingerprintKey, bound("fingerprint", 0)),
    data: { "1": encrypt(wrapping, dataKey, bound("data", 1)) },
  };
  const values = new Map<string, Json>();
  const markerOf = (value: Json): SecretMarker => {
    const fingerprint = createHmac("sha256", fingerprintKey).update(canonicalJson(value)).digest("hex");
    return { $secret: { id: fingerprint.slice(0, 32), fingerprint } };
  };
  const written = rows.replaceKeys(null, keys);
  const secrets = {
    seal: async (value: Json) => {
      await written;
      const marker = markerOf(value);
      const { id } = marker.$secret;
      values.set(id, value);
      const sealed = encrypt(dataKey, Buffer.from(canonicalJson(value)), bound(id, 1));
      await rows.add({ id, keyVersion: 1, sealed });
      return marker;
    },
    open: async ({ $secret: { id } }: SecretMarker) => values.get(id) ?? null,
    known: async (value: Json) => (values.has(markerOf(value).$secret.id) ? markerOf(value) : null),
  };
  return { of: () => secrets, masker: maskerOf, isEmpty: async () => values.size === 0 };
}

let world: TestDeployment;
let earlier: Deployment;
let now: Deployment;
beforeEach(() => {
  world = testDeployment();
  const place = keyInMemory();
  earlier = { ...world, vault: earlierVault(world.sealed, place.make()), carriedOver: async () => undefined };
  const vault = new SealedSecrets(world.sealed, place);
  now = { ...world, vault };
});

function declaration(pin: string) {
  const { file, text } = attachments({ a: "'${config.pin}'" });
  return {
    file,
    text: `config: { pin: { type: string, secret: true } }\n${text}outputs: { pin: "\${config.pin}" }\n`,
    config: { pin },
  };
}

const planOf = (deployment: Deployment, pin: string, stack = "dev") =>
  planStack({ stack, kind: "apply", declaration: declaration(pin), refresh: true }, deployment);

test("plans no change for what it holds already, and opens it", async () => {
  await up(earlier, declaration("4711"));
  const plan = await planOf(now, "4711");
  expect(plan.steps.map(({ action }) => action)).toEqual(["same"]);
  expect(plan.outputs).toEqual([]);
  expect(await revealOutputs("dev", await showOutputs("dev", now), now)).toEqual({ pin: "4711" });
});

test("goes on with what is sealed for the stack alone", async () => {
  await up(earlier, declaration("4711"));
  const before = await showOutputs("dev", now);
  await up(now, declaration("4712"));
  expect(await revealOutputs("dev", await showOutputs("dev", now), now)).toEqual({ pin: "4712" });
  expect((await planOf(now, "4712")).steps.map(({ action }) => action)).toEqual(["same"]);
  // And back to the value of before, whose marker it has always been.
  await up(now, declaration("4711"));
  expect(await showOutputs("dev", now)).toEqual(before);
});

test("opens a marker for the stack alone in whose history it stood when it was opened first", async () => {
  await up(earlier, declaration("4711"));
  const { pin } = (await showOutputs("dev", now)) as { readonly pin: SecretMarker };
  expect(await secretsOf("dev", now).open(pin)).toBe("4711");
  const other = secretsOf("other", now);
  expect(await other.seal("4711")).not.toEqual(pin);
  await expect(other.open(pin)).rejects.toMatchObject({ code: "secrets-unreadable" });
  // Whatever comes into the history of the other one later.
  const holder = { ...now.holder, since: "" };
  const taken = await now.store.acquire("other", holder, 0, 1, () => false);
  if (taken.kind !== "held") throw new Error("busy");
  const outputs: JsonObject = { pin };
  const ended = { kind: "run-ended", run: "r", at: "", status: "done", outputs, outputSources: {} } as const;
  await now.store.append("other", taken.epoch, [ended]);
  await expect(other.open(pin)).rejects.toMatchObject({ code: "secrets-unreadable" });
});

test("keeps its declaration", async () => {
  const kept = await keepDeclaration("test/dev", declaration("4711"), { kind: "nothing" }, earlier);
  expect(await keptDeclaration("test/dev", now)).toMatchObject({ config: { pin: "4711" } });
  const expected = { kind: "one of", etags: [kept.etag] } as const;
  const again = { ...declaration("4711"), config: kept.config };
  await keepDeclaration("test/dev", again, expected, now);
  expect(await keptDeclaration("test/dev", now)).toMatchObject({ config: { pin: "4711" } });
});

test("opens the secret of a webhook also where the stack needs another secret before its settings are carried over", async () => {
  await up(earlier, declaration("4711"));
  const secret = await secretsOf("dev", earlier).seal("whsec_of-the-webhook");
  const webhook = { id: "w", url: "https://hooks.test/w", topics: ["run.ended"], secret };
  await earlier.documentStore.put("stack-settings", "dev", {
    approvals: 0,
    driftEveryMs: null,
    webhooks: [webhook],
  } as unknown as JsonObject);
  expect(await revealOutputs("dev", await showOutputs("dev", now), now)).toEqual({ pin: "4711" });
  const [kept] = (await stackSettings("dev", now)).settings.webhooks;
  expect(kept?.secret).toEqual(secret);
  expect(await secretsOf("dev", now).open(secret)).toBe("whsec_of-the-webhook");
});
