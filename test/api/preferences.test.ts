import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allHandlers } from "../../src/service/handlers/all-handlers.ts";
import { requests } from "./access-requests.ts";
import type { Called } from "./api-world.ts";
import { PeopledWorld } from "./people.ts";
import { pathOf } from "./requested.ts";
import { Stage } from "./stage.ts";
import { type DescribedOperation, operations } from "./witness.ts";

let world: PeopledWorld;
let stage: Stage;
beforeAll(async () => {
  world = await PeopledWorld.open();
  stage = new Stage(world);
});
afterAll(() => world.api.witness.testify());

const minimal = { prefer: "return=minimal" };
const writes = operations.filter(({ method, operationId }) => method !== "GET" && operationId !== "callFunction");
const keyed = writes.filter(({ operationId }) =>
  allHandlers.some((each) => each.operationId === operationId && each.isIdempotentByKey === true),
);

/** Sends one request of an operation again and again, each time with other headers. */
async function sender(
  operation: DescribedOperation,
): Promise<(headers?: Readonly<Record<string, string>>) => Promise<Called>> {
  const token = operation.operationId.endsWith("Run") ? (world.tokenOf("admin") ?? "") : world.owner;
  const asked = await requests[operation.operationId]?.(stage, (method, path, body) =>
    world.api.call(method, path, { token, ...(body === undefined ? {} : { body }) }),
  );
  if (asked === undefined) throw new Error("nobody has said how to ask for it");
  const { body, headers: own = {} } = asked;
  return async (headers = {}) => {
    const called = await world.api.call(operation.method, pathOf(operation, asked.path), {
      token,
      headers: { ...own, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    if (called.status >= 300) throw new Error(`${called.status} ${called.text}`);
    return called;
  };
}

function told({ status, headers, text }: Called) {
  return {
    status,
    applied: headers.get("preference-applied"),
    isReplayed: headers.get("idempotency-replayed") === "true",
    hasDocument: text !== "",
  };
}

/** What the description says of `return=minimal`: in the parameter, and in the headers of each answer. */
function isDescribed({ parameters, responses }: DescribedOperation, status: number): boolean {
  const isTold = Object.values(responses).some((each) => "Preference-Applied" in (each.headers ?? {}));
  const prefer = parameters.find(({ name }) => name === "Prefer");
  expect(JSON.stringify(prefer ?? "").includes("return=minimal"), "the parameter").toBe(isTold);
  return "Preference-Applied" in (responses[status === 200 ? 204 : status]?.headers ?? {});
}

describe("`return=minimal` is honoured exactly where it is described", () => {
  test.each(writes)("$operationId", async (operation) => {
    const { status, applied, hasDocument } = told(await (await sender(operation))(minimal));
    const isHonoured = isDescribed(operation, status);
    expect(applied).toBe(isHonoured ? "return=minimal" : null);
    if (isHonoured) expect(hasDocument).toBe(false);
  });
});

describe("a request that is repeated with its key is answered as it is asked for this time", () => {
  test.each(keyed)("$operationId", async (operation) => {
    for (const [first, second] of [
      [{}, minimal],
      [minimal, {}],
    ]) {
      const key = { "idempotency-key": stage.fresh("k") };
      const send = await sender(operation);
      const answers = [];
      for (const headers of [first, second, first]) answers.push(told(await send({ ...headers, ...key })));
      expect(answers.map(({ isReplayed }) => isReplayed)).toEqual([false, true, true]);
      const isHonoured = isDescribed(operation, answers[0]?.status ?? 0);
      const isMinimal = isHonoured ? [first, second, first].map((each) => each === minimal) : [false, false, false];
      expect(answers.map(({ applied }) => applied === "return=minimal")).toEqual(isMinimal);
      const hasDocument =
        operation.operationId === "renameResource" ? [false, false, false] : isMinimal.map((each) => !each);
      expect(answers.map((each) => each.hasDocument)).toEqual(hasDocument);
    }
  });
});
