import { describe, expect, test } from "vitest";
import { partOf } from "../properties/part-of-cases.ts";
import { Random } from "../simulation/random.ts";
import { ApiWorld } from "./api-world.ts";

// Random sequences of grants, revocations, removals and new beginnings, against a model that knows no more than what a
// role is: every answer to every caller is compared after each of them.

const sequences = 200;
const deeds = 12;
const stacks = ["one", "two"] as const;
const roles = ["reader", "planner", "operator", "admin"] as const;
const statusOf: Readonly<Record<(typeof roles)[number], readonly number[]>> = {
  reader: [200, 403, 403, 403],
  planner: [200, 200, 403, 403],
  operator: [200, 200, 200, 403],
  admin: [200, 200, 200, 200],
};
/** For each role, what takes it at the least. */
const questions = [
  { method: "GET", path: "" },
  { method: "POST", path: "/config:seal", body: { key: "k", value: "v" } },
  {
    method: "PUT",
    path: "/declaration?validateOnly=true",
    body: { file: "p.yaml", text: "name: x\n" },
    headers: { "if-none-match": "*" },
  },
  { method: "GET", path: "/role-assignments" },
] as const;

interface Holder {
  readonly token: string;
  readonly id: string;
  /** Whose token made it, as a place in the list; null: the owner's. */
  readonly maker: number | null;
  isRevoked: boolean;
  /** By stack: the role, and the how manieth stack of that name it was given on. */
  readonly held: Map<string, { readonly role: number; readonly life: number }>;
  everything: number | null;
}

describe("rights", () => {
  test.each(partOf([...Array(sequences / 20).keys()], 3))(
    "follow the model through twenty random sequences (%i)",
    async (part) => {
      for (let each = 0; each < 20; each += 1) await play(part * 20 + each);
    },
    120_000,
  );
});

async function play(seed: number): Promise<void> {
  const random = new Random(seed, "rights");
  const world = await ApiWorld.served();
  const owner = (await world.access?.tokenWith("admin")) ?? "";
  const send = (token: string, method: string, path: string, body?: unknown, headers = {}) =>
    world.call(method, path, { token, headers, ...(body === undefined ? {} : { body }) });
  const lives = new Map<string, number>();
  let lived = 0;
  const holders: Holder[] = [];
  const story: string[] = [];
  const make = async (maker: number | null): Promise<void> => {
    const by = maker === null ? owner : (holders[maker]?.token ?? "");
    const body = { name: "m", role: "admin", expiresInDays: 1, machine: true };
    const made = await send(by, "POST", "/v1/tokens", body);
    const mayMake = maker === null || (isGood(holders, maker) && leastOf(holders, maker, null, lives) === 3);
    expect(made.status === 201, `${seed}: ${story.join("; ")}: making a token`).toBe(mayMake);
    if (made.status !== 201) return;
    const { token, id } = made.body as { readonly token: string; readonly id: string };
    holders.push({ token, id, maker, isRevoked: false, held: new Map(), everything: null });
  };
  for (const _ of [1, 2]) await make(null);
  for (let deed = 0; deed < deeds; deed += 1) {
    const stack = stacks[random.below(stacks.length)] ?? "one";
    const place = random.below(holders.length);
    const holder = holders[place];
    if (holder === undefined) continue;
    const role = random.below(roles.length);
    const subject = encodeURIComponent(`token:${holder.id}`);
    const kind = random.below(8);
    if (kind <= 1) {
      const path = `/v1/projects/x/stacks/${stack}/role-assignments/${subject}`;
      story.push(`grant ${place} ${roles[role]} on ${stack}`);
      const { status } = await send(owner, "PUT", path, { role: roles[role] });
      const life = lives.get(stack);
      expect(status, story.join("; ")).toBe(life === undefined ? 404 : 200);
      if (life !== undefined) holder.held.set(stack, { role, life });
    } else if (kind === 2) {
      story.push(`grant ${place} ${roles[role]} on all`);
      await send(owner, "PUT", `/v1/role-assignments/${subject}`, { role: roles[role] });
      holder.everything = role;
    } else if (kind === 3) {
      story.push(`take back ${place} all`);
      await send(owner, "DELETE", `/v1/role-assignments/${subject}`);
      holder.everything = null;
    } else if (kind === 4) {
      story.push(`take back ${place} on ${stack}`);
      await send(owner, "DELETE", `/v1/projects/x/stacks/${stack}/role-assignments/${subject}`);
      holder.held.delete(stack);
    } else if (kind === 5 && holders.length > 3) {
      story.push(`revoke ${place}`);
      await send(owner, "POST", `/v1/tokens/${holder.id}:revoke`);
      holder.isRevoked = true;
    } else if (kind === 6 && holders.length < 6) {
      story.push(`token by ${place}`);
      await make(place);
    } else if (lives.has(stack)) {
      story.push(`remove ${stack}`);
      expect((await send(owner, "DELETE", `/v1/projects/x/stacks/${stack}`)).status).toBe(204);
      lives.delete(stack);
    } else {
      story.push(`make ${stack}`);
      expect((await send(owner, "POST", "/v1/projects/x/stacks", { name: stack })).status).toBe(201);
      lived += 1;
      lives.set(stack, lived);
    }
    await compare();
  }

  async function compare(): Promise<void> {
    for (const [place, { token }] of holders.entries())
      for (const stack of stacks) {
        const expected = expectedOf(holders, place, stack, lives);
        const said = await Promise.all(
          questions.map(async ({ method, path, ...more }) => {
            const { body, headers = {} } = more as { readonly body?: unknown; readonly headers?: object };
            return (await send(token, method, `/v1/projects/x/stacks/${stack}${path}`, body, headers)).status;
          }),
        );
        expect(said, `seed ${seed}: ${place} on ${stack} after ${story.join("; ")}`).toEqual(expected);
      }
  }
}

function isGood(holders: readonly Holder[], place: number): boolean {
  const holder = holders[place];
  if (holder === undefined || holder.isRevoked) return false;
  return holder.maker === null || isGood(holders, holder.maker);
}

/** The role that a token has by itself and by all those that made it; -1 for none. */
function leastOf(
  holders: readonly Holder[],
  place: number,
  stack: string | null,
  lives: ReadonlyMap<string, number>,
): number {
  const holder = holders[place];
  if (holder === undefined) return -1;
  const here = stack === null ? undefined : holder.held.get(stack);
  const counted = here !== undefined && stack !== null && lives.get(stack) === here.life ? here.role : -1;
  const own = Math.max(counted, holder.everything ?? -1);
  return holder.maker === null ? own : Math.min(own, leastOf(holders, holder.maker, stack, lives));
}

function expectedOf(
  holders: readonly Holder[],
  place: number,
  stack: string,
  lives: ReadonlyMap<string, number>,
): readonly number[] {
  if (!isGood(holders, place)) return [401, 401, 401, 401];
  const role = leastOf(holders, place, stack, lives);
  const name = roles[role];
  if (name === undefined) return [404, 404, 404, 404];
  const allowed = statusOf[name];
  // What a stack is asked for that is not there is answered as such to who may know of every stack.
  return lives.has(stack)
    ? allowed
    : allowed.map((status, place) => (status === 200 ? (absent[place] ?? 404) : status));
}

/**
 * Questions about a stack that is not there, to who has the right: values are sealed and texts checked for one to come,
 * and nobody holds a role.
 */
const absent = [404, 200, 200, 200];
