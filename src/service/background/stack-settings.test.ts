import { beforeEach, describe, expect, test } from "vitest";
import type { Json } from "../../../packages/base/json/json.ts";
import { type TestDeployment, testDeployment } from "../use-cases/deployment.fixture.ts";
import { secretsOf } from "../use-cases/stacks/at-stack.ts";
import { ensureStack } from "../use-cases/stacks/begin-stack.ts";
import { changeStackSettings, driftIntervals, showStackSettings, stackSettings } from "./stack-settings.ts";

let world: TestDeployment;
beforeEach(async () => {
  world = testDeployment();
  await ensureStack("dev", world);
});

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const hook = { id: "chat", url: "https://chat.example/in", topics: ["run.ended"] };

function change(settings: Json, revision?: number | null) {
  return changeStackSettings("dev", settings, revision === undefined ? {} : { revision }, world);
}

test("a stack about which nobody said anything needs no approval, and nobody hears of it", async () => {
  expect(await showStackSettings("dev", world)).toEqual({
    approvals: 0,
    driftEveryMs: null,
    webhooks: [],
    revision: null,
  });
});

test("the secret of a webhook is sealed, never shown, and stays when it is left out", async () => {
  const shown = await change({ approvals: 1, driftEveryMs: 60_000, webhooks: [{ ...hook, secret }] });
  expect(shown).toEqual({ approvals: 1, driftEveryMs: 60_000, webhooks: [hook], revision: expect.any(Number) });
  expect(JSON.stringify(await world.documentStore.list("settings-of-stacks", { limit: 10 }))).not.toContain(secret);
  await change({ webhooks: [{ ...hook, topics: ["drift.found"] }] });
  const [kept] = (await stackSettings("dev", world)).settings.webhooks;
  expect(kept).toMatchObject({ id: "chat", topics: ["drift.found"] });
  expect(kept === undefined ? null : await secretsOf("dev", world).open(kept.secret)).toBe(secret);
  expect(await driftIntervals(world)).toEqual([]);
});

test("settings that another has changed are not written over", async () => {
  const { revision } = await change({ approvals: 1 }, null);
  await change({ approvals: 2 }, revision);
  await expect(change({ approvals: 0 }, revision)).rejects.toMatchObject({
    reason: "stale",
    problems: [{ code: "changed-meanwhile" }],
  });
  await expect(change({ approvals: 0 }, null)).rejects.toMatchObject({ reason: "stale" });
  expect(await showStackSettings("dev", world)).toMatchObject({ approvals: 2 });
});

describe("what is wrong is told all at once, with its place", () => {
  test.each<[Json, readonly string[]]>([
    [[], [""]],
    [{ approval: 1 }, ["/approval"]],
    [{ approvals: -1, driftEveryMs: 59_999, webhooks: {} }, ["/approvals", "/driftEveryMs", "/webhooks"]],
    [{ approvals: 1.5 }, ["/approvals"]],
    [{ approvals: 21 }, ["/approvals"]],
    [{ webhooks: ["x"] }, ["/webhooks/0/id", "/webhooks/0/url", "/webhooks/0/topics", "/webhooks/0/secret"]],
    [{ webhooks: [{ ...hook, secret, url: "http://chat.example" }] }, ["/webhooks/0/url"]],
    [{ webhooks: [{ ...hook, secret, url: "https://user:word@chat.example" }] }, ["/webhooks/0/url"]],
    [{ webhooks: [{ ...hook, secret, topics: ["run.begun"] }] }, ["/webhooks/0/topics"]],
    [{ webhooks: [{ ...hook, secret, topics: [] }] }, ["/webhooks/0/topics"]],
    [{ webhooks: [hook] }, ["/webhooks/0/secret"]],
    [{ webhooks: [{ ...hook, secret: "whsec_c2hvcnQ=" }] }, ["/webhooks/0/secret"]],
    [{ webhooks: [{ ...hook, secret: { $secret: { id: "x", fingerprint: "y" } } }] }, ["/webhooks/0/secret"]],
    [
      {
        webhooks: [
          { ...hook, secret },
          { ...hook, secret },
        ],
      },
      ["/webhooks"],
    ],
  ])("%j", async (settings, pointers) => {
    const refused = await change(settings).then(
      () => [],
      (cause: { problems: readonly { pointer: string; code: string }[] }) => cause.problems,
    );
    expect(refused.map(({ pointer }) => pointer)).toEqual(pointers);
    expect(refused.every(({ code }) => code === "invalid-settings")).toBe(true);
  });

  test("a secret is not sent to another target than the one it was given for", async () => {
    await change({ webhooks: [{ ...hook, secret }] });
    await expect(change({ webhooks: [{ ...hook, url: "https://elsewhere.example" }] })).rejects.toMatchObject({
      problems: [{ pointer: "/webhooks/0/secret" }],
    });
  });
});
