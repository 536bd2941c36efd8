import type { Preferences } from "../contract/call.ts";

/** The longest that a request waits, in seconds. */
const longestWait = 60;

/** What a `Prefer` header says. */
export function preferencesIn(prefer = ""): Preferences {
  const words = prefer
    .toLowerCase()
    .split(",")
    .map((each) => each.trim());
  const wait = words.find((each) => /^wait=\d{1,6}$/.test(each));
  return {
    isMinimal: words.includes("return=minimal"),
    isAsync: words.includes("respond-async"),
    wait: wait === undefined ? null : Math.min(longestWait, Number(wait.slice(5))),
  };
}
