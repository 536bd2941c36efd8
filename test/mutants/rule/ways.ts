import { around, type Called } from "./with-member.ts";

/** How a member of a port goes wrong, whatever the port is. */
export const ways = ["skipped", "done twice", "done late", "refusal told as success", "stale answer"] as const;
export type Way = (typeof ways)[number];

/** What has to be known of a member to make it go wrong. */
export interface Told {
  /** What it answers where it has done what it was asked; of a question: that there is nothing. */
  readonly success: Called;
  /** An answer that refuses. A fault that is thrown is one, too. */
  readonly isRefusal: (answer: unknown) => boolean;
  /** It answers at once, without a promise. */
  readonly isPure: boolean;
  /** What two calls share of which the later one is told the answer to the former, where answers are stale. */
  readonly alike: (given: readonly unknown[]) => unknown;
}

/** The same port with a member that goes wrong in one way. */
export function goneWrong<Port extends object>(
  port: Port,
  name: keyof Port,
  way: Way,
  { success, isRefusal, isPure, alike }: Told,
): Port {
  const told: Called = isPure ? success : async (...given) => success(...given);
  const withMember = (change: (real: Called) => Called) =>
    around(port, (member, real) => (member === name ? change(real) : real));
  switch (way) {
    case "skipped":
      return withMember(() => told);
    case "done twice":
      return withMember((real) => async (...given) => {
        await real(...given);
        return real(...given);
      });
    case "done late":
      return late(port, name, told);
    case "refusal told as success":
      return withMember((real) => async (...given) => {
        try {
          const answer = await real(...given);
          return isRefusal(answer) ? success(...given) : answer;
        } catch {
          return success(...given);
        }
      });
    case "stale answer":
      return withMember((real) => stale(real, { isPure, alike }));
  }
}

/**
 * Answers at once. What it was to do is done when the next call, of any member, was answered; how that ends is told to
 * no caller.
 */
function late<Port extends object>(port: Port, name: keyof Port, told: Called): Port {
  let waiting: (() => unknown)[] = [];
  const overdue = async () => {
    const all = waiting;
    waiting = [];
    for (const each of all) await Promise.try(each).catch(() => {});
  };
  return around(port, (member, real) => {
    if (member === name)
      return async (...given) => {
        await overdue();
        waiting.push(() => real(...given));
        return told(...given);
      };
    return (...given) => {
      const answer = real(...given);
      if (!(answer instanceof Promise)) return answer;
      return answer.finally(overdue);
    };
  });
}

/** Tells what it told the time before; the first time what is true. All that it does, it does. */
function stale(real: Called, { isPure, alike }: Pick<Told, "isPure" | "alike">): Called {
  const before = new Map<string, unknown>();
  const former = (given: readonly unknown[], now: unknown) => {
    const key = JSON.stringify(alike(given)) ?? "";
    const answer = before.has(key) ? before.get(key) : now;
    before.set(key, now);
    return answer;
  };
  if (isPure) return (...given) => former(given, real(...given));
  return async (...given) => former(given, await real(...given));
}
