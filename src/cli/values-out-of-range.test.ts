import { expect, test } from "vitest";
import { runFake } from "./cli-context.fixture.ts";

test.each([
  ["role grant admin bob", "WHO stands before ROLE: `plumb role grant bob admin`."],
  ["role grant bob admin", "WHO is `user:ISSUER|ID`, `token:ID` or `group:NAME`, not `bob`."],
  ["role revoke bob", "WHO is `user:ISSUER|ID`, `token:ID` or `group:NAME`, not `bob`."],
  ["prune --keep -1", '--keep takes a whole number from 0 on, not "-1".'],
  ["up --max-deletions -1", 'The option --max-deletions takes a whole number from 0 to 999999999, not "-1".'],
  ["cloud clock --advance-days -1", '--advance-days takes a whole number from 0 to 36500, not "-1".'],
  ["plan --retry-for -5m", "--retry-for takes a time of at most 24 hours, for example 30s, 10m or 1h."],
])("%s is refused with what is taken", async (line, detail) => {
  expect(await runFake(line)).toMatchObject({ code: 2, requests: [], stderr: expect.stringContaining(detail) });
});
