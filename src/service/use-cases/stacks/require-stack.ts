import { nearestName } from "../../../../packages/base/nearest-name.ts";
import { problem } from "../../../../packages/base/problems/problem.ts";
import { Rejection } from "../../rejection.ts";
import { isOwnStack } from "../../stack-name.ts";
import type { Deployment } from "../deployment.ts";

/** Among more stacks than these no near name is looked for. */
const mostGuessed = 1_000;

/** A Rejection ("missing") where no stack of this name was ever written to. */
export async function requireStack(name: string, deployment: Deployment): Promise<void> {
  if ((await deployment.store.progress(name)).serial > 0) return;
  throw await noSuchStack(name, deployment);
}

/** Says that there is no such stack, and which one may be meant, of those that the caller may see. */
export async function noSuchStack(name: string, { store, authority }: Deployment): Promise<Rejection> {
  const seen = (await store.listStacks()).filter(
    (each) => !isOwnStack(each) && authority.decide("stack:read", { stack: each }).kind === "allowed",
  );
  const nearest = seen.length > mostGuessed ? undefined : nearestName(name, seen);
  const guess = nearest === undefined ? "" : `; did you mean \`${nearest}\`?`;
  const ways = `\`plumb up -s ${name}\` or \`plumb stack new ${name}\``;
  const hint = `\`plumb stack list\` lists the stacks; ${ways} makes this one`;
  return new Rejection("missing", [problem("stack-not-found", `there is no stack \`${name}\`${guess}`, { hint })]);
}
