import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exchangeOver } from "../../packages/base/exchange/exchange-over.fixture.ts";
import type { JsonObject } from "../../packages/base/json/json.ts";
import { systemClock, systemIds } from "../../src/composition/machine/system.ts";
import { openService } from "../../src/composition/service/service.ts";
import { fetchOf } from "../../src/http/fetch-of.ts";
import { ServiceLog } from "../../src/telemetry/service-log.ts";
import type { HostileWorld } from "./hostile-world.fixture.ts";

/** What came of a request. */
interface Answered {
  readonly status: number;
  readonly text: string;
  readonly body: JsonObject;
}

/** A service in a hostile world, asked as its first admin unless another token is given. */
export interface ServedPlumb {
  ask(
    method: string,
    path: string,
    body?: unknown,
    more?: { readonly token?: string; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<Answered>;
  close(): Promise<void>;
}

export async function openServed(
  world: HostileWorld,
  environment: Readonly<Record<string, string>>,
  settings: object = {},
): Promise<ServedPlumb> {
  const dir = mkdtempSync(join(tmpdir(), "plumb-served-"));
  const access = join(dir, "access.json");
  writeFileSync(access, JSON.stringify(settings));
  const opened = await openService({
    version: "0",
    dir,
    environment,
    clock: systemClock,
    ids: systemIds,
    network: exchangeOver(world.network),
    policies: undefined,
    access,
    log: new ServiceLog({ level: "silent", version: "0", destination: { write: () => {} } }),
    rateLimit: { requests: 100_000, window: 1 },
  });
  if (!opened.ok) throw new Error(JSON.stringify(opened.error));
  const { api, close } = opened.value;
  const admin = readFileSync(join(dir, "admin.token"), "utf8").trim();
  return {
    ask: async (method, path, body, { token = admin, headers = {} } = {}) => {
      const response = await fetchOf(api)(
        new Request(`http://test${path}`, {
          method,
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      );
      const text = await response.text();
      const isDocument = text.startsWith("{") && !text.trimEnd().includes("\n{");
      return { status: response.status, text, body: (isDocument ? JSON.parse(text) : {}) as JsonObject };
    },
    close: async () => {
      await close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
