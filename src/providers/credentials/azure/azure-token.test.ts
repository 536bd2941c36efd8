import { expect, test } from "vitest";
import { azureToken } from "./azure-credentials.ts";

const planes = {
  public: "https://management.azure.com/x",
  china: "https://management.chinacloudapi.cn/x",
  government: "https://management.usgovcloudapi.net/x",
  gateway: "https://gateway.example/x",
};

function tokenFor(claims: unknown): string {
  return `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.signature`;
}

async function goesTo(token: string): Promise<readonly string[]> {
  const source = azureToken(token);
  const allowed: string[] = [];
  for (const [name, url] of Object.entries(planes)) {
    const headers = await source(url).catch(() => null);
    if (headers?.["authorization"] === `Bearer ${token}`) allowed.push(name);
  }
  return allowed;
}

test.each([
  ["its plane", "https://management.usgovcloudapi.net/", ["government", "gateway"]],
  ["a plane's older interface", "https://management.core.windows.net/", ["public", "gateway"]],
  ["another service", "https://graph.microsoft.com", ["gateway"]],
  ["a service by its id", "00000003-0000-0000-c000-000000000000", ["gateway"]],
  ["a list with one plane", ["https://vault.azure.net", "https://management.chinacloudapi.cn"], ["china", "gateway"]],
  [
    "a list with two planes",
    ["https://management.azure.com/", "https://management.chinacloudapi.cn"],
    ["public", "china", "gateway"],
  ],
  ["a list without a plane", ["https://vault.azure.net", 7], ["gateway"]],
  ["an empty list", [], ["gateway"]],
  ["what is no text", 7, ["gateway"]],
])("a token for %s goes to the planes of its audience only", async (_, aud, expected) => {
  expect(await goesTo(tokenFor({ aud }))).toEqual(expected);
});

test("a token that names no audience is for the public cloud", async () => {
  expect(await goesTo("opaque")).toEqual(["public", "gateway"]);
  expect(await goesTo(tokenFor({ sub: "x" }))).toEqual(["public", "gateway"]);
});

test("the refusal names the audience, and how to get the right token", async () => {
  const refused = await azureToken(tokenFor({ aud: "https://graph.microsoft.com" }))(planes.public).catch(
    (cause: unknown) => cause,
  );
  expect(refused).toMatchObject({
    refusal: {
      kind: "denied",
      detail: expect.stringMatching(
        / https:\/\/graph\.microsoft\.com, .* https:\/\/management\.azure\.com;.* https:\/\/management\.azure\.com$/,
      ),
    },
  });
});
