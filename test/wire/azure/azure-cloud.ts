import { request as forward } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import type { AccessToken, TokenCredential } from "@azure/core-auth";
import { generate } from "selfsigned";
import { exchangeOver } from "../../../packages/base/exchange/exchange-over.fixture.ts";
import type { Fetch } from "../../../packages/base/exchange/fetch.ts";
import type { Json, JsonObject } from "../../../packages/base/json/json.ts";
import { armLocal } from "../../../packages/local-cloud/azure/arm-local.ts";
import { LocalCloud } from "../../../packages/local-cloud/runtime/local-cloud.ts";
import { LocalStorage } from "../../../packages/local-cloud/runtime/local-storage.ts";
import type { LocalMode } from "../../../packages/local-cloud/runtime/local-vendor.ts";
import { serveCloud } from "../../../packages/local-cloud/runtime/serve-cloud.ts";
import { ShapeWitness } from "../../vendor-interfaces/shape-witness.ts";
import { noting } from "../client-ledger.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json | undefined;
}

interface CloudOptions {
  readonly mode?: LocalMode;
  /** Virtual milliseconds that operations take. */
  readonly operationMs?: number;
}

const certificate = await generate([{ name: "commonName", value: "localhost" }], {
  keyType: "ec",
  extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] }],
});

/**
 * The local cloud as `plumb cloud` serves it, on a free port of this machine, behind a proxy that ends TLS: Azure's
 * clients send credentials over nothing else. Every answer is held against the vendor's interface description.
 */
export class AzureCloud {
  readonly endpoint: string;
  readonly #cloud: Fetch;
  readonly #storage: LocalStorage;
  readonly #stop: () => void;
  readonly #witness: ShapeWitness;

  private constructor(endpoint: string, cloud: Fetch, storage: LocalStorage, witness: ShapeWitness, stop: () => void) {
    this.endpoint = endpoint;
    this.#cloud = cloud;
    this.#storage = storage;
    this.#witness = witness;
    this.#stop = stop;
  }

  static async start({ mode = "documented", operationMs = 0 }: CloudOptions = {}): Promise<AzureCloud> {
    const storage = new LocalStorage(":memory:");
    let uniques = 0;
    const cloud = new LocalCloud({
      storage,
      vendors: [armLocal],
      clock: { now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 678), sleep: () => Promise.resolve() },
      ids: {
        unique: () => {
          uniques += 1;
          return uniques.toString(16).padStart(32, "0");
        },
        suffix: (length) => "a".repeat(length),
      },
      mode,
      operationMs,
    });
    const witness = new ShapeWitness({ mode });
    const witnessed = witness.around(cloud.fetch);
    const ending = new AbortController();
    const plain = await serveCloud(exchangeOver(noting(witnessed)), 0, ending.signal);
    const proxy = await endTls(new URL(plain.url).port);
    const { port } = proxy.address() as AddressInfo;
    return new AzureCloud(`https://localhost:${port}`, witnessed, storage, witness, () => {
      ending.abort();
      proxy.close();
      proxy.closeAllConnections();
    });
  }

  /** What every client is given; nothing of the clients themselves is changed. */
  get clientOptions() {
    return {
      endpoint: this.endpoint,
      tlsOptions: { ca: certificate.cert },
      retryOptions: { maxRetries: 0 },
      credentialScopes: ["https://management.azure.com/.default"],
    };
  }

  async #control(path: string, body: Json): Promise<void> {
    const response = await this.#cloud(
      new Request(`http://localhost/_local/${path}`, { method: "POST", body: JSON.stringify(body) }),
    );
    if (!response.ok) throw new Error(`_local/${path}: ${await response.text()}`);
  }

  async seed(...seeds: readonly JsonObject[]): Promise<void> {
    await this.#control("seed", seeds);
  }

  /** Moves the virtual clock forward. */
  async advance(advanceMs: number): Promise<void> {
    await this.#control("clock", { advanceMs });
  }

  /** A call without any client, straight to the cloud; held against the description as all others are. */
  async call(
    method: string,
    path: string,
    body?: Json,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const response = await this.#cloud(
      new Request(`http://localhost${path}`, {
        method,
        headers: { authorization: "Bearer any", "content-type": "application/json", ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === "" ? undefined : (JSON.parse(text) as Json),
    };
  }

  /** Ends the cloud; gives what contradicted the interface descriptions since it began. */
  close(): readonly string[] {
    this.#stop();
    this.#storage.close();
    return this.#witness.found;
  }
}

/** A credential as the clients want one; `local:NAME` names a principal of the local cloud. */
export function credentialOf(token = "any"): TokenCredential {
  const issued: AccessToken = { token, expiresOnTimestamp: Date.now() + 3_600_000 };
  return { getToken: () => Promise.resolve(issued) };
}

async function endTls(plainPort: string): Promise<Server> {
  const proxy = createServer({ key: certificate.private, cert: certificate.cert }, (incoming, outgoing) => {
    const onward = forward(
      {
        host: "127.0.0.1",
        port: plainPort,
        method: incoming.method,
        path: incoming.url,
        headers: { ...incoming.headers, "x-forwarded-proto": "https" },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.once("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return proxy;
}
