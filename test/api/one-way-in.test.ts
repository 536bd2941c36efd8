import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Json } from "../../packages/base/json/json.ts";
import { callOf } from "../../src/contract/call.ts";
import { expectedIn } from "../../src/http/etags.ts";
import { Audit } from "../../src/service/audit/audit.ts";
import { allHandlers } from "../../src/service/handlers/all-handlers.ts";
import type { HandledOperation } from "../../src/service/requests/handler.ts";
import { type CallerName, intent } from "./access-intent.ts";
import { type Asked, requests } from "./access-requests.ts";
import { everybody, PeopledWorld, type Somebody } from "./people.ts";
import { pathOf } from "./requested.ts";
import { Stage } from "./stage.ts";

/*
 * Every operation is reached in two ways: over HTTP, and within the process. Both hold a call to the same conventions:
 * who may not, may not either way; what is noted, is noted either way; what happens once under its key, happens once
 * either way.
 */

interface Answered {
  readonly status: number;
  readonly isReplayed: boolean;
}

type Way = (operation: HandledOperation, asked: Asked, token: string | undefined, key?: string) => Promise<Answered>;

let world: PeopledWorld;
let stage: Stage;
beforeAll(async () => {
  world = await PeopledWorld.open();
  stage = new Stage(world);
});
afterAll(() => world.api.witness.testify());

const overHttp: Way = async (operation, { path, body, headers = {} }, token, key) => {
  const { status, headers: told } = await world.api.call(operation.method, pathOf(operation, path), {
    headers: { ...headers, ...(key === undefined ? {} : { "idempotency-key": key }) },
    ...(token === undefined ? {} : { token }),
    ...(body === undefined ? {} : { body }),
  });
  return { status, isReplayed: told.has("idempotency-replayed") };
};

const inProcess: Way = async (operation, { path = {}, body, headers = {} }, token, key) => {
  const project = operation.path.includes("{project}") ? { project: "test" } : {};
  const call = callOf(operation.operationId, {
    path: { ...project, ...path },
    body: body === undefined ? null : { document: body as Json },
    expected: expectedIn(operation, headers),
    idempotencyKey: key ?? null,
  });
  const answer = await world.api.calls(call, {
    ...{ authorization: token === undefined ? null : `Bearer ${token}`, address: null, userAgent: null },
    ...{ requestId: null, traceparent: null, signal: new AbortController().signal },
  });
  const status = answer.kind === "answered" ? answer.status : answer.problem.status;
  return { status, isReplayed: "idempotency-replayed" in answer.headers };
};

const ways = [
  ["over HTTP", overHttp],
  ["in process", inProcess],
] as const;

const tokenOf = (who: CallerName) => world.tokenOf(everybody.find((each): each is Somebody => each === who) ?? null);

async function askedOf({ operationId }: HandledOperation, who: CallerName): Promise<Asked> {
  const request = requests[operationId];
  if (request === undefined) throw new Error(`${operationId}: the table has no request`);
  const asCaller = (method: string, path: string, body?: unknown) => {
    const token = tokenOf(who);
    return world.api.call(method, path, { ...(token === undefined ? {} : { token }), body });
  };
  return request(stage, asCaller);
}

/** Entries of the audit log about an operation. */
async function noted({ operationId }: HandledOperation): Promise<number> {
  const { documentStore, clock } = world.api.deployment;
  const entries = await new Audit({ documentStore, clock, key: null, place: null }).list(0, 100_000);
  return entries.filter((each) => each.kind === "intent" && each.operation === operationId).length;
}

describe.each(ways)("%s", (_, way) => {
  test.each(allHandlers)("$operationId holds its callers to their rights", async (operation) => {
    for (const who of ["anonymous", "no role", "admin"] as const) {
      const asked = await askedOf(operation, who);
      const { status } = await way(operation, asked, tokenOf(who));
      const verdict = intent(operation.operationId, who);
      expect([who, status]).toEqual([who, verdict === "yes" ? asked.status : Number(verdict)]);
    }
  });

  test.each(allHandlers.filter(({ isAudited }) => isAudited === true))(
    "$operationId is on record, done or refused",
    async (operation) => {
      for (const who of ["admin", "no role"] as const) {
        const asked = await askedOf(operation, who);
        const before = await noted(operation);
        await way(operation, asked, tokenOf(who));
        expect([who, await noted(operation)]).toEqual([who, before + 1]);
      }
    },
  );

  test.each(allHandlers.filter(({ isIdempotentByKey }) => isIdempotentByKey === true))(
    "$operationId happens once under its key",
    async (operation) => {
      const asked = await askedOf(operation, "admin");
      const key = `once ${_} ${operation.operationId}`.replaceAll(" ", "-");
      const first = await way(operation, asked, tokenOf("admin"), key);
      const again = await way(operation, asked, tokenOf("admin"), key);
      expect([first, again]).toEqual([
        { status: asked.status, isReplayed: false },
        { status: asked.status, isReplayed: true },
      ]);
    },
  );
});

test("a key that was used over HTTP is known in process", async () => {
  const operation = allHandlers.find(({ operationId }) => operationId === "createStack");
  if (operation === undefined) throw new Error("no operation makes a stack");
  const asked = await askedOf(operation, "admin");
  const first = await overHttp(operation, asked, tokenOf("admin"), "both-ways");
  const again = await inProcess(operation, asked, tokenOf("admin"), "both-ways");
  expect([first, again]).toEqual([
    { status: 201, isReplayed: false },
    { status: 201, isReplayed: true },
  ]);
});
