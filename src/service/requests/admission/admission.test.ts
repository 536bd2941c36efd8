import { expect, test } from "vitest";
import { stackOperations } from "../../../contract/operations/stacks.ts";
import type { Authority, Subject } from "../../access/authority.ts";
import { localOwner } from "../../access/local-owner.ts";
import { authorize } from "./admission.ts";

test("a call is about the stack of its path, else about the project, else about the service", () => {
  const asked: Subject[] = [];
  const authority: Authority = {
    ...localOwner,
    decide: (_, subject) => {
      asked.push(subject);
      return { kind: "allowed" };
    },
  };
  authorize(stackOperations.getStack, { project: "portal", stack: "portal/dev" }, authority);
  authorize(stackOperations.createStack, { project: "portal" }, authority);
  authorize(stackOperations.listStacks, {}, authority);
  expect(asked).toEqual([{ stack: "portal/dev" }, { stack: null, project: "portal" }, { stack: null }]);
});
