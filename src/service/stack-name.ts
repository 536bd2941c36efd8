import { problem } from "../../packages/base/problems/problem.ts";
import { stackPathOf } from "../contract/stack-name.ts";
import { Rejection } from "./rejection.ts";

/** Throws a Rejection for what no stack may be called. `name`: a whole one, PROJECT/STACK. */
export function checkStackName(name: string): void {
  if (stackPathOf(name) !== undefined) return;
  throw new Rejection("unprocessable", [
    problem(
      "invalid-name",
      `\`${name}\` can't be a stack: its name is PROJECT/STACK; a project begins with a lower-case letter and ` +
        "goes on with lower-case letters, digits and hyphens, a stack begins with a letter or digit and goes on " +
        "with letters, digits, dots, hyphens and underscores, 63 each at most",
    ),
  ]);
}

/** Stacks whose names begin so hold one object each, which is managed by itself; users neither name nor see them. */
const ownStackMark = "~";

/** Whether a stack is one of those that users don't name. */
export function isOwnStack(name: string): boolean {
  return name.startsWith(ownStackMark);
}

/** The stack of one object that is managed by itself: the same object always gives the same name. */
export function ownStackName(type: string, claimKey: string): string {
  return `${ownStackPrefix(type)}${encodeURIComponent(claimKey)}`;
}

/** How the names of the stacks of all such objects of a type begin. */
export function ownStackPrefix(type: string): string {
  return `${ownStackMark}${type}${ownStackMark}`;
}

/** Whose share of the workers its runs take: its project's. All stacks that users don't name have one together. */
export function shareOf(name: string): string {
  return isOwnStack(name) ? ownStackMark : (name.split("/")[0] ?? "");
}
