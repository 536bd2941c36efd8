import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterAll, test as base, beforeAll, describe, expect } from "vitest";
import type { JsonObject } from "../../packages/base/json/json.ts";
import type { VendorAnswer, VendorRequest } from "../../src/providers/credentials/vendors-behind-proxy.fixture.ts";
import { buildBundle } from "../e2e/built-bundle.fixture.ts";
import { type Run, startPlumb } from "../e2e/run-plumb.fixture.ts";
import { VendorsAtASocket } from "../e2e/vendors-at-a-socket.fixture.ts";
import { partOf } from "../properties/part-of-cases.ts";
import { disguises, freshSecrets, needlesOf } from "./secret-kinds.fixture.ts";

const secrets = freshSecrets();
const hidden = Object.values(secrets).flatMap((secret) => Object.values(disguises(secret)));
const needles = Object.entries(secrets).flatMap(([kind, secret]) =>
  needlesOf(secret).map((piece) => ({ kind, piece })),
);

/** Everything, everywhere: in known fields and in unknown ones, as keys, in lists, in texts. */
const everything: JsonObject = {
  ...{ message: hidden.join(" "), description: hidden.join("\n"), etag: hidden[0] ?? "", status: hidden.join(",") },
  ...{ clientSecret: hidden, token: { deep: hidden }, code: hidden.join(" "), nextLink: hidden.join("&") },
  ...{ unknown: { list: hidden, ...Object.fromEntries(hidden.map((each) => [each, each])) } },
  metadata: Object.fromEntries(hidden.map((each, index) => [`key-${index}`, each])),
  details: hidden.map((each) => ({ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: each, domain: each })),
  pin: Number(secrets["pin"]),
};
const page = `<html><head><title>${hidden.join(" ")}</title></head><body>
<form action="https://x.example/?${hidden.join("&")}">
  <input type="hidden" name="token" value="${hidden.join('"><input value="')}"></form></body></html>`;
const headers = {
  ...{ location: `https://robot:${encodeURIComponent(secrets["password"] ?? "")}@x.example/?${secrets["sas"]}` },
  ...{ "www-authenticate": `Bearer ${secrets["jwt"]}`, etag: `"${secrets["databricksToken"]}"` },
  ...{ "x-request-id": secrets["googleRefreshToken"] ?? "", "x-ms-error-code": secrets["entraSecret"] ?? "" },
  ...{ "retry-after": secrets["pin"] ?? "", "set-cookie": `session=${secrets["basic"]}` },
};

const json = JSON.stringify({ error: everything, ...everything });
const isWrite = ({ method, path }: VendorRequest) => method !== "GET" && path.includes("/v1/projects/");

/** What is answered to the write of an OAuth client, by what it tries. */
const answers: Readonly<Record<string, VendorAnswer>> = {
  "an error in JSON, a list": { status: 403, headers, body: JSON.stringify([{ error: everything }]) },
  "an error in JSON, split": { status: 400, headers, body: json, pieces: 97 },
  "a page": { status: 403, headers: { ...headers, "content-type": "text/html" }, body: page },
  "a text": { status: 400, headers: { "content-type": "text/plain" }, body: hidden.join("\n") },
  "a text of JSON": { status: 400, headers, body: JSON.stringify(json) },
  "gzip, split": { status: 400, headers: { "content-encoding": "gzip" }, body: gzipSync(json), pieces: 31 },
  brotli: { status: 400, headers: { "content-encoding": "br" }, body: brotliCompressSync(json) },
  "gzip that says nothing of it": { status: 400, headers, body: gzipSync(json) },
  "gzip in base64": {
    status: 400,
    headers,
    body: JSON.stringify({ error: { message: gzipSync(json).toString("base64") } }),
  },
  "a redirect": { status: 303, headers, body: "" },
};

let bundle: ReturnType<typeof buildBundle>;
beforeAll(async () => {
  bundle = buildBundle(["google-auth-library", "@azure"]);
});
afterAll(() => rmSync(bundle.folder, { recursive: true, force: true }));

interface Place {
  readonly vendors: VendorsAtASocket;
  readonly folder: string;
}

/** Each test has vendors and a folder of its own, so that several may wait at once. */
const test = base.extend<{ readonly place: Place }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads there which other fixtures this one needs.
  place: async ({}, use) => {
    const vendors = await VendorsAtASocket.open();
    const folder = mkdtempSync(join(tmpdir(), "plumb-recorded-"));
    writeFileSync(join(folder, "plumb.yaml"), declaration);
    await use({ vendors, folder });
    await vendors.close();
    for (const each of [folder, vendors.folder]) rmSync(each, { recursive: true, force: true });
  },
});

const declaration = JSON.stringify({
  name: "first",
  providers: { google: { kind: "google", project: "acme" } },
  resources: {
    a: {
      type: "iam:OAuthClient",
      properties: {
        ...{ oauthClientId: "portal", location: "global", clientType: "CONFIDENTIAL_CLIENT" },
        ...{
          displayName: secrets["password"],
          description: `${secrets["databricksToken"]} ${secrets["basic"]} ${secrets["googleClientSecret"]}`,
        },
        allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
        allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
        allowedRedirectUris: [`https://app.example/callback?${secrets["sas"]}`],
      },
    },
  },
});

function plumb({ vendors, folder }: Place, ...argv: readonly string[]): Promise<Run> {
  const variables = {
    PLUMB_RECORD: join(folder, "rec"),
    GOOGLE_OAUTH_ACCESS_TOKEN: secrets["googleAccessToken"] ?? "",
  };
  return startPlumb(argv, folder, { ...vendors.environment, ...variables }, bundle.bundle).ended;
}

/** Packs the last run, and gives everything that would be sent: names and contents, compressed and not. */
async function reported(place: Place): Promise<string> {
  const { folder } = place;
  const [{ run = "" } = {}] = JSON.parse((await plumb(place, "runs", "list", "--json")).stdout) as { run?: string }[];
  const packed = await plumb(place, "report", run, "--output", join(folder, "report.gz"));
  expect(packed, packed.stderr).toMatchObject({ exitCode: 0 });
  const report = readFileSync(join(folder, "report.gz"));
  const recordings = join(folder, "rec");
  const files = readdirSync(recordings, { recursive: true, withFileTypes: true });
  const texts = files.flatMap((file) =>
    file.isFile() ? [readFileSync(join(file.parentPath, file.name), "latin1")] : [],
  );
  const unpacked = gunzipSync(report);
  expect(unpacked.toString("utf8")).toContain('"kind":"exchange"');
  return [
    packed.stdout,
    report.toString("latin1"),
    unpacked.toString("latin1"),
    ...files.map(({ name }) => name),
    ...texts,
  ]
    .join("\n")
    .toLowerCase();
}

function leaks(text: string): readonly object[] {
  return needles.filter(({ piece }) => text.includes(piece));
}

describe.concurrent("no secret of any kind is in a recording or a report", () => {
  test.for(partOf(Object.entries(answers), 3))("where the answer to a write is %s", async ([, answer], { place }) => {
    const { vendors } = place;
    vendors.otherwise = (request) => (isWrite(request) ? answer : undefined);
    const up = await plumb(place, "up", "--yes");
    expect(vendors.received.some(isWrite), up.stdout + up.stderr).toBe(true);
    expect(leaks(await reported(place))).toEqual([]);
  });

  test("where an answer of 200 has them in its fields, and a list goes on at one", async ({ place }) => {
    const { vendors } = place;
    const found = { ...everything, name: "projects/acme/locations/global/oauthClients/portal", disabled: false };
    vendors.otherwise = ({ method, path }) => {
      if (method === "GET" && path.includes("/oauthClients?")) {
        const next = path.includes("pageToken") ? {} : { nextPageToken: secrets["googleRefreshToken"] };
        return { body: JSON.stringify({ oauthClients: [found], ...next }) };
      }
      if (method === "GET" && path.includes("/oauthClients/portal") && vendors.received.some(isWrite))
        return { headers, body: JSON.stringify(found) };
      return isWrite({ method, path } as VendorRequest) ? { headers, body: JSON.stringify(found) } : undefined;
    };
    await plumb(place, "up", "--yes");
    await plumb(place, "unmanaged", "iam:OAuthClient", "location=global");
    await plumb(place, "drift");
    expect(vendors.received.some(({ path }) => path.includes("pageToken"))).toBe(true);
    expect(leaks(await reported(place))).toEqual([]);
  });
});
