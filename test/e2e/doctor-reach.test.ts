import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ReadOnlyStage } from "./read-only-stage.fixture.ts";

const client = JSON.stringify({
  name: "first",
  providers: { google: { kind: "google", project: "acme" } },
  resources: {
    it: {
      type: "iam:OAuthClient",
      properties: {
        oauthClientId: "portal",
        location: "global",
        allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
        allowedRedirectUris: ["https://portal.example/"],
        allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
      },
    },
  },
});

let dir = "";
let stage: ReadOnlyStage;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "plumb-reach-"));
  stage = new ReadOnlyStage(dir, client);
});
afterEach(async () => {
  await stage.close();
  rmSync(dir, { recursive: true, force: true });
});

const look = async () => {
  const { code, output } = await stage.play(["doctor", "--vendors"], {});
  return { code, output: output.replace(/\s+/g, " ") };
};

describe("doctor --vendors where nothing but OAuth clients is declared", () => {
  test("judges the way and the clock by their answers", async () => {
    const { code, output } = await look();
    expect(output).toMatch(/PASS reach: \d+ answer/);
    expect(output).toContain("PASS clock");
    expect(code).toBe(0);
  });

  test("a clock that differs is a failure", async () => {
    const date = new Date(Date.now() + 10 * 365 * 86_400_000).toUTCString();
    stage.otherwise = () =>
      Response.json({ error: { code: 404, status: "NOT_FOUND", message: "no" } }, { status: 404, headers: { date } });
    const { code, output } = await look();
    expect(output).toContain("FAIL clock");
    expect(code).toBe(1);
  });

  test("so is a vendor that can't be reached, with the cause", async () => {
    stage.otherwise = () => {
      throw new TypeError("fetch failed", { cause: Object.assign(new Error("c"), { code: "ECONNREFUSED" }) });
    };
    const { code, output } = await look();
    expect(output).toContain("FAIL reach: no answer: iam.googleapis.com: ");
    expect(output).toContain("ECONNREFUSED");
    expect(output).not.toContain("do: ask again later");
    expect(code).toBe(1);
    const plan = await stage.play(["plan"], {});
    expect(plan.output.replace(/\s+/g, " ")).toMatch(/iam.googleapis.com: .*ECONNREFUSED/);
  });
});
