import { describe, expect, test } from "vitest";
import { failureAnswer, runFake } from "../../cli-context.fixture.ts";

const prod = {
  name: "prod",
  etag: "7",
  kind: "databricks",
  origins: ["https://adb-1.test"],
  private: false,
  credential: { environment: null, file: "/run/secrets/prod", clientId: "robot" },
  stacks: ["x/prod-*"],
  from: "api",
  at: "2026-01-01T00:00:00.000Z",
  by: "user:ann",
};
const usual = { ...prod, name: "usual", kind: "google", origins: null, stacks: ["*"] };

describe("plumb credential", () => {
  test("list shows where each is found and where it goes", async () => {
    const none = { environment: null, file: null, clientId: null };
    const credentials = [prod, { ...usual, credential: none }];
    const outcome = await runFake("credential list", { "GET /v1/credentials": { body: { credentials } } });
    expect(outcome.stdout.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
      ["NAME", "KIND", "FOUND IN", "GOES TO", "STACKS"],
      ["prod", "databricks", "/run/secrets/prod (secret of robot)", "https://adb-1.test", "x/prod-*"],
      ["usual", "google", "the usual places", "the vendor's own", "*"],
      [""],
    ]);
    const empty = await runFake("credential list", { "GET /v1/credentials": { body: { credentials: [] } } });
    expect(empty.stdout).toBe("No credential is named; the usual ones count.\n");
  });

  test("set sends what was said, and says what it means", async () => {
    const line =
      "credential set prod --kind databricks --origin https://adb-1.test --file /run/secrets/prod --client-id " +
      "robot --only prod-* --only portal/dev";
    const files = { "plumb.yaml": "name: x\n", "/run/secrets/prod": "name: secret\n" };
    const outcome = await runFake(line, { "PUT /v1/credentials/prod": { body: prod } }, { files });
    expect(outcome.stdout).toBe(
      "prod: what is in /run/secrets/prod (secret of robot) goes to https://adb-1.test, for x/prod-*.\n",
    );
    expect(outcome.requests.map(({ body }) => body)).toEqual([
      {
        kind: "databricks",
        origins: ["https://adb-1.test"],
        private: false,
        credential: { environment: null, file: "/run/secrets/prod", clientId: "robot" },
        stacks: ["x/prod-*", "portal/dev"],
      },
    ]);
  });

  test("set needs a kind, and shows the server's refusal", async () => {
    expect((await runFake("credential set prod")).code).toBe(2);
    const routes = { "PUT /v1/credentials/prod": failureAnswer(403, "not-permitted") };
    expect((await runFake("credential set prod --kind google", routes)).code).toBe(4);
  });

  test("set takes the place of what stands", async () => {
    const routes = { "PUT /v1/credentials/prod": failureAnswer(412, "changed-meanwhile") };
    const outcome = await runFake("credential set prod --kind google", routes);
    expect(outcome.requests).toHaveLength(2);
  });

  test("rm names it", async () => {
    const outcome = await runFake("credential rm prod", { "DELETE /v1/credentials/prod": { body: {} } });
    expect(outcome.stdout).toBe("prod is forgotten.\n");
  });
});
