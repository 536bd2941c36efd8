import { beforeEach, expect, test } from "vitest";
import type { Action } from "../../../contract/action.ts";
import { testPolicies } from "../../access/access.fixture.ts";
import type { Authority, Subject } from "../../access/authority.ts";
import { declared, run, type TestDeployment, testDeployment } from "../deployment.fixture.ts";
import { errorsIn, member, seenIn } from "../undo/undo-world.fixture.ts";
import { planStack } from "./make-plans.ts";

// A share sets the whole policy of a reservation: what others hold there goes, and policies are asked about each grant.

const owner = "user:owner@acme.example";
const role = "roles/compute.admin";
const text = `@id("owners-stay")
@why("grants of others stay where they are")
forbid (principal, action == Plumbline::Action::"resource:delete", resource is Plumbline::Object)
when { resource.ofOthers && resource.hasTag("old.role") && resource.getTag("old.role") == "${role}" };`;

let world: TestDeployment;
let asked: { readonly action: Action; readonly resource: Subject["resource"] }[];
beforeEach(async () => {
  world = testDeployment();
  asked = [];
  await seenIn(world).grant("r", owner, role);
});

/** The same world for a caller whom the shipped policies and one of the operator's own decide about. */
async function underPolicies(): Promise<TestDeployment> {
  const policies = await testPolicies({ file: "own.cedar", text });
  const { caller } = world.authority;
  const authority: Authority = {
    ...world.authority,
    decide: (action, subject) => {
      asked.push({ action, resource: subject.resource });
      return policies.decide({ caller, role: "admin", holdsRole: true, action, subject });
    },
  };
  return { ...world, authority };
}

const request = { stack: "dev", kind: "apply", declaration: declared({ share: member("r") }), refresh: true } as const;

test("a policy keeps a grant of others from going by the write of a share, in the plan and in the run", async () => {
  const strict = await underPolicies();
  expect(errorsIn(await planStack(request, strict))).toMatchObject([{ code: "not-permitted", address: "share" }]);
  const allowed = await planStack(request, world);
  expect(errorsIn(allowed)).toEqual([]);
  expect(await run(strict, allowed.digest)).toMatchObject({
    status: "failed",
    problems: [{ code: "not-permitted", detail: expect.stringContaining("owners-stay") }],
  });
  expect(await seenIn(world).grants("r")).toEqual([`${role} ${owner}`]);
});

test("the grant is asked about as a deletion, by its own values and no others", async () => {
  await planStack(request, await underPolicies());
  expect(asked.filter(({ action }) => action === "resource:delete")).toMatchObject([
    { resource: { address: "share", ofOthers: true, values: { "old.member": owner, "old.role": role } } },
  ]);
  const created = asked.filter(({ action }) => action === "resource:create");
  expect(created.map(({ resource }) => resource?.ofOthers ?? false)).toEqual([false]);
});

test("a share that takes nothing of others away is let through", async () => {
  const strict = await underPolicies();
  const elsewhere = { ...request, declaration: declared({ share: member("s") }) };
  expect(errorsIn(await planStack(elsewhere, strict))).toEqual([]);
});
