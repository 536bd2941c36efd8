import type { Refusal } from "./outcome.ts";

/**
 * The first of the names in an answer (`names`) that is another object's than was asked for; undefined where there is
 * none. `tail`: the last segments of the name that was asked for, as many as tell it from others; what a platform puts
 * before them (a host, a project's number), the case of letters and a slash at the end say nothing.
 */
export function namedOtherwise(tail: string, ...names: readonly unknown[]): string | undefined {
  const asked = `/${tail.toLowerCase()}`;
  return names.find((each): each is string => {
    if (typeof each !== "string" || each === "") return false;
    return !`/${each.toLowerCase()}`.replace(/\/+$/, "").endsWith(asked);
  });
}

/**
 * What a read comes to whose answer tells of another object (`other`, as the platform names it) than was asked for
 * (`id`): it shows nothing of that one.
 */
export function readOfAnother(id: string, other: string): Extract<Refusal, { kind: "unavailable" }> {
  const detail = `the platform's answer to the read of \`${id}\` tells of another object, \`${other}\``;
  return { kind: "unavailable", detail, retryAfterMs: null };
}
