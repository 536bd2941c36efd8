import { describe, expect, test } from "vitest";
import { canonicalMember, isMember } from "./policy-wire.ts";

describe("canonicalMember", () => {
  test.each([
    ["user:Ann@Example.com", "user:ann@example.com"],
    ["serviceAccount:Acme.svc.id.goog[NS/Ksa]", "serviceAccount:acme.svc.id.goog[ns/ksa]"],
    ["domain:Example.COM", "domain:example.com"],
    ["deleted:user:Ann@Example.com?uid=12", "deleted:user:ann@example.com?uid=12"],
    ["allUsers", "allUsers"],
    ["principal://iam.googleapis.com/Pool/Subject", "principal://iam.googleapis.com/Pool/Subject"],
    ["deleted:principal://iam.googleapis.com/Pool", "deleted:principal://iam.googleapis.com/Pool"],
  ])("%s", (member, expected) => {
    expect(canonicalMember(member)).toBe(expected);
    expect(isMember(member)).toBe(true);
  });
});

test.each(["", "ann@example.com", "user:", "User:ann@example.com", "deleted:ann", "robot:x"])(
  "%j is no member",
  (member) => {
    expect(isMember(member)).toBe(false);
  },
);
