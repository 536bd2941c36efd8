import { describe, expect, test } from "vitest";
import type { Fetch } from "../../packages/base/exchange/fetch.ts";
import { isJsonObject, type JsonObject } from "../../packages/base/json/json.ts";
import { memoized } from "../../packages/base/memoized.ts";
import { partOf } from "../properties/part-of-cases.ts";
import { InProcess } from "../scenarios/in-process.ts";
import { declarationOf } from "./base-declarations.ts";

// A grant on a policy that is written whole goes only where a plan has named it, whenever a stranger makes it.

interface Life {
  /** What is declared, one `up` each; null: a destroy. */
  readonly ups: readonly (Readonly<Record<string, JsonObject>> | null)[];
  /** Bindings that stand before the first. */
  readonly before?: readonly JsonObject[];
}

const reservations = ["wave-1", "wave-2"];
const id = "projects/acme-prod/zones/europe-west1-b/reservations";
const viewer = "roles/compute.viewer";
const ops = "group:ops@acme.example";
const until = (year: number) => ({ title: "t", expression: `request.time < timestamp("${year}-01-01T00:00:00Z")` });
const old = { role: viewer, members: ["user:old@acme.example"] };

function member(properties: JsonObject = {}, options: JsonObject = {}): JsonObject {
  return {
    type: "compute:ReservationIamMember",
    properties: { name: "wave-1", role: viewer, member: ops, condition: until(2028), ...properties },
    options,
  };
}

const client = {
  type: "iam:OAuthClient",
  properties: {
    oauthClientId: "web-portal",
    location: "global",
    allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
    allowedRedirectUris: ["https://portal.acme.example/callback"],
    allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
  },
};

const ours = { role: viewer, members: [ops], condition: until(2027) };
const others = { role: viewer, members: [ops, "user:with-us@acme.example"], condition: until(2027) };
const restoring = { onDestroy: "restore" };
const another = { member: "user:ann@acme.example" };

const lives: Readonly<Record<string, Life>> = {
  "a member is made": { ups: [{ it: member() }], before: [old] },
  "its condition changes": { ups: [{ it: member() }, { it: member({ condition: until(2029) }) }] },
  "it becomes another member": { ups: [{ it: member() }, { it: member(another) }] },
  "it becomes another role": { ups: [{ it: member() }, { it: member({ role: "roles/compute.admin" }) }] },
  "it moves to another reservation, and back": {
    ups: [{ it: member() }, { it: member({ name: "wave-2" }) }, { it: member() }],
  },
  "it is replaced": {
    ups: [
      { it: member({}, { replaceOnChanges: ["condition"] }) },
      { it: member({ condition: until(2029) }, { replaceOnChanges: ["condition"] }) },
    ],
  },
  "it is replaced by another member": {
    ups: [{ it: member() }, { it: member(another, { replaceOnChanges: ["member"] }) }],
  },
  "it is renamed and changed": {
    ups: [{ it: member() }, { that: member({ condition: until(2029) }, { aliases: ["it"] }) }],
  },
  "it is destroyed": { ups: [{ it: member() }, null] },
  "it leaves the declaration": { ups: [{ it: member(), client }, { client }] },
  "it is taken over and put back": { ups: [{ it: member({}, restoring) }, null], before: [ours, old] },
  "it shares its binding, is taken over and put back": {
    ups: [{ it: member({}, restoring) }, null],
    before: [others],
  },
  "it is imported, changed and destroyed": {
    ups: [
      { it: member({}, { import: `${id}/wave-1 ${viewer} ${ops} t` }) },
      { it: member({ condition: until(2030) }) },
      null,
    ],
    before: [ours, old],
  },
  "it waits for a client, and is told only then": {
    ups: [{ it: member({ role: "roles/${client.clientId}" }), client }],
    before: [old],
  },
  "its condition waits for a client": {
    ups: [
      { it: member(), client },
      {
        it: member({ condition: { title: "t", expression: 'request.host == "${client.clientId}"' } }),
        client: { ...client, properties: { ...client.properties, oauthClientId: "web-portal-2" } },
      },
    ],
    before: [old],
  },
  "it leaves drift alone, and changes": {
    ups: [
      { it: member({}, { onDrift: "warn" }) },
      { it: member({}, { onDrift: "warn" }) },
      { it: member({ condition: until(2029) }) },
    ],
  },
};

/** What the wire does at a call: nothing that it should not, or what befalls the answer. */
type Befalls = "nothing" | "lost-after" | "lost-before" | "lags";

/**
 * Lives a life; a stranger grants something before the calls that `grants` picks. Gives the calls and what was lost.
 */
async function live(
  { ups, before = [] }: Life,
  grants: (call: number) => boolean,
  befalls: (call: number, request: Request) => Befalls,
): Promise<{ readonly calls: readonly Request[]; readonly lost: readonly string[] }> {
  const calls: Request[] = [];
  const made: { readonly reservation: string; readonly words: string; readonly who: string }[] = [];
  /** What reads of policies have shown that no stranger had written to yet, by address. */
  const shown = new Map<string, readonly [number, string]>();
  const grant = async (world: InProcess, reservation: string, bindings: readonly JsonObject[]) => {
    const path = `compute/v1/${id}/${reservation}`;
    const policy = await policyOf(world, reservation);
    const body = { policy: { ...policy, version: 3, bindings: [...bindingsOf(policy), ...bindings] } };
    const answer = await world.wire("POST", `${path}/setIamPolicy`, body);
    if (!answer.ok) throw new Error(await answer.text());
  };
  // One grant after the other: a stranger writes under the policy's tag as well.
  let last: Promise<void> = Promise.resolve();
  const grantAt = (call: number) => {
    last = last.then(async () => {
      const who = `user:stranger-${call}@acme.example`;
      for (const reservation of reservations) {
        await grant(world, reservation, [{ role: viewer, members: [who] }]);
        made.push({ reservation, who, words: `${viewer} to ${who}` });
      }
    });
    return last;
  };
  const network = async (request: Request, cloud: Fetch): Promise<Response> => {
    const call = calls.push(request);
    if (grants(call)) await grantAt(call);
    const fate = befalls(call, request);
    const isPolicy = request.url.includes("getIamPolicy");
    const former = shown.get(request.url);
    if (fate === "lags" && isPolicy && former !== undefined) return new Response(former[1], { status: former[0] });
    if (fate !== "lost-before") {
      const answer = await cloud(request);
      if (fate !== "lost-after") {
        const text = await answer.text();
        if (isPolicy && !text.includes("user:stranger")) shown.set(request.url, [answer.status, text]);
        return new Response(text, { status: answer.status, headers: answer.headers });
      }
    }
    throw Object.assign(new TypeError("the line went dead"), { cause: { code: "ECONNRESET" } });
  };
  const world = new InProcess({ PLUMB_CLOUD: "vendors", GOOGLE_OAUTH_ACCESS_TOKEN: "any" }, { network, time: "moves" });
  const named = new Set<string>();
  try {
    await grant(world, "wave-1", before);
    for (const resources of ups) {
      for (let tries = 0; tries < 3; tries += 1) {
        const text = resources === null ? null : declarationOf(resources);
        const plan = await world.plan(text, { kind: text === null ? "destroy" : "apply" });
        if (!plan.ok) throw new Error(JSON.stringify(plan.value));
        for (const { code, detail } of plan.value.problems)
          if (code === "bindings-lost") named.add(detail.replace("this removes ", ""));
        const { summary } = await world.run(plan.value.digest);
        if (summary.status === "done") break;
      }
    }
    const kept = new Map<string, string>();
    for (const reservation of reservations) kept.set(reservation, JSON.stringify(await policyOf(world, reservation)));
    const standing = [...made, ...before.flatMap(sharesOf)];
    const lost = standing.filter(
      ({ reservation, who, words }) => !kept.get(reservation)?.includes(who) && !named.has(words),
    );
    return { calls, lost: lost.map(({ reservation, words }) => `${words} on ${reservation}`) };
  } finally {
    await world.close();
  }
}

const sharesOf = (binding: JsonObject) =>
  (binding["members"] as readonly string[])
    .filter((who) => who !== ops)
    .map((who) => ({
      reservation: "wave-1",
      who,
      words: `${binding["role"]} to ${who}${conditionWords(binding)}`,
    }));

function conditionWords({ condition }: JsonObject): string {
  return isJsonObject(condition) ? ` [condition t: ${condition["expression"]}]` : "";
}

async function policyOf(world: InProcess, reservation: string): Promise<JsonObject> {
  const answer = await world.wire(
    "GET",
    `compute/v1/${id}/${reservation}/getIamPolicy?optionsRequestedPolicyVersion=3`,
  );
  return (await answer.json()) as JsonObject;
}

const bindingsOf = (policy: JsonObject) => (policy["bindings"] ?? []) as unknown as readonly JsonObject[];

const nothing = (): Befalls => "nothing";
const never = () => false;

const undisturbed = memoized((life: Life) => live(life, never, nothing));

/** The numbers of the calls of an undisturbed life that are such. */
async function callsOf(life: Life, isSuch: (request: Request) => boolean): Promise<readonly number[]> {
  const { calls } = await undisturbed(life);
  return calls.flatMap((request, index) => (isSuch(request) ? [index + 1] : []));
}

const isRead = ({ method }: Request) => method === "GET";

describe.each(Object.entries(lives))("%s", (_what, life) => {
  test("undisturbed, nothing goes that no plan has named", async () => {
    expect((await undisturbed(life)).lost).toEqual([]);
  });

  test("a stranger's grant before any one call stays, or is named", async () => {
    for (const call of partOf(await callsOf(life, () => true), 3))
      expect([call, (await live(life, (each) => each === call, nothing)).lost]).toEqual([call, []]);
  });

  test("a stranger who grants before each call loses nothing", async () => {
    expect((await live(life, () => true, nothing)).lost).toEqual([]);
  });

  test.each(["lost-after", "lost-before"] as const)("nor where the answer of a write is %s", async (fate) => {
    for (const call of partOf(await callsOf(life, (request) => !isRead(request)), 3)) {
      for (const granted of [call, call + 1]) {
        const { lost } = await live(
          life,
          (each) => each === granted,
          (each) => (each === call ? fate : "nothing"),
        );
        expect([call, granted, lost]).toEqual([call, granted, []]);
      }
    }
  });

  test("nor where a read lags behind the stranger", async () => {
    for (const call of partOf(await callsOf(life, isRead), 3)) {
      const { lost } = await live(
        life,
        (each) => each === call - 1,
        (each) => (each === call ? "lags" : "nothing"),
      );
      expect([call, lost]).toEqual([call, []]);
    }
  });
});
