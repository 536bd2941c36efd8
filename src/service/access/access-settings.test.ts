import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { MemoryDocumentStore } from "../../../test/memory-store/memory-document-store.ts";
import { catalog } from "../../definitions/resources/catalog.ts";
import { admitted, testAccess } from "./access.fixture.ts";
import { readAccessSettings } from "./access-settings.ts";
import { goodClaims, signed, signingKey, trusted } from "./issuers/issuer.fixture.ts";
import { openAccess } from "./open-access.ts";

const folder = mkdtempSync(join(tmpdir(), "plumb-settings-"));
afterAll(() => rmSync(folder, { recursive: true }));

const good = { issuer: "https://id.test/", audience: "https://plumb.test", keysUrl: "https://id.test/keys" };

const read = (document: unknown) => readAccessSettings(JSON.stringify(document), "access.json", catalog.providers);
const pointersOf = (document: unknown) => {
  const result = read(document);
  return result.ok ? [] : result.error.map(({ pointer }) => pointer);
};

describe("the settings of access", () => {
  test("need little, and have defaults on the safe side", () => {
    expect(read({ issuers: [good], admins: ["group:sre"] })).toEqual({
      ok: true,
      value: {
        admins: ["group:sre"],
        credentials: [],
        credentialSources: { environment: [], files: [] },
        issuers: [
          {
            issuer: "https://id.test/",
            audience: ["https://plumb.test"],
            keys: { url: "https://id.test/keys" },
            algorithms: ["RS256", "PS256", "ES256", "EdDSA"],
            tokenTypes: ["at+jwt"],
            clockSkewSeconds: 30,
            longestLifeSeconds: 86_400,
            login: null,
            claims: { name: ["email", "preferred_username"], groups: null, accountAdmin: null, workspaces: null },
          },
        ],
      },
    });
  });

  test("take all that can be said", () => {
    const claims = {
      name: ["name"],
      groups: { claim: "/realm/groups", prefix: "x/" },
      accountAdmin: { claim: "aa", value: "yes" },
      workspaces: { claim: "ws", origins: { prod: "https://ADB-1.test/x" } },
    };
    const more = { algorithms: ["ES256"], tokenTypes: ["jwt"], clockSkewSeconds: 0, longestLifeSeconds: 60, claims };
    const result = read({ issuers: [{ ...good, ...more, login: { clientId: "cli" } }] });
    expect(result).toMatchObject({
      ok: true,
      value: {
        issuers: [
          {
            ...more,
            claims: { ...claims, workspaces: { claim: "ws", origins: { prod: "https://adb-1.test" } } },
            login: { clientId: "cli", scope: "openid profile email offline_access" },
          },
        ],
      },
    });
  });

  test.each([
    ["a shared secret's algorithm", { issuers: [{ ...good, algorithms: ["HS256"] }] }, ["/issuers/0/algorithms"]],
    ["none", { issuers: [{ ...good, algorithms: ["none"] }] }, ["/issuers/0/algorithms"]],
    ["no audience", { issuers: [{ ...good, audience: undefined }] }, ["/issuers/0/audience"]],
    [
      "an address that anybody may answer for",
      { issuers: [{ ...good, keysUrl: "http://id.test" }] },
      ["/issuers/0/keysUrl"],
    ],
    [
      "an address with a password and no user name",
      { issuers: [{ ...good, keysUrl: "https://:secret@id.test" }] },
      ["/issuers/0/keysUrl"],
    ],
    ["an issuer that is none", { issuers: [{ ...good, issuer: "id.test" }] }, ["/issuers/0/issuer"]],
    [
      "an issuer that could pass for another's subject",
      { issuers: [{ ...good, issuer: "https://id.test/|ann" }] },
      ["/issuers/0/issuer"],
    ],
    ["the same issuer twice", { issuers: [good, good] }, ["/issuers/1/issuer"]],
    ["keys of two kinds", { issuers: [{ ...good, jwks: { keys: [] } }] }, ["/issuers/0/jwks"]],
    [
      "a secret among the keys",
      { issuers: [{ ...good, keysUrl: undefined, jwks: { keys: [{ kty: "oct", k: "x" }] } }] },
      ["/issuers/0/jwks"],
    ],
    ["a slip of the pen", { issuers: [{ ...good, audiense: "x" }], admin: [] }, ["/admin", "/issuers/0/audiense"]],
    ["a claim without a place", { issuers: [{ ...good, claims: { groups: {} } }] }, ["/issuers/0/claims/groups/claim"]],
    [
      "a workspace that is none",
      { issuers: [{ ...good, claims: { workspaces: { claim: "w", origins: { a: "x" } } } }] },
      ["/issuers/0/claims/workspaces/origins/a"],
    ],
    ["an admin who is nobody", { admins: ["sre"] }, ["/admins/0"]],
    ["too much skew", { issuers: [{ ...good, clockSkewSeconds: 3600 }] }, ["/issuers/0/clockSkewSeconds"]],
    ["no objects", { issuers: ["x"], admins: 3 }, ["/issuers/0", "/admins"]],
  ])("refuse %s", (_, document, pointers) => {
    expect(pointersOf(document)).toEqual(pointers);
  });

  test("refuse what is no JSON", () => {
    expect(readAccessSettings("issuers: []", "access.json", catalog.providers).ok).toBe(false);
  });

  test("make admins whom the document store does not know", async () => {
    const key = await signingKey("k");
    const issuers = [trusted({ jwks: { keys: [key.publicJwk] } })];
    const world = await testAccess({ issuers, admins: ["user:https://id.test|ann"] });
    const token = await signed(key, goodClaims(world.now() / 1000));
    expect((await admitted(world, token)).decide("access:manage", { stack: null }).kind).toBe("allowed");
  });
});

describe("credentials in the settings", () => {
  const credential = { name: "prod", kind: "databricks", origins: ["https://adb-1.test"] };

  test("have a place, and defaults", () => {
    const secret = { environment: "LAB_SECRET", clientId: "robot" };
    const given = [
      credential,
      { name: "lab", kind: "databricks", credential: secret, private: true, stacks: ["lab-*/*"] },
    ];
    expect(read({ credentials: given, credentialSources: { files: ["/run/secrets/"] } })).toMatchObject({
      ok: true,
      value: {
        credentials: [
          { ...credential, mayBePrivate: false, credential: { kind: "usual" }, stacks: ["*"] },
          {
            name: "lab",
            kind: "databricks",
            origins: null,
            mayBePrivate: true,
            credential: { kind: "environment", name: "LAB_SECRET", clientId: "robot" },
            stacks: ["lab-*/*"],
          },
        ],
        credentialSources: { environment: [], files: ["/run/secrets/"] },
      },
    });
  });

  test.each<[object, string]>([
    [{ ...credential, name: "a b" }, "/credentials/0/name"],
    [{ ...credential, kind: "aws" }, "/credentials/0/kind"],
    [{ ...credential, origins: ["http://adb-1.test"] }, "/credentials/0/origins"],
    [{ ...credential, origins: ["https://adb-1.test/path"] }, "/credentials/0/origins"],
    [{ ...credential, origins: ["https://ada@adb-1.test"] }, "/credentials/0/origins"],
    [{ ...credential, origins: [] }, "/credentials/0/origins"],
    [{ ...credential, credential: { token: "t" } }, "/credentials/0/credential/token"],
    [{ ...credential, credential: { environment: "A", file: "/b" } }, "/credentials/0/credential/environment"],
    [{ ...credential, kind: "google", credential: { file: "/b", clientId: "c" } }, "/credentials/0/credential"],
    [{ ...credential, stacks: ["a b"] }, "/credentials/0/stacks"],
    // Names of stacks are whole: one without a project is a stack of none.
    [{ ...credential, stacks: ["lab-*"] }, "/credentials/0/stacks"],
    [{ ...credential, stacks: ["a/b/c"] }, "/credentials/0/stacks"],
    [{ ...credential, private: "yes" }, "/credentials/0/private"],
  ])("%j is refused at its place", (wrong, pointer) => {
    expect(pointersOf({ credentials: [wrong] })).toContain(pointer);
  });

  test("have names of their own", () => {
    expect(pointersOf({ credentials: [credential, credential] })).toEqual(["/credentials/1/name"]);
  });
});

describe("access by files", () => {
  const surroundings = {
    documentStore: new MemoryDocumentStore(),
    stacks: { lineages: async () => new Map(), progress: async () => ({ lineage: "", serial: 0 }) },
    fetch: () => Promise.reject(new Error("no network")),
    clock: { now: () => 0, sleep: () => Promise.resolve() },
    ids: { unique: () => "0".repeat(32), suffix: () => "x" },
  };
  const { providers } = catalog;
  const shipped = fileURLToPath(new URL("../../../policies/", import.meta.url));

  test("opens with the shipped policies, one's own and the settings", async () => {
    const settings = join(folder, "access.json");
    writeFileSync(settings, JSON.stringify({ issuers: [{ ...good, login: { clientId: "cli", scope: "openid" } }] }));
    writeFileSync(join(folder, "own.cedar"), '@id("own") forbid (principal, action, resource);');
    const opened = await openAccess({ shipped, providers, policies: folder, settings }, surroundings);
    if (!opened.ok) throw new Error(JSON.stringify(opened.error));
    expect(opened.value.logins()).toEqual([
      { issuer: "https://id.test/", audience: "https://plumb.test", clientId: "cli", scope: "openid" },
    ]);
  });

  test("names the line of a policy that can't be taken", async () => {
    const policies = mkdtempSync(join(folder, "own-"));
    writeFileSync(join(policies, "own.cedar"), "\n\nforbid (principal, action, resource)");
    const opened = await openAccess({ shipped, providers, policies, settings: undefined }, surroundings);
    expect(opened).toMatchObject({ ok: false, error: [{ code: "invalid-policy", span: { line: 3 } }] });
  });

  test("says which file of the operator's can't be read", async () => {
    const nowhere = join(folder, "nowhere");
    const policies = await openAccess({ shipped, providers, policies: nowhere, settings: undefined }, surroundings);
    const detail = expect.stringContaining(nowhere);
    expect(policies).toMatchObject({ ok: false, error: [{ code: "invalid-policy", detail }] });
    const settings = await openAccess({ shipped, providers, policies: undefined, settings: nowhere }, surroundings);
    expect(settings).toMatchObject({ ok: false, error: [{ code: "invalid-access-settings", detail }] });
  });

  test("does not take a shipped file that can't be read for the operator's mistake", async () => {
    const files = { shipped: join(folder, "nowhere"), providers, policies: undefined, settings: undefined };
    await expect(openAccess(files, surroundings)).rejects.toMatchObject({ name: "Fault", code: "store-failed" });
  });
});
