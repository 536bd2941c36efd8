import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { digest } from "../../packages/base/digest.ts";
import { isJsonObject, type Json, type JsonObject } from "../../packages/base/json/json.ts";
import { pointer } from "../../packages/base/json/pointer.ts";
import { type Asked, requests } from "./access-requests.ts";
import type { Called } from "./api-world.ts";
import { PeopledWorld } from "./people.ts";
import { pathOf } from "./requested.ts";
import { Stage } from "./stage.ts";
import { operations } from "./witness.ts";

// What looks sealed is held against the place where it was shown, at every input of the API: the operations and what
// they take are those of the description, so that a new one is tried as soon as it is there.

let world: PeopledWorld;
let stage: Stage;
/** Of a stack that none of the requests is about. */
let foreign: JsonObject;

beforeAll(async () => {
  world = await PeopledWorld.open();
  stage = new Stage(world);
  const stack = await stage.stack();
  const text = 'name: test\nconfig: { pin: { type: string, secret: true } }\noutputs: { pin: "${config.pin}" }\n';
  const declaration = { file: "plumb.yaml", text, config: { pin: "4711" } };
  const body = { kind: "apply", newStack: true, declaration };
  const { digest } = (await stage.ask("POST", `/v1/projects/test/stacks/${stack}/plans`, body)).body as {
    readonly digest: string;
  };
  const run = await world.api.start(stack, digest, { token: world.owner });
  await world.api.follow(stack, run, { token: world.owner });
  const { outputs } = (await stage.ask("GET", `/v1/projects/test/stacks/${stack}/outputs`)).body as {
    readonly outputs: JsonObject;
  };
  foreign = outputs["pin"] as JsonObject;
  expect(foreign).toMatchObject({ $secret: { fingerprint: expect.any(String) } });
});
afterAll(() => world.api.witness.testify());

/** Every place of a body, and a member more of each object. */
function placesOf(value: Json, at = ""): readonly string[] {
  if (Array.isArray(value)) return [at, ...value.flatMap((item: Json, index) => placesOf(item, pointer(at, index)))];
  if (!isJsonObject(value)) return [at];
  const inside = Object.entries(value).flatMap(([key, member]) => placesOf(member, pointer(at, key)));
  return [at, ...inside, pointer(at, "more")];
}

/** The body with something else at one place. */
function withAt(value: Json, place: readonly string[], other: Json): Json {
  const [segment, ...rest] = place;
  if (segment === undefined) return other;
  if (Array.isArray(value))
    return value.map((item: Json, index) => (String(index) === segment ? withAt(item, rest, other) : item));
  const members = isJsonObject(value) ? value : {};
  return { ...members, [segment]: withAt(members[segment] ?? null, rest, other) };
}

/** An exported state says by a digest that nobody altered it: whoever alters it can say so as well. */
function signed(body: Json): Json {
  const document = isJsonObject(body) ? body["document"] : undefined;
  if (!isJsonObject(body) || !isJsonObject(document) || typeof document["digest"] !== "string") return body;
  const { digest: _, ...content } = document;
  return { ...body, document: { ...content, digest: digest(content) } };
}

function send(operation: (typeof operations)[number], asked: Asked, body: Json): Promise<Called> {
  const { headers = {} } = asked;
  return world.api.call(operation.method, pathOf(operation, asked.path), {
    token: world.owner,
    headers,
    body: signed(body),
  });
}

async function preparedOf({ operationId }: (typeof operations)[number]): Promise<Asked> {
  const request = requests[operationId];
  if (request === undefined) throw new Error("nobody has said how to ask for it");
  return request(stage, (method, path, body) => stage.ask(method, path, body));
}

interface ProblemsOf {
  readonly problems?: readonly { readonly code: string; readonly pointer?: string }[];
}

/** Pointers of the problems that say of a place that nothing sealed belongs there. */
function sealedAt({ body }: Called): readonly (string | undefined)[] {
  const { problems = [] } = (body ?? {}) as ProblemsOf;
  return problems.filter(({ code }) => code === "sealed-value").map(({ pointer: at }) => at);
}

/** Inputs that take any JSON: the schema refuses nothing there. */
const open = new Set<string>();

describe("another stack's marker is refused wherever it is put in the body of", () => {
  test.each(operations.filter(({ method }) => method !== "GET"))("$operationId", async (operation) => {
    const asked = await preparedOf(operation);
    if (asked.body === undefined) return;
    const body = asked.body as Json;
    for (const place of placesOf(body).slice(0, 120)) {
      const path = place.split("/").slice(1);
      for (const marker of [foreign, { $secret: {} }]) {
        const called = await send(operation, asked, withAt(body, path, marker));
        expect(called.status, `${place} ${called.text}`).toBeGreaterThanOrEqual(400);
        expect(called.status, `${place} ${called.text}`).toBeLessThan(500);
        const found = sealedAt(called);
        if (found.length === 0) continue;
        open.add(operation.operationId);
        expect(found, called.text).toContain(place);
      }
    }
  });

  test("and there are operations with such places", () => {
    for (const known of [
      "createPlan",
      "importState",
      "replaceDeclaration",
      "createObject",
      "replaceObject",
      "readObject",
    ])
      expect([...open]).toContain(known);
  });
});

describe("a text that declares one is refused by", () => {
  const text = () =>
    "name: test\nproviders: { google: { kind: google, project: acme, region: here } }\n" +
    `outputs: { stolen: ${JSON.stringify(foreign)} }\n`;

  // What tells of a text only the names in it has no use for values.
  const takers = operations.filter(({ operationId }) => operationId !== "describeDeclaration");

  test.each(takers.filter(({ method }) => method !== "GET"))("$operationId", async (operation) => {
    const asked = await preparedOf(operation);
    const body = asked.body as Json | undefined;
    if (body === undefined) return;
    for (const place of placesOf(body).filter((each) => each.endsWith("/text"))) {
      const called = await send(operation, asked, withAt(body, place.split("/").slice(1), text()));
      expect(sealedAt(called), called.text).toContain("/outputs/stolen");
    }
  });
});
