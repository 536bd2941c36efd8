import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asking } from "../../packages/base/exchange/asking.fixture.ts";
import type { Exchange } from "../../packages/base/exchange/exchange.ts";
import type { Json, JsonObject } from "../../packages/base/json/json.ts";
import { tokenInfoAddress } from "../../packages/vendor-wire/google/sign-in-hosts.ts";
import { type Embedded, openEmbedded } from "../../src/composition/embedded.ts";
import { systemClock, systemIds } from "../../src/composition/machine/system.ts";
import { entraDiscovery } from "../../src/providers/credentials/azure/entra-discovery.fixture.ts";
import {
  type VendorAnswer,
  type VendorRequest,
  vendorsBehindProxy,
} from "../../src/providers/credentials/vendors-behind-proxy.fixture.ts";

const tenant = "99999999-2222-3333-4444-555555555555";
const workspace = "dbc-1.cloud.databricks.com";
const authority = "login.microsoftonline.com";
const hosts = [
  ...["iam.googleapis.com", "connectors.googleapis.com", "compute.googleapis.com", "serviceusage.googleapis.com"],
  ...["oauth2.googleapis.com", "management.azure.com", authority, workspace],
];

/** Where tokens are asked for, and no other call goes: host and path. */
const tokenCalls: readonly string[] = [
  ...["oauth2.googleapis.com/token", "oauth2.googleapis.com/tokeninfo"],
  `${authority}/${tenant}/oauth2/v2.0/token`,
  `${workspace}/oidc/v1/token`,
];

function isTokenCall(host: string, path: string): boolean {
  return tokenCalls.includes(`${host}${path.split("?", 1)[0]}`);
}

/** The POST that is a read: which of some rights the caller has (Compute v1, `reservations.testIamPermissions`). */
const readingPost = /^compute\.googleapis\.com\/compute\/v1\/projects\/[^?]*\/testIamPermissions$/;

/** What a request came to at the socket. */
export function kindOf({ host, method, path }: VendorRequest): "read" | "token" | "write" {
  if (method === "GET" || method === "HEAD") return "read";
  if (method !== "POST") return "write";
  if (isTokenCall(host, path)) return "token";
  return readingPost.test(`${host}${path}`) ? "read" : "write";
}

/**
 * The vendors under their own names, at a socket behind a proxy: whatever a process sends is received there, sign-ins
 * included. An embedded cloud answers.
 */
export class VendorsAtASocket {
  /** Everything that was received, in order. */
  readonly received: readonly VendorRequest[];
  /** With what a process reaches them. */
  readonly environment: Readonly<Record<string, string>>;
  /** The certificate and the key file that the environment names; whoever opened this removes it. */
  readonly folder: string;
  /** Holds back the answer to a request that has taken effect, for ever. */
  withholds: (request: VendorRequest) => boolean = () => false;
  /** What is answered otherwise than by the cloud. */
  otherwise: (request: VendorRequest) => VendorAnswer | undefined = () => undefined;
  readonly #cloud: Embedded;
  readonly #socket: Awaited<ReturnType<typeof vendorsBehindProxy>>;
  #heard: () => void = () => {};

  static async open(): Promise<VendorsAtASocket> {
    const made: VendorsAtASocket[] = [];
    const socket = await vendorsBehindProxy(hosts, async (request) => {
      const [vendors] = made;
      return vendors === undefined ? { status: 503, body: "" } : vendors.#answer(request);
    });
    const vendors = new VendorsAtASocket(socket);
    made.push(vendors);
    return vendors;
  }

  private constructor(socket: Awaited<ReturnType<typeof vendorsBehindProxy>>) {
    this.#socket = socket;
    this.received = socket.requests;
    const nothing: Exchange = () => Promise.reject(new Error("the vendors call no other place"));
    const own = { version: "0.0.0", dir: ":memory:", environment: {}, clock: systemClock, ids: systemIds };
    this.#cloud = openEmbedded({ ...own, network: nothing });
    this.folder = mkdtempSync(join(tmpdir(), "plumb-vendors-"));
    const certificate = join(this.folder, "company.pem");
    writeFileSync(certificate, socket.certificate, { mode: 0o644 });
    const key = join(this.folder, "key.json");
    writeFileSync(key, JSON.stringify(serviceAccountKey()), { mode: 0o600 });
    this.environment = {
      ...{ PLUMB_CLOUD: "vendors", HTTPS_PROXY: socket.proxy, NO_PROXY: "", NODE_EXTRA_CA_CERTS: certificate },
      ...{ https_proxy: "", no_proxy: "", GOOGLE_APPLICATION_CREDENTIALS: key },
      ...{ AZURE_TENANT_ID: tenant, AZURE_CLIENT_ID: "app", AZURE_CLIENT_SECRET: "s" },
      ...{ DATABRICKS_HOST: `https://${workspace}`, DATABRICKS_CLIENT_ID: "spn", DATABRICKS_CLIENT_SECRET: "s" },
    };
  }

  async close(): Promise<void> {
    await this.#socket.close();
    await this.#cloud.close();
  }

  /** Comes back once what was received holds what is looked for. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => (this.#heard = resolve));
  }

  /** The control surface of the cloud behind the socket; null removes what is there. */
  async control(path: string, body?: Json): Promise<JsonObject> {
    const post = { method: "POST", body: JSON.stringify(body) };
    const init = body === undefined ? {} : body === null ? { method: "DELETE" } : post;
    const answer = await asking(this.#cloud.localCloud)(new Request(`http://cloud.test/_local/${path}`, init));
    const document = (await answer.json()) as JsonObject;
    if (!answer.ok) throw new Error(JSON.stringify(document));
    return document;
  }

  /** The effective writes so far: what was done to which object. */
  async writes(): Promise<readonly string[]> {
    const { writes } = await this.control("log?after=0");
    return (writes as unknown as readonly { action: string; object: string }[]).map(
      ({ action, object }) => `${action} ${object}`,
    );
  }

  async #answer(request: VendorRequest): Promise<VendorAnswer> {
    const answer = this.otherwise(request) ?? signIn(request) ?? (await this.#ofCloud(request));
    this.#heard();
    if (this.withholds(request)) return new Promise<never>(() => {});
    return answer;
  }

  async #ofCloud({ method, path, body, headers }: VendorRequest): Promise<VendorAnswer> {
    const sent = ["GET", "HEAD"].includes(method) ? {} : { body };
    const own = { "content-type": headers["content-type"] ?? "", authorization: "Bearer local:admin@local.example" };
    const version = headers["if-match"] === undefined ? {} : { "if-match": headers["if-match"] };
    const answer = await asking(this.#cloud.localCloud)(
      new Request(`http://cloud.test${path}`, { method, headers: { ...own, ...version }, ...sent }),
    );
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() };
  }
}

function signIn({ host, method, path }: VendorRequest): VendorAnswer | undefined {
  if (host === authority && method === "GET") return entraDiscovery(authority, tenant, path);
  if (path.endsWith("/oauth-authorization-server"))
    return { body: JSON.stringify({ token_endpoint: `https://${workspace}/oidc/v1/token` }) };
  if (`https://${host}${path}` === tokenInfoAddress) return { status: 400, body: '{"error":"invalid_token"}' };
  if (!isTokenCall(host, path)) return undefined;
  return { body: JSON.stringify({ access_token: "t", token_type: "Bearer", expires_in: 3600 }) };
}

function serviceAccountKey(): JsonObject {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return {
    ...{ type: "service_account", project_id: "acme", private_key_id: "k1", client_id: "1" },
    ...{ client_email: "robot@acme.iam.gserviceaccount.com", token_uri: "https://oauth2.googleapis.com/token" },
    private_key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}
