import { problem } from "../base/problem.ts";
import { Rejection } from "./rejection.ts";

/** What a stack may be called: it stands in paths and on command lines. */
const stackName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;

/** Throws a Rejection for what no stack may be called. */
export function checkStackName(name: string): void {
  if (stackName.test(name)) return;
  throw new Rejection("unprocessable", [
    problem(
      "invalid-name",
      `\`${name}\` can't be a stack: a name begins with a letter or digit and goes on with letters, digits, dots, hyphens and underscores, 63 at most`,
    ),
  ]);
}

/** Stacks whose names begin so hold one object each, which is managed by itself; nobody names or sees them. */
const ownStackMark = "~";

/** Whether a stack is one of those that nobody names. */
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
