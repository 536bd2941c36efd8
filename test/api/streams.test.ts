import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { TestAccess } from "../../src/service/access/access.fixture.ts";
import { testAccess } from "../../src/service/access/access.fixture.ts";
import { goodClaims, signed, signingKey, trusted } from "../../src/service/access/issuers/issuer.fixture.ts";
import { localOwner } from "../../src/service/access/local-owner.ts";
import { ServiceWorld } from "../../src/service/background/background.fixture.ts";
import { changeStackSettings } from "../../src/service/background/stack-settings.ts";
import { allHandlers } from "../../src/service/handlers/all-handlers.ts";
import { attachments } from "../../src/service/use-cases/deployment.fixture.ts";
import { operationName } from "../../src/service/use-cases/operations/show-operation.ts";
import { ensureStack } from "../../src/service/use-cases/stacks/begin-stack.ts";
import { removeStack } from "../../src/service/use-cases/stacks/stacks.ts";
import { ApiWorld } from "./api-world.ts";

// Whatever is answered for as long as somebody listens ends within two seconds of the rights of whoever listens.

const boundMs = 2_000;
const key = await signingKey("k");

let world: ServiceWorld;
let api: ApiWorld;
let access: TestAccess;
let open: AbortController;
beforeEach(async () => {
  world = new ServiceWorld();
  const issuers = [trusted({ jwks: { keys: [key.publicJwk] } })];
  access = await testAccess({ issuers, documentStore: world.base.documentStore, stacks: world.base.store });
  api = await ApiWorld.served({ deployment: world.deployment(1) }, world.base, access);
  await ensureStack("test/dev", world.deployment(1));
  // Somebody else administers the service, whoever loses what.
  await access.tokenWith("admin");
  open = new AbortController();
});
afterEach(() => open.abort());

async function pass(milliseconds: number): Promise<void> {
  access.advance(milliseconds);
  await world.pass(milliseconds);
}

/** A request that is answered for as long as it is listened to, and what tells that it is over. */
interface Lasting {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * How to ask for the answers of the route that last; by operation. A route that streams and is not here fails the test.
 */
const lasting: Readonly<Record<string, () => Promise<Lasting>>> = {
  watchEvents: async () => ({ method: "GET", path: "/v1/events?topics=resources:test/dev" }),
  listResources: async () => ({ method: "GET", path: "/v1/projects/test/stacks/dev/resources?watch=true" }),
  followRun: async () => ({ method: "GET", path: `/v1/projects/test/stacks/dev/runs/${await waitingRun()}/events` }),
  waitForOperation: async () => ({
    method: "POST",
    path: `/v1/operations/${await waitingOperation()}:wait`,
    headers: { prefer: "wait=60" },
  }),
};

/** A run that begins once somebody approves it: its events go on for as long as nobody does. */
async function waitingRun(): Promise<string> {
  const deployment = world.deployment(1);
  await changeStackSettings("test/dev", { approvals: 1 }, {}, deployment);
  const token = await access.tokenWith("operator");
  const { digest } = await api.plan("dev", attachments({ a: "one" }), { token });
  return api.start("dev", digest, { token });
}

async function waitingOperation(): Promise<string> {
  return operationName("test/dev", await waitingRun()).slice("operations/".length);
}

interface Listener {
  readonly token: string;
  /** Takes the rights away. */
  lose(): Promise<unknown>;
}

/** Each way to lose the rights, by its name. */
const losses: Readonly<Record<string, () => Promise<Listener>>> = {
  "a revoked token": async () => {
    const { token, view } = await machine("reader");
    return { token, lose: () => access.access.revokeToken(view.id, localOwner) };
  },
  "a token revoked by another process": async () => {
    const { token, view } = await machine("reader");
    return { token, lose: () => access.another().revokeToken(view.id, localOwner) };
  },
  "an expired token": async () => {
    const { token } = await machine("reader");
    return { token, lose: () => pass(86_400_000 - boundMs) };
  },
  "a token whose maker is revoked": async () => {
    const maker = await machine("admin");
    const authority = await access.authenticate(maker.token);
    if (!authority.ok) throw new Error(authority.error.why);
    const request = { name: "t", role: "reader", stacks: null, expiresInDays: 1, machine: false };
    const { token } = await access.access.createToken(request, authority.value);
    return { token, lose: () => access.access.revokeToken(maker.view.id, localOwner) };
  },
  "a role taken back": async () => {
    const { token, view } = await machine("reader");
    return { token, lose: () => access.access.removeRole({ subject: view.principal, stack: "*" }) };
  },
  "a role taken back by another process": async () => {
    const { token, view } = await machine("reader");
    return { token, lose: () => access.another().removeRole({ subject: view.principal, stack: "*" }) };
  },
  "a person's token that has expired": async () => {
    const ann = "user:https://id.test|ann";
    await access.access.assignRole({ subject: ann, stack: "*", role: "reader" }, localOwner.caller);
    const lifeMs = 15_000;
    const seconds = access.now() / 1000;
    const token = await signed(key, goodClaims(seconds, { exp: seconds + lifeMs / 1000 }));
    // Verified once: a signature takes real time, and the test's time goes by without it.
    await access.authenticate(token);
    // Clocks may differ by half a minute: that long it is taken still.
    const skewMs = 30_000;
    return { token, lose: () => pass(lifeMs + skewMs - 3 * boundMs) };
  },
  "a stack that is removed": async () => {
    const { token } = await machine("reader");
    return { token, lose: () => removeStack("test/dev", world.deployment(1)) };
  },
  "a stack that is removed and made anew": async () => {
    const { token } = await machine("reader");
    const lose = async () => {
      await removeStack("test/dev", world.deployment(1));
      await ensureStack("test/dev", world.deployment(1));
    };
    return { token, lose };
  },
};

async function machine(role: string) {
  const request = { name: "m", role: "admin", stacks: null, expiresInDays: 1, machine: true };
  const made = await access.access.createToken(request, localOwner);
  await access.access.assignRole({ subject: made.view.principal, stack: "*", role }, localOwner.caller);
  return made;
}

test("the routes whose answers last are the ones that are tried", () => {
  const streams = allHandlers.filter(({ isStream }) => isStream === true).map(({ operationId }) => operationId);
  expect(Object.keys(lasting)).toEqual(expect.arrayContaining(streams));
});

describe.each(Object.keys(losses))("after %s", (loss) => {
  test.each(Object.keys(lasting))("%s ends within two seconds", async (operation) => {
    const listener = await losses[loss]?.();
    const asked = await lasting[operation]?.();
    if (listener === undefined || asked === undefined) throw new Error("nobody has said how");
    let isOver = false;
    const over = (async () => {
      const { method, path, headers = {}, body } = asked;
      const response = await api.open(method, path, {
        token: listener.token,
        headers,
        signal: open.signal,
        ...(body === undefined ? {} : { body }),
      });
      await response.text();
      isOver = true;
      return response.status;
    })();
    await pass(3 * boundMs);
    expect(isOver).toBe(false);
    await listener.lose();
    await pass(boundMs);
    expect(isOver).toBe(true);
    // A stream has begun; who waited for an answer hears that there is none for them.
    expect(operation === "waitForOperation" ? [401, 404] : [200]).toContain(await over);
  });
});

test("streams of those who keep their rights go on, and nothing is left of them when they are over", async () => {
  const { token } = await machine("reader");
  let isOver = false;
  const listening = api
    .open("GET", "/v1/projects/test/stacks/dev/resources?watch=true", { token, signal: open.signal })
    .then((response) => response.text())
    .catch(() => "gone")
    .finally(() => {
      isOver = true;
    });
  const other = await machine("reader");
  await access.access.revokeToken(other.view.id, localOwner);
  await pass(60_000);
  expect(isOver).toBe(false);
  open.abort();
  await world.settled(listening);
});
