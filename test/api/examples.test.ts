import { afterAll, describe, expect, test } from "vitest";
import { isJsonObject, type Json } from "../../packages/base/json/json.ts";
import { exampleCursor } from "../../src/http/openapi/example-cursor.ts";
import { allHandlers } from "../../src/service/handlers/all-handlers.ts";
import { settings, settingsOfNothing } from "./examples-settings.ts";
import { type Drawn, ExamplesWorld } from "./examples-world.ts";
import { pathOf } from "./requested.ts";
import { type DescribedOperation, description, operations } from "./witness.ts";

interface DescribedParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly example: Json;
}

/** One request as the description would have it sent. */
interface ExampleRequest {
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

const document = description as unknown as Json;
const worlds: ExamplesWorld[] = [];
const scenes = new Map<string, Scene>();
const handlers = new Map(allHandlers.map((each) => [each.operationId, each]));
/** Writes that must say what they expect to stand. */
const requiring = new Set(
  allHandlers.flatMap(({ operationId, precondition }) => (precondition === "required" ? [operationId] : [])),
);
afterAll(() => {
  for (const { api } of worlds) api.witness.testify();
});

function at(ref: string): Json {
  return ref
    .slice(2)
    .split("/")
    .reduce<Json>((value, part) => (isJsonObject(value) ? (value[part] ?? null) : null), document);
}

function parametersOf({ parameters }: DescribedOperation): readonly DescribedParameter[] {
  return parameters.map((each) => (each.$ref === undefined ? each : at(each.$ref)) as unknown as DescribedParameter);
}

/** Every example of a body, each with what it is called. */
function bodiesOf({ method, path }: DescribedOperation): readonly Json[] {
  const operation = at("#/paths");
  const item = isJsonObject(operation) ? operation[path] : null;
  const described = isJsonObject(item) ? item[method.toLowerCase()] : null;
  const body = isJsonObject(described) ? described["requestBody"] : null;
  const content = isJsonObject(body) && isJsonObject(body["content"]) ? Object.values(body["content"]) : [];
  return content.flatMap((each) => {
    const examples = isJsonObject(each) && isJsonObject(each["examples"]) ? Object.values(each["examples"]) : [];
    return examples.map((example) => (isJsonObject(example) ? (example["value"] ?? null) : null));
  });
}

/** One request with all that changes no answer, and one for each example of what may be sent besides. */
function requestsOf(operation: DescribedOperation): readonly ExampleRequest[] {
  const given = parametersOf(operation);
  const sent = (place: DescribedParameter["in"]) =>
    given.filter((each) => each.in === place).map(({ name, example }) => [name, `${example}`] as const);
  const harmless = (name: string) => ["Request-Id", "Traceparent", "Idempotency-Key"].includes(name);
  const usual = Object.fromEntries(sent("header").filter(([name]) => harmless(name)));
  const others = sent("header").filter(([name]) => !harmless(name));
  return [
    { headers: usual },
    ...sent("query").map(([name, value]) => ({ query: { [name]: value } })),
    ...others.map(([name, value]) => ({ headers: { [name]: value } })),
  ];
}

/** A value that only the service gives stands in the place of the example's. */
function drawnBody(body: Json | undefined, { digest, values, move, receipt }: Drawn): Json | undefined {
  if (!isJsonObject(body)) return body;
  const own = Object.entries({ move, receipt }).flatMap(([name, value]) =>
    value === undefined || body[name] === undefined ? [] : [[name, value] as const],
  );
  const plan = digest === undefined || body["plan"] === undefined ? {} : { plan: digest };
  return { ...body, ...plan, ...Object.fromEntries(own), ...(values === undefined ? {} : { values }) };
}

interface Scene {
  readonly world: ExamplesWorld;
  readonly drawn: Drawn;
}

/** Where an example is sent: what only reads needs no place of its own. */
async function sceneFor({ operationId, method }: DescribedOperation, { headers = {} }: ExampleRequest): Promise<Scene> {
  const isRead = method === "GET";
  const known = scenes.get(operationId);
  if (isRead && known !== undefined) return known;
  const world = await ExamplesWorld.open();
  worlds.push(world);
  const setting = !isRead && "If-None-Match" in headers ? settingsOfNothing[operationId] : settings[operationId];
  const scene = { world, drawn: (await setting?.(world)) ?? {} };
  if (isRead) scenes.set(operationId, scene);
  return scene;
}

/** What the service has drawn here, by the names that paths have for it. */
function drawnNames({ digest, run, handle, operation }: Drawn): Readonly<Record<string, string>> {
  const drawn = Object.entries({ digest, run, handle, operation }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries(drawn);
}

/** The path of the examples; in place of what the service draws, what it has drawn here. */
function examplePath(operation: DescribedOperation, drawn: Drawn): string {
  const named = parametersOf(operation).filter((each) => each.in === "path");
  const values = Object.fromEntries(named.map(({ name, example }) => [name, `${example}`]));
  return pathOf(operation, { ...values, ...drawnNames(drawn) });
}

/** The query of an example. A cursor is one of the list that the path names here. */
function exampleQuery({ operationId }: DescribedOperation, { query = {} }: ExampleRequest, drawn: Drawn): string {
  const handler = handlers.get(operationId);
  const cursor =
    query["cursor"] === undefined || handler === undefined ? {} : { cursor: exampleCursor(handler, drawnNames(drawn)) };
  return new URLSearchParams({ ...query, ...cursor }).toString();
}

async function send(operation: DescribedOperation, example: ExampleRequest, body: Json | undefined) {
  const { world, drawn } = await sceneFor(operation, example);
  const path = examplePath(operation, drawn);
  const query = exampleQuery(operation, example, drawn);
  const headers: Record<string, string> = { ...example.headers };
  if ("If-Match" in headers) headers["If-Match"] = (await world.send("GET", path)).headers.get("etag") ?? "*";
  else if (requiring.has(operation.operationId) && !("If-None-Match" in headers)) headers["If-Match"] = "*";
  const sent = drawnBody(body, drawn);
  return world.send(operation.method, query === "" ? path : `${path}?${query}`, {
    headers,
    ...(sent === undefined ? {} : { body: sent }),
  });
}

describe("every example of the description succeeds as it is described", () => {
  test.each(operations)("$operationId", async (operation) => {
    const bodies = bodiesOf(operation);
    if (operation.requestSchema !== null) expect(bodies, "an example of its body").not.toEqual([]);
    const successes = Object.keys(operation.responses).filter((status) => Number(status) < 400);
    for (const body of bodies.length === 0 ? [undefined] : bodies)
      for (const example of requestsOf(operation)) {
        const { status, text } = await send(operation, example, body);
        expect(successes, `${JSON.stringify(example)}: ${status} ${text.slice(0, 1500)}`).toContain(String(status));
      }
  });
});
