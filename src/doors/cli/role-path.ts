import type { Settings } from "./settings.ts";
import { stackPath } from "./stack-path.ts";

/** The roles on the stack that was named, or on everything where none was. */
export function rolePath({ stack, stackGiven }: Settings, subject?: string): string {
  const roles = `${stackGiven ? stackPath(stack) : "/v1"}/role-assignments`;
  return subject === undefined ? roles : `${roles}/${encodeURIComponent(subject)}`;
}

/** Where those roles hold, for people. */
export function rolePlace({ stack, stackGiven }: Settings): string {
  return stackGiven ? `stack ${stack}` : "every stack";
}
