import { expect, test } from "vitest";
import { systemClock } from "./system.ts";

const dayMs = 86_400_000;

test.each([25, 40, 365 * 1000])(
  "a sleep of %i days does not end at once, and ends when it is aborted",
  async (days) => {
    const alarm = new AbortController();
    const long = systemClock.sleep(days * dayMs, alarm.signal).then(
      () => "slept",
      () => "aborted",
    );
    // Ends later than a timer that takes an overlong wait for one millisecond.
    const short = systemClock.sleep(20).then(() => "waited");
    expect(await Promise.race([long, short])).toBe("waited");
    alarm.abort();
    expect(await long).toBe("aborted");
  },
);
