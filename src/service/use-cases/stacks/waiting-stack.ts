import { problem } from "../../../../packages/base/problems/problem.ts";
import { longestPart, stackPathOf, wholeName } from "../../../contract/stack-name.ts";
import type { Store } from "../../../engine/ports/store.ts";
import { Rejection } from "../../rejection.ts";

/** Takes the stacks that no declaration was ever applied to. */
const unnamedProject = "default";

/**
 * The whole name that a stack of an older version gets: with its project before it, and a number behind it where that
 * one has such a stack by now. Null where there is no such stack any more.
 */
export async function nameToCome(former: string, store: Store): Promise<string | null> {
  const { context, serial } = await store.readStack(former);
  if (serial === 0) return null;
  const project = context.project ?? unnamedProject;
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? "" : `-${number}`;
    const to = wholeName({ project, stack: `${former.slice(0, longestPart - end.length)}${end}` });
    if ((await store.progress(to)).serial === 0) return to;
  }
}

/**
 * A Rejection where a stack of an older version, which another process holds, is about to get this name: a new one
 * would take it away.
 */
export async function refuseWaiting(name: string, store: Store): Promise<void> {
  const path = stackPathOf(name);
  if (path === undefined || (await store.progress(name)).serial > 0) return;
  if ((await store.progress(path.stack)).serial === 0 || (await nameToCome(path.stack, store)) !== name) return;
  const detail = `stack \`${path.stack}\` gets this name once the process that holds it is done; try again then`;
  throw new Rejection("conflict", [problem("stack-busy", detail)]);
}
