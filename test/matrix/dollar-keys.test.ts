import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { asking } from "../../packages/base/exchange/asking.fixture.ts";
import { exchangeOver } from "../../packages/base/exchange/exchange-over.fixture.ts";
import type { JsonObject } from "../../packages/base/json/json.ts";
import { type Embedded, openEmbedded } from "../../src/composition/embedded.ts";
import { systemClock, systemIds } from "../../src/composition/machine/system.ts";
import { declarationOf } from "./base-declarations.ts";
import { playCommand } from "./played-command.ts";

// Keys that begin with `$` in what objects answer (issue 17).

let dir = "";
let embedded: Embedded;

/** A platform that takes labels with such keys: the local cloud has them under other names. */
const names = [
  ["$x", "dollar-x"],
  ["$$y", "dollar-dollar-y"],
] as const;
const renamed = (text: string, from: 0 | 1) =>
  names.reduce((made, name) => made.replaceAll(`"${name[from]}":`, () => `"${name[1 - from]}":`), text);

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "plumbline-dollars-"));
  const made: Embedded = openEmbedded({
    version: "0.0.0",
    dir,
    environment: { PLUMB_CLOUD: "vendors" },
    clock: systemClock,
    ids: systemIds,
    network: exchangeOver(async (request) => {
      const url = new URL(request.url);
      const headers = new Headers(request.headers);
      headers.set("authorization", "Bearer local:admin@local.example");
      const body = request.method === "GET" ? {} : { body: renamed(await request.text(), 0) };
      const asked = new Request(`http://cloud.test${url.pathname}${url.search}`, {
        method: request.method,
        headers,
        ...body,
      });
      const { status, headers: told, ...answer } = await answered(await asking(made.localCloud)(asked));
      return new Response(renamed(answer.text, 1), { status, headers: told });
    }),
  });
  embedded = made;
});
afterEach(async () => {
  await embedded.close();
  rmSync(dir, { recursive: true, force: true });
});

async function answered(response: Response) {
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** What one command line prints; it must end well. */
async function plumb(text: string, ...argv: readonly string[]): Promise<string> {
  const { code, out } = await playCommand(argv, text, embedded.calls);
  expect({ code, out }).toEqual({ code: 0, out });
  return out;
}

const labels = { $x: "one", $$y: "two", plain: "three" };

const attachment = (id: string, properties: JsonObject): JsonObject => ({
  type: "connectors:EndpointAttachment",
  properties: {
    endpointAttachmentId: id,
    serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
    ...properties,
  },
});

const resources = {
  a: attachment("a", { labels }),
  b: attachment("b", { description: '${a.labels["$x"]}', labels: "${a.labels}" }),
  seen: { type: "connectors:EndpointAttachment", get: { id: "${a.id}" } },
  c: attachment("c", { description: '${seen.labels["$$y"]}', labels: "${seen.labels}" }),
};

const outputs = {
  one: '${a.labels["$x"]}',
  two: '${a.labels["$$y"]}',
  text: 'of ${b.labels["$x"]}',
  computed: '${a.labels["$x"] + a.labels["$$y"]}',
  whole: "${b.labels}",
  seenOne: '${seen.labels["$x"]}',
  seenWhole: "${c.labels}",
};

const told = {
  ...{ one: "one", two: "two", text: "of one", computed: "onetwo", seenOne: "one" },
  ...{ whole: labels, seenWhole: labels },
};

/** Each output as the command tells it to a program. */
async function toldNow(text: string, ...names: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const values: Record<string, unknown> = {};
  for (const name of names) {
    const out = await plumb(text, "outputs", name);
    values[name] = out.startsWith("{") ? JSON.parse(out) : out.trimEnd();
  }
  return values;
}

test("expressions find keys of outputs as they are: in the run that makes them, in the next plan, and in stack outputs", async () => {
  const text = declarationOf(resources, { outputs });
  await plumb(text, "up", "--yes");
  expect(await toldNow(text, ...Object.keys(told))).toEqual(told);
  expect(await plumb(text, "plan")).toContain("No changes");
  await plumb(text, "up", "--yes");
  expect(await toldNow(text, ...Object.keys(told))).toEqual(told);
  const changed = { a: attachment("a", { labels: { ...labels, $x: "four" } }) };
  const d = attachment("d", { description: '${b.labels["$x"]}', labels: "${c.labels}" });
  const more = declarationOf({ ...resources, ...changed, d }, { outputs: { ...outputs, last: "${d}" } });
  await plumb(more, "up", "--yes");
  expect(await toldNow(more, "computed", "last")).toMatchObject({
    computed: "fourtwo",
    last: { description: "four", labels: { ...labels, $x: "four" } },
  });
});
