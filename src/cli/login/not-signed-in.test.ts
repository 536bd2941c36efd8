import { expect, test } from "vitest";
import { failureDocument } from "../reports/failure-document.ts";
import { notPermitted } from "./not-signed-in.ts";

const refused = (detail: string) =>
  notPermitted(failureDocument({ status: 403, code: "forbidden", title: "", detail })).detail;

test("who lacks a role is told who gives one, and the bearer of a limited token that it takes another", () => {
  expect(refused("no policy permits it")).toMatch(/`plumb role grant`\.$/);
  const limited = refused("the token is limited to what a planner may do");
  expect(limited).toContain("`plumb token create NAME --role ROLE`");
  expect(limited).not.toContain("role grant");
});
