/** What the caller would like (RFC 7240), as far as the API knows it. */
export interface Preferences {
  readonly isMinimal: boolean;
  readonly isAsync: boolean;
  /** How many seconds the caller would wait. */
  readonly wait: number | null;
}

/** The longest that a request waits, in seconds. */
const longestWait = 60;

export function preferencesOf(headers: Headers): Preferences {
  const words = (headers.get("prefer") ?? "")
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
